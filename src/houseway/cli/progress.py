"""Progress and remaining time of long work, on standard error: a bar for people, lines for logs."""

import os
import sys
from functools import partial
from time import monotonic

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from houseway.analysis.counting.shards import AUTO, Runner, duration
from houseway.analysis.counting.shards import Progress as Report


def runner(jobs: int | None, cluster: str | None, count: bool = False, device: str | None = None) -> Runner:
    """Return a runner that shows its progress on a terminal. `count` means that the user asked for a long count."""
    cores = jobs or os.cpu_count() or 1
    progress = partial(_bar if sys.stderr.isatty() else _lines, 1 if cluster else cores)
    return Runner(jobs=cores, cluster=cluster, progress=progress, count=count, device=device or AUTO)


class Remaining:
    """The time left, estimated from this run's work. Shards that were already on disk do not count.

    When the first shard is done, those of the other workers are nearly done. Later they are about half done.
    """

    def __init__(self, workers: int = 1) -> None:
        self._started = monotonic()
        self._first: int | None = None
        self._workers = workers

    def __call__(self, done: int, total: int) -> str:
        """Return the time left as text, from the first shard on."""
        if self._first is None:
            self._first = done - 1
        here = done - self._first
        counted = here + min(self._workers - 1, total - done) * (1.0 if here == 1 else 0.5)
        seconds = (monotonic() - self._started) / counted * (total - self._first - counted)
        return f"about {duration(seconds)} left"


def _bar(workers: int, name: str, total: int) -> Report:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    bar = Progress(*columns, TextColumn("{task.fields[left]}"), console=Console(stderr=True))
    task = bar.add_task(name, total=total, left="")
    remaining = Remaining(workers)
    bar.start()

    def report(done: int, total: int) -> None:
        bar.update(task, completed=done, total=total, left=remaining(done, total))
        if done == total:
            bar.stop()

    return report


def _lines(workers: int, name: str, total: int) -> Report:
    """Return a report that prints a line at the start, after the first shard and for every tenth, for logs."""
    print(f"houseway: {name}: 0 of {total}", file=sys.stderr, flush=True)
    remaining = Remaining(workers)
    last = -1

    def report(done: int, total: int) -> None:
        nonlocal last
        left = remaining(done, total)
        if 10 * done // total > last:
            last = 10 * done // total
            print(f"houseway: {name}: {done} of {total}, {left}", file=sys.stderr, flush=True)

    return report
