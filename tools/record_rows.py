"""Count best play once, pay every table with one changed row for it, and write the values into the package.

    python tools/record_rows.py SLUG ...

Worth it where a count takes so long that no report waits for one to each row: the report then says what a unit on a row
is worth to somebody who plays on as before. Run it after a change of the rules or of the tables.
"""

import json
import sys
from pathlib import Path

from houseway.analysis.compare.alternatives import row_changes
from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.registry import family_of
from houseway.analysis.declared.row_pays import RECORD, paid_anew
from houseway.analysis.results.recorded import FOLDER, result_key
from houseway.analysis.results.result import OPTIMAL
from houseway.games.catalogue import game
from houseway.games.engine.declared.title import DeclaredGame

PLACE = Path(__file__).parent.parent / "src" / "houseway" / "analysis" / FOLDER


def values_of(table: DeclaredGame) -> dict[str, dict[str, str]]:
    """The value of every table with one row changed, by the key of its result."""
    usual = Payoffs.of(table)
    counts = family_of(table).solve(usual, Runner()).counts
    found = {}
    for change in row_changes(table):
        if isinstance(change.game, DeclaredGame):
            value = paid_anew(usual, counts, Payoffs.of(change.game))
            if value is not None:
                found[result_key(change.game, OPTIMAL)] = {"label": change.game.label, "value": str(value)}
    return found


def main(slugs: list[str]) -> None:
    """Count the usual table of every title, and write a file for each."""
    for slug in slugs:
        table = game(slug)
        assert isinstance(table, DeclaredGame), f"{slug} is declared"
        found = values_of(table)
        lines = [f"{json.dumps(key)}:{json.dumps(found[key], separators=(',', ':'))}" for key in sorted(found)]
        (PLACE / f"{slug}-{RECORD}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
        print(f"{slug}: {len(found)} rows", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
