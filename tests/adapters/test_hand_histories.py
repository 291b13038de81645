"""Hand histories: what is written is replayed to the same events, PokerKit reads the PHH, and tampering is noticed."""

import json
import random
import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from pokerkit import HandHistory, parse_action
from support.every_game import EVERY_GAME
from support.pokerkit_table import HeldHand, kit_state
from support.rounds import choose

from houseway.adapters.phh import from_json, from_phh, to_json, to_phh
from houseway.errors import BadHistory
from houseway.games.catalogue import game
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.meter import Showing
from houseway.games.engine.state import State
from houseway.games.titles.five_card_holdout import FiveCardHoldOut, HoldOutRound

FIXED_HAND = "2c Ah 3c Kh 4c Qh 5c Jh 7c 9d 2s 2d 2h 3s Tc Td"
"""Two hands in rotation, a flush for seat 0 and A K Q J 9 for seat 1; then burn and flop, burn and river."""


def holdout(structure: str = "fixed", **settings: Any) -> FiveCardHoldOut:
    table = game(
        "five-card-holdout", readings={"FCH-R1": structure}, **{"small_blind": 50, "big_blind": 100} | settings
    )
    assert isinstance(table, FiveCardHoldOut)
    return table


def states_of(state: State, generator: random.Random, folds: float = 1.0) -> list[Any]:
    """All states of a round of random moves, of the folds only a part."""
    states: list[Any] = [state]
    while not states[-1].is_over:
        move = choose(states[-1], generator)
        if move.kind != "fold" or generator.random() < folds:
            states.append(states[-1].apply(move))
    return states


def random_hands(count: int) -> Iterator[tuple[list[HoldOutRound], list[Bet], random.Random]]:
    generator = random.Random(14)
    for seed in range(count):
        table = game(
            "five-card-holdout",
            readings={
                "FCH-R1": generator.choice(("fixed", "pot", "no-limit")),
                "FCH-R2": generator.choice(("in-turn", "simultaneous")),
                "FCH-R7": generator.choice(("none", "rake", "time")),
            },
        )
        n_seats = generator.randint(2, 6)
        bets = [Bet(stack=generator.choice((500, 3000, 20000))) for _ in range(n_seats)]
        yield states_of(table.start(bets, seed=seed, button=generator.randrange(n_seats)), generator), bets, generator


def test_a_hand_in_phh_is_replayed_to_the_same_events_from_any_moment() -> None:
    for states, _, generator in random_hands(120):
        for state in (states[-1], generator.choice(states[:-1])):
            again = from_phh(to_phh(state))
            assert again.events == state.events
            assert again.settlements == state.settlements


def checked_down_hand() -> HoldOutRound:
    """Seat 1 keeps its ace, seat 0 stands pat; everyone checks or calls."""
    state: Any = holdout().start([Bet(stack=5000)] * 2, shoe=FIXED_HAND, button=1).advance()
    while not state.is_over:
        legal = {action.kind: action for action in state.legal_actions()}
        move = legal.get("check") or legal.get("call")
        if move is None:
            move = next(a for a in state.legal_actions() if len(a.cards) == (0 if state.actor == 0 else 4))
        state = state.apply(move).advance()
    assert isinstance(state, HoldOutRound)
    return state


def test_phh_writes_a_hand_in_the_words_of_the_format() -> None:
    hand = HandHistory.loads(to_phh(checked_down_hand()))
    assert hand.variant == "F5HO"
    assert hand.antes == [0, 0]
    assert hand.blinds_or_straddles == [50, 100]
    assert (hand.small_bet, hand.big_bet) == (100, 200)
    assert hand.starting_stacks == [5000, 5000]
    assert hand.seats == [1, 2]
    assert hand.finishing_stacks is not None
    assert hand.actions == [
        "d dh p1 2c3c4c5c7c",
        "d dh p2 AhKhQhJh9d",
        "p2 cc",
        "p1 cc",
        "p1 sd",
        "p2 sd AhKhQhJh",
        "d db 2d2h",
        "p1 cc",
        "p2 cc",
        "d db TcTd",
        "p1 cc",
        "p2 cc",
        "p1 sm 7c5c4c3c2c",
        "p2 sm 9d",
    ]


def test_pokerkits_parser_replays_the_hands_to_the_same_stacks() -> None:
    """PokerKit is helped along where it has no such move: discards without new cards, burns, and the showdown."""
    generator = random.Random(3)
    shown = 0
    for seed in range(80):
        table, n_seats = holdout(), generator.choice((2, 2, 3))
        state: Any = states_of(table.start([Bet(stack=50_000)] * n_seats, seed=seed, button=0), generator, folds=0.1)[
            -1
        ]
        hand = HandHistory.loads(to_phh(state))
        shown += state.shown
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # PokerKit warns of folds where a check is free
            assert list(replayed_by_pokerkit(table, hand).stacks) == hand.finishing_stacks
    assert shown > 10


def replayed_by_pokerkit(table: FiveCardHoldOut, hand: HandHistory) -> Any:
    kit: Any = kit_state(table, "fixed", [int(stack) for stack in hand.starting_stacks], 4)
    HeldHand.held_by_hole.clear()
    for line in hand.actions:
        words = line.split()
        if words[1] == "sd":
            hole = [repr(card) for card in kit.hole_cards[int(words[0][1:]) - 1]]
            gone = words[2] if len(words) > 2 else ""
            HeldHand.held_by_hole[frozenset(hole)] = "".join(card for card in hole if card not in gone)
        elif words[1] == "sm":
            kit.show_or_muck_hole_cards(True)
        else:
            if words[1] == "db":
                kit.burn_card("??")
            parse_action(kit, line)
    while kit.can_kill_hand():
        kit.kill_hand()
    while kit.can_push_chips():
        kit.push_chips()
    while kit.can_pull_chips():
        kit.pull_chips()
    return kit


TAMPERED = {
    "another card": ("2c3c4c5c7c", "2c3c4c5c8c", "hands shown"),
    "a card twice": ("d db TcTd", "d db Tc2d", "2d"),
    "another seat's move": (
        '"p2 cc", "p1 cc", "p1 sd"',
        '"p1 cc", "p2 cc", "p1 sd"',
        "the file has 0, but the rules give 1",
    ),
    "a raise without a cap": ('"p2 cc", "p1 cc", "p1 sd"', '"p2 cbr 9999", "p1 cc", "p1 sd"', "not legal"),
    "a move too many": ('"p1 sm 7c', '"p1 cc", "p1 sm 7c', "p1 cc"),
    "a hand that was not shown": ("p2 sm 9d", "p2 sm Ah", "hands shown"),
    "a stack too high": ("finishing_stacks = [5100", "finishing_stacks = [5200", "finishing_stacks"),
    "an unknown word": ('"p1 sd"', '"p1 xx"', "xx is not legal now"),
    "a line of one word": ('"p1 sd"', '"p1"', "is not the next step of this hand"),
    "an amount in words": ('"p2 cc", "p1 cc", "p1 sd"', '"p2 cbr ten", "p1 cc", "p1 sd"', "ten"),
    "another variant": ("F5HO", "N5HO", "variant"),
    "no seats": ("seats = [1, 2]\n", "", "seats"),
    "too many seats": ("seats = [1, 2]", "seats = [1, 2, 3]", "not valid TOML|zip"),
    "another game": ("five-card-holdout", "pick-2-poker", "cannot be replayed"),
    "no TOML": ("antes = ", "antes ", "not valid TOML"),
}


@pytest.mark.parametrize(("old", "new", "message"), TAMPERED.values(), ids=TAMPERED)
def test_a_phh_that_was_changed_is_refused(old: str, new: str, message: str) -> None:
    text = to_phh(checked_down_hand())
    assert text.count(old) >= 1
    with pytest.raises(BadHistory, match=message):
        from_phh(text.replace(old, new, 1))


def random_round(slug: str, seed: int) -> tuple[list[State], list[Bet]]:
    table = game(slug)
    bets = [table.usual_bet(500)] * 3
    return states_of(table.start(bets, seed=seed), random.Random(seed)), bets


def texts(state: State) -> list[tuple[str, str]]:
    """The events with their actions, in which one joker looks like the other."""
    return [(str(event), str(event.action)) for event in state.events]


@pytest.mark.parametrize("slug", EVERY_GAME)
def test_a_round_of_any_game_in_json_is_replayed_to_the_same_state(slug: str) -> None:
    for seed in range(8):
        states, bets = random_round(slug, seed)
        for state in (states[-1], states[len(states) // 2]):
            again = from_json(to_json(state, bets))
            assert texts(again) == texts(state)
            assert again.settlements == state.settlements
            assert again.actor == state.actor


def test_FCH_1_the_button_and_other_readings_survive_json() -> None:
    for states, bets, _ in random_hands(20):
        assert from_json(to_json(states[-1], bets)).events == states[-1].events


def test_P2_12_a_void_round_is_replayed() -> None:
    states, bets = random_round("pick-2-poker", 1)
    void = states[3].void("wrong-number-of-cards")
    assert from_json(to_json(void, bets)).settlements == void.settlements


def test_json_holds_the_result_in_plain_words() -> None:
    states, bets = random_round("two-hand-holdem", 1)
    plain = json.loads(to_json(states[-1], bets))
    assert plain["bets"] == [{"ante_1": 500, "ante_2": 500}] * 3
    assert plain["results"] == [states[-1].result(seat) for seat in range(3)]
    assert {entry["wager"] for entry in plain["settlements"]} >= {"ante_1", "ante_2"}


BROKEN: dict[str, tuple[Any, str]] = {
    "a result": (lambda plain: plain["results"].__setitem__(0, 99), "The results in the file do not match"),
    "a settlement": (lambda plain: plain["settlements"][0].update(returned=1), "number 0 is .*'returned': 1"),
    "an event's amount": (
        lambda plain: plain["events"][2].update(amount=7),
        "events in the file do not match.*number 2",
    ),
    "a fact too many": (lambda plain: plain["events"][2].update(note="x"), "events in the file do not match.*number 2"),
    "an event less": (lambda plain: plain["events"].pop(), "expected"),
    "an illegal action": (lambda plain: plain["events"][3].update(action={"kind": "fly"}), "cannot be replayed"),
    "a malformed action": (lambda plain: plain["events"][3].update(action=7), "cannot be replayed"),
    "a malformed event": (lambda plain: plain["events"].__setitem__(0, 7), "An event must be an object with a clause"),
    "a malformed bet": (lambda plain: plain["bets"].__setitem__(0, 7), "A bet must be an object"),
    "a bet too high": (lambda plain: plain["bets"][0].update(ante_1=10**9), "cannot be replayed"),
    "a missing part": (lambda plain: plain.pop("bets"), "must be a JSON object with format, game, bets"),
    "a part of a wrong type": (lambda plain: plain.update(bets=7), "The field bets must be of type list; got int"),
    "a newer format": (lambda plain: plain.update(format=2), "has format 2; this version reads format 1"),
}


def test_a_history_in_other_words_is_replayed_to_todays() -> None:
    states, bets, _ = next(random_hands(1))
    plain = json.loads(to_json(states[-1], bets))
    for event in plain["events"]:
        event["text"] = "in other words"
    for settlement in plain["settlements"]:
        settlement["reason"] = "for another reason"
    again = from_json(json.dumps(plain))
    assert again.events == states[-1].events
    assert again.settlements == states[-1].settlements


@pytest.mark.parametrize(("change", "message"), BROKEN.values(), ids=BROKEN)
def test_json_that_was_changed_is_refused(change: Any, message: str) -> None:
    states, bets = random_round("two-hand-holdem", 1)
    plain = json.loads(to_json(states[-1], bets))
    change(plain)
    with pytest.raises(BadHistory, match=message):
        from_json(json.dumps(plain))


def test_text_that_is_no_json_is_refused() -> None:
    for text in ("", "{", "[" * 100_000, "7", "null"):
        with pytest.raises(BadHistory):
            from_json(text)


def test_a_round_on_a_meter_is_replayed_with_what_the_meter_showed() -> None:
    table, bets = game("caribbean-stud-poker", prizes="100-75-50"), [Bet(ante=1000, progressive=100)]
    cards = "9h 8h 7h 6h 5h Qc Qd 9d 7s 2d"
    state = table.start(bets, shoe=cards, meters={"meter": Showing(3_000_057, 500_000)}).advance()
    state = state.apply(Action("raise")).advance()
    written = to_json(state, bets)
    assert json.loads(written)["meters"] == {"meter": [3_000_057, 500_000]}
    assert json.loads(written)["settlements"][-1]["returned"] == 300_005
    assert from_json(written).settlements == state.settlements
    for other in ('"meter": [\n   3000057', '"meter": ['):
        changed = written.replace(other, other.replace("3000057", "4000057") + ("" if "3000057" in other else "1,"))
        with pytest.raises(BadHistory):
            from_json(changed)
