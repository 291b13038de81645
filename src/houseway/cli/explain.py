"""`houseway explain`: how a game is counted, and how long that takes."""

from rich.table import Table

from houseway.cli.analyze import chosen_game
from houseway.cli.games import GameName
from houseway.cli.output import JsonFlag, PaytableOption, SetOption, console, print_json


def explain(game: GameName, paytable: PaytableOption = None, set_: SetOption = None, json: JsonFlag = False) -> None:
    """Explain how a game is counted exactly.

    Shows the counting method, the information sets and about how long it takes.
    """
    table = chosen_game(game, paytable, set_)
    from houseway.analysis import explain as explained
    from houseway.analysis.shell.explanation import COMPILE_SECONDS

    found = explained(table)
    if json:
        print_json(
            {
                "game": table.slug,
                "title": table.title,
                "family": found.family,
                "argument": found.argument,
                "information_sets": dict(found.information_sets),
                "work": found.work,
                "cpu_seconds": found.cpu_seconds,
                "cpu_seconds_more_after_install": COMPILE_SECONDS,
            }
        )
        return
    out = console()
    out.print(f"{table.title}: {found.family}")
    rows = Table.grid(padding=(0, 2))
    rows.add_row("argument", found.argument)
    for decision, number in found.information_sets.items():
        rows.add_row("information sets", f"{decision}: {number:,}")
    rows.add_row("work", found.work)
    rows.add_row("takes", found.duration)
    out.print(rows)
