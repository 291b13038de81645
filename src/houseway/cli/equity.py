"""`houseway equity` and `houseway hold`: exact chances in a player vs. player game."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

from houseway.cards.notation import format_cards
from houseway.cli.analyze import DeadOption
from houseway.cli.games import GameName
from houseway.cli.output import JsonFlag, console, print_json

if TYPE_CHECKING:
    from houseway.analysis.results.equity import PlayerEquity


def equity(
    game: GameName,
    hands: Annotated[str, typer.Argument(metavar="HANDS", help='Cards each player holds, such as "Ts Jd | Tc Jh Qd".')],
    board: Annotated[str, typer.Option(metavar="CARDS", help='Community cards dealt so far, such as "Ah 7c".')] = "",
    dead: DeadOption = "",
    json: JsonFlag = False,
) -> None:
    """Show each player's exact chance of winning.

    Counts every board that can still be dealt.
    """
    from houseway.analysis.between_players import equity as chances

    result = chances(hands.split("|"), board, dead, game=game)
    if json:
        print_json(result.to_dict())
        return
    console().print(f"{result.boards:,} boards")
    console().print(_table("held", result.players))


def hold(
    game: GameName,
    hand: Annotated[str, typer.Argument(metavar="HAND", help='Your five cards, such as "As Ah Kd 7c 2s".')],
    opponent: Annotated[
        str | None, typer.Option(metavar="CARDS", help='Opponent\'s cards, such as "Ts Jd". [default: any five]')
    ] = None,
    rule: Annotated[str | None, typer.Option(help="Rule by which the opponent holds cards, such as hold-best.")] = None,
    dead: DeadOption = "",
    json: JsonFlag = False,
) -> None:
    """Show which cards are best to hold.

    Compares every choice against one opponent.
    """
    from houseway.analysis.between_players import best_hold

    result = best_hold(hand, opponent=opponent, opponent_rule=rule, dead=dead, game=game)
    if json:
        print_json(result.to_dict())
        return
    console().print(f"{result.situations:,} combinations of opponent's cards and board")
    console().print(_table("hold", result.holds))


def _table(cards: str, chances: Sequence["PlayerEquity"]) -> Table:
    """Return a table with a line for each set of cards. `cards` heads their column."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(cards, no_wrap=True)
    for heading in ("wins", "ties", "share of the pot", "exact share"):
        table.add_column(heading, justify="right")
    for each in chances:
        values = [f"{float(value):.4%}" for value in (each.win, each.tie, each.equity)]
        table.add_row(format_cards(each.held), *values, str(each.equity))
    return table
