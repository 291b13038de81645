"""Machines for kernels: a GPU through CuPy, or one thread of this machine, compiled from the same source.

A kernel is an `extern "C"` function of a source that starts with `prelude.cu`. Its first argument is a table: numbers,
then addresses of arrays, 64 bits each, in the order of its `struct Tables`. The working memory of one block is its
room, whose size the driver sets.
"""

import ctypes
import hashlib
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol

import numpy as np
from numpy.typing import DTypeLike, NDArray

from houseway.errors import HousewayError
from houseway.ranking.keys import COUNTER_BITS, FLUSH_BITS, JOKER_MASK, MASK_BITS, RANK_BITS, RANK_MASK, SUIT_MASK
from houseway.ranking.lookup import ROW_SHIFT

PACKAGE = "houseway.analysis.counting.device"
PRELUDE = "prelude.cu"
STREAM = "stream.cu"
"""Additional source for a kernel that deals rounds."""
RANKING_NUMBERS = {
    "ROW_SHIFT": ROW_SHIFT,
    "RANK_MASK": RANK_MASK,
    "RANK_BITS": RANK_BITS,
    "FLUSH_BITS": FLUSH_BITS,
    "COUNTER_BITS": COUNTER_BITS,
    "MASK_BITS": MASK_BITS,
    "SUIT_MASK": SUIT_MASK,
    "JOKER_MASK": JOKER_MASK,
}
NO_GPU = "no GPU answers; expected CuPy (pip install 'houseway[gpu]') and an NVIDIA GPU with its driver"


class Machine(Protocol):
    """A machine that holds arrays and runs kernels on them."""

    @property
    def name(self) -> str:
        """Return a name for messages."""

    def put(self, array: NDArray[Any]) -> Any:
        """Return a copy of an array where kernels can read it."""

    def zeros(self, shape: int | Sequence[int], dtype: DTypeLike) -> Any:
        """Return an array of zeros there."""

    def get(self, held: Any) -> NDArray[Any]:
        """Return an array from there."""

    def address(self, held: Any) -> int:
        """Return the address at which kernels find an array."""

    def blocks(self, source: str, kernel: str, room_bytes: int) -> int:
        """Return how many blocks of a kernel run at once, which is the size of a launch."""

    def launch(self, source: str, kernel: str, arguments: Sequence[Any], room_bytes: int) -> None:
        """Run a kernel on arrays that are held there and on NumPy's numbers."""


def kernel_source(package: str, name: str, *started_with: str) -> str:
    """Return the text of a kernel after the texts that it starts with: the prelude, and others from the same folder."""
    numbers = "".join(f"#define {number} {value}ull\n" for number, value in RANKING_NUMBERS.items())
    texts = [files(PACKAGE).joinpath(each).read_text("utf-8") for each in (PRELUDE, *started_with)]
    return numbers + "\n".join([*texts, files(package).joinpath(name).read_text("utf-8")])


def table(machine: Machine, numbers: Sequence[int], arrays: Mapping[str, NDArray[Any]]) -> tuple[Any, list[Any]]:
    """Return the first argument of a kernel, and the arrays that it points to, which must be kept during the launch."""
    held = [machine.put(np.ascontiguousarray(array)) for array in arrays.values()]
    return machine.put(np.array([*numbers, *map(machine.address, held)], np.uint64)), held


def fixed_room(machine: Machine, source: str) -> int:
    """Return the bytes of the room that a source states with its kernel of that name."""
    size = machine.zeros(1, np.uint64)
    machine.launch(source, "fixed_room", [size], 0)
    return int(machine.get(size)[0])


@dataclass
class OneThread:
    """This machine, by its C++ compiler: slow, and proof that the kernel's arithmetic is right."""

    compiler: str = "g++"
    _libraries: dict[str, ctypes.CDLL] = field(default_factory=dict)
    _folder: "tempfile.TemporaryDirectory[str]" = field(default_factory=tempfile.TemporaryDirectory)

    @property
    def name(self) -> str:
        """Return a name for messages."""
        return "one thread of this machine"

    def put(self, array: NDArray[Any]) -> NDArray[Any]:
        """Return the array itself."""
        return np.ascontiguousarray(array)

    def zeros(self, shape: int | Sequence[int], dtype: DTypeLike) -> NDArray[Any]:
        """Return an array of zeros."""
        return np.zeros(shape, dtype)

    def get(self, held: NDArray[Any]) -> NDArray[Any]:
        """Return the array itself."""
        return held

    def address(self, held: NDArray[Any]) -> int:
        """Return the address of an array."""
        return int(held.ctypes.data)

    def blocks(self, source: str, kernel: str, room_bytes: int) -> int:
        """Return one."""
        return 1

    def launch(self, source: str, kernel: str, arguments: Sequence[Any], room_bytes: int) -> None:
        """Run a kernel as one block of one thread."""
        library = self._library(source)
        library.set_room(ctypes.c_uint64(room_bytes))
        plain = [
            ctypes.c_void_p(self.address(each))
            if isinstance(each, np.ndarray)
            else np.ctypeslib.as_ctypes_type(each.dtype)(each.item())
            for each in arguments
        ]
        getattr(library, kernel)(*plain)

    def _library(self, source: str) -> ctypes.CDLL:
        digest = hashlib.sha256(source.encode()).hexdigest()
        if digest not in self._libraries:
            place = Path(self._folder.name) / f"{digest}.so"
            command = [self.compiler, "-x", "c++", "-std=c++17", "-O2", "-shared", "-fPIC", "-o", str(place), "-"]
            subprocess.run(command, input=source.encode(), check=True)
            self._libraries[digest] = ctypes.CDLL(str(place))
        return self._libraries[digest]


class Gpu:
    """The first GPU. `kernel_seconds` is how long its kernels have run."""

    def __init__(self) -> None:
        try:
            import cupy

            self._properties = cupy.cuda.runtime.getDeviceProperties(0)
        except Exception as problem:
            raise HousewayError(f"{NO_GPU} ({problem})") from None
        self._cupy = cupy
        self.kernel_seconds = 0.0
        self._modules: dict[str, Any] = {}

    @property
    def name(self) -> str:
        """Return a name for messages."""
        return str(self._properties["name"].decode())

    def put(self, array: NDArray[Any]) -> Any:
        """Return a copy in the GPU's memory."""
        return self._cupy.asarray(array)

    def zeros(self, shape: int | Sequence[int], dtype: DTypeLike) -> Any:
        """Return zeros in the GPU's memory."""
        return self._cupy.zeros(shape, dtype)

    def get(self, held: Any) -> NDArray[Any]:
        """Return a copy in this machine's memory."""
        return np.asarray(held.get())

    def address(self, held: Any) -> int:
        """Return the address in the GPU's memory."""
        return int(held.data.ptr)

    def blocks(self, source: str, kernel: str, room_bytes: int) -> int:
        """Return the number of blocks that have room on all multiprocessors."""
        threads = self._function(source, kernel).max_threads_per_block
        at_once = self._properties["maxThreadsPerMultiProcessor"] // threads
        at_once = max(1, min(at_once, self._properties["sharedMemPerMultiprocessor"] // max(1, room_bytes)))
        return int(self._properties["multiProcessorCount"] * at_once)

    def launch(self, source: str, kernel: str, arguments: Sequence[Any], room_bytes: int) -> None:
        """Run a kernel on all multiprocessors."""
        function, blocks = self._function(source, kernel), self.blocks(source, kernel, room_bytes)
        function.max_dynamic_shared_size_bytes = room_bytes
        self._cupy.cuda.Device().synchronize()
        started = perf_counter()
        function((blocks,), (function.max_threads_per_block,), tuple(arguments), shared_mem=room_bytes)
        self._cupy.cuda.Device().synchronize()
        self.kernel_seconds += perf_counter() - started

    def _function(self, source: str, kernel: str) -> Any:
        if source not in self._modules:
            self._modules[source] = self._cupy.RawModule(code=source, options=("-std=c++17",))
        return self._modules[source].get_function(kernel)


@cache
def gpu() -> Gpu:
    """Return the GPU, or raise a typed error that names the missing part."""
    return Gpu()


def gpu_if_there() -> Gpu | None:
    """Return the GPU, or None if there is none; without CuPy nothing is imported."""
    if find_spec("cupy") is None:
        return None
    try:
        return gpu()
    except HousewayError:
        return None
