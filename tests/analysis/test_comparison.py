"""An approved game and a modification, against sheets, hand-written differences and single hands."""

from dataclasses import replace
from datetime import date
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest
from support.double_draw_cases import SYMMETRIC
from support.quick import in_proof

import houseway as hw
from houseway.analysis.compare.comparison import compare
from houseway.analysis.compare.decision_changes import decision_changes
from houseway.analysis.compare.differences import differences
from houseway.analysis.counting.shards import Runner
from houseway.cards.classes import class_arrays
from houseway.cards.deck import Deck
from houseway.errors import BadComparison, UnknownName
from houseway.games.engine.limits import limits_on
from houseway.games.files.gamefile_text import export_game

HOUSE_BANKED = [
    "two-hand-holdem",
    "double-draw-poker",
    "pick-2-poker",
    "fast-action-holdem",
    "fast-action-holdem-multi",
]


@pytest.mark.parametrize("slug", HOUSE_BANKED)
def test_GEN_1_an_exported_file_is_the_same_game(slug: str, tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_text(export_game(hw.game(slug)))
    assert differences(hw.game(slug), hw.game(path)) == ()


@pytest.mark.slow
def test_identical_games_are_said_to_be_the_same() -> None:
    same = compare("double-draw-poker", "double-draw-poker")
    assert same.identical
    assert same.verdict.startswith("The two are the same game")
    assert all(change.difference == 0 for change in same.figures)
    assert same.decisions.changed == 0


def test_GEN_1_a_reading_is_named_with_its_clauses() -> None:
    modified = hw.game("pick-2-poker", readings={"P2-R1": "both-push"})
    (found,) = differences(hw.game("pick-2-poker"), modified)
    assert (found.kind, found.what, found.clauses) == ("reading", "P2-R1", ("P2-7", "P2-8"))
    assert found.base == "The Ante pays 1 to 1 and the Play bet pushes, whatever the player's hand is"
    assert found.changed == "The Ante and the Play both push"


@pytest.mark.slow
def test_P2_R1_can_move_the_edge_from_the_player_to_the_house() -> None:
    result = compare("pick-2-poker", hw.game("pick-2-poker", readings={"P2-R1": "both-push"}))
    before, after = (hw.analyze("pick-2-poker", recompute=True), result.results[1])
    edge = next(change for change in result.edges if change.what == "house edge per Ante")
    assert edge.base == -before.value < 0
    assert edge.changed == -after.value > 0
    assert "The edge changes sides." in result.verdict


def test_a_hand_that_is_played_otherwise_is_so_by_the_advice_for_it() -> None:
    modified = hw.game("pick-2-poker", readings={"P2-R1": "both-push"})
    changes = decision_changes(hw.game("pick-2-poker"), modified, Runner())
    assert changes.exhaustive
    assert changes.hands == 2_598_960
    assert sum(move.hands for move in changes.moves) == changes.changed
    for hand in changes.examples:
        before, after = hw.advise("pick-2-poker", hand.cards), hw.advise(modified, hand.cards)
        assert str(before.best.action) == hand.base
        assert str(after.best.action) == hand.changed
        assert hand.cost == after.cost(before.best.action)


@pytest.mark.proof
def test_playing_on_as_before_costs_what_the_old_strategy_loses_in_the_new_game() -> None:
    deck = Deck.stripped(ranks="678JQKA", suits="cd")
    approved = hw.game("pick-2-poker", deck=deck)
    modified = hw.game("pick-2-poker", deck=deck, readings={"P2-R1": "both-push"})
    changes = decision_changes(approved, modified, Runner())
    members, weights = class_arrays(deck, (5,))
    lost = Fraction(0)
    for cards, weight in zip(members.tolist(), weights.tolist(), strict=True):
        before, after = hw.advise(approved, cards), hw.advise(modified, cards)
        lost += after.cost(before.best.action) * weight
    assert changes.hands == comb(14, 5)
    assert changes.cost == lost / comb(14, 5) > 0


@pytest.mark.proof
def test_another_pay_table_differs_in_its_rows_only() -> None:
    result = compare("double-draw-poker", hw.game("double-draw-poker", paytable="2"))
    (row,) = result.differences
    assert (row.kind, row.what, row.clauses) == ("pay table row", "Bonus: three of a kind", ("DD-8b",))
    assert (row.base, row.changed) == ("1 to 1", "push")
    edges = {change.what: change.difference for change in result.edges}
    assert edges["house edge per initial wager"] == (
        hw.analyze(result.changed).house_edge("initial wager")
        - hw.analyze("double-draw-poker").house_edge("initial wager")
    )
    before, after = result.exposures
    assert before is not None
    assert after is not None
    assert before.bound == after.bound


@pytest.mark.slow
@pytest.mark.parametrize("deck", [SYMMETRIC, in_proof(Deck.with_jokers())], ids=["nine cards", "full"])
def test_old_play_of_double_draw_has_no_cost_where_its_second_draw_is_not_counted(deck: Deck) -> None:
    usual, other = (hw.game("double-draw-poker", paytable=name, deck=deck) for name in ("1", "2"))
    changes = decision_changes(usual, other, Runner())
    assert changes.exhaustive
    assert changes.changed > 0 or deck is SYMMETRIC
    assert changes.cost is None
    assert changes.to_dict()["cost_of_old_play"] is None
    assert "the second one played best" in changes.covered


def test_a_version_without_a_limit_leaves_the_exposure_of_the_other() -> None:
    free = hw.game("pick-2-poker", jurisdiction="none")
    result = compare(hw.game("pick-2-poker", on=date(2025, 1, 1)), free)
    limited, unlimited = result.exposures
    assert limited is not None
    assert limited.largest_wager_payout.payout == 500 * 300_00  # a royal flush at 500 to 1, a bet of $300
    assert unlimited is None
    assert result.to_dict()["exposure"] == {"base": limited.to_dict(), "changed": None}
    assert compare(free, free).to_dict()["exposure"] is None


def test_an_invented_pay_table_lists_rows_that_come_and_go() -> None:
    rows = {
        row.what: row for row in differences(hw.game("pick-2-poker"), hw.game("examples/pick-2-poker-invented.toml"))
    }
    assert rows["5 Card Bonus Only: royal flush"].changed == "200 to 1"
    assert rows["5 Card Bonus Only: pair of sixes or better"].changed == "no row"
    assert rows["5 Card Bonus Only: pair of jacks or better"].base == "no row"
    assert rows["shuffler"].clauses == ("P2-13", "P2-12e")


def test_a_pay_table_with_another_name_and_the_same_rows_is_no_difference() -> None:
    typed = hw.game("pick-2-poker")
    assert typed.pay_set is not None
    assert differences(typed, replace(typed, pay_set=replace(typed.pay_set, name="renamed"))) == ()


def test_GEN_1_a_clause_that_reads_otherwise_is_named() -> None:
    approved = hw.game("double-draw-poker")
    clauses = {**approved.sheet.clauses, "DD-5b": "A player who stays replaces up to two cards."}
    modified = replace(approved, sheet=replace(approved.sheet, clauses=clauses))
    (found,) = differences(approved, modified)
    assert (found.kind, found.what, found.changed) == ("clause", "DD-5b", clauses["DD-5b"])


def test_GEN_5_other_limits_are_a_difference_and_another_day_with_the_same_ones_is_none() -> None:
    today = hw.game("pick-2-poker", on=date(2025, 1, 1))
    assert differences(today, hw.game("pick-2-poker", on=date(2024, 6, 1))) == ()
    (limit,) = differences(today, hw.game("pick-2-poker", on=date(2025, 1, 1), jurisdiction="washington-tribal"))
    assert (limit.what, limit.clauses) == ("largest wager", ("GEN-5",))
    assert (limit.base, limit.changed) == (
        "$300 (WAC 230-15-140, since 2009; newer limits not yet confirmed)",
        "$500 (compact, since 1997; not yet confirmed)",
    )
    assert limits_on("washington", date(2025, 1, 1)).largest_wager is not None


def test_FA_9_a_reading_of_the_house_way_shows_the_line() -> None:
    modified = hw.game("fast-action-holdem", readings={"FA-R5": "unsuited"})
    kinds = [(each.kind, each.what) for each in differences(hw.game("fast-action-holdem"), modified)]
    assert kinds == [("reading", "FA-R5"), ("house way", "line 2")]


def test_FA_15i_an_aggregate_limit_is_seen_in_the_exposure_and_not_in_the_values() -> None:
    limited = hw.game("fast-action-holdem", aggregate_limit=50_000_00)
    result = compare("fast-action-holdem", limited)
    assert [(each.what, each.clauses) for each in result.differences] == [("aggregate limit", ("FA-15i",))]
    assert "The values are without posted aggregate limits" in result.verdict
    without, within = result.exposures
    assert without is not None
    assert within is not None
    assert without.aggregate[0].posted is None
    assert within.aggregate[0].within == 50_000_00


def test_one_deck_and_several_are_versions_of_one_game() -> None:
    found = differences(hw.game("fast-action-holdem"), hw.game("fast-action-holdem-multi"))
    assert {"reading", "deck", "pay table row"} <= {each.kind for each in found}
    changes = decision_changes(hw.game("fast-action-holdem"), hw.game("fast-action-holdem-multi"), Runner())
    assert not changes.exhaustive
    assert "different decks" in changes.covered


def test_2HH_1_a_bonus_of_the_house_changes_no_decision(tmp_path: Path) -> None:
    table = tmp_path / "four.toml"
    table.write_text('confirm_gaps = true\n[bonus]\n"four of a kind" = 100\n"three of a kind" = 5\n"pair" = 1\n')
    modified = hw.game("two-hand-holdem", readings={"2HH-R1": "four-card"}, paytable=table)
    changes = decision_changes(hw.game("two-hand-holdem"), modified, Runner())
    assert (changes.exhaustive, changes.changed) == (True, 0)
    assert any(each.what == "a Bonus is offered" for each in differences(hw.game("two-hand-holdem"), modified))


def test_a_deck_of_other_cards_is_answered_by_a_sample_that_is_named_as_such() -> None:
    modified = hw.game("pick-2-poker", deck=Deck.stripped(ranks="3456789TJQKA"))
    changes = decision_changes(hw.game("pick-2-poker"), modified, Runner())
    assert not changes.exhaustive
    assert changes.covered.startswith("a sample of 12 hands")
    assert changes.cost is None


def test_two_games_that_are_not_versions_of_one_another_are_refused() -> None:
    with pytest.raises(BadComparison, match="Pick 2 Poker and Double Draw Poker"):
        compare("pick-2-poker", "double-draw-poker")
    with pytest.raises(UnknownName, match="has no house edge"):
        compare("five-card-holdout", "five-card-holdout")


@pytest.mark.slow
def test_the_plain_form_has_exact_figures_of_both() -> None:
    plain = compare("pick-2-poker", hw.game("pick-2-poker", paytable="felt")).to_dict()
    figures = {each["figure"]: each for each in plain["figures"]}  # type: ignore[attr-defined]
    value = figures["expected value of a round"]
    assert Fraction(value["difference"]["exact"]) == Fraction(value["changed"]["exact"]) - Fraction(
        value["base"]["exact"]
    )
    assert plain["identical"] is False
