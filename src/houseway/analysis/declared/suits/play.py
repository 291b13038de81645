"""A strategy of a title counted by suits, with the best path of each hand or a path by its value, and its endings."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.choices import NEVER_FOLDS
from houseway.analysis.declared.conditions import HandAtLeast
from houseway.analysis.declared.family import Player, Solution, StrategyRow
from houseway.analysis.declared.levels import level_by_value
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.private_showdown.play import NEVER
from houseway.analysis.declared.private_showdown.situations import by_commitment
from houseway.analysis.declared.rule_list import best_cuts
from houseway.analysis.declared.side_bet.census import side_bets, touched_by_play
from houseway.analysis.declared.streets import asked_of, hands_of
from houseway.analysis.declared.suits.counting import MOST_CARDS, Decided, Numbers, SuitCounts, best_paths
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.results.rules import RULE_LIST, Rule, Rules, Step, cuts_between
from houseway.cards.card import N_NATURAL
from houseway.cards.deck import Deck
from houseway.errors import BadDeclaration
from houseway.games.engine.declared.steps import Ask, Show
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Compare, Decision, Hand, Option, Owner, Paid
from houseway.ranking import ranking
from houseway.ranking.keys import SUIT_MASK
from houseway.ranking.special_rankings import SuitRanking
from houseway.ranking.system import BY_SUIT

LONGEST_FLUSH = "longest-flush"


@dataclass(frozen=True, slots=True)
class Layout:
    """The player's hand, the dealer's, and how they are compared."""

    own: Hand
    dealer: Hand
    compare: Compare

    @classmethod
    def of(cls, game: DeclaredGame) -> "Layout":
        """Return the layout of a title that the family accepts."""
        if reason := reason_against(game):
            raise BadDeclaration(f"{game.title} is not counted by suits: {reason}")
        return cls(hands_of(game, Owner.SEAT)[0], hands_of(game, Owner.DEALER)[0], game.every(Compare)[0])


def reason_against(game: DeclaredGame) -> str:
    """Return why a title is not counted by suits; empty if it is."""
    own, dealers, compares = hands_of(game, Owner.SEAT), hands_of(game, Owner.DEALER), game.every(Compare)
    if hands_of(game, Owner.TABLE) or len(own) != 1 or len(dealers) != 1 or len(compares) != 1:
        return "it is not one own hand against one of the dealer's, in one comparison"
    if (system := game.system(compares[0])) != LONGEST_FLUSH:
        return f"hands rank by {system}, not by the longest flush"
    if compares[0].always_against:
        return "whether the dealer qualifies depends on the own hand"
    if max(own[0].cards, dealers[0].cards) > MOST_CARDS:
        return f"hands of more than {MOST_CARDS} cards are not ranked"
    if dealers[0].up_at(game) or _shows_before_a_question(game):
        return "cards of the dealer's are seen when a seat decides"
    if len(game.every(Decision)) != 1:
        return f"it has {len(game.every(Decision))} decisions; expected one"
    for paid in game.every(Paid):
        if set(paid.hands) != {own[0]} or game.table(paid).form.system not in BY_SUIT:
            return f"{paid.place}: {paid.title} is not paid on own cards in a ranking by suit"
    for option in game.every(Decision)[0].options:
        if option.holding is not None and option.holding.read(game).system != LONGEST_FLUSH:
            return f"{option.place}: {option} depends on another ranking than the longest flush"
    touched = touched_by_play(Payoffs.of(game))
    if touched:
        return f"{', '.join(wager.title for wager in touched)} depends on how the hand is played"
    deck = game.deck
    if deck.max_copies > 1 or any(deck.copies[N_NATURAL:]):
        return "its deck has copies of cards, or jokers"
    return "" if game.cards_needed(1) <= deck.size else f"its deck has {deck.size} cards"


def _shows_before_a_question(game: DeclaredGame) -> bool:
    steps = [step for lap in game.procedure for step in lap.steps]
    asked = [place for place, step in enumerate(steps) if isinstance(step, Ask)]
    return any(isinstance(step, Show) and place < max(asked, default=-1) for place, step in enumerate(steps))


def suit_ranking(system: str) -> SuitRanking:
    """Return a ranking by suit."""
    ranked = ranking(system)
    assert isinstance(ranked, SuitRanking), f"{system} is no ranking by suit"
    return ranked


def decided_by(payoffs: Payoffs, layout: Layout) -> Decided:
    """Return the payoffs as arrays by which a kernel decides."""
    game, flush = payoffs.game, suit_ranking(LONGEST_FLUSH)
    strides = [prod(payoffs.shape[place + 1 :]) for place in range(len(payoffs.shape))]
    masks = np.zeros(flush.n_values + 1, np.int64)
    masks[flush.mask_values] = np.arange(len(flush.mask_values))
    masks[0] = 0
    tables = [(term, stride) for term, stride in zip(payoffs.features, strides, strict=True) if isinstance(term, Paid)]
    systems = [suit_ranking(game.table(term).form.system) for term, _ in tables]
    own_cells = np.zeros((len(tables), max((each.n_values + 1 for each in systems), default=1)), np.int64)
    for row, (term, stride) in zip(own_cells, tables, strict=True):
        levels = level_by_value(game, term)
        row[: len(levels)] = stride * levels
    compared = [stride for term, stride in zip(payoffs.features, strides, strict=True) if isinstance(term, Compare)]
    n_codes = len(game.levels(layout.compare))
    least = [
        max((option.holding.read(game).least for _, option in path if option.holding), default=0)
        for path in payoffs.paths
    ]
    closed = [
        min((lowest.least for step in path if (lowest := step[0].closed_from(step[1], game))), default=len(masks))
        for path in payoffs.paths
    ]
    return Decided(
        flush_values=flush.mask_values.astype(np.int64),
        masks=masks,
        qualifier=game.least_qualified(layout.compare),
        own_values=np.array([each.mask_values for each in systems], np.int64).reshape(len(tables), SUIT_MASK + 1),
        own_cells=own_cells,
        offsets=np.arange(n_codes, dtype=np.int64) * (compared[0] if compared else 0),
        net=payoffs.net,
        order=by_commitment(payoffs)[:: 1 if game.smaller_on_ties else -1].astype(np.int64),
        least=np.array(least, np.int64),
        closed_from=np.array(closed, np.int64),
    )


Counted = NDArray[np.object_]
UNDECIDED = -1
"""Marks a value whose hands are not all played alike, in place of a path."""


@dataclass(frozen=True)
class SuitPlay:
    """The deals by player's value, best path and cell, and the path by value of a strategy that is not the best."""

    payoffs: Payoffs
    layout: Layout
    decided: Decided
    counts: Numbers
    by_value: NDArray[np.int64] | None = None

    @classmethod
    def of(cls, strategy: str, payoffs: Payoffs, runner: Runner) -> "SuitPlay":
        """Return a strategy by its name."""
        layout = Layout.of(payoffs.game)
        decided = decided_by(payoffs, layout)
        tables = {term.title: payoffs.game.table(term) for term in payoffs.features if isinstance(term, Paid)}
        told = repr({title: (table.form.system, table.rows) for title, table in tables.items()})
        job = SuitCounts(payoffs.game.deck.copies, layout.own.cards, layout.dealer.cards, decided, told)
        best = cls(payoffs, layout, decided, runner.run(job)["counts"])
        if strategy == OPTIMAL:
            return best
        if strategy == RULE_LIST:
            return cls(payoffs, layout, decided, best.counts, best.rules()[1])
        assert strategy == NEVER_FOLDS, f"no strategy {strategy!r}"
        stays = decided.is_open(np.arange(len(best.counts)))
        stays[[path for path, steps in enumerate(payoffs.paths) if steps[0][1].folds]] = False
        smallest = by_commitment(payoffs)
        return cls(payoffs, layout, decided, best.counts, smallest[stays[smallest].argmax(axis=0)].astype(np.int64))

    @property
    def dealer_hands(self) -> int:
        """Return how many dealer's hands there are against one player's hand."""
        return comb(self.payoffs.game.deck.size - self.layout.own.cards, self.layout.dealer.cards)

    @property
    def total(self) -> int:
        """Return the number of all deals."""
        return comb(self.payoffs.game.deck.size, self.layout.own.cards) * self.dealer_hands

    @cached_property
    def worth(self) -> Counted:
        """Return the value of every path (last axis) by player's value and best path, in integer 1 / scale units."""
        cells = np.flatnonzero(self.counts.any(axis=(0, 1)))
        net = self.payoffs.net[:, cells].T.astype(object)
        return np.asarray(self.counts[:, :, cells].astype(object) @ net, object)

    @cached_property
    def by_path(self) -> Counted:
        """Return the deals by path and cell."""
        if self.by_value is None:
            return np.asarray(self.counts.sum(axis=0).astype(object), object)
        ended = np.zeros(self.counts.shape[1:], np.int64)
        np.add.at(ended, self.by_value, self.counts.sum(axis=1))
        return ended.astype(object)

    def solution(self) -> Solution:
        """Return the endings that the strategy leads to."""
        return Solution(
            payoffs=self.payoffs,
            counts=self.by_path,
            total=self.total,
            asked=asked_of(self.payoffs, self.by_path),
            rows=tuple(self._rows()),
            side_bets=side_bets(self.payoffs, self.total, {}),
        )

    def _rows(self) -> list[StrategyRow]:
        """Return rows by player's value, the best hands first; hands of one value played differently are apart."""
        (decision,) = self.payoffs.game.decisions()
        times, flush, found = self.counts.sum(axis=2) // self.dealer_hands, suit_ranking(LONGEST_FLUSH), []
        for value, path in np.argwhere(times)[::-1].tolist():
            weight = int(times[value, path])
            found.append(
                StrategyRow(
                    decision=decision,
                    path=(),
                    seen=(),
                    label=str(flush.describe(value)),
                    combinations=weight,
                    values=self._values(value, self.worth[value, path], weight),
                    best=self.payoffs.paths[path][0][1],
                )
            )
        return found

    def _values(self, value: int, worth: Counted, weight: int) -> Mapping[Option, Fraction]:
        unit = self.payoffs.scale * self.dealer_hands * weight
        return {
            path[0][1]: Fraction(int(total), unit)
            for path, total, is_open in zip(self.payoffs.paths, worth, self.decided.is_open(value), strict=True)
            if is_open
        }

    def rules(self) -> tuple[Rules, NDArray[np.int64]]:
        """Return the best cuts in the order of player's values as rules with a cost, and the path of every value."""
        order, flush = by_commitment(self.payoffs), suit_ranking(LONGEST_FLUSH)
        values = np.flatnonzero(self.counts.any(axis=(1, 2)))
        by_value = self.worth.sum(axis=1)[values].T[order]
        by_value[~self.decided.is_open(values)[order]] = NEVER
        cuts, paths = best_cuts(by_value.tolist()), np.zeros(len(self.counts), np.int64)
        for start, choice in cuts:
            paths[values[start:]] = order[choice]
        best = sum(int(self.worth[:, path, path].sum()) for path in range(len(self.payoffs.paths)))
        ruled = int(self.worth.sum(axis=1)[np.arange(len(paths)), paths].sum())
        named = dict(cuts_between(flush, values.tolist()))
        rules = []
        for start, choice in cuts[::-1]:
            takes = (Step(option.name, option.title) for _, option in self.payoffs.paths[order[choice]])
            rules.append(Rule(tuple(takes), (HandAtLeast(named[int(values[start])]),) if start else ()))
        return Rules(tuple(rules), Fraction(best - ruled, self.payoffs.scale * self.total)), paths

    def player(self) -> Player:
        """Return a player who plays this strategy."""
        if self.by_value is not None:
            return ValuePlayer(self.layout, self.by_value)
        taken = self.counts.any(axis=2)
        by_value = np.where(taken.sum(axis=1) > 1, UNDECIDED, taken.argmax(axis=1))
        return SuitPlayer(self.layout, self.payoffs.game.deck, self.decided, by_value)


@dataclass(frozen=True)
class SuitPlayer(Player):
    """A player by the value of the hand, where all hands of that value are best played alike, as is nearly always so.

    The other hands are computed. Three products over suits are quicker than a table of all of them.
    """

    layout: Layout
    deck: Deck
    decided: Decided
    by_value: NDArray[np.int64]

    def paths(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> NDArray[np.int64]:
        """Return the number of the path that each round takes."""
        own = cards[self.layout.own]
        paths = self.by_value[suit_ranking(LONGEST_FLUSH).evaluate(own)]
        open_rows = np.flatnonzero(paths == UNDECIDED)
        paths[open_rows] = best_paths(self.deck, own[open_rows], self.layout.dealer.cards, self.decided)
        return paths


@dataclass(frozen=True)
class ValuePlayer(Player):
    """A player who plays by the value of the hand alone."""

    layout: Layout
    by_value: NDArray[np.int64]

    def paths(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> NDArray[np.int64]:
        """Return the number of the path that each round takes."""
        return self.by_value[suit_ranking(LONGEST_FLUSH).evaluate(cards[self.layout.own])]
