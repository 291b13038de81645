"""What a round can cost the house at the limits, against sums written by hand from the sheets."""

from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import combinations

import pytest

import houseway as hw
from houseway.analysis.operations.exposure import Exposure, _envy, dear_round, exposure, largest_bet, wager_payouts
from houseway.analysis.particulars import particulars
from houseway.cards.deck import Deck
from houseway.errors import BadBet, BadSetting, UnknownName
from houseway.games.engine.game import Game
from houseway.games.engine.paytable import PaySet, PayTable
from houseway.ranking import ranking

TODAY = date(2025, 1, 1)
"""$300 a wager, three wagers over $5, aggregate limits from odds of 50 to 1."""


def at_limits(slug: str, **choices: object) -> Exposure:
    return exposure(table(slug, **choices))


def table(slug: str, **choices: object) -> Game:
    return hw.game(slug, **{"on": TODAY, **choices})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("slug", "readings", "bet"),
    [
        ("two-hand-holdem", {}, {"ante_1": 150_00, "ante_2": 150_00}),
        ("double-draw-poker", {}, {"ante": 300_00, "bonus": 300_00}),
        ("pick-2-poker", {}, {"ante": 150_00, "three_five": 150_00, "five_card_bonus": 300_00}),
        ("pick-2-poker", {"P2-R2": "both"}, {"ante": 150_00, "three_five": 150_00, "five_card_bonus": 150_00}),
        ("fast-action-holdem", {}, {"ante": 300_00, "bonus": 300_00}),
    ],
)
def test_GEN_5_the_largest_bets_leave_room_for_the_bets_that_follow(
    slug: str, readings: dict[str, str], bet: dict[str, int]
) -> None:
    assert dict(largest_bet(table(slug, readings=readings))) == bet


def test_GEN_5_before_2009_a_wager_was_at_most_100_dollars() -> None:
    assert dict(largest_bet(table("double-draw-poker", on=date(2005, 1, 1)))) == {"ante": 100_00, "bonus": 100_00}


def test_without_limits_the_bets_must_be_given() -> None:
    with pytest.raises(BadSetting, match="no limit on wagers is in force"):
        at_limits("double-draw-poker", jurisdiction="none")


def test_given_bets_stand_instead_of_the_largest_and_are_checked() -> None:
    assert exposure(table("double-draw-poker"), bet=hw.Bet(ante=10_00, bonus=10_00)).bound == 503 * 10_00
    with pytest.raises(BadBet, match="the Bonus must equal the Ante"):
        exposure(table("double-draw-poker"), bet=hw.Bet(ante=10_00, bonus=5_00))


def test_a_game_between_players_has_no_exposure() -> None:
    with pytest.raises(UnknownName, match="has no house edge"):
        exposure("five-card-holdout")


@pytest.mark.parametrize(
    ("slug", "bound"),
    [
        ("two-hand-holdem", 6 * 150_00),
        ("double-draw-poker", (500 + 3) * 300_00),
        ("pick-2-poker", (510 + 3) * 150_00 + 500 * 300_00),
    ],
)
def test_a_seat_gains_the_sum_of_its_wagers_where_one_hand_wins_them_all(slug: str, bound: int) -> None:
    most = at_limits(slug)
    assert (most.bound, most.reached, most.is_exact) == (bound, bound, True)


def test_FA_13_a_royal_on_the_board_pays_two_bonuses_and_loses_the_ante() -> None:
    most = at_limits("fast-action-holdem")
    assert most.reached == most.bound == (2 * 500 - 1) * 300_00
    both_or_none = at_limits("fast-action-holdem", readings={"FA-R2": "no-bonus-only"})
    assert both_or_none.bound == (2 * 500 - 2) * 300_00


def test_two_royals_of_one_deck_are_always_on_the_board() -> None:
    high_cards = hw.parse_cards("As Ks Qs Js Ts Ah Kh Qh Jh Th")
    value, royal = ranking("standard").value, ranking("standard").n_values
    for board in combinations(high_cards, 5):
        rest = [card for card in high_cards if card not in board]
        royals = [pair for pair in combinations(rest, 2) if value((*board, *pair)) == royal]
        disjoint = [each for each in combinations(royals, 2) if not set(each[0]) & set(each[1])]
        assert not disjoint or value(board) == royal


def test_a_bonus_without_a_best_paid_royal_keeps_the_sum_of_all_wagers() -> None:
    own = table("fast-action-holdem").pay_set
    assert own is not None
    rows = tuple(replace(row, pays=Fraction(500)) for row in own["bonus"].rows[:2])
    flat = PaySet("flat", {**own.tables, "bonus": PayTable(own["bonus"].form, rows)})
    game = table("fast-action-holdem", paytable=flat)
    bets = largest_bet(game)
    assert particulars(game).seat_bound(game, bets, wager_payouts(game, bets)) == (2 * 500 + 2) * 300_00


def test_copies_of_a_card_let_two_hands_of_a_seat_win_everything() -> None:
    most = at_limits("fast-action-holdem-multi")
    assert most.bound == (2 * 5000 + 2) * 300_00 > most.reached
    assert most.dealt_seat is not None
    assert most.dealt_seat.cost == most.bound
    assert most.is_exact


def test_P2_R3_only_the_larger_table_pays() -> None:
    larger = at_limits("pick-2-poker", readings={"P2-R3": "larger"})
    assert larger.bound == (500 + 3) * 150_00 + 500 * 300_00
    assert larger.reached == larger.bound


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "cost"),
    [
        ("two-hand-holdem", 5 * 6 * 150_00),
        # Five aces leave one ace for a royal flush; four straight flushes more.
        ("double-draw-poker", (500 + 100 + 4 * 50 + 6 * 3) * 300_00),
        # Four royal flushes, then three straight flushes, of five and of three cards.
        ("pick-2-poker", 4 * ((513) * 150_00 + 500 * 300_00) + 3 * ((103 + 3) * 150_00 + 100 * 300_00)),
        # The board is a royal flush: twelve Bonus bets win, six Antes lose, each lammer is paid for ten hands.
        ("fast-action-holdem", 6 * (2 * 500 - 1) * 300_00 + 6 * 10 * 250_00),
        ("fast-action-holdem-multi", 6 * (2 * 5000 - 1) * 300_00 + 6 * 10 * 1000_00),
    ],
)
def test_a_full_table_is_dealt_a_dear_round_by_the_rules(slug: str, cost: int) -> None:
    game = table(slug)
    dealt = dear_round(game, largest_bet(game), game.seats[-1])
    assert dealt is not None
    assert (dealt.seats, dealt.cost) == (game.seats[-1], cost)


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["two-hand-holdem", "double-draw-poker", "pick-2-poker", "fast-action-holdem"])
def test_no_dealt_round_passes_the_bound_of_the_table(slug: str) -> None:
    most = at_limits(slug)
    assert most.dealt is not None
    assert most.reached <= most.dealt.cost <= most.table_bound


def test_the_shoe_of_a_dear_round_can_be_dealt_again() -> None:
    most = at_limits("two-hand-holdem")
    assert most.dealt is not None
    state = table("two-hand-holdem").start([most.bet] * most.seats, shoe=most.dealt.shoe).advance()
    while state.actor is not None:
        actions = state.legal_actions()
        state = state.apply(max(actions, key=lambda action: action.option == "both")).advance()
    assert sum(entry.net for entry in state.settlements) == most.dealt.cost


def test_a_deck_without_the_cards_has_no_dear_round() -> None:
    small = table("two-hand-holdem", deck=Deck.stripped(ranks="9TJQKA", suits="cdh"))
    assert dear_round(small, largest_bet(small), max(small.seats)) is None


def test_FA_15i_an_aggregate_limit_may_not_be_under_fifty_times_the_largest_wager() -> None:
    most = at_limits("fast-action-holdem")
    (rule,) = most.aggregate
    assert rule.allowed
    assert rule.lowest_limit == 50 * 300_00
    assert rule.without == 6 * 2 * 500 * 300_00
    assert rule.within == 50 * 300_00
    assert most.table_within_limits == 6 * 2 * 300_00 + 50 * 300_00 + most.envy.table  # type: ignore[union-attr]
    with pytest.raises(BadSetting):
        table("fast-action-holdem", aggregate_limit=rule.lowest_limit - 1)


def test_FA_15i_a_posted_limit_is_what_all_bonus_bets_of_a_deal_win() -> None:
    posted = at_limits("fast-action-holdem", aggregate_limit=60_000_00)
    assert posted.aggregate[0].within == 60_000_00
    assert posted.dealt is not None
    assert posted.dealt.cost == 60_000_00 - 6 * 300_00 + posted.envy.table  # type: ignore[union-attr]


def test_FA_15i_a_limit_for_each_hand_counts_for_each() -> None:
    by_hand = at_limits("fast-action-holdem", aggregate_limit=60_000_00, aggregate_scope="hand")
    assert by_hand.aggregate[0].within == 12 * 60_000_00


def test_a_table_whose_odds_are_short_can_have_no_aggregate_limit() -> None:
    own = hw.game("pick-2-poker", on=TODAY).sheet.pay_sets["typed"]
    rows = tuple(row for row in own["five-card-only"].rows if row.pays < 50)
    tables = {**own.tables, "five-card-only": PayTable(own["five-card-only"].form, rows)}
    most = at_limits("pick-2-poker", paytable=PaySet("short", tables))
    rule = next(each for each in most.aggregate if each.wager == "five_card_bonus")
    assert not rule.allowed
    assert rule.within == rule.without == 7 * 40 * 300_00
    assert "no aggregate limit may be posted" in rule.says


def test_before_the_rule_of_2021_there_is_nothing_to_say_about_a_deal() -> None:
    assert at_limits("double-draw-poker", on=date(2015, 1, 1)).aggregate == ()


def test_FA_16_every_lammer_is_paid_for_every_hand_of_the_others() -> None:
    envy = at_limits("fast-action-holdem").envy
    assert envy is not None
    assert (envy.amount, envy.hands, envy.seat, envy.table) == (250_00, 2, 5 * 2 * 250_00, 6 * 5 * 2 * 250_00)


def test_FA_16_one_hand_of_each_other_player_where_only_the_better_one_counts() -> None:
    better = _envy(table("fast-action-holdem", readings={"FA-R9": "better"}), hw.Bet(ante=300_00, bonus=300_00))
    assert better is not None
    assert (better.hands, better.seat) == (1, 5 * 250_00)


def test_FA_3_a_small_bonus_earns_no_lammer() -> None:
    assert exposure(table("fast-action-holdem"), bet=hw.Bet(ante=4_00, bonus=4_00)).envy is None


def test_only_the_4_card_bonus_and_the_bonus_bets_of_a_seat_change_what_the_analyzer_is_told() -> None:
    pick_2 = table("pick-2-poker")
    assert particulars(pick_2).options(pick_2, hw.Bet(ante=10, three_five=10)) == {}
    assert particulars(pick_2).options(pick_2, hw.Bet(ante=10, three_five=10, five_card_bonus=5)) == {
        "bets": {"five_card_bonus": Fraction(1, 2)}
    }
    both = table("pick-2-poker", readings={"P2-R2": "both"})
    assert particulars(both).options(both, hw.Bet(ante=10, three_five=10, five_card_bonus=10)) == {}
    assert particulars(both).options(both, hw.Bet(ante=10, three_five=10)) == {"bets": {"five_card_bonus": 0}}


def test_the_plain_form_has_the_amounts_in_cents() -> None:
    plain = at_limits("double-draw-poker").to_dict()
    assert plain["seat"] == {
        "reached_cents": 150_900_00,
        "bound_cents": 150_900_00,
        "most_cents": 150_900_00,
        "dearest_bet_cents": None,
        "exact": True,
        "dealt": None,
    }
    assert plain["largest_single_wager_cents"] == 300_00
