"""The matches between automatic players."""

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Under a name by which other processes find it too."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return import_module("holdout_players")


def counted(blocks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: value for name, value in each.items() if name != "seconds"} for each in blocks]


@pytest.mark.slow
def test_processes_share_the_blocks_of_a_match_and_go_on_from_what_was_kept(script: Any, tmp_path: Path) -> None:
    match, kept = script.Match("caller", "random", 1, False, False), tmp_path / "kept.jsonl"
    match.deals = 5
    alone = counted(match.blocks(4, None))
    assert [each["block"] for each in alone] == [0, 1, 2, 3]
    assert counted(match.blocks(1, kept)) == alone[:1]
    with script.shared(2) as each_of:
        assert counted(match.blocks(4, kept, each_of)) == alone
    lines = [json.loads(line) for line in kept.read_text("utf-8").splitlines()]
    assert sorted(each["block"] for each in lines) == [0, 1, 2, 3]
    assert counted(match.blocks(4, kept)) == alone
