"""`houseway operate`: a shift in a card room."""

from typing import Annotated

import typer

from houseway.cli.analyze import DecksOption, JobsOption, LimitOption, chosen_game
from houseway.cli.listing import GameName
from houseway.cli.output import JsonFlag, PaytableOption, SetOption, cents, console, print_json


def operate(
    game: GameName,
    tables: Annotated[int, typer.Option(help="How many tables are open.")] = 1,
    hours: Annotated[str, typer.Option(help="How long the shift is.")] = "8",
    rounds_per_hour: Annotated[str, typer.Option(help="Rounds that a table deals in an hour.")] = "40",
    seats: Annotated[int | None, typer.Option(help="Players at each table: 4, or as many as it takes.")] = None,
    ante: Annotated[str, typer.Option(metavar="DOLLARS", help="The average Ante.")] = "25.00",
    bonus: Annotated[
        str | None,
        typer.Option(
            metavar="DOLLARS", help="The bet that need not equal the Ante; the game's usual one if not given."
        ),
    ] = None,
    skill: Annotated[
        str,
        typer.Option(
            help="How the players play: optimal, rule-list, naive, a strategy of the game, or a mix such as "
            "optimal=0.2,rule-list=0.5,naive=0.3."
        ),
    ] = "optimal",
    risk: Annotated[float, typer.Option(help="The risk of ruin that the bankroll is for.")] = 0.001,
    paytable: PaytableOption = None,
    set_: SetOption = None,
    decks: DecksOption = None,
    aggregate_limit: LimitOption = None,
    jobs: JobsOption = None,
    json: JsonFlag = False,
) -> None:
    """Show what a shift holds, how far it swings, and what it can cost: the operator's view."""
    table = chosen_game(game, paytable, set_, decks, aggregate_limit)
    from houseway.analysis.operation import operate as run_shift
    from houseway.cli.progress import runner

    shift = run_shift(
        table,
        tables=tables,
        hours=hours,
        rounds_per_hour=rounds_per_hour,
        seats=seats,
        ante=cents("--ante", ante),
        bonus=None if bonus is None else cents("--bonus", bonus),
        skill=skill,
        risk=risk,
        runner=runner(jobs, None),
    )
    if json:
        print_json(shift.to_dict())
    else:
        console().print(shift)
