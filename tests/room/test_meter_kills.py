"""A room is killed with SIGKILL while its meters are fed and hit; not a cent is lost, and every meter adds up."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.postgres import empty_schema, needs_postgres
from support.quick import in_proof

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "meter_kills.py"
FEW, MANY = 6, 100


def kill_and_look(url: str, kills: int) -> None:
    command = [sys.executable, str(SCRIPT), "--database", url, "--kills", str(kills)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1200, check=False)
    assert done.stdout, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["ok"], found
    assert found["kills"] == kills
    assert found["rounds"] >= found["told"] >= kills
    assert found["hits"] >= 1
    assert found["corrections"] >= 1


@pytest.mark.slow
@pytest.mark.parametrize("kills", [FEW, in_proof(MANY)])
def test_meters_survive_kills(tmp_path: Path, kills: int) -> None:
    kill_and_look(f"sqlite:///{tmp_path / 'kills.db'}", kills)


@pytest.mark.slow
@needs_postgres
@pytest.mark.parametrize("kills", [FEW, in_proof(MANY)])
def test_meters_in_postgresql_survive_kills(kills: int) -> None:
    with empty_schema() as url:
        kill_and_look(url, kills)
