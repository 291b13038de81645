"""Each kernel compiled once, however many processes the tests run in.

Numba keeps what it has compiled, but processes that want the same kernel at the same time all compile it, and may each
lose what another has just kept. Here the first compiles while the others wait, and then take what it has kept.
"""

import fcntl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher

HELD: set[Path] = set()
"""The locks of this process: a kernel that calls itself comes back to its own."""


SPENT = [0.0]
"""CPU seconds that this process has spent compiling: they are nobody's, since the next run finds the kernels kept."""


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Hold a file's lock, which no other process has then."""
    if path in HELD:
        yield
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        HELD.add(path)
        try:
            yield
        finally:
            HELD.discard(path)
            fcntl.flock(file, fcntl.LOCK_UN)


def compile_alone(dispatcher: Dispatcher, signature: Any) -> Any:
    """Compile a kernel that is kept, or take the one that another process has kept meanwhile.

    Numba's own lock comes first: another thread of this process that holds it may want this kernel too.
    """
    folder = dispatcher.stats.cache_path
    if folder is None:
        return compile_at_once(dispatcher, signature)
    function = dispatcher.py_func
    name = sha256(f"{function.__module__}.{function.__qualname__}".encode()).hexdigest()[:16]
    is_outermost = not HELD
    with global_compiler_lock, alone(Path(folder) / f"{name}.lock"):
        began = time.process_time()
        try:
            return compile_at_once(dispatcher, signature)
        finally:
            SPENT[0] += time.process_time() - began if is_outermost else 0.0


compile_at_once = Dispatcher.compile


def compile_once() -> None:
    """Let every kernel of this process be compiled under its lock."""
    setattr(Dispatcher, "compile", compile_alone)  # noqa: B010  # a method of a library, which has no way to be asked
