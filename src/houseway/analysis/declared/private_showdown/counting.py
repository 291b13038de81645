"""Comparisons of the dealer's hands with every player's hand, enumerated and evaluated one player's hand at a time.

The counts distinguish nothing that a pay table could change. A comparison is by its outcome and whether the dealer
qualifies, and paid cards are by their kind (see `levels`). So the counts of a deck serve every table and reading.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import prod

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import Array, all_sets
from houseway.analysis.counting.sums import Counts
from houseway.analysis.declared.levels import kinds
from houseway.cards.classes import class_arrays
from houseway.cards.deck import Deck
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Compare
from houseway.ranking import ranking
from houseway.ranking.kernels import value_of
from houseway.ranking.lookup import Lookup
from houseway.ranking.system import SYSTEMS

N_SHARDS = 16
N_OUTCOMES = 3
"""Won, tied, lost: the order of the levels of a comparison."""

ABOVE_ALL = 1 << 16
"""More than any value of a hand."""

Cards = NDArray[np.uint8]
Numbers = NDArray[np.int64]

_compiled = numba.njit(nogil=True, cache=True)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Player's cards against the dealer's in a ranking system. `least` is the lowest value that qualifies, 0 if all do.

    Against player's values of `always` or more every hand qualifies.
    """

    system: str
    least: int
    always: int = ABOVE_ALL

    @classmethod
    def of(cls, game: DeclaredGame, term: Compare) -> "Comparison":
        """Return a declared comparison."""
        return cls(game.system(term), game.least_qualified(term), game.qualified_against(term))

    @property
    def n_codes(self) -> int:
        """Return how many outcomes there are."""
        return 2 * N_OUTCOMES if self.least else N_OUTCOMES

    @property
    def has_keys(self) -> bool:
        """Return whether kernels look up the values, by sums of card keys."""
        return self.system in SYSTEMS

    def codes(self, own: Cards, dealers: Cards) -> Numbers:
        """Return the outcome against every dealer's hand, as the levels of the comparison are numbered."""
        mine = int(ranking(self.system).evaluate(own[None, :])[0])
        least = self.least if mine < self.always else 0
        return compared_codes(np.full(len(dealers), mine, np.int64), self.values(dealers), least)

    def values(self, cards: Cards) -> Numbers:
        """Return the values of hands."""
        return ranking(self.system).evaluate(cards).astype(np.int64)


@dataclass(frozen=True, slots=True)
class Pool:
    """Cards paid by a table, including dealer's cards, by kind; `with_own` where it includes the player's cards too."""

    system: str
    with_own: bool

    @property
    def n_codes(self) -> int:
        """Return how many kinds there are."""
        return len(kinds(self.system)[1])

    def codes(self, own: Cards, dealers: Cards) -> Numbers:
        """Return the kind of the cards, for every dealer's hand."""
        cards = np.hstack([np.broadcast_to(own, (len(dealers), len(own))), dealers]) if self.with_own else dealers
        return kinds(self.system)[0][ranking(self.system).evaluate(cards)]


Told = Comparison | Pool


def compared_codes(mine: Numbers, theirs: Numbers, least: int) -> Numbers:
    """Return the levels of comparisons of two values: won, tied, lost, and the same again if some do not qualify."""
    codes = 1 + (mine < theirs) - (mine > theirs).astype(np.int64)
    return codes + N_OUTCOMES * (theirs < least) if least else codes


def outcomes(
    told: Comparison, values: Numbers, less: Numbers, up_to: Numbers, unqualified: Numbers, total: Numbers | int
) -> Numbers:
    """Return how many of the dealer's hands end in each outcome, for player hands of some values.

    This follows from how many are below the player's hand, how many below or equal to it, how many do not qualify, and
    how many there are.
    """
    barred = np.where(values < told.always, unqualified, 0)
    won, tied = np.minimum(less, barred), np.where((values < told.least) & (barred > 0), up_to - less, 0)
    without = np.column_stack([won, tied, np.maximum(barred - up_to, 0)])
    with_any = np.column_stack([less, up_to - less, total - up_to])
    return np.hstack([with_any - without, without]) if told.n_codes > N_OUTCOMES else with_any


def n_codes(told: Sequence[Told]) -> int:
    """Return how many cells are distinguished."""
    return prod(each.n_codes for each in told)


def count_dealers(own: Cards, up: Cards, left: Cards, hidden: int, told: Sequence[Told]) -> Numbers:
    """Count the dealer's hands with these cards up and `hidden` of the cards left, by the cell in which they end."""
    dealt = left[all_sets(len(left), hidden)]
    dealers = np.ascontiguousarray(np.hstack([np.broadcast_to(up, (len(dealt), len(up))), dealt]), np.uint8)
    codes = np.zeros(len(dealers), np.int64)
    for each in told:
        codes = codes * each.n_codes + each.codes(own, dealers)
    return np.bincount(codes, minlength=n_codes(told))


@dataclass(frozen=True)
class ShowdownRows:
    """A job over all hands of a deck, with a row for player's cards and the dealer's up cards, in parts of the rows.

    `told` is the list of features that the counts distinguish. A row is a class under renaming of suits, or only under
    those renamings that `keep_colors` together.
    """

    copies: tuple[int, ...]
    own: int
    up: int
    hidden: int
    told: Comparison | tuple[Told, ...]
    keep_colors: bool = field(default=False, kw_only=True)

    @property
    def name(self) -> str:
        """Return the job's name, for messages and for the folder."""
        return f"private-showdown-{self.own}-{self.up}-{self.hidden}"

    @property
    def parameters(self) -> Mapping[str, object]:
        """Return the cards and the distinguished features; every pay table and reading shares the counts."""
        return {
            "copies": list(self.copies),
            "cards": [self.own, self.up, self.hidden],
            "told": repr(self.told),
            "keep colours": self.keep_colors,
        }

    @property
    def modules(self) -> Sequence[str]:
        """Return the modules of the counting code and the rankings."""
        return (
            __name__,
            type(self).__module__,
            "houseway.analysis.counting.card_sets",
            "houseway.analysis.declared.levels",
            "houseway.cards.classes",
            "houseway.ranking.natural",
            "houseway.ranking.jokers",
            "houseway.ranking.points",
            "houseway.ranking.system",
        )

    def shards(self) -> Sequence[int]:
        """Return equal parts of the rows."""
        return range(N_SHARDS)


@dataclass(frozen=True)
class Showdowns(ShowdownRows):
    """The counts of every cell, by enumerating all of the dealer's hands."""

    told: tuple[Told, ...]

    def run(self, shard: int) -> Counts:
        """Return the counts of one part; the other rows are zero."""
        deck = Deck(self.copies)
        seen, _ = information_sets(deck, self.own, self.up, self.keep_colors)
        cards = np.array(deck.distinct, np.uint8)
        counts = np.zeros((len(seen), n_codes(self.told)), np.int64)
        for row in range(len(seen) * shard // N_SHARDS, len(seen) * (shard + 1) // N_SHARDS):
            left = cards[~np.isin(cards, seen[row])]
            counts[row] = count_dealers(seen[row, : self.own], seen[row, self.own :], left, self.hidden, self.told)
        return {"counts": counts}


@lru_cache(maxsize=4)
def information_sets(deck: Deck, own: int, up: int, keep_colors: bool = False) -> tuple[Cards, Numbers]:
    """Return the sights of a deciding seat, up to renaming of suits (player's cards, then dealer's), and
    their number.
    """
    return class_arrays(deck, (own, up) if up else (own,), keep_colors=keep_colors)


def enumerate_dealers(own: Cards, up: Cards, left: Cards, hidden: int, told: Comparison) -> Numbers:
    """Count the dealer's hands with these cards up and `hidden` hidden ones, at least one, by outcome."""
    lookup = ranking(told.system).lookup
    mine = int(told.values(own[None, :])[0])
    key = np.uint64(lookup.start + lookup.card_keys[up].sum(dtype=np.uint64))
    mask = np.bitwise_or.reduce(lookup.card_masks[up], initial=np.uint64(0))
    counts = np.zeros(2 * N_OUTCOMES, np.int64)
    _enumerate(left, hidden, lookup, key, mask, mine, told.least if mine < told.always else 0, counts)
    return counts[: told.n_codes]


@_compiled
def _enumerate(
    left: Array,
    hidden: int,
    lookup: Lookup,
    key: np.uint64,
    mask: np.uint64,
    mine: int,
    least: int,
    counts: Array,
) -> None:
    """Go through the sets of cards in order, with the sums of keys and masks of all cards but the last."""
    keys, masks = np.full(hidden, key), np.full(hidden, mask)
    places = np.zeros(hidden, np.int64)
    depth = 0
    while depth >= 0:
        if depth == hidden - 1:
            for last in range(places[depth], left.size):
                card = left[last]
                value = np.int64(
                    value_of(lookup, keys[depth] + lookup.card_keys[card], masks[depth] | lookup.card_masks[card])
                )
                code = 1 + np.int64(mine < value) - np.int64(mine > value)
                counts[code + N_OUTCOMES * np.int64(value < least)] += 1
        elif places[depth] <= left.size - (hidden - depth):
            card = left[places[depth]]
            keys[depth + 1] = keys[depth] + lookup.card_keys[card]
            masks[depth + 1] = masks[depth] | lookup.card_masks[card]
            places[depth + 1] = places[depth] + 1
            depth += 1
            continue
        depth -= 1
        if depth >= 0:
            places[depth] += 1
