"""`houseway cache`: what is kept on disk between runs, and how to be rid of it."""

import shutil
from pathlib import Path
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

from houseway.cli.output import JsonFlag, console, print_json


def cache(
    clear: Annotated[bool, typer.Option("--clear", help="Remove everything that is kept.")] = False,
    json: JsonFlag = False,
) -> None:
    """List the tables and counts that are kept on disk, or clear them: they are made again when needed."""
    from houseway.ranking.store import cache_directory

    folder = cache_directory()
    kept = sorted(_entries(folder))
    if clear:
        for name, _ in kept:
            path = folder / name
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    if json:
        entries = [{"name": name, "bytes": size} for name, size in kept]
        print_json({"folder": str(folder), "cleared": clear, "entries": entries})
        return
    out = console()
    out.print(f"{folder}{': cleared' if clear else ''}", markup=False)
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("kept")
    table.add_column("kB", justify="right")
    for name, size in kept:
        table.add_row(name, f"{size / 1000:,.0f}")
    table.add_row(f"{len(kept)} entries", f"{sum(size for _, size in kept) / 1000:,.0f}")
    out.print(table)


def _entries(folder: Path) -> list[tuple[str, int]]:
    """Tables are files, counts are folders of shards."""
    if not folder.is_dir():
        return []
    tables = [(path.name, path.stat().st_size) for path in folder.glob("*.npz")]
    counts = [path for path in (folder / "counts").glob("*") if path.is_dir()]
    return tables + [
        (f"counts/{path.name}", sum(file.stat().st_size for file in path.rglob("*") if file.is_file()))
        for path in counts
    ]
