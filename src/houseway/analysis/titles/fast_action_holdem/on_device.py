"""The counts of Fast Action Hold'em by the kernel in `sweep.cu`, on whatever machine runs it."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.device.machines import Machine, fixed_room, kernel_source, table
from houseway.analysis.counting.sums import Counts
from houseway.analysis.titles.fast_action_holdem.counting import needs_limbs, tables_of
from houseway.analysis.titles.fast_action_holdem.jobs import EXTRA_COLUMNS, LIMB, FastActionCount
from houseway.analysis.titles.fast_action_holdem.space import Integers, space_of
from houseway.ranking import ranking

WINS, CARRIES, BOARDS = range(3)
POINTERS = (
    "copies", "start", "tie_start", "binomial", "keys",
    "pair_high", "pair_low", "first", "second", "weight", "kind", "types", "times", "tie_weight", "images",
    "own_kept", "tie_beside", "tie_kept", "line", "class_of_value",
    "offsets", "suited_offsets", "values", "suited_values",
)  # fmt: skip
"""The arrays of `struct Tables`, in its order."""


@cache
def source() -> str:
    """The kernel's text."""
    return kernel_source("houseway.analysis.titles.fast_action_holdem", "sweep.cu")


def kernel_arrays(job: FastActionCount) -> dict[str, NDArray[Any]]:
    """The arrays that the kernel reads, by name."""
    tables, lookup = tables_of(job), ranking(job.system).lookup
    of_lookup = {name: getattr(lookup, name) for name in ("offsets", "suited_offsets", "values", "suited_values")}
    arrays = {**tables._asdict(), **of_lookup, "keys": lookup.card_keys[tables.card_ids]}
    return {name: arrays[name] for name in POINTERS}


def kernel_numbers(job: FastActionCount) -> list[int]:
    """The numbers at the head of `struct Tables`."""
    space, tables = space_of(job.deck), tables_of(job)
    return [
        len(space.types),
        space.n_pairs,
        len(job.first_values),
        space.n_arrangements + 1,
        len(space.images),
        tables.binomial.shape[1],
        int(needs_limbs(job)),
        int(ranking(job.system).lookup.start),
    ]


def cells_shape(job: FastActionCount) -> tuple[int, int, int, int]:
    """Classes, columns, lines, and three numbers a cell."""
    n_classes = len(job.first_values)
    return n_classes, n_classes + EXTRA_COLUMNS, space_of(job.deck).n_arrangements + 1, 3


def as_counts(job: FastActionCount, cells: NDArray[np.uint64]) -> Counts:
    """The cells in the form of `counting.count_some_boards`; a win count is cut into limbs that carry."""
    wins, carries, boards = (cells[..., :-1, part] for part in (WINS, CARRIES, BOARDS))
    limbs = [wins & np.uint64(2**LIMB - 1), (wins >> np.uint64(LIMB)) + (carries << np.uint64(64 - LIMB))]
    found = np.stack(limbs) if needs_limbs(job) else wins[None]
    return {"wins": found.astype(np.int64), "boards": boards.astype(np.int64)}


def count_on(machine: Machine, job: FastActionCount, boards: Integers, orbits: Integers) -> Counts:
    """Count some boards."""
    head, held = table(machine, kernel_numbers(job), kernel_arrays(job))
    cells = machine.zeros(cells_shape(job), np.uint64)
    rows, weights = machine.put(boards.astype(np.uint8)), machine.put(orbits.astype(np.uint8))
    given = [head, rows, weights, np.uint32(len(boards)), machine.zeros(1, np.uint32), cells]
    machine.launch(source(), "count_boards", given, fixed_room(machine, source()))
    del held
    return as_counts(job, machine.get(cells))
