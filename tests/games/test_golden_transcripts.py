"""Whole rounds must read as they did: every event, clause, view and settlement."""

import pytest
from support.golden import FOLDER, GOLDEN, Golden

KEPT = [golden for golden in GOLDEN if golden.path.exists()]


@pytest.mark.parametrize("golden", KEPT, ids=lambda golden: golden.name)
def test_a_round_reads_as_its_golden_transcript(golden: Golden) -> None:
    assert golden.text() == golden.path.read_text("utf-8")


def test_every_transcript_in_the_folder_is_compared() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == {golden.path.name for golden in KEPT}
    assert len(KEPT) >= 13
