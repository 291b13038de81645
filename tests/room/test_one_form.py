"""Whatever a client writes has one form in the log: bets in any order of names, actions in any of their forms."""

import random
from collections.abc import Iterable
from itertools import cycle, permutations
from typing import Any

import pytest
from support.asking import EVERY_ASKING_GAME
from support.every_game import EVERY_HOUSE_GAME
from support.room_play import PATIENT, WAGERS, act_once, actor_of, bet_all, opened, seated

from houseway.errors import BadBet, HousewayError, IllegalAction, NotAllowed, StaleMove
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.room import LiveTable, Room
from houseway.room.opening import records_from

PICK_2 = {"ante": 500, "three_five": 500, "five_card_bonus": 500}


def last_record(room: Room, table: LiveTable, kind: str) -> dict[str, Any]:
    with room.database.read() as connection:
        found = [record for record in records_from(connection, table.id, 1) if record.kind == kind]
    return dict(found[-1].data)


@pytest.mark.parametrize("names", list(permutations(PICK_2)), ids=", ".join)
def test_a_bet_in_any_order_of_names_is_verified_and_comes_back(names: tuple[str, ...]) -> None:
    with opened(settings=PATIENT) as room:
        ann = room.guest().id
        table = seated(room, "pick-2-poker", {0: ann})
        table.bet(ann, {name: PICK_2[name] for name in names})
        assert [name for name, _ in table.snapshot(ann)["wagers"][0]] == list(PICK_2)
        table.act(ann, Action("fold"), 0)
        assert room.verify().ok
        assert list(table.history()[0]["bets"][0]) == sorted(PICK_2)


@pytest.mark.parametrize("slug", EVERY_HOUSE_GAME)
def test_a_bet_named_backwards_is_the_same_bet(slug: str) -> None:
    with opened(settings=PATIENT) as room:
        ann = room.guest().id
        table = seated(room, slug, {0: ann})
        table.bet(ann, dict(reversed(WAGERS[slug].items())))
        while table.state.round is not None:
            act_once(table, random.Random(1))
        assert room.verify().ok


@pytest.mark.parametrize(
    "wagers",
    [
        {"ante": True, "three_five": 500},
        {"ante": 500.0, "three_five": 500},
        {"ante": "500", "three_five": 500},
        {"ante": -500, "three_five": 500},
        {"ante": 500, "three_five": 500, "bonus": 0},
        {"ante": 500, "three_five": 500, "": 500},
        {1: 500},
        [("ante", 500)],
        None,
    ],
)
def test_what_is_no_bet_is_refused_and_nothing_is_written(wagers: Any) -> None:
    with opened(settings=PATIENT) as room:
        ann = room.guest().id
        table = seated(room, "pick-2-poker", {0: ann})
        head = table.head
        with pytest.raises(BadBet):
            table.bet(ann, wagers)
        assert table.head == head


def test_a_wager_of_nothing_is_no_wager() -> None:
    with opened(settings=PATIENT) as room:
        ann = room.guest().id
        table = seated(room, "pick-2-poker", {0: ann})
        table.bet(ann, {"five_card_bonus": 0, "three_five": 500, "tip": 0, "ante": 500})
        assert last_record(room, table, "bet")["wagers"] == {"ante": 500, "three_five": 500}


def test_an_action_is_logged_as_the_rules_list_it_and_not_as_the_client_wrote_it() -> None:
    with opened(settings=PATIENT) as room:
        ann = room.guest().id
        table = seated(room, "two-hand-holdem", {0: ann})
        bet_all(table)
        playing = table.state.round
        assert playing is not None
        first = playing.state.legal_actions()[0]
        table.act(ann, Action("arrange", tuple(reversed(first.cards))), 0)
        assert last_record(room, table, "acted")["action"] == first.to_dict()
        table.act(ann, Action.of("raise", amount=2000, option="both"), 1)
        assert last_record(room, table, "acted")["action"] == Action("raise", option="both").to_dict()
        assert room.verify().ok


# Every kind of action, by everyone in the room.

ODD_ACTIONS = [
    *[
        Action("void", option=option)
        for option in ("shuffler-fault", "card-face-up", "wrong-number-of-cards", "house-decision", "")
    ],
    Action("proceed"),
    Action("deal"),
    Action.of("deal", "As Kd Qh Jc Ts"),
    Action("settle"),
    Action("fold", option="both"),
    Action.of("fold", amount=-1),
    Action.of("raise", amount=10**30),
    Action("check", (True,)),  # type: ignore[arg-type]
    Action("fold", amount=False),  # type: ignore[arg-type]
]


@pytest.mark.slow
@pytest.mark.parametrize("slug", EVERY_ASKING_GAME)
def test_nobody_in_the_room_does_what_is_not_theirs(slug: str) -> None:
    generator = random.Random(slug)
    with opened(settings=PATIENT) as room:
        ann, bob, cat = (room.guest().id for _ in range(3))
        boss = room.make_operator(room.register("boss", "correct horse").name).id
        table = seated(room, slug, {0: ann, 2: bob, 3: cat}, bots={1: "random"})
        table.leave(cat)
        bet_all(table)
        refused = 0
        while table.state.round is not None:
            legal = [action for action, _ in table.state.round.prices]
            actor, move, before = actor_of(table), table.state.moves, (table.state, table.head)
            for user_id in (ann, bob, cat, boss, 10**9):
                for action in [*ODD_ACTIONS, *generator.sample(legal, min(3, len(legal)))]:
                    if user_id == actor and action in legal:
                        continue
                    with pytest.raises((IllegalAction, NotAllowed)):
                        table.act(user_id, action, move)
                    refused += 1
            for wrong in (move - 1, move + 1, -1, 10**18):
                with pytest.raises(StaleMove):
                    table.act(actor, legal[0], wrong)
            assert (table.state, table.head) == before
            act_once(table, generator)
        assert refused > 100
        assert room.verify().ok


def test_a_refusal_does_not_tell_what_would_void_the_round() -> None:
    with opened(settings=PATIENT) as room:
        ann = room.guest().id
        table = seated(room, "pick-2-poker", {0: ann})
        bet_all(table)
        with pytest.raises(IllegalAction) as refusal:
            table.act(ann, Action("void", option="shuffler-fault"), 0)
        assert "face-up" not in str(refusal.value)
        assert table.state.round is not None


def test_a_step_whose_record_would_not_replay_is_refused_before_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(settings=PATIENT) as room:
        ann = room.guest().id
        table = seated(room, "pick-2-poker", {0: ann})
        head, chips = table.head, room.user(ann).chips
        with monkeypatch.context() as broken:
            factors = cycle((1, 2))

            def scaled(bet: Bet, names: Iterable[str]) -> Bet:
                factor = next(factors)
                return Bet(**{name: factor * amount for name, amount in bet.items()})

            broken.setattr(Bet, "in_order", scaled)
            with pytest.raises(HousewayError, match="differ from what the rules lead to"):
                table.bet(ann, PICK_2)
        assert (table.head, room.user(ann).chips) == (head, chips)
        table.bet(ann, PICK_2)
        assert table.state.round is not None
