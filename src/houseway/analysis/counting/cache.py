"""The disk cache: tables, counts and their progress, and files that nothing will read again."""

import json
import re
import shutil
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import time

import numpy as np

from houseway.analysis.counting.shards import code_of
from houseway.analysis.counting.sums import ABOUT, DONE, MERGED, TEMPORARY
from houseway.ranking.array_cache import UNREADABLE, cache_directory

WHOLE, ORPHANED, TABLE = "whole", "orphaned", "table"
_VERSION = re.compile(r"-[0-9a-f]{16}$")


@dataclass(frozen=True, slots=True)
class Kept:
    """A file of tables, or the folder of a job's counts.

    `state` is "table", "whole", "37 of 256 shards", or "orphaned": made by other code, or left half written.
    """

    path: Path
    what: str
    state: str
    size: int
    age: float

    def remove(self) -> None:
        """Delete the file or folder."""
        shutil.rmtree(self.path) if self.path.is_dir() else self.path.unlink()


def everything_kept() -> list[Kept]:
    """Return all tables and counts, by name."""
    folder = cache_directory()
    if not folder.is_dir():
        return []
    return sorted([*_tables(folder), *_counts(folder / "counts")], key=lambda kept: str(kept.path))


def _tables(folder: Path) -> Iterator[Kept]:
    """Yield the tables. The newest of one name is in use; a file that a crash left half written never is."""
    versions: dict[str, list[Path]] = defaultdict(list)
    for path in folder.glob("*.npz"):
        versions[_VERSION.sub("", path.stem)].append(path)
    for name, paths in versions.items():
        newest = max(paths, key=lambda path: path.stat().st_mtime)
        for path in paths:
            yield _kept(path, f"tables of {name}", TABLE if path == newest else ORPHANED)
    for path in folder.glob("*.part"):
        yield _kept(path, "half a file", ORPHANED)


def _counts(folder: Path) -> Iterator[Kept]:
    for path in folder.glob("*"):
        if path.is_dir():
            yield _kept(path, _name(path), _state(path))
            for half in path.glob(f"*{TEMPORARY}"):
                yield _kept(half, "half a file", ORPHANED)


def _name(folder: Path) -> str:
    return f"counts of {folder.name.rpartition('-')[0]}"


def _state(folder: Path) -> str:
    """Return whether the counts are whole, partial, or made by code that has changed."""
    try:
        about = json.loads((folder / ABOUT).read_text("utf-8"))
        if about["code"] != code_of(about["modules"]):
            return ORPHANED
    except (*UNREADABLE, ImportError):
        return ORPHANED
    if (folder / MERGED).exists():
        return WHOLE
    for part in folder.glob("part-of-*.npz"):
        try:
            with np.load(part, allow_pickle=False) as file:
                done = int(np.unpackbits(file[DONE]).sum())
        except UNREADABLE:
            continue
        return f"{done} of {part.stem.removeprefix('part-of-')} shards"
    return ORPHANED


def _kept(path: Path, what: str, state: str) -> Kept:
    files = [each for each in path.rglob("*") if each.is_file()] if path.is_dir() else [path]
    newest = max((each.stat().st_mtime for each in files), default=path.stat().st_mtime)
    return Kept(path, what, state, sum(each.stat().st_size for each in files), max(0.0, time() - newest))
