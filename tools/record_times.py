"""Clock what counting each declared title takes with nothing kept, and write it beside the page that shows it.

    python tools/record_times.py [SLUG ...]

Each title is counted twice on one core, each time by a new process with an empty cache. The first process also has no
compiled machine code, as after an install: all its CPU time, start included, goes to first_times.json. The second has
the code that the first compiled: the CPU time of its count goes to times.json. Titles that are left out keep what they
have. Run it after a change of a count; the estimates of `houseway explain` are held against both files.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from houseway.analysis import analyzed
from houseway.games.catalogue import game
from houseway.games.engine.declared.title import DeclaredGame

TIMES = Path(__file__).parents[1] / "docs" / "rules" / "times.json"
FIRST_TIMES = TIMES.with_name("first_times.json")
ONE_COUNT = """
import sys
from time import process_time
from houseway.analysis import analyze
from houseway.analysis.counting.shards import CPU, Runner

started = process_time()
analyze(sys.argv[1], runner=Runner(jobs=1, device=CPU), recompute=True)
print(process_time(), process_time() - started)
"""


def clocked(slug: str, compiled: str) -> tuple[float, float]:
    """Return the CPU seconds of a new process and of its whole count, with neither counts nor tables cached."""
    with TemporaryDirectory() as empty:
        surroundings = os.environ | {"HOUSEWAY_CACHE": empty, "NUMBA_CACHE_DIR": compiled}
        told = subprocess.run(
            [sys.executable, "-c", ONE_COUNT, slug], env=surroundings, check=True, capture_output=True, text=True
        )
    whole, count = map(float, told.stdout.split())
    return whole, count


def recorded_times(file: Path = TIMES) -> dict[str, float]:
    """The CPU seconds that were clocked, by title."""
    times: dict[str, float] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return times


def record(file: Path, slug: str, seconds: float) -> None:
    """Write the CPU seconds of a title beside those of the others."""
    times = recorded_times(file) | {slug: round(seconds, 2)}
    file.write_text(json.dumps(times, indent=1, sort_keys=True) + "\n", "utf-8")


def main(slugs: list[str]) -> None:
    """Count the titles and write what each took, one at a time."""
    for slug in slugs or [each for each in analyzed() if isinstance(game(each), DeclaredGame)]:
        with TemporaryDirectory() as compiled:
            (first, _), (_, count) = clocked(slug, compiled), clocked(slug, compiled)
        record(FIRST_TIMES, slug, first)
        record(TIMES, slug, count)
        print(f"{slug}: {count:.2f} s, {first:.2f} s in all after an install", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
