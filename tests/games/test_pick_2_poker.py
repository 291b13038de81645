"""Pick 2 Poker, from its rule sheet: every wager in every outcome, every clause, every reading."""

from collections.abc import Iterable, Mapping
from itertools import combinations, pairwise

import pytest

from houseway.cards.deck import Deck
from houseway.cards.notation import format_cards, parse_cards
from houseway.errors import BadBet, IllegalAction, LimitExceeded, UnknownName
from houseway.games.catalogue import game
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.event import HIDDEN
from houseway.games.engine.game import Game
from houseway.games.engine.state import State
from houseway.games.strategies import play_out, strategy

FOLD, FIVE = Action("fold"), Action("five")
BET = Bet(ante=1000, three_five=1000, five_card_bonus=500)

PAIR_OF_KINGS = "Ks Kd 9c 8h 3s"
QUEEN_HIGH = "Qc Jd 9h 7s 2c"
PAIR_OF_EIGHTS = "8s 8d 6c 4h 3d"


def three(cards: str) -> Action:
    return Action.of("three", cards)


def table(**readings: str) -> Game:
    """The game with readings given as P2_R1="both-push"."""
    return game("pick-2-poker", readings={name.replace("_", "-"): choice for name, choice in readings.items()})


def play(
    hand: str, action: Action, dealer: str = PAIR_OF_KINGS, bet: Bet = BET, at: Game | None = None
) -> dict[str, int]:
    """One seat against an arranged dealer: what each wager returned."""
    state = (at or table()).start([bet], shoe=f"{hand} {dealer}").advance().apply(action).advance()
    assert state.is_over
    return returned(state)


def returned(state: State, seat: int = 0) -> dict[str, int]:
    return {each.wager: each.returned for each in state.settlements if each.seat == seat}


def clauses(state: State) -> dict[str, str]:
    return {each.wager: each.clause for each in state.settlements}


def other_cards(hand: str, count: int = 5) -> str:
    """Cards for a dealer who is not what the test is about."""
    return format_cards(Deck.standard().without(parse_cards(hand)).distinct[:count])


def finish(state: State, actions: Iterable[Action]) -> State:
    for action in actions:
        state = state.advance().apply(action)
    return state.advance()


# P2-1 to P2-5: bets, deal, decision.


@pytest.mark.parametrize(
    ("bet", "message"),
    [
        (Bet(three_five=1000), "Ante is required"),
        (Bet(ante=1000), "3-5 Bonus is required"),
        (Bet(ante=1000, three_five=500), "3-5 Bonus must equal the Ante"),
        (Bet(ante=1000, three_five=1000, five=100), "unknown wager 'five'"),
    ],
)
def test_P2_1_the_ante_and_an_equal_3_5_bonus_are_required(bet: Bet, message: str) -> None:
    with pytest.raises(BadBet, match=message):
        table().start([bet])


def test_P2_1_five_card_bonus_only_is_optional() -> None:
    assert "five_card_bonus" not in play(PAIR_OF_EIGHTS, FIVE, bet=Bet(ante=1000, three_five=1000))


def test_P2_1_an_ante_whose_double_play_bet_is_over_the_limit_is_refused() -> None:
    assert table().start([Bet(ante=15000, three_five=15000)]).actor == "chance"
    with pytest.raises(LimitExceeded, match=r"2x the Ante of \$150\.05, of \$300\.10 .*WAC 230-15-140"):
        table().start([Bet(ante=15005, three_five=15005)])


def test_P2_2_five_cards_face_down_to_each_player_and_the_dealer() -> None:
    state = table().start([BET, BET], seed=3).advance()
    dealt = [event for event in state.events if event.clause == "P2-2"]
    assert [(event.seat, len(event.cards), event.seen_by) for event in dealt] == [
        (0, 5, (0,)),
        (1, 5, (1,)),
        (None, 5, ()),
    ]


def test_P2_3_a_fold_loses_the_ante_and_the_bonus_wagers_even_of_a_royal_flush() -> None:
    state = finish(table().start([BET], shoe=f"As Ks Qs Js Ts {PAIR_OF_KINGS.replace('Ks', 'Kh')}"), [FOLD])
    assert returned(state) == {"ante": 0, "three_five": 0, "five_card_bonus": 0}
    assert set(clauses(state).values()) == {"P2-3"}
    assert state.house_result == 2500


def test_P2_4_the_choices_are_fold_five_cards_or_any_three_but_never_both_games() -> None:
    state = table().start([BET], shoe=f"{PAIR_OF_EIGHTS} {PAIR_OF_KINGS}").advance()
    sets = {frozenset(cards) for cards in combinations(parse_cards(PAIR_OF_EIGHTS), 3)}
    legal = state.legal_actions()
    assert {frozenset(action.cards) for action in legal if action.kind == "three"} == sets
    assert [action for action in legal if action.kind != "three"] == [FOLD, FIVE]
    assert len(legal) == 12


@pytest.mark.parametrize(("action", "amount"), [(FIVE, 1000), (three("8s 8d 6c"), 2000), (FOLD, None)])
def test_P2_4_the_play_bet_is_the_ante_for_five_cards_and_twice_the_ante_for_three(
    action: Action, amount: int | None
) -> None:
    state = table().start([BET], shoe=f"{PAIR_OF_EIGHTS} {PAIR_OF_KINGS}").advance().apply(action)
    assert dict(state.wagers()[0]).get("play") == amount


@pytest.mark.parametrize(
    "action",
    [
        Action("check"),
        Action("three"),
        three("8s 8d"),
        three("8s 8d As"),
        Action.of("five", amount=2000),
        Action.of("five", "8s 8d 6c"),
        Action("proceed"),
    ],
)
def test_P2_4_anything_else_is_refused_with_the_legal_list_and_changes_nothing(action: Action) -> None:
    state = table().start([BET], shoe=f"{PAIR_OF_EIGHTS} {PAIR_OF_KINGS}").advance()
    before = (state.events, state.settlements, state.actor, state.piles())
    with pytest.raises(IllegalAction, match="legal: fold, five, three 8s 8d 6c"):
        state.apply(action)
    assert (state.events, state.settlements, state.actor, state.piles()) == before


def test_P2_5_three_cards_are_set_and_the_other_two_lie_face_down_under_the_bonus() -> None:
    state = table().start([BET, BET], shoe=f"{PAIR_OF_EIGHTS} {QUEEN_HIGH} {PAIR_OF_KINGS}").advance()
    state = state.apply(three("3d 8s 8d"))
    own, other = state.view(0), state.view(1)
    assert format_cards(own.cards("three", 0)) == "8s 8d 3d"
    assert set(own.cards("rest", 0)) == set(parse_cards("6c 4h"))
    assert set(other.cards("three", 0) + other.cards("rest", 0)) == {HIDDEN}


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


BETTER, WORSE, EQUAL = "8s 8d 6c 4h 3d", "Js Td 8c 5s 3d", "Qd Jc 9s 7h 2d"


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
    with pytest.raises(BadBet, match=r"seat 0: the 5 Card Bonus Only must equal the Ante of \$10; got \$5 .*P2-R2"):
        at.start([BET])


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


# P2-12: irregularities.

IRREGULARITIES = ("card-face-up", "wrong-number-of-cards", "dealer-card-exposed", "shuffler-fault")


def _moments() -> list[State]:
    """Every state of one round with a fold, a three and a five."""
    shoe = f"{PAIR_OF_EIGHTS} {QUEEN_HIGH} As Ad 7c 5h 2d {PAIR_OF_KINGS}"
    state = table().start([BET, BET, BET], shoe=shoe)
    choices = iter([three("8s 8d 6c"), FOLD, FIVE])
    moments = [state]
    while not state.is_over:
        state = state.apply(next(choices) if isinstance(state.actor, int) else state.legal_actions()[0])
        moments.append(state)
    return moments


@pytest.mark.parametrize("name", IRREGULARITIES)
def test_P2_12_an_irregularity_at_any_moment_returns_every_wager(name: str) -> None:
    declared = 0
    for state in _moments():
        if name not in [found.name for found in state.irregularities()]:
            continue
        declared += 1
        void = state.void(name)
        staked = {(seat, wager): amount for seat, wagers in enumerate(state.wagers()) for wager, amount in wagers}
        assert {(each.seat, each.wager): each.returned for each in void.settlements} == staked
        assert {each.clause for each in void.settlements} == {"P2-12"}
        assert void.is_over
        assert void.house_result == 0
        assert void.legal_actions() == ()
        assert void.events[-1].clause == "P2-12"
        replayed = state.game.replay([BET, BET, BET], void.events)
        assert (replayed.events, replayed.settlements) == (void.events, void.settlements)
    assert declared >= 3


def test_P2_12c_a_dealer_card_is_exposed_early_only_while_it_lies_face_down() -> None:
    for state in _moments():
        face_down = any(event.seen_by == () for event in state.events) and "dealer shows" not in str(state.events)
        found = [irregularity.name for irregularity in state.irregularities()]
        assert ("dealer-card-exposed" in found) == face_down


def test_P2_12d_a_hand_dealt_game_has_no_shuffler_that_jams() -> None:
    state = game("pick-2-poker", shuffler=False).start([BET], seed=1)
    assert [found.name for found in state.irregularities()] == ["card-face-up", "wrong-number-of-cards"]
    with pytest.raises(IllegalAction, match=r"void shuffler-fault is not legal now.*void card-face-up"):
        state.void("shuffler-fault")


def test_P2_12_a_void_round_shows_no_hidden_card_and_cannot_go_on() -> None:
    state = table().start([BET, BET], seed=5).advance().apply(FIVE)
    void = state.void("wrong-number-of-cards")
    for seat in (0, 1, None):
        for pile in void.view(seat).piles:
            assert (set(pile.cards) == {HIDDEN}) == (seat is None or pile.seat != seat)
    for action in (FIVE, Action("proceed"), Action("void", option="card-face-up")):
        with pytest.raises(IllegalAction, match="legal: nothing"):
            void.apply(action)


def test_P2_12_a_finished_round_cannot_be_voided() -> None:
    state = finish(table().start([BET], seed=5), [FIVE])
    assert state.irregularities() == ()
    with pytest.raises(IllegalAction):
        state.void("card-face-up")


# P2-13, P2-16 to P2-18: procedure.


@pytest.mark.parametrize("shuffler", [True, False])
def test_P2_13_two_decks_alternate_where_a_shuffler_is_used(shuffler: bool) -> None:
    state = game("pick-2-poker", shuffler=shuffler).start([BET], seed=1)
    assert ("P2-13" in [event.clause for event in state.events]) == shuffler


WITH_TIP = Bet(ante=1000, three_five=1000, five_card_bonus=1000, tip=600)


def test_P2_16_a_table_takes_bets_for_the_dealer_only_if_management_says_so() -> None:
    with pytest.raises(BadBet, match="P2-16"):
        table().start([WITH_TIP])
    game("pick-2-poker", tips=True).start([WITH_TIP])


@pytest.mark.parametrize(
    ("hand", "action", "dealer", "tip"),
    [
        ("As Ad 7c 5h 2d", FIVE, PAIR_OF_KINGS, 1200),
        (QUEEN_HIGH, FIVE, PAIR_OF_KINGS, 0),
        ("As Kc 9d 7h 2d", FIVE, "Ac Kh 9s 7d 2s", 600),
        (WORSE, FIVE, QUEEN_HIGH, 1200),
        (PAIR_OF_EIGHTS, three("8s 8d 3d"), QUEEN_HIGH, 1200),
        (PAIR_OF_EIGHTS, FOLD, QUEEN_HIGH, 0),
    ],
)
def test_P2_16_a_bet_for_the_dealer_rides_on_the_ante(hand: str, action: Action, dealer: str, tip: int) -> None:
    state = finish(game("pick-2-poker", tips=True).start([WITH_TIP], shoe=f"{hand} {dealer}"), [action])
    assert returned(state)["tip"] == tip
    assert clauses(state)["tip"] == "P2-16"


def test_P2_17_each_player_sees_and_plays_only_the_own_cards() -> None:
    state = table().start([BET, BET], shoe=f"{PAIR_OF_EIGHTS} {QUEEN_HIGH} {PAIR_OF_KINGS}").advance()
    assert set(state.view(0).cards("hand", 0)) == set(parse_cards(PAIR_OF_EIGHTS))
    assert set(state.view(0).cards("hand", 1) + state.view(0).cards("dealer")) == {HIDDEN}
    assert state.view(1).legal_actions == ()
    with pytest.raises(IllegalAction):
        state.apply(three("Qc Jd 9h"))


def test_P2_17_a_fold_shows_nothing_to_the_others() -> None:
    start = table().start([BET, BET], shoe=f"{PAIR_OF_EIGHTS} {QUEEN_HIGH} {PAIR_OF_KINGS}")
    state = finish(start, [FOLD, FIVE])
    assert set(state.view(1).cards("folded", 0)) == {HIDDEN}
    assert set(state.view(0).cards("folded", 0)) == set(parse_cards(PAIR_OF_EIGHTS))
    assert set(state.view(0).cards("hand", 1)) == set(parse_cards(QUEEN_HIGH))


def test_P2_17_the_choice_of_three_cards_is_no_news_to_the_others() -> None:
    shoe = f"{PAIR_OF_EIGHTS} {QUEEN_HIGH} {PAIR_OF_KINGS}"
    state = table().start([BET, BET], shoe=shoe).advance().apply(three("8s 8d 6c"))
    for viewer in (1, None):
        hidden = [event for event in state.view(viewer).events if event.clause == "P2-5"]
        assert [(set(event.cards), event.action) for event in hidden] == [({HIDDEN}, None)]


def test_P2_17_the_two_cards_under_the_bonus_stay_down_until_it_is_settled() -> None:
    shoe = f"{PAIR_OF_EIGHTS} {PAIR_OF_KINGS}"
    state = table().start([BET], shoe=shoe).advance().apply(three("8s 8d 6c"))
    while not any(event.clause == "P2-7" for event in state.events):
        state = state.apply(state.legal_actions()[0])
    assert HIDDEN not in state.view(None).cards("three", 0)
    assert set(state.view(None).cards("rest", 0)) == {HIDDEN}
    assert set(state.advance().view(None).cards("rest", 0)) == set(parse_cards("4h 3d"))


def test_P2_18_the_round_ends_with_all_cards_in_the_discard_rack() -> None:
    state = finish(table().start([BET], seed=2), [FOLD])
    assert state.events[-1].clause == "P2-18"


# The table.


def test_seats_are_seven_in_washington_and_nine_by_the_cards() -> None:
    assert table().seats == range(1, 8)
    assert game("pick-2-poker", jurisdiction="none").seats == range(1, 10)
    assert table().with_deck(Deck.stripped(ranks="TJQKA", suits="dhs")).seats == range(1, 3)
    with pytest.raises(BadBet, match="takes 1 to 7 seats; got 8"):
        table().start([BET] * 8)


def test_an_unknown_reading_or_choice_is_refused_with_the_list() -> None:
    with pytest.raises(UnknownName, match="P2-R1, P2-R2, P2-R3, P2-R4, P2-R5, P2-R6, P2-R7"):
        table(P2_R8="both")
    with pytest.raises(UnknownName, match="ante-pays-play-pushes, ante-pushes-play-compared, both-pay"):
        table(P2_R1="push")


def test_the_sheet_holds_every_clause_and_every_choice_of_the_letter() -> None:
    sheet = table().sheet
    assert list(sheet.clauses) == [f"P2-{number}" for number in range(1, 19)]
    choices: Mapping[str, set[str]] = {name: set(reading.choices) for name, reading in sheet.readings.items()}
    assert choices == {
        "P2-R1": {"ante-pays-play-pushes", "ante-pushes-play-compared", "both-push", "both-pay", "no-effect"},
        "P2-R2": {"three-five", "both"},
        "P2-R3": {"both", "larger"},
        "P2-R4": {"best-of-five", "as-set"},
        "P2-R5": {"typed", "felt"},
        "P2-R6": {"bonus-last", "bonus-first"},
        "P2-R7": {"lost", "still-paid"},
    }
    assert {reading.default for reading in sheet.readings.values()} == {
        "ante-pays-play-pushes", "three-five", "both", "best-of-five", "typed", "bonus-last", "lost",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "hand", "expected"),
    [
        ("five-only", "Jh 9d 7c 5s 2d", FIVE),
        ("pairs-only", "Jh 9d 7c 5s 2d", FOLD),
        ("pairs-only", PAIR_OF_EIGHTS, FIVE),
        ("three-with-straights", "Jh Td 9c 5s 2d", three("Jh Td 9c")),
        ("three-with-straights", "Ah Jh 9h 5s 2d", FIVE),
    ],
)
def test_the_automatic_players_choose_as_they_say(name: str, hand: str, expected: Action) -> None:
    state = table().start([BET], shoe=f"{hand} {other_cards(hand)}").advance()
    assert strategy("pick-2-poker", name).choose(state.view(0)) == expected
    assert play_out(state, strategy("pick-2-poker", name)).is_over
