"""The features that a person may check of the cards of a staged stud, with the signs that meet each.

A person sees these features in a few cards: the hand they make, high cards, how many are of one suit, and gaps in a
straight.

Together these make the *sign* of the cards, a number below N_SIGNS. The pay table decides whether a rank is high. A
card counts 2 *points* if a pair of its rank wins, 1 if that pair gets the money back.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import all_sets
from houseway.analysis.declared.choices import staying_path
from houseway.analysis.declared.conditions import (
    COUNTED,
    LOW_PAIR,
    NOTHING,
    PAID_PAIR,
    PUSHED_PAIR,
    THREE_OR_MORE,
    TWO_PAIR,
    StudHand,
)
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.rule_list import Candidate, FittedRules, fit
from houseway.analysis.declared.street_play import StreetPlay
from houseway.analysis.declared.streets import Streets, left_of
from houseway.analysis.results.rules import Rule, Rules, Step
from houseway.cards.card import ACE, N_RANKS, N_SUITS, RANK_NAMES
from houseway.games.engine.declared.vocabulary import Paid
from houseway.games.engine.paytable import PayTable
from houseway.ranking.category import Category
from houseway.ranking.system import ranking_system


def conditions_of(points: Sequence[int], n_seen: int) -> list[Candidate]:
    """Return every possible condition on `n_seen` cards."""
    facts = facts_of(np.arange(N_SIGNS))
    return [Candidate(hand, np.asarray(hand.met(facts), np.bool_)) for hand in _hands(points, n_seen)]


def _hands(points: Sequence[int], n_seen: int) -> Iterator[StudHand]:
    scores = range(1, MOST_POINTS + 1) if any(points) else range(0)
    yield StudHand(n_seen, made=LOW_PAIR)
    for level, worth in ((PUSHED_PAIR, 1), (PAID_PAIR, 2)):
        ranks = [rank for rank, each in enumerate(points) if each >= worth]
        if ranks:
            yield StudHand(n_seen, made=level, pair=ranks[0])
    yield StudHand(n_seen, made=TWO_PAIR)
    yield StudHand(n_seen, made=THREE_OR_MORE)
    yield from (StudHand(n_seen, points=least, unpaired=True) for least in scores)
    for most in range(NO_STRAIGHT - 1):
        for suited in (0, n_seen):
            yield from (StudHand(n_seen, suited=suited, gaps=most, points=least) for least in (0, *scores))
    for suited in range(2, n_seen + 1):
        yield from (
            StudHand(n_seen, suited=suited, points=least) for least in (0, *(scores if suited == n_seen else ()))
        )


def notes_on(rules: Sequence[Rule], points: Sequence[int]) -> Iterator[str]:
    """Yield explanations of words in the rules, where they are used."""
    asked = [hand for rule in rules for hand in rule.when if isinstance(hand, StudHand)]
    if any(hand.points for hand in asked):
        yield f"Points: {', '.join(points_in_words(points))}."
    if any(hand.gaps >= 0 for hand in asked):
        yield (
            f"To a straight: the cards are of different ranks and fit into {COUNTED[LONGEST_STRAIGHT]} in a row, an "
            "ace high or low. A gap is a rank missing between them."
        )


def points_in_words(points: Sequence[int]) -> Iterator[str]:
    """Yield sentences about how points are counted."""
    for worth in (2, 1):
        ranks = [RANK_NAMES[rank] for rank, each in enumerate(points) if each == worth]
        if ranks:
            yield f"{worth} for each {ranks[0]} to {ranks[-1]}" if len(ranks) > 1 else f"{worth} for each {ranks[0]}"


Cards = NDArray[np.uint8]
Numbers = NDArray[np.int64]

N_MADE, MOST_POINTS, MOST_SUITED, NO_STRAIGHT = 6, 14, 7, 4
SHAPE = (N_MADE, MOST_POINTS + 1, MOST_SUITED + 1, NO_STRAIGHT + 1)
N_SIGNS = int(np.prod(SHAPE))
LONGEST_STRAIGHT = 5


def facts_of(signs: int | Numbers) -> dict[str, Any]:
    """Return the parts of signs, by name: made, points, suited, gaps."""
    return dict(zip(("made", "points", "suited", "gaps"), np.unravel_index(signs, SHAPE), strict=True))


def points_by_rank(table: PayTable) -> tuple[int, ...]:
    """Return the points of a card of each rank; none where the ranking has no pairs."""
    if Category.PAIR not in ranking_system(table.form.system).order:
        return (0,) * N_RANKS
    rows = [table.row_of(Category.PAIR, (rank,)) for rank in range(N_RANKS)]
    return tuple(0 if row is None else 2 if row.pays else 1 for row in rows)


def deciding_table(features: tuple[object, ...]) -> Paid:
    """Return the paid hand with the most cards, whose table decides the points."""
    paid = [term for term in features if isinstance(term, Paid)]
    return max(paid, key=lambda term: sum(hand.cards for hand in term.hands))


@dataclass(frozen=True)
class Signs:
    """The signs of cards where ranks have these points."""

    points: tuple[int, ...]

    def of(self, cards: Cards) -> Numbers:
        """Return the sign of every row of cards."""
        ranks, suits, rows = cards // N_SUITS, cards % N_SUITS, np.arange(len(cards))
        times, of_suit = np.zeros((len(cards), N_RANKS), np.int8), np.zeros((len(cards), N_SUITS), np.int8)
        for column in range(cards.shape[1]):
            times[rows, ranks[:, column]] += 1
            of_suit[rows, suits[:, column]] += 1
        points = np.array(self.points)
        parts = (self._made(times), points[ranks].sum(axis=1), of_suit.max(axis=1), self._gaps(ranks, times))
        return np.ravel_multi_index(parts, SHAPE)

    def _made(self, times: NDArray[np.int8]) -> Numbers:
        """Return the hand made by rank alone, with a pair by its payout."""
        pair_of = np.where(times == 2, np.array(self.points) + LOW_PAIR, NOTHING).max(axis=1)
        made = np.where((times == 2).sum(axis=1) > 1, TWO_PAIR, pair_of)
        return np.where(times.max(axis=1) > 2, THREE_OR_MORE, made).astype(np.int64)

    def _gaps(self, ranks: Cards, times: NDArray[np.int8]) -> Numbers:
        """Return the number of ranks missing inside a straight that all cards belong to, with an ace high or low."""
        high = ranks.astype(np.int64)
        low = np.where(high == ACE, -1, high)
        spans = [each.max(axis=1) - each.min(axis=1) + 1 for each in (high, low)]
        span = np.minimum(*spans)
        fits = (times.max(axis=1) == 1) & (span <= LONGEST_STRAIGHT)
        return np.where(fits, np.minimum(span - ranks.shape[1], NO_STRAIGHT - 1), NO_STRAIGHT)


Places = NDArray[np.int8]
"""The place of the option that is taken, for every set of later cards."""


def seen_cards(own: Cards, left: Cards, shown: int) -> Cards:
    """Return a player's hand with every set of `shown` later cards."""
    later = left[all_sets(len(left), shown)]
    return np.hstack([np.broadcast_to(own, (len(later), len(own))), later])


def follow(streets: Streets, n_cards: int, places: Sequence[Places]) -> StreetPlay:
    """Return the play that takes these options, stage by stage, without their values."""
    best = []
    for stage, taken in enumerate(places):
        leads = np.empty((len(streets.prefixes[stage]), len(taken)), np.int8)
        for prefix, children in enumerate(streets.children[stage]):
            leads[prefix] = np.array(children, np.int8)[taken] if len(children) > 1 else children[0]
        best.append(leads)
    return StreetPlay(streets, n_cards, 0, 0, (), tuple(best))


def staying(payoffs: Payoffs, streets: Streets, n_cards: int) -> StreetPlay:
    """Return the play that never folds and bets the minimum, the same for all hands."""
    path = dict(payoffs.paths[staying_path(payoffs.game)])
    places = []
    for stage in streets.stages:
        option = path.get(stage.decision)
        place = 0 if option is None else stage.decision.offered(payoffs.game).index(option)
        places.append(np.full(comb(n_cards, stage.shown), place, np.int8))
    return follow(streets, n_cards, places)


@dataclass(frozen=True)
class StudRules:
    """Rules for every stage, by the sign of the cards in sight."""

    streets: Streets
    signs: Signs
    stages: tuple[FittedRules, ...]

    @classmethod
    def fitted(
        cls, payoffs: Payoffs, streets: Streets, hands: Cards, weights: Numbers, plays: Iterator[StreetPlay]
    ) -> "StudRules":
        """Fit rules to the values of the options, by sign, wherever optimal play leads."""
        game = payoffs.game
        signs = Signs(points_by_rank(game.table(deciding_table(payoffs.features))))
        n_options = [max(map(len, children)) for children in streets.children]
        worth = [np.zeros((options, N_SIGNS), np.int64) for options in n_options]
        for own, weight, play in zip(hands, weights.tolist(), plays, strict=True):
            left, reached = left_of(game, own.tolist()), play.reached()
            for stage, each in enumerate(streets.stages):
                code = signs.of(seen_cards(own, left, each.shown))
                for prefix, children in enumerate(streets.children[stage]):
                    if len(children) > 1 and reached[stage][prefix].any():
                        times = weight * reached[stage][prefix]
                        for option, child in enumerate(children):
                            np.add.at(worth[stage][option], code, times * play.values[stage][child])
        rules = [
            fit(values, conditions_of(signs.points, streets.own.cards + stage.shown))
            for values, stage in zip(worth, streets.stages, strict=True)
        ]
        return cls(streets, signs, tuple(rules))

    def play(self, own: Cards) -> StreetPlay:
        """Return the play of a hand."""
        left = left_of(self.streets.game, own.tolist())
        places = [
            rules.choice[self.signs.of(seen_cards(own, left, stage.shown))]
            for rules, stage in zip(self.stages, self.streets.stages, strict=True)
        ]
        return follow(self.streets, len(left), places)

    def rules(self, cost: Fraction) -> Rules:
        """Return the rules of all stages, with their cost."""
        found: list[Rule] = []
        for rules, stage in zip(self.stages, self.streets.stages, strict=True):
            options = [Step(option.name, option.title) for option in stage.decision.offered(self.streets.game)]
            found += rules.rules(options, stage.decision.title)
        return Rules(tuple(found), cost, tuple(notes_on(found, self.signs.points)))
