"""`houseway export`: a game as a file to edit, to keep and to compare."""

from datetime import date, datetime
from typing import Annotated

import typer

from houseway.cli.analyze import DecksOption, LimitOption, chosen_game
from houseway.cli.listing import GameName
from houseway.cli.output import PaytableOption, SetOption
from houseway.games.files.gamefile_text import export_game


def export(
    game: GameName,
    paytable: PaytableOption = None,
    set_: SetOption = None,
    decks: DecksOption = None,
    aggregate_limit: LimitOption = None,
    jurisdiction: Annotated[str | None, typer.Option(help="Whose limits; washington if not given.")] = None,
    on: Annotated[
        datetime | None,
        typer.Option(formats=["%Y-%m-%d"], metavar="YYYY-MM-DD", help="The limits of which day; today's."),
    ] = None,
) -> None:
    """Write a game file: readings, pay tables, limits, settings. Edit it and give its path wherever a GAME is taken."""
    day: date | None = None if on is None else on.date()
    chosen = chosen_game(game, paytable, set_, decks, aggregate_limit, jurisdiction=jurisdiction, on=day)
    print(export_game(chosen), end="")
