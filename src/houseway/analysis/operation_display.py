"""A shift on the terminal and in a notebook."""

from collections.abc import Iterator
from fractions import Fraction

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table

from houseway.analysis.operation import WORST, Operation
from houseway.analysis.result import percent
from houseway.games.engine.money import dollars


def render_operation(shift: Operation) -> Iterator[RenderableType]:
    """What is assumed, what is expected, how far it swings, and the largest payouts."""
    bets = ", ".join(f"{name.replace('_', ' ')} {dollars(amount)}" for name, amount in shift.bet.items())
    yield shift.game.label
    yield (
        f"Tables {shift.tables}, hours {float(shift.hours):g}, rounds an hour {float(shift.rounds_per_hour):g}, "
        f"players a table {shift.seats}: {shift.rounds:,} rounds, {shift.seat_rounds:,} results. Bets: {bets}."
    )
    yield _players(shift)
    yield _expected(shift)
    yield _swings(shift)
    yield (
        "The seats of a table share cards. The standard deviation is at most that of the right column; it is that of "
        "the left one if seats are independent."
    )
    if shift.envy:
        yield "Swings and bankroll take the Envy Bonus at its expectation; its own swings are not in them."
    if shift.exposure is not None:
        yield (
            f"At the limits one seat can gain {whole_dollars(shift.exposure.bound)} in a round, a full table "
            f"{whole_dollars(shift.exposure.table_bound)} at most."
        )


def whole_dollars(cents: Fraction | float) -> str:
    """An amount to the dollar, for figures that are no bets."""
    return dollars(100 * round(float(cents) / 100))


def _table(title: str, *columns: str) -> Table:
    table = Table(title=f"\n{title}", title_justify="left", title_style="bold", pad_edge=False, box=SIMPLE_HEAD)
    for place, column in enumerate(columns):
        table.add_column(column, justify="right" if place else "left", no_wrap=bool(place))
    return table


def _players(shift: Operation) -> Table:
    table = _table("Players", "skill", "strategy", "share", "edge per unit bet", "edge per Ante")
    for skill, share in shift.skills.items():
        result = shift.results[skill]
        edges = (percent(result.house_edge(base)) for base in ("unit bet", "ante"))
        table.add_row(skill, shift.strategies[skill], percent(share, 1), *edges)
    return table


def _expected(shift: Operation) -> Table:
    table = _table("Expected", "figure", "value")
    table.add_row("handle: all bets", whole_dollars(shift.handle))
    of_an_hour = whole_dollars(shift.hold_after_envy / (shift.tables * shift.hours))
    if shift.envy:
        table.add_row("hold after the Envy Bonus", whole_dollars(shift.hold_after_envy), style="bold")
        table.add_row("hold after it of a table in an hour", of_an_hour)
        table.add_row("Envy Bonus paid", whole_dollars(shift.envy))
        table.add_row("hold before it", whole_dollars(shift.hold))
        table.add_row("hold before it as a share of handle", percent(shift.hold_share))
        return table
    table.add_row("hold", whole_dollars(shift.hold))
    table.add_row("hold as a share of handle", percent(shift.hold_share))
    table.add_row("hold of a table in an hour", of_an_hour)
    return table


def _swings(shift: Operation) -> Table:
    table = _table("Swings of the shift", "figure", "seats independent", "seats as one")
    swings = (shift.independent, shift.together)
    table.add_row("standard deviation", *(whole_dollars(each.standard_deviation) for each in swings))
    table.add_row("probability that the house loses", *(percent(each.losing_shift, 2) for each in swings))
    for level in WORST:
        results = (whole_dollars(each.house_at(level)) for each in swings)
        table.add_row(f"one shift in {round(1 / level)} is worse than", *results)
    table.add_row("half of the shifts are better than", *(whole_dollars(each.house_at(0.5)) for each in swings))
    reserves = (whole_dollars(each.reserve) for each in swings)
    table.add_row(f"bankroll for a risk of ruin under {percent(shift.risk, 2)}", *reserves)
    return table
