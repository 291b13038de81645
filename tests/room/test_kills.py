"""The real server is killed with SIGKILL while people play over WebSockets; nothing that they were told is lost."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.postgres import empty_schema, needs_postgres
from support.quick import in_proof

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "kills.py"
FEW, MANY = 6, 60


def kill_and_look(url: str, kills: int) -> None:
    command = [sys.executable, str(SCRIPT), "--database", url, "--kills", str(kills), "--full-every", str(kills)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1200, check=False)
    assert done.stdout, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["ok"], found
    assert found["kills"] >= kills
    assert found["done"]["limits"] >= 1, "limits are set, with a reason"
    assert not found["wrong"]
    assert min(found["rightly"].values()) >= 1
    assert min(found[compared] for compared in ("verified", "heads", "views", "retired", "rounds")) >= 1, found


@pytest.mark.slow
@pytest.mark.parametrize("kills", [FEW, in_proof(MANY)])
def test_sqlite_survives_kills(tmp_path: Path, kills: int) -> None:
    kill_and_look(f"sqlite:///{tmp_path / 'kills.db'}", kills)


@pytest.mark.slow
@needs_postgres
@pytest.mark.parametrize("kills", [FEW, in_proof(MANY)])
def test_postgresql_survives_kills(kills: int) -> None:
    with empty_schema() as url:
        kill_and_look(url, kills)
