"""Pick 2 Poker, from its rule sheet: every wager in every outcome, under every reading."""

import random
from collections.abc import Callable, Iterable
from itertools import combinations, pairwise

import pytest
from phevaluator import evaluate_cards
from support.arranged import clauses, returned
from support.pick_2_table import (
    BET,
    BETTER,
    EQUAL,
    FIVE,
    FOLD,
    PAIR_OF_EIGHTS,
    PAIR_OF_KINGS,
    QUEEN_HIGH,
    WORSE,
    finish,
    other_cards,
    play,
    table,
    three,
)

from houseway.cards.deck import Deck
from houseway.cards.notation import format_cards, parse_cards
from houseway.errors import BadBet
from houseway.games.catalogue import game
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet

# P2-6 to P2-8: the dealer, and the comparison.


def test_P2_6_the_dealer_shows_five_high_to_low_and_pushes_up_the_best_three() -> None:
    state = finish(table().start([BET], shoe=f"{PAIR_OF_EIGHTS} 2d Kh 4c Ah 9h"), [FIVE])
    shown = [event for event in state.events if event.clause == "P2-6"]
    assert [format_cards(event.cards) for event in shown] == ["Ah Kh 9h 4c 2d", "Ah Kh 9h"]
    assert "flush" in shown[1].text


@pytest.mark.parametrize(
    ("hand", "dealer", "ante", "play_bet"),
    [
        ("As Ad 7c 5h 2d", PAIR_OF_KINGS, 2000, 2000),
        ("Qs Qd 7c 5h 2d", PAIR_OF_KINGS, 0, 0),
        ("As Kc 9d 7h 2d", "Ac Kh 9s 7d 2s", 1000, 1000),
    ],
)
def test_P2_7_five_cards_win_lose_or_push_against_a_dealer_who_qualifies(
    hand: str, dealer: str, ante: int, play_bet: int
) -> None:
    result = play(hand, FIVE, dealer)
    assert (result["ante"], result["play"]) == (ante, play_bet)


@pytest.mark.parametrize(
    ("hand", "action", "dealer", "ante", "play_bet"),
    [
        (PAIR_OF_EIGHTS, three("8s 8d 3d"), QUEEN_HIGH, 2000, 4000),
        (PAIR_OF_EIGHTS, three("8s 4h 3d"), QUEEN_HIGH, 0, 0),
        ("Qd Js 9s 5h 3c", three("Qd Js 9s"), QUEEN_HIGH, 1000, 2000),
        ("As Ad 7c 5h 2d", three("As 7c 5h"), PAIR_OF_KINGS, 0, 0),
        ("6s 5d 4h 9c 9d", three("6s 5d 4h"), "Ah Kh 9h 4c 2d", 2000, 4000),
    ],
)
def test_P2_7_three_cards_win_lose_or_push_against_the_dealers_best_three(
    hand: str, action: Action, dealer: str, ante: int, play_bet: int
) -> None:
    result = play(hand, action, dealer)
    assert (result["ante"], result["play"]) == (ante, play_bet)


@pytest.mark.parametrize(
    ("reading", "better", "worse", "equal"),
    [
        ("ante-pays-play-pushes", (2000, 1000), (2000, 1000), (2000, 1000)),
        ("ante-pushes-play-compared", (1000, 2000), (1000, 0), (1000, 1000)),
        ("both-push", (1000, 1000), (1000, 1000), (1000, 1000)),
        ("both-pay", (2000, 2000), (2000, 2000), (2000, 2000)),
        ("no-effect", (2000, 2000), (0, 0), (1000, 1000)),
    ],
)
def test_P2_R1_ante_and_play_when_the_dealer_does_not_qualify(
    reading: str, better: tuple[int, int], worse: tuple[int, int], equal: tuple[int, int]
) -> None:
    for hand, expected in ((BETTER, better), (WORSE, worse), (EQUAL, equal)):
        result = play(hand, FIVE, QUEEN_HIGH, at=table(P2_R1=reading))
        assert (result["ante"], result["play"]) == expected


def test_P2_R1_has_no_say_in_three_card_poker_or_when_the_dealer_qualifies() -> None:
    for reading in ("ante-pays-play-pushes", "both-push", "both-pay", "no-effect", "ante-pushes-play-compared"):
        lost_three = play(PAIR_OF_EIGHTS, three("8s 4h 3d"), QUEEN_HIGH, at=table(P2_R1=reading))
        lost_five = play(QUEEN_HIGH, FIVE, PAIR_OF_KINGS, at=table(P2_R1=reading))
        assert (lost_three["ante"], lost_three["play"], lost_five["ante"], lost_five["play"]) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("dealer", "qualifies"),
    [
        ("Ac Kd 4h 3s 2c", True),
        ("Ac Qd Jh Ts 9c", False),
        ("Kc Qd Jh Ts 8c", False),
        ("2c 2d 4h 5s 7c", True),
        ("5c 4d 3h 2s Ac", True),
    ],
)
def test_P2_8_the_dealer_qualifies_with_ace_king_or_better(dealer: str, qualifies: bool) -> None:
    hand = "8h 7d 6s 4s 2h"
    state = finish(table().start([BET], shoe=f"{hand} {dealer}"), [FIVE])
    assert returned(state)["ante"] == (0 if qualifies else 2000)
    assert clauses(state)["ante"] == ("P2-7" if qualifies else "P2-8")


def test_P2_8_there_is_no_qualifier_in_three_card_poker() -> None:
    assert play(PAIR_OF_EIGHTS, three("8s 8d 3d"), QUEEN_HIGH)["play"] == 4000


FIVE_CARD_ORDER = [
    "7c 5d 4h 3s 2c",
    "Ac Kd Qh Js 9c",
    "2c 2d 3h 4s 5c",
    "3d 3s 5s 5h 4c",
    "2c 2d 2s 4s 3c",
    "Ah 2h 3d 4d 5c",
    "6h 5d 4s 3s 2d",
    "As Kd Qc Jh Td",
    "7h 5h 4h 3h 2h",
    "Ks Kh Kc 4c 4d",
    "6s 6h 6c 6d 3s",
    "Ad 2d 3d 4d 5d",
    "Ks Qs Js Ts 9s",
    "Ah Kh Qh Jh Th",
]


@pytest.mark.parametrize(("worse", "better"), list(pairwise(FIVE_CARD_ORDER)))
def test_P2_14_five_card_hands_rank_from_high_card_to_royal_flush(worse: str, better: str) -> None:
    """Every step of the order, each hand once the player's and once the dealer's."""
    at = table(P2_R1="no-effect")
    assert play(better, FIVE, worse, at=at)["play"] == 2000
    assert play(worse, FIVE, better, at=at)["play"] == 0


THREE_CARD_ORDER = [
    "Jc 9d 7h",
    "Ac Kd Jh",
    "2c 2d 9h",
    "As Ad Kc",
    "5h 3h 2h",
    "Ah Kh Jh",
    "Ad 2c 3s",
    "4s 3c 2d",
    "As Kd Qc",
    "2s 2h 2c",
    "Ad 3d 2d",
    "4h 3h 2h",
    "Ks Qs Js",
    "Ah Kh Qh",
]


@pytest.mark.parametrize(("worse", "better"), list(pairwise(THREE_CARD_ORDER)))
def test_P2_15_three_card_hands_rank_with_the_straight_above_the_flush(worse: str, better: str) -> None:
    """The set three against a dealer whose five cards are that three and two that do not improve it."""
    for own, dealers, expected in ((better, worse, 4000), (worse, better, 0)):
        dealer = f"{dealers} {_that_do_not_help(dealers, used=f'{own} {dealers}')}"
        hand = f"{own} {other_cards(f'{own} {dealer}', 2)}"
        assert play(hand, three(own), dealer)["play"] == expected


def _that_do_not_help(three_cards: str, used: str) -> str:
    """Two cards with which no other three of the five beat the given ones, by brute force over an own ranking."""
    free = Deck.standard().without(parse_cards(used)).distinct
    for pair in combinations(free, 2):
        five = [*parse_cards(three_cards), *pair]
        if max(map(_three_card_strength, combinations(five, 3))) == _three_card_strength(parse_cards(three_cards)):
            return format_cards(pair)
    raise AssertionError(f"no cards leave {three_cards} the best three")


def _three_card_strength(cards: Iterable[int]) -> tuple[int, ...]:
    """An own ranking of three cards, written from P2-15."""
    ids = list(cards)
    ranks = sorted((card_id // 4 for card_id in ids), reverse=True)
    suited = len({card_id % 4 for card_id in ids}) == 1
    low = ranks == [12, 1, 0]
    straight = low or ranks == [ranks[0], ranks[0] - 1, ranks[0] - 2]
    high = 1 if low else ranks[0]
    if straight and suited:
        return (6 if ranks == [12, 11, 10] else 5, high)
    if ranks[0] == ranks[2]:
        return (4, ranks[0])
    if straight:
        return (3, high)
    if suited:
        return (2, *ranks)
    if ranks[0] == ranks[1] or ranks[1] == ranks[2]:
        return (1, ranks[1], ranks[2] if ranks[0] == ranks[1] else ranks[0])
    return (0, *ranks)


# P2-9 to P2-11: the Bonus wagers. Odds to 1 by the sheet's tables; None loses.

BONUS_ROWS = [
    # five cards             five  three  only
    ("As Ks Qs Js Ts", 500, 10, 500),
    ("9h 8h 7h 6h 5h", 100, 3, 100),
    ("5d 4d 3d 2d Ad", 100, 3, 100),
    ("7c 7d 7h 7s 2c", 25, 1, 40),
    ("9c 9d 9h 4s 4d", 12, 1, 15),
    ("Kc Jc 8c 5c 2c", 10, None, 8),
    ("Kc 9c 8c 7c 2c", 10, 3, 8),
    ("Ah Kh Qh 7h 2h", 10, 10, 8),
    ("9c 8d 7h 6s 5c", 4, None, 6),
    ("Ac Kc Qc Js Td", 4, 10, 6),
    ("5c 5d 5h Ks 2d", 1, 1, 4),
    ("Kc Kd 8h 8s 2d", None, None, 3),
    ("6c 6d Jh 9s 2d", None, None, 1),
    ("As Ah Jh 9s 2d", None, None, 1),
    ("5c 5d Jh 9s 2d", None, None, None),
    ("9h 8h 7h Ks 2d", None, 3, None),
    ("Ah Kh Qh 2d 2c", None, 10, None),
    ("Kh Jd 9s 7c 2d", None, None, None),
]


def _bonus(stake: int, *odds: int | None) -> int:
    hits = [each for each in odds if each is not None]
    return stake * (1 + sum(hits)) if hits else 0


@pytest.mark.parametrize(("hand", "five", "of_three", "only"), BONUS_ROWS)
@pytest.mark.parametrize("game_played", ["five", "three"])
def test_P2_9_P2_10_bonus_wagers_pay_by_their_tables_in_either_game(
    hand: str, five: int | None, of_three: int | None, only: int | None, game_played: str
) -> None:
    action = FIVE if game_played == "five" else three(" ".join(hand.split()[:3]))
    result = play(hand, action, other_cards(hand))
    assert result["three_five"] == _bonus(1000, five, of_three)
    assert result["five_card_bonus"] == _bonus(500, only)


@pytest.mark.parametrize(("hand", "five", "of_three", "only"), BONUS_ROWS)
def test_P2_R3_larger_pays_only_the_better_of_the_two_tables(
    hand: str, five: int | None, of_three: int | None, only: int | None
) -> None:
    larger = max((odds for odds in (five, of_three) if odds is not None), default=None)
    result = play(hand, FIVE, other_cards(hand), at=table(P2_R3="larger"))
    assert result["three_five"] == _bonus(1000, larger)
    assert result["five_card_bonus"] == _bonus(500, only)


@pytest.mark.parametrize(
    ("action", "reading", "expected"),
    [
        (FIVE, "best-of-five", 11000),
        (FIVE, "as-set", 0),
        (three("2d 2c Ah"), "best-of-five", 11000),
        (three("2d 2c Ah"), "as-set", 0),
        (three("Ah Kh Qh"), "as-set", 11000),
    ],
)
def test_P2_R4_the_three_cards_of_the_bonus_are_the_best_or_those_set(
    action: Action, reading: str, expected: int
) -> None:
    hand = "Ah Kh Qh 2d 2c"
    assert play(hand, action, other_cards(hand), at=table(P2_R4=reading))["three_five"] == expected


def test_P2_R4_as_set_still_pays_the_five_card_table_of_five_card_poker() -> None:
    assert play("Ah Kh Qh 7h 2h", FIVE, PAIR_OF_KINGS, at=table(P2_R4="as-set"))["three_five"] == 11000


@pytest.mark.parametrize(("reading", "trips", "suited_ace_king_queen"), [("typed", 3000, 11000), ("felt", 6000, 4000)])
def test_P2_R5_the_felt_pays_more_for_trips_and_less_for_suited_ace_king_queen(
    reading: str, trips: int, suited_ace_king_queen: int
) -> None:
    at = table(P2_R5=reading)
    assert play("5c 5d 5h Ks 2d", FIVE, QUEEN_HIGH.replace("2c", "2h"), at=at)["three_five"] == trips
    assert play("Ah Kh Qh 2d 2c", FIVE, PAIR_OF_KINGS, at=at)["three_five"] == suited_ace_king_queen


def test_P2_R5_gives_way_to_a_pay_table_that_is_asked_for() -> None:
    at = game("pick-2-poker", paytable="typed", readings={"P2-R5": "felt"})
    assert play("5c 5d 5h Ks 2d", FIVE, "Qc Jd 9h 7s 2h", at=at)["three_five"] == 3000


def test_P2_10_five_card_bonus_only_may_be_any_amount_under_the_default_reading() -> None:
    bet = Bet(ante=1000, three_five=1000, five_card_bonus=7300)
    assert play("Kc Kd 8h 8s 2d", FIVE, other_cards("Kc Kd 8h 8s 2d"), bet)["five_card_bonus"] == 4 * 7300


def test_P2_R2_both_makes_five_card_bonus_only_equal_the_ante_if_it_is_bet() -> None:
    at = table(P2_R2="both")
    at.start([Bet(ante=1000, three_five=1000, five_card_bonus=1000), Bet(ante=500, three_five=500)])
    with pytest.raises(BadBet, match=r"Seat 1: the 5 Card Bonus Only must equal the Ante of \$10; got \$5 .*P2-R2"):
        at.start([BET])


def test_P2_R2_five_card_makes_the_optional_bet_equal_the_ante_and_leaves_the_three_five_bonus_free() -> None:
    at = table(P2_R2="five-card")
    bet = Bet(ante=1000, three_five=300, five_card_bonus=1000)
    assert play("5c 5d 5h Ks 2d", FIVE, other_cards("5c 5d 5h Ks 2d"), bet, at=at)["three_five"] == 3 * 300
    at.start([Bet(ante=500, three_five=700)])
    with pytest.raises(BadBet, match=r"Seat 1: the 5 Card Bonus Only must equal the Ante of \$10; got \$5 .*P2-R2"):
        at.start([Bet(ante=1000, three_five=1000, five_card_bonus=500)])
    with pytest.raises(BadBet, match="the 3-5 Bonus is required"):
        at.start([Bet(ante=1000, five_card_bonus=1000)])


SETTLED_LAST = ["ante", "play", "ante", "play", "three_five", "five_card_bonus", "three_five", "five_card_bonus"]
SETTLED_FIRST = ["three_five", "five_card_bonus", "three_five", "five_card_bonus", "ante", "play", "ante", "play"]


@pytest.mark.parametrize(("reading", "order"), [("bonus-last", SETTLED_LAST), ("bonus-first", SETTLED_FIRST)])
def test_P2_11_P2_R6_bonus_wagers_are_settled_after_or_before_all_others(reading: str, order: list[str]) -> None:
    start = table(P2_R6=reading).start([BET, BET], shoe=f"{PAIR_OF_EIGHTS} {QUEEN_HIGH} {PAIR_OF_KINGS}")
    state = finish(start, [FIVE, three("Qc Jd 9h")])
    assert [each.wager for each in state.settlements] == order
    assert [each.seat for each in state.settlements] == [1, 1, 0, 0, 1, 1, 0, 0]


@pytest.mark.parametrize(
    ("hand", "three_five", "five_card_bonus"),
    [("As Ks Qs Js Ts", 511_000, 250_500), ("Kc Kd 8h 8s 2d", 0, 2000), ("9h 8h 7h Ks 2d", 4000, 0)],
)
def test_P2_R7_still_paid_keeps_the_bonus_of_a_folded_hand_in_action(
    hand: str, three_five: int, five_card_bonus: int
) -> None:
    result = play(hand, FOLD, other_cards(hand), at=table(P2_R7="still-paid"))
    assert result == {"ante": 0, "three_five": three_five, "five_card_bonus": five_card_bonus}


def test_P2_R7_with_P2_R4_as_set_a_folded_hand_has_no_three_cards() -> None:
    at = table(P2_R7="still-paid", P2_R4="as-set")
    assert play("9h 8h 7h Ks 2d", FOLD, other_cards("9h 8h 7h Ks 2d"), at=at)["three_five"] == 0


# An own reading of the whole sheet, played against the engine.

UNQUALIFIED: dict[str, Callable[[int], tuple[int, int]]] = {
    "ante-pays-play-pushes": lambda compared: (2, 1),
    "ante-pushes-play-compared": lambda compared: (1, compared),
    "both-push": lambda compared: (1, 1),
    "both-pay": lambda compared: (2, 2),
    "no-effect": lambda compared: (compared, compared),
}


def _five_card_row(place: int) -> str:
    """The category of a five-card place of phevaluator, 1 (royal flush) to 7462, by the published class sizes."""
    for last, name in (
        (1, "royal flush"),
        (10, "straight flush"),
        (166, "four of a kind"),
        (322, "full house"),
        (1599, "flush"),
        (1609, "straight"),
        (2467, "three of a kind"),
        (3325, "two pair"),
        (6185, "pair"),
    ):
        if place <= last:
            return name
    return "high card"


def _best_three(cards: list[str]) -> tuple[int, ...]:
    return max(combinations(parse_cards(cards), 3), key=_three_card_strength)


def _expected(hand: list[str], action: Action, dealer: list[str], readings: dict[str, str]) -> dict[str, int]:
    """What BET returns by the rule sheet, from phevaluator and the ranking of three cards above."""
    own, dealers = evaluate_cards(*hand), evaluate_cards(*dealer)
    in_bonus = _best_three(hand) if readings["P2-R4"] == "best-of-five" else action.cards
    rows = [FIVE_PAYS.get(_five_card_row(own)), THREE_PAYS.get(_three_card_strength(in_bonus)[0]) if in_bonus else None]
    hits = [odds for odds in rows if odds is not None]
    odds = [max(hits)] if hits and readings["P2-R3"] == "larger" else hits
    row = _five_card_row(own)
    pairs = [rank for rank in "23456789TJQKA" if sum(card[0] == rank for card in hand) == 2]
    only = ONLY_PAYS.get(row, 1 if row == "pair" and pairs[0] not in "2345" else None)
    result = {"three_five": _bonus(1000, *odds), "five_card_bonus": _bonus(500, only)}
    if action == FOLD:
        lost = {"three_five": 0, "five_card_bonus": 0}
        return {"ante": 0, **(lost if readings["P2-R7"] == "lost" else result)}
    if action == FIVE:
        compared = 2 if own < dealers else 0 if own > dealers else 1
        ace_king = {"A", "K"} <= {card[0] for card in dealer}
        qualified = _five_card_row(dealers) != "high card" or ace_king
        ante, play_bet = (compared, compared) if qualified else UNQUALIFIED[readings["P2-R1"]](compared)
        return {"ante": 1000 * ante, "play": 1000 * play_bet, **result}
    mine, theirs = _three_card_strength(action.cards), _three_card_strength(_best_three(dealer))
    compared = 2 if mine > theirs else 0 if mine < theirs else 1
    return {"ante": 1000 * compared, "play": 2000 * compared, **result}


FIVE_PAYS = {"royal flush": 500, "straight flush": 100, "four of a kind": 25, "full house": 12, "flush": 10}
FIVE_PAYS |= {"straight": 4, "three of a kind": 1}
THREE_PAYS = {6: 10, 5: 3, 4: 1}
ONLY_PAYS = {"royal flush": 500, "straight flush": 100, "four of a kind": 40, "full house": 15, "flush": 8}
ONLY_PAYS |= {"straight": 6, "three of a kind": 4, "two pair": 3}


def test_P2_7_to_P2_10_random_rounds_settle_as_an_independent_reading_of_the_sheet_says() -> None:
    choose = random.Random(20080521)
    readings = table().sheet.readings
    for _ in range(600):
        chosen = {name: choose.choice(list(readings[name].choices)) for name in ("P2-R1", "P2-R3", "P2-R4", "P2-R7")}
        cards = choose.sample([rank + suit for rank in "23456789TJQKA" for suit in "cdhs"], 10)
        start = game("pick-2-poker", readings=chosen).start([BET], shoe=" ".join(cards)).advance()
        action = choose.choice(start.legal_actions())
        assert returned(start.apply(action).advance()) == _expected(cards[:5], action, cards[5:], chosen)
