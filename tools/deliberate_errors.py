"""Make ten small mistakes, each in a copy of the source, and see what finds them.

    python tools/deliberate_errors.py               all ten
    python tools/deliberate_errors.py rounding      some of them

Each mistake changes one line of a copy of the working tree's commit. The quick freeze is compared there, without what
needs compiled kernels, which the copy would have to compile again; where that finds nothing, all of the quick freeze.
The exit status is 1 where a mistake is not found.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = Path("src/houseway")
WITHOUT_KERNELS = (
    "api/* cli* sheet/* shuffle/* money/* transcript/* rounds/* log/* recorded/* analyze/* strategy/* ranking/*"
)
MOST_SHOWN = 3


@dataclass(frozen=True)
class Mistake:
    """One line of a file, and what is written there instead."""

    name: str
    file: Path
    line: str
    instead: str

    def make(self, copy: Path) -> None:
        """Change the line in a copy; the first of several equal ones."""
        path = copy / self.file
        text = path.read_text("utf-8")
        if self.line not in text:
            raise SystemExit(f"{self.name}: {self.file} has no line {self.line!r} any more; name another one here")
        path.write_text(text.replace(self.line, self.instead, 1), "utf-8")


MISTAKES = (
    Mistake(
        "pay-row", SOURCE / "games/sheets/three-card-poker.toml", '"three of a kind" = 4\n', '"three of a kind" = 3\n'
    ),
    Mistake(
        "kicker",
        SOURCE / "ranking/natural.py",
        "    tiebreak = tuple(rank for _, rank in groups)\n",
        "    tiebreak = tuple(rank for _, rank in groups[:4])\n",
    ),
    Mistake(
        "rounding",
        SOURCE / "games/engine/money.py",
        "    return Cents(stake * odds.numerator // odds.denominator)\n",
        "    return Cents(-(-stake * odds.numerator // odds.denominator))\n",
    ),
    Mistake(
        "clause",
        SOURCE / "games/titles/two_hand_holdem.py",
        'Event("2HH-9a", "turn and river"',
        'Event("2HH-9b", "turn and river"',
    ),
    Mistake(
        "json-key", SOURCE / "analysis/results/result.py", '            "rounds_won": ', '            "rounds_ahead": '
    ),
    Mistake("option", SOURCE / "cli/analyze.py", 'typer.Option("--wagers"', 'typer.Option("--by-wager"'),
    Mistake(
        "event",
        SOURCE / "games/engine/declared/round.py",
        "text, seat, amount=self.bet_due(action)[0])]",
        "text, seat)]",
    ),
    Mistake("shuffle-byte", SOURCE / "cards/shuffle.py", 'Struct(f">{', 'Struct(f"<{'),
    Mistake("default", SOURCE / "games/sheets/three-card-poker.toml", 'default = "push"', 'default = "player-wins"'),
    Mistake(
        "log-field",
        SOURCE / "room/steps.py",
        '"commitment": published, "checkpoint"',
        '"promise": published, "checkpoint"',
    ),
)


def found_by(copy: Path, *options: str) -> list[str]:
    """Return the differences that the comparison in a copy prints, or what it stopped at."""
    environment = {**os.environ, "PYTHONPATH": f"{copy / 'src'}:{copy / 'tests'}"}
    command = [sys.executable, str(copy / "tools" / "freeze.py"), "--quick", "--jobs", "1", *options]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return []
    lines = [line for line in done.stdout.splitlines() if line.startswith(("changed", "missing", "new"))]
    return [*lines, *done.stdout.splitlines()[-2:-1]] if lines else [(done.stderr.splitlines() or ["failed"])[-1]]


def examine(mistake: Mistake, copy: Path) -> list[str]:
    """Make a mistake in the copy, return what finds it, and undo it."""
    mistake.make(copy)
    try:
        return found_by(copy, "--only", WITHOUT_KERNELS) or found_by(copy)
    finally:
        subprocess.run(["git", "checkout", "--quiet", "--", str(SOURCE)], cwd=copy, check=True)


@contextmanager
def copied() -> Iterator[Path]:
    """Keep a copy of the working tree's commit for a while. All mistakes share it, so that it is compiled once."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        _git("worktree", "add", "--quiet", "--detach", str(copy), "HEAD")
        try:
            yield copy
        finally:
            _git("worktree", "remove", "--force", str(copy))


def _git(*arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True)


def main(names: Sequence[str]) -> int:
    """Make the mistakes and print which are found, and by what."""
    missed = 0
    with copied() as copy:
        for mistake in MISTAKES:
            if names and mistake.name not in names:
                continue
            found = examine(mistake, copy)
            missed += not found
            print(f"{mistake.name:13}{'found' if found else 'NOT FOUND'}: {found[-1] if found else ''}", flush=True)
            for line in found[:MOST_SHOWN]:
                print(f"{'':13}{line[:180]}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
