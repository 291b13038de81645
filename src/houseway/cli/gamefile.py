"""`houseway export`: a game as a file to edit, to keep and to compare."""

from datetime import date, datetime
from typing import Annotated

import typer

from houseway.cli.listing import GameName
from houseway.cli.output import PaytableOption, SetOption, parse_readings
from houseway.games.catalogue import game as make_game
from houseway.games.gamefile_text import export_game


def export(
    game: GameName,
    paytable: PaytableOption = None,
    set_: SetOption = None,
    jurisdiction: Annotated[str | None, typer.Option(help="Whose limits; washington if not given.")] = None,
    on: Annotated[
        datetime | None,
        typer.Option(formats=["%Y-%m-%d"], metavar="YYYY-MM-DD", help="The limits of which day; today's."),
    ] = None,
) -> None:
    """Write a game file: readings, pay tables, limits, settings. Edit it and give its path wherever a GAME is taken."""
    day: date | None = None if on is None else on.date()
    chosen = make_game(game, paytable=paytable, readings=parse_readings(set_), jurisdiction=jurisdiction, on=day)
    print(export_game(chosen), end="")
