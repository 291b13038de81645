"""A progress bar with the time left, on standard error, for work that takes long."""

import os
import sys

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from houseway.analysis.shards import Progress as Report
from houseway.analysis.shards import Runner


def runner(jobs: int | None, cluster: str | None) -> Runner:
    """A runner that shows its progress where a person looks on."""
    progress = _bar if sys.stderr.isatty() else _lines
    return Runner(jobs=jobs or os.cpu_count() or 1, cluster=cluster, progress=progress)


def _bar(name: str, total: int) -> Report:
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
    )
    task = bar.add_task(name, total=total)
    bar.start()

    def report(done: int, total: int) -> None:
        bar.update(task, completed=done, total=total)
        if done == total:
            bar.stop()

    return report


def _lines(name: str, total: int) -> Report:
    """A line at the start and for every tenth, for logs."""
    print(f"houseway: {name}: 0 of {total}", file=sys.stderr, flush=True)
    last = -1

    def report(done: int, total: int) -> None:
        nonlocal last
        if 10 * done // total > last:
            last = 10 * done // total
            print(f"houseway: {name}: {done} of {total}", file=sys.stderr, flush=True)

    return report
