"""Versions of declared titles beside each other: their side bets, and the dealer's card that lies face up."""

from dataclasses import replace
from fractions import Fraction

import pytest
from support.declared_toys import Duel, toy

import houseway as hw
from houseway.analysis.compare.comparison import compare
from houseway.analysis.compare.decision_changes import ChangedHand, decision_changes
from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.particulars import DeclaredParticulars
from houseway.cards.deck import Deck

HANDS = {"straight flush": 48, "three of a kind": 52, "straight": 720, "flush": 1096, "pair": 3744}
"""How many of the 22,100 hands of three cards make each, as every book on the game counts them."""


def edge(*pays: int) -> Fraction:
    won = sum(count * (odds + 1) for count, odds in zip(HANDS.values(), pays, strict=True))
    return 1 - Fraction(won, 22_100)


def test_the_edges_of_side_bets_stand_beside_that_of_the_round() -> None:
    usual, other = (
        hw.game("three-card-poker", paytable=f"pair-plus={name}") for name in ("40-30-6-4-1", "40-30-5-4-1")
    )
    found = compare(usual, other)
    changes = {each.what: (each.approved, each.modified) for each in found.side_bets}
    assert changes["house edge of Pair Plus"] == (edge(40, 30, 6, 4, 1), edge(40, 30, 5, 4, 1))
    assert [each for each in found.figures if each.what == "house edge of Pair Plus"]
    assert found.verdict == (
        "The edge of a round does not change. Beside it: house edge of Pair Plus 2.3167% before, 5.5747%."
    )


def test_the_dealers_card_is_told_apart_from_the_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """A version in which folding is dearer is made by hand: its hands have the same cards in sight."""
    table = toy(Duel, Deck.stripped(ranks="QKA", suits="shd"))
    known, runner = DeclaredParticulars(), Runner()
    before = known.option_values(table, runner)
    assert before is not None
    assert before.hands.shape[1] == 4
    values = before.values.copy()
    values[:, 0] += 10**12
    monkeypatch.setattr(
        DeclaredParticulars,
        "option_values",
        lambda self, game, runner: before if game is table else replace(before, values=values),
    )
    changes = decision_changes(table, replace(table), runner)
    assert changes.examples
    for example in changes.examples:
        assert (len(example.cards.split()), len(example.dealer.split())) == (3, 1)
        assert example.in_words == f"{example.cards}, dealer {example.dealer}"


def test_a_changed_hand_names_whatever_lies_face_up() -> None:
    hand = ChangedHand("As Ks", "2h 3h 4h", "fold", "call", None)
    assert (hand.in_words, hand.to_dict()["dealer"]) == ("As Ks, board 2h 3h 4h", "")
