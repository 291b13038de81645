"""Time the cases of a section in turns, and take the best round of each.

Time is the CPU time of this process, all its threads together, because the wall clock of a busy machine measures other
work too. The CPU time of a case that uses several cores is divided by their number, so its rate is that of free cores.
Caches and clock speeds still change with the load, so the best of several rounds counts. Since the cases take turns,
their ratios stay valid.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from statistics import median
from time import process_time

from houseway.errors import unknown

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Timed:
    """Work that has timed itself, because its preparation must not be counted."""

    done: int
    seconds: float


Run = Callable[[], int | Timed]
"""A function that does the work once and returns the number of items done."""


@dataclass(frozen=True, slots=True)
class Case:
    """One thing to time. `baseline` marks the case with which the others of the same `group` are compared."""

    subject: str
    task: str
    group: str
    cores: int
    run: Run
    baseline: bool = False


@dataclass(frozen=True, slots=True)
class Measurement:
    """A case, its best rate and the rates of all rounds. `ratio` compares it with the baseline of its group, if any."""

    subject: str
    task: str
    group: str
    cores: int
    per_second: float
    ratio: float | None
    runs: tuple[float, ...] = ()

    def as_json(self) -> dict[str, object]:
        """Return the plain form for JSON."""
        return {
            "subject": self.subject,
            "task": self.task,
            "compared_in": self.group,
            "cores": self.cores,
            "per_second": self.per_second,
            "ratio": self.ratio,
            "median": median(self.runs) if self.runs else None,
            "runs": list(self.runs),
        }


@dataclass(frozen=True, slots=True)
class Verdict:
    """A target ratio, and the measured one. It is None if there was nothing to compare with."""

    what: str
    against: str
    at_least: float
    ratio: float | None

    @property
    def reached(self) -> bool | None:
        """Return whether the target ratio was reached, or None if it could not be measured."""
        return None if self.ratio is None else self.ratio >= self.at_least

    def __str__(self) -> str:
        aim = f"{self.what}: at least {self.at_least:g}x {self.against}"
        if self.ratio is None:
            return f"{aim}; {self.against} is not installed"
        ratio = f"{self.ratio:.0f}" if self.ratio >= 10 else f"{self.ratio:.2f}"
        return f"{aim}; {ratio}x, {'reached' if self.reached else 'missed'}"

    def as_json(self) -> dict[str, object]:
        """Return the plain form for JSON."""
        return {
            "what": self.what,
            "against": self.against,
            "at_least": self.at_least,
            "ratio": self.ratio,
            "reached": self.reached,
        }


@dataclass(frozen=True, slots=True)
class Limit:
    """The maximum seconds of a whole job on some cores, and the CPU seconds that it took.

    `counted` and `of` give the part of the job that was done. If it is not all, the seconds are extrapolated.
    """

    what: str
    at_most: float
    cpu_seconds: float
    cores: int
    counted: int = 1
    of: int = 1

    @property
    def seconds(self) -> float:
        """Return the time on all the cores, if they have no other work."""
        return self.cpu_seconds / self.cores

    @property
    def extrapolated(self) -> bool:
        """Return whether only a part was counted."""
        return self.counted < self.of

    @property
    def reached(self) -> bool:
        """Return whether the job is done in time."""
        return self.seconds <= self.at_most

    def __str__(self) -> str:
        how = f", extrapolated from {self.counted} of {self.of} shards" if self.extrapolated else ""
        taken = f"{self.cpu_seconds:.3g} s of CPU, {self.seconds:.3g} s on {self.cores} core{'s' * (self.cores > 1)}"
        return f"{self.what}: at most {self.at_most:g} s; {taken}{how}, {'reached' if self.reached else 'missed'}"

    def as_json(self) -> dict[str, object]:
        """Return the plain form for JSON."""
        return {
            "what": self.what,
            "at_most": self.at_most,
            "cpu_seconds": self.cpu_seconds,
            "cores": self.cores,
            "seconds": self.seconds,
            "counted_shards": self.counted,
            "of_shards": self.of,
            "extrapolated": self.extrapolated,
            "reached": self.reached,
        }


@dataclass(frozen=True, slots=True)
class Results:
    """The results of one section. `unit` names the items that are counted per second."""

    title: str
    unit: str
    measurements: list[Measurement]
    verdicts: Sequence[Verdict | Limit]
    note: str

    def as_json(self) -> dict[str, object]:
        """Return the plain form for JSON."""
        return {
            "unit": self.unit,
            "measurements": [found.as_json() for found in self.measurements],
            "verdicts": [verdict.as_json() for verdict in self.verdicts],
        }


def measure(cases: Sequence[Case], rounds: int, clock: Clock | None = None) -> list[Measurement]:
    """Run every case once to warm up, then once per round. The clock is this process's CPU time unless one is given."""
    clock = clock or process_time
    for case in cases:
        case.run()
    rates: list[list[float]] = [[] for _ in cases]
    for _ in range(rounds):
        for case, found in zip(cases, rates, strict=True):
            found.append(_rate(case, clock))
    best = [max(found, default=0.0) for found in rates]
    base = {case.group: rate for case, rate in zip(cases, best, strict=True) if case.baseline}
    return [
        Measurement(
            case.subject,
            case.task,
            case.group,
            case.cores,
            rate,
            rate / base[case.group] if case.group in base else None,
            tuple(found),
        )
        for case, rate, found in zip(cases, best, rates, strict=True)
    ]


def _rate(case: Case, clock: Clock) -> float:
    begin = clock()
    done = case.run()
    taken = (clock() - begin) / case.cores
    return done.done / done.seconds if isinstance(done, Timed) else done / taken


SECTIONS = {
    "ranking": ("houseway.bench.ranking", "measure_ranking"),
    "engine": ("houseway.bench.engine", "measure_engine"),
    "analysis": ("houseway.bench.analysis", "measure_analysis"),
}
"""The module and the function of each section. A function takes whether to be quick, and returns results."""


def run_section(name: str, quick: bool = False) -> Results:
    """Measure one section."""
    if name not in SECTIONS:
        raise unknown("bench section", name, SECTIONS)
    module, function = SECTIONS[name]
    run: Callable[[bool], Results] = getattr(import_module(module), function)
    return run(quick)
