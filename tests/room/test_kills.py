"""The real server is killed with SIGKILL while people play over WebSockets; nothing that they were told is lost."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from support.postgres import empty_schema, needs_postgres

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "kills.py"
KILLS = 12


def kill_and_look(url: str) -> dict[str, Any]:
    command = [sys.executable, str(SCRIPT), "--database", url, "--kills", str(KILLS), "--full-every", str(KILLS)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.stdout, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def check(found: dict[str, Any]) -> None:
    assert found["ok"], found
    assert found["kills"] == KILLS
    assert found["verified"] == 1
    assert found["heads"] >= KILLS
    assert found["views"] >= 3
    assert found["retired"] >= 1
    assert found["rounds"] >= 1


def test_sqlite_survives_a_dozen_kills(tmp_path: Path) -> None:
    check(kill_and_look(f"sqlite:///{tmp_path / 'kills.db'}"))


@needs_postgres
def test_postgresql_survives_a_dozen_kills() -> None:
    with empty_schema() as url:
        check(kill_and_look(url))
