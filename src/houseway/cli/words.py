"""`houseway words`: the words of a game declaration."""

from typing import Annotated

import typer

from houseway.cli.output import JsonFlag, console, print_json
from houseway.errors import unknown


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
