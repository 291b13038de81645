"""`houseway new`: a title to fill in."""

from pathlib import Path
from typing import Annotated

import typer

from houseway.games.new_title import write_title


def new(
    slug: Annotated[str, typer.Argument(metavar="TITLE", help="The name, such as lucky-7-stud.")],
    title: Annotated[str, typer.Option(help="The name on the felt; made from TITLE if not given.")] = "",
    prefix: Annotated[str, typer.Option(help="What the ids of its clauses begin with; made from TITLE.")] = "",
    into: Annotated[Path, typer.Option(help="The clone to write into.", file_okay=False)] = Path("."),
) -> None:
    """Write a module, a sheet and a test of a new title into a clone, to fill in: they play and pass as they are."""
    for path in write_title(into, slug, title=title, prefix=prefix):
        print(f"wrote {path}")
    print(f"next: houseway rules {slug}; houseway explain {slug}; houseway play {slug}")
