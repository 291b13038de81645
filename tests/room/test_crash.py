"""The room is killed with SIGKILL while people play at a table of every game; nothing is lost, every round goes on."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "crash.py"
KILLS = 20
POSTGRES = os.environ.get("HOUSEWAY_TEST_POSTGRES", "")


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
    assert found["rounds"] >= 6


def test_sqlite_survives_twenty_kills(tmp_path: Path) -> None:
    check(kill_and_look(f"sqlite:///{tmp_path / 'crash.db'}"))


@pytest.mark.skipif(not POSTGRES, reason="HOUSEWAY_TEST_POSTGRES (the URL of an empty PostgreSQL database) is not set")
def test_postgresql_survives_twenty_kills() -> None:
    engine = create_engine(POSTGRES.replace("postgresql://", "postgresql+psycopg://", 1))
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    engine.dispose()
    check(kill_and_look(POSTGRES))
