"""`houseway compare`: a base game and a changed version of it."""

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
from houseway.cli.output import JsonFlag, PaytableOption, SetOption, console, print_json
from houseway.errors import HousewayError
from houseway.games.catalogue import game as make_game
from houseway.games.telling.words import named

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
