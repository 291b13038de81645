"""`houseway export`, `new` and `words`: write a game as a file, start a new one, list the words of a declaration."""

from datetime import date, datetime
from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.analyze import DecksOption, LimitOption, chosen_game
from houseway.cli.games import GameName
from houseway.cli.output import JsonFlag, PaytableOption, SetOption, console, print_json
from houseway.errors import unknown
from houseway.games.files.gamefile_text import export_game
from houseway.games.new_title import write_title


def export(
    game: GameName,
    paytable: PaytableOption = None,
    set_: SetOption = None,
    decks: DecksOption = None,
    aggregate_limit: LimitOption = None,
    jurisdiction: Annotated[
        str | None, typer.Option(help="Jurisdiction whose limits apply. [default: washington]")
    ] = None,
    on: Annotated[
        datetime | None,
        typer.Option(
            formats=["%Y-%m-%d"], metavar="YYYY-MM-DD", help="Date of the limits, such as 2025-01-01. [default: today]"
        ),
    ] = None,
) -> None:
    """Print a game file to edit or compare.

    The file has readings, pay tables, limits and settings. Use its path wherever a command takes a GAME.
    """
    day: date | None = None if on is None else on.date()
    chosen = chosen_game(game, paytable, set_, decks, aggregate_limit, jurisdiction=jurisdiction, on=day)
    print(export_game(chosen), end="")


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


def words(
    word: Annotated[str, typer.Argument(metavar="WORD", help="Word to show, such as Compare. [default: all]")] = "",
    json: JsonFlag = False,
) -> None:
    """List the words of a game declaration.

    Also shows what each counting method accepts.
    """
    from houseway.analysis.declared.reference import Entry, Section, sections

    found: list[tuple[Section, Entry]] = [
        (part, entry) for section in sections() for part in (section, *section.nested) for entry in part.entries
    ]
    if word:
        named = [each for each in found if each[1].name.lower() == word.lower()]
        if not named:
            raise unknown("word", word, dict.fromkeys(entry.name for _, entry in found))
        found = named
    if json:
        told = [
            {"section": part.heading, "word": entry.name, "takes": entry.takes, "means": entry.means}
            for part, entry in found
        ]
        print_json({"words": told})
        return
    out = console()
    heading = ""
    for part, entry in found:
        if part.heading != heading:
            heading = part.heading
            out.print(f"\n{heading.upper().replace('`', '')}", markup=False)
            if part.means and not word:
                out.print(part.means, markup=False)
        out.print(f"\n{entry.name}{entry.takes}", markup=False, style="bold")
        for paragraph in entry.means.split("\n\n"):
            out.print(" ".join(paragraph.split()), markup=False)
