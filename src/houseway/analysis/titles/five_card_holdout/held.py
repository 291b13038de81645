"""A random opponent's holds by a rule: every hand that can still be dealt, sorted by the cards that it keeps.

Cards here are places, 0, 1, 2, .. among the cards that have not been seen.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting import card_sets
from houseway.analysis.counting.card_sets import Array, all_sets, set_classes, set_numbers, spread
from houseway.analysis.titles.five_card_holdout.showdown import RANKING
from houseway.cards.card import Card
from houseway.cards.deck import Deck
from houseway.errors import unknown
from houseway.games.titles.five_card_holdout import hold_rules
from houseway.games.titles.five_card_holdout.hold_rules import HOLD_RULES
from houseway.games.titles.five_card_holdout.table import BOARD_CARDS, HOLE_CARDS
from houseway.ranking import natural, ranking
from houseway.ranking.array_cache import kept_arrays, source_hash

_PAIRS_AT_ONCE = 1 << 20
_SOURCES = (hold_rules.__file__, natural.__file__, card_sets.__file__)
"""The sources, other than this file, that determine the cards that a rule keeps."""


class Holds(NamedTuple):
    """The different sets of one size that opponents keep, a column for each.

    `values`: the value with each set of board cards that completes the hand (rows by number), 0 if they share a card.
    `hands`: of the opponent's hands that keep the set, how many have certain cards among their discards. Rows are the
    sets of discards, the empty one first, then by size and number, each size from its place in `starts`. `apart`: for
    each card, -1 (all bits) if the set does not contain it, else 0.
    """

    size: int
    values: NDArray[np.uint16]
    hands: NDArray[np.int32]
    apart: NDArray[np.int32]
    starts: NDArray[np.int64]


@dataclass(frozen=True)
class Opponents:
    """All hands of an opponent: those that keep one to four cards, and the values of those that keep all five."""

    n_cards: int
    parts: tuple[Holds, Holds, Holds, Holds]
    whole: NDArray[np.uint8]
    whole_values: NDArray[np.uint16]

    @classmethod
    def of(cls, unseen: NDArray[np.uint8], rule: str) -> "Opponents":
        """Return every hand of five of the unseen cards (ascending), held by a named rule."""
        hands = all_sets(len(unseen), HOLE_CARDS)
        kept = kept_cards(rule)[set_numbers(unseen[hands])]
        arranged = np.take_along_axis(hands, KEPT_FIRST[kept], axis=1)
        sizes = np.bitwise_count(kept)
        one, two, three, four = (_holds(unseen, arranged[sizes == size], size) for size in range(1, HOLE_CARDS))
        whole = hands[sizes == HOLE_CARDS]
        values = ranking(RANKING).evaluate(unseen[whole])
        order = values.argsort(kind="stable")
        return cls(len(unseen), (one, two, three, four), whole[order], values[order])


KEPT_FIRST = np.array(
    [sorted(range(HOLE_CARDS), key=lambda place: (not kept >> place & 1, place)) for kept in range(1 << HOLE_CARDS)]
)
"""The places of a hand by the bits of the kept cards: the kept ones first, then the others."""


@lru_cache(maxsize=8)
def kept_cards(rule: str) -> NDArray[np.uint8]:
    """Return the cards that a rule keeps of every hand, by number, as bits: bit i is the i-th lowest card.

    A rule does not depend on the names of suits, so it is applied to one hand of each class.
    """
    if rule not in HOLD_RULES:
        raise unknown("hold rule", rule, HOLD_RULES)
    version = source_hash(Path(source) for source in (__file__, *_SOURCES))
    return kept_arrays(f"holdout-{rule}", version, ["kept"], lambda: {"kept": _kept_cards(rule)})["kept"]


def _kept_cards(rule: str) -> NDArray[np.uint8]:
    hold = HOLD_RULES[rule]
    members = set_classes(Deck.standard(), HOLE_CARDS).members
    kept = np.zeros(len(members), np.uint8)
    for row, cards in enumerate(members.tolist()):
        held = hold([Card(card) for card in cards])
        kept[row] = sum(1 << cards.index(card) for card in held)
    return spread(Deck.standard(), members, kept)


def _holds(unseen: NDArray[np.uint8], arranged: NDArray[np.uint8], size: int) -> Holds:
    n_cards, n_discards = len(unseen), HOLE_CARDS - size
    numbers, columns = np.unique(set_numbers(arranged[:, :size]), return_inverse=True)
    sets = all_sets(n_cards, size)[numbers]
    starts = np.cumsum([0, *(comb(n_cards, cards) for cards in range(n_discards + 1))])
    hands = np.zeros((starts[-1], len(sets)), np.int32)
    for cards in range(n_discards + 1):
        for chosen in combinations(range(size, HOLE_CARDS), cards):
            rows = starts[cards] + set_numbers(arranged[:, list(chosen)])
            np.add.at(hands, (rows, columns), 1)
    apart = np.where((sets[:, :, None] == np.arange(n_cards)).any(axis=1), 0, -1).astype(np.int32).T
    return Holds(size, _completed(unseen, sets, n_discards), hands, np.ascontiguousarray(apart), starts)


def _completed(unseen: NDArray[np.uint8], sets: NDArray[np.uint8], missing: int) -> NDArray[np.uint16]:
    """Return the values of the sets with all sets of `missing` other cards."""
    others = all_sets(len(unseen), missing)
    values = np.zeros((len(others), len(sets)), np.uint16)
    set_bits, other_bits = _bits(sets), _bits(others)
    rows_at_once = max(1, _PAIRS_AT_ONCE // max(1, len(sets)))
    for start in range(0, len(others), rows_at_once):
        rows, columns = np.nonzero(other_bits[start : start + rows_at_once, None] & set_bits == 0)
        rows += start
        hands = unseen[np.concatenate([others[rows], sets[columns]], axis=1)]
        values[rows, columns] = ranking(RANKING).evaluate(hands)
    return values


def _bits(sets: Array) -> NDArray[np.uint64]:
    bits: NDArray[np.uint64] = (np.uint64(1) << sets.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    return bits


def boards_of(n_cards: int) -> NDArray[np.uint8]:
    """Return every full board as places among the unseen cards, by number."""
    return all_sets(n_cards, BOARD_CARDS)
