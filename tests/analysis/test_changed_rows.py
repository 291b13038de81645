"""What one unit on a pay row is worth to somebody who plays on as before: the chance of the row, times the stake."""

from fractions import Fraction
from itertools import cycle

import numpy as np
import pytest

from houseway.analysis import analyze
from houseway.analysis.compare.alternatives import row_changes, row_effects
from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.registry import family_of
from houseway.analysis.declared.row_pays import paid_anew
from houseway.analysis.particulars import particulars
from houseway.cards.deck import Deck
from houseway.games.catalogue import game
from houseway.games.engine.declared.title import DeclaredGame

HERE = Runner(jobs=1, cache=False)


def chances(slug: str, wager: str, paid: str) -> dict[str, Fraction]:
    """By row the share of rounds in which the result that ships has it paid, from the words of its return table."""
    (table,) = [each for each in analyze(slug).wager_tables if each.wager == wager]
    found: dict[str, Fraction] = {}
    for row in table.rows:
        label = row.outcome.rpartition("; ")[2]
        if row.pays > 0 and label.startswith(paid):
            found[label] = found.get(label, Fraction(0)) + Fraction(row.combinations, table.total)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "wager", "paid"),
    [
        ("ultimate-texas-holdem", "blind", "Blind: "),
        ("texas-holdem-bonus", "ante", "Ante: "),
        ("four-card-poker", "bonus", "Automatic Bonus: "),
    ],
)
def test_a_unit_more_or_less_is_worth_the_chance_of_the_row(slug: str, wager: str, paid: str) -> None:
    table, expected = game(slug), chances(slug, wager, paid)
    changes = [change for change in row_changes(table) if change.changed.startswith(paid)]
    assert {change.changed for change in changes} == set(expected)
    for change, sign in zip(changes, cycle((1, -1)), strict=False):
        assert change.game is not None
        value = particulars(table).value_as_before(table, change.game)
        assert value == analyze(slug).value + sign * expected[change.changed]


def test_a_unit_on_the_seven_card_flush_of_flush_rush() -> None:
    """Its Ante pays the better of two tables: 300 to 1 is what a flush of seven pays and no straight flush does."""
    table = game("flush-rush")
    (ante,) = [each for each in analyze(table).wager_tables if each.wager == "ante"]
    flushes = sum(row.combinations for row in ante.rows if row.pays == 300)
    (more,) = [
        change for change in row_changes(table) if change.words == "seven-card flush: 301 to 1 instead of 300 to 1"
    ]
    assert more.game is not None
    value = particulars(table).value_as_before(table, more.game)
    assert value == analyze(table).value + Fraction(flushes, ante.total)


@pytest.mark.slow
def test_playing_on_as_before_is_no_better_than_the_best_play_for_the_changed_table() -> None:
    """Without its row for straights the Ante of a winner pushes: Atlantic City's table, printed to cost 5.5935%."""
    effects = row_effects(game("texas-holdem-bonus"), quick=True)
    (pushed,) = [effect for effect in effects if effect.changed == "Ante: straight" and effect.to == "push"]
    assert pushed.value is not None
    assert Fraction("0.055935") < -pushed.value < Fraction("0.0561")


@pytest.mark.slow
def test_what_is_paid_anew_is_the_mean_of_the_endings_paid_anew() -> None:
    """On a small deck: where a unit on a row changes no decision, best play for the changed table is worth the same."""
    table = game("mississippi-stud", deck=Deck.stripped(ranks="TJQKA", suits="sh"))
    assert isinstance(table, DeclaredGame)
    usual = Payoffs.of(table)
    before, same = family_of(table).solve(usual, HERE), 0
    for change in [*row_changes(table)][::3]:
        assert isinstance(change.game, DeclaredGame)
        paid = Payoffs.of(change.game)
        value, best = paid_anew(usual, before.counts, paid), family_of(change.game).solve(paid, HERE)
        of_best = Fraction(int((best.counts * paid.net).sum()), best.total * paid.scale)
        assert value is not None
        assert value <= of_best
        same += value == of_best != Fraction(int((before.counts * usual.net).sum()), before.total * usual.scale)
    assert same


def test_a_table_that_other_facts_decide_is_not_paid_anew() -> None:
    table = game("three-card-poker")
    assert isinstance(table, DeclaredGame)
    ante, pair_plus = Payoffs.of(table), Payoffs.of(table, {table.pair_plus: Fraction(1)})  # type: ignore[attr-defined]
    assert paid_anew(ante, np.zeros(ante.net.shape, object), pair_plus) is None
