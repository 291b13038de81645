"""Long work as a list of shards whose counts add up: the same integers in one process, on all cores, or on a cluster.

Every finished shard is written to disk at once, so the same command goes on after a crash from what is there. The
folder is named by everything that determines the counts: the job's name and parameters, and the source code that
does the counting. A shard's file names the number of shards too, so that two ways to cut a job never mix.
"""

import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from inspect import getsource
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from houseway.errors import HousewayError
from houseway.ranking.store import UNREADABLE, cache_directory

Counts = dict[str, NDArray[Any]]
"""Named integer arrays; those of different shards have equal shapes and add up."""

MERGED = "merged"
CHECKSUM = "sha256"


class Job(Protocol):
    """A piece of counting that can be cut into shards. It must pickle, for the cluster."""

    @property
    def name(self) -> str:
        """A short name, for people and for the folder."""

    @property
    def parameters(self) -> Mapping[str, object]:
        """Everything besides the code that determines the counts; must be JSON."""

    @property
    def modules(self) -> Sequence[str]:
        """The modules whose source determines the counts."""

    def shards(self) -> Sequence[int]:
        """The numbers of the shards."""

    def run(self, shard: int) -> Counts:
        """Count one shard."""


Progress = Callable[[int, int], None]
"""Called with how many shards are done and how many there are."""


@dataclass(frozen=True)
class Runner:
    """Where and how jobs run. `cluster` is the address of a Dask scheduler."""

    jobs: int = field(default_factory=lambda: os.cpu_count() or 1)
    cluster: str | None = None
    progress: "Callable[[str, int], Progress] | None" = None
    cache: bool = True

    def run(self, job: Job) -> Counts:
        """All counts of a job: from disk where they are, else counted shard by shard."""
        folder = job_folder(job) if self.cache else None
        if folder is not None and (merged := _load(folder / f"{MERGED}.npz")) is not None:
            return merged
        shards = list(job.shards())
        total: Counts = {}
        todo: list[int] = []
        files = {shard: f"{shard}-of-{len(shards)}.npz" for shard in shards}
        for shard in shards:
            done = _load(folder / files[shard]) if folder is not None else None
            if done is None:
                todo.append(shard)
            else:
                _add(total, done)
        report = self.progress(job.name, len(shards)) if self.progress and todo else None
        finished = len(shards) - len(todo)
        for shard, counts in self._count(job, todo):
            if folder is not None:
                _save(folder / files[shard], counts)
            _add(total, counts)
            finished += 1
            if report is not None:
                report(finished, len(shards))
        if folder is not None:
            _save(folder / f"{MERGED}.npz", total)
            for name in files.values():
                with suppress(OSError):
                    (folder / name).unlink()
        return total

    def _count(self, job: Job, shards: list[int]) -> Iterator[tuple[int, Counts]]:
        if self.cluster is not None:
            return _count_on_cluster(self.cluster, job, shards)
        if self.jobs <= 1 or len(shards) <= 1:
            return ((shard, job.run(shard)) for shard in shards)
        return _count_in_threads(job, shards, self.jobs)


def _count_in_threads(job: Job, shards: list[int], workers: int) -> Iterator[tuple[int, Counts]]:
    """Threads are enough: the kernels run without the interpreter's lock."""
    with ThreadPoolExecutor(workers) as pool:
        pending: dict[Future[Counts], int] = {pool.submit(job.run, shard): shard for shard in shards}
        try:
            while pending:
                done, _ = wait(pending, return_when=FIRST_COMPLETED)
                for future in done:
                    yield pending.pop(future), future.result()
        finally:
            for future in pending:
                future.cancel()


def _count_on_cluster(address: str, job: Job, shards: list[int]) -> Iterator[tuple[int, Counts]]:
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise HousewayError("--cluster needs the extra 'cluster': pip install 'houseway[cluster]'") from None
    try:
        client = Client(address, timeout="10s")
    except (OSError, ValueError) as error:
        raise HousewayError(f"no Dask scheduler answers at {address}: {error}") from None
    with client:
        futures = {client.submit(job.run, shard, pure=False): shard for shard in shards}
        for future in as_completed(list(futures)):
            yield futures[future], future.result()


def job_folder(job: Job) -> Path:
    """The job's own folder, named by a digest of its parameters and code."""
    digest = hashlib.sha256(json.dumps(dict(job.parameters), sort_keys=True).encode())
    for module in job.modules:
        digest.update(getsource(import_module(module)).encode())
    return cache_directory() / "counts" / f"{job.name}-{digest.hexdigest()[:20]}"


def counts_digest(counts: Counts) -> str:
    """A digest of named arrays: equal for equal integers, whatever the machine they were counted on."""
    digest = hashlib.sha256()
    for name in sorted(counts):
        array = np.ascontiguousarray(counts[name], dtype=counts[name].dtype.newbyteorder("<"))
        digest.update(f"{name} {array.dtype.str} {array.shape};".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()


def _add(total: Counts, counts: Counts) -> None:
    for name, array in counts.items():
        total[name] = total[name] + array if name in total else array


def _load(path: Path) -> Counts | None:
    """Counts from disk; a file that is missing, damaged or not what its checksum says counts as absent."""
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


def _save(path: Path, counts: Counts) -> None:
    """Write beside, then rename: a crash leaves the old file or the new one, never half of one."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
        with os.fdopen(handle, "wb") as file:
            checksum = np.array(counts_digest(counts))
            np.savez(file, allow_pickle=False, **{**counts, CHECKSUM: checksum})
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        print(f"houseway: counts are not kept on disk ({error})", file=sys.stderr)
