"""`houseway equity` and `houseway hold`: chances in a player-against-player game."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

from houseway.cards.notation import format_cards
from houseway.cli.analyze import DeadOption
from houseway.cli.listing import GameName
from houseway.cli.output import JsonFlag, console, print_json

if TYPE_CHECKING:
    from houseway.analysis.results.equity import PlayerEquity


def equity(
    game: GameName,
    hands: Annotated[str, typer.Argument(help='Held cards of each player: "Ts Jd | Tc Jh Qd | Td Jc 2h".')],
    board: Annotated[str, typer.Option(metavar="CARDS", help="Community cards that are known.")] = "",
    dead: DeadOption = "",
    json: JsonFlag = False,
) -> None:
    """Show every player's exact chances over all boards that can still come."""
    from houseway.analysis.between_players import equity as chances

    result = chances(hands.split("|"), board, dead, game=game)
    if json:
        print_json(result.to_dict())
        return
    console().print(f"{result.boards:,} boards")
    console().print(_table("held", result.players))


def hold(
    game: GameName,
    hand: Annotated[str, typer.Argument(help="Your five cards.")],
    opponent: Annotated[str | None, typer.Option(metavar="CARDS", help="The opponent's cards; else any five.")] = None,
    rule: Annotated[str | None, typer.Option(help="The named rule by which the opponent holds.")] = None,
    dead: DeadOption = "",
    json: JsonFlag = False,
) -> None:
    """Show which cards of a hand are best held against one opponent."""
    from houseway.analysis.between_players import best_hold

    result = best_hold(hand, opponent=opponent, opponent_rule=rule, dead=dead, game=game)
    if json:
        print_json(result.to_dict())
        return
    console().print(f"{result.situations:,} situations of opponent and board")
    console().print(_table("hold", result.holds))


def _table(cards: str, chances: Sequence["PlayerEquity"]) -> Table:
    """A line for each set of cards; `cards` heads their column."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(cards, no_wrap=True)
    for heading in ("wins", "ties", "share of the pot", "exact"):
        table.add_column(heading, justify="right")
    for each in chances:
        values = [f"{float(value):.4%}" for value in (each.win, each.tie, each.equity)]
        table.add_row(format_cards(each.held), *values, str(each.equity))
    return table
