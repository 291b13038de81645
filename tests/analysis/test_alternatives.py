"""One change at a time: what each alternative is, and what it does to the value."""

from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from houseway.analysis import ANALYZERS, analyze
from houseway.analysis.compare.alternatives import (
    Effect,
    deck_effects,
    reading_changes,
    reading_effects,
    row_changes,
    row_effects,
)
from houseway.games.catalogue import game
from houseway.games.engine.sheet import sheet

PROCEDURE = {
    "two-hand-holdem": set(),
    "double-draw-poker": {"DD-R2", "DD-R3"},
    "pick-2-poker": {"P2-R4", "P2-R6", "P2-R7", "P2-R8", "P2-R9"},
    "fast-action-holdem": {"FA-R9", "FA-R10"},
    "fast-action-holdem-multi": {"FA-R9", "FA-R10"},
}
"""Readings that leave the value as it is: seats, bases, the order of settlement, the Envy Bonus of other players.

P2-R4 and P2-R7 are among them because no best play gives up a hand that the three-card table pays.
"""


@pytest.mark.parametrize("slug", ANALYZERS)
def test_every_other_choice_of_every_reading_is_an_alternative_in_the_words_of_the_sheet(slug: str) -> None:
    expected = [
        (reading.id, choice, words)
        for reading in sheet(slug).readings.values()
        for choice, words in reading.choices.items()
        if choice != reading.default
    ]
    assert [(change.changed, change.to, change.words) for change in reading_changes(game(slug))] == expected


@pytest.mark.parametrize("slug", ANALYZERS)
def test_a_change_leaves_all_but_its_own_reading_alone(slug: str) -> None:
    table = game(slug)
    for change in reading_changes(table):
        if change.game is not None:
            other = {key for key, choice in change.game.readings.items() if choice != table.readings[key]}
            assert other == {change.changed}


VALUED_ALIKE = ("P2-R2", "five-card")
"""The one choice of a reading that matters which is valued with the same bets as the usual one."""


@pytest.mark.parametrize("slug", PROCEDURE)
def test_readings_of_procedure_and_only_those_make_no_difference(slug: str) -> None:
    effects = reading_effects(game(slug))
    valued = [effect for effect in effects if effect.value is not None and (effect.changed, effect.to) != VALUED_ALIKE]
    assert all(not effect.touches_value for effect in effects if (effect.changed, effect.to) == VALUED_ALIKE)
    still = {effect.changed for effect in valued if not effect.touches_value}
    assert still == PROCEDURE[slug]
    assert still.isdisjoint(effect.changed for effect in valued if effect.touches_value)


@pytest.mark.parametrize(("slug", "reading"), [("two-hand-holdem", "2HH-R1"), ("fast-action-holdem-multi", "FA-R1")])
def test_a_reading_that_needs_a_pay_table_of_the_users_own_has_no_value_and_says_why(slug: str, reading: str) -> None:
    unvalued = [effect for effect in reading_effects(game(slug)) if effect.value is None]
    assert [effect.changed for effect in unvalued] == [reading]
    assert unvalued[0].difference is None
    assert not unvalued[0].touches_value
    assert "pay table" in unvalued[0].why_not


def test_2HH_R1_without_a_bonus_has_no_place_for_the_pay_table_of_the_house(tmp_path: Path) -> None:
    file = tmp_path / "bonus.toml"
    file.write_text('[bonus]\n"four of a kind" = 50\n', "utf-8")
    table = game("two-hand-holdem", paytable=file, readings={"2HH-R1": "four-card"})
    (change,) = reading_changes(table)
    assert (change.changed, change.to) == ("2HH-R1", "none")
    assert change.game == game("two-hand-holdem")


@pytest.mark.slow
def test_the_effect_is_the_difference_of_two_analyses() -> None:
    table = game("pick-2-poker")
    changed = game("pick-2-poker", readings={"P2-R1": "both-push"})
    effect = next(each for each in reading_effects(table) if each.to == "both-push")
    assert effect.before == analyze(table, recompute=True).value
    assert effect.value == analyze(changed, recompute=True).value
    assert effect.difference == effect.value - effect.before < 0


def test_P2_R5_chooses_the_pay_table_only_where_none_is_asked_for() -> None:
    felt = game("pick-2-poker", paytable="felt")
    by_default = {change.changed: change.game for change in reading_changes(game("pick-2-poker"))}["P2-R5"]
    asked_for = {change.changed: change.game for change in reading_changes(felt)}["P2-R5"]
    assert by_default is not None
    assert by_default.pay_set == felt.pay_set
    assert asked_for is not None
    assert asked_for.pay_set == felt.pay_set


@pytest.mark.parametrize(
    ("slug", "rows"),
    [
        ("two-hand-holdem", 0),
        ("double-draw-poker", 10),
        ("pick-2-poker", 7 + 3 + 9),
        ("fast-action-holdem", 7),
        ("fast-action-holdem-multi", 8),
    ],
)
def test_each_row_of_odds_goes_one_unit_up_and_one_down_and_fixed_sums_stay(slug: str, rows: int) -> None:
    assert len(list(row_changes(game(slug)))) == 2 * rows


def test_a_row_pays_one_unit_more_or_less_and_below_a_push_it_loses() -> None:
    table = game("double-draw-poker", paytable="2")
    changes = {(change.changed, change.to): change.game for change in row_changes(table)}
    more, less = changes["Bonus: flush", "4 to 1"], changes["Bonus: two pair", "loses"]
    assert more is not None
    assert more.pay_set is not None
    assert {row.label: row.pays for row in more.pay_set["bonus"].rows}["flush"] == 4
    assert less is not None
    assert less.pay_set is not None
    assert "two pair" not in {row.label for row in less.pay_set["bonus"].rows}
    assert len(less.pay_set["bonus"].rows) == 9


def test_a_royal_flush_at_one_unit_more_is_worth_its_four_hands() -> None:
    """Nobody folds a royal flush, and the 3-5 Bonus pays it in either game."""
    effects = by_row(row_effects(game("pick-2-poker")))
    royal = Fraction(4, comb(52, 5))
    assert effects["3-5 Bonus, five cards: royal flush", "501 to 1"].difference == royal
    assert effects["3-5 Bonus, five cards: royal flush", "499 to 1"].difference == -royal


def test_a_pay_table_that_differs_in_one_row_is_the_other_with_that_row_changed() -> None:
    """Tables #4 and #5 differ in the flush alone, the two of Double Draw Poker in three of a kind."""
    for slug, one, other, row, to in (
        ("fast-action-holdem", "5", "4", "Bonus: flush", "4 to 1"),
        ("double-draw-poker", "2", "1", "Bonus: three of a kind", "1 to 1"),
    ):
        effect = by_row(row_effects(game(slug, paytable=one)))[row, to]
        assert effect.value == analyze(game(slug, paytable=other)).value


def by_row(effects: tuple[Effect, ...]) -> dict[tuple[str, str], Effect]:
    return {(effect.changed, effect.to): effect for effect in effects}


def test_FA_R8_other_decks_are_the_ones_that_the_letter_allows() -> None:
    assert [(effect.changed, effect.to) for effect in deck_effects(game("fast-action-holdem-multi"))] == [
        ("FA-R8", "7"),
        ("FA-R8", "8"),
    ]
    assert all(effect.touches_value for effect in deck_effects(game("fast-action-holdem-multi")))
    assert not deck_effects(game("fast-action-holdem"))


def test_quick_leaves_out_what_would_have_to_be_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    table = game("fast-action-holdem", readings={"FA-R2": "no-bonus-only"})
    assert all(effect.value is not None for effect in reading_effects(table, quick=True))
    own = reading_effects(game("double-draw-poker", readings={"DD-R3": "ante"}), quick=True)
    counted = {effect.to: effect for effect in own if effect.changed in ("DD-R1", "DD-R4")}
    assert [effect.value for effect in counted.values()] == [None, None]
    assert [effect.why_not for effect in counted.values()] == [
        f"not part of this report; houseway analyze double-draw-poker --set {effect.changed}={effect.to} counts it"
        for effect in counted.values()
    ]
