"""Actual against expected: what tables won beside what they should have, and which to look into.

A file of shifts, one a line, says what was dealt and what the house won. For each shift the distribution of the house's
result gives the interval in which it ends with the stated confidence, and how likely a result is that lies at least
this far out: twice the probability of its own side. It is that of `swing`: the mean is exact, and the seats of a table
hang together as they do when whole tables are dealt.

Several shifts of one table, and all of them, add up: means, variances, and probabilities by the normal approximation.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

from houseway.analysis.operations.operation import Operation
from houseway.analysis.operations.variance import Swing
from houseway.errors import BadSetting
from houseway.games.telling.words import named
from houseway.plain import exact

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

CONFIDENCE = 0.95
"""At which regulators ask for an explanation, such as COMAR 36.05.03.25 in Maryland."""


class Verdict(Enum):
    """What a result calls for."""

    WITHIN = "within"
    OFF = "look into"


@dataclass(frozen=True)
class Shift:
    """What one table dealt and won in one shift; money in cents, `drop` where it was counted."""

    line: int
    table: str
    label: str
    operation: Operation
    win: int
    drop: int | None = None

    @property
    def expected(self) -> Fraction:
        """What the house expects to win, Envy Bonuses paid."""
        return self.operation.win_after_envy

    @property
    def difference(self) -> Fraction:
        """What it won above that."""
        return self.win - self.expected

    @property
    def swing(self) -> Swing:
        """How far the house's result swings."""
        return self.operation.swing

    def to_dict(self, confidence: float) -> dict[str, object]:
        """A plain form for JSON."""
        return {
            "line": self.line,
            "table": self.table,
            "shift": self.label,
            "game": self.operation.game.slug,
            "label": named(self.operation.game),
            "rounds": self.operation.rounds,
            "seats": self.operation.seats,
            "drop_cents": self.drop,
            "win_cents": self.win,
            "hold_of_drop": None if not self.drop else float(Fraction(self.win, self.drop)),
            "expected_cents": exact(self.expected),
            "difference_cents": exact(self.difference),
            "verdict": verdict_of(self, confidence).value,
            "standard_deviation_cents": self.swing.standard_deviation,
            "interval_cents": [float(bound) for bound in interval_of(self.swing, confidence)],
            "probability": chance_of(self.swing, self.win),
        }


def chance_of(swing: Swing, win: int) -> float:
    """How likely a result at least this far off is: twice the chance of its own side, at most 1."""
    below, above = 1 - swing.players.below(-win), 1 - swing.players.above(-win)
    return min(1.0, 2 * min(below, above))


def interval_of(swing: Swing, confidence: float) -> tuple[Fraction, Fraction]:
    """The results between which the house ends with this probability, as much left out at either side."""
    tail = (1 - confidence) / 2
    return swing.house_at(tail), -swing.players.quantile(tail)


def verdict_of(shift: Shift, confidence: float) -> Verdict:
    """Whether to look into a shift."""
    return Verdict.OFF if chance_of(shift.swing, shift.win) < 1 - confidence else Verdict.WITHIN


@dataclass(frozen=True)
class Sum:
    """Several shifts together, independent of each other: probabilities are by the normal approximation."""

    name: str
    shifts: tuple[Shift, ...]

    @property
    def win(self) -> int:
        """What the house won."""
        return sum(shift.win for shift in self.shifts)

    @property
    def expected(self) -> Fraction:
        """What it expects to win."""
        return sum((shift.expected for shift in self.shifts), Fraction(0))

    @cached_property
    def standard_deviation(self) -> float:
        """The root of the sum of the variances."""
        return sqrt(sum(shift.swing.players.variance for shift in self.shifts))

    @property
    def chance(self) -> float:
        """How likely a result at least this far off is."""
        return 2 * NormalDist().cdf(-abs(float(self.win - self.expected)) / self.standard_deviation)

    def verdict(self, confidence: float) -> Verdict:
        """Whether to look into it."""
        return Verdict.OFF if self.chance < 1 - confidence else Verdict.WITHIN

    def to_dict(self, confidence: float) -> dict[str, object]:
        """A plain form for JSON."""
        return {
            "name": self.name,
            "shifts": len(self.shifts),
            "win_cents": self.win,
            "expected_cents": exact(self.expected),
            "standard_deviation_cents": self.standard_deviation,
            "probability": self.chance,
            "verdict": self.verdict(confidence).value,
        }


@dataclass(frozen=True)
class Actuals:
    """All shifts of a file. Make one with `read_shifts` of `houseway.analysis.operations.shift_file`."""

    shifts: tuple[Shift, ...]
    confidence: float = CONFIDENCE

    def __post_init__(self) -> None:
        if not self.shifts:
            raise BadSetting("The list of shifts is empty. Give at least one.")

    @property
    def tables(self) -> tuple[Sum, ...]:
        """The shifts of each table together."""
        return tuple(Sum(table, shifts) for table, shifts in _by_table(self.shifts).items())

    @property
    def total(self) -> Sum:
        """Everything together."""
        return Sum("all", self.shifts)

    def of(self, verdict: Verdict) -> tuple[Shift, ...]:
        """The shifts with a verdict."""
        return tuple(shift for shift in self.shifts if verdict_of(shift, self.confidence) is verdict)

    @property
    def by_chance(self) -> float:
        """How many of so many honest shifts are outside their interval by chance alone, at most."""
        return (1 - self.confidence) * len(self.shifts)

    def to_dict(self) -> dict[str, object]:
        """The plain form that `--json` prints."""
        return {
            "confidence": self.confidence,
            "expected_outside_by_chance": self.by_chance,
            "shifts": [shift.to_dict(self.confidence) for shift in self.shifts],
            "tables": [each.to_dict(self.confidence) for each in self.tables],
            "total": self.total.to_dict(self.confidence),
        }

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "RenderResult":
        from houseway.analysis.operations.display import render_actuals

        yield from render_actuals(self)


def _by_table(shifts: Iterable[Shift]) -> Mapping[str, tuple[Shift, ...]]:
    tables: dict[str, Sequence[Shift]] = {}
    for shift in shifts:
        tables[shift.table] = (*tables.get(shift.table, ()), shift)
    return {table: tuple(found) for table, found in tables.items()}
