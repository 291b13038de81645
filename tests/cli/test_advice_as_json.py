"""`houseway advise --json`: one object in the words of the contract. Expected values are worked out by hand."""

import json
from fractions import Fraction
from typing import Any

import pytest
from typer.testing import CliRunner

from houseway.cli import app


def advice(*arguments: str) -> dict[str, Any]:
    shown = CliRunner().invoke(app, ["advise", *arguments, "--json"], catch_exceptions=False)
    assert shown.exit_code == 0
    told: dict[str, Any] = json.loads(shown.stdout)
    values = [Fraction(option["ev"]["exact"]) for option in told["options"]]
    assert values[told["best"]] == max(values)
    assert [option["ev"]["value"] for option in told["options"]] == pytest.approx([float(value) for value in values])
    return told


def by_discard(told: dict[str, Any]) -> dict[str, Fraction]:
    return {
        "fold" if option["action"] == "fold" else " ".join(option["discard"]): Fraction(option["ev"]["exact"])
        for option in told["options"]
    }


def test_the_second_draw_counts_every_wager_already_made() -> None:
    """Two aces and a joker count as three aces; 46 cards can come."""
    told = advice("double-draw-poker", "As Ad Kh Jk 2c", "--stage", "2", "--dead", "9c 4d 3s")
    assert (told["game"], told["board"], set(told["dead"])) == ("double-draw-poker", [], {"9c", "4d", "3s"})
    assert set(told["cards"]) == {"As", "Ad", "Kh", "Jk", "2c"}
    values = by_discard(told)
    assert values["fold"] == -3
    assert values[""] == 3 + 1
    # Without the king: 3 cards (two aces, a joker) make four aces for 20, 3 deuces a full house for 5.
    assert values["Kh"] == 3 + Fraction(3 * 20 + 3 * 5 + 40 * 1, 46)
    for option in told["options"]:
        if option["action"] == "draw":
            assert sorted(option["hold"] + option["discard"]) == sorted(told["cards"])


def test_pick_2_poker_tells_its_bonus_apart() -> None:
    """A suited A-K-Q pays 10 to 1 and the flush 10 to 1, whichever game is played; a fold loses two Antes."""
    told = advice("pick-2-poker", "As Ks Qs Js 2s")
    kinds = [option["action"] for option in told["options"]]
    assert (kinds.count("fold"), kinds.count("five"), kinds.count("three")) == (1, 1, 10)
    for option in told["options"]:
        if option["action"] == "fold":
            assert Fraction(option["ev"]["exact"]) == -2
            continue
        parts = {wager: Fraction(value["exact"]) for wager, value in option["wagers"].items()}
        assert parts["three_five"] == 20
        assert sum(parts.values()) == Fraction(option["ev"]["exact"])
        assert len(option["cards"]) == (3 if option["action"] == "three" else 0)
