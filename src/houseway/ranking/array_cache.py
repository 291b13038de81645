"""Arrays kept on disk between runs.

A file's name holds a hash of the source that made its contents, so a change of the source never meets an old file.
A file that cannot be read is made again; a place that cannot be written to costs time, never a wrong result.
"""

import hashlib
import os
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Arrays = Mapping[str, NDArray[Any]]
UNREADABLE = (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile, zlib.error)


CACHE_VARIABLE = "HOUSEWAY_CACHE"


def cache_directory() -> Path:
    """Where files are kept: HOUSEWAY_CACHE, or else the user's cache directory."""
    chosen = os.environ.get(CACHE_VARIABLE)
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("houseway")


def source_hash(paths: Iterable[Path]) -> str:
    """A short hash of some source files."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def kept_arrays(
    name: str, version: str, names: Iterable[str], make: Callable[[], Arrays], *, cpu_seconds: int = 3
) -> Arrays:
    """Return the arrays of a name and version: read from disk, or else made and cached, with a line on standard error.

    `cpu_seconds` is about what making them takes, for that line; a new install compiles machine code before.
    """
    found = read_if_kept(name, version, names)
    if found is not None:
        return found
    path = cache_directory() / f"{name}-{version}.npz"
    with _being_made(path.with_suffix(".lock")) as is_first:
        if is_first:
            about = f"once; about {cpu_seconds} s of CPU time, after an install up to 10 s more"
            print(f"houseway: making {name} tables ({about})", file=sys.stderr, flush=True)
        arrays = make()
        with suppress(OSError):
            _write(path, arrays)
    return arrays


def read_if_kept(name: str, version: str, names: Iterable[str]) -> Arrays | None:
    """Some arrays of a name and version, if they are on disk; nothing is made."""
    try:
        return _read(cache_directory() / f"{name}-{version}.npz", names)
    except UNREADABLE:
        return None


@contextmanager
def _being_made(lock: Path) -> Iterator[bool]:
    """Whether nobody else is making the same, so that it is said once. Nobody waits: the other may be a process that
    gives way to everyone.
    """
    is_first = True
    with ExitStack() as held:
        with suppress(OSError, ImportError):
            import fcntl

            lock.parent.mkdir(parents=True, exist_ok=True)
            file = held.enter_context(lock.open("a"))
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                held.callback(lock.unlink, missing_ok=True)
            except BlockingIOError:
                is_first = False
        yield is_first


def _read(path: Path, names: Iterable[str]) -> Arrays:
    with np.load(path, allow_pickle=False) as file:
        return {name: file[name] for name in names}


def _write(path: Path, arrays: Arrays) -> None:
    """Write aside, then rename, so that no reader ever meets half a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, aside = tempfile.mkstemp(dir=path.parent, prefix=path.stem, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            np.savez(file, allow_pickle=False, **arrays)
        os.replace(aside, path)
    except BaseException:
        os.unlink(aside)
        raise
