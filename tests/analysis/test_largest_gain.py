"""What ships of the most that a seat gains: for today's rules and limits, and as the pay tables add up."""

from fractions import Fraction

import pytest

from houseway.analysis.operations.exposure import RECORD, exposure, largest_bet, largest_gain, proportions
from houseway.analysis.particulars import particulars
from houseway.analysis.results.recorded import records, result_key
from houseway.analysis.results.result import OPTIMAL
from houseway.games.catalogue import game
from houseway.games.engine.bet import Bet

BY_HAND = {
    "four-card-poker": Fraction(1 + 3 + 25 + 3 * 50),
    "flush-rush": Fraction(1000 + 1 + 1),
    "ez-pai-gow": Fraction(50),
    "face-up-pai-gow": Fraction(8000 + 1),
    "pai-gow-poker": Fraction(8000) + Fraction(95, 100),
}
"""Four of a kind with Ante, Play of three, Automatic Bonus and Aces Up of three Antes; a seven-card straight flush with
Ante and both Plays; a dealer's queen high, which pays its bet and pushes the hand; a seven-card straight flush that
wins with both hands, less a commission of one in twenty."""


@pytest.mark.parametrize("slug", BY_HAND)
def test_what_ships_is_of_the_largest_bets_and_what_the_pay_tables_add_up_to(slug: str) -> None:
    table = game(slug)
    known = records(slug, RECORD)[result_key(table, OPTIMAL)]
    assert known["bets"] == proportions(largest_bet(table))
    assert largest_gain(table, largest_bet(table), OPTIMAL) == BY_HAND[slug]


def test_other_bets_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(particulars(game("ez-pai-gow"))), "largest_gain", lambda *given: Fraction(7))
    assert largest_gain(game("ez-pai-gow"), Bet(wager=500), OPTIMAL) == 7


@pytest.mark.proof
@pytest.mark.parametrize("slug", BY_HAND)
def test_a_count_comes_to_the_same(slug: str) -> None:
    table = game(slug)
    bet = largest_bet(table)
    assert particulars(table).largest_gain(table, bet, OPTIMAL, None) == BY_HAND[slug]
    assert exposure(table).reached == int(BY_HAND[slug] * next(iter(bet.values())))
