"""A reader who follows the guides word by word adds a game, and a side bet to it."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from support.doc_pages import DOCS, blocks
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


SIDE_BET = DOCS / "how-to" / "side-bet.md"


def with_side_bet(folder: Path) -> Copy:
    """Return a copy of the repository with the game of the guide and its side bet."""
    copy = Copy.of_the_repository(folder)
    for block in guide_blocks():
        if block.caption:
            copy.follow(block)
    changes = [block.text for block in blocks(SIDE_BET) if block.language == "diff"]
    assert len(changes) == 2
    for number, change in enumerate(changes):
        (folder / f"{number}.diff").write_text(change, "utf-8")
        copy.run(f"git apply {number}.diff")
    return copy


def test_the_side_bet_guide_adds_a_wager_with_the_edge_that_it_says(tmp_path: Path) -> None:
    found = json.loads(with_side_bet(tmp_path).run("houseway analyze one-card-more --bet lucky=1 --json"))
    (lucky,) = [wager for wager in found["wagers"] if wager["wager"] == "lucky"]
    hands = {50: 4 + 44, 30: 52, 5: 720, 3: 1096, 1: 3744}
    paid = sum(odds * count for odds, count in hands.items())
    by_hand = Fraction(paid - (22_100 - sum(hands.values())), 22_100)
    assert Fraction(lucky["ev"]["exact"]) == by_hand
    assert f"{float(by_hand):.6f}".replace("-", "\u2212") in SIDE_BET.read_text("utf-8")


@pytest.mark.slow
def test_the_tests_of_the_side_bet_guide_pass_and_name_every_clause(tmp_path: Path) -> None:
    copy = with_side_bet(tmp_path)
    (added,) = [block.text for block in blocks(SIDE_BET) if block.language == "python"]
    tests = tmp_path / "tests" / "games" / "test_one_card_more.py"
    tests.write_text(f"{tests.read_text('utf-8')}\n\n{added}", "utf-8")
    assert "7 passed" in copy.run("python -m pytest -n 0 tests/games/test_one_card_more.py")
    copy.run("ruff check src tests/games && ruff format --check tests/games && python tools/clause_table.py")
