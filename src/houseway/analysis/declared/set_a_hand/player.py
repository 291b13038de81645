"""A player who sets many hands at once, for simulations. Every hand is looked up by its class."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.declared.family import Player
from houseway.analysis.declared.set_a_hand.classes import HAND, ClassLookup, class_of
from houseway.analysis.declared.set_a_hand.layout import kinds_of
from houseway.analysis.declared.set_a_hand.play import Cells
from houseway.analysis.declared.set_a_hand.settings import Numbers, Rows, Settings
from houseway.games.engine.declared.vocabulary import Between, Hand
from houseway.ranking.kernels import leaf

Cards = NDArray[np.uint8]
N_BYTE = 256


class Ended(NamedTuple):
    """The endings of rounds. `own` has, by class, both values as the hand is set, the ending on its path and that
    without a path. `dealers` has both values and the kind. `asked` is by kind whether the seat decides. `added` holds,
    by kind and halves won, the amount by which the ending is raised.
    """

    own: Numbers
    dealers: Numbers
    asked: NDArray[np.bool_]
    added: Numbers


@dataclass(frozen=True)
class SetPlayer(Player):
    """A player who sets every class to `high` and `low`, on its `path`; if `seeing`, the best against the dealer.

    Of two settings that win one half each, the one that wins the low hand is taken only if the title's reading about
    ties takes the smaller choice.
    """

    settings: Settings
    cells: Cells
    high: Numbers
    low: Numbers
    path: Numbers
    unasked: frozenset[int]
    seeing: bool = False
    plays_to_the_end = True

    def paths(self, cards: Mapping[Hand, Cards]) -> Numbers:
        """Return the number of the path that each round takes."""
        return self.endings(cards) // self.cells.payoffs.n_cells

    def endings(self, cards: Mapping[Hand, Cards]) -> Numbers:
        """Return the path and cell of each round as one number."""
        own, dealers = self._classes(cards[self.cells.layout.own]), self._classes(cards[self.cells.layout.dealer])
        table, endings = self._ended, np.empty(len(own), np.int64)
        if self.seeing:
            _end_seeing(own, dealers, self.settings.rows, table, self.cells.payoffs.game.smaller_on_ties, endings)
        else:
            _end_unseen(own, dealers, table, endings)
        return endings

    @cached_property
    def _ended(self) -> "Ended":
        """Return the tables of the endings. Pay table rows go by the player's class, halves and kinds by the dealer's,
        and a cell is the sum of both.
        """
        payoffs, settings = self.cells.payoffs, self.settings
        kinds = kinds_of(payoffs.game, settings)
        n_kinds = 1 << len(payoffs.game.every(Between))
        first, unasked = self.cells.at(0, 0, settings), payoffs.paths.index(()) if self.unasked else 0
        added = [[self.cells.at(half, kind, settings)[0] - first[0] for half in range(4)] for kind in range(n_kinds)]
        return Ended(
            own=np.column_stack(
                [self.high, self.low, self.path * payoffs.n_cells + first, unasked * payoffs.n_cells + first]
            ),
            dealers=np.column_stack([settings.house_high, settings.house_low, kinds]),
            asked=np.array([kind not in self.unasked for kind in range(n_kinds)]),
            added=np.array(added, np.int64),
        )

    @cached_property
    def _places(self) -> NDArray[np.uint8]:
        """Return the place of a card in the deck, as the look-up counts cards."""
        places = np.zeros(N_BYTE, np.uint8)
        for place, card in enumerate(self.cells.payoffs.game.deck.distinct):
            places[card] = place
        return places

    def _classes(self, cards: Cards) -> Numbers:
        found = np.empty(len(cards), np.int64)
        _classes_of(self.settings.lookup, self._places, cards, found)
        return found


@numba.njit(nogil=True, cache=True)
def _classes_of(lookup: ClassLookup, places: Cards, hands: Cards, found: Numbers) -> None:
    for row in range(len(hands)):
        key, mask = lookup.start, np.uint64(0)
        for column in range(HAND):
            place = places[hands[row, column]]
            key += lookup.keys[place]
            mask |= lookup.masks[place]
        found[row] = class_of(lookup, key, mask)


@leaf
def _ending(own: np.uint64, dealers: np.uint64, half: np.int64, ended: Ended) -> np.int64:
    """Return the path and cell of a round from both classes and the halves won, as `play.HALVES` counts them."""
    kind = np.uint64(ended.dealers[dealers, 2])
    cell: np.int64 = ended.own[own, 2 if ended.asked[kind] else 3] + ended.added[kind, np.uint64(half)]
    return cell


@numba.njit(nogil=True, cache=True)
def _end_unseen(own: Numbers, dealers: Numbers, ended: Ended, endings: Numbers) -> None:
    """End rounds with both hands as they are set."""
    for row in range(own.size):
        mine, theirs = np.uint64(own[row]), np.uint64(dealers[row])
        above = ended.own[mine, 0] > ended.dealers[theirs, 0]
        before = ended.own[mine, 1] > ended.dealers[theirs, 1]
        endings[row] = _ending(mine, theirs, 3 - 2 * above - before, ended)


@numba.njit(nogil=True, cache=True)
def _end_seeing(
    own: Numbers, dealers: Numbers, rows: Rows, ended: Ended, smaller_on_ties: bool, endings: Numbers
) -> None:
    """End rounds with the player's hand set best against the dealer's, by settings that no other of its class beats."""
    for row in range(own.size):
        mine, theirs = np.uint64(own[row]), np.uint64(dealers[row])
        high, low = ended.dealers[theirs, 0], ended.dealers[theirs, 1]
        first = np.uint64(rows.start[mine] + 1)
        last = np.uint64(rows.start[mine] + rows.n_best[mine])
        above, before = rows.high[first] > high, rows.low[last] > low
        half = np.int64(3)
        if above and not (before and smaller_on_ties):
            half = np.int64(1)
        elif before:
            half = np.int64(2)
        each = first
        while each <= last and rows.high[each] > high:
            if rows.low[each] > low:
                half = np.int64(0)
                break
            each += np.uint64(1)
        endings[row] = _ending(mine, theirs, half, ended)
