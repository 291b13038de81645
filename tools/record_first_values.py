"""Writes the values of the first decisions of board showdowns into the package, so that advice on them comes at once,
and the counts of best play, so that what a seat can gain does; where side bets look at no common card, by their groups.

`python tools/record_first_values.py GAME...` does the tables that the sheets of these titles offer, under the usual
readings, as far as they are not there yet. Counts come from the cache on disk where they are.
"""

import json
import sys
from pathlib import Path

from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.board_showdown.early_streets import EarlyPlay
from houseway.analysis.declared.board_showdown.independent import groups_of
from houseway.analysis.declared.board_showdown.jobs import BoardCounts, BoardValues, Passes
from houseway.analysis.declared.board_showdown.layout import Layout
from houseway.analysis.declared.board_showdown.outcome_counts import (
    COUNTS_FILE,
    FILE,
    FOLDER,
    GROUPS_FILE,
    counts_key,
    groups_key,
    outcome_counts,
    record_key,
)
from houseway.analysis.declared.choices import as_declared
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.results.result import OPTIMAL
from houseway.games.catalogue import game
from houseway.games.engine.sheet import sheet

PLACE = Path(__file__).parent.parent / "src" / "houseway" / "analysis" / FOLDER

Records = dict[str, list[list[list[int]]]]


def names_of(slug: str) -> list[str]:
    """The tables of a sheet: its pay sets, and each choice of one table by itself."""
    pay_sets = sheet(slug).pay_sets
    return [*pay_sets, *(f"{form}={name}" for form, tables in pay_sets.choices.items() for name in tables)]


def main(slugs: list[str]) -> None:
    """Add the records of these titles to the files."""
    first, counts, groups = _read(FILE), _read(COUNTS_FILE), _read(GROUPS_FILE)
    for slug in slugs:
        for name in names_of(slug):
            payoffs = Payoffs.of(as_declared(game(slug, paytable=name)))
            layout = Layout.of(payoffs.game)
            passes = Passes.of(layout, payoffs)
            told = groups_of(layout)
            if told.terms and groups_key(passes, told) not in groups:
                by_group = outcome_counts(OPTIMAL, payoffs, Runner(), groups=True).counts
                groups[groups_key(passes, told)] = by_group.tolist()
                _write(GROUPS_FILE, groups)
            if record_key(passes) in first and counts_key(passes) in counts:
                continue
            early = EarlyPlay.of(layout, Runner().run(BoardValues(passes))["values"])
            first[record_key(passes)] = [stage.tolist() for stage in early.first.totals]
            found = Runner().run(BoardCounts(passes, early.prefixes()))
            counts[counts_key(passes)] = found["counts"].tolist()
            _write(FILE, first)
            _write(COUNTS_FILE, counts)


def _read(file: str) -> Records:
    found: Records = json.loads((PLACE / file).read_text("utf-8")) if (PLACE / file).exists() else {}
    return found


def _write(file: str, records: Records) -> None:
    (PLACE / file).write_text(json.dumps(records, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
