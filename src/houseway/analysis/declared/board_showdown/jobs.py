"""The two passes as jobs of shards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from math import comb
from time import thread_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import PLACES
from houseway.analysis.counting.device.machines import Machine, fixed_room, kernel_source, table
from houseway.analysis.counting.sums import Counts
from houseway.analysis.declared.board_showdown.layout import (
    HOLE,
    N_OUTCOMES,
    Layout,
    late_sets,
    n_rows,
    row_numbers,
    space_of,
    subset_columns,
)
from houseway.analysis.declared.board_showdown.passes import Tables, count_sets, value_sets
from houseway.analysis.declared.levels import kinds
from houseway.analysis.declared.payoffs import Payoffs
from houseway.cards.deck import Deck
from houseway.ranking import ranking

N_SHARDS = 32
SAMPLED_SETS = 24
BYTE = 8
Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Passes:
    """Everything that determines both passes: the cards, and the value of every ending."""

    copies: tuple[int, ...]
    system: str
    least: int
    sizes: tuple[int, int, int]
    net: tuple[tuple[tuple[int, ...], ...], ...]
    starts: tuple[tuple[int, ...], ...]
    smaller_on_ties: bool

    @classmethod
    def of(cls, layout: Layout, payoffs: Payoffs) -> "Passes":
        """Return the passes of a title with these payoffs."""
        late_stages = range(layout.middle_end, len(layout.streets.stages))
        return cls(
            copies=layout.game.deck.copies,
            system=layout.system,
            least=layout.least,
            sizes=(layout.middle, layout.late, layout.streets.board.cards),
            net=tuple(tuple(tuple(row) for row in path) for path in layout.net(payoffs).tolist()),
            starts=tuple(
                (*(children[0] for children in layout.streets.children[stage]), len(layout.streets.prefixes[stage + 1]))
                for stage in late_stages
            ),
            smaller_on_ties=layout.game.smaller_on_ties,
        )

    @property
    def n_prefixes(self) -> tuple[int, ...]:
        """Return how many prefixes there are before each late stage, and how many paths."""
        return (*(len(starts) - 1 for starts in self.starts), len(self.net))

    @cached_property
    def deck(self) -> Deck:
        """Return the deck of cards."""
        return Deck(self.copies)

    @cached_property
    def tables(self) -> Tables:
        """Return the tables that the kernels read."""
        middle, late, board = self.sizes
        space = space_of(self.deck, middle)
        starts = np.zeros((len(self.starts), max(map(len, self.starts), default=0)), np.int64)
        for stage, found in enumerate(self.starts):
            starts[stage, : len(found)] = found
        ends = np.arange(self.n_prefixes[0] + 1)
        for found in self.starts:
            ends = np.array(found, np.int64)[ends]
        n_ways = np.diff(ends)
        return Tables(
            cards=space.cards,
            hands=space.hands,
            hand_images=space.hand_images,
            set_class=space.set_class,
            set_symmetry=space.set_symmetry,
            class_of=space.class_of,
            columns=subset_columns(late, middle),
            kind_by_value=kinds(self.system)[0],
            net=np.array(self.net, np.int64),
            starts=starts,
            n_prefixes=np.array(self.n_prefixes, np.int64),
            planes=np.where(n_ways > 1, np.cumsum(n_ways > 1) - 1, -1),
            first_path=ends[:-1],
            n_planes=int((n_ways > 1).sum()),
            choice_bits=_bits_for(int(n_ways.max())),
            least=self.least,
            dealers=comb(self.deck.size - HOLE - board, HOLE),
            hidden=board - late,
            smaller_on_ties=self.smaller_on_ties,
        )

    @property
    def parameters(self) -> Mapping[str, object]:
        """Return everything but the code that determines the counts."""
        return {
            "copies": list(self.copies),
            "system": self.system,
            "least": self.least,
            "sizes": self.sizes,
            "net": self.net,
            "starts": self.starts,
            "smaller on ties": self.smaller_on_ties,
        }

    @property
    def modules(self) -> Sequence[str]:
        """Return the modules whose source determines the counts."""
        package = "houseway.analysis.declared"
        return (
            *(f"{package}.board_showdown.{module}" for module in ("layout", "passes", "jobs")),
            f"{package}.levels",
            "houseway.ranking.lookup",
        )

    def shard(self, shard: int) -> tuple[NDArray[np.uint8], Numbers]:
        """Return the late sets of a shard and how many sets each represents."""
        return self.every(N_SHARDS, shard)

    def every(self, step: int, first: int = 0) -> tuple[NDArray[np.uint8], Numbers]:
        """Return each n-th late set, and how many it represents; the kernels are compiled for arrays without gaps."""
        sets, weights = late_sets(self.deck, self.sizes[1])
        return np.ascontiguousarray(sets[first::step]), np.ascontiguousarray(weights[first::step])

    def no_choices(self) -> NDArray[np.uint8]:
        """Return room for all late choices."""
        tables, n_sets = self.tables, len(late_sets(self.deck, self.sizes[1])[1])
        return np.zeros(-(-n_sets * tables.n_planes * len(tables.hands) * tables.choice_bits // BYTE), np.uint8)

    def shards(self) -> Sequence[int]:
        """Return the shards. Each takes every n-th late set, so all take about the same time."""
        return range(min(N_SHARDS, len(late_sets(self.deck, self.sizes[1])[1])))


@dataclass(frozen=True)
class BoardValues:
    """The first pass: `values[class, prefix]`, and the late choices as bits, which each shard sets separately."""

    passes: Passes

    name = "board-showdown-values"

    @property
    def parameters(self) -> Mapping[str, object]:
        """Return everything but the code that determines the counts."""
        return self.passes.parameters

    @property
    def modules(self) -> Sequence[str]:
        """Return the modules whose source determines the counts."""
        return self.passes.modules

    def shards(self) -> Sequence[int]:
        """Return the shards of the passes."""
        return self.passes.shards()

    def run(self, shard: int) -> Counts:
        """Value the late sets of a shard."""
        return self._run(N_SHARDS, shard)

    def _run(self, step: int, first: int = 0) -> Counts:
        """Value each n-th late set."""
        passes = self.passes
        sets, weights = passes.every(step, first)
        numbers = np.arange(first, first + step * len(sets), step)
        sums = np.zeros((space_of(passes.deck, passes.sizes[0]).n_classes, passes.n_prefixes[0]), int)
        choices = passes.no_choices()
        value_sets(passes.tables, ranking(passes.system).lookup, sets, numbers, weights, sums, choices)
        return {"values": sums, "choices": choices}

    def estimated_seconds(self) -> float:
        """Return the CPU time of all shards, estimated by valuing some late sets. The first compiles the kernel."""
        n_sets = len(late_sets(self.passes.deck, self.passes.sizes[1])[1])
        self._run(n_sets)
        step = max(1, n_sets // SAMPLED_SETS)
        started = thread_time()
        self._run(step)
        return (thread_time() - started) * step

    def runs_on(self, machine: Machine) -> bool:
        """Return whether the kernels have room for the title."""

        return fits(self.passes)

    def run_on(self, machine: Machine, shards: Sequence[int]) -> Counts:
        """Value the late sets of some shards at once."""

        return value_on(machine, self, shards)


def _bits_for(n_ways: int) -> int:
    """Return the bits of a choice of `n_ways` ways: 1, 2, 4 or 8, so that each choice is within one byte."""
    return next(bits for bits in (1, 2, 4, 8) if n_ways <= 1 << bits)


@dataclass(frozen=True)
class BoardCounts:
    """The second pass: `counts[path, kind, outcome]`, and the rows of the first late decision.

    `prefix_of` follows from the first pass with the same parameters; None where the counts are only looked for on disk.
    """

    passes: Passes
    prefix_of: NDArray[np.int8] | None = field(default=None, compare=False, repr=False)

    name = "board-showdown"

    @property
    def parameters(self) -> Mapping[str, object]:
        """Return everything but the code that determines the counts."""
        return self.passes.parameters

    @property
    def modules(self) -> Sequence[str]:
        """Return the modules whose source determines the counts."""
        return (*self.passes.modules, "houseway.analysis.declared.board_showdown.early_streets")

    def shards(self) -> Sequence[int]:
        """Return the shards of the passes."""
        return self.passes.shards()

    def run(self, shard: int) -> Counts:
        """Count the late sets of a shard."""
        assert self.prefix_of is not None, "the first pass comes first"
        passes = self.passes
        sets, weights = passes.shard(shard)
        found = {name: np.zeros(shape, np.int64) for name, shape in row_shapes(passes).items()}
        row_of = row_numbers(passes.system, passes.tables.cards[sets])
        count_sets(
            passes.tables,
            ranking(passes.system).lookup,
            sets,
            weights,
            self.prefix_of,
            row_of,
            *found.values(),
        )
        return found

    def runs_on(self, machine: Machine) -> bool:
        """Return whether the kernels have room for the title."""

        return fits(self.passes)

    def run_on(self, machine: Machine, shards: Sequence[int]) -> Counts:
        """Count the late sets of some shards at once."""

        return count_on(machine, self, shards)


def row_shapes(passes: Passes) -> dict[str, tuple[int, ...]]:
    """Return the shapes of the second pass's arrays; those of the rows are empty if too few cards are in sight."""
    n_kinds, lengths = len(kinds(passes.system)[1]), passes.n_prefixes
    shown = bool(passes.starts) and HOLE + passes.sizes[1] in ranking(passes.system).system.sizes
    rows = n_rows(passes.system) if shown else 0
    return {
        "counts": (lengths[-1], n_kinds, N_OUTCOMES),
        "row counts": (lengths[0], rows, lengths[-1]),
        "row sums": (lengths[0], rows, lengths[-1], lengths[-1]),
    }


MOST_PATHS, MOST_SUBSETS, MOST_CELLS = 16, 20, 6144
"""The room of the kernels' arrays, as in `passes.cu`."""
WORD = 4
OF_TABLES = (
    "cards", "hands", "hand_images", "set_class", "set_symmetry", "class_of", "columns", "kind_by_value", "net",
    "starts", "n_prefixes", "planes", "first_path",
)  # fmt: skip
OF_LOOKUP = ("card_keys", "card_masks", "offsets", "values", "mask_values")


@cache
def source() -> str:
    """Return the source text of the kernels."""
    return kernel_source("houseway.analysis.declared.board_showdown", "passes.cu")


def fits(passes: Passes) -> bool:
    """Return whether the kernels have room for a title."""
    middle, late, _ = passes.sizes
    n_cells = len(passes.net) * len(kinds(passes.system)[1]) * N_OUTCOMES
    return len(passes.net) <= MOST_PATHS and comb(late, middle) <= MOST_SUBSETS and n_cells <= MOST_CELLS


def value_on(machine: Machine, job: BoardValues, shards: Sequence[int]) -> Counts:
    """Run the first pass over the late sets of some shards."""
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
    """Run the second pass over the late sets of some shards."""
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
    """Return the late sets of some shards, how many sets each represents, and their numbers."""
    parts = [(*passes.shard(shard), shard) for shard in shards]
    sets, weights = (np.concatenate([part[place] for part in parts]) for place in range(2))
    numbers = np.concatenate([shard + N_SHARDS * np.arange(len(weighed)) for _, weighed, shard in parts])
    return sets, weights, numbers


def _tables(machine: Machine, passes: Passes, n_rows: int) -> tuple[Any, list[Any]]:
    """Return the first argument of the kernels."""
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
    """Return how many bytes a block works in."""
    n_boards = len(passes.tables.cards) - passes.sizes[1] if passes.tables.hidden else 1
    return fixed_room(machine, source()) + n_boards * len(passes.tables.hands) * 2
