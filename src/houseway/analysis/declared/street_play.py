"""Optimal play of one player's hand over the sets of community cards.

The best option of a seat depends on the *set* of community cards it sees, not on their order. So values are stored by
set, and the value with one card less is a sum over the sets with one card more:

    V(S) = sum over cards c outside S of V(S + c)

Going down k cards one at a time meets every larger set k! times, which is divided out. In the same way, the frequency
of a set is the sum over the sets with one card less. A value is a sum over all cards still to be shown (and over the
dealer's hands), never a mean. So all values are integers.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import comb, factorial

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import PLACES, all_sets
from houseway.analysis.declared.streets import Streets

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class StreetPlay:
    """The best options with one hand, from a stage on. All arrays are by prefix and by set of unseen community cards.

    `values[stage]` are the values of the prefixes after the stage, seen from there. `best[stage]` is the prefix that
    the best option of each prefix before it leads to.
    """

    streets: Streets
    n_cards: int
    first: int
    given: int
    values: tuple[Numbers, ...]
    best: tuple[NDArray[np.int8], ...]

    def size(self, stage: int) -> int:
        """Return how many of the unseen community cards are face up at a stage."""
        return self.streets.stages[stage].shown - self.given

    def reached(self) -> list[Numbers]:
        """Return how often each set is met before each stage, by prefix, and finally after the last stage."""
        first = self.first
        reach = np.zeros((len(self.streets.prefixes[first]), comb(self.n_cards, self.size(first))), np.int64)
        reach[0] = 1
        found = [reach]
        for place, best in enumerate(self.best):
            stage = first + place
            after = np.zeros((len(self.streets.prefixes[stage + 1]), reach.shape[1]), np.int64)
            columns = np.arange(reach.shape[1])
            for prefix, chosen in enumerate(best):
                after[chosen, columns] += reach[prefix]
            last = stage + 1 == len(self.streets.stages)
            reach = after if last else with_more(after, self.n_cards, self.size(stage), self.size(stage + 1))
            found.append(reach)
        return found


def best_play(streets: Streets, final: Numbers, n_cards: int, *, first: int = 0, given: int = 0) -> StreetPlay:
    """Decide from the last stage back to the first. `final` is the value of every path on every set of the last stage.

    Of equally good options the one with the largest commitment is best. It is the one with the smallest if the title's
    reading about ties selects that.
    """
    values: list[Numbers] = []
    chosen: list[NDArray[np.int8]] = []
    after = final
    for stage in reversed(range(first, len(streets.stages))):
        best = np.empty((len(streets.prefixes[stage]), after.shape[1]), np.int8)
        value = np.empty(best.shape, np.int64)
        for prefix, children in enumerate(streets.children[stage]):
            block = after[list(children)]
            pick = block.argmax(axis=0) if streets.game.smaller_on_ties else len(block) - 1 - block[::-1].argmax(axis=0)
            best[prefix] = np.array(children)[pick]
            value[prefix] = block.max(axis=0)
        values.insert(0, after)
        chosen.insert(0, best)
        if stage > first:
            size, below = streets.stages[stage].shown - given, streets.stages[stage - 1].shown - given
            after = with_fewer(value, n_cards, size, below)
    return StreetPlay(streets, n_cards, first, given, tuple(values), tuple(chosen))


@lru_cache(maxsize=12)
def one_less(n_cards: int, size: int) -> NDArray[np.int32]:
    """Return, for every set of a size, by its number, the numbers of the sets without each of its cards."""
    sets = all_sets(n_cards, size).astype(np.int64)
    found = np.zeros((len(sets), size), np.int32)
    for left_out in range(size):
        kept = np.delete(sets, left_out, axis=1)
        found[:, left_out] = PLACES[kept, np.arange(size - 1)].sum(axis=1)
    return found


def with_fewer(values: Numbers, n_cards: int, size: int, target: int) -> Numbers:
    """Sum the values of sets to the sets of fewer cards that they contain."""
    for now in range(size, target, -1):
        below = np.zeros((len(values), comb(n_cards, now - 1)), np.int64)
        _add_to_smaller(values, one_less(n_cards, now), below)
        values = below
    return values // factorial(size - target)


def with_more(reach: Numbers, n_cards: int, size: int, target: int) -> Numbers:
    """Sum the reach of sets to the sets of more cards that contain them."""
    for now in range(size + 1, target + 1):
        parents = one_less(n_cards, now)
        above = np.zeros((len(reach), len(parents)), np.int64)
        for column in parents.T:
            above += reach[:, column]
        reach = above
    return reach // factorial(target - size)


@numba.njit(nogil=True, cache=True)
def _add_to_smaller(values: Numbers, parents: NDArray[np.int32], below: Numbers) -> None:
    for prefix in range(values.shape[0]):
        for number in range(parents.shape[0]):
            for place in range(parents.shape[1]):
                below[prefix, np.uint32(parents[number, place])] += values[prefix, number]
