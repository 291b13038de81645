"""Count the most that a seat gains in a round at the largest bets, and write it into the package.

    python tools/record_gains.py SLUG ...

Worth it where that takes a count of many seconds, for which every report would wait. Run it after a change of the
rules, or of what wagers the limits allow beside each other.
"""

import json
import sys
from pathlib import Path

from houseway.analysis.operations.exposure import RECORD, house_banked, largest_bet, proportions
from houseway.analysis.particulars import particulars
from houseway.analysis.results.recorded import FOLDER, result_key
from houseway.analysis.results.result import OPTIMAL
from houseway.games.catalogue import game
from houseway.games.engine.sheet import sheet

PLACE = Path(__file__).parent.parent / "src" / "houseway" / "analysis" / FOLDER


def main(slugs: list[str]) -> None:
    """Count every pay table of the titles, and write a file for each title."""
    for slug in slugs:
        found = {}
        names: list[str | None] = [*sheet(slug).pay_sets]
        for name in names or [None]:
            table = house_banked(game(slug, paytable=name)).unlimited()
            bet = largest_bet(table)
            gain = particulars(table).largest_gain(table, bet, OPTIMAL, None)
            found[result_key(table, OPTIMAL)] = {"label": table.label, "bets": proportions(bet), "gain": str(gain)}
            print(f"{table.label}: {gain}", flush=True)
        lines = [f"{json.dumps(key)}:{json.dumps(found[key], separators=(',', ':'))}" for key in sorted(found)]
        (PLACE / f"{slug}-{RECORD}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
