"""Arrays cached on disk between runs.

A file's name contains a hash of the source that made its contents, so changed source never reads an old file. An
unreadable file is made again. If the folder cannot be written to, the only cost is time, never a wrong result.
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
    """Return the folder of cached files: HOUSEWAY_CACHE, or else the user's cache directory."""
    chosen = os.environ.get(CACHE_VARIABLE)
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("houseway")


def source_hash(paths: Iterable[Path]) -> str:
    """Return a short hash of some source files."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def kept_arrays(
    name: str, version: str, names: Iterable[str], make: Callable[[], Arrays], *, cpu_seconds: int = 3
) -> Arrays:
    """Return the arrays of a name and version: read from disk, or else made and cached, with a line on standard error.

    `cpu_seconds` is the approximate time to make them, for that line. A new install compiles machine code first.
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
    """Return some arrays of a name and version if they are on disk. Nothing is made."""
    try:
        return _read(cache_directory() / f"{name}-{version}.npz", names)
    except UNREADABLE:
        return None


@contextmanager
def _being_made(lock: Path) -> Iterator[bool]:
    """Yield whether no other process is making the same arrays, so that only one prints the line.

    Do not wait for the other process, which may run at the lowest priority.
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
    """Write to a temporary file, then rename it, so that no program reads half a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, aside = tempfile.mkstemp(dir=path.parent, prefix=path.stem, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            np.savez(file, allow_pickle=False, **arrays)
        os.replace(aside, path)
    except BaseException:
        os.unlink(aside)
        raise
