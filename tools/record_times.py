"""Clock what counting each declared title takes with nothing kept, and write it beside the page that shows it.

    python tools/record_times.py [SLUG ...]

Each title is counted twice on one core, each time by a new process with an empty cache: the first compiles the machine
code, which a title shares with others, and is not told; the second is. Titles that are left out keep what they have.
Run it after a change of a count.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from houseway.analysis import analysed
from houseway.games.catalogue import game
from houseway.games.engine.declared.title import DeclaredGame

TIMES = Path(__file__).parents[1] / "docs" / "rules" / "times.json"
ONE_COUNT = """
import sys
from time import process_time
from houseway.analysis import analyze
from houseway.analysis.counting.shards import CPU, Runner

started = process_time()
analyze(sys.argv[1], runner=Runner(jobs=1, device=CPU), recompute=True)
print(process_time() - started)
"""


def clocked(slug: str) -> float:
    """The CPU seconds of a whole count by a new process, with neither counts nor tables of rankings kept."""
    with TemporaryDirectory() as empty:
        surroundings = os.environ | {"HOUSEWAY_CACHE": empty}
        told = subprocess.run(
            [sys.executable, "-c", ONE_COUNT, slug], env=surroundings, check=True, capture_output=True, text=True
        )
    return float(told.stdout)


def recorded_times() -> dict[str, float]:
    """The CPU seconds that were clocked, by title."""
    times: dict[str, float] = json.loads(TIMES.read_text("utf-8")) if TIMES.is_file() else {}
    return times


def main(slugs: list[str]) -> None:
    """Count the titles and write what each took, one at a time."""
    for slug in slugs or [each for each in analysed() if isinstance(game(each), DeclaredGame)]:
        first, second = clocked(slug), clocked(slug)
        TIMES.write_text(
            json.dumps(recorded_times() | {slug: round(second, 2)}, indent=1, sort_keys=True) + "\n", "utf-8"
        )
        print(f"{slug}: {second:.2f} s, {first:.2f} s with what was compiled", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
