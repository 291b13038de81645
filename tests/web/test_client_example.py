"""The programs of docs/api.md and of the operator's tutorial work against a real server."""

import re
import subprocess
import sys
from pathlib import Path

from support.web_players import Player

from houseway.room import Room

pytest_plugins = ["support.web_fixtures"]
DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "api.md"


def test_the_program_of_the_page_plays_a_round(address: str, tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    program = tmp_path / "client.py"
    program.write_text(code, "utf-8")
    done = subprocess.run([sys.executable, str(program), address], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert re.fullmatch(r"my cards:( [2-9TJQKA][shdc]){5}", lines[0])
    assert {line.split()[0] for line in lines[1:-1]} == {"ante", "play", "three_five"}
    assert all(re.search(r"1000 -> \d+ P2-\d+", line) for line in lines[1:-1])
    assert re.fullmatch(r"the deck was .* committed to as [0-9a-f]{16}", lines[-1])


def test_the_operators_program_opens_limits_and_closes_a_table(room: Room, address: str, tmp_path: Path) -> None:
    room.register("boss", "correct horse")
    room.make_operator("boss")
    tutorial = (DOCS / "tutorials" / "operator.md").read_text("utf-8")
    (code,) = [code for code in re.findall(r"```python\n(.*?)```", tutorial, re.DOTALL) if "import httpx" in code]
    program = tmp_path / "floor.py"
    program.write_text(code.replace("http://127.0.0.1:8000", address).replace('"..."', '"correct horse"'), "utf-8")
    done = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert room.table(1).snapshot(None)["phase"] == "closed"


def test_every_request_of_the_page_is_one_of_the_api(player: Player) -> None:
    paths = set(player.client.get("/api/openapi.json").json()["paths"])
    named = {
        f"/api/{path}" for path in re.findall(r"`(?:GET|POST|PUT|DELETE) /api/([^`?\s]+)", PAGE.read_text("utf-8"))
    }
    generic = {re.sub(r"\{[^}]+\}", "{}", path) for path in paths}
    assert {re.sub(r"\{[^}]+\}", "{}", path) for path in named} <= generic
    assert len(named) > 15
