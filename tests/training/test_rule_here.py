"""The line of a rule list that applies at a spot, against lines chosen by hand from the lists as they ship."""

import subprocess
import sys
from fractions import Fraction

import pytest

from houseway.analysis import advise, rule_list
from houseway.analysis.declared.private_showdown.applied_rules import named_by
from houseway.analysis.declared.private_showdown.situations import naming_system
from houseway.games.catalogue import as_game
from houseway.games.engine.action import Action
from houseway.games.engine.declared.title import DeclaredGame
from houseway.training.rule_here import rule_here

CASES = [
    ("three-card-poker", "Qh 6d 4c", "", "Play with high card, Q-6-4 or better", "play"),
    ("three-card-poker", "Qh 6d 3c", "", "Fold with everything else", "fold"),
    ("three-card-poker", "2h 2d 3c", "", "Play with high card, Q-6-4 or better", "play"),
    ("crazy-4-poker", "Ah As 7c 5d 2h", "", "Play 3x with pair of aces or better", "play-3x"),
    (
        "caribbean-stud-poker",
        "Ah Ks Jc 4d 2h",
        "4s",
        "Dealer shows 4: raise with high card, A-K-J-4-2 or better",
        "raise",
    ),
    ("caribbean-stud-poker", "Ah Ks Jc 3d 2h", "4s", "Fold with everything else", "fold"),
    ("triple-shot-rummy", "Kh Qd 2c", "", "Fold with everything else", "fold"),
]


@pytest.mark.parametrize(("slug", "cards", "dealer", "line", "action"), CASES)
def test_the_line_that_applies_is_named_with_what_it_costs(
    slug: str, cards: str, dealer: str, line: str, action: str
) -> None:
    game = as_game(slug)
    assert line in rule_list(game).lines()
    values = {Action(name): Fraction(place) for place, name in enumerate(("fold", "play", "raise", "play-3x"))}
    told = rule_here(game, {"cards": cards, "situation": {"dealer": dealer}}, values)
    assert told is not None
    assert told["line"] == line
    assert Fraction(told["cost"]["exact"]) == 3 - values[Action(action)]


def test_hands_are_named_as_in_the_lists() -> None:
    for slug in ("three-card-poker", "caribbean-stud-poker", "crazy-4-poker", "triple-shot-rummy", "high-five-poker"):
        game = as_game(slug)
        assert isinstance(game, DeclaredGame)
        assert named_by(game) == naming_system(game)


def test_a_server_loads_no_numba_for_it() -> None:
    loaded = "import sys, houseway.web.app; print('numba' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert told.stdout == "False\n"


def test_following_the_list_costs_what_advice_says() -> None:
    game = as_game("three-card-poker")
    values = {option.action: option.value for option in advise(game, "Qh 6d 4c").options}
    told = rule_here(game, {"cards": "Qh 6d 4c", "situation": {}}, values)
    assert told is not None
    assert told["cost"]["value"] == 0
    assert told["words"].startswith("Here it says: play (-0.99")


def test_lists_that_are_no_cuts_name_no_line() -> None:
    for slug, cards in (
        ("two-hand-holdem", "Qh 6d 4c 3c"),
        ("mississippi-stud", "Qh 6d"),
        ("flush-rush", "Qh 6d 4c 3d"),
    ):
        assert rule_here(as_game(slug), {"cards": cards, "situation": {}}, {Action("fold"): Fraction(0)}) is None
