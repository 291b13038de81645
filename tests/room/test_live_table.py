"""What people may do at a table, and what they are refused."""

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from support.asking import ASKING, EVERY_ASKING_GAME
from support.room_play import PATIENT, FakeTime, act_once, actor_of, bet_all, opened, play_rounds, seated

from houseway.errors import (
    BadBet,
    BadSeed,
    BadSetting,
    IllegalAction,
    LimitExceeded,
    NotAllowed,
    NotEnoughChips,
    StaleMove,
    UnknownName,
)
from houseway.games.engine.action import Action
from houseway.room import RoomSettings, TableSpec
from houseway.room.accounts import STARTING_CHIPS
from houseway.room.state import Round

CHECK = Action("check")


@pytest.mark.parametrize("slug", EVERY_ASKING_GAME)
def test_a_round_of_every_game_is_played_and_paid(slug: str) -> None:
    with opened() as room:
        ann, bob = room.guest().id, room.guest().id
        table = seated(room, slug, {3: ann, 0: bob}, bots={1: "random"})
        before = {user: room.user(user).chips for user in (ann, bob)}
        bet_all(table)
        playing = table.state.round
        assert playing is not None
        assert playing.seats == (0, 1, 3)
        generator = random.Random(5)
        while table.state.round is not None:
            act_once(table, generator)
        over = table.state.last
        assert over is not None
        for user, seat in ((ann, 3), (bob, 0)):
            on_table = table.state.stacks[seat]
            gained = room.user(user).chips + on_table - before[user]
            assert gained == over.state.result(over.seats.index(seat))
        assert table.snapshot(ann)["phase"] == "result"


def test_the_round_starts_when_everyone_has_bet_and_not_before() -> None:
    with opened() as room:
        ann, bob = room.guest().id, room.guest().id
        table = seated(room, "pick-2-poker", {0: ann, 1: bob})
        table.bet(ann, {"ante": 500, "three_five": 500})
        assert table.snapshot(ann)["phase"] == "betting"
        table.bet(bob, {"ante": 500, "three_five": 500})
        assert table.snapshot(ann)["phase"] == "playing"


def test_a_changed_bet_replaces_the_first_and_moves_only_the_difference() -> None:
    with opened() as room:
        ann, bob = room.guest().id, room.guest().id
        table = seated(room, "pick-2-poker", {0: ann, 1: bob})
        table.bet(ann, {"ante": 500, "three_five": 500, "five_card_bonus": 100})
        table.bet(ann, {"ante": 2000, "three_five": 2000})
        assert room.user(ann).chips == STARTING_CHIPS - 4000
        table.leave(ann)
        assert room.user(ann).chips == STARTING_CHIPS


def test_a_stale_or_repeated_move_is_refused() -> None:
    with opened() as room:
        ann = room.guest().id
        table = seated(room, "two-hand-holdem", {0: ann})
        bet_all(table)
        move = table.snapshot(ann)["move"]
        first = table.state.round
        assert first is not None
        action = first.prices[0][0]
        table.act(ann, action, move)
        with pytest.raises(StaleMove):
            table.act(ann, CHECK, move)
        with pytest.raises(StaleMove):
            table.act(ann, CHECK, move + 2)
        table.act(ann, CHECK, move + 1)
        with pytest.raises(StaleMove, match="No decision is open"):
            table.act(ann, CHECK, move + 1)


def test_moves_are_numbered_through_all_rounds_so_that_an_old_message_fits_no_new_round() -> None:
    with opened() as room:
        ann = room.guest().id
        table = seated(room, "two-hand-holdem", {0: ann})
        generator = random.Random(1)
        play_rounds(table, 1, generator)
        bet_all(table)
        assert table.snapshot(ann)["move"] == 2
        with pytest.raises(StaleMove):
            table.act(ann, CHECK, 0)


def test_another_persons_seat_turn_and_table_are_refused() -> None:
    with opened() as room:
        ann, bob, eve = room.guest().id, room.guest().id, room.guest().id
        table = seated(room, "pick-2-poker", {0: ann, 1: bob})
        with pytest.raises(NotAllowed, match="taken"):
            table.sit(eve, 0)
        with pytest.raises(NotAllowed, match="already"):
            table.sit(ann, 3)
        with pytest.raises(NotAllowed, match="indexes of this table run from 0 to 4"):
            table.sit(eve, 9)
        with pytest.raises(NotAllowed, match="do not have a seat"):
            table.bet(eve, {"ante": 500, "three_five": 500})
        bet_all(table)
        other = bob if actor_of(table) == ann else ann
        with pytest.raises(NotAllowed, match="not your turn"):
            table.act(other, Action("fold"), table.state.moves)
        with pytest.raises(NotAllowed, match="do not have a seat"):
            table.act(eve, Action("fold"), table.state.moves)
        with pytest.raises(UnknownName):
            room.table(99)


def test_an_illegal_action_or_bet_changes_nothing() -> None:
    with opened() as room:
        ann = room.guest().id
        table = seated(room, "two-hand-holdem", {0: ann})
        head = table.head
        for wagers in ({"ante_1": 500}, {"ante_1": 500, "ante_2": 600}, {"ante_1": -5, "ante_2": -5}, {"x": 1}, {}):
            with pytest.raises(BadBet):
                table.bet(ann, wagers)
        with pytest.raises(LimitExceeded):
            table.bet(ann, {"ante_1": 30_000, "ante_2": 30_000})
        with pytest.raises(BadSeed):
            table.bet(ann, {"ante_1": 500, "ante_2": 500}, "not hexadecimal")
        assert table.head == head
        bet_all(table)
        head = table.head
        with pytest.raises(IllegalAction, match="legal: arrange"):
            table.act(ann, Action("fold"), table.state.moves)
        assert table.head == head
        assert room.verify().ok


def test_nobody_bets_or_raises_more_than_they_hold() -> None:
    with opened() as room:
        ann, bob = room.guest().id, room.guest().id
        poor = seated(room, "two-hand-holdem", {0: ann})
        for _ in range(6):
            other = seated(room, "two-hand-holdem", {0: ann, 1: bob})
            other.bet(ann, {"ante_1": 7500, "ante_2": 7500})
        assert room.user(ann).chips == 10_000
        poor.bet(ann, {"ante_1": 4500, "ante_2": 4500})
        assert poor.state.round is not None
        poor.act(ann, poor.state.round.prices[0][0], 0)
        raises = {entry["text"]: entry["affordable"] for entry in poor.snapshot(ann)["legal_actions"]}
        assert raises == {"check": True, "raise hand-1": False, "raise hand-2": False, "raise both": False}
        with pytest.raises(NotEnoughChips):
            poor.act(ann, Action("raise", option="hand-1"), 1)
        poor.act(ann, CHECK, 1)
        assert room.verify().ok


def test_someone_who_leaves_in_a_round_is_played_for_and_gives_the_seat_up_after_it() -> None:
    with opened() as room:
        ann, bob = room.guest().id, room.guest().id
        table = seated(room, "pick-2-poker", {0: ann, 1: bob})
        bet_all(table)
        waiting = actor_of(table)
        other = ann if waiting == bob else bob
        table.leave(other)
        assert table.state.seat_of(other) is not None
        table.act(waiting, Action("fold"), table.state.moves)
        assert table.state.round is None
        assert table.state.seat_of(other) is None
        assert room.user(other).chips == STARTING_CHIPS - 1000


def test_the_clock_closes_bets_and_sits_out_who_did_not_bet() -> None:
    time = FakeTime()
    with opened(time=time, settings=RoomSettings(bet_time=20)) as room:
        ann, bob = room.guest().id, room.guest().id
        table = seated(room, "pick-2-poker", {0: ann, 1: bob})
        table.bet(ann, {"ante": 500, "three_five": 500})
        assert table.snapshot(ann)["time_left"] == 20
        time.now += 19
        assert not table.tick()
        time.now += 2
        assert table.tick()
        assert table.state.round is not None
        assert table.state.round.seats == (0,)
        assert table.snapshot(bob)["seats"][1]["sitting_out"]


@pytest.mark.slow
def test_the_clock_decides_for_nobody_what_costs_chips() -> None:
    time = FakeTime()
    with opened(time=time, settings=RoomSettings(decision_time=30, alone_time=60)) as room:
        for slug in ASKING:
            if slug == "five-card-holdout":
                continue
            ann, bob = room.guest().id, room.guest().id
            table = seated(room, slug, {0: ann, 1: bob})
            bet_all(table)
            chips = room.user(ann).chips
            while table.state.round is not None:
                staked = table.state.round.staked
                time.now += 31
                assert table.tick()
                after = table.state.round
                assert after is None or after.staked == staked
            over = table.state.last
            assert over is not None
            returned = sum(entry.returned for entry in over.state.settlements if entry.seat == 0)
            assert room.user(ann).chips == chips + returned


def test_someone_alone_with_automatic_players_has_long() -> None:
    time = FakeTime()
    with opened(time=time, settings=RoomSettings(decision_time=30, alone_time=600)) as room:
        table = seated(room, "pick-2-poker", {0: room.guest().id}, bots={1: "five-only", 2: "random"})
        bet_all(table)
        time.now += 31
        assert not table.tick()
        time.now += 600
        assert table.tick()


TIMES = RoomSettings(decision_time=30, alone_time=600, time_bank=20, away_time=5)


def test_someone_alone_who_is_idle_keeps_a_newcomer_waiting_no_longer_than_anybody_else() -> None:
    time = FakeTime()
    with opened(time=time, settings=TIMES) as room:
        ann, bob = room.guest().id, room.guest().id
        table = seated(room, "five-card-holdout", {0: ann}, seats=3, bots={1: "caller"})
        bet_all(table)
        assert table.snapshot(ann)["actor"] == 0
        time.now += 100
        assert table.snapshot(ann)["time_left"] == 500
        table.sit(bob, 2)
        assert table.snapshot(bob)["time_left"] == 30
        time.now += 31
        assert not table.tick(), "the time bank is used first"
        shown = table.snapshot(bob)
        assert (shown["time_left"], shown["on_time_bank"]) == (20, True)
        time.now += 21
        waited = 0
        while table.state.round is not None:
            assert table.tick()
            assert table.snapshot(bob)["seats"][0]["sitting_out"]
            assert table.state.round is None or table.snapshot(bob)["time_left"] == 5, "no more than this from now on"
            time.now += 5
            waited += 5
        assert waited <= 60
        table.bet(bob, {"stack": 5000})
        assert table.state.round is not None, "the next hand starts without whoever sat out"
        assert table.state.round.seats == (1, 2)


def test_a_newcomer_who_leaves_again_gives_the_long_time_back() -> None:
    time = FakeTime()
    with opened(time=time, settings=TIMES) as room:
        ann, bob = room.guest().id, room.guest().id
        table = seated(room, "pick-2-poker", {0: ann}, seats=3)
        bet_all(table)
        time.now += 10
        table.sit(bob, 1)
        assert table.snapshot(ann)["time_left"] == 30
        time.now += 5
        table.sit_out(bob)
        assert table.snapshot(ann)["time_left"] == 585
        table.sit_out(bob, False)
        assert table.snapshot(ann)["time_left"] == 30
        table.leave(bob)
        assert table.snapshot(ann)["time_left"] == 585


def test_a_newcomer_never_gives_an_open_decision_more_time_than_it_had() -> None:
    time = FakeTime()
    with opened(time=time, settings=TIMES) as room:
        table = seated(room, "pick-2-poker", {0: room.guest().id}, seats=3)
        bet_all(table)
        time.now += 590
        table.sit(room.guest().id, 1)
        assert table.snapshot(None)["time_left"] == 10
        time.now += 11
        assert table.tick()


def test_automatic_players_move_one_at_a_time_where_a_delay_is_set() -> None:
    time = FakeTime()
    settings = replace(PATIENT, bot_delay=2.0)
    with opened(time=time, settings=settings) as room:
        table = seated(room, "pick-2-poker", {2: room.guest().id}, bots={0: "five-only", 1: "five-only"})
        bet_all(table)
        for seat in (0, 1):
            assert table.snapshot(None)["actor"] == seat
            assert not table.tick()
            time.now += 2
            assert table.tick()
        assert table.snapshot(None)["actor"] == 2


def test_an_idle_table_is_closed_and_every_chip_goes_back() -> None:
    time = FakeTime()
    with opened(time=time, settings=RoomSettings(idle_close=100)) as room:
        ann = room.guest().id
        table = seated(room, "five-card-holdout", {0: ann}, seats=2)
        table.bet(ann, {"stack": 5000})
        assert room.user(ann).chips == STARTING_CHIPS - 5000
        time.now += 101
        room.tick()
        assert table.snapshot(ann)["phase"] == "closed"
        assert room.user(ann).chips == STARTING_CHIPS
        assert room.tables() == []
        with pytest.raises(NotAllowed, match="closed"):
            table.sit(ann, 0)
        assert room.table(table.id).snapshot(ann)["phase"] == "closed"
        assert room.verify().ok


def test_listeners_hear_of_a_change_after_it_is_written_and_can_leave() -> None:
    with opened() as room:
        ann = room.guest().id
        table = seated(room, "pick-2-poker", {0: ann})
        heard: list[int] = []
        stop = room.subscribe(table.id, heard.append)
        bet_all(table)
        assert heard == sorted(heard)
        assert heard[-1] == table.head.length
        stop()
        before = len(heard)
        table.act(ann, Action("fold"), 0)
        assert len(heard) == before


def test_limits_and_closing_are_the_operators() -> None:
    with opened() as room:
        ann = room.guest().id
        operator = room.register("Olga", "correct horse").id
        table = seated(room, "pick-2-poker", {0: ann})
        with pytest.raises(NotAllowed):
            table.set_limits(ann, 1000, 5000)
        room.make_operator("olga")
        for least, largest in ((-1, None), (5000, 1000), (True, 5), (0, "x")):
            with pytest.raises(BadSetting, match="limits"):
                table.set_limits(operator, least, largest)  # type: ignore[arg-type]
        table.set_limits(operator, 1000, 5000)
        for amount in (999, 5001):
            with pytest.raises(BadSetting, match=r"this table takes \$10 to \$50"):
                table.bet(ann, {"ante": amount, "three_five": 1000})
        assert table.snapshot(ann)["table"]["limits"] == {"least_wager": 1000, "largest_wager": 5000}
        table.bet(ann, {"ante": 1000, "three_five": 1000})
        with pytest.raises(NotAllowed, match=r"A round is in progress. Close the table after it"):
            table.close(operator)
        table.act(ann, Action("fold"), 0)
        table.close(operator)
        assert room.verify().ok


@pytest.mark.parametrize(
    "spec",
    [
        TableSpec("pick-3-poker"),
        TableSpec("pick-2-poker", seats=99),
        TableSpec("pick-2-poker", seats=2, bots={2: "random"}),
        TableSpec("pick-2-poker", bots={0: "cheater"}),
        TableSpec("pick-2-poker", readings={"P2-R99": "x"}),
        TableSpec("pick-2-poker", paytable="/etc/passwd"),
        TableSpec("pick-2-poker", paytable="table.toml"),
        TableSpec("pick-2-poker", paytable={"three": {"flush": "many"}}),
        TableSpec("pick-2-poker", jurisdiction="atlantis"),
        TableSpec("pick-2-poker", options={"deck": "As"}),
        TableSpec("pick-2-poker", options={"colour": "green"}),
        TableSpec("five-card-holdout", options={"big_blind": "much"}),
        TableSpec("pick-2-poker", paytable={"name": "x" * 70_000}),
    ],
    ids=lambda spec: str(spec)[:60],
)
def test_a_table_that_cannot_be_is_not_opened(spec: TableSpec) -> None:
    with opened() as room:
        ann = room.guest().id
        with pytest.raises((UnknownName, BadSetting, BadBet, ValueError)) as refused:
            room.open_table(spec, by=ann)
        assert type(refused.value).__module__ == "houseway.errors"
        assert room.tables() == []
        assert room.verify().ok


def test_a_table_keeps_its_own_pay_table_and_readings() -> None:
    with opened() as room:
        ann = room.guest().id
        pay = {"base": "4", "bonus": {"royal flush": 1000, "straight flush": 100, "four of a kind": 10}}
        spec = TableSpec("fast-action-holdem", paytable=pay, readings={"FA-R2": "no-bonus-only"})
        facts = room.table(room.open_table(spec, by=ann)).snapshot(None)["table"]
        assert facts["paytable"]["bonus"] == {"royal flush": "1000", "straight flush": "100", "four of a kind": "10"}
        assert facts["readings"]["FA-R2"] == "no-bonus-only"
        assert any("FA-R2" in text for text in facts["modifications"])


@pytest.mark.slow
@pytest.mark.parametrize("slug", EVERY_ASKING_GAME)
def test_hidden_cards_are_in_no_snapshot_of_anyone_who_may_not_see_them(slug: str) -> None:
    generator = random.Random(8)
    with opened() as room:
        people = {0: room.guest().id, 2: room.guest().id, 3: room.guest().id}
        table = seated(room, slug, people, bots={1: "random"})
        for _ in range(3):
            bet_all(table)
            while (playing := table.state.round) is not None:
                for seat in (None, *people):
                    viewer = None if seat is None else people[seat]
                    check_hides(table.snapshot(viewer), playing, seat)
                act_once(table, generator)


def check_hides(snapshot: dict[str, Any], playing: Round, seat: int | None) -> None:
    """No card that this viewer may not see is anywhere in the text, except where the same card is in sight too."""
    place = playing.place_of(seat)
    seen = {card for pile in snapshot["piles"] for card in pile["cards"]} - {"??"}
    hidden = {
        text
        for pile in playing.state.piles()
        if pile.seen_by is not None and place not in pile.seen_by
        for text in str(pile).rpartition(": ")[2].split()
    }
    text = json.dumps(snapshot["events"]) + json.dumps(snapshot["piles"]) + json.dumps(snapshot["legal_actions"])
    for card in hidden - seen:
        assert f'"{card}"' not in text
        assert f" {card} " not in text
        assert f'"{card} ' not in text
    assert snapshot["round"]["server_seed"] is None


def test_the_export_of_a_table_tells_nothing_of_the_round_that_is_on() -> None:
    with opened() as room:
        ann = room.guest().id
        table = seated(room, "double-draw-poker", {0: ann}, bots={1: "random"})
        play_rounds(table, 1, random.Random(2))
        bet_all(table)
        kinds = [json.loads(line)["record"]["kind"] for line in table.export().splitlines()]
        assert kinds.count("started") == 1
        assert kinds[-1] == "bet"
        assert len(table.history()) == 1
        with pytest.raises(UnknownName):
            table.proof(2)


@pytest.mark.slow
@pytest.mark.parametrize("slug", EVERY_ASKING_GAME)
def test_a_decision_is_offered_at_the_price_that_taking_it_has(slug: str) -> None:
    """Prices are found for one choice of each sort: here for every choice, by the wagers before and after."""
    generator = random.Random(5)
    tried = 0
    with opened() as room:
        table = seated(room, slug, {0: room.guest().id, 2: room.guest().id})
        for _ in range(5):
            bet_all(table)
            while (playing := table.state.round) is not None:
                place = playing.state.actor
                assert isinstance(place, int)
                before = sum(dict(playing.state.wagers()[place]).values())
                for action, price in playing.prices:
                    assert sum(dict(playing.state.apply(action).wagers()[place]).values()) - before == price
                    tried += 1
                act_once(table, generator)
    assert tried >= 20
