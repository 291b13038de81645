"""Caribbean Stud Poker, clause by clause from its sheet: every wager in every ending, worked out by hand."""

from fractions import Fraction
from typing import Any

import pytest
from support.arranged import clauses, declared_game, play, price, returned, staked

from houseway import game as make_game
from houseway.analysis import analyze
from houseway.errors import BadBet, BadSetting, IllegalAction, UnknownName
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.event import HIDDEN, HOUSE_DECISION, FromMeter
from houseway.games.engine.meter import Showing

FOLD, RAISE = Action("fold"), Action("raise")
ANTE = Bet(ante=1000)
LOWEST_QUALIFIED, QUEENS, NOTHING = "Ac Kd 4h 3s 2c", "Qc Qd 9d 7s 2d", "Ad Qh 9s 7c 3d"
PAIR, TWO_PAIR, TRIPS = "Jc Jd 8h 6s 4c", "Jc Jd 8h 8s 4c", "Jc Jd Jh 8s 4c"
STRAIGHT, FLUSH, FULL_HOUSE = "9c 8d 7h 6s 5c", "Kh Jh 9h 6h 3h", "6c 6d 6h Ts Tc"
QUADS, STRAIGHT_FLUSH, ROYAL = "6c 6d 6h 6s Tc", "9h 8h 7h 6h 5h", "As Ks Qs Js Ts"


def after(hand: str, dealer: str, action: Action = RAISE, bet: Bet = ANTE) -> Any:
    return play(declared_game("caribbean-stud-poker"), [bet], f"{hand} {dealer}", action)


def test_CS_1_the_ante_is_required() -> None:
    with pytest.raises(BadBet):
        declared_game("caribbean-stud-poker").start([Bet()])


def test_CS_2_five_cards_each_and_one_of_the_dealers_face_up() -> None:
    table = declared_game("caribbean-stud-poker")
    state = table.start([ANTE, ANTE], shoe=f"{PAIR} {FLUSH} {QUEENS}").advance()
    assert table.deck.size == 52
    seen = {str(pile) for pile in state.view(0).piles}
    assert "seat 0 hand: Jd Jc 8h 6s 4c" in seen
    assert "seat 1 hand: ?? ?? ?? ?? ??" in seen
    dealers = [card for pile in state.view(0).piles if pile.name.startswith("dealer") for card in pile.cards]
    assert (len(dealers), dealers.count(HIDDEN)) == (5, 4)


def test_CS_3_each_seat_plays_the_dealer_alone() -> None:
    state = play(declared_game("caribbean-stud-poker"), [ANTE, ANTE], f"{PAIR} {FLUSH} {QUEENS}", RAISE, RAISE)
    assert returned(state, 0) == {"ante": 0, "bet": 0}
    assert returned(state, 1) == {"ante": 2000, "bet": 12000}


def test_CS_4_a_fold_loses_the_ante() -> None:
    state = after(PAIR, NOTHING, FOLD)
    assert returned(state) == {"ante": 0}
    assert clauses(state) == {"ante": "CS-4"}


def test_CS_5_the_bet_is_exactly_twice_the_ante() -> None:
    state = declared_game("caribbean-stud-poker").start([Bet(ante=2500)], shoe=f"{PAIR} {QUEENS}").advance()
    assert price(state, RAISE) == (5000, "CS-5")
    with pytest.raises(IllegalAction, match=r"CS-5"):
        state.apply(Action.of("raise", amount=2500))
    assert staked(after(PAIR, QUEENS)) == {"ante": 1000, "bet": 2000}


@pytest.mark.parametrize(
    ("dealer", "qualifies"), [(LOWEST_QUALIFIED, True), (NOTHING, False), ("2c 2d 5h 4s 3c", True)]
)
def test_CS_6_ace_king_qualifies(dealer: str, qualifies: bool) -> None:
    assert returned(after(TRIPS, dealer)) == {"ante": 2000, "bet": 8000 if qualifies else 2000}


@pytest.mark.parametrize("hand", [ROYAL, "Kc Jd 8h 6s 4c"])
def test_CS_7_without_a_qualified_dealer_the_ante_pays_and_the_bet_goes_back(hand: str) -> None:
    state = after(hand, NOTHING)
    assert returned(state) == {"ante": 2000, "bet": 2000}
    assert clauses(state) == {"ante": "CS-7", "bet": "CS-7"}


@pytest.mark.parametrize(
    ("hand", "odds"),
    [
        (ROYAL, 100),
        (STRAIGHT_FLUSH, 50),
        (QUADS, 20),
        (FULL_HOUSE, 7),
        (FLUSH, 5),
        (STRAIGHT, 4),
        (TRIPS, 3),
        (TWO_PAIR, 2),
        (PAIR, 1),
        ("As Kh Qd 3c 2d", 1),
    ],
)
def test_CS_8_the_bet_is_paid_by_the_hand_and_the_ante_even_money(hand: str, odds: int) -> None:
    state = after(hand, LOWEST_QUALIFIED)
    assert returned(state) == {"ante": 2000, "bet": 2000 * (1 + odds)}
    assert clauses(state) == {"ante": "CS-8", "bet": "CS-8"}


def test_CS_9_the_lower_hand_loses_both() -> None:
    state = after(PAIR, QUEENS)
    assert returned(state) == {"ante": 0, "bet": 0}
    assert clauses(state) == {"ante": "CS-9", "bet": "CS-9"}


def test_CS_10_equal_hands_push() -> None:
    state = after("As Kh 4d 3c 2d", LOWEST_QUALIFIED)
    assert returned(state) == {"ante": 1000, "bet": 2000}
    assert clauses(state) == {"ante": "CS-10", "bet": "CS-10"}


def test_CS_11_a_table_without_prizes_takes_no_progressive() -> None:
    with pytest.raises(BadBet, match="unknown wager"):
        declared_game("caribbean-stud-poker").start([Bet(ante=1000, progressive=100)])


BOTH = Bet(ante=1000, progressive=100)
METER = {"meter": Showing(3_000_057, 500_000)}


def on_a_meter(*cards: str, moves: tuple[Action, ...] = (RAISE,), prizes: str = "100-75-50") -> Any:
    """A round in which every seat bets on a meter of $30,000.57 with a seed of $5,000."""
    seats = [BOTH] * (len(cards) - 1)
    return play(make_game("caribbean-stud-poker", prizes=prizes), seats, " ".join(cards), *moves, meters=METER)


@pytest.mark.parametrize("move", [FOLD, RAISE])
@pytest.mark.parametrize("dealer", [QUEENS, NOTHING])
@pytest.mark.parametrize(
    ("hand", "paid"),
    [
        (ROYAL, 3_000_057),
        (STRAIGHT_FLUSH, 300_005),
        ("5c 5d 5h 5s Tc", 10_000),
        ("5c 5d 5h Ts Tc", 7_500),
        (FLUSH, 5_000),
        (STRAIGHT, 0),
        (PAIR, 0),
    ],
)
def test_CS_11_the_five_cards_alone_decide_the_progressive(hand: str, paid: int, dealer: str, move: Action) -> None:
    state = on_a_meter(hand, dealer, moves=(move,))
    assert (returned(state)["progressive"], clauses(state)["progressive"]) == (paid, "CS-11")
    assert state.meters_left()["meter"].amount == {3_000_057: 500_000, 300_005: 2_700_052}.get(paid, 3_000_057)


@pytest.mark.parametrize(("prizes", "quads"), [("500-250-100", 500), ("500-100-50", 500), ("150-100-50", 150)])
def test_CS_11_other_tables_of_prizes(prizes: str, quads: int) -> None:
    assert returned(on_a_meter(QUADS, QUEENS, prizes=prizes))["progressive"] == quads * 100


def test_CS_11_two_hits_of_one_round_take_in_the_order_of_settlement_and_no_cent_twice() -> None:
    """Settled from the dealer's right: seat 1 takes a tenth of 30,000.57, seat 0 all of the 27,000.52 that are left."""
    state = on_a_meter(ROYAL, STRAIGHT_FLUSH, QUEENS, moves=(RAISE, RAISE))
    prizes = {each.seat: each for each in state.settlements if each.wager == "progressive"}
    assert {seat: each.returned for seat, each in prizes.items()} == {1: 300_005, 0: 2_700_052}
    assert {seat: each.paid_by for seat, each in prizes.items()} == {
        0: FromMeter("meter", takes_all=True),
        1: FromMeter("meter", takes_all=False),
    }
    royals = on_a_meter(ROYAL, "Ah Kh Qh Jh Th", QUEENS, moves=(RAISE, RAISE))
    assert [each.returned for each in royals.settlements if each.wager == "progressive"] == [3_000_057, 500_000]


def test_CS_11_the_progressive_is_one_dollar_and_needs_its_meter() -> None:
    table = make_game("caribbean-stud-poker", prizes="100-75-50")
    with pytest.raises(BadBet, match=r"the Progressive must be exactly \$1; got \$2 \(CS-11\)"):
        table.start([Bet(ante=1000, progressive=200)], meters=METER)
    with pytest.raises(BadSetting, match="needs what these meters show: meter; got none"):
        table.start([BOTH])
    with pytest.raises(BadSetting, match="needs what these meters show: none; got meter"):
        table.start([ANTE], meters=METER)
    with pytest.raises(UnknownName, match="100-75-50"):
        make_game("caribbean-stud-poker", prizes="1-2-3")


def test_CS_11_a_void_round_returns_the_progressive_and_takes_nothing_from_the_meter() -> None:
    table = make_game("caribbean-stud-poker", prizes="100-75-50")
    state = table.start([BOTH], shoe=f"{ROYAL} {QUEENS}", meters=METER).advance().void(HOUSE_DECISION.name)
    assert returned(state) == {"ante": 1000, "progressive": 100}
    assert state.meters_left() == METER
    assert all(each.paid_by is None for each in state.settlements)


def test_CS_12_no_payout_limit_is_posted_unless_the_table_says_so() -> None:
    state = after(ROYAL, QUEENS, bet=Bet(ante=15000))
    assert returned(state) == {"ante": 30000, "bet": 30000 + 3_000_000}


LIMIT = 1_500_000
"""15,000 dollars, the least that 300 dollars, the largest wager, may be limited to at 50 to 1 (WAC 230-15-490)."""


@pytest.mark.parametrize(
    ("hand", "ante", "won"),
    [(ROYAL, 15000, 1_500_000), (ROYAL, 7500, 1_500_000), (ROYAL, 7400, 1_480_000), (STRAIGHT_FLUSH, 15000, 1_500_000)],
)
def test_CS_12_CS_R2_a_posted_limit_cuts_what_a_bet_wins(hand: str, ante: int, won: int) -> None:
    table = make_game("caribbean-stud-poker", aggregate_limit=LIMIT)
    state = play(table, [Bet(ante=ante)], f"{hand} {QUEENS}", RAISE)
    assert returned(state) == {"ante": 2 * ante, "bet": 2 * ante + won}
    (reason,) = [each.reason for each in state.settlements if each.wager == "bet"]
    assert reason.endswith("the posted limit (CS-12)") is (hand == ROYAL and ante > 7500)
    assert table.largest_returns([Bet(ante=ante)])[0] == 2 * ante + 2 * ante + min(200 * ante, 1_500_000)


@pytest.mark.parametrize(("limit", "message"), [(1_499_999, "WAC 230-15-490"), (0, "CS-12"), (True, "CS-12")])
def test_CS_12_a_limit_that_may_not_be_posted_is_refused(limit: int, message: str) -> None:
    with pytest.raises(BadSetting, match=message):
        make_game("caribbean-stud-poker", aggregate_limit=limit)


@pytest.mark.slow
def test_CS_R2_the_limit_costs_what_royal_flushes_win_above_it() -> None:
    """With an Ante of 150 dollars a royal flush wins 100 Antes instead of 200, and nothing else is cut."""
    table, plain = make_game("caribbean-stud-poker", aggregate_limit=LIMIT), analyze("caribbean-stud-poker")
    (bet,) = [each for each in plain.wager_tables if each.wager == "bet"]
    royals = sum(row.combinations for row in bet.rows if row.pays == 200)
    assert plain.value - analyze(table, ante=15000).value == Fraction(100 * royals, bet.total)
    assert analyze(table, ante=7500).value == plain.value
    assert "left out" in analyze(table).notes[-1]
    with pytest.raises(BadBet, match="no limit on payouts"):
        analyze("three-card-poker", ante=1000)


def test_CS_R1_CS_R2_CS_R3_only_one_answer_is_played() -> None:
    for reading in ("R1", "R2", "R3"):
        with pytest.raises(UnknownName, match=f"CS-{reading}"):
            declared_game("caribbean-stud-poker", **{reading: "other"})


@pytest.mark.parametrize(
    ("higher", "lower"),
    [(ROYAL, STRAIGHT_FLUSH), (QUADS, "7c 7d 7h Ts Td"), (FLUSH, STRAIGHT), ("6c 5d 4h 3s 2c", "As 5h 4c 3d 2h")],
)
def test_CS_13_five_cards_rank_as_usual_and_the_ace_may_be_low(higher: str, lower: str) -> None:
    assert returned(after(higher, lower))["ante"] == 2000
    assert returned(after(lower, higher))["ante"] == 0


def test_CS_R4_best_play_takes_the_larger_of_equal_choices_unless_asked_otherwise() -> None:
    assert not declared_game("caribbean-stud-poker").smaller_on_ties
    assert declared_game("caribbean-stud-poker", R4="smaller").smaller_on_ties
