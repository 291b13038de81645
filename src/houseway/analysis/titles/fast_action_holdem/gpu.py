"""The counts of Fast Action Hold'em by the kernel in `sweep.cu`: on a GPU, or compiled for this machine to test it."""

import ctypes
import subprocess
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.sums import Counts
from houseway.analysis.titles.fast_action_holdem.counting import needs_limbs, tables_of
from houseway.analysis.titles.fast_action_holdem.jobs import EXTRA_COLUMNS, LIMB, FastActionCount
from houseway.analysis.titles.fast_action_holdem.space import Integers, space_of
from houseway.errors import HousewayError
from houseway.ranking import ranking

SOURCE = "sweep.cu"
THREADS = 1024
WINS, CARRIES, BOARDS = range(3)
POINTERS = (
    "copies", "start", "tie_start", "binomial", "keys",
    "pair_high", "pair_low", "first", "second", "weight", "kind", "types", "times", "tie_weight", "images",
    "own_kept", "tie_beside", "tie_kept", "line", "class_of_value",
    "offsets", "suited_offsets", "values", "suited_values",
)  # fmt: skip
"""The arrays of `struct Tables`, in its order."""


def source() -> str:
    """The kernel's text."""
    return files("houseway.analysis.titles.fast_action_holdem").joinpath(SOURCE).read_text("utf-8")


def kernel_arrays(job: FastActionCount) -> dict[str, NDArray[Any]]:
    """The arrays that the kernel reads, by name."""
    tables, lookup = tables_of(job), ranking(job.system).lookup
    of_lookup = {name: getattr(lookup, name) for name in ("offsets", "suited_offsets", "values", "suited_values")}
    arrays = {**tables._asdict(), **of_lookup, "keys": lookup.card_keys[tables.card_ids]}
    return {name: np.ascontiguousarray(arrays[name]) for name in POINTERS}


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


def count_on_gpu(job: FastActionCount, boards: Integers, orbits: Integers) -> Counts:
    """Count some boards on the first GPU."""
    try:
        import cupy
    except ImportError:
        raise HousewayError("counting on a GPU needs CuPy: pip install cupy-cuda12x or cupy-cuda13x") from None
    module = cupy.RawModule(code=source(), options=("-std=c++17",))
    kernel = module.get_function("count_boards")
    arrays = {name: cupy.asarray(array) for name, array in kernel_arrays(job).items()}
    head = np.array([*kernel_numbers(job), *(arrays[name].data.ptr for name in POINTERS)], np.uint64)
    size = cupy.zeros(1, cupy.uint64)
    module.get_function("shared_bytes")((1,), (1,), (size,))
    kernel.max_dynamic_shared_size_bytes = int(size[0])
    cells = cupy.zeros(cells_shape(job), cupy.uint64)
    rows, weights = cupy.asarray(boards.astype(np.uint8)), cupy.asarray(orbits.astype(np.uint8))
    blocks = cupy.cuda.Device().attributes["MultiProcessorCount"]
    arguments = (cupy.asarray(head), rows, weights, np.uint32(len(boards)), cupy.zeros(1, cupy.uint32), cells)
    kernel((blocks,), (THREADS,), arguments, shared_mem=int(size[0]))
    return as_counts(job, cells.get())


def count_compiled(job: FastActionCount, boards: Integers, orbits: Integers, library: Path) -> Counts:
    """Count some boards by the same source, compiled for this machine."""
    arrays = kernel_arrays(job)
    head = np.array([*kernel_numbers(job), *(arrays[name].ctypes.data for name in POINTERS)], np.uint64)
    cells = np.zeros(cells_shape(job), np.uint64)
    rows, weights = np.ascontiguousarray(boards, np.uint8), np.ascontiguousarray(orbits, np.uint8)
    given: Iterator[NDArray[Any]] = iter((head, rows, weights, np.zeros(1, np.uint32), cells))
    kept = list(given)
    tables, first, orbit, following, found = (ctypes.c_void_p(array.ctypes.data) for array in kept)
    ctypes.CDLL(str(library)).count_boards(tables, first, orbit, ctypes.c_uint32(len(boards)), following, found)
    return as_counts(job, cells)


def compile_for_this_machine(folder: Path, compiler: str = "g++") -> Path:
    """The kernel as a library of this machine, every block one thread."""
    library = folder / "sweep.so"
    command = [compiler, "-x", "c++", "-O2", "-shared", "-fPIC", "-o", str(library), "-"]
    subprocess.run(command, input=source().encode(), check=True)
    return library
