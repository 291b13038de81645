"""Display of the income of Five Card HoldOut on the terminal."""

from collections.abc import Iterator

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table

from houseway.analysis.operations.display import whole_dollars
from houseway.analysis.results.result import percent
from houseway.analysis.titles.five_card_holdout.income import A_HAND, NONE, RAKE, TIME, HoldOutIncome
from houseway.games.engine.money import dollars
from houseway.games.telling.words import named


def render_income(shift: HoldOutIncome) -> Iterator[RenderableType]:
    """Yield the charges, the income, and the pots that it is based on."""
    styles = ", ".join(f"{percent(share, 0)} {name}" for name, share in shift.styles.items())
    yield named(shift.game)
    yield (
        f"Tables {shift.tables}, hours {float(shift.hours):g}, hands per hour {float(shift.hands_per_hour):g}, "
        f"players per table {shift.players}: {shift.hands:,} hands. Blinds {dollars(shift.game.small_blind)} and "
        f"{dollars(shift.game.big_blind)}. {charged(shift)}"
    )
    table = Table(title="\nIncome of the house", title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    table.add_column("figure")
    table.add_column("value", justify="right")
    table.add_row("income of the shift", whole_dollars(shift.income), style="bold")
    if shift.fee == RAKE:
        low, high = (float(shift.income) + side * shift.income_reach for side in (-1, 1))
        table.add_row("its 99.9% interval", f"{whole_dollars(low)} to {whole_dollars(high)}")
        table.add_row("standard deviation of the shift", whole_dollars(shift.standard_deviation))
    table.add_row("income per table and hour", whole_dollars(shift.per_table_hour))
    table.add_row("average pot", dollars(round(shift.average_pot)))
    for level, words in ((0.1, "one pot in ten is at most"), (0.5, "half of the pots are at most")):
        table.add_row(words, dollars(shift.pot_at(level)))
    table.add_row("one pot in ten is more than", dollars(shift.pot_at(0.9)))
    yield table
    yield (
        f"Pots are those of {len(shift.pots):,} hands of computer players ({styles}; seed {shift.seed}). A rake "
        "depends on how they play. The house does not bank the game, so it cannot lose."
    )


def charged(shift: HoldOutIncome) -> str:
    """Return the house's charges, in words."""
    cap = "" if shift.game.rake_cap is None else f", at most {dollars(shift.game.rake_cap)} per hand"
    return {
        NONE: "The house takes nothing.",
        RAKE: f"Rake {float(shift.game.rake_percent):g}% of the pot{cap}, none without a flop.",
        A_HAND: f"Fee {dollars(shift.game.time_fee)} per hand from each player.",
        TIME: f"Fee {dollars(shift.clock_fee)} per half hour from each player.",
    }[shift.fee]
