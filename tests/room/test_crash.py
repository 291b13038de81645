"""The room is killed with SIGKILL while people play at a table of every game; nothing is lost, every round goes on."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from postgres import empty_schema, needs_postgres

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "crash.py"
KILLS = 20


def kill_and_look(url: str) -> dict[str, Any]:
    command = [sys.executable, str(SCRIPT), "--database", url, "--kills", str(KILLS), "--full-every", "4"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.stdout, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def check(found: dict[str, Any]) -> None:
    assert found["ok"], found
    assert found["kills"] == KILLS
    assert found["in_progress"] >= KILLS
    assert found["compared"] >= KILLS
    assert found["changes"] >= KILLS
    assert found["rounds"] >= 3


def test_sqlite_survives_twenty_kills(tmp_path: Path) -> None:
    check(kill_and_look(f"sqlite:///{tmp_path / 'crash.db'}"))


@needs_postgres
def test_postgresql_survives_twenty_kills() -> None:
    with empty_schema() as url:
        check(kill_and_look(url))
