"""The laboratory's jobs: analyses that wait their turn, run in another process and can be ended."""

import fcntl
import json
import os
import secrets
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Condition, Thread
from typing import Any

from houseway.web.addresses import Source
from houseway.web.errors import Busy, NotFound, TooFast
from houseway.web.rate_limits import has_its_share
from houseway.web.settings import Settings
from houseway.web.worker import CalculationFailed, Stopped, Worker

QUEUED, RUNNING, DONE, FAILED, CANCELED = "queued", "running", "done", "failed", "canceled"
MOST_KEPT = 200
MOST_RESULTS = 64
LOOK = 0.2
"""Seconds between two attempts to take the room's turn."""


@dataclass
class Job:
    """One requested analysis."""

    id: str
    owner: str
    source: Source
    """The network that asked for it."""
    request: Mapping[str, Any]
    status: str = QUEUED
    progress: dict[str, Any] | None = None
    result: dict[str, Any] | None = None
    error: str | None = None
    ahead: int | None = None
    """Number of jobs before it."""

    @property
    def is_open(self) -> bool:
        """Return whether it waits or runs."""
        return self.status in (QUEUED, RUNNING)

    def to_dict(self) -> dict[str, Any]:
        """Return a plain form for JSON."""
        return {
            "id": self.id,
            "status": self.status,
            "progress": self.progress,
            "result": self.result,
            "error": self.error,
            "ahead": self.ahead,
        }


class RoomTurn:
    """The right to run a laboratory job, which one process of a room has at a time: a lock on a shared file.

    A room of one process has no such file, and always has the right. The system frees the lock when a process ends.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._file: int | None = None

    @property
    def is_shared(self) -> bool:
        """Return whether other processes may want it."""
        return self._path is not None

    def take(self, is_over: Callable[[], bool]) -> bool:
        """Wait until this process has the turn. Return False if the wait ends first."""
        while self._path is not None:
            if is_over():
                return False
            file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                os.close(file)
                time.sleep(LOOK)
            else:
                self._file = file
                return True
        return True

    def give_back(self) -> None:
        """Free the turn for another process."""
        file, self._file = self._file, None
        if file is not None:
            os.close(file)


class JobBoard:
    """All jobs. They run one after another, in all processes of a room together.

    Results are remembered, so that the same question is answered at once. Slots are counted by the client's network,
    whatever its cookies, and networks take turns. So no client waits for all jobs of another network.
    """

    def __init__(
        self,
        worker: Worker,
        settings: Settings | None = None,
        new_name: Callable[[], str] = lambda: secrets.token_hex(12),
        turn: RoomTurn | None = None,
    ) -> None:
        self._turn = turn or RoomTurn()
        self._worker, self._settings, self._new_name = worker, settings or Settings(), new_name
        self._served: OrderedDict[str, None] = OrderedDict()
        self._changed = Condition()
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._waiting: deque[Job] = deque()
        self._running: Job | None = None
        self._results: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._sizes: dict[str, int] = {}
        self._closed = False
        self._thread: Thread | None = None

    def submit(self, owner: str, request: Mapping[str, Any], source: Source) -> Job:
        """Put a job in the queue."""
        with self._changed:
            self._check_slots(source)
            job = Job(self._new_name(), owner, source, request)
            self._jobs[job.id] = job
            known = self._results.get(_key(request))
            if known is not None:
                job.status, job.result = DONE, known
            else:
                self._waiting.append(job)
                self._start_thread()
                self._changed.notify_all()
            self._forget_old()
            return job

    def _check_slots(self, source: Source) -> None:
        taken = [job.source for job in self._jobs.values() if job.is_open]
        near = sum(other.near == source.near for other in taken)
        wide = sum(other.wide == source.wide for other in taken) if source.wide is not None else 0
        if near >= self._settings.most_jobs:
            raise TooFast("Too many of your laboratory jobs are waiting. Cancel one, or try again later.", 5.0)
        waiting, everyone = len(self._waiting), self._settings.all_jobs
        if waiting >= everyone or (waiting >= everyone / 2 and has_its_share(everyone, near, wide)):
            raise Busy("The laboratory is busy. Try again in half a minute.", 30.0)

    def get(self, owner: str, job_id: str) -> Job:
        """Return a job of this owner."""
        with self._changed:
            job = self._jobs.get(job_id)
            if job is None or job.owner != owner:
                raise NotFound("This laboratory job does not exist or has expired.")
            job.ahead = self._ahead_of(job)
            return job

    def _ahead_of(self, job: Job) -> int | None:
        """Return the number of jobs before this one: each network's jobs in order, one network after the other."""
        if job.status != QUEUED:
            return None
        return (self._running is not None) + self._in_order().index(job)

    def _in_order(self) -> list[Job]:
        """Return the waiting jobs in the order of execution: the networks served least recently first."""
        seen: Counter[str] = Counter()
        served = list(self._served)
        turns = []
        for number, job in enumerate(self._waiting):
            last = served.index(job.source.near) if job.source.near in self._served else -1
            turns.append((seen[job.source.near], last, number, job))
            seen[job.source.near] += 1
        return [job for *_, job in sorted(turns, key=lambda turn: turn[:3])]

    def _take(self) -> Job:
        job = self._in_order()[0]
        self._waiting.remove(job)
        self._served.pop(job.source.near, None)
        self._served[job.source.near] = None
        if len(self._served) > MOST_KEPT:
            self._served.popitem(last=False)
        return job

    def known(self, request: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return the result of an earlier analysis."""
        with self._changed:
            return self._results.get(_key(request))

    def cancel(self, owner: str, job_id: str) -> Job:
        """End a job. A finished one stays unchanged."""
        job = self.get(owner, job_id)
        with self._changed:
            if not job.is_open:
                return job
            was_running = job is self._running
            job.status = CANCELED
            if job in self._waiting:
                self._waiting.remove(job)
        if was_running:
            self._worker.stop()
        return job

    def close(self) -> None:
        """End all jobs and the process."""
        with self._changed:
            self._closed = True
            self._waiting.clear()
            self._changed.notify_all()
        self._worker.stop()
        if self._thread is not None:
            self._thread.join()

    def _start_thread(self) -> None:
        if self._thread is None:
            self._thread = Thread(target=self._run, name="laboratory", daemon=True)
            self._thread.start()

    def _forget_old(self) -> None:
        for job_id in [job.id for job in self._jobs.values() if not job.is_open][: max(0, len(self._jobs) - MOST_KEPT)]:
            del self._jobs[job_id]

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._closed)
                if self._closed:
                    return
            if self._turn.take(lambda: self._closed):
                try:
                    self._run_next()
                finally:
                    self._turn.give_back()

    def _run_next(self) -> None:
        with self._changed:
            if self._closed or not self._waiting:  # it was canceled before this process had its turn
                return
            job = self._running = self._take()
            job.status = RUNNING
        status, result, error = self._carry_out(job)
        if self._turn.is_shared:
            self._worker.stop()  # its memory is the next process's
        with self._changed:
            self._running = None
            if job.status == RUNNING:
                job.status, job.result, job.error = status, result, error
            if result is not None:
                self._keep(_key(job.request), result)

    def _keep(self, key: str, result: dict[str, Any]) -> None:
        """Remember a result. If all results are too large together, the oldest and their jobs are dropped."""
        self._results[key] = result
        self._sizes[key] = len(json.dumps(result))
        while len(self._results) > 1 and (
            len(self._results) > MOST_RESULTS or sum(self._sizes.values()) > self._settings.results_kept
        ):
            oldest, _ = self._results.popitem(last=False)
            del self._sizes[oldest]
            for job_id in [each.id for each in self._jobs.values() if each.result and _key(each.request) == oldest]:
                del self._jobs[job_id]

    def _carry_out(self, job: Job) -> tuple[str, dict[str, Any] | None, str | None]:
        def report(progress: dict[str, Any]) -> None:
            job.progress = progress
            if job.status == CANCELED:  # it was canceled just before the process got to it
                self._worker.stop()

        began = time.monotonic()
        try:
            request = {**job.request, "threads": self._settings.job_threads}
            return DONE, self._worker.call(request, report, self._settings.longest_job), None
        except CalculationFailed as error:
            return FAILED, None, str(error)
        except Stopped:
            if job.status == CANCELED or self._closed or time.monotonic() - began < self._settings.longest_job:
                return CANCELED, None, None
            return FAILED, None, f"Stopped after {self._settings.longest_job:.0f} seconds, the limit for one job."


def _key(request: Mapping[str, Any]) -> str:
    return json.dumps(request, sort_keys=True)
