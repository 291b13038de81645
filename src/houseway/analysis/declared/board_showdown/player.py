"""Optimal play of a board showdown for many rounds at once, by tables alone.

The decisions up to the middle level are one table by class of middle set and hand. The late ones are a choice for every
class of late set and hand, a bit each where there are two ways: 134,459 boards times 1,326 hands are 22 megabytes. Both
are found by the number of the set, its class, and the renaming of suits that takes the hand along.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.numbering import numbers_of
from houseway.analysis.declared.board_showdown.early_streets import EarlyPlay
from houseway.analysis.declared.board_showdown.jobs import Passes
from houseway.analysis.declared.board_showdown.layout import Layout, late_symmetries, space_of
from houseway.analysis.declared.family import Player
from houseway.cards.card import N_NATURAL
from houseway.games.engine.declared.vocabulary import Hand

Numbers = NDArray[np.int64]
Bytes = NDArray[np.uint8]

_ONE, _THREE, _SEVEN = np.uint64(1), np.uint64(3), np.uint64(7)
_RENAMING_BITS = np.uint64(5)
"""Enough for the 24 renamings of suits, below the number of a class."""
_RENAMING = np.uint64(31)


class PlayTables(NamedTuple):
    """The tables that decide: `middle` and `late` hold the class and the renaming of every set, `prefixes` is by class
    of middle set and hand. The rest is as in the first pass (`passes.Tables`).
    """

    middle: NDArray[np.uint32]
    late: NDArray[np.uint32]
    hand_images: NDArray[np.uint16]
    prefixes: NDArray[np.int8]
    first_path: Numbers
    planes: Numbers
    choices: Bytes
    n_planes: int
    choice_bits: int


@dataclass(frozen=True)
class BoardPlayer(Player):
    """A player by the tables that the first pass leads to. `place_of` is None where every card is its own place."""

    layout: Layout
    place_of: Bytes | None
    tables: PlayTables

    @classmethod
    def of(cls, passes: Passes, early: EarlyPlay, choices: Bytes) -> "BoardPlayer":
        """Return a player from the decisions of the first pass: before the late stages, and on them."""
        layout = early.layout
        space = space_of(passes.deck, layout.middle)
        place_of = None
        if len(space.cards) < N_NATURAL:
            place_of = np.zeros(N_NATURAL, np.uint8)
            place_of[space.cards] = np.arange(len(space.cards))
        tables = PlayTables(
            middle=_together(space.set_class, space.set_symmetry),
            late=_together(*late_symmetries(passes.deck, layout.late)),
            hand_images=space.hand_images.astype(np.uint16),
            prefixes=early.prefixes()[space.class_of],
            first_path=passes.tables.first_path,
            planes=passes.tables.planes,
            choices=choices,
            n_planes=passes.tables.n_planes,
            choice_bits=passes.tables.choice_bits,
        )
        return cls(layout, place_of, tables)

    def paths(self, cards: Mapping[Hand, Bytes]) -> Numbers:
        """Return the number of the path that each round takes."""
        streets = self.layout.streets
        own, board = cards[streets.own], streets.board.dealt(cards)
        if self.place_of is not None:
            own, board = self.place_of[own], self.place_of[board]
        paths = np.empty(len(own), np.int64)
        middle, late = (numbers_of(board, size) for size in (self.layout.middle, self.layout.late))
        _take_paths(self.tables, numbers_of(own), middle, late, paths)
        return paths


@dataclass(frozen=True)
class OnePath(Player):
    """A player who takes the same path in every round."""

    path: int

    def paths(self, cards: Mapping[Hand, Bytes]) -> Numbers:
        """Return the number of the path, for each round."""
        return np.full(len(next(iter(cards.values()))), self.path, np.int64)


def _together(classes: NDArray[np.int32], renamings: NDArray[np.int8]) -> NDArray[np.uint32]:
    """Return class and renaming in one number, so that one look-up finds both."""
    return (classes.astype(np.uint32) << np.uint32(_RENAMING_BITS)) | renamings.astype(np.uint32)


@numba.njit(nogil=True, cache=True)
def _take_paths(play: PlayTables, hands: Numbers, middle_sets: Numbers, late_sets: Numbers, paths: Numbers) -> None:
    """Take the prefix by the middle set and the hand; from there the one path there is, or the late choice."""
    middle, late, hand_images, prefixes, first_path, planes, choices, n_planes, width = play
    n_hands, one_choice = np.uint64(hand_images.shape[1]), (_ONE << np.uint64(width)) - _ONE
    for row in range(hands.size):
        hand = np.uint64(hands[row])
        seen = middle[np.uint64(middle_sets[row])]
        prefix = np.uint64(prefixes[seen >> _RENAMING_BITS, np.uint64(hand_images[seen & _RENAMING, hand])])
        path, plane = first_path[prefix], planes[prefix]
        if plane >= 0:
            seen = late[np.uint64(late_sets[row])]
            before = (seen >> _RENAMING_BITS) * np.uint64(n_planes) + np.uint64(plane)
            bit = (before * n_hands + np.uint64(hand_images[seen & _RENAMING, hand])) * np.uint64(width)
            path += np.int64(np.uint64(choices[bit >> _THREE]) >> (bit & _SEVEN) & one_choice)
        paths[row] = path
