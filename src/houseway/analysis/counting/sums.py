"""Running sums of shards on disk, in one file for all finished shards, which is replaced as a whole.

A job of hundreds of shards leaves one file, not hundreds. It has the sums and the list of their shards. Small sums are
written after every shard. Large ones are written when enough time has passed that writing stays a small share of it,
and when the work is stopped. A crash costs the shards since then, never more, and never gives a wrong number.
"""

import hashlib
import json
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.ranking.array_cache import UNREADABLE, cache_directory

Counts = dict[str, NDArray[Any]]
"""Named integer arrays; those of different shards have equal shapes and add up."""

MERGED = "merged.npz"
ABOUT = "about.json"
CHECKSUM = "sha256"
DONE = "shards done"
TEMPORARY = ".tmp"
SMALL_BYTES = 1 << 20
WRITING_SHARE = 0.05
"""The share of the time that may go into writing large sums."""


def counts_directory() -> Path:
    """Return the folder for the counts of all jobs."""
    return cache_directory() / "counts"


@dataclass
class Sums:
    """The counts of a job so far. Without a folder nothing is written."""

    folder: Path | None
    done: NDArray[np.bool_]
    about: Mapping[str, object]
    total: Counts = field(default_factory=dict)
    _saved: bool = True
    _half_added: bool = False
    _written_at: float = field(default_factory=monotonic)
    _writing_took: float = 0.0

    @classmethod
    def resumed(cls, folder: Path | None, n_shards: int, about: Mapping[str, object]) -> "Sums":
        """Return the sums that are on disk, or empty ones."""
        found = load_counts(folder / part_name(n_shards)) if folder is not None else None
        if found is None:
            return cls(folder, np.zeros(n_shards, np.bool_), about)
        done = np.unpackbits(found.pop(DONE), count=n_shards).astype(np.bool_)
        return cls(folder, done, about, found)

    def add(self, places: Sequence[int], counts: Counts) -> None:
        """Add the counts of some shards together, and write the sums if it is time."""
        self._half_added = True
        for name, array in counts.items():
            if name in self.total:
                self.total[name] += array
            else:
                self.total[name] = array.copy()
        self.done[list(places)] = True
        self._saved = self._half_added = False
        if self._is_due():
            self.save()

    def _is_due(self) -> bool:
        if sum(array.nbytes for array in self.total.values()) <= SMALL_BYTES:
            return True
        return (monotonic() - self._written_at) * WRITING_SHARE > self._writing_took

    def save(self) -> None:
        """Write the sums so far; if stopped in the middle of an addition, leave the disk as it is."""
        if self.folder is not None and not self._saved and not self._half_added:
            started = monotonic()
            self._say_about()
            save_counts(self.folder / part_name(len(self.done)), {**self.total, DONE: np.packbits(self.done)})
            self._saved = True
            self._written_at = monotonic()
            self._writing_took = self._written_at - started

    def finish(self) -> None:
        """Write the sums of all shards, and delete the files that are no longer needed."""
        if self.folder is not None:
            self._say_about()
            save_counts(self.folder / MERGED, self.total)
            for path in self.folder.iterdir() if self.folder.is_dir() else ():
                if path.name not in (MERGED, ABOUT):
                    with suppress(OSError):
                        path.unlink()

    def _say_about(self) -> None:
        path = (self.folder or Path()) / ABOUT
        with suppress(OSError):
            if not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(json.dumps(self.about), "utf-8")


def part_name(n_shards: int) -> str:
    """Return the file name of an unfinished job, cut into `n_shards` shards."""
    return f"part-of-{n_shards}.npz"


def counts_digest(counts: Counts) -> str:
    """Return a digest of named arrays, equal for equal integers, regardless of the machine that counted them."""
    digest = hashlib.sha256()
    for name in sorted(counts):
        array = np.ascontiguousarray(counts[name], dtype=counts[name].dtype.newbyteorder("<"))
        digest.update(f"{name} {array.dtype.str} {array.shape};".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()


def load_counts(path: Path) -> Counts | None:
    """Return counts from disk; a file that is missing, damaged or fails its checksum counts as absent."""
    if not path.exists():
        return None
    try:
        with np.load(path, allow_pickle=False) as stored:
            counts = {name: stored[name] for name in stored.files}
        if str(counts.pop(CHECKSUM)) != counts_digest(counts):
            raise ValueError("its checksum is wrong")
    except UNREADABLE as error:
        print(f"houseway: {path.name} cannot be used and is counted again ({error})", file=sys.stderr)
        return None
    return counts


def save_counts(path: Path, counts: Counts) -> None:
    """Write a temporary file, then rename it, so a crash leaves the old file or the new one, never half of one."""
    aside = path.with_name(f"{path.name}.{os.getpid()}{TEMPORARY}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with aside.open("wb") as file:
            np.savez(file, allow_pickle=False, **{**counts, CHECKSUM: np.array(counts_digest(counts))})
            file.flush()
            os.fsync(file.fileno())
        os.replace(aside, path)
    except OSError as error:
        print(f"houseway: counts are not kept on disk ({error})", file=sys.stderr)
    finally:
        with suppress(OSError):
            aside.unlink()
