"""`houseway solve --chart`: how hands are held and opened, by kind, and what the seats are worth."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, cast

from rich.box import SIMPLE_HEAD
from rich.table import Table

from houseway.cli.output import console, print_json
from houseway.errors import unknown
from houseway.games.catalogue import game_class
from houseway.games.engine.between_players import GameBetweenPlayers

PERCENT = 100

if TYPE_CHECKING:
    from houseway.analysis.between_players import PlayersAnalysis
    from houseway.analysis.results.hold_chart import HoldChart
    from houseway.analysis.results.opening_chart import ButtonChart, OpeningChart


def show_chart(game: str, chart: str, as_json: bool) -> None:
    """Print the chart of a player vs. player game."""
    from houseway.analysis.between_players import players_analysis

    if chart not in CHARTS:
        raise unknown("chart", chart, tuple(CHARTS))
    make, show = CHARTS[chart]
    found = make(players_analysis(game), game)
    if as_json:
        print_json(found.to_dict())
        return
    show(found)


def _holds(title: "PlayersAnalysis", game: str) -> "HoldChart":
    return title.hold_chart(cast(type[GameBetweenPlayers], game_class(game)).opponent_rule)


def _show_holds(found: "HoldChart") -> None:
    sizes = range(1, len(found.rows[0].sizes) + 1)
    table = Table("dealt", "of all", *map(str, sizes), "beats", "rule loses", box=SIMPLE_HEAD, pad_edge=False)
    table.columns[0].no_wrap = True
    total = found.rows[-1].hands
    for row in found.rows:
        told = (f"{row.worth:.1%}", f"{row.lost_by_rule:.2%}")
        table.add_row(row.kind, f"{row.hands / total:.2%}", *_shares(row.sizes), *told)
        table.add_row("  blueprint", "", *_shares(row.planned), "", "")
    table.caption = (
        f"1 to {sizes[-1]}: how often holding that number of cards is best by equity, and how often the blueprint "
        f"holds them. The rule is {found.rule}."
    )
    out = console()
    out.print(table)
    out.print(found.rests_on)
    out.print(found.plan_rests_on)


def _show_opening(found: "OpeningChart") -> None:
    lines = {"": "button opens", "call": "big blind, called", "raise": "big blind, raised"}
    actions = {line: "/".join(found.rows[0].play[line]) for line in lines}
    heads = [f"{words}: {actions[line]}, %" for line, words in lines.items()]
    table = Table("dealt", "of all", *heads, box=SIMPLE_HEAD, pad_edge=False)
    table.columns[0].no_wrap = True
    total = found.rows[-1].hands
    for row in found.rows:
        play = ("/".join(f"{PERCENT * share:.0f}" for share in row.play[line].values()) for line in lines)
        table.add_row(row.kind, f"{row.hands / total:.2%}", *play)
    out = console()
    out.print(table)
    out.print(found.rests_on)


def _show_button(found: "ButtonChart") -> None:
    sizes = range(1, len(found.seats[0].held) + 1)
    table = Table("seat", "big blinds per hand", *map(str, sizes), box=SIMPLE_HEAD, pad_edge=False)
    for seat in found.seats:
        table.add_row(seat.seat, f"{seat.worth:+.4f} +- {seat.within:.4f}", *_shares(seat.held))
    table.caption = f"1 to {sizes[-1]}: how often that number of cards is held, among hands that reach the discards."
    out = console()
    out.print(table)
    out.print(found.rests_on)


def _shares(each: Sequence[float]) -> list[str]:
    return [f"{share:.0%}" if share >= 0.005 else "" for share in each]


CHARTS: dict[str, tuple[Callable[["PlayersAnalysis", str], Any], Callable[[Any], None]]] = {
    "holds": (_holds, _show_holds),
    "opening": (lambda title, game: title.opening_chart(), _show_opening),
    "button": (lambda title, game: title.button_chart(), _show_button),
}
