"""How far long work is and how long it will take, on standard error: a bar for people, lines for logs."""

import os
import sys
from time import monotonic

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from houseway.analysis.shards import Progress as Report
from houseway.analysis.shards import Runner, duration


def runner(jobs: int | None, cluster: str | None) -> Runner:
    """A runner that shows its progress where a person looks on."""
    progress = _bar if sys.stderr.isatty() else _lines
    return Runner(jobs=jobs or os.cpu_count() or 1, cluster=cluster, progress=progress)


class Remaining:
    """The time left, by what this run has done so far; shards that were on disk before it do not count."""

    def __init__(self) -> None:
        self._started = monotonic()
        self._first: int | None = None

    def __call__(self, done: int, total: int) -> str:
        """In words, from the first shard on."""
        if self._first is None:
            self._first = done - 1
        seconds = (monotonic() - self._started) / (done - self._first) * (total - done)
        return f"about {duration(seconds)} left"


def _bar(name: str, total: int) -> Report:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    bar = Progress(*columns, TextColumn("{task.fields[left]}"), console=Console(stderr=True))
    task = bar.add_task(name, total=total, left="")
    remaining = Remaining()
    bar.start()

    def report(done: int, total: int) -> None:
        bar.update(task, completed=done, total=total, left=remaining(done, total))
        if done == total:
            bar.stop()

    return report


def _lines(name: str, total: int) -> Report:
    """A line at the start, after the first shard and for every tenth, for logs."""
    print(f"houseway: {name}: 0 of {total}", file=sys.stderr, flush=True)
    remaining = Remaining()
    last = -1

    def report(done: int, total: int) -> None:
        nonlocal last
        left = remaining(done, total)
        if 10 * done // total > last:
            last = 10 * done // total
            print(f"houseway: {name}: {done} of {total}, {left}", file=sys.stderr, flush=True)

    return report
