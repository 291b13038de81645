"""The counts of Fast Action Hold'em by the kernel in `sweep.cu`, on any machine that runs it."""

from functools import cache, lru_cache
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.device.machines import Machine, fixed_room, kernel_source, table
from houseway.analysis.counting.sums import Counts
from houseway.analysis.titles.fast_action_holdem.counting import DISTINCT, Tables, cut_into_runs, needs_limbs, tables_of
from houseway.analysis.titles.fast_action_holdem.counts import EXTRA_COLUMNS, LIMB, FastActionCount, dealer_ways
from houseway.analysis.titles.fast_action_holdem.space import Integers, space_of
from houseway.ranking import ranking

WINS_BITS, BOARDS_BITS, KEPT_BITS = 42, 22, 11
"""The layout of a cell's wins and boards in one number, and the bits that name the kept pair, as in the kernel."""

POINTERS = (
    "copies", "start", "tie_start", "binomial", "keys",
    "pair_high", "pair_low", "types", "times", "tie_weight", "images", "weight_beside",
    "tie_beside", "tie_kept", "weight_of_card",
    "hand", "line_and_kept", "class_of_value",
    "offsets", "suited_offsets", "values", "suited_values",
)  # fmt: skip
"""The arrays of `struct Tables`, in its order."""


@cache
def source() -> str:
    """Return the kernel's source text."""
    return kernel_source("houseway.analysis.titles.fast_action_holdem", "sweep.cu")


@lru_cache(maxsize=4)
def kernel_arrays(job: FastActionCount) -> dict[str, NDArray[Any]]:
    """Return the arrays that the kernel reads, by name."""
    tables, lookup = tables_of(job), ranking(job.system).lookup
    of_lookup = {name: getattr(lookup, name) for name in ("offsets", "suited_offsets", "values", "suited_values")}
    arrays = {**tables._asdict(), **of_lookup, **_packed(tables), "keys": lookup.card_keys[tables.card_ids]}
    return {name: arrays[name] for name in POINTERS}


def _packed(tables: Tables) -> dict[str, NDArray[Any]]:
    """Return the inputs that the kernel reads in another form than the CPU code.

    For each kept pair and each pair beside it, `weight_beside` has the weight of that hand, if it is of four types. For
    each kept pair and each other card, `weight_of_card` has the sum over the copies of the fourth.
    """
    n_pairs, n_types = len(tables.pair_high), len(tables.copies)
    kept = np.repeat(np.arange(n_pairs), np.diff(tables.start))
    of_four = tables.kind == DISTINCT
    rows, weight = kept[of_four], tables.weight[of_four].astype(np.int64)
    first, second = tables.first[of_four], tables.second[of_four]
    weight_beside = np.zeros((n_pairs, n_pairs), np.uint8)
    weight_beside[rows, tables.pair_number[first, second]] = weight
    weight_of_card = np.zeros((n_pairs, n_types), np.int64)
    for one, other in ((first, second), (second, first)):
        np.add.at(weight_of_card, (rows, one), weight * tables.copies[other])
    columns = np.stack([tables.first, tables.second, tables.weight, tables.kind], axis=1)
    return {
        "weight_beside": weight_beside,
        "weight_of_card": weight_of_card.astype(np.uint16),
        "hand": np.ascontiguousarray(columns, np.uint8).view("<u4").ravel(),
        "line_and_kept": tables.line << np.uint32(KEPT_BITS) | tables.own_kept,
    }


def kernel_numbers(job: FastActionCount, wide: bool) -> list[int]:
    """Return the numbers at the head of `struct Tables`."""
    space, tables = space_of(job.deck), tables_of(job)
    return [
        len(space.types),
        space.n_pairs,
        len(job.first_values),
        space.n_arrangements + 1,
        len(space.images),
        tables.binomial.shape[1],
        int(wide),
        int(ranking(job.system).lookup.start),
    ]


def cells_shape(job: FastActionCount) -> tuple[int, int, int]:
    """Return the number of classes, columns and lines. The last line is for impossible arrangements."""
    n_classes = len(job.first_values)
    return n_classes, n_classes + EXTRA_COLUMNS, space_of(job.deck).n_arrangements + 1


def packed_runs(job: FastActionCount, boards: Integers, orbits: Integers) -> list[tuple[int, int]]:
    """Return runs of boards whose wins and boards fit in one number per cell, or no runs if one board is too many."""
    most = min(2**BOARDS_BITS - 1, (2**WINS_BITS - 1) // dealer_ways(job.deck)) // len(space_of(job.deck).images)
    return cut_into_runs(space_of(job.deck), boards, orbits, most)


def as_counts(job: FastActionCount, wins: NDArray[np.uint64], carries: Any, boards: NDArray[np.uint64]) -> Counts:
    """Return the cells in the form of `counting.count_some_boards`. A win count is cut into limbs that carry."""
    limbs = [wins & np.uint64(2**LIMB - 1), (wins >> np.uint64(LIMB)) + (carries << np.uint64(64 - LIMB))]
    found = np.stack(limbs) if needs_limbs(job) else wins[None]
    return {"wins": found.view(np.int64), "boards": np.ascontiguousarray(boards).view(np.int64)}


def count_on(machine: Machine, job: FastActionCount, boards: Integers, orbits: Integers) -> Counts:
    """Count some boards."""
    runs = packed_runs(job, boards, orbits)
    head, held = table(machine, kernel_numbers(job, wide=not runs), kernel_arrays(job))
    rows, weights = machine.put(boards.astype(np.uint8)), machine.put(orbits.astype(np.uint8))
    shape, room = cells_shape(job), fixed_room(machine, source())
    n_cells = prod(shape)
    cells = machine.zeros(n_cells if runs else 3 * n_cells, np.uint64)
    sums = machine.zeros(2 * n_cells, np.uint64) if runs else cells
    for first, last in runs or [(0, len(boards))]:
        given = [head, rows[first:last], weights[first:last], np.uint32(last - first), machine.zeros(1, np.uint32)]
        machine.launch(source(), "count_boards", [*given, cells], room)
        if runs:
            machine.launch(source(), "unpack_cells", [cells, sums, np.uint64(n_cells)], 0)
    del held
    found = machine.get(sums).reshape(*shape, -1)[..., :-1, :]
    wins, *carries, of_boards = (np.ascontiguousarray(found[..., part]) for part in range(found.shape[-1]))
    return as_counts(job, wins, carries[0] if carries else np.uint64(0), of_boards)
