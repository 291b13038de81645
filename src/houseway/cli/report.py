"""`houseway report` and `houseway compare`: the math report of a game, or a base game and a changed version of it."""

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.analyze import (
    ClusterOption,
    DecksOption,
    DeviceOption,
    JobsOption,
    LimitOption,
    StrategyOption,
    chosen_game,
    warn_about,
)
from houseway.cli.games import GameName
from houseway.cli.output import JsonFlag, PaytableOption, SetOption, console, print_json
from houseway.errors import HousewayError
from houseway.games.catalogue import game as make_game
from houseway.games.telling.words import named


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


Base = Annotated[str, typer.Argument(metavar="BASE", help="Base game: a name from `houseway games`, or a game file.")]
Changed = Annotated[
    str | None,
    typer.Argument(metavar="CHANGED", help="Changed version. [default: BASE with the options below]"),
]


def compare(
    base: Base,
    changed: Changed = None,
    paytable: PaytableOption = None,
    set_: SetOption = None,
    decks: DecksOption = None,
    aggregate_limit: LimitOption = None,
    strategy: StrategyOption = "optimal",
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE.pdf|.html|.xlsx|.json",
            help="File to write a comparison report to, such as changes.pdf.",
        ),
    ] = None,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    device: DeviceOption = None,
    json: JsonFlag = False,
) -> None:
    """Compare a base game with a changed version.

    Shows the clauses that differ, house edge, standard deviation, decisions and exposure. --set, --paytable, --decks
    and --aggregate-limit apply to the changed version.
    """
    changes = (set_, paytable, decks, aggregate_limit)
    is_changed = any(change is not None for change in changes)
    if changed is None and not is_changed:
        raise HousewayError(
            "compare needs a changed version. Name a second game, or change the first with --set, --paytable, "
            "--decks or --aggregate-limit."
        )
    before = make_game(base)
    after = chosen_game(changed or base, paytable, set_, decks, aggregate_limit)
    from houseway.analysis.compare.comparison import compare as set_side_by_side
    from houseway.cli.progress import runner

    if not json:
        warn_about(before, after)
    if output is not None:
        from houseway.report import form_of

        form_of(output)
    names = (base, named(after) if changed is None or is_changed else changed)
    counted_by = runner(jobs, cluster, device=device)
    result = set_side_by_side(before, after, names=names, strategy=strategy, runner=counted_by)
    if output is not None:
        from houseway.report import comparison_report, write_report

        write_report(comparison_report(result), output)
        typer.echo(f"houseway: wrote the comparison to {output}", err=True)
    if json:
        print_json(result.to_dict())
    elif output is None:
        console().print(result)
