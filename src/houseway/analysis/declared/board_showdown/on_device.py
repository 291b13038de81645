"""The two passes by the kernels in `passes.cu`, on whatever machine runs them."""

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import PLACES
from houseway.analysis.counting.device.machines import Machine, fixed_room, kernel_source, table
from houseway.analysis.counting.sums import Counts
from houseway.analysis.declared.board_showdown.jobs import N_SHARDS, BoardCounts, BoardValues, Passes, row_shapes
from houseway.analysis.declared.board_showdown.layout import N_OUTCOMES
from houseway.analysis.declared.board_showdown.rows import row_numbers
from houseway.analysis.declared.board_showdown.space import space_of
from houseway.analysis.declared.levels import kinds
from houseway.ranking import ranking

MOST_PATHS, MOST_SUBSETS, MOST_CELLS = 16, 20, 6144
"""The room of the kernels' arrays, as `passes.cu` has it."""
WORD = 4
OF_TABLES = (
    "cards", "hands", "hand_images", "set_class", "set_symmetry", "class_of", "columns", "kind_by_value", "net",
    "starts", "n_prefixes", "planes", "first_path",
)  # fmt: skip
OF_LOOKUP = ("card_keys", "card_masks", "offsets", "values", "mask_values")


@cache
def source() -> str:
    """The kernels' text."""
    return kernel_source("houseway.analysis.declared.board_showdown", "passes.cu")


def fits(passes: Passes) -> bool:
    """Whether the kernels have room for a title."""
    middle, late, _ = passes.sizes
    n_cells = len(passes.net) * len(kinds(passes.system)[1]) * N_OUTCOMES
    return len(passes.net) <= MOST_PATHS and comb(late, middle) <= MOST_SUBSETS and n_cells <= MOST_CELLS


def value_on(machine: Machine, job: BoardValues, shards: Sequence[int]) -> Counts:
    """The first pass over the late sets of some shards."""
    passes = job.passes
    sets, weights, numbers = _sets_of(passes, shards)
    head, held = _tables(machine, passes, n_rows=0)
    n_classes = space_of(passes.deck, passes.sizes[0]).n_classes
    sums = machine.zeros((n_classes, passes.n_prefixes[0]), np.uint64)
    n_bytes = len(passes.no_choices())
    choices = machine.zeros(-(-n_bytes // WORD), np.uint32)
    given = [head, machine.put(sets), machine.put(numbers), machine.put(weights), np.uint32(len(sets))]
    machine.launch(source(), "value_sets", [*given, machine.zeros(1, np.uint32), sums, choices], _room(machine, passes))
    del held
    return {
        "values": machine.get(sums).astype(np.int64),
        "choices": machine.get(choices).view(np.uint8)[:n_bytes].copy(),
    }


def count_on(machine: Machine, job: BoardCounts, shards: Sequence[int]) -> Counts:
    """The second pass over the late sets of some shards."""
    assert job.prefix_of is not None, "the first pass comes first"
    passes = job.passes
    sets, weights, _ = _sets_of(passes, shards)
    shapes = row_shapes(passes)
    n_rows = shapes["row counts"][1]
    head, held = _tables(machine, passes, n_rows)
    totals = {name: machine.zeros(tuple(max(1, size) for size in shape), np.uint64) for name, shape in shapes.items()}
    rows = row_numbers(passes.system, passes.tables.cards[sets])
    given = [head, machine.put(sets), machine.put(weights), np.uint32(len(sets)), machine.zeros(1, np.uint32)]
    known = [machine.put(job.prefix_of), machine.put(rows)]
    machine.launch(source(), "count_sets", [*given, *known, *totals.values()], _room(machine, passes))
    del held
    found = {name: machine.get(total).astype(np.int64) for name, total in totals.items()}
    return {name: found[name] if np.prod(shape) else np.zeros(shape, np.int64) for name, shape in shapes.items()}


def _sets_of(passes: Passes, shards: Sequence[int]) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]:
    """The late sets of some shards, how many each stands for, and their numbers."""
    parts = [(*passes.shard(shard), shard) for shard in shards]
    sets, weights = (np.concatenate([part[place] for part in parts]) for place in range(2))
    numbers = np.concatenate([shard + N_SHARDS * np.arange(len(weighed)) for _, weighed, shard in parts])
    return sets, weights, numbers


def _tables(machine: Machine, passes: Passes, n_rows: int) -> tuple[Any, list[Any]]:
    """The kernels' first argument."""
    tables, lookup = passes.tables, ranking(passes.system).lookup
    middle, late, _ = passes.sizes
    numbers = [
        len(tables.cards),
        len(tables.hands),
        len(tables.net),
        len(passes.starts),
        tables.starts.shape[1],
        tables.n_planes,
        tables.choice_bits,
        tables.least,
        tables.dealers,
        tables.hidden,
        int(tables.smaller_on_ties),
        late,
        len(tables.columns),
        middle,
        len(kinds(passes.system)[1]),
        n_rows,
        PLACES.shape[1],
        int(lookup.start),
    ]
    arrays = {name: getattr(tables, name) for name in OF_TABLES}
    arrays["places"] = PLACES
    arrays |= {name: getattr(lookup, name) for name in OF_LOOKUP}
    return table(machine, numbers, arrays)


def _room(machine: Machine, passes: Passes) -> int:
    """How many bytes a block works in."""
    n_boards = len(passes.tables.cards) - passes.sizes[1] if passes.tables.hidden else 1
    return fixed_room(machine, source()) + n_boards * len(passes.tables.hands) * 2
