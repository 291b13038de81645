"""Tables that offer the same share one game, and no table gets a game that it does not offer."""

from datetime import date
from fractions import Fraction

import pytest

from houseway.errors import BadSetting, HousewayError
from houseway.room import TableSpec

DAY = date(2026, 3, 1)


def test_tables_that_offer_the_same_share_one_game_whoever_sits_there() -> None:
    alone = TableSpec("pick-2-poker", seats=1, on=DAY)
    among_others = TableSpec("pick-2-poker", seats=4, bots={1: "random"}, practice=True, on=DAY)
    stored = TableSpec.from_dict(alone.completed(DAY).to_dict())
    assert alone.make_game() is among_others.make_game()
    assert stored.make_game() is TableSpec.from_dict(alone.completed(DAY).to_dict()).make_game()
    assert stored.make_game() == alone.make_game()


@pytest.mark.parametrize(
    "other",
    [
        TableSpec("pick-2-poker", on=DAY, readings={"P2-R1": "both-push"}),
        TableSpec("pick-2-poker", on=date(2005, 1, 1)),
        TableSpec("pick-2-poker", on=DAY, jurisdiction="none"),
        TableSpec("two-hand-holdem", on=DAY),
    ],
)
def test_a_table_that_offers_something_else_has_another_game(other: TableSpec) -> None:
    usual = TableSpec("pick-2-poker", on=DAY).make_game()
    game = other.make_game()
    assert game is not usual
    assert game != usual


def test_what_cannot_be_written_as_json_is_refused_as_ever() -> None:
    with pytest.raises(HousewayError, match="Unknown table setting"):
        TableSpec("pick-2-poker", options={"no_such_setting": Fraction(1, 2)}, on=DAY).make_game()
    with pytest.raises(BadSetting, match="for the game's settings"):
        TableSpec(7, on=DAY).make_game()  # type: ignore[arg-type]


def test_two_descriptions_that_python_calls_equal_are_two() -> None:
    yes, one = (TableSpec("pick-2-poker", options={"tips": value}, on=DAY).make_game() for value in (True, 1))
    assert yes is not one


def test_without_a_day_the_limits_of_today_apply_whenever_today_is() -> None:
    undated = TableSpec("pick-2-poker")
    assert undated.make_game() is not undated.make_game()
