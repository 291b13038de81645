"""`houseway solve --chart`: how hands are held, by kind."""

from typing import cast

from rich.box import SIMPLE_HEAD
from rich.table import Table

from houseway.cli.output import console, print_json
from houseway.errors import unknown
from houseway.games.catalogue import game_class
from houseway.games.engine.between_players import GameBetweenPlayers

CHARTS = ("holds",)


def show_chart(game: str, chart: str, as_json: bool) -> None:
    """Print the chart of a game between players."""
    from houseway.analysis.between_players import players_analysis

    if chart not in CHARTS:
        raise unknown("chart", chart, CHARTS)
    found = players_analysis(game).hold_chart(cast(type[GameBetweenPlayers], game_class(game)).opponent_rule)
    if as_json:
        print_json(found.to_dict())
        return
    sizes = range(1, len(found.rows[0].sizes) + 1)
    table = Table("dealt", "of all", *map(str, sizes), "beats", "rule loses", box=SIMPLE_HEAD, pad_edge=False)
    table.columns[0].no_wrap = True
    total = found.rows[-1].hands
    for row in found.rows:
        shares = (f"{share:.0%}" if share else "" for share in row.sizes)
        table.add_row(row.kind, f"{row.hands / total:.2%}", *shares, f"{row.worth:.1%}", f"{row.lost_by_rule:.2%}")
    table.caption = f"1 to {sizes[-1]}: how often so many cards are best held. The rule is {found.rule}."
    out = console()
    out.print(table)
    out.print(found.rests_on)
