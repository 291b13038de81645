"""The program of docs/api.md plays a round against a real server."""

import re
import subprocess
import sys
from pathlib import Path

from support.web_players import Player

pytest_plugins = ["support.web_fixtures"]
PAGE = Path(__file__).parents[2] / "docs" / "api.md"


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


def test_every_request_of_the_page_is_one_of_the_api(player: Player) -> None:
    paths = set(player.client.get("/api/openapi.json").json()["paths"])
    named = {
        f"/api/{path}" for path in re.findall(r"`(?:GET|POST|PUT|DELETE) /api/([^`?\s]+)", PAGE.read_text("utf-8"))
    }
    generic = {re.sub(r"\{[^}]+\}", "{}", path) for path in paths}
    assert {re.sub(r"\{[^}]+\}", "{}", path) for path in named} <= generic
    assert len(named) > 15
