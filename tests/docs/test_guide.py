"""Whoever follows the guide that adds a game, word by word, gets there."""

from pathlib import Path

from guide_copy import Copy, guide_blocks


def test_the_guide_adds_a_game_that_plays_and_is_analysed_exactly(tmp_path: Path) -> None:
    copy = Copy.of_the_repository(tmp_path)
    blocks = guide_blocks()
    for block in blocks:
        copy.follow(block)
    assert sum(bool(block.caption) for block in blocks) >= 15
    written = [block.caption for block in blocks if block.caption.endswith(".py")]
    assert copy.run(f"ruff check {' '.join(written)}").strip() == "All checks passed!"
    copy.run(f"ruff format --check {' '.join(written)}")
