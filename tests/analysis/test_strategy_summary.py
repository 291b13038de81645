"""Long strategy tables in short: nothing is lost of how often, and what is said can be checked by hand."""

from fractions import Fraction

import pytest

from houseway.analysis import strategy_table
from houseway.analysis.declared.strategy import MOST_LINES, StrategyLine, in_short
from houseway.games.catalogue import game

LONG = ["ultimate-texas-holdem", "texas-holdem-bonus", "mississippi-stud", "let-it-ride", "caribbean-stud-poker"]


def lines(*told: tuple[str, int, str, int]) -> list[StrategyLine]:
    made = [StrategyLine("street", hands, times, best, Fraction(value)) for hands, times, best, value in told]
    return made + [StrategyLine("other street", f"kind {each}", 1, "bet", Fraction(1)) for each in range(MOST_LINES)]


def test_a_class_that_is_divided_has_a_line_for_each_way_to_play_it() -> None:
    table = lines(
        ("seven high", 30, "fold", -1),
        ("ace high", 10, "fold", -1),
        ("king high", 20, "bet", 1),
        ("ace high", 20, "bet", 2),
        ("pair, deuces to fives", 10, "bet", 3),
        ("pair of aces", 10, "bet", 5),
        ("straight", 5, "bet", 9),
        ("flush", 15, "bet", 11),
    )
    shown = [line for line in in_short(table) if line.decision == "street"]
    assert [(line.hands, line.how_often, line.best, line.value) for line in shown] == [
        ("seven to ace high", "33.3%", "fold", -1),
        ("king to ace high", "33.3%", "bet", Fraction(3, 2)),
        ("pair to flush", "33.3%", "bet", Fraction(10 * 3 + 10 * 5 + 5 * 9 + 15 * 11, 40)),
    ]


def test_starting_hands_are_told_together_and_the_longest_list_is_everything_else() -> None:
    table = lines(
        ("A-K suited", 1, "bet", 3), ("A-K", 3, "bet", 2), ("3-2 suited", 1, "fold", -1), ("K-K", 1, "bet", 9)
    )
    shown = [line for line in in_short(table) if line.decision == "street"]
    assert [(line.hands, line.best, line.value) for line in shown] == [
        ("3-2 suited", "fold", -1),
        ("everything else", "bet", Fraction(3 + 3 * 2 + 9, 5)),
    ]


def test_a_short_table_stays_as_it_is() -> None:
    table = strategy_table(game("three-card-poker"))
    assert in_short(table) == table


@pytest.mark.parametrize("slug", LONG)
def test_every_hand_is_in_a_line_and_a_line_is_read_at_a_glance(slug: str) -> None:
    table = strategy_table(game(slug))
    shown = in_short(table)
    assert len(shown) <= 40 < len(table)
    for decision in {line.decision for line in shown}:
        rows = [row for row in table if row.decision == decision]
        lines_of = [line for line in shown if line.decision == decision]
        assert sum(float(line.how_often.rstrip("%")) for line in lines_of) == pytest.approx(100, abs=0.5)
        assert {line.best for line in lines_of} == {row.best for row in rows}
        assert all(len(line.hands) <= 70 for line in lines_of)
