"""The lint for language finds the ten habits on added lines, and on no others."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import lint_words  # noqa: E402

BAD = {
    "whoever": "Whoever reads this is whoever plays.",
    "who": "It ends. Who withholds does not play.",
    "told": "What was told to a player is told again.",
    "comes to": "The sum comes to the same.",
    "hold": "its log does not hold",
    "no": "this is no SQLite database",
    "so many": "Play so many hands.",
    "own": "a pay table of one's own",
    "anew": "best play found anew; bets besides",
    "usual": "Readings: as usual.",
    "spelling": "They practise and analyse colours.",
}
GOOD = [
    "A player who withholds sits out the round.",
    "Who wins ties?",
    "Everything shown to a player is already saved to disk.",
    "The order comes to the table.",
    "its log failed verification",
    "There is no longer a limit, and the edge is no more than 5%.",
    "The analysis, the analyst and practice chips.",
    "Each process has its own key.",
    "There is no free chat.",
    'The message `{"type": "judgement"}` keeps its name.',
]


def difference(*lines: str, path: str = "docs/room.md") -> str:
    added = "".join(f"+{line}\n" for line in lines)
    return f"diff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n@@ -4,0 +5,{len(lines)} @@\n{added}"


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_a_habit_on_an_added_line_is_found_with_its_place(text: str) -> None:
    found = list(lint_words.findings(difference("A plain line.", text)))
    assert found
    assert all((each.path, each.line) == ("docs/room.md", 6) for each in found)
    assert all(each.advice for each in found)


@pytest.mark.parametrize("text", GOOD)
def test_plain_english_passes(text: str) -> None:
    assert list(lint_words.findings(difference(text))) == []


def test_there_are_ten_habits() -> None:
    assert len(lint_words.HABITS) == 10


def test_removed_lines_and_the_page_of_the_habits_are_not_checked() -> None:
    removed = difference("Fine.").replace("+Fine.", "-Dealt anew.")
    assert list(lint_words.findings(removed)) == []
    assert list(lint_words.findings(difference("anew", path="docs/writing.md"))) == []
    assert list(lint_words.findings(difference("anew  # lint: words"))) == []


def git(folder: Path, *words: str) -> None:
    author = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run(["git", *author, *words], cwd=folder, check=True, capture_output=True)


def test_only_lines_added_since_the_merge_base_are_checked(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    page = tmp_path / "docs" / "page.md"
    git(tmp_path, "init", "-b", "main")
    page.write_text("Made anew long ago.\n")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-m", "old")
    git(tmp_path, "checkout", "-b", "change")
    page.write_text("Made anew long ago.\nBets besides.\n")
    (found,) = lint_words.findings(lint_words.added_since("main", tmp_path))
    assert (found.path, found.line, found.words) == ("docs/page.md", 2, "besides")
    git(tmp_path, "add", ".")
    (staged,) = lint_words.findings(lint_words.staged(tmp_path))
    assert staged == found
