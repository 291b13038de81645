"""The trainer in the terminal: answers through a pipe, verdicts, what comes back, and short errors."""

from importlib import import_module
from pathlib import Path

import pytest
from support.command_line import houseway

COMMAND = import_module("houseway.cli.practice")
GAME = "three-card-poker"
"""Whose best play is published: play with queen, six, four or better, else fold."""


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(COMMAND, "MOST_DEALS", 60)
    monkeypatch.setattr(COMMAND, "LONGEST_SEARCH", 600.0)
    return tmp_path / "houseway"


def practice(*options: str, typed: str) -> str:
    done = houseway("practice", GAME, "--plain", *options, typed=typed)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_answers_are_judged_at_once_and_summed_up_at_the_end(own_folder: Path) -> None:
    """Seed 3 deals K-10-9, which is played, then A-J-3, which is too."""
    told = practice("--seed", "3", "--decisions", "2", typed="fold\nP\n")
    assert "Blunder: folding costs " in told
    assert " more than playing." in told
    assert "Correct: playing is best (" in told
    assert "2 decisions, 1 of them best." in told
    assert "All sessions: 2 answers, 1 of them best." in told
    assert (own_folder / "practice.sqlite").exists()


@pytest.mark.slow
def test_what_was_missed_comes_back_and_is_kept_for_the_next_time() -> None:
    practice("--seed", "3", "--decisions", "1", typed="F\n")
    told = practice("--spots", "mistakes", typed="P\n")
    assert "You missed this spot before." in told
    assert "K♠ 10♦ 9♥" in told
    assert "1 decision, 1 of them best. Mistakes cost 0.000 Antes." in told
    assert "All sessions: 2 answers, 1 of them best." in told


@pytest.mark.slow
def test_a_seed_deals_the_same_spots_and_a_row_is_counted() -> None:
    first, again = (practice("--seed", "3", "--decisions", "3", typed="P\nP\nP\n") for _ in range(2))
    hands = [[line for line in told.splitlines() if "hand " in line] for told in (first, again)]
    assert len(hands[0]) == 3
    assert hands[0] == hands[1]
    assert "2 in a row." in first
    assert "Longest streak: 6." in again


def test_a_wrong_move_is_explained_in_a_line_and_the_end_of_the_input_is_the_end() -> None:
    told = practice("--seed", "3", typed="fly\n?\n")
    assert "'fly' is not a move here. Type ? to list your moves." in told
    assert told.endswith("You made no decisions.\n")


def test_a_kind_of_spot_can_be_asked_for() -> None:
    told = practice("--spots", "fold or play: queen high", "--seed", "1", "--decisions", "1", typed="q\n")
    assert any(line.split()[1].startswith("Q") for line in told.splitlines() if "hand " in line)
    assert "fold or play: queen high" in practice("--kinds", typed="")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("dragon-bonus",), "nothing is decided after the bets are down"),
        (("five-card-holdout",), "is a player vs. player game"),
        (("chess",), "Unknown game 'chess'"),
        ((GAME, "--spots", "mistakes"), "You have no missed spots in Three Card Poker"),
        ((GAME, "--spots", "raise or run: royal"), "--kinds lists the kinds of this game"),
    ],
)
def test_what_cannot_be_practiced_is_refused_in_a_line(arguments: tuple[str, ...], expected: str) -> None:
    done = houseway("practice", *arguments)
    assert done.returncode == 2
    assert expected in done.stderr
    assert done.stderr.count("\n") == 1
