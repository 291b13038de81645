"""The last round of betting over buckets, solved as a whole from how often buckets meet and win.

A bucket is played alike on every board, so all boards reduce to two tables. `met` is how often a bucket of the first
player meets one of the second. `won` is how much more often it wins than it loses then.
"""

import numba
import numpy as np

from houseway.analysis.solve.betting import BettingTree
from houseway.analysis.solve.kernels import UPDATE, climb, descend
from houseway.analysis.solve.rounds import Step
from houseway.analysis.solve.sampling import Array


@numba.njit(cache=True, nogil=True)
def _runs(buckets, count):  # type: ignore[no-untyped-def]
    """Return the end of each bucket's hands, line by line: (lines, buckets)."""
    ends = np.zeros((len(buckets), count), np.int64)
    for line in range(len(buckets)):
        place = 0
        for bucket in range(count):
            while place < buckets.shape[1] and buckets[line, place] == bucket:
                place += 1
            ends[line, bucket] = place
    return ends


@numba.njit(cache=True, nogil=True, fastmath=True)
def add_pairs(bits, strengths, weights, others, buckets, other_buckets, places, met, won):  # type: ignore[no-untyped-def]
    """Add all pairs of hands that share no card: the first player's, then the second's.

    Each hand has its bits, strength (in pairs), weight and bucket by line: (lines, hands). Hands are in ascending
    strength, so that those of a bucket are adjacent. The tables are (places, buckets, buckets). By each line, pairs are
    added to those of one place.
    """
    first, second = strengths
    apart, sign = np.zeros(len(second), np.float32), np.zeros(len(second), np.float32)
    theirs, ends = others.astype(np.float32), _runs(other_buckets, met.shape[2])
    for one in range(len(first)):
        for two in range(len(second)):
            apart[two] = 0.0 if bits[0][one] & bits[1][two] else 1.0
            order = 1.0 if first[one] > second[two] else -1.0 if first[one] < second[two] else 0.0
            sign[two] = order * apart[two]
        for line in range(len(weights)):
            weight = weights[line, one]
            if weight <= 0.0:
                continue
            pairs, wins = met[places[line], buckets[line, one]], won[places[line], buckets[line, one]]
            own, start = theirs[line], 0
            for column in range(len(pairs)):
                there, taken = np.float32(0.0), np.float32(0.0)
                for two in range(start, ends[line, column]):
                    there += apart[two] * own[two]
                    taken += sign[two] * own[two]
                pairs[column] += weight * there
                wins[column] += weight * taken
                start = ends[line, column]


@numba.njit(cache=True, nogil=True)
def _summed(reaches, table, found):  # type: ignore[no-untyped-def]
    """Compute the sums of a table's rows, weighted by each row of reaches."""
    found[:] = 0.0
    for row in range(len(reaches)):
        for each in range(len(table)):
            for bucket in range(table.shape[1]):
                found[row, bucket] += reaches[row, each] * table[each, bucket]


@numba.njit(cache=True, nogil=True)
def _iterate(  # type: ignore[no-untyped-def]
    actors, cells, n_actions, children, folded, before, before_end, amounts, met, won, regrets, averages, steps
):  # fmt: skip
    """Let both players learn in turn, for the given number of iterations."""
    plays = np.zeros_like(regrets)
    reaches = np.zeros((2, 1 + regrets.shape[1], regrets.shape[2]))
    start, locked = np.ones(regrets.shape[2]), np.zeros((len(actors), 1), np.bool_)
    values, at = np.zeros((len(folded), regrets.shape[2])), np.zeros((len(actors), regrets.shape[2]))
    there, taken = np.zeros_like(reaches[0]), np.zeros_like(reaches[0])
    for step in steps:
        for player in range(2):
            for each in range(2):
                descend(
                    actors, cells, n_actions, before, each, regrets[each], start, plays[each], reaches[each]
                )  # fmt: skip
            _summed(reaches[1 - player], met[player], there)
            _summed(reaches[1 - player], won[player], taken)
            for ending in range(len(folded)):
                came, who = before_end[1 - player, ending], folded[ending]
                worth = taken[came] if who < 0 else there[came]
                amount = -amounts[ending] if who == player else amounts[ending]
                for bucket in range(values.shape[1]):
                    values[ending, bucket] = amount * worth[bucket]
            climb(
                actors, cells, n_actions, children, before, player, UPDATE, values, plays[player], reaches[player],
                regrets[player], averages[player], locked, step[0], step[1], step[2], at,
            )  # fmt: skip


def solve_over_buckets(tree: BettingTree, half: float, met: Array, won: Array, iterations: int) -> Array:
    """Return the sums of both players' average play in a last round, by player, action and bucket.

    `half` is half the pot when the round begins. `met` and `won` are (buckets of the first, of the second).
    """
    total = met.sum()
    seen = [np.ascontiguousarray(each) / total for each in (met.T, met)]
    signed = [np.ascontiguousarray(each) / total for each in (won.T, -won)]
    regrets = np.zeros((2, max(tree.n_cells), len(met)))
    averages = np.zeros_like(regrets)
    steps = np.array([(step.gain, step.loss, step.fade) for step in map(Step.number, range(1, iterations + 1))])
    _iterate(
        tree.actors, tree.cells, tree.n_actions, tree.children, tree.folded, tree.before, tree.before_end,
        half + tree.lost, np.array(seen), np.array(signed), regrets, averages, steps,
    )  # fmt: skip
    return averages
