"""A strategy of a draw, with one choice for every player's hand (an option and its discards), and its endings.

Rules for people in a draw: which cards are worth keeping, and from which hand on to draw or to stand pat.

Cards to keep are classified by kind: cards of one rank, suited cards that fit a straight, suited cards, cards that fit
a straight, and all others. A hand keeps the best kind that it has, and the highest cards of several. In each kind the
hands that fold, draw and stand pat follow each other in the order of their values. The cuts between them are the best
ones.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import comb, prod

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import set_numbers, spread, suit_images
from houseway.analysis.counting.numbering import numbers_of
from houseway.analysis.declared.choices import NEVER_FOLDS, staying_path
from houseway.analysis.declared.conditions import COUNTED, HandAtLeast, Kept
from houseway.analysis.declared.draw.layout import Draws, Layout
from houseway.analysis.declared.family import Player, Solution, StrategyRow
from houseway.analysis.declared.levels import level_by_value, level_if_made
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.private_showdown.counting import Cards, Comparison, Numbers
from houseway.analysis.declared.rule_list import best_cuts, fewest_kickers, named_places
from houseway.analysis.declared.side_bet.census import side_bets, touched_by_play
from houseway.analysis.declared.streets import asked_of
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.results.rules import RULE_LIST, Rule, Rules, Step
from houseway.cards.card import ACE, N_NATURAL, N_RANKS, N_SUITS
from houseway.cards.classes import class_arrays
from houseway.cards.deck import Deck
from houseway.games.engine.declared.vocabulary import Between, Compare, Exchanged, Hand, Held, Option, Paid
from houseway.ranking import Ranking, ranking


def kinds_kept(kept: Cards, hand_size: int) -> NDArray[np.int64]:
    """Return the kind of the cards that each row keeps, as a place in `KEPT`."""
    ranks, suits = np.sort(kept // N_SUITS, axis=1).astype(np.int64), kept % N_SUITS
    low = np.sort(np.where(ranks == ACE, -1, ranks), axis=1)
    distinct = (np.diff(ranks, axis=1) > 0).all(axis=1)
    reach = distinct & ((np.ptp(ranks, axis=1) < hand_size) | (np.ptp(low, axis=1) < hand_size))
    suited = (suits == suits[:, :1]).all(axis=1)
    return np.select([~distinct, suited & reach, suited, reach], [4, 3, 2, 1], 0)


def holds_by_kind(hands: Cards, away: Sequence[tuple[int, ...]]) -> tuple[Numbers, Numbers]:
    """Return, for every ascending hand, the hold that keeps the best kind, and the kind."""
    scores = []
    for places in away:
        kept = np.delete(hands, list(places), axis=1)
        ranks = kept[:, ::-1].astype(np.int64) // N_SUITS
        worth = (ranks * N_RANKS ** np.arange(ranks.shape[1])[::-1]).sum(axis=1)
        scores.append(kinds_kept(kept, hands.shape[1]) * N_RANKS ** hands.shape[1] + worth)
    best = np.stack(scores)
    return best.argmax(axis=0), best.max(axis=0) // N_RANKS ** hands.shape[1]


@dataclass(frozen=True, slots=True)
class RuledChoice:
    """A choice that a rule may make: its option, and its value with every hand."""

    takes: Step
    place: Numbers
    worth: Numbers


def rules_by_kind(
    kinds: Numbers, values: Numbers, choices: Sequence[RuledChoice], ranked: Ranking, kickers: int
) -> tuple[list[Rule], Numbers]:
    """Return the rules, and the place of the choice that they make with every hand. Choices begin with the smallest."""
    rules, made = [], np.zeros(len(kinds), np.int64)
    for kind in sorted(set(kinds.tolist()), reverse=True):
        rows = np.flatnonzero(kinds == kind)
        places = named_places(ranked, np.unique(values[rows]).tolist(), kickers)
        which = np.searchsorted([place.value for place in places], values[rows], side="right") - 1
        sums = np.zeros((len(choices), len(places)), np.int64)
        for total, choice in zip(sums, choices, strict=True):
            np.add.at(total, which, choice.worth[rows])
        cuts = best_cuts(sums.tolist())
        for start, number in cuts:
            later = rows[which >= start]
            made[later] = choices[number].place[later]
        for start, number in cuts[::-1]:
            cut = places[start].cut
            when = () if cut is None else (HandAtLeast(cut),)
            rules.append(Rule((choices[number].takes,), when, Kept(kind)))
    return rules, made


def notes_on(n_own: int, n_kept: int) -> tuple[str, ...]:
    """Return explanations of the words in the rules."""
    return (
        f"To keep: {COUNTED[n_kept]} of your cards. Of the kinds above, the first that your hand has counts. Of "
        "several ways to keep that kind, take the one with the highest cards.",
        f"Fit a straight: of different ranks, at most {n_own - 1} apart. An ace is high or low.",
    )


@dataclass(frozen=True, slots=True)
class Choice:
    """An option, and the places in the ascending hand of the cards that it discards."""

    path: int
    option: Option
    hold: int | None
    away: tuple[int, ...]


@dataclass(frozen=True)
class DrawPlay:
    """Player hands with their weights, the value of every choice (first axis) with each, and the choice made."""

    payoffs: Payoffs
    layout: Layout
    deck: Deck
    weights: Numbers
    draws: Draws
    choices: tuple[Choice, ...]
    worth: Numbers
    made: NDArray[np.intp]

    @classmethod
    def of(cls, strategy: str, payoffs: Payoffs) -> "DrawPlay":
        """Return a strategy by its name, for all hands up to renaming of suits."""
        layout = Layout.of(payoffs.game)
        hands, weights = class_arrays(payoffs.game.deck, (layout.own.cards,))
        best = cls.best(payoffs, layout, payoffs.game.deck, hands, weights)
        if strategy == OPTIMAL:
            return best
        if strategy == RULE_LIST:
            return replace(best, made=best.rules()[1])
        assert strategy == NEVER_FOLDS, f"no strategy {strategy!r}"
        stays = next(place for place, each in enumerate(best.choices) if each.path == staying_path(payoffs.game))
        return replace(best, made=np.full(len(hands), stays, np.intp))

    @classmethod
    def best(cls, payoffs: Payoffs, layout: Layout, deck: Deck, hands: Cards, weights: Numbers) -> "DrawPlay":
        """Return the choices of highest value; of equal ones the first in the order of the options, or the last."""
        told = Comparison.of(payoffs.game, layout.compare)
        draws = Draws.of(deck, layout, told, hands)
        choices = tuple(_choices(payoffs, layout, draws))
        empty = cls(payoffs, layout, deck, weights, draws, choices, np.zeros((0, 0), np.int64), np.zeros(0, np.intp))
        worth = np.stack([empty.value_of(choice) for choice in choices])
        made = worth.argmax(axis=0) if payoffs.game.smaller_on_ties else len(worth) - 1 - worth[::-1].argmax(axis=0)
        return replace(empty, worth=worth, made=made)

    @property
    def ways(self) -> int:
        """Return the ways to end with one player's hand."""
        return self.draws.ways(self.deck, self.layout)

    @property
    def total(self) -> int:
        """Return the number of all deals, with actual or possible draws."""
        return int(self.weights.sum()) * self.ways

    @property
    def _ranked(self) -> Ranking:
        return ranking(self.payoffs.game.system(self.layout.compare))

    @cached_property
    def _strides(self) -> tuple[int, ...]:
        return tuple(prod(self.payoffs.shape[place + 1 :]) for place in range(len(self.payoffs.shape)))

    def _outcome_cells(self, n_codes: int) -> Numbers:
        compared = [
            stride
            for term, stride in zip(self.payoffs.features, self._strides, strict=True)
            if isinstance(term, Compare)
        ]
        return np.arange(n_codes, dtype=np.int64) * (compared[0] if compared else 0)

    def _paid_cells(self, held: Held, values: Numbers) -> Numbers:
        """Return the amounts that pay tables on a hand add to the cell, by values in the ranking of the comparison."""
        cells = np.zeros(values.shape, np.int64)
        for term, stride in zip(self.payoffs.features, self._strides, strict=True):
            if isinstance(term, Paid) and term.hands == (held,):
                cells += stride * level_by_value(self.payoffs.game, term)[values]
        return cells

    def _kept_cells(self, choice: Choice) -> Numbers:
        """Return the amounts that the cards kept with a choice add to the cell, by player's hand."""
        cells, kept = np.zeros(len(self.draws.hands), np.int64), np.delete(self.draws.hands, choice.away, axis=1)
        for term, stride in zip(self.payoffs.features, self._strides, strict=True):
            if isinstance(term, Between):
                cells += stride * level_if_made(term, np.ascontiguousarray(kept))
        return cells

    def cells(self, choice: Choice) -> tuple[Numbers, Numbers]:
        """Return, for a choice and every player's hand (first axis), the possible cells, and the ways to each."""
        first = self._paid_cells(self.layout.own, self.draws.values)
        if choice.hold is None:
            counts = self.draws.stands * self.draws.unused(self.deck, self.layout)
            base = first + self._paid_cells(self.layout.final, self.draws.values)
            return base[:, None] + self._outcome_cells(counts.shape[1]), counts
        counts, values = self.draws.drawn[:, choice.hold], self.draws.final_values[:, choice.hold]
        base = (first + self._kept_cells(choice))[:, None] + self._paid_cells(self.layout.final, values)
        cells = base[:, :, None] + self._outcome_cells(counts.shape[2])
        return cells.reshape(len(cells), -1), counts.reshape(len(counts), -1)

    def value_of(self, choice: Choice) -> Numbers:
        """Return the value of a choice with every player's hand, in 1 / scale units, summed over all ways."""
        cells, counts = self.cells(choice)
        worth: Numbers = (self.payoffs.net[choice.path][cells] * counts).sum(axis=1)
        return worth

    def counts(self, payoffs: Payoffs) -> NDArray[np.object_]:
        """Return the deals by path and by the cells of some payoffs."""
        play = replace(self, payoffs=payoffs)
        ended = np.zeros((len(payoffs.paths), payoffs.n_cells), np.int64)
        for place, choice in enumerate(self.choices):
            rows = self.made == place
            cells, counts = play.cells(choice)
            np.add.at(ended[choice.path], cells[rows], self.weights[rows, None] * counts[rows])
        return ended.astype(object)

    def solution(self) -> Solution:
        """Return the endings that the strategy leads to."""
        counts = self.counts(self.payoffs)
        touched = {wager: self.counts(alone) for wager, alone in touched_by_play(self.payoffs).items()}
        return Solution(
            payoffs=self.payoffs,
            counts=counts,
            total=self.total,
            asked=asked_of(self.payoffs, counts),
            rows=tuple(self._rows()),
            side_bets=side_bets(self.payoffs, self.total, touched),
        )

    def _rows(self) -> list[StrategyRow]:
        """Return rows by the player's value, the best hands first; hands of one value played differently are apart."""
        (decision,) = self.payoffs.game.decisions()
        ranked, found = self._ranked, []
        paths = np.array([choice.path for choice in self.choices])[self.made]
        keys, which = np.unique(np.column_stack([self.draws.values, paths]), axis=0, return_inverse=True)
        for group in range(len(keys))[::-1]:
            value, path = keys[group].tolist()
            rows = which.ravel() == group
            weight = int(self.weights[rows].sum())
            found.append(
                StrategyRow(
                    decision=decision,
                    path=(),
                    seen=tuple(self.draws.hands[rows][0].tolist()),
                    label=str(ranked.describe(value)),
                    combinations=weight,
                    values=self._by_option(rows, weight),
                    best=self.payoffs.paths[path][0][1],
                )
            )
        return found

    def _by_option(self, rows: NDArray[np.bool_], weight: int) -> dict[Option, Fraction]:
        """Return the mean value of every option in some rows, each hand with its best discard."""
        found = {}
        for path, ((_, option),) in enumerate(self.payoffs.paths):
            places = [place for place, choice in enumerate(self.choices) if choice.path == path]
            total = int((self.worth[places][:, rows].max(axis=0) * self.weights[rows]).sum())
            found[option] = Fraction(total, self.payoffs.scale * self.ways * weight)
        return found

    def rules(self) -> tuple[Rules, NDArray[np.intp]]:
        """Return rules by the cards to keep, with their cost, and the choice that they make with every hand."""
        values = np.unique(self.draws.values).tolist()
        return fewest_kickers(self._ranked, values, self._ruled, lambda ruled: ruled[0].cost)

    def _ruled(self, kickers: int) -> tuple[Rules, NDArray[np.intp]]:
        """Return the rules whose cuts name at most `kickers` kickers."""
        holds, kinds = holds_by_kind(self.draws.hands, self.draws.away)
        first = {choice.path: place for place, choice in reversed(list(enumerate(self.choices)))}
        hands, ruled = np.arange(len(kinds)), list[RuledChoice]()
        for place in first.values():
            choice = self.choices[place]
            places = place + holds if choice.hold is not None else np.full(len(kinds), place, np.int64)
            takes = Step(choice.option.name, choice.option.title)
            ruled.append(RuledChoice(takes, places, self.worth[places, hands] * self.weights))
        order = sorted(ruled, key=lambda each: self._least_first(int(each.place[0])))
        rules, made = rules_by_kind(kinds, self.draws.values, order, self._ranked, kickers)
        lost = int(((self.worth.max(axis=0) - self.worth[made, hands]) * self.weights).sum())
        own = self.layout.own.cards
        cost, notes = Fraction(lost, self.payoffs.scale * self.total), notes_on(own, own - self.layout.drawn.cards)
        return Rules(tuple(rules), cost, notes), made.astype(np.intp)

    def _least_first(self, place: int) -> tuple[bool, bool]:
        """Return the sort key of a choice: folds, draws, then standing pat, in the order of better hands."""
        return not self.choices[place].option.folds, self.choices[place].hold is None

    def player(self) -> "DrawPlayer":
        """Return a player who plays this strategy, with any names of the suits."""
        bits = [sum(1 << place for place in choice.away) for choice in self.choices]
        places = np.array(bits, np.uint8)[self.made]
        paths = np.array([choice.path for choice in self.choices], np.uint8)[self.made]
        by_hand = np.zeros(comb(N_NATURAL, self.layout.own.cards), np.uint8)
        for image in suit_images(self.deck):
            by_hand[set_numbers(np.sort(image[self.draws.hands], axis=1))] = paths
        return DrawPlayer(self.layout, spread(self.deck, self.draws.hands, places), by_hand)


@dataclass(frozen=True)
class DrawPlayer(Player):
    """A player who looks up every hand. The table has the discards, as bits of the ascending hand, and the path."""

    layout: Layout
    away: NDArray[np.uint8]
    path: NDArray[np.uint8]

    def paths(self, cards: Mapping[Hand, Cards]) -> NDArray[np.int64]:
        """Return the number of the path that each round takes."""
        numbers = numbers_of(cards[self.layout.own])
        return self.path[numbers].astype(np.int64)

    def exchanged(self, cards: Mapping[Hand, Cards]) -> Mapping[Held, Cards]:
        """Return the final hands, where each drawn card takes the place of a discarded one, and the cards kept."""
        hands = np.sort(cards[self.layout.own], axis=1)
        final: Exchanged = self.layout.final
        exchanged = np.empty_like(hands)
        away = self.away[numbers_of(hands)]
        _exchange(hands, cards[self.layout.drawn], away, exchanged)
        kept: dict[Held, Cards] = {rest: _kept(hands, away, rest.cards) for rest in self.layout.kept}
        return {final: exchanged, **kept}


def _kept(hands: Cards, away: NDArray[np.uint8], cards: int) -> Cards:
    """Return the cards of ascending hands whose bit in `away` is not set; the first ones where none is discarded."""
    put_away = away[:, None] >> np.arange(hands.shape[1]) & 1
    order = np.argsort(put_away, axis=1, kind="stable")[:, :cards]
    return np.ascontiguousarray(np.take_along_axis(hands, order, axis=1))


@numba.njit(nogil=True, cache=True)
def _exchange(hands: Cards, drawn: Cards, away: NDArray[np.uint8], exchanged: Cards) -> None:
    """Replace the cards of ascending hands whose bit in `away` is set with the drawn cards, in their order."""
    for row in range(hands.shape[0]):
        used = np.uint64(0)
        for column in range(hands.shape[1]):
            if away[row] >> column & 1:
                exchanged[row, column] = drawn[row, used]
                used += np.uint64(1)
            else:
                exchanged[row, column] = hands[row, column]


def _choices(payoffs: Payoffs, layout: Layout, draws: Draws) -> Sequence[Choice]:
    """Return every option with every possible discard, in the order of the options."""
    found = []
    for path, ((_, option),) in enumerate(payoffs.paths):
        if option.sets is layout.away:
            found += [Choice(path, option, hold, away) for hold, away in enumerate(draws.away)]
        else:
            found.append(Choice(path, option, None, ()))
    return found
