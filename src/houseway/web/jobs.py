"""The laboratory's jobs: analyses that wait their turn, run in another process and can be ended."""

import json
import secrets
from collections import OrderedDict, deque
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Condition, Thread
from typing import Any

from houseway.web.errors import NotFound, TooFast
from houseway.web.worker import CalculationFailed, Stopped, Worker

QUEUED, RUNNING, DONE, FAILED, CANCELLED = "queued", "running", "done", "failed", "cancelled"
MOST_KEPT = 200
MOST_WAITING = 24
MOST_OF_ONE_OWNER = 3
MOST_RESULTS = 64


@dataclass
class Job:
    """One analysis that somebody asked for."""

    id: str
    owner: str
    request: Mapping[str, Any]
    status: str = QUEUED
    progress: dict[str, Any] | None = None
    result: dict[str, Any] | None = None
    error: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether it waits or runs."""
        return self.status in (QUEUED, RUNNING)

    def to_dict(self) -> dict[str, Any]:
        """A plain form for JSON."""
        return {
            "id": self.id,
            "status": self.status,
            "progress": self.progress,
            "result": self.result,
            "error": self.error,
        }


class JobBoard:
    """All jobs. They run one after another; results are remembered, so that the same question is answered at once."""

    def __init__(self, worker: Worker, threads: int = 1) -> None:
        self._worker, self._threads = worker, threads
        self._changed = Condition()
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._waiting: deque[Job] = deque()
        self._running: Job | None = None
        self._results: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._closed = False
        self._thread: Thread | None = None

    def submit(self, owner: str, request: Mapping[str, Any]) -> Job:
        """Put a job in the queue."""
        with self._changed:
            mine = sum(job.owner == owner and job.is_open for job in self._jobs.values())
            if mine >= MOST_OF_ONE_OWNER or len(self._waiting) >= MOST_WAITING:
                raise TooFast("too many laboratory jobs are waiting; cancel one or try again later", 5.0)
            job = Job(secrets.token_hex(12), owner, request)
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

    def get(self, owner: str, job_id: str) -> Job:
        """A job of this owner."""
        with self._changed:
            job = self._jobs.get(job_id)
            if job is None or job.owner != owner:
                raise NotFound("there is no such laboratory job")
            return job

    def known(self, request: Mapping[str, Any]) -> dict[str, Any] | None:
        """The result of an analysis that was made before."""
        with self._changed:
            return self._results.get(_key(request))

    def cancel(self, owner: str, job_id: str) -> Job:
        """End a job; one that is over stays as it is."""
        job = self.get(owner, job_id)
        with self._changed:
            if not job.is_open:
                return job
            was_running = job is self._running
            job.status = CANCELLED
            if job in self._waiting:
                self._waiting.remove(job)
        if was_running:
            self._worker.stop()
        return job

    def close(self) -> None:
        """End everything."""
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
                job = self._running = self._waiting.popleft()
                job.status = RUNNING
            status, result, error = self._carry_out(job)
            with self._changed:
                self._running = None
                if job.status == RUNNING:
                    job.status, job.result, job.error = status, result, error
                if result is not None:
                    self._results[_key(job.request)] = result
                    if len(self._results) > MOST_RESULTS:
                        self._results.popitem(last=False)

    def _carry_out(self, job: Job) -> tuple[str, dict[str, Any] | None, str | None]:
        def report(progress: dict[str, Any]) -> None:
            job.progress = progress
            if job.status == CANCELLED:  # it was cancelled just before the process got to it
                self._worker.stop()

        try:
            return DONE, self._worker.call({**job.request, "threads": self._threads}, report), None
        except CalculationFailed as error:
            return FAILED, None, str(error)
        except Stopped:
            return CANCELLED, None, None


def _key(request: Mapping[str, Any]) -> str:
    return json.dumps(request, sort_keys=True)
