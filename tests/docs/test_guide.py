"""Whoever follows the guide that adds a game, word by word, gets there."""

from pathlib import Path

from guide_copy import Copy, guide_blocks, path_of


def test_the_guide_adds_a_game_that_plays_and_is_analysed_exactly(tmp_path: Path) -> None:
    copy = Copy.of_the_repository(tmp_path)
    blocks = guide_blocks()
    for block in blocks:
        copy.follow(block)
    assert sum(bool(block.caption) for block in blocks) >= 15
    touched = sorted({path_of(block) for block in blocks if block.language == "python" and block.caption})
    assert copy.run(f"ruff check {' '.join(touched)}").strip() == "All checks passed!"
    copy.run(f"ruff format --check {' '.join(touched)}")
