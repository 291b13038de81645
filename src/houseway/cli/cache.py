"""`houseway cache`: list or clear what is cached on disk between runs."""

from enum import StrEnum
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

from houseway.cli.output import JsonFlag, console, print_json


class Clear(StrEnum):
    """What to remove."""

    ORPHANED = "orphaned"
    ALL = "all"


ClearOption = Annotated[
    Clear | None,
    typer.Option("--clear", help="Remove entries of older versions (orphaned), or every entry (all)."),
]


def cache(clear: ClearOption = None, json: JsonFlag = False) -> None:
    """List or clear cached tables and counts.

    Cleared entries are rebuilt when needed.
    """
    from houseway.analysis.counting.kept import ORPHANED, everything_kept
    from houseway.analysis.counting.shards import duration
    from houseway.ranking.array_cache import cache_directory

    folder, kept = cache_directory(), everything_kept()
    gone = [each for each in kept if clear is Clear.ALL or (clear is Clear.ORPHANED and each.state == ORPHANED)]
    for each in gone:
        if each.path.exists():
            each.remove()
    if json:
        entries = [
            {
                "name": str(each.path.relative_to(folder)),
                "what": each.what,
                "state": each.state,
                "bytes": each.size,
                "age_seconds": round(each.age),
                "cleared": each in gone,
            }
            for each in kept
        ]
        print_json({"folder": str(folder), "cleared": bool(gone), "entries": entries})
        return
    out = console()
    out.print(f"{folder}{f': {len(gone)} cleared' if clear else ''}", markup=False)
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for title in ("entry", "what", "state"):
        table.add_column(title)
    table.add_column("kB", justify="right")
    table.add_column("age", justify="right")
    for each in kept:
        state = "cleared" if each in gone else each.state
        name = str(each.path.relative_to(folder))
        table.add_row(name, each.what, state, f"{each.size / 1000:,.0f}", duration(each.age))
    table.add_row(f"{len(kept)} entries", "", "", f"{sum(each.size for each in kept) / 1000:,.0f}", "")
    out.print(table)
