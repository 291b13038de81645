"""`houseway bench`: measure speed, next to other libraries in the same run."""

import os
import sys
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

from houseway.bench.measure import SECTIONS, Measurement, Results, run_section
from houseway.cli.output import JsonFlag, console, print_json
from houseway.errors import unknown

MILLION = 1e6
SectionName = Annotated[
    str | None, typer.Argument(metavar="SECTION", help=f"Section to measure: {', '.join(SECTIONS)}. [default: all]")
]
QuickFlag = Annotated[bool, typer.Option("--quick", help="Measure less: takes seconds, with rougher figures.")]


def bench(section: SectionName = None, json: JsonFlag = False, quick: QuickFlag = False) -> None:
    """Measure speed against other libraries.

    Compares with phevaluator, treys and eval7 where they are installed.
    """
    if section is not None and section not in SECTIONS:
        raise unknown("bench section", section, SECTIONS)
    print("houseway: measuring CPU time. Other work on this machine lowers the figures slightly.", file=sys.stderr)
    results = {name: run_section(name, quick) for name in (SECTIONS if section is None else [section])}
    if json:
        sections = {name: found.as_json() for name, found in results.items()}
        print_json({"cores": os.cpu_count(), "quick": quick, "sections": sections})
        return
    out = console()
    for found in results.values():
        out.print(_table(found))
        out.print(found.note)
        for verdict in found.verdicts:
            out.print(str(verdict))


def _table(results: Results) -> Table:
    table = Table(title=results.title, title_justify="left", pad_edge=False, box=SIMPLE_HEAD)
    for heading in ("library", "task"):
        table.add_column(heading)
    for heading in ("cores", f"{results.unit}/s", "ratio"):
        table.add_column(heading, justify="right")
    for found in results.measurements:
        task = found.group if found.task in found.group else f"{found.group}, {found.task}"
        table.add_row(found.subject, task, str(found.cores), _rate(found.per_second), _ratio(found))
    return table


def _rate(per_second: float) -> str:
    if per_second >= MILLION:
        return f"{per_second / MILLION:,.2f} million"
    return f"{per_second:,.0f}" if per_second >= 100 else f"{per_second:.3g}"


def _ratio(found: Measurement) -> str:
    if found.ratio is None:
        return "-"
    return f"{found.ratio:.2f}x" if found.ratio < 10 else f"{found.ratio:,.0f}x"
