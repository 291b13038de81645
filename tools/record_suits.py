"""Draw hands of titles in which hands are set, and write what looking at all suits gains into the package.

    python tools/record_suits.py SLUG ...

Best play is known exactly for players who look at ranks and at a flush of their own; what the other suits add is an
estimate (`houseway.analysis.declared.set_a_hand.all_suits`). A hand takes about a second of a core. Run it after a
change of the house way, of the counting, or of the usual pay table and readings.
"""

import json
import sys
from pathlib import Path

from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.choices import as_declared
from houseway.analysis.declared.set_a_hand.all_suits import RECORD, estimate_gain
from houseway.analysis.results.recorded import FOLDER, result_key
from houseway.analysis.results.result import OPTIMAL
from houseway.games.catalogue import game

PLACE = Path(__file__).parent.parent / "src" / "houseway" / "analysis" / FOLDER
SEED = 2026
HANDS = (1200, 600)
"""Hands of classes whose best settings are close, and others."""


def main(slugs: list[str]) -> None:
    """Estimate the gain of each title with its usual table, and write a file for each."""
    for slug in slugs:
        table = as_declared(game(slug))
        found = estimate_gain(table, HANDS, SEED, Runner())
        plain = {"label": table.label, **found.to_plain()}
        line = f"{json.dumps(result_key(table, OPTIMAL))}:{json.dumps(plain, separators=(',', ':'))}"
        (PLACE / f"{slug}-{RECORD}.json").write_text("{\n" + line + "\n}\n", "utf-8")
        low, high = found.interval
        print(f"{table.label}: {float(found.mean):.8f}, {low:.8f} to {high:.8f}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
