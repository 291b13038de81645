"""What a declared title means for the house: limits, exposure, a shift, a modification; expected by hand."""

from datetime import date
from fractions import Fraction
from math import comb

import pytest

import houseway as hw
from houseway.analysis.compare.comparison import compare
from houseway.analysis.counting.shards import Job, Runner
from houseway.analysis.counting.sums import Counts
from houseway.analysis.declared.choices import as_declared
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.registry import family_of
from houseway.analysis.operations.exposure import exposure, largest_bet, wager_payouts
from houseway.analysis.operations.operation import operate
from houseway.analysis.results.result import OPTIMAL
from houseway.games.engine.bet import Bet
from houseway.report import report

TABLE = hw.game("three-card-poker", on=date(2025, 1, 1))
DOLLARS = 100


def test_the_largest_bets_are_300_dollars_each_and_leave_room_for_the_play() -> None:
    assert dict(largest_bet(TABLE)) == dict.fromkeys(("ante", "pair_plus", "six_card"), 300 * DOLLARS)


def test_every_wager_at_its_highest_odds() -> None:
    found = {
        each.wager: (int(each.odds), each.what, each.by_table)
        for each in wager_payouts(TABLE, Bet(ante=10_00, pair_plus=5_00, six_card=5_00, prime=5_00))
    }
    assert found == {
        "ante": (1, "a win", False),
        "play": (1, "a win", False),
        "ante_bonus": (5, "suited A-K-Q", True),
        "pair_plus": (40, "suited A-K-Q", True),
        "six_card": (1000, "royal flush", True),
        "prime": (4, "one colour", True),
    }


@pytest.mark.slow
def test_a_seat_can_gain_what_all_its_wagers_pay_together() -> None:
    """A-K-Q suited with the dealer's other two: 1 + 1 + 5 + 40 + 1,000 times 300 dollars, and that occurs."""
    most = exposure(TABLE)
    assert most.bound == most.reached == 1_047 * 300 * DOLLARS


@pytest.mark.slow
def test_a_shift_expects_the_published_edge() -> None:
    shift = operate(TABLE, ante=25 * DOLLARS)
    assert round(float(shift.win_of_handle), 4) == 0.0201


@pytest.mark.slow
def test_a_modification_names_every_hand_that_is_played_otherwise() -> None:
    """Where the player wins ties, some queens lower than Q-6-4 are worth playing; only folds become plays."""
    changed = compare(TABLE, hw.game("three-card-poker", readings={"3CP-R3": "player-wins"}, on=date(2025, 1, 1)))
    moves = [(move.base, move.changed) for move in changed.decisions.moves]
    assert changed.decisions.exhaustive
    assert moves == [("fold", "play")]
    assert all(hand.cards.startswith("Q") for hand in changed.decisions.examples)
    assert changed.decisions.cost is not None
    assert Fraction(0) < changed.decisions.cost < Fraction(1, 1000)


@pytest.mark.slow
def test_the_report_says_how_it_is_counted_and_what_the_side_bets_are_worth() -> None:
    text = str(report(TABLE, rounds=20_000).to_dict())
    assert "private showdown" in text
    assert "Pair Plus (3CP-1) is optional, and no figure of the round includes it" in text
    assert "encloses no rules" in text


def test_a_title_without_a_rule_list_is_reported_with_its_best_play() -> None:
    text = str(report(hw.game("casino-war", on=date(2025, 1, 1)), rounds=20_000).to_dict())
    assert "The edge is per Initial bet" in text
    assert "the sources of the rules leave open" in text
    assert "No simplified strategy is available for this title" in text
    assert "shoe" in text


def test_GEN_5_of_many_bets_those_are_made_large_that_win_most() -> None:
    """Three wagers over 5 dollars are allowed (WAC 230-15-040); the Banker bet is the unit of values.

    Dragon 7 pays 40 to 1, a Dragon Bonus up to 30, Panda 8 25, the Tie 8, the Player 1.
    """
    table = hw.game("ez-baccarat", on=date(2025, 1, 1))
    assert dict(largest_bet(table)) == dict.fromkeys(("banker", "dragon_7", "player_bonus"), 300 * DOLLARS)


def test_the_bets_that_the_law_leaves_out_are_named_with_what_they_may_add() -> None:
    """Three bets over five dollars are made; of the others three more may be, at 30, 25 and 8 to 1 on five dollars."""
    besides = exposure(hw.game("ez-baccarat", on=date(2025, 1, 1))).besides
    assert [each.wager for each in besides.small] == ["banker_bonus", "panda_8", "tie", "player"]
    assert (besides.most, besides.payout) == (3, (30 + 25 + 8) * 5 * DOLLARS)
    refused = exposure(hw.game("dragon-bonus", on=date(2025, 1, 1))).besides.refused
    assert list(refused) == ["Player"]
    assert "DB-2" in refused["Player"]


def test_a_seat_cannot_win_wagers_that_exclude_each_other() -> None:
    """Casino War: the Tie pays ten, the War bet one, and the Initial bet, which a higher card would pay, pushes."""
    most = exposure(hw.game("casino-war", on=date(2025, 1, 1)))
    assert most.bound == most.reached == (10 + 1) * 300 * DOLLARS


def test_a_side_bet_that_play_does_not_touch_needs_no_count_of_its_own() -> None:
    """A royal flush, bet four times: 75 dollars on the Ante, 300 on the Play, Blind 500 to 1, Trips 50 to 1."""
    table = hw.game("ultimate-texas-holdem", on=date(2025, 1, 1))
    most = exposure(table, runner=NoCounts())
    assert dict(most.bet) == {"ante": 75 * DOLLARS, "blind": 75 * DOLLARS, "trips": 300 * DOLLARS}
    assert most.bound == most.reached == (75 + 300 + 500 * 75 + 50 * 300) * DOLLARS


def test_shipped_counts_of_best_play_are_worth_the_published_edge() -> None:
    """2.185% of the Ante; no deal is left out."""
    table = as_declared(hw.game("ultimate-texas-holdem"))
    payoffs, family = Payoffs.of(table), family_of(table)
    counts = family.counts_paid(OPTIMAL, payoffs, payoffs, NoCounts())
    assert counts is not None
    deals = comb(52, 2) * comb(50, 3) * comb(47, 2) * comb(45, 2)
    assert counts.sum() == deals
    assert round(float(Fraction(-int((counts * payoffs.net).sum()), deals * payoffs.scale)), 5) == 0.02185


class NoCounts(Runner):
    """Refuses to count."""

    def run(self, job: Job) -> Counts:
        raise AssertionError(f"{job.name} would be counted")


def test_the_report_of_a_title_without_decisions_claims_no_decision() -> None:
    text = str(report(hw.game("three-card-baccarat", on=date(2025, 1, 1)), rounds=20_000).to_dict())
    assert "House edge per Player bet" in text
    assert "The game has no decisions." in text
    assert "the Dealer's total: 9 points" in text
    assert "not bet" in text
    for untrue in ("at every decision", "On sampled hands", "played by the optimal strategy", "Ante"):
        assert untrue not in text, untrue


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "bets", "units"),
    [
        ("dragon-bonus", ("player", "player_bonus"), 1 + 30),
        ("dragon-bonus-commission-free", ("player", "player_bonus"), 1 + 30),
        ("ez-baccarat", ("dragon_7", "banker_bonus"), 40 + 6),
        ("three-card-baccarat", ("tie", "three_faces", "total_0"), 20 + 16 + 8),
    ],
)
def test_a_seat_leaves_out_the_bets_that_the_best_outcome_loses(slug: str, bets: tuple[str, ...], units: int) -> None:
    """The Player by nine points; a Banker's three-card 7 against nothing, a lead of seven; three pictures each.

    A Dragon Bonus on the other hand would lose, and so would the Banker bet that values are in units of.
    """
    most = exposure(hw.game(slug, on=date(2025, 1, 1)))
    assert most.dearest is not None
    assert dict(most.dearest) == dict.fromkeys(bets, 300 * DOLLARS)
    assert most.is_exact
    assert most.seat_most == units * 300 * DOLLARS
    assert most.table_bound == 7 * most.seat_most


def test_small_bets_besides_are_part_of_what_a_seat_can_gain() -> None:
    """Let It Ride: three bets of 300 dollars at 1,000 to 1, five dollars at 20,000 to 1 and five at 50 to 1."""
    most = exposure(hw.game("let-it-ride", on=date(2025, 1, 1)))
    assert most.bound == 3 * 1_000 * 300 * DOLLARS
    assert most.seat_most == most.bound + (20_000 + 50) * 5 * DOLLARS
    assert most.table_bound == 7 * most.seat_most
