"""The metrics of a running server, in the text format of Prometheus."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from houseway.room.clocks import LONGEST_GAP

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Upper bounds of a histogram's buckets, in seconds."""
COUNTER, GAUGE, HISTOGRAM = "counter", "gauge", "histogram"
NOT_WRITABLE, SLOW, DISK_FULL = "database_not_writable", "database_slow", "disk_full"
REASONS = {
    NOT_WRITABLE: "The database cannot be written, or this process has not opened its tables yet.",
    SLOW: "Writes to the database take too long.",
    DISK_FULL: "The database's disk is nearly full. Free some space.",
}
"""The reasons why a server is not ready, by code."""
TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8"


@dataclass
class Histogram:
    """A distribution of durations. Used from the event loop only, so it needs no lock."""

    clock: Callable[[], float] = time.perf_counter
    counts: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))
    seconds: float = 0.0

    def note(self, seconds: float) -> None:
        """Add one duration."""
        place = next((place for place, bound in enumerate(BOUNDS) if seconds <= bound), len(BOUNDS))
        self.counts[place] += 1
        self.seconds += seconds

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Add the duration of the block, however it ends."""
        began = self.clock()
        try:
            yield
        finally:
            self.note(self.clock() - began)

    def samples(self) -> Iterator["Sample"]:
        """Yield the samples in Prometheus form, in which each bucket includes all smaller ones."""
        total = 0
        for bound, count in zip((*BOUNDS, float("inf")), self.counts, strict=True):
            total += count
            yield Sample(total, {"le": "+Inf" if bound == float("inf") else f"{bound:g}"}, "_bucket")
        yield Sample(self.seconds, suffix="_sum")
        yield Sample(total, suffix="_count")


@dataclass(frozen=True, slots=True)
class Sample:
    """One number, with the labels that distinguish it."""

    value: float
    labels: Mapping[str, str] = field(default_factory=dict)
    suffix: str = ""


@dataclass(frozen=True, slots=True)
class Metric:
    """The samples of one name."""

    name: str
    kind: str
    about: str
    samples: Iterable[Sample]

    def to_plain(self) -> list[Any]:
        """Return a plain form for JSON."""
        samples = [[sample.value, dict(sample.labels), sample.suffix] for sample in self.samples]
        return [self.name, self.kind, self.about, samples]

    @classmethod
    def from_plain(cls, plain: list[Any]) -> "Metric":
        """Read the plain form."""
        name, kind, about, samples = plain
        return cls(name, kind, about, [Sample(*sample) for sample in samples])


def of_all(by_process: Mapping[str, Iterable[Metric]]) -> list[Metric]:
    """Return the metrics of several processes as one list: each name once, its numbers labeled with the process.

    >>> held = {mark: [Metric("houseway_tables", GAUGE, "Open tables.", [Sample(3)])] for mark in ("5a", "c7")}
    >>> print(written(of_all(held)), end="")
    # HELP houseway_tables Open tables.
    # TYPE houseway_tables gauge
    houseway_tables{process="5a"} 3
    houseway_tables{process="c7"} 3
    """
    found: dict[str, Metric] = {}
    for mark, metrics in by_process.items():
        for metric in metrics:
            labeled = [replace(sample, labels={"process": mark, **sample.labels}) for sample in metric.samples]
            before = found[metric.name].samples if metric.name in found else ()
            found[metric.name] = replace(metric, samples=[*before, *labeled])
    return list(found.values())


@dataclass
class Measures:
    """The measurements of one running server."""

    messages: Histogram = field(default_factory=Histogram)
    """Durations of WebSocket messages, including their waits."""
    late: float = 0.0
    """Seconds by which the event loop was late at the last check."""
    sign: float = 0.0
    """Seconds that the last heartbeat took to be written."""
    works: bool = False
    """Whether the last heartbeat could be written."""
    asked: float | None = None
    """The start, by the monotonic clock, of the heartbeat that is being written."""

    has_space: bool = True
    """Whether the disk of the database has room for more."""

    @property
    def trouble(self) -> str:
        """Return the code of the reason why the server is not ready, or an empty text."""
        if not self.works:
            return NOT_WRITABLE
        if self.asked is not None and time.monotonic() - self.asked >= LONGEST_GAP:
            return SLOW
        return "" if self.has_space else DISK_FULL

    @property
    def ready(self) -> bool:
        """Return whether the last heartbeat was written, the next is not too slow, and the disk has room."""
        return not self.trouble


def written(metrics: Iterable[Metric]) -> str:
    """Return the metrics as a page for Prometheus.

    >>> print(written([Metric("houseway_tables", GAUGE, "Open tables.", [Sample(3, {"held": "here"})])]), end="")
    # HELP houseway_tables Open tables.
    # TYPE houseway_tables gauge
    houseway_tables{held="here"} 3
    """
    lines = []
    for metric in metrics:
        lines += [f"# HELP {metric.name} {metric.about}", f"# TYPE {metric.name} {metric.kind}"]
        lines += [f"{metric.name}{sample.suffix}{_labels(sample.labels)} {sample.value!r}" for sample in metric.samples]
    return "\n".join(lines) + "\n"


def _labels(labels: Mapping[str, str]) -> str:
    if not labels:
        return ""
    return "{" + ",".join(f'{name}="{_escaped(value)}"' for name, value in labels.items()) + "}"


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
