"""`houseway new`: write the files of a new game."""

from pathlib import Path
from typing import Annotated

import typer

from houseway.games.new_title import write_title


def new(
    slug: Annotated[str, typer.Argument(metavar="TITLE", help="Name of the game, such as lucky-7-stud.")],
    title: Annotated[str, typer.Option(help="Name on the felt. [default: made from TITLE]")] = "",
    prefix: Annotated[
        str, typer.Option(help="Start of its clause numbers, such as L7S. [default: made from TITLE]")
    ] = "",
    into: Annotated[Path, typer.Option(help="Clone of the repository to write into.", file_okay=False)] = Path("."),
) -> None:
    """Write the starting files of a new game.

    Writes a module, a rule sheet and a test into a clone of the repository. They work unchanged.
    """
    for path in write_title(into, slug, title=title, prefix=prefix):
        print(f"wrote {path}")
    print(f"next: houseway rules {slug}; houseway explain {slug}; houseway play {slug}")
