"""Actual results compared with expected results, and which shifts to look into.

A file of shifts has one shift per line: the rounds dealt and the house's win. The distribution of the house's result
gives each shift's interval at the stated confidence. It also gives the probability of a result at least this far out:
twice the probability of that side. The distribution is that of `swing`. Its mean is exact, and the seats of a table
depend on each other as they do when whole tables are dealt.

Several shifts of one table, and all shifts, are added up: means, variances, and probabilities by the normal
approximation.
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
"""The confidence at which regulators ask for an explanation, such as COMAR 36.05.03.25 in Maryland."""


class Verdict(Enum):
    """A follow-up that a result calls for."""

    WITHIN = "within"
    OFF = "look into"


@dataclass(frozen=True)
class Shift:
    """One table's rounds and win in one shift. Money is in cents; `drop` is set if it was counted."""

    line: int
    table: str
    label: str
    operation: Operation
    win: int
    drop: int | None = None

    @property
    def expected(self) -> Fraction:
        """Return the expected win of the house after Envy Bonuses."""
        return self.operation.win_after_envy

    @property
    def difference(self) -> Fraction:
        """Return the actual win less the expected win."""
        return self.win - self.expected

    @property
    def swing(self) -> Swing:
        """Return how much the house's result varies."""
        return self.operation.swing

    def to_dict(self, confidence: float) -> dict[str, object]:
        """Return the plain form for JSON."""
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
    """Return the probability of a result at least this far off: twice that of its side, at most 1."""
    below, above = 1 - swing.players.below(-win), 1 - swing.players.above(-win)
    return min(1.0, 2 * min(below, above))


def interval_of(swing: Swing, confidence: float) -> tuple[Fraction, Fraction]:
    """Return the interval in which the house's result falls with this probability, with equal tails."""
    tail = (1 - confidence) / 2
    return swing.house_at(tail), -swing.players.quantile(tail)


def verdict_of(shift: Shift, confidence: float) -> Verdict:
    """Return whether to look into a shift."""
    return Verdict.OFF if chance_of(shift.swing, shift.win) < 1 - confidence else Verdict.WITHIN


@dataclass(frozen=True)
class Sum:
    """Several independent shifts together. Probabilities are by the normal approximation."""

    name: str
    shifts: tuple[Shift, ...]

    @property
    def win(self) -> int:
        """Return the house's actual win."""
        return sum(shift.win for shift in self.shifts)

    @property
    def expected(self) -> Fraction:
        """Return the house's expected win."""
        return sum((shift.expected for shift in self.shifts), Fraction(0))

    @cached_property
    def standard_deviation(self) -> float:
        """Return the square root of the summed variances."""
        return sqrt(sum(shift.swing.players.variance for shift in self.shifts))

    @property
    def chance(self) -> float:
        """Return the probability of a result at least this far off."""
        return 2 * NormalDist().cdf(-abs(float(self.win - self.expected)) / self.standard_deviation)

    def verdict(self, confidence: float) -> Verdict:
        """Return whether to look into the sum."""
        return Verdict.OFF if self.chance < 1 - confidence else Verdict.WITHIN

    def to_dict(self, confidence: float) -> dict[str, object]:
        """Return the plain form for JSON."""
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
        """Return the sum of each table's shifts."""
        return tuple(Sum(table, shifts) for table, shifts in _by_table(self.shifts).items())

    @property
    def total(self) -> Sum:
        """Return the sum of all shifts."""
        return Sum("all", self.shifts)

    def of(self, verdict: Verdict) -> tuple[Shift, ...]:
        """Return the shifts with a verdict."""
        return tuple(shift for shift in self.shifts if verdict_of(shift, self.confidence) is verdict)

    @property
    def by_chance(self) -> float:
        """Return the largest expected number of honest shifts that fall outside their interval by chance."""
        return (1 - self.confidence) * len(self.shifts)

    def to_dict(self) -> dict[str, object]:
        """Return the plain form that `--json` prints."""
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
