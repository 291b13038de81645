"""A player-against-player table: stacks, the button, sitting out, the time bank, the rake."""

import random

import pytest
from support.room_play import FakeTime, act_once, actor_of, bet_all, opened, seated

from houseway.errors import BadBet, BadSetting
from houseway.games.engine.action import Action
from houseway.room import LiveTable, Room, RoomSettings, TableSpec
from houseway.room.accounts import STARTING_CHIPS
from houseway.room.store import read_ledger

SLUG = "five-card-holdout"


def balance(room: Room, account: str) -> int:
    with room.database.read() as connection:
        rows = read_ledger(connection, None, 0)["accounts"]
    return next(int(row["balance"]) for row in rows if row["name"] == account)


def check_down(table: LiveTable) -> None:
    """Everyone stays in for the least to the end, and holds all cards."""
    while (playing := table.state.round) is not None:
        actions = {action.kind: action for action, _ in playing.prices}
        choice = next(actions[kind] for kind in ("check", "call", "discard") if kind in actions)
        table.act(actor_of(table), Action("discard") if choice.kind == "discard" else choice, table.state.moves)


@pytest.mark.slow
def test_FCH_1_the_button_moves_to_the_next_seat_that_plays() -> None:
    with opened() as room:
        people = {seat: room.guest().id for seat in (1, 3, 6)}
        table = seated(room, SLUG, people, seats=8)
        buttons = []
        for _ in range(4):
            bet_all(table)
            buttons.append(table.snapshot(None)["betting"]["button"])
            check_down(table)
        assert buttons == [1, 3, 6, 1]


def test_stacks_stay_on_the_table_between_hands_and_go_home_with_their_player() -> None:
    with opened() as room:
        ann, bob = room.guest().id, room.guest().id
        table = seated(room, SLUG, {0: ann, 1: bob}, seats=2)
        bet_all(table)
        assert room.user(ann).chips == STARTING_CHIPS - 20_000
        check_down(table)
        stacks = table.state.stacks
        assert stacks != (20_000, 20_000)
        bet_all(table)
        playing = table.state.round
        assert playing is not None
        assert tuple(bet["stack"] for bet in playing.bets) == stacks
        check_down(table)
        left = table.state.stacks[0]
        table.leave(ann)
        assert room.user(ann).chips == STARTING_CHIPS - 20_000 + left
        assert table.state.stacks[0] == 0


def test_FCH_R7_the_rake_of_a_hand_that_saw_the_flop_is_the_houses_and_the_rest_the_players() -> None:
    with opened() as room:
        ann, bob = room.guest().id, room.guest().id
        table = seated(room, SLUG, {0: ann, 1: bob}, seats=2, readings={"FCH-R7": "rake"})
        bet_all(table)
        check_down(table)
        pot = 2 * 200
        rake = pot * 5 // 100
        assert balance(room, f"house:{table.id}") == rake
        assert sum(table.state.stacks) == 40_000 - rake
        assert balance(room, f"stakes:{table.id}") == 0


def test_chips_are_added_between_hands_never_taken_off() -> None:
    with opened() as room:
        ann, bob = room.guest().id, room.guest().id
        table = seated(room, SLUG, {0: ann, 1: bob}, seats=2)
        with pytest.raises(BadBet, match="at least 10 big blinds"):
            table.bet(ann, {"stack": 1999})
        with pytest.raises(BadBet):
            table.bet(ann, {})
        table.bet(ann, {"stack": 5000})
        table.bet(ann, {"stack": 9000})
        assert room.user(ann).chips == STARTING_CHIPS - 9000
        with pytest.raises(BadBet, match="stays on the table until you leave"):
            table.bet(ann, {"stack": 8000})


def test_the_time_bank_is_used_up_once_and_then_the_hand_is_given_up() -> None:
    time = FakeTime()
    with opened(time=time, settings=RoomSettings(decision_time=10, time_bank=30)) as room:
        people = {seat: room.guest().id for seat in range(3)}
        table = seated(room, SLUG, people, seats=3)
        bet_all(table)
        first = actor_of(table)
        seat = table.state.seat_of(first)
        assert seat is not None
        heard: list[int] = []
        room.subscribe(table.id, heard.append)
        assert not table.snapshot(first)["on_time_bank"]
        time.now += 11
        assert not table.tick()
        assert table.snapshot(first)["on_time_bank"]
        assert heard == [table.head.length]
        assert table.snapshot(first)["time_left"] == 30
        time.now += 12
        table.act(first, Action("call"), table.state.moves)
        assert table.snapshot(first)["seats"][seat]["time_bank"] == 18
        assert not table.snapshot(first)["on_time_bank"]
        second = actor_of(table)
        time.now += 11
        assert not table.tick()
        time.now += 31
        assert table.tick()
        facts = table.snapshot(second)["seats"][table.state.own_seat(second)]
        assert facts["sitting_out"]
        assert facts["time_bank"] == 0
        assert table.state.round is not None
        assert "folds" in [event.text.split()[-1] for event in table.state.round.state.events]


def test_a_table_does_not_move_to_another_process_while_a_time_bank_is_used() -> None:
    time, given = FakeTime(), list[float | None]()
    with opened(time=time, settings=RoomSettings(decision_time=10, time_bank=30)) as room:
        table = seated(room, SLUG, {seat: room.guest().id for seat in range(2)}, seats=2)
        bet_all(table)
        table._epoch = 1
        time.now += 11
        table.tick()
        assert not table.hand_over(lambda epoch, left: given.append(left), in_a_round=True)
        assert (table.is_lost, given) == (False, [])
        assert table.hand_over(lambda epoch, left: given.append(left)), "a process that ends hands it over all the same"
        assert given == [30]


def test_someone_who_sits_out_is_not_waited_for_and_comes_back_with_a_bet() -> None:
    with opened() as room:
        people = {seat: room.guest().id for seat in range(3)}
        table = seated(room, SLUG, people, seats=3)
        table.bet(people[2], {"stack": 20_000})
        table.sit_out(people[2])
        table.bet(people[0], {"stack": 20_000})
        table.bet(people[1], {"stack": 20_000})
        assert table.state.round is not None
        assert table.state.round.seats == (0, 1)
        check_down(table)
        table.bet(people[2], {})
        assert not table.state.at(2).sitting_out
        table.bet(people[0], {})
        table.bet(people[1], {})
        assert [seat["seat"] for seat in table.snapshot(None)["seats"] if seat["bet"]] == [0, 1, 2]


def test_nobody_plays_alone() -> None:
    with opened() as room:
        table = seated(room, SLUG, {0: room.guest().id}, seats=4)
        bet_all(table)
        assert table.state.round is None


@pytest.mark.slow
def test_automatic_players_buy_in_and_buy_again() -> None:
    generator = random.Random(3)
    with opened() as room:
        ann = room.guest().id
        table = seated(room, SLUG, {0: ann}, seats=3, bots={1: "aggressive", 2: "random"})
        for _ in range(25):
            if not table.state.stacks[0] and room.user(ann).chips < 20_000:
                room.rebuy(ann)
            bet_all(table)
            while table.state.round is not None:
                act_once(table, generator)
        assert all(stack >= 0 for stack in table.state.stacks)
        assert room.verify().ok


@pytest.mark.parametrize("percent", ["1/0", "0/5", "1/2/3", "٣/4", "", 0.05])
def test_FCH_R7_a_rake_that_is_no_fraction_above_zero_is_refused(percent: object) -> None:
    with opened() as room:
        ann = room.guest().id
        with pytest.raises(BadSetting, match="rake: expected a percentage above 0"):
            room.open_table(TableSpec("five-card-holdout", options={"rake_percent": percent}), by=ann)
        assert room.open_table(TableSpec("five-card-holdout", options={"rake_percent": "5/2"}), by=ann) == 1
