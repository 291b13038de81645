"""Best play of a board showdown for many rounds at once.

Decisions before the late level come from the table of the first pass. A late decision has no table: it is worked out
for the round at hand, against every hand that the dealer can have.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import set_numbers
from houseway.analysis.declared.board_showdown.jobs import Passes
from houseway.analysis.declared.board_showdown.layout import Layout
from houseway.analysis.declared.board_showdown.passes import Tables, decide_late, make_room
from houseway.analysis.declared.board_showdown.space import space_of
from houseway.games.engine.declared.vocabulary import Hand
from houseway.ranking import ranking
from houseway.ranking.lookup import Lookup
from houseway.ranking.valuing import value_of

Numbers = NDArray[np.int64]
Bytes = NDArray[np.uint8]


@dataclass(frozen=True)
class BoardPlayer:
    """Plays by the prefix on which each class of middle set and hand stands, and by reckoning from there."""

    layout: Layout
    passes: Passes
    prefix_of: NDArray[np.int8]

    def paths(self, cards: Mapping[Hand, Bytes]) -> Numbers:
        """The number of the path that each round takes."""
        streets, (middle, late, _) = self.layout.streets, self.passes.sizes
        space = space_of(self.passes.deck, middle)
        own = np.searchsorted(space.cards, cards[streets.own])
        board = np.searchsorted(space.cards, streets.board.dealt(cards))
        sets = set_numbers(np.sort(board[:, :middle], axis=1))
        hands = space.hand_images[space.set_symmetry[sets], set_numbers(np.sort(own, axis=1))]
        prefix = self.prefix_of[space.class_of[space.set_class[sets], hands]].astype(np.int64)
        paths = np.empty(len(prefix), np.int64)
        lookup = ranking(self.passes.system).lookup
        _late_paths(self.passes.tables, lookup, own.astype(np.uint8), board[:, :late].astype(np.uint8), prefix, paths)
        return paths


@dataclass(frozen=True)
class OnePath:
    """Takes the same path in every round."""

    path: int

    def paths(self, cards: Mapping[Hand, Bytes]) -> Numbers:
        """The number of the path, for each round."""
        return np.full(len(next(iter(cards.values()))), self.path, np.int64)


@numba.njit(nogil=True, cache=True)
def _late_paths(t: Tables, lookup: Lookup, own: Bytes, boards: Bytes, prefixes: Numbers, paths: Numbers) -> None:
    """Follow each prefix to its path; where a late option is to be chosen, by the value of every path."""
    room = make_room(t, 1)
    decides = np.zeros(t.n_prefixes[0], np.bool_)
    for path in range(t.n_prefixes[-1]):
        place, chosen = path, False
        for stage in range(t.starts.shape[0] - 1, -1, -1):
            prefix = 0
            while t.starts[stage, prefix + 1] <= place:
                prefix += 1
            chosen = chosen or t.starts[stage, prefix + 1] - t.starts[stage, prefix] > 1
            place = prefix
        decides[place] = decides[place] or chosen
    decide_late(t, room, 0)
    followed = room.leads_to[0].copy()
    for row in range(own.shape[0]):
        prefix = prefixes[row]
        if decides[prefix]:
            _value_paths(t, lookup, own[row], boards[row], room.paths[0])
            decide_late(t, room, 0)
            paths[row] = room.leads_to[0, prefix]
        else:
            paths[row] = followed[prefix]


@numba.njit(nogil=True, cache=True)
def _value_paths(t: Tables, lookup: Lookup, own: Bytes, board: Bytes, values: Numbers) -> None:
    """The value of every path with an own hand and the common cards in sight, by plain enumeration."""
    left = np.empty(t.cards.size, np.uint8)
    n_left = 0
    for place in range(t.cards.size):
        if not (own == place).any() and not (board == place).any():
            left[n_left] = t.cards[place]
            n_left += 1
    board_key, board_mask = lookup.start, np.uint64(0)
    for place in board:
        board_key += lookup.card_keys[t.cards[place]]
        board_mask |= lookup.card_masks[t.cards[place]]
    values[:] = 0
    outcomes = np.zeros(6, np.int64)
    for last in range(n_left if t.hidden else 1):
        key, mask = board_key, board_mask
        if t.hidden:
            key += lookup.card_keys[left[last]]
            mask |= lookup.card_masks[left[last]]
        own_key, own_mask = key, mask
        for place in own:
            own_key += lookup.card_keys[t.cards[place]]
            own_mask |= lookup.card_masks[t.cards[place]]
        mine = value_of(lookup, own_key, own_mask)
        outcomes[:] = 0
        for high in range(n_left):
            if t.hidden and high == last:
                continue
            high_key, high_mask = key + lookup.card_keys[left[high]], mask | lookup.card_masks[left[high]]
            for low in range(high):
                if t.hidden and low == last:
                    continue
                with_low = high_key + lookup.card_keys[left[low]]
                theirs = value_of(lookup, with_low, high_mask | lookup.card_masks[left[low]])
                outcomes[1 + (mine < theirs) - (mine > theirs) + 3 * (theirs < t.least)] += 1
        for path in range(t.net.shape[0]):
            for outcome in range(6):
                values[path] += t.net[path, t.kind_by_value[mine], outcome] * outcomes[outcome]
