"""Three Card Poker, clause by clause from its sheet: every wager in every ending, worked out by hand."""

from typing import Any

import pytest
from support.arranged import clauses, declared_game, play, price, returned, staked

from houseway.errors import BadBet, IllegalAction
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.game import Game

FOLD, PLAY = Action("fold"), Action("play")
ANTE = Bet(ante=1000)
ALL = Bet(ante=1000, pair_plus=500, six_card=500)

KING_HIGH, QUEEN_HIGH, JACK_HIGH = "Kc 9d 4h", "Qd 7s 3c", "Jd Ts 8c"
PAIR, FLUSH, STRAIGHT = "8s 8d 3c", "Ks 9s 2s", "7h 6c 5d"
TRIPS, STRAIGHT_FLUSH, MINI_ROYAL = "4c 4d 4s", "9h 8h 7h", "As Ks Qs"


def table(paytable: str | None = None, **readings: str) -> DeclaredGame:
    """The game with readings given as R3="..."."""
    return declared_game("three-card-poker", paytable, **readings)


def after(hand: str, dealer: str, action: Action = PLAY, bet: Bet = ANTE, at: Game | None = None) -> Any:
    return play(at or table(), [bet], f"{hand} {dealer}", *([action] if bet.amount("ante") else []))


def test_3CP_1_every_bet_has_its_own_amount() -> None:
    state = after(PAIR, KING_HIGH, bet=Bet(ante=1000, pair_plus=2500, six_card=700))
    assert staked(state) == {"ante": 1000, "play": 1000, "pair_plus": 2500, "six_card": 700}


def test_3CP_1_the_six_card_bonus_alone_is_no_game() -> None:
    with pytest.raises(BadBet, match="an Ante is required"):
        table().start([Bet(six_card=500)])


def test_3CP_R1_pair_plus_alone_has_nothing_to_decide_and_is_settled() -> None:
    state = table().start([Bet(pair_plus=500)], shoe=f"{PAIR} {KING_HIGH}").advance()
    assert state.is_over
    assert returned(state) == {"pair_plus": 1000}


def test_3CP_R1_or_it_needs_an_ante() -> None:
    with pytest.raises(BadBet, match="3CP-R1"):
        table(R1="ante-required").start([Bet(pair_plus=500)])


def test_3CP_2_three_cards_each_face_down_of_one_deck() -> None:
    state = table().start([ANTE, ANTE], shoe=f"{PAIR} {KING_HIGH} {JACK_HIGH}").advance()
    assert state.game.deck.size == 52
    seen = [str(pile) for pile in state.view(0).piles]
    assert seen == ["dealer: ?? ?? ??", "seat 0 hand: 8s 8d 3c", "seat 1 hand: ?? ?? ??"]


def test_3CP_R5_players_cards_face_up_and_the_dealers_down() -> None:
    state = table(R5="players").start([ANTE, ANTE], shoe=f"{PAIR} {KING_HIGH} {JACK_HIGH}").advance()
    seen = ["dealer: ?? ?? ??", "seat 0 hand: 8s 8d 3c", "seat 1 hand: Kc 9d 4h"]
    assert [[str(pile) for pile in state.view(seat).piles] for seat in (0, 1, None)] == [seen] * 3
    state = state.apply(PLAY).advance().apply(PLAY).advance()
    assert [returned(state, seat) for seat in (0, 1)] == [{"ante": 2000, "play": 1000}] * 2


@pytest.mark.parametrize(("reading", "cards"), [("own", None), ("one-seat", 3), ("two-seats", 6)])
def test_3CP_R8_whose_open_cards_are_looked_at(reading: str, cards: int | None) -> None:
    others = table(R5="players", R8=reading).others
    assert (others.cards if others is not None else None) == cards


def test_3CP_3_a_fold_loses_the_ante() -> None:
    state = after(QUEEN_HIGH, JACK_HIGH, FOLD)
    assert returned(state) == {"ante": 0}
    assert clauses(state) == {"ante": "3CP-3"}
    assert str(state.view(None).piles[1]) == "seat 0 folded: ?? ?? ??"


@pytest.mark.parametrize(("reading", "back"), [("lost", 0), ("still-paid", 1000)])
def test_3CP_R2_pair_plus_of_a_folded_pair(reading: str, back: int) -> None:
    state = after(PAIR, KING_HIGH, FOLD, Bet(ante=1000, pair_plus=500), table(R2=reading))
    assert returned(state) == {"ante": 0, "pair_plus": back}


def test_3CP_R2_a_folded_hand_that_is_paid_is_shown_and_another_is_not() -> None:
    paid = after(PAIR, KING_HIGH, FOLD, Bet(ante=1000, pair_plus=500), table(R2="still-paid"))
    lost = after(PAIR, KING_HIGH, FOLD, Bet(ante=1000, pair_plus=500), table(R2="lost"))
    assert str(paid.view(None).piles[1]) == "seat 0 folded: 8s 8d 3c"
    assert str(lost.view(None).piles[1]) == "seat 0 folded: ?? ?? ??"
    assert not any("pair" in event.text for event in lost.view(None).events if event.clause == "3CP-3")


@pytest.mark.parametrize(("reading", "back"), [("stays", 500 * 6), ("lost", 0)])
def test_3CP_R4_six_card_bonus_of_a_folded_hand(reading: str, back: int) -> None:
    """A pair of eights with the dealer's third one is three of a kind among the six cards, 5 to 1."""
    state = after(PAIR, "8h Qc 2d", FOLD, Bet(ante=1000, six_card=500), table(R4=reading))
    assert returned(state) == {"ante": 0, "six_card": back}


def test_3CP_4_the_play_bet_is_exactly_the_ante() -> None:
    state = table().start([Bet(ante=2500)], shoe=f"{PAIR} {KING_HIGH}").advance()
    assert price(state, PLAY) == (2500, "3CP-4")
    assert state.apply(Action.of("play", amount=2500)).wagers() == ((("ante", 2500), ("play", 2500)),)
    with pytest.raises(IllegalAction, match=r"exactly \$25 \(3CP-4\)"):
        state.apply(Action.of("play", amount=5000))


@pytest.mark.parametrize(("dealer", "qualifies"), [("Qd 3s 2c", True), ("Js Td 8c", False), ("2s 2d 3c", True)])
def test_3CP_5_queen_high_qualifies(dealer: str, qualifies: bool) -> None:
    state = after("As Kd Jc", dealer)
    told = [event.text for event in state.events if event.clause == "3CP-5"]
    assert any("does not qualify" in text for text in told) is not qualifies
    assert returned(state)["play"] == (1000 if not qualifies else 2000 if dealer.startswith("Q") else 0)


@pytest.mark.parametrize("hand", [PAIR, "9c 7d 2h"])
def test_3CP_6_without_a_qualified_dealer_the_ante_pays_and_the_play_goes_back(hand: str) -> None:
    state = after(hand, JACK_HIGH)
    assert returned(state) == {"ante": 2000, "play": 1000}
    assert clauses(state) == {"ante": "3CP-6", "play": "3CP-6"}


def test_3CP_7_the_higher_hand_is_paid_even_money_on_both() -> None:
    state = after(KING_HIGH, QUEEN_HIGH)
    assert returned(state) == {"ante": 2000, "play": 2000}
    assert clauses(state) == {"ante": "3CP-7", "play": "3CP-7"}


def test_3CP_8_the_lower_hand_loses_both() -> None:
    state = after(QUEEN_HIGH, KING_HIGH)
    assert returned(state) == {"ante": 0, "play": 0}
    assert clauses(state) == {"ante": "3CP-8", "play": "3CP-8"}


@pytest.mark.parametrize(("reading", "back"), [("push", 1000), ("player-wins", 2000)])
def test_3CP_9_3CP_R3_equal_hands(reading: str, back: int) -> None:
    state = after("Kc 9d 4h", "Kd 9h 4c", at=table(R3=reading))
    assert returned(state) == {"ante": back, "play": back}
    assert clauses(state) == {"ante": "3CP-9", "play": "3CP-9"}


def test_3CP_9_equal_hands_below_a_queen_are_not_compared() -> None:
    assert returned(after("Jc 9d 4h", "Jd 9h 4c")) == {"ante": 2000, "play": 1000}


@pytest.mark.parametrize(
    ("hand", "first", "second", "third"),
    [
        (MINI_ROYAL, 5000, 4000, 3000),
        (STRAIGHT_FLUSH, 5000, 4000, 3000),
        (TRIPS, 4000, 3000, 2000),
        (STRAIGHT, 1000, 1000, 1000),
    ],
)
def test_3CP_10_the_ante_bonus_is_paid_on_the_ante_win_or_lose(hand: str, first: int, second: int, third: int) -> None:
    for name, bonus in (("1", first), ("2", second), ("3", third)):
        at = table(f"ante-bonus={name}")
        assert returned(after(hand, JACK_HIGH, at=at)) == {"ante": 2000, "play": 1000, "ante_bonus": bonus}
    beaten = after(STRAIGHT, "Th 9c 8d")
    assert returned(beaten) == {"ante": 0, "play": 0, "ante_bonus": 1000}
    assert staked(beaten)["ante_bonus"] == 0
    assert clauses(beaten)["ante_bonus"] == "3CP-10"


def test_3CP_10_no_ante_bonus_below_a_straight_or_after_a_fold() -> None:
    assert "ante_bonus" not in returned(after(FLUSH, JACK_HIGH))
    assert "ante_bonus" not in returned(after(TRIPS, JACK_HIGH, FOLD))


@pytest.mark.parametrize(
    ("hand", "paytable", "odds"),
    [
        (MINI_ROYAL, "40-30-6-4-1", 40),
        (MINI_ROYAL, "mini-50-40-30-6-3-1", 50),
        (STRAIGHT_FLUSH, "mini-50-40-30-6-4-1", 40),
        (STRAIGHT_FLUSH, "35-25-5-3-1", 35),
        (TRIPS, "40-25-6-4-1", 25),
        (STRAIGHT, "40-30-5-4-1", 5),
        (STRAIGHT, "40-30-6-4-1", 6),
        (FLUSH, "40-30-6-3-1", 3),
        (PAIR, "40-30-6-4-1", 1),
        (KING_HIGH, "40-30-6-4-1", None),
    ],
)
def test_3CP_11_pair_plus_by_the_three_cards_alone(hand: str, paytable: str, odds: int | None) -> None:
    state = after(hand, "Ah Ad Ac", bet=Bet(ante=1000, pair_plus=500), at=table(f"pair-plus={paytable}"))
    assert returned(state)["pair_plus"] == (0 if odds is None else 500 * (1 + odds))
    assert clauses(state)["pair_plus"] == "3CP-11"


@pytest.mark.parametrize(
    ("dealer", "back"), [(KING_HIGH, 1000), ("9s 9d 2c", 500), ("8h 8c 3d", 500), (JACK_HIGH, 1000)]
)
def test_3CP_R6_a_pair_that_does_not_beat_the_dealer_pushes(dealer: str, back: int) -> None:
    state = after(PAIR, dealer, bet=Bet(ante=1000, pair_plus=500), at=table(R6="yes"))
    assert returned(state)["pair_plus"] == back
    worse = after("Tc 7d 5h", dealer, bet=Bet(ante=1000, pair_plus=500), at=table(R6="yes"))
    assert returned(worse)["pair_plus"] == 0


@pytest.mark.parametrize(
    ("hand", "dealer", "a", "b", "c"),
    [
        ("As Ks Qs", "Js Ts 2d", 1000, 1000, 1000),
        ("9h 8h 7h", "6h 5h 2d", 200, 200, 200),
        ("4c 4d 9s", "4h 4s 2c", 50, 50, 100),
        ("4c 4d 4s", "9h 9c 2d", 25, 25, 20),
        ("Ks 9s 2s", "7s 4s 3d", 20, 15, 15),
        ("7h 6c 5d", "4s 3d Kc", 10, 10, 10),
        ("8s 8d 3c", "8h Qc 2d", 5, 5, 7),
    ],
)
def test_3CP_12_six_card_bonus_on_the_best_five_of_six(hand: str, dealer: str, a: int, b: int, c: int) -> None:
    for name, odds in (("A", a), ("B", b), ("C", c)):
        state = after(hand, dealer, bet=Bet(ante=1000, six_card=500), at=table(f"six-card-bonus={name}"))
        assert returned(state)["six_card"] == 500 * (1 + odds)
        assert clauses(state)["six_card"] == "3CP-12"


def test_3CP_12_two_pair_loses() -> None:
    assert returned(after("8s 8d 3c", "Qh Qc 2d", bet=ALL))["six_card"] == 0


@pytest.mark.parametrize(
    ("hand", "dealer", "odds"),
    [
        ("8h 8d 3d", "Kc 9d 4h", 3),
        ("8s 6c 3c", "Kc 9s 4h", 3),
        ("8h 8d 3d", "Kh 9d 4h", 4),
        ("8s 6c 3c", "Kc 9s 4s", 4),
        ("8h 8d 3d", "Kc 9s 4s", 3),
        ("8h 8s 3d", "Kh 9d 4h", None),
        ("8h 8s 3s", "Kc 9s 4s", None),
    ],
)
def test_3CP_13_prime_on_the_color_of_three_cards_or_of_six(hand: str, dealer: str, odds: int | None) -> None:
    state = after(hand, dealer, bet=Bet(ante=1000, prime=500))
    assert returned(state)["prime"] == (0 if odds is None else 500 * (1 + odds))
    assert clauses(state)["prime"] == "3CP-13"


@pytest.mark.parametrize(("reading", "back"), [("stays", 500 * 4), ("lost", 0)])
def test_3CP_R4_prime_of_a_folded_hand(reading: str, back: int) -> None:
    state = after("8h 6d 3d", "Kc 9d 4h", FOLD, Bet(ante=1000, prime=500), table(R4=reading))
    assert returned(state) == {"ante": 0, "prime": back}


@pytest.mark.parametrize("wager", ["progressive", "envy"])
def test_3CP_14_the_progressive_is_not_offered(wager: str) -> None:
    with pytest.raises(BadBet, match="unknown wager"):
        table().start([Bet(ante=1000, **{wager: 500})])


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("2s 3s As", "Kc Kd Kh"),
        ("2c 2d 2h", "Ad Ks Qc"),
        ("3d 2s Ac", "Kd Qd 9d"),
        ("4h 3h 2s", "3d 2d Ac"),
        ("Ad Ks Qc", "Kh Qs Jc"),
        ("5d 3d 2d", "As Ad Kc"),
        ("2s 2d 3c", "As Kd Jc"),
        ("As 4d 2c", "Kd Qs Tc"),
    ],
)
def test_3CP_15_straights_beat_flushes_and_the_ace_is_high_or_low(higher: str, lower: str) -> None:
    assert returned(after(higher, lower))["play"] == 2000
    assert returned(after(lower, higher))["play"] == 0


def test_3CP_R7_best_play_takes_the_larger_of_equal_choices_unless_asked_otherwise() -> None:
    assert not table().smaller_on_ties
    assert table(R7="smaller").smaller_on_ties


def test_several_seats_play_the_same_dealer() -> None:
    bets = [ALL, Bet(pair_plus=500), ANTE]
    shoe = f"{KING_HIGH} 8s 8d 5c 9c 7d 2h {QUEEN_HIGH}"
    state = play(table(), bets, shoe, PLAY, FOLD)
    assert [returned(state, seat) for seat in range(3)] == [
        {"ante": 2000, "play": 2000, "pair_plus": 0, "six_card": 0},
        {"pair_plus": 1000},
        {"ante": 0},
    ]
