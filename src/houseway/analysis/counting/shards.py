"""Long work as a list of shards whose counts add up: the same integers in one process, on all cores, or on a cluster.

Finished shards are added to running sums on disk (`sums`), so the same command resumes from there after a crash. The
folder name depends on everything that determines the counts: the job's name and parameters, and the source code that
does the counting. The file of the sums also names the number of shards, so two ways to cut a job never mix.
"""

import hashlib
import json
import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from inspect import getsource
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from time import perf_counter, sleep
from typing import Protocol, runtime_checkable

from houseway.analysis.counting.device.machines import Machine, gpu, gpu_if_there
from houseway.analysis.counting.sums import MERGED, Counts, Sums, counts_directory, load_counts
from houseway.errors import HousewayError

AUTO, CPU, GPU = DEVICES = ("auto", "cpu", "gpu")
STRETCHES = 16
"""The number of launches into which a GPU cuts a job at first."""
A_GO = 2.0
"""Seconds that a later launch may last. Each one fetches whole sums from the GPU and shows the progress."""
A_MOMENT = 0.005
"""Seconds between two checks of whether results have been read."""
LONGEST_CONNECTING = 10.0
"""Seconds after which a scheduler that does not answer counts as absent."""


class Job(Protocol):
    """A piece of counting that can be cut into shards. It must pickle, for the cluster.

    A job that takes long also has `estimated_seconds()`: the CPU time of all shards, by a small piece that is measured.
    """

    @property
    def name(self) -> str:
        """Return a short name, for messages and for the folder."""

    @property
    def parameters(self) -> Mapping[str, object]:
        """Return everything but the code that determines the counts, as JSON data."""

    @property
    def modules(self) -> Sequence[str]:
        """Return the modules whose source determines the counts."""

    def shards(self) -> Sequence[int]:
        """Return the numbers of the shards."""

    def run(self, shard: int) -> Counts:
        """Count one shard."""


@runtime_checkable
class DeviceJob(Protocol):
    """A job with kernels for another device, which give the same counts."""

    def runs_on(self, machine: Machine) -> bool:
        """Return whether the kernels can count this job there."""

    def run_on(self, machine: Machine, shards: Sequence[int]) -> Counts:
        """Count several shards at once, and return the sum of their counts."""


Progress = Callable[[int, int], None]
"""Called with the number of finished shards and the number of all shards."""


@dataclass(frozen=True)
class Runner:
    """Where and how jobs run. `cluster` is the address of a Dask scheduler.

    `shipped` lets a game answer from counts that ship with the package, where they are enough. `count` lets it make a
    count of minutes where they are not. `device` is where kernels run that have a form for it: a GPU where there is
    one, a GPU or nothing, or the cores alone. The counts are the same.
    """

    jobs: int = field(default_factory=lambda: os.cpu_count() or 1)
    cluster: str | None = None
    progress: "Callable[[str, int], Progress] | None" = None
    cache: bool = True
    shipped: bool = True
    count: bool = False
    device: str = AUTO

    def say(self, what: str) -> None:
        """Print the work that is about to start, if progress is shown."""
        if self.progress is not None:
            print(f"houseway: {what}", file=sys.stderr, flush=True)

    def begin(self, what: str, seconds: float) -> None:
        """Prepare for a count, or for its tables, given their CPU time; a runner may refuse it."""

    def run(self, job: Job) -> Counts:
        """Return all counts of a job, from disk if they are there, or counted shard by shard."""
        folder = job_folder(job) if self.cache else None
        if folder is not None and (merged := load_counts(folder / MERGED)) is not None:
            return merged
        shards = list(job.shards())
        sums = Sums.resumed(folder, len(shards), about(job))
        todo = [shard for place, shard in enumerate(shards) if not sums.done[place]]
        report = self._announced(job, len(shards), len(todo)) if self.progress and todo else None
        place_of = {shard: place for place, shard in enumerate(shards)}
        try:
            for done, counts in self._count(job, todo):
                sums.add([place_of[shard] for shard in done], counts)
                if report is not None:
                    report(int(sums.done.sum()), len(shards))
        except BaseException as stopped:
            kept = f"{int(sums.done.sum())} of {len(shards)} shards are counted"
            if isinstance(stopped, KeyboardInterrupt):
                self.say(f"{job.name} stopped: {kept}" + (", and the same command goes on from them" if folder else ""))
            sums.save()
            raise
        sums.finish()
        return sums.total

    def _announced(self, job: Job, n_shards: int, n_todo: int) -> Progress | None:
        """Report how long the job takes, by a small measured piece if it has one, and return its progress display."""
        seconds = getattr(job, "estimated_seconds", None)
        if (machine := self.machine(job)) is not None:
            self.say(f"{job.name}: {n_todo} of {n_shards} shards to count on {machine.name}")
        elif seconds is not None and self.cluster is None and n_todo > 1:
            left = seconds() * n_todo / n_shards / free_cores(min(self.jobs, n_todo))
            self.say(f"{job.name}: {n_todo} of {n_shards} shards to count, about {duration(left)} on {self.jobs} cores")
        return self.progress(job.name, n_shards) if self.progress else None

    def machine(self, job: Job) -> Machine | None:
        """Return the GPU that counts a job; None where the cores do."""
        if self.cluster is not None or not isinstance(job, DeviceJob):
            return None
        machine = self.machine_at_hand()
        return machine if machine is not None and job.runs_on(machine) else None

    def machine_at_hand(self) -> Machine | None:
        """Return the GPU that kernels may use; None where the cores do the work."""
        if self.device == CPU:
            return None
        return gpu() if self.device == GPU else gpu_if_there()

    def _count(self, job: Job, shards: list[int]) -> Iterator[tuple[Sequence[int], Counts]]:
        if (machine := self.machine(job)) is not None and isinstance(job, DeviceJob):
            return _count_on_device(machine, job, shards)
        if self.cluster is not None:
            return _count_on_cluster(self.cluster, job, shards)
        return _count_in_threads(job, shards, self.jobs)


def _count_on_device(machine: Machine, job: "DeviceJob", shards: list[int]) -> Iterator[tuple[Sequence[int], Counts]]:
    """Count many shards at once to keep a GPU busy, in stretches that grow to some seconds to show the progress."""
    length, start = -(-len(shards) // STRETCHES), 0
    while start < len(shards):
        stretch, began = shards[start : start + length], perf_counter()
        counts = job.run_on(machine, stretch)
        start += length
        length = max(length, int(length * A_GO / max(perf_counter() - began, A_MOMENT)))
        yield stretch, counts


def _count_in_threads(job: Job, shards: list[int], workers: int) -> Iterator[tuple[Sequence[int], Counts]]:
    """Count in threads, which are enough, because the kernels run without the interpreter's lock.

    They are daemons, and none is waited for. An interrupted program exits immediately, and the shards in progress are
    lost. Nothing here holds a lock that an interrupt could leave locked. A thread waits while the number of unread
    results equals the number of threads, so that results do not fill the memory.
    """
    todo = deque(shards)
    results: SimpleQueue[tuple[int, Counts | BaseException]] = SimpleQueue()

    def work() -> None:
        with suppress(IndexError):
            while True:
                while results.qsize() >= workers and todo:
                    sleep(A_MOMENT)
                shard = todo.popleft()
                try:
                    results.put((shard, job.run(shard)))
                except BaseException as error:
                    results.put((shard, error))

    for _ in range(min(workers, len(shards))):
        Thread(target=work, daemon=True).start()
    try:
        for _ in shards:
            shard, found = results.get()
            if isinstance(found, BaseException):
                raise found
            yield [shard], found
    finally:
        todo.clear()


def _count_on_cluster(address: str, job: Job, shards: list[int]) -> Iterator[tuple[Sequence[int], Counts]]:
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise HousewayError("--cluster needs more libraries. Run: pip install 'houseway[cluster]'") from None
    try:
        client = Client(address, timeout=LONGEST_CONNECTING)
    except (OSError, ValueError) as error:
        raise HousewayError(f"No Dask scheduler answers at {address}: {error}.") from None
    with client:
        futures = {client.submit(job.run, shard, pure=False): shard for shard in shards}
        for future in as_completed(list(futures)):
            yield [futures[future]], future.result()


def job_folder(job: Job) -> Path:
    """Return the folder of a job, named by a digest of its parameters and code."""
    digest = hashlib.sha256(json.dumps(dict(job.parameters), sort_keys=True).encode())
    for module in job.modules:
        digest.update(getsource(import_module(module)).encode())
    return counts_directory() / f"{job.name}-{digest.hexdigest()[:20]}"


def is_counted(job: Job) -> bool:
    """Return whether all counts of a job are on disk."""
    return (job_folder(job) / MERGED).exists()


def free_cores(threads: int) -> float:
    """Return how many cores `threads` threads get beside the other work of this machine, shared fairly.

    >>> free_cores(1) <= 1
    True
    """
    cores = float(os.cpu_count() or 1)
    others = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return min(float(threads), cores, cores * threads / (threads + others))


def about(job: Job) -> dict[str, object]:
    """Return the description in a folder of counts, which identifies counts of older code."""
    modules = list(job.modules)
    return {"job": job.name, "parameters": dict(job.parameters), "modules": modules, "code": code_of(modules)}


def code_of(modules: Iterable[str]) -> str:
    """Return a digest of the source of some modules."""
    digest = hashlib.sha256()
    for module in modules:
        digest.update(getsource(import_module(module)).encode())
    return digest.hexdigest()[:20]


def duration(seconds: float) -> str:
    """Return a time as people write it.

    >>> duration(7.4), duration(400), duration(8000)
    ('7 s', '7 min', '2.2 h')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
