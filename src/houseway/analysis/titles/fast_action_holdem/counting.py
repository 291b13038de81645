"""The boards of a shard counted by the kernel, in runs that fit in 64 bits."""

from functools import lru_cache
from math import comb
from time import thread_time

import numpy as np

from houseway.analysis.counting.sums import Counts
from houseway.analysis.titles.fast_action_holdem.jobs import EXTRA_COLUMNS, LIMB, FastActionCount, dealer_ways
from houseway.analysis.titles.fast_action_holdem.space import BOARD, Space, space_of
from houseway.analysis.titles.fast_action_holdem.sweep import count_boards
from houseway.analysis.titles.fast_action_holdem.tables import Integers, Numbers, Tables, kernel_tables
from houseway.ranking import ranking

SAMPLED_BOARDS = 96
"""How many boards tell how long all will take."""


def count_some_boards(job: FastActionCount, boards: Integers, orbits: Integers) -> Counts:
    """The counts of some boards in runs that fit in 64 bits; the high limbs are there only if one run is too few."""
    space, n_classes = space_of(job.deck), len(job.first_values)
    tables, lookup = tables_of(job), ranking(job.system).lookup
    n_lines = space.n_arrangements + 1
    cells = np.zeros((n_classes, (n_classes + EXTRA_COLUMNS) * n_lines, 2), np.int64)
    small = dealer_ways(job.deck) < 2**31
    numbers: Numbers = np.empty(0, np.int32) if small else np.empty(0, np.int64)
    limbs: list[Integers] = []
    for first, last in runs(job, boards, orbits):
        cells[..., 0] = 0
        count_boards(tables, lookup, boards[first:last], orbits[first:last], numbers, cells)
        run_limbs = [cells[..., 0] & (2**LIMB - 1), cells[..., 0] >> LIMB] if needs_limbs(job) else [cells[..., 0]]
        limbs = [total + part for total, part in zip(limbs, run_limbs, strict=True)] if limbs else run_limbs
    shape = n_classes, n_classes + EXTRA_COLUMNS, n_lines
    return {
        "wins": np.stack([limb.reshape(shape)[..., :-1] for limb in limbs]),
        "boards": cells[..., 1].reshape(shape)[..., :-1].copy(),
    }


def measured_seconds(job: FastActionCount) -> float:
    """The CPU time of all shards: what each costs by itself, and each board. The first board compiles the kernel."""
    boards, orbits = space_of(job.deck).boards
    count_some_boards(job, boards[:1], orbits[:1])
    taken = []
    for some in (slice(0, 1), slice(0, 1), slice(0, None, max(1, len(boards) // SAMPLED_BOARDS))):
        started = thread_time()
        count_some_boards(job, boards[some], orbits[some])
        taken.append(thread_time() - started)
    of_one, n_some = min(taken[:2]), len(boards[some])
    a_board = max(0.0, taken[2] - of_one) / max(1, n_some - 1)
    return a_board * len(boards) + of_one * len(job.shards())


@lru_cache(maxsize=4)
def tables_of(job: FastActionCount) -> Tables:
    """The arrays that the kernel reads for a job, kept for the next shard."""
    return kernel_tables(space_of(job.deck), job.rules, job.system, job.first_values)


def needs_limbs(job: FastActionCount) -> bool:
    """Whether the sum over all boards may pass 64 bits, so that win counts have a high part."""
    return comb(job.deck.size, BOARD) * dealer_ways(job.deck) * len(space_of(job.deck).images) >= 2**63


def runs(job: FastActionCount, boards: Integers, orbits: Integers) -> list[tuple[int, int]]:
    """Cut boards into runs none of which can add 2^63 to a count."""
    space = space_of(job.deck)
    return cut_into_runs(space, boards, orbits, (2**63 - 1) // (dealer_ways(job.deck) * len(space.images)))


def cut_into_runs(space: Space, boards: Integers, orbits: Integers, most: int) -> list[tuple[int, int]]:
    """Runs of boards that stand for at most so many physical ones each; no runs if one board stands for more."""
    cuts, weight = [0], 0
    for row, physical in enumerate(_physical_boards(space, boards, orbits)):
        if physical > most:
            return []
        if weight + physical > most:
            cuts.append(row)
            weight = 0
        weight += physical
    return list(zip(cuts, [*cuts[1:], len(boards)], strict=True))


def _physical_boards(space: Space, boards: Integers, orbits: Integers) -> list[int]:
    """For each board its orbit times the ways to pick its cards among the copies."""
    ways = orbits.copy()
    times = np.ones(len(boards), np.int64)
    for place in range(BOARD):
        same = boards[:, place] == boards[:, place - 1] if place else np.zeros(len(boards), np.bool_)
        times = np.where(same, times + 1, 1)
        ways = ways * (space.copies[boards[:, place]] - times + 1) // times
    found: list[int] = ways.tolist()
    return found
