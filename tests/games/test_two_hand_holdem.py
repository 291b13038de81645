"""2 Hand Hold 'Em, clause by clause. Expected figures are worked out from the rule sheet."""

import random
from dataclasses import replace
from datetime import date
from itertools import combinations
from pathlib import Path

import pytest
from support.arranged import play, returned, staked
from treys import Card as TreysCard
from treys import Evaluator

from houseway.cards.card import CARD_TEXTS, Card
from houseway.cards.notation import format_cards, parse_cards
from houseway.errors import BadBet, BadPayTable, IllegalAction, LimitExceeded, UnknownName
from houseway.games.catalogue import game
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.event import HIDDEN
from houseway.games.engine.game import Game
from houseway.games.engine.money import Cents
from houseway.games.engine.shoe import OpenShoe
from houseway.games.engine.state import CHANCE, State
from houseway.games.strategies import play_out, strategy, strategy_names

SLUG = "two-hand-holdem"
TEN = Bet(ante_1=1000, ante_2=1000)
CHECK = Action("check")
RAISE_1, RAISE_2, RAISE_BOTH = (Action("raise", option=option) for option in ("hand-1", "hand-2", "both"))


def arrange(hand_1: str) -> Action:
    return Action.of("arrange", hand_1)


# The table and the bets.


def test_2HH_2_2HH_R3_each_round_is_dealt_from_one_full_deck() -> None:
    table = game(SLUG)
    assert table.deck.copies == (1,) * 52 + (0, 0)
    for seed in range(2):
        state = play_out(table.start([TEN] * 5, seed=seed), strategy(SLUG, "random"))
        dealt = [card_id for pile in state.piles() for card_id in pile.cards]
        assert len(dealt) == len(set(dealt)) == 28
    shoe = table.start([TEN], open_shoe=True).shoe
    assert isinstance(shoe, OpenShoe)
    assert shoe.deck.cards == tuple(range(52))


def test_2HH_4_at_most_five_players() -> None:
    for seats in (1, 5):
        game(SLUG).start([TEN] * seats, seed=1)
    for seats in (0, 6):
        with pytest.raises(BadBet, match=f"takes 1 to 5 seats; got {seats}"):
            game(SLUG).start([TEN] * seats, seed=1)


def test_2HH_5_the_two_antes_are_equal() -> None:
    with pytest.raises(BadBet, match=r"Ante of Hand 2 must equal the Ante of Hand 1 of \$10; got \$5 \(2HH-5\)"):
        game(SLUG).start([Bet(ante_1=1000, ante_2=500)])


@pytest.mark.parametrize("bet", [Bet(), Bet(ante_1=1000), Bet(ante_2=1000)])
def test_2HH_5_both_antes_are_required(bet: Bet) -> None:
    with pytest.raises(BadBet, match=r"is required \(2HH-5\)"):
        game(SLUG).start([bet])


def test_2HH_1_wagers_stay_within_the_limit_the_raise_included() -> None:
    table = game(SLUG, on=date(2023, 1, 1))
    table.start([Bet(ante_1=15000, ante_2=15000)], seed=1)
    with pytest.raises(LimitExceeded, match=r"later bet of 2x the Ante of Hand 1 of \$150.01, .*limit of \$300 "):
        table.start([Bet(ante_1=15001, ante_2=15001)], seed=1)


def test_2HH_1_a_bonus_is_refused_where_the_house_defines_none() -> None:
    with pytest.raises(BadBet, match=r"this table does not offer the four-card Bonus \(2HH-1, 2HH-R1\)"):
        game(SLUG).start([Bet(ante_1=1000, ante_2=1000, bonus=500)])


# Deal, arrangement, raise.

HOLE, FLOP, DEALER, LAST = "Ah Ad Qh 8c", "2c 7d 9s", "Kd Kc 3h", "Jh 4c"
SHOE = f"{HOLE} {FLOP} {DEALER} {LAST}"


def test_2HH_6_four_cards_to_each_player_then_the_flop_then_three_to_the_dealer() -> None:
    state = play(game(SLUG), [TEN, TEN], f"{HOLE} As 2d 3d 4d {FLOP} {DEALER} {LAST}")
    deal = [(event.clause, event.seat, format_cards(event.cards)) for event in state.events[2:]]
    assert deal == [
        ("2HH-6", 0, HOLE),
        ("2HH-6", 1, "As 2d 3d 4d"),
        ("2HH-6", None, FLOP),
        ("2HH-6", None, DEALER),
    ]
    assert state.events[4].seen_by is None
    assert state.events[5].seen_by == ()


def test_2HH_7_any_two_of_the_four_may_be_hand_1() -> None:
    state = play(game(SLUG), [TEN], SHOE)
    assert {frozenset(action.cards) for action in state.legal_actions()} == {
        frozenset(pair) for pair in combinations(parse_cards(HOLE), 2)
    }
    assert {action.kind for action in state.legal_actions()} == {"arrange"}
    state = state.apply(arrange("8c Ad"))
    assert set(state.view(0).cards("hand 1", 0)) == set(parse_cards("8c Ad"))
    assert set(state.view(0).cards("hand 2", 0)) == set(parse_cards("Ah Qh"))


def test_2HH_R2_the_order_is_kept_as_set_and_has_no_effect_on_value() -> None:
    one = play(game(SLUG, readings={"2HH-R2": "as-set"}), [TEN], SHOE, arrange("Ah Ad"), RAISE_1)
    other = play(game(SLUG), [TEN], SHOE, arrange("Qh 8c"), RAISE_2)
    assert returned(one) == {"ante_1": 2000, "raise_1": 4000, "ante_2": 0}
    assert returned(other) == {"ante_1": 0, "ante_2": 2000, "raise_2": 4000}


def test_2HH_8_check_or_raise_each_hand_and_nobody_folds() -> None:
    state = play(game(SLUG), [TEN], SHOE, arrange("Ah Ad"))
    assert set(state.legal_actions()) == {CHECK, RAISE_1, RAISE_2, RAISE_BOTH}


@pytest.mark.parametrize(
    ("action", "raises"),
    [
        (CHECK, {}),
        (RAISE_1, {"raise_1": 2000}),
        (RAISE_2, {"raise_2": 2000}),
        (RAISE_BOTH, {"raise_1": 2000, "raise_2": 2000}),
    ],
)
def test_2HH_8_a_raise_is_exactly_twice_the_ante(action: Action, raises: dict[str, int]) -> None:
    state = play(game(SLUG), [TEN], SHOE, arrange("Ah Ad")).apply(action)
    assert dict(state.wagers()[0]) == {"ante_1": 1000, "ante_2": 1000, **raises}


@pytest.mark.parametrize(("action", "due"), [(RAISE_1, 2000), (RAISE_2, 2000), (RAISE_BOTH, 4000)])
def test_2HH_8_a_raise_that_is_not_exactly_twice_the_ante_is_refused_with_its_clause(action: Action, due: int) -> None:
    state = play(game(SLUG), [TEN], SHOE, arrange("Ah Ad"))
    assert state.apply(replace(action, amount=Cents(due))) == state.apply(action)
    for wrong in (due // 2, due + 1000):
        with pytest.raises(IllegalAction, match=rf"its bet is exactly \${due // 100} \(2HH-8\); legal: check"):
            state.apply(replace(action, amount=Cents(wrong)))


@pytest.mark.parametrize(
    ("moves", "action"),
    [
        ((), arrange("Ah Kd")),
        ((), arrange("Ah")),
        ((), arrange("Ah Ad Qh")),
        ((), CHECK),
        ((), Action("fold")),
        ((arrange("Ah Ad"),), Action("fold")),
        ((arrange("Ah Ad"),), Action("raise")),
        ((arrange("Ah Ad"),), Action("raise", option="hand-3")),
        ((arrange("Ah Ad"),), Action.of("raise", amount=1000, option="hand-1")),
        ((arrange("Ah Ad"),), Action.of("raise", amount=3000, option="both")),
        ((arrange("Ah Ad"),), arrange("Ah Ad")),
        ((arrange("Ah Ad"), CHECK), CHECK),
    ],
)
def test_an_illegal_action_is_refused_with_the_legal_ones(moves: tuple[Action, ...], action: Action) -> None:
    state = play(game(SLUG), [TEN], SHOE, *moves)
    events, legal = state.events, state.legal_actions()
    with pytest.raises(IllegalAction, match="is not legal now") as refusal:
        state.apply(action)
    assert str(refusal.value).endswith(f"legal: {', '.join(str(option) for option in legal) or 'nothing'}")
    assert state.events is events
    assert state.legal_actions() == legal


def test_2HH_7_and_2HH_8_players_act_in_turn_and_all_arrange_before_any_raises() -> None:
    state = play(game(SLUG), [TEN, TEN], f"{HOLE} As 2d 3d 4d {FLOP} {DEALER} {LAST}")
    turns = []
    while isinstance(seat := state.actor, int):
        action = state.legal_actions()[0]
        turns.append((seat, action.kind))
        state = state.apply(action).advance()
    assert turns == [(0, "arrange"), (1, "arrange"), (0, "check"), (1, "check")]


# Settlement: the dealer's pair of kings, K-K-J-9-7, against hands that win, lose and push.

PAIRS = {"win": ("Ah Ad", "9h 9d"), "lose": ("Qh 8c", "Qd 8s"), "push": ("Kh Ks", "")}
BOARD_PLAYS = ("As Ks Qs", "Js Ts")
FACTOR = {"win": 2, "push": 1, "lose": 0}


@pytest.mark.parametrize("action", [CHECK, RAISE_1, RAISE_2, RAISE_BOTH], ids=str)
@pytest.mark.parametrize("second", ["win", "lose", "push"])
@pytest.mark.parametrize("first", ["win", "lose", "push"])
def test_2HH_9d_every_wager_in_every_outcome(first: str, second: str, action: Action) -> None:
    flop, last = FLOP, LAST
    hands = PAIRS[first][0], PAIRS[second][first == second]
    if first == second == "push":
        (flop, last), hands = BOARD_PLAYS, ("Qh 8c", "Qd 8s")
    state = play(game(SLUG), [TEN], f"{hands[0]} {hands[1]} {flop} {DEALER} {last}", arrange(hands[0]), action)
    expected_stakes = {"ante_1": 1000, "ante_2": 1000}
    if action in (RAISE_1, RAISE_BOTH):
        expected_stakes["raise_1"] = 2000
    if action in (RAISE_2, RAISE_BOTH):
        expected_stakes["raise_2"] = 2000
    assert staked(state) == expected_stakes
    assert returned(state) == {
        wager: amount * FACTOR[first if wager.endswith("1") else second] for wager, amount in expected_stakes.items()
    }
    assert {entry.clause for entry in state.settlements} == {"2HH-9d"}
    assert state.house_result == -state.result(0)


def test_2HH_9a_turn_and_river_complete_the_board_after_the_raises() -> None:
    state = play(game(SLUG), [TEN], SHOE, arrange("Ah Ad"))
    assert state.view(0).cards("board") == parse_cards(FLOP)
    state = state.apply(CHECK)
    assert (state.actor, state.cards_due()) == (CHANCE, 2)
    state = state.advance()
    assert state.view(0).cards("board") == parse_cards(f"{FLOP} {LAST}")
    assert [event.cards for event in state.events if event.clause == "2HH-9a"] == [parse_cards(LAST)]


@pytest.mark.parametrize(
    ("flop", "last", "dealer", "name"),
    [
        ("As Ks Qs", "Js Ts", "2d 3c 4c", "royal flush"),
        ("As Ks Qs", "Js 2d", "Ts 3c 4c", "royal flush"),
        ("Qs Js Ts", "2d 3d", "As Ks 4c", "royal flush"),
        ("Jh Th 2c", "2d 7s", "Ah Kh Qh", "pair of deuces"),
        ("9c 8d 2h", "3s 4d", "Tc Jd Qh", "high card, Q-J-9-8-4"),
        ("Kc 7d 2h", "3s 8d", "Kd Kh Ks", "three of a kind, kings"),
        ("9c 9d 2h", "3s 4d", "9h 9s 3c", "four of a kind, nines"),
        ("Kh 9h 2c", "3s 8d", "Ah 7h 4h", "high card, A-K-9-8-7"),
    ],
)
def test_2HH_9b_dealer_plays_at_most_two_hole_cards(flop: str, last: str, dealer: str, name: str) -> None:
    state = play(game(SLUG), [TEN], f"5c 5d 6c 6d {flop} {dealer} {last}", arrange("5c 5d"), CHECK)
    shown = [event for event in state.events if event.clause == "2HH-9b"]
    assert [event.text for event in shown] == [f"the dealer plays at most two of three: {name}"]
    assert shown[0].cards == parse_cards(dealer)


def test_2HH_9b_a_hand_that_needs_three_hole_cards_does_not_beat_the_player() -> None:
    shoe = "3s 3c As 9c Jh Th 2c Ah Kh Qh 2d 7s"
    state = play(game(SLUG), [TEN], shoe, arrange("3s 3c"), RAISE_BOTH)
    assert returned(state) == {"ante_1": 2000, "raise_1": 4000, "ante_2": 0, "raise_2": 0}


def test_2HH_9c_each_hand_uses_its_own_two_cards_only() -> None:
    state = play(game(SLUG), [TEN], "9h 2d 9d 2h 2c 7d 9s Kd Qc 3h Jh 4c", arrange("9h 2d"), CHECK)
    reasons = [entry.reason for entry in state.settlements]
    assert reasons == ["Hand 1 wins with two pair, nines and deuces", "Hand 2 wins with two pair, nines and deuces"]


# hand 1, flop, turn and river, dealer; hand 1 is of the first category, the dealer of the next one down
ADJACENT = [
    ("As Ks", "Ts Js Qs", "9s 2d", "8s 3c 3d", "royal flush over straight flush"),
    ("6h 5h", "9h 8h 7h", "Kc Kd", "Kh Ks 2c", "straight flush over four of a kind"),
    ("9c 9s", "9h 9d 5c", "5d 2s", "5h 3c 4d", "four of a kind over full house"),
    ("9c 3d", "9h 5h 2h", "9d 5c", "Ah Kh 7s", "full house over flush"),
    ("Ah 4h", "9h 8h 7h", "2c 3d", "Tc Jd Kc", "flush over straight"),
    ("Tc Jd", "9h 8d 7c", "2c Kd", "Kh Ks 3c", "straight over three of a kind"),
    ("2h 2d", "9h 8d 2c", "Kd 4s", "Kh 9c 5c", "three of a kind over two pair"),
    ("8c 2h", "9h 8d 2c", "Kd 4s", "Ah Ac 5c", "two pair over pair"),
    ("2h 3c", "9h 8d 2c", "Kd 4s", "Ah Qc Js", "pair over high card"),
    ("Ah 5c", "2h 3d 4c", "Kd 9s", "Kh Ks 8c", "straight with a low ace over three of a kind"),
    ("6h 5c", "2h 3d 4c", "Kd 9s", "Ah 5d 8c", "six high over the straight with a low ace"),
    ("Ah Kc", "Tc Jd Qh", "2s 3s", "Ks 9d 4c", "straight with a high ace over king high"),
]


@pytest.mark.parametrize(
    ("hand", "flop", "last", "dealer"), [case[:4] for case in ADJACENT], ids=[c[4] for c in ADJACENT]
)
def test_2HH_3_and_2HH_10_hands_rank_as_in_standard_poker(hand: str, flop: str, last: str, dealer: str) -> None:
    used = parse_cards(f"{hand} {flop} {last} {dealer}")
    other = format_cards([Card(card_id) for card_id in range(52) if card_id not in used][:2])
    state = play(game(SLUG), [TEN], f"{hand} {other} {flop} {dealer} {last}", arrange(hand), CHECK)
    assert returned(state)["ante_1"] == 2000


def test_2HH_3_and_2HH_9_agree_with_an_independent_evaluator_on_random_rounds() -> None:
    generator, evaluator = random.Random(7), Evaluator()

    def worth(hands: list[tuple[Card, ...]]) -> int:
        """The best of some five-card hands; treys gives better hands lower numbers."""
        return -min(
            int(evaluator.evaluate([], [TreysCard.new(CARD_TEXTS[card_id]) for card_id in hand])) for hand in hands
        )

    outcomes = set()
    for _ in range(150):
        cards = [Card(card_id) for card_id in generator.sample(range(52), 12)]
        hole, board, dealer = cards[:4], cards[4:7] + cards[10:], cards[7:10]
        state = play(game(SLUG), [TEN], format_cards(cards), Action("arrange", tuple(hole[:2])), CHECK)
        best = worth(
            [
                (*held, *rest)
                for size in range(3)
                for held in combinations(dealer, size)
                for rest in combinations(board, 5 - size)
            ]
        )
        for wager, hand in (("ante_1", hole[:2]), ("ante_2", hole[2:])):
            own = worth(list(combinations([*hand, *board], 5)))
            expected = 2000 if own > best else 0 if own < best else 1000
            assert returned(state)[wager] == expected
            outcomes.add(expected)
    assert outcomes == {0, 1000, 2000}


# The four-card Bonus of reading 2HH-R1.

TABLE = """
[bonus]
"four of a kind" = 50
"straight flush" = 40
"three of a kind" = 8
"flush" = 6
"straight" = "9:2"
"two pair" = 3
"pair of aces or better" = "push"
"""


@pytest.fixture
def with_bonus(tmp_path: Path) -> Game:
    path = tmp_path / "house.toml"
    path.write_text(TABLE)
    return game(SLUG, paytable=path, readings={"2HH-R1": "four-card"})


@pytest.mark.parametrize(
    ("hole", "bonus"),
    [
        ("8c 8d 8h 8s", 5100),
        ("Qc Jc Tc 9c", 4100),
        ("Ac 2c 3c 5c", 700),
        ("Ah 5h 3h 2s", 0),
        ("8c 8d 8h Qs", 900),
        ("Qc Jd Tc 9c", 550),
        ("Ac 2d 3c 4d", 550),
        ("8c 8d Qh Qs", 400),
        ("Ac Ad Qh 8s", 100),
        ("Qc Qd 8h 6s", 0),
        ("Ac Qd 8h 6s", 0),
    ],
)
def test_2HH_R1_four_card_pays_the_bonus_by_the_four_hole_cards_alone(with_bonus: Game, hole: str, bonus: int) -> None:
    bet = Bet(ante_1=1000, ante_2=1000, bonus=100)
    state = with_bonus.start([bet], shoe=f"{hole} 2h 7d 9s Kd Kc 3s Jh 4s").advance()
    for arrangement in state.legal_actions():
        for raising in (CHECK, RAISE_BOTH):
            over = state.apply(arrangement).apply(raising).advance()
            assert returned(over)["bonus"] == bonus
            assert staked(over)["bonus"] == 100
            assert next(entry.clause for entry in over.settlements if entry.wager == "bonus") == "2HH-1"


def test_2HH_R1_four_card_bonus_is_optional_and_the_antes_are_not(with_bonus: Game) -> None:
    state = play(with_bonus, [TEN], SHOE, arrange("Ah Ad"), CHECK)
    assert returned(state) == {"ante_1": 2000, "ante_2": 0}
    with pytest.raises(BadBet, match="is required"):
        with_bonus.start([Bet(bonus=500)])


def test_2HH_1_the_house_covers_the_bonus_with_the_other_wagers(with_bonus: Game) -> None:
    bets = [Bet(ante_1=1000, ante_2=1000, bonus=500), TEN]
    state = play(
        with_bonus, bets, f"8c 8d 8h 8s {HOLE.replace('8c', '6c')} {FLOP} {DEALER} {LAST}",
        arrange("8c 8d"), arrange("Ah Ad"), CHECK, RAISE_1,
    )  # fmt: skip
    assert returned(state, 0) == {"ante_1": 0, "ante_2": 0, "bonus": 25500}
    assert returned(state, 1) == {"ante_1": 2000, "raise_1": 4000, "ante_2": 0}
    assert [state.result(0), state.result(1), state.house_result] == [23000, 2000, -25000]
    assert ("2HH-1", 500) in [(event.clause, event.amount) for event in state.events]


def test_2HH_R1_none_takes_no_pay_table(tmp_path: Path) -> None:
    assert game(SLUG).pay_set is None
    path = tmp_path / "house.toml"
    path.write_text(TABLE)
    with pytest.raises(UnknownName, match="only under the reading 2HH-R1=four-card"):
        game(SLUG, paytable=path)


def test_2HH_R1_four_card_needs_a_pay_table_of_the_house() -> None:
    with pytest.raises(BadPayTable, match=r"2HH-R1=four-card needs a pay table. Give a \.toml file"):
        game(SLUG, readings={"2HH-R1": "four-card"})
    with pytest.raises(UnknownName, match=r"Unknown pay table '1'. Expected one of: a path to a \.toml file"):
        game(SLUG, paytable="1", readings={"2HH-R1": "four-card"})


def test_2HH_R1_four_card_table_knows_only_hands_of_four_cards(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text("[bonus]\n'full house' = 10\n")
    with pytest.raises(BadPayTable, match="unknown row 'full house'"):
        game(SLUG, paytable=path, readings={"2HH-R1": "four-card"})


def test_unknown_readings_and_choices_are_refused_with_the_valid_ones() -> None:
    with pytest.raises(UnknownName, match="Expected one of: 2HH-R1, 2HH-R2, 2HH-R3"):
        game(SLUG, readings={"2HH-R9": "none"})
    with pytest.raises(UnknownName, match="Expected one of: four-card, none"):
        game(SLUG, readings={"2HH-R1": "five-card"})


# What each seat may know.


def known(state: State, seat: int | None) -> set[Card]:
    """Every card that a view shows, in piles, events, their actions and the legal actions."""
    view = state.view(seat)
    cards = {card_id for pile in view.piles for card_id in pile.cards}
    cards |= {card_id for event in view.events for card_id in event.cards}
    cards |= {card_id for event in view.events if event.action for card_id in event.action.cards}
    cards |= {card_id for action in view.legal_actions for card_id in action.cards}
    return cards - {HIDDEN}


def test_a_seat_sees_its_own_cards_and_the_board_until_hands_are_shown() -> None:
    other = "As 2d 3d 4d"
    state = play(game(SLUG), [TEN, TEN], f"{HOLE} {other} {FLOP} {DEALER} {LAST}")
    for moves in range(4):
        assert known(state, 0) == set(parse_cards(f"{HOLE} {FLOP}"))
        assert known(state, 1) == set(parse_cards(f"{other} {FLOP}"))
        assert known(state, None) == set(parse_cards(FLOP))
        state = state.apply(state.legal_actions()[0])
        assert moves == 3 or isinstance(state.actor, int)
    state = state.apply(Action.of("deal", LAST))
    assert known(state, None) == set(parse_cards(f"{FLOP} {LAST}"))
    state = state.apply(Action("proceed"))
    assert known(state, None) == set(parse_cards(f"{FLOP} {LAST} {DEALER}"))
    state = state.apply(Action("proceed"))
    assert known(state, None) == set(parse_cards(f"{FLOP} {LAST} {DEALER} {other}"))
    assert known(state.advance(), None) == set(parse_cards(f"{HOLE} {other} {FLOP} {LAST} {DEALER}"))


def test_a_round_with_a_bonus_is_replayed_from_its_events(with_bonus: Game) -> None:
    bets = [Bet(ante_1=1000, ante_2=1000, bonus=500), TEN]
    state = play_out(with_bonus.start(bets, seed=5), strategy(SLUG, "raise-made-hands"))
    again = with_bonus.replay(bets, state.events)
    assert again.events == state.events
    assert again.settlements == state.settlements


# Automatic players.


@pytest.mark.parametrize("name", strategy_names(SLUG))
def test_every_strategy_finishes_rounds_of_a_full_table(name: str) -> None:
    player = strategy(SLUG, name)
    for seed in range(20):
        assert play_out(game(SLUG).start([TEN] * 5, seed=seed), player).is_over


@pytest.mark.parametrize(
    ("name", "hole", "flop", "hands", "raising"),
    [
        ("never-raise", "2h Ad 8c Ah", "As Ac 2d", {"Ah Ad", "8c 2h"}, CHECK),
        ("raise-pairs", "8h Ad 8c Ah", "2c 7d 9s", {"Ah Ad", "8c 8h"}, RAISE_BOTH),
        ("raise-pairs", "Kh 8d 8c Ah", "2c 7d 9s", {"8d 8c", "Ah Kh"}, RAISE_2),
        ("raise-pairs", "Kh 8d 9c Ah", "Kc 8h 9s", {"Ah Kh", "9c 8d"}, CHECK),
        ("raise-made-hands", "Kh 8d 9c Ah", "2c 2d 9s", {"Ah 9c", "Kh 8d"}, RAISE_1),
        ("raise-made-hands", "Kh 8d 9c Ah", "Kc 2d 9s", {"Ah Kh", "9c 8d"}, RAISE_BOTH),
        ("raise-made-hands", "Kh 8d 9c Ah", "2c 3d Js", {"Ah Kh", "9c 8d"}, CHECK),
        ("raise-made-hands", "Kh 8d 9c Ah", "2c 2d 2s", {"Ah Kh", "9c 8d"}, CHECK),
    ],
)
def test_strategies_set_and_raise_what_they_say(
    name: str, hole: str, flop: str, hands: set[str], raising: Action
) -> None:
    player, state = strategy(SLUG, name), play(game(SLUG), [TEN], f"{hole} {flop} 3h 4h 5h Tc Td")
    state = state.apply(player.choose(state.view(0)))
    view = state.view(0)
    set_hands = {frozenset(view.cards(pile, 0)) for pile in ("hand 1", "hand 2")}
    assert set_hands == {frozenset(parse_cards(hand)) for hand in hands}
    assert player.choose(view) == raising
