"""`houseway export`: write a game as a file to edit and compare."""

from datetime import date, datetime
from typing import Annotated

import typer

from houseway.cli.analyze import DecksOption, LimitOption, chosen_game
from houseway.cli.games import GameName
from houseway.cli.output import PaytableOption, SetOption
from houseway.games.files.gamefile_text import export_game


def export(
    game: GameName,
    paytable: PaytableOption = None,
    set_: SetOption = None,
    decks: DecksOption = None,
    aggregate_limit: LimitOption = None,
    jurisdiction: Annotated[
        str | None, typer.Option(help="Jurisdiction whose limits apply. [default: washington]")
    ] = None,
    on: Annotated[
        datetime | None,
        typer.Option(
            formats=["%Y-%m-%d"], metavar="YYYY-MM-DD", help="Date of the limits, such as 2025-01-01. [default: today]"
        ),
    ] = None,
) -> None:
    """Print a game file to edit or compare.

    The file has readings, pay tables, limits and settings. Use its path wherever a command takes a GAME.
    """
    day: date | None = None if on is None else on.date()
    chosen = chosen_game(game, paytable, set_, decks, aggregate_limit, jurisdiction=jurisdiction, on=day)
    print(export_game(chosen), end="")
