"""Versions of declared titles beside each other: their side bets, and the dealer's card that lies face up."""

from dataclasses import replace
from fractions import Fraction

import pytest
from rich.console import Console
from support.declared_toys import Duel, toy

import houseway as hw
from houseway.analysis.compare.comparison import Comparison, compare
from houseway.analysis.compare.decision_changes import ChangedHand, DecisionChanges, decision_changes
from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.particulars import DeclaredParticulars
from houseway.cards.deck import Deck
from houseway.games.engine.game import Game
from houseway.report import comparison_report
from houseway.web.game_choices import offered_game

HANDS = {"straight flush": 48, "three of a kind": 52, "straight": 720, "flush": 1096, "pair": 3744}
"""How many of the 22,100 hands of three cards make each, as every book on the game counts them."""


def edge(*pays: int) -> Fraction:
    won = sum(count * (odds + 1) for count, odds in zip(HANDS.values(), pays, strict=True))
    return 1 - Fraction(won, 22_100)


@pytest.mark.slow
def test_the_edges_of_side_bets_stand_beside_that_of_the_round() -> None:
    usual, other = (
        hw.game("three-card-poker", paytable=f"pair-plus={name}") for name in ("40-30-6-4-1", "40-30-5-4-1")
    )
    found = compare(usual, other)
    changes = {each.what: (each.base, each.changed) for each in found.side_bets}
    assert changes["house edge of Pair Plus"] == (edge(40, 30, 6, 4, 1), edge(40, 30, 5, 4, 1))
    assert [each for each in found.figures if each.what == "house edge of Pair Plus"]
    assert found.verdict == (
        "The house edge of a round does not change. "
        "Side bets: the house edge of Pair Plus goes from 2.3167% to 5.5747%."
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


def let_it_ride(flush: int) -> Game:
    """Let It Ride with a flush at other odds; the rest is our default table."""
    usual = hw.game("let-it-ride").pay_set
    assert usual is not None
    rows = {name: {row.label: row.pays_text for row in table.rows} for name, table in usual.tables.items()}
    rows["hand"]["flush"] = str(flush)
    return offered_game("let-it-ride", paytable={"name": f"flush at {flush}", **rows})


@pytest.fixture(scope="module")
def flush_at_9() -> Comparison:
    return compare("let-it-ride", let_it_ride(9))


def shown(comparison: Comparison) -> str:
    """What the terminal shows, in one line."""
    console = Console(width=100, record=True, file=open("/dev/null", "w"))  # noqa: SIM115 - closed with the process
    console.print(comparison)
    return " ".join(console.export_text().split())


def test_LIR_10_a_flush_at_9_changes_44_first_hands_and_every_text_says_so(flush_at_9: Comparison) -> None:
    """The share of bets that ride grows by 44 of 22,100 hands: eleven sets of three suited ranks in four suits."""
    (ride,) = (
        each for each in flush_at_9.shares if each.what.endswith("let it ride: let it ride") and "first" in each.what
    )
    assert ride.difference == Fraction(44, 22_100)
    changes = flush_at_9.decisions
    assert (changes.exhaustive, changes.changed, changes.hands) == (True, 44, 22_100 + 22_100 * 49)
    assert [(move.base, move.changed, move.hands) for move in changes.moves] == [("pull back Bet 1", "let it ride", 44)]
    report = str(comparison_report(flush_at_9).to_dict())
    for text in (shown(flush_at_9), report, str(flush_at_9.to_dict())):
        assert "44 of 1,105,000 situations" in text
        assert "No hand is played differently" not in text
        assert "No change was seen" not in text


def test_LIR_10_the_changed_hand_and_its_cost_are_those_of_the_advice(flush_at_9: Comparison) -> None:
    (hand,) = flush_at_9.decisions.examples
    before, after = hw.advise("let-it-ride", hand.cards), hw.advise(let_it_ride(9), hand.cards)
    assert (before.best.action.kind, after.best.action.kind) == ("pull-1", "let-ride")
    assert hand.cost == after.cost(before.best.action) > 0


def test_LIR_10_the_base_strategy_costs_the_changed_hands_and_no_more(flush_at_9: Comparison) -> None:
    """At most 44 of 22,100 hands lose, and each loses no more than the example, which loses most."""
    (hand,) = flush_at_9.decisions.examples
    cost = flush_at_9.decisions.cost
    assert cost is not None
    assert hand.cost is not None
    assert 0 < cost <= hand.cost * Fraction(44, 22_100)


def test_a_sample_in_which_nothing_changes_never_denies_the_exact_shares(flush_at_9: Comparison) -> None:
    sample = DecisionChanges("a sample of 12 hands at the first decision", False, 12, 0, (), (), None)
    words = " ".join(replace(flush_at_9, decisions=sample).decision_words)
    assert "None of the 12 sampled hands is played differently at the first decision." in words
    assert "The optimal strategy does change, counted over all hands" in words
    assert "goes from 7.2760% to 7.4751%" in words
    assert words in shown(replace(flush_at_9, decisions=sample))


@pytest.mark.slow
def test_a_change_of_a_side_bet_alone_is_said_to_change_no_play() -> None:
    found = compare("let-it-ride", hw.game("let-it-ride", paytable="three-card-bonus=4-flush"))
    assert all(each.base == each.changed for each in found.shares)
    assert found.decision_words[-1] == "No hand is played differently."
    assert "Optimal play does change" not in shown(found)


def test_LIR_R4_shares_that_move_by_ties_alone_are_explained() -> None:
    found = compare("let-it-ride", hw.game("let-it-ride", readings={"LIR-R4": "smaller"}))
    assert found.decisions.changed == 0
    words = " ".join(found.decision_words)
    assert "Shares still change. This concerns only hands with two equally good plays" in words
    assert "goes from 15.9324% to 15.0947%" in words
    assert "Optimal play does change" not in words


def test_the_headline_says_from_where_to_where_the_edge_goes(flush_at_9: Comparison) -> None:
    assert flush_at_9.verdict == (
        "The house edge falls from 3.5057% to 3.0911% per Bet 1, by 0.4145 percentage points, in favor of the player."
    )
