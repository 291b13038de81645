"""Whoever follows the guide that adds a game, word by word, gets there."""

import json
from pathlib import Path
from typing import Any

from guide_copy import Copy, guide_blocks


def test_the_guide_adds_a_game_that_plays_and_is_analysed_exactly(tmp_path: Path) -> None:
    copy = Copy.of_the_repository(tmp_path)
    blocks = guide_blocks()
    for block in blocks:
        copy.follow(block)
    assert sum(bool(block.caption) for block in blocks) >= 15
    copy.run("houseway report one-card-more -o build/report.json --rounds 1000")
    report = json.loads((tmp_path / "build" / "report.json").read_text("utf-8"))
    assert ranking_captions(report) == ["Order of hands from the highest: three cards"]
    assert "Dead cards" not in part_titles(report, "Sensitivity")


def part_titles(report: dict[str, Any], title: str) -> list[str]:
    return [part["title"] for section in report["sections"] if section["title"] == title for part in section["parts"]]


def ranking_captions(report: dict[str, Any]) -> list[str]:
    parts = [part for section in report["sections"] for part in section["parts"] if part["title"] == "Ranking"]
    return [block["caption"] for part in parts for block in part["blocks"]]
