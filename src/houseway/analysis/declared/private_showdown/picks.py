"""A private showdown in which an option picks some of the player's cards: every hand, with every choice of cards.

A column is a play that a seat can make with its hand: a path through the decisions and the cards that an option picks,
if any. Every path compares all of the player's cards or the picked ones with the dealer's, or folds. The dealer's hands
that share no card with the player's are counted below and at each value by inclusion and exclusion. The counts are for
the whole hand and for every choice of cards. The player's cards alone decide the pay tables, so these add nothing to
count.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb, prod
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import Array, all_sets
from houseway.analysis.counting.shards import Runner
from houseway.analysis.counting.sums import Counts
from houseway.analysis.declared.levels import level_by_value
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.private_showdown.counting import Cards, Comparison, Numbers, outcomes
from houseway.analysis.declared.private_showdown.disjoint import DisjointTables, count_below
from houseway.analysis.declared.private_showdown.layout import (
    DEALER_CARDS_TO_EXCLUDE,
    OWN_CARDS_TO_EXCLUDE,
    cannot_value,
)
from houseway.cards.card import N_NATURAL, Card
from houseway.cards.classes import class_arrays
from houseway.cards.deck import Deck
from houseway.errors import BadDeclaration
from houseway.games.engine.action import Action
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Chosen, Compare, Decision, Hand, Option, Owner, Paid
from houseway.ranking import ranking
from houseway.ranking.system import SYSTEMS

N_SHARDS = 8
COUNTED = ("below", "up_to", "barred")
"""The dealer's hands that are counted: below a value, up to it, and those that do not qualify."""
ALL = -1
"""The pick of a column that plays no choice of cards."""
SAFE = 2**62
"""Sums below this use 64-bit numbers. Larger ones, of very odd pay tables, use Python's integers."""
_building = Lock()
"""Threads wait for the tables rather than build them twice."""


@dataclass(frozen=True, slots=True)
class PickLayout:
    """The player's hand, the dealer's, the cards that an option picks, and the one decision."""

    own: Hand
    dealer: Hand
    chosen: Chosen
    decision: Decision

    @classmethod
    def of(cls, game: DeclaredGame) -> "PickLayout":
        """Return the layout of a title, which must be of this kind."""
        if reason := reason_against(game):
            raise BadDeclaration(f"{game.title} is not a private showdown with picked cards: {reason}")
        own, dealer = (next(hand for hand in game.every(Hand) if hand.owner is owner) for owner in _OWNERS)
        return cls(own, dealer, game.every(Chosen)[0], game.decisions()[0])

    @property
    def picks(self) -> tuple[tuple[int, ...], ...]:
        """Return every choice of cards, as places from the highest card down, in the order of legal actions."""
        return tuple(combinations(range(self.own.cards), self.chosen.cards))

    def dealer_hands(self, deck: Deck) -> int:
        """Return how many hands the dealer can have against one of the player's."""
        return comb(deck.size - self.own.cards, self.dealer.cards)


_OWNERS = (Owner.SEAT, Owner.DEALER)


def reason_against(game: DeclaredGame) -> str:
    """Return why a title cannot be counted like this; an empty text if it can."""
    hands, chosen, deck = game.every(Hand), game.every(Chosen), game.deck
    if sorted(hand.owner.name for hand in hands) != sorted(owner.name for owner in _OWNERS):
        return f"it has {len(hands)} hands; expected one of the seat and one of the dealer"
    own, dealer = (next(hand for hand in hands if hand.owner is owner) for owner in _OWNERS)
    if len(chosen) != 1 or chosen[0].of is not own or len(game.decisions()) != 1:
        return "expected one decision, with options that pick cards of the player's hand"
    if dealer.up_at(game) or game.others is not None:
        return "cards of the dealer or of other seats are seen"
    if own.cards not in OWN_CARDS_TO_EXCLUDE or dealer.cards not in DEALER_CARDS_TO_EXCLUDE:
        return f"hands of {own.cards} and {dealer.cards} cards are not counted by inclusion and exclusion"
    if any(option.by_house_way or option.holding for option in game.decisions()[0].options):
        return "an option needs a certain hand or a house way"
    looked_at = [term for term in game.features if isinstance(term, Compare | Paid)]
    if len(looked_at) != len(game.features):
        return "more is decided by the cards than comparisons and pay tables"
    for term in looked_at:
        if reason := cannot_value(game, term) or _not_of_one_hand(game, term, own, dealer, chosen[0]):
            return reason
    for path in game.paths:
        if sum(game.comes_to(term, path) for term in game.every(Compare)) > 1:
            return "a hand is compared twice"
    if deck.max_copies > 1 or any(deck.copies[N_NATURAL:]):
        return f"decks without copies and jokers are counted; got {deck.size} cards"
    if deck.size < own.cards + dealer.cards:
        return f"The player and the dealer need {own.cards + dealer.cards} cards; the deck has {deck.size}."
    return ""


def _not_of_one_hand(game: DeclaredGame, term: Compare | Paid, own: Hand, dealer: Hand, chosen: Chosen) -> str:
    """Return why a comparison or a pay table uses cards other than the player's hand or the picked ones."""
    if isinstance(term, Paid):
        return "" if term.hands in ((own,), (chosen,)) else f"{term.table} pays other cards than the player's"
    if game.system(term) not in SYSTEMS:
        return f"the ranking system {game.system(term)} has no keys"
    fits = term.own_hands in ((own,), (chosen,)) and term.dealer_hands == (dealer,)
    return "" if fits else f"{term.title} compares other cards than the player's with the dealer's"


@dataclass(frozen=True, slots=True)
class Told:
    """A comparison that counts distinguish, of the whole hand or of every choice of `picked` cards."""

    comparison: Comparison
    picked: int = 0


@dataclass(frozen=True)
class PickShowdowns:
    """The counting of all hands of a deck, in shards of rows: dealer's hands below and at each of a hand's values."""

    deck: Deck
    own: int
    dealer: int
    told: tuple[Told, ...]

    @property
    def name(self) -> str:
        """Return the job's name, for messages and for the folder."""
        return f"picked-showdown-{self.own}-{self.dealer}"

    @property
    def parameters(self) -> Mapping[str, object]:
        """Return the cards and the comparisons; every pay table and reading shares the counts."""
        return {"copies": list(self.deck.copies), "cards": [self.own, self.dealer], "told": repr(self.told)}

    @property
    def modules(self) -> Sequence[str]:
        """Return the modules of the counting code and the rankings."""
        return (
            __name__,
            "houseway.analysis.counting.card_sets",
            "houseway.analysis.declared.private_showdown.disjoint",
            "houseway.cards.classes",
            "houseway.ranking.natural",
            "houseway.ranking.system",
        )

    def shards(self) -> Sequence[int]:
        """Return equal parts of the rows."""
        return range(N_SHARDS)

    def run(self, shard: int) -> Counts:
        """Return the counts of one part; the other rows are zero."""
        members, _ = every_hand(self.deck, self.own)
        rows = slice(len(members) * shard // N_SHARDS, len(members) * (shard + 1) // N_SHARDS)
        hands, found = members[rows], dict[str, Array]()
        for number, told in enumerate(self.told):
            system = told.comparison.system
            with _building:
                tables = _tables(self.deck, self.dealer, system)
            values = values_of(hands[:, ::-1], system, told.picked)
            least = np.full((len(hands), 1), told.comparison.least, np.int64)
            thresholds = np.hstack([values, values + 1, least]).astype(np.int64)
            below = count_below(tables, hands, self.own, self.dealer, system, thresholds)[:, :-1]
            for name, counts in zip(COUNTED, np.split(below, _edges(values), axis=1), strict=True):
                whole = np.zeros((len(members), counts.shape[1]), np.int32)
                whole[rows] = counts
                found[f"{name}{number}"] = whole
        return found


def _edges(values: Array) -> list[int]:
    return [values.shape[1], 2 * values.shape[1]]


def values_of(cards: Cards, system: str, picked: int) -> NDArray[np.uint16]:
    """Return the values of hands that descend: one column, or one for every choice of `picked` cards."""
    size = cards.shape[1]
    choices = combinations(range(size), picked) if picked else [tuple(range(size))]
    return np.stack([ranking(system).evaluate(cards[:, list(places)]) for places in choices], axis=1)


@lru_cache(maxsize=2)
def every_hand(deck: Deck, own: int) -> tuple[Cards, Numbers]:
    """Return a hand of each class under renaming of suits, ascending, and how many hands the class has."""
    return class_arrays(deck, (own,))


@lru_cache(maxsize=4)
def _tables(deck: Deck, dealer: int, system: str) -> DisjointTables:
    return DisjointTables.of(deck, dealer, system)


@dataclass(frozen=True, slots=True)
class Column:
    """A play of a seat: a path by its number, its option, and the place of the picked cards in `picks`."""

    path: int
    option: Option
    pick: int = ALL

    def action(self, cards: Sequence[int], picks: Sequence[tuple[int, ...]]) -> Action:
        """Return the action of a seat that takes this column with a hand that descends."""
        places = () if self.pick == ALL else picks[self.pick]
        return Action(self.option.name, tuple(Card(cards[place]) for place in places))


@dataclass(frozen=True)
class PickHands:
    """Rows of hands, each with the dealer's hands by their comparison, and the value of every column.

    `cards` descend; `weights` is how many hands a row represents. `codes[term]` counts the dealer's hands by row,
    choice of cards and code of the comparison. `known` holds the values of hands that were computed before.
    """

    payoffs: Payoffs
    layout: PickLayout
    cards: Cards
    weights: Numbers
    dealer_hands: int
    codes: Mapping[Compare, Numbers]
    known: dict[tuple[str, int], NDArray[np.uint16]] = field(default_factory=dict, repr=False)

    @classmethod
    def all_of(cls, payoffs: Payoffs, runner: Runner) -> "PickHands":
        """Return all hands of a deck, with counts from disk where they have been counted before."""
        game, layout = payoffs.game, PickLayout.of(payoffs.game)
        members, weights = every_hand(game.deck, layout.own.cards)
        cards, terms = members[:, ::-1], game.every(Compare)
        told = tuple(_told(game, layout, term) for term in terms)
        counts = runner.run(PickShowdowns(game.deck, layout.own.cards, layout.dealer.cards, told))
        total = layout.dealer_hands(game.deck)
        hands = cls(payoffs, layout, cards, weights, total, {})
        codes = {}
        for number, (term, each) in enumerate(zip(terms, told, strict=True)):
            values = hands.values(each.comparison.system, each.picked)
            below, up_to, barred = (counts[f"{name}{number}"] for name in COUNTED)
            codes[term] = _codes(each, values, below, up_to, barred, total)
        return replace(hands, codes=codes, known=hands.known)

    @classmethod
    def one(cls, payoffs: Payoffs, hand: Sequence[int], left: Deck) -> "PickHands":
        """Return one hand, compared with every hand that the dealer can have of the cards that are left.

        This uses no counting argument. The dealer's hands are listed and valued, which also checks the full count.
        """
        game, layout = payoffs.game, PickLayout.of(payoffs.game)
        dealt = np.array(left.distinct, np.uint8)[all_sets(left.size, layout.dealer.cards)]
        cards, codes = np.array([hand], np.uint8), dict[Compare, Numbers]()
        for term in game.every(Compare):
            told = _told(game, layout, term)
            order = ranking(told.comparison.system)
            up_to = np.bincount(order.evaluate(dealt), minlength=order.n_values + 1).cumsum()
            values = values_of(cards, order.system.name, told.picked).astype(np.int64)
            barred = up_to[max(told.comparison.least - 1, 0)].reshape(1, 1)
            codes[term] = _codes(told, values, up_to[values - 1], up_to[values], barred, len(dealt))
        return cls(payoffs, layout, cards, np.ones(1, np.int64), len(dealt), codes)

    def paying(self, payoffs: Payoffs) -> "PickHands":
        """Return the same hands with other payoffs of the title."""
        return replace(self, payoffs=payoffs)

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """Return every play of a seat, in the order of the game's legal actions."""
        found = []
        for path, taken in enumerate(self.payoffs.paths):
            option = taken[0][1]
            picks = range(len(self.layout.picks)) if option.sets is not None else (ALL,)
            found += [Column(path, option, pick) for pick in picks]
        return tuple(found)

    def values(self, system: str, picked: int = 0) -> NDArray[np.uint16]:
        """Return the values of the hands, or of every choice of `picked` of their cards."""
        key = system, picked
        if key not in self.known:
            self.known[key] = values_of(self.cards, *key)
        return self.known[key]

    def compared(self, path: int) -> Compare | None:
        """Return the comparison of a path; None where nothing is compared, or nothing depends on it."""
        way = self.payoffs.paths[path]
        terms = [term for term in self.payoffs.features if isinstance(term, Compare)]
        return next((term for term in terms if self.payoffs.game.comes_to(term, way)), None)

    def base(self, column: Column) -> Numbers:
        """Return the part of the cell that the player's cards decide, for every row."""
        payoffs, cells = self.payoffs, np.zeros(len(self.cards), np.int64)
        for place, term in enumerate(payoffs.features):
            if isinstance(term, Paid) and payoffs.game.comes_to(term, payoffs.paths[column.path]):
                picked = self.layout.chosen in term.hands
                values = self.values(payoffs.game.table(term).form.system, self.layout.chosen.cards if picked else 0)
                cells += (
                    self.stride(place) * level_by_value(payoffs.game, term)[values[:, column.pick if picked else 0]]
                )
        return cells

    def stride(self, place: int) -> int:
        """Return how far apart the cells of neighboring levels of a feature are."""
        return prod(self.payoffs.shape[place + 1 :])

    def dealers(self, column: Column) -> tuple[Numbers, Numbers]:
        """Return the dealer's hands by row and code of a column's comparison, and each code's addition to the cell."""
        term = self.compared(column.path)
        if term is None:
            return np.full((len(self.cards), 1), self.dealer_hands, np.int64), np.zeros(1, np.int64)
        counts = self.codes[term][:, max(column.pick, 0) if term.own_hands == (self.layout.chosen,) else 0]
        return counts, self.stride(self.payoffs.features.index(term)) * np.arange(counts.shape[1])

    def sums(self, net: Numbers) -> Array:
        """Return net results, given by path and cell, summed over the dealer's hands: by column and row."""
        fits = int(abs(net).max(initial=0)) * self.dealer_hands * int(self.weights.sum()) < SAFE
        nets = net if fits else net.astype(object)
        found = np.zeros((len(self.columns), len(self.cards)), nets.dtype)
        for row, column in zip(found, self.columns, strict=True):
            base, (counts, offsets) = self.base(column), self.dealers(column)
            for code, offset in enumerate(offsets.tolist()):
                row += counts[:, code] * nets[column.path, base + offset]
        return found

    @cached_property
    def worth(self) -> Array:
        """Return every column's value with every row: net results against all dealer's hands, in 1 / scale units."""
        return self.sums(self.payoffs.net)

    @property
    def unit(self) -> int:
        """Return the worth of one unit of the first wager, with one hand."""
        return self.payoffs.scale * self.dealer_hands

    @property
    def total(self) -> int:
        """Return the number of all deals."""
        return int(self.weights.sum()) * self.dealer_hands

    def ended(self, chosen: NDArray[np.intp]) -> NDArray[np.object_]:
        """Return the deals that end in each path and cell, where every row takes the column given for it."""
        ended = np.zeros((len(self.payoffs.paths), self.payoffs.n_cells), np.int64)
        for number, column in enumerate(self.columns):
            rows = np.flatnonzero(chosen == number)
            if len(rows):
                base, (counts, offsets) = self.base(column)[rows], self.dealers(column)
                for code, offset in enumerate(offsets.tolist()):
                    np.add.at(ended[column.path], base + offset, self.weights[rows] * counts[rows, code])
        return ended.astype(object)

    def as_fraction(self, worth: int, hands: int = 1) -> Fraction:
        """Return a worth in units, given the sum of `hands` hands."""
        return Fraction(int(worth), self.unit * hands)

    @property
    def best_pick(self) -> NDArray[np.intp]:
        """Return the choice of cards with the highest value for each row, the first of equal ones."""
        best: NDArray[np.intp] = self.values(self.pick_system, self.layout.chosen.cards).argmax(axis=1)
        return best

    @property
    def pick_system(self) -> str:
        """Return the ranking system of the picked cards."""
        game = self.payoffs.game
        return next(game.system(term) for term in game.every(Compare) if term.own_hands == (self.layout.chosen,))

    @property
    def hand_system(self) -> str:
        """Return the ranking system of the whole hand."""
        game = self.payoffs.game
        return next(game.system(term) for term in game.every(Compare) if term.own_hands == (self.layout.own,))

    def action(self, column: int, row: int) -> Action:
        """Return the action of a seat that takes a column with the hand of a row."""
        return self.columns[column].action(self.cards[row].tolist(), self.layout.picks)

    def picked(self, pick: int, row: int) -> tuple[Card, ...]:
        """Return the cards of a choice from the hand of a row."""
        hand = self.cards[row].tolist()
        return tuple(Card(hand[place]) for place in self.layout.picks[pick])


def _told(game: DeclaredGame, layout: PickLayout, term: Compare) -> Told:
    picked = layout.chosen.cards if term.own_hands == (layout.chosen,) else 0
    return Told(Comparison.of(game, term), picked)


def _codes(told: Told, values: Array, below: Array, up_to: Array, barred: Array, total: int) -> Numbers:
    """Return the dealer's hands by row, choice of cards and code."""
    less, most, unqualified = (np.broadcast_to(each, values.shape).ravel() for each in (below, up_to, barred))
    found = outcomes(told.comparison, values.ravel(), less, most, unqualified, total)
    return found.reshape(*values.shape, told.comparison.n_codes)
