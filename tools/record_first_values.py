"""Writes the values of the first decisions of board showdowns into the package, so that advice on them comes at once.

`python tools/record_first_values.py GAME...` does the tables that the sheets of these titles offer, under the usual
readings, as far as they are not there yet. Counts come from the cache on disk where they are.
"""

import json
import sys
from pathlib import Path

from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.board_showdown.first_values import FILE, FOLDER, record_key
from houseway.analysis.declared.board_showdown.jobs import BoardValues, Passes
from houseway.analysis.declared.board_showdown.layout import Layout
from houseway.analysis.declared.board_showdown.middle import EarlyPlay
from houseway.analysis.declared.choices import as_declared
from houseway.analysis.declared.payoffs import Payoffs
from houseway.games.catalogue import game
from houseway.games.engine.sheet import sheet

PLACE = Path(__file__).parent.parent / "src" / "houseway" / "analysis" / FOLDER / FILE


def names_of(slug: str) -> list[str]:
    """The tables of a sheet: its pay sets, and each choice of one table by itself."""
    pay_sets = sheet(slug).pay_sets
    return [*pay_sets, *(f"{form}={name}" for form, tables in pay_sets.choices.items() for name in tables)]


def main(slugs: list[str]) -> None:
    """Add the records of these titles to the file."""
    records = json.loads(PLACE.read_text("utf-8")) if PLACE.exists() else {}
    for slug in slugs:
        for name in names_of(slug):
            payoffs = Payoffs.of(as_declared(game(slug, paytable=name)))
            layout = Layout.of(payoffs.game)
            passes = Passes.of(layout, payoffs, smaller_on_ties=False)
            if record_key(passes) in records:
                continue
            values = Runner().run(BoardValues(passes))["values"]
            totals = EarlyPlay.of(layout, values, smaller_on_ties=False).first.totals
            records[record_key(passes)] = [stage.tolist() for stage in totals]
    PLACE.write_text(json.dumps(records, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
