"""`houseway verify-counts` and `houseway cache`: check the shipped counts, list or clear the cached ones."""

from enum import StrEnum
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

from houseway.cli.analyze import DeviceOption
from houseway.cli.output import JsonFlag, console, print_json
from houseway.errors import HousewayError


def verify_counts(
    game: Annotated[
        list[str] | None, typer.Argument(metavar="GAME", help="Games to recount. [default: all with shipped counts]")
    ] = None,
    shards: Annotated[int, typer.Option(min=0, help="More shards to count on the GPU and on the CPU.")] = 0,
    first: Annotated[int, typer.Option(min=0, help="Number of the first of these shards.")] = 0,
    device: DeviceOption = None,
    made: Annotated[
        bool, typer.Option("--made", help="List the shipped files and how each was made, without counting.")
    ] = False,
    json: JsonFlag = False,
) -> None:
    """Recount samples of the shipped counts.

    Compares them with the shipped counts, and the GPU's with the CPU's.
    """
    if made:
        _list_origins(json)
        return
    from houseway.analysis.results.recounted import is_sampled, recount
    from houseway.cli.progress import runner
    from houseway.games.catalogue import GAMES
    from houseway.games.catalogue import game as make_game

    tables = [make_game(slug) for slug in game or GAMES]
    if game and (without := [table.title for table in tables if not is_sampled(table)]):
        raise HousewayError(
            f"{', '.join(without)}: no counts ship for this game. `houseway analyze --recompute` counts all of it."
        )
    found = [
        each
        for table in tables
        if is_sampled(table)
        for each in recount(table, runner(None, None, device=device), shards, first)
    ]
    if json:
        print_json({"ok": all(each.agrees for each in found), "recounts": [each.to_dict() for each in found]})
    else:
        listed = Table(box=SIMPLE_HEAD, pad_edge=False)
        for title in ("game", "shard", "counted on", "compared with", "", "s"):
            listed.add_column(title, justify="right" if title == "s" else "left")
        for each in found:
            verdict = "agrees" if each.agrees else "DIFFERS"
            seconds = f"{each.seconds:.2f}"
            listed.add_row(each.game, each.what, each.counted_on, each.held_against, verdict, seconds)
        console().print(listed)
    if not all(each.agrees for each in found):
        raise typer.Exit(1)


def _list_origins(json: bool) -> None:
    from houseway.analysis.results.recorded import origin_of, shipped_files

    found = [(name, origin) for name in shipped_files() if (origin := origin_of(name)) is not None]
    if json:
        print_json({"files": [{"file": name, "command": each.command, "device": each.device} for name, each in found]})
        return
    listed = Table(box=SIMPLE_HEAD, pad_edge=False)
    for title in ("file", "made by", "on"):
        listed.add_column(title, overflow="fold")
    for name, each in found:
        listed.add_row(name, each.command, each.device)
    console().print(listed)


class Clear(StrEnum):
    """The kinds of cached data to remove."""

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
    from houseway.analysis.counting.cache import ORPHANED, everything_kept
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
