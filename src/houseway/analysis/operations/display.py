"""Display of operations and actual results on the terminal."""

from collections.abc import Iterator
from fractions import Fraction

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table

from houseway.analysis.operations.actuals import Actuals, Sum, Verdict, chance_of, interval_of, verdict_of
from houseway.analysis.operations.operation import Operation
from houseway.analysis.operations.shift_file import shift_names
from houseway.analysis.operations.variance import WORST, SeatLink
from houseway.analysis.results.distribution import edge_percent, percent
from houseway.games.engine.money import dollars
from houseway.games.telling.units import unit_of
from houseway.games.telling.words import named


def render_operation(shift: Operation) -> Iterator[RenderableType]:
    """Yield the assumptions, the expected figures, their volatility, and the largest payouts."""
    titles = {wager.name: wager.title for wager in shift.game.wagers}
    bets = ", ".join(f"{titles.get(name, name)} {dollars(amount)}" for name, amount in shift.bet.items() if amount)
    yield named(shift.game)
    yield (
        f"Tables {shift.tables}, hours {float(shift.hours):g}, rounds per hour {float(shift.rounds_per_hour):g}, "
        f"players per table {shift.seats}: {shift.rounds:,} rounds, {shift.seat_rounds:,} results. Bets: {bets}."
    )
    yield _players(shift)
    yield _expected(shift)
    yield _swings(shift)
    if shift.link is not None:
        yield link_in_words(shift.link)
    elif shift.seats > 1:
        yield "The correlation of two seats is not known for this game: seats are treated as independent."
    if shift.exposure is not None:
        yield (
            f"Maximum exposure in one round at the limits: {whole_dollars(shift.exposure.seat_most)} for one seat, "
            f"{whole_dollars(shift.exposure.table_bound)} for a full table."
        )


def link_in_words(link: SeatLink) -> str:
    """Return how two seats of a table depend on each other, and the source of that figure."""
    if not link.rounds:
        told = (
            "with equal bets they win and lose together"
            if link.correlation == 1
            else "two of them differ by bets alone"
        )
        return f"All seats bet on the same hands: {told} (correlation {link.correlation:.4g})."
    instead = f", with the {link.stands_in} in place of strategies that cannot be dealt" if link.stands_in else ""
    return (
        f"Two seats of a table have a correlation of {link.correlation:.4f}, plus or minus "
        f"{link.correlation_reach:.4f} with 99.9% confidence: from {link.rounds:,} rounds of {link.seats} seats"
        f"{instead}."
    )


def whole_dollars(cents: Fraction | float) -> str:
    """Return an amount rounded to the dollar, for figures that are not bets."""
    return dollars(100 * round(float(cents) / 100))


def _table(title: str, *columns: str) -> Table:
    table = Table(title=f"\n{title}", title_justify="left", title_style="bold", pad_edge=False, box=SIMPLE_HEAD)
    for place, column in enumerate(columns):
        table.add_column(column, justify="right" if place else "left", no_wrap=bool(place))
    return table


def _players(shift: Operation) -> Table:
    table = _table(
        "Players", "skill", "strategy", "bets", "share", "element of risk", f"house edge per {unit_of(shift.game)}"
    )
    for guest in shift.guests:
        edges = (edge_percent(guest.result.house_edge(base)) for base in ("unit bet", guest.result.unit))
        bets, share = guest.bets_in_words(shift.game), percent(guest.share, 1)
        table.add_row(guest.skill, guest.result.subject.plays, bets, share, *edges)
    return table


def _expected(shift: Operation) -> Table:
    table = _table("Expected", "figure", "value")
    table.add_row("handle (all bets)", whole_dollars(shift.handle))
    of_an_hour = whole_dollars(shift.win_after_envy / (shift.tables * shift.hours))
    if shift.envy:
        table.add_row("win after the Envy Bonus", whole_dollars(shift.win_after_envy), style="bold")
        table.add_row("win after it per table and hour", of_an_hour)
        table.add_row("Envy Bonus paid", whole_dollars(shift.envy))
        table.add_row("win before it", whole_dollars(shift.win))
        table.add_row("win before it as a share of handle", percent(shift.win_of_handle))
    else:
        table.add_row("win", whole_dollars(shift.win))
        table.add_row("win as a share of handle", percent(shift.win_of_handle))
        table.add_row("win per table and hour", of_an_hour)
    if shift.drop is not None:
        given = {"buy-ins": ("as stated", "computed"), "hold": ("computed", "as stated")}[shift.drop.stated]
        table.add_row(f"drop (chips bought), {given[0]}", whole_dollars(shift.drop.cents))
        table.add_row(f"hold (win / drop), {given[1]}", percent(shift.drop.hold, 2))
    return table


def _swings(shift: Operation) -> Table:
    table = _table("Volatility of the shift", "figure", "value")
    swing = shift.swing
    table.add_row("standard deviation", whole_dollars(swing.standard_deviation))
    table.add_row("probability of a losing shift", percent(swing.losing_shift, 2))
    for level in WORST:
        table.add_row(f"one shift in {round(1 / level)} is worse than", whole_dollars(swing.house_at(level)))
    table.add_row("half of the shifts are better than", whole_dollars(swing.house_at(0.5)))
    table.add_row(f"bankroll for a risk of ruin under {percent(shift.risk, 2)}", whole_dollars(swing.reserve))
    return table


STYLES = {Verdict.OFF: "bold red", Verdict.WITHIN: ""}
SMALLEST_SHOWN = 0.0001


def render_actuals(actuals: Actuals) -> Iterator[RenderableType]:
    """Yield every shift, every table, the total, and the shifts to look into."""
    yield _shifts(actuals)
    if len(actuals.tables) < len(actuals.shifts):
        yield _sums("Tables", actuals.tables, actuals.confidence)
    yield _sums("All shifts", (actuals.total,), actuals.confidence)
    yield _conclusion(actuals)


def _shifts(actuals: Actuals) -> Table:
    level = percent(actuals.confidence, 1 if round(1000 * actuals.confidence) % 10 else 0)
    table = _shift_table("Shifts", "win", "expected win", f"{level} interval", "chance")
    for shift in actuals.shifts:
        verdict = verdict_of(shift, actuals.confidence)
        low, high = (whole_dollars(bound) for bound in interval_of(shift.swing, actuals.confidence))
        chance = _chance(chance_of(shift.swing, shift.win))
        figures = (whole_dollars(shift.win), whole_dollars(shift.expected), f"{low} to {high}", chance)
        table.add_row(shift_names([shift]), *figures, verdict.value, style=STYLES[verdict])
    return table


def _sums(title: str, sums: tuple[Sum, ...], confidence: float) -> Table:
    table = _shift_table(title, "win", "expected win", "standard deviation", "chance")
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


def _shift_table(title: str, *figures: str) -> Table:
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
        f"Review {len(off)} of {len(actuals.shifts)} shifts: {shift_names(off)}."
        if off
        else "All shifts are within the interval."
    )
    chance = f"By chance alone, up to {actuals.by_chance:.1f} of them would be outside it on average."
    return f"{found} {chance}"
