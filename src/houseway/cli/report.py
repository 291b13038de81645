"""`houseway report`: the mathematics report of a game, to hand in and to sign."""

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.analyze import ClusterOption, DecksOption, DeviceOption, JobsOption, LimitOption, chosen_game
from houseway.cli.listing import GameName
from houseway.cli.output import PaytableOption, SetOption


def report(
    game: GameName,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE.pdf|.html|.xlsx|.json", help="Where it goes.")
    ],
    paytable: PaytableOption = None,
    set_: SetOption = None,
    decks: DecksOption = None,
    aggregate_limit: LimitOption = None,
    rounds: Annotated[
        int | None,
        typer.Option(min=1, help="Simulate so many rounds anew; else what ships for the table, or a million."),
    ] = None,
    date: Annotated[
        datetime | None,
        typer.Option(
            formats=["%Y-%m-%d"],
            metavar="YYYY-MM-DD",
            help="The date on the title page and of the limits; without it a report has no date but the letter's.",
        ),
    ] = None,
    prepared_by: Annotated[str, typer.Option(metavar="WHO", help="Who prepared it, for the title page.")] = "",
    prepared_for: Annotated[str, typer.Option(metavar="WHOM", help="For whom, for the title page.")] = "",
    reference: Annotated[str, typer.Option(help="A reference, such as a file number, for the title page.")] = "",
    quick: Annotated[
        bool, typer.Option("--quick", help="Leave out the value of alternatives that would first have to be counted.")
    ] = False,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    device: DeviceOption = None,
) -> None:
    """Write the mathematics report of a game: rules, readings, exact results, risk, exposure, verification."""
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
    typer.echo(f"houseway: the report is in {output}", err=True)
