"""Endings of declared titles in words: which hand won, where there are several."""

from itertools import product

import numpy as np
import pytest

from houseway.analysis.declared.analyzer import Labels
from houseway.analysis.declared.choices import as_declared
from houseway.analysis.declared.payoffs import Payoffs
from houseway.games.catalogue import game

AFTER_A_TIE = {f"war card {outcome}" for outcome in ("wins", "ties", "loses")}


def told(slug: str, readings: dict[str, str]) -> set[str]:
    """The names of all endings that can be."""
    payoffs = Payoffs.of(as_declared(game(slug, readings=readings)))
    labels = Labels(payoffs, np.stack(list(payoffs.by_wager.values()), axis=-1))
    return {labels.ended(path, cell) for path, cell in np.argwhere(payoffs.possible).tolist()}


def test_CW_8_a_war_is_told_where_there_is_one() -> None:
    decided = {"card wins", "card loses"}
    assert told("casino-war", {}) == {*decided, "surrender", *(f"go to war; {outcome}" for outcome in AFTER_A_TIE)}
    assert told("casino-war", {"CW-R5": "no"}) == {*decided, *(f"card ties; {outcome}" for outcome in AFTER_A_TIE)}


@pytest.mark.parametrize("slug", ["ez-pai-gow", "pai-gow-poker"])
def test_high_and_low_hand_are_told_apart(slug: str) -> None:
    outcomes = ("wins", "ties", "loses")
    hands = {f"high hand {high}; low hand {low}" for high, low in product(outcomes, outcomes)}
    assert {"; ".join(name.split("; ")[:2]) for name in told(slug, {})} == hands


def test_hands_that_are_the_only_ones_need_no_name() -> None:
    assert "play; win" in told("high-five-poker", {})
