"""Whoever follows the guide that adds a game, word by word, gets there."""

import json
from pathlib import Path

import pytest
from support.guide_copy import GUIDE, Copy, guide_blocks, path_of


@pytest.mark.slow
def test_the_guide_adds_a_game_that_plays_and_is_analyzed_exactly(tmp_path: Path) -> None:
    copy = Copy.of_the_repository(tmp_path)
    blocks = guide_blocks()
    for block in blocks:
        copy.follow(block)
    assert {path_of(block) for block in blocks if block.caption} == {
        "src/houseway/games/sheets/one-card-more.toml",
        "src/houseway/games/titles/one_card_more.py",
        "tests/games/test_one_card_more.py",
    }
    copy.run("ruff check src tests && ruff format --check src tests")
    copy.run("python tools/check_letters.py && python tools/clause_table.py && grep OCM-7 docs/clauses.md")
    simulated = json.loads(copy.run("houseway simulate one-card-more --rounds 20000 --seed 1 --json"))
    low, high = simulated["interval"]
    assert low < -8 / 325 < high, "66,300 deals laid out by hand give a loss of 8/325 Antes"


def test_the_guide_is_short_enough_to_follow_in_an_hour() -> None:
    assert len(GUIDE.read_text("utf-8").splitlines()) <= 300
