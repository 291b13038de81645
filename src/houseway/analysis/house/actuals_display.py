"""Actual against expected on the terminal and in a notebook."""

from collections.abc import Iterator
from fractions import Fraction

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table

from houseway.analysis.house.actuals import Actuals, Sum, Verdict, chance_of, interval_of, verdict_of
from houseway.analysis.house.operation_display import whole_dollars
from houseway.analysis.house.shift_file import named
from houseway.analysis.results.result import percent

STYLES = {Verdict.OFF: "bold red", Verdict.WITHIN: ""}
SMALLEST_SHOWN = 0.0001


def render_actuals(actuals: Actuals) -> Iterator[RenderableType]:
    """Every shift, every table, everything together, and what to look into."""
    yield _shifts(actuals)
    if len(actuals.tables) < len(actuals.shifts):
        yield _sums("Tables", actuals.tables, actuals.confidence)
    yield _sums("All shifts", (actuals.total,), actuals.confidence)
    yield _conclusion(actuals)


def _shifts(actuals: Actuals) -> Table:
    level = percent(actuals.confidence, 1 if round(1000 * actuals.confidence) % 10 else 0)
    table = _table("Shifts", "win", "expected win", f"{level} interval", "chance")
    for shift in actuals.shifts:
        verdict = verdict_of(shift, actuals.confidence)
        low, high = (whole_dollars(bound) for bound in interval_of(shift.swing, actuals.confidence))
        chance = _chance(chance_of(shift.swing, shift.win))
        figures = (whole_dollars(shift.win), whole_dollars(shift.expected), f"{low} to {high}", chance)
        table.add_row(named([shift]), *figures, verdict.value, style=STYLES[verdict])
    return table


def _sums(title: str, sums: tuple[Sum, ...], confidence: float) -> Table:
    table = _table(title, "win", "expected win", "standard deviation", "chance")
    for each in sums:
        verdict = each.verdict(confidence)
        figures = (Fraction(each.win), each.expected, Fraction(each.standard_deviation))
        table.add_row(
            f"{each.name}, {len(each.shifts)} shift{'s' * (len(each.shifts) > 1)}",
            *map(whole_dollars, figures),
            _chance(each.chance),
            verdict.value,
            style=STYLES[verdict],
        )
    return table


def _table(title: str, *figures: str) -> Table:
    table = Table(title=f"\n{title}", title_justify="left", title_style="bold", pad_edge=False, box=SIMPLE_HEAD)
    table.add_column("table")
    for heading in figures:
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("")
    return table


def _chance(chance: float) -> str:
    return f"under {percent(SMALLEST_SHOWN, 2)}" if chance < SMALLEST_SHOWN else percent(chance, 2)


def _conclusion(actuals: Actuals) -> str:
    off = actuals.of(Verdict.OFF)
    found = (
        f"Review {len(off)} of {len(actuals.shifts)} shifts: {named(off)}."
        if off
        else "All shifts are within the interval."
    )
    chance = f"By chance alone, up to {actuals.by_chance:.1f} of them would be outside it on average."
    return f"{found} {chance}"
