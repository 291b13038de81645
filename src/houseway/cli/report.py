"""`houseway report`: write the math report of a game."""

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.analyze import ClusterOption, DecksOption, DeviceOption, JobsOption, LimitOption, chosen_game
from houseway.cli.games import GameName
from houseway.cli.output import PaytableOption, SetOption


def report(
    game: GameName,
    output: Annotated[
        Path,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE.pdf|.html|.xlsx|.json",
            help="File to write; its ending sets the format, such as report.pdf.",
        ),
    ],
    paytable: PaytableOption = None,
    set_: SetOption = None,
    decks: DecksOption = None,
    aggregate_limit: LimitOption = None,
    rounds: Annotated[
        int | None,
        typer.Option(min=1, help="Rounds to simulate. [default: use the shipped simulation, or a million]"),
    ] = None,
    date: Annotated[
        datetime | None,
        typer.Option(
            formats=["%Y-%m-%d"],
            metavar="YYYY-MM-DD",
            help="Date on the title page and of the limits, such as 2026-01-31. [default: none]",
        ),
    ] = None,
    prepared_by: Annotated[str, typer.Option(metavar="WHO", help="Author on the title page.")] = "",
    prepared_for: Annotated[str, typer.Option(metavar="WHOM", help="Recipient on the title page.")] = "",
    reference: Annotated[str, typer.Option(help="Reference on the title page, such as a file number.")] = "",
    quick: Annotated[bool, typer.Option("--quick", help="Skip alternatives that need a new count.")] = False,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    device: DeviceOption = None,
) -> None:
    """Write the math report of a game.

    The report covers rules, readings, exact results, risk, exposure and verification.
    """
    table = chosen_game(game, paytable, set_, decks, aggregate_limit)
    from houseway.cli.progress import runner
    from houseway.report import form_of, report_for, write_report

    form_of(output)
    day = None if date is None else date.date()
    model = report_for(
        table,
        rounds=rounds,
        runner=runner(jobs, cluster, device=device),
        quick=quick,
        day=day,
        prepared_by=prepared_by,
        prepared_for=prepared_for,
        reference=reference,
    )
    write_report(model, output)
    typer.echo(f"houseway: wrote the report to {output}", err=True)
