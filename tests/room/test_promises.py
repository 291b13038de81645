"""From the last bet to the first card: what is promised is revealed by all, and shown by none before."""

import json
from typing import Any

import pytest
from support.asking import EVERY_ASKING_GAME
from support.room_play import CONTRIBUTION, WAGERS, FakeTime, opened, promise_all, promise_of, seated, user_at

from houseway.errors import BadSeed, IllegalAction, NotAllowed, StaleMove
from houseway.games.engine.action import Action
from houseway.room import LiveTable, Room, RoomSettings
from houseway.room.accounts import STARTING_CHIPS
from houseway.room.steps import ROUNDS_OUT

PICK_2 = "pick-2-poker"
BET = WAGERS[PICK_2]
SETTINGS = RoomSettings(reveal_time=5.0)


def kinds(table: LiveTable, number: int | None = None) -> list[str]:
    """The kinds of all records, or of those of one round, also of a round that is on."""
    with table._database.read() as connection:
        found = connection.exec_driver_sql(
            f"SELECT kind, number FROM records WHERE chain_id = {table.id} ORDER BY seq"
        ).all()
    return [kind for kind, of in found if number is None or of == number]


def of_kind(table: LiveTable, kind: str) -> list[dict[str, Any]]:
    records = [json.loads(line)["record"] for line in table.export().splitlines()]
    return [record["data"] for record in records if record["kind"] == kind]


def three(room: Room, slug: str = PICK_2) -> tuple[LiveTable, list[int]]:
    people = [room.guest().id for _ in range(3)]
    return seated(room, slug, dict(zip((0, 2, 3), people, strict=True))), people


def time_is_up(table: LiveTable, time: FakeTime) -> None:
    time.now += SETTINGS.reveal_time + 1
    assert table.tick()


@pytest.mark.parametrize("slug", EVERY_ASKING_GAME)
def test_bets_are_closed_then_all_reveal_then_the_round_starts(slug: str) -> None:
    with opened() as room:
        table, people = three(room, slug)
        promise_all(table)
        assert {table.snapshot(viewer)["phase"] for viewer in (None, *people)} == {"revealing"}
        assert table.info.phase == "revealing"
        for place, user in enumerate(people):
            assert table.state.round is None
            table.reveal(user, CONTRIBUTION)
            assert len(table.state.unrevealed) == 2 - place
        assert table.state.round is not None
        assert table.snapshot(None)["round"]["contributions"] == dict.fromkeys("023", CONTRIBUTION)
        assert kinds(table, 1) == ["committed", *["bet"] * 3, "no more bets", *["revealed"] * 3, "started"]
        assert room.verify().ok


def test_nothing_that_was_revealed_is_shown_before_all_is() -> None:
    with opened() as room:
        table, people = three(room)
        promise_all(table)
        table.reveal(people[0], CONTRIBUTION)
        table.reveal(people[2], CONTRIBUTION)
        shown = [json.dumps(table.snapshot(viewer)) for viewer in (None, *people)] + [table.export()]
        assert not any(CONTRIBUTION in text for text in shown)
        seats = table.snapshot(None)["seats"]
        assert [seat["reveals"] for seat in seats] == [False, False, True, False, False]
        table.reveal(people[1], CONTRIBUTION)
        assert CONTRIBUTION in json.dumps(table.snapshot(None))
        assert CONTRIBUTION not in table.export()


def test_every_browser_sees_the_promises_of_all_seats_before_it_reveals() -> None:
    """So it can tell afterwards whether anyone's was exchanged, or a seat was added."""
    with opened() as room:
        ann, bob = room.guest().id, room.guest().id
        table = seated(room, PICK_2, {0: ann, 3: bob}, bots={1: "random"})
        table.bet(ann, BET, promise_of(table, 0))
        assert table.snapshot(bob)["round"]["promises"] == {"0": promise_of(table, 0)}
        table.bet(bob, BET)
        seen = table.snapshot(ann)["round"]["promises"]
        assert seen == {"0": promise_of(table, 0), "1": "", "3": ""}
        table.reveal(ann, CONTRIBUTION)
        assert table.snapshot(ann)["round"]["promises"] == seen


def test_a_wrong_contribution_is_refused_and_changes_nothing() -> None:
    with opened() as room:
        table, people = three(room)
        with pytest.raises(StaleMove, match="no player seed to reveal now"):
            table.reveal(people[0], CONTRIBUTION)
        promise_all(table)
        head = table.head
        with pytest.raises(IllegalAction, match="does not match the commitment of seat 1"):
            table.reveal(people[0], "11" * 32)
        with pytest.raises(BadSeed):
            table.reveal(people[0], "00ff")
        assert table.head == head
        table.reveal(people[0], CONTRIBUTION)
        head = table.head
        table.reveal(people[0], CONTRIBUTION)
        assert table.head == head, "the same once more is no error, and no record"
        with pytest.raises(StaleMove):
            table.reveal(people[0], "11" * 32)


def test_the_promise_of_another_seat_cannot_be_kept() -> None:
    with opened() as room:
        ann, bob = room.guest().id, room.guest().id
        table = seated(room, PICK_2, {0: ann, 1: bob})
        table.bet(ann, BET, promise_of(table, 0))
        table.bet(bob, BET, promise_of(table, 0))
        table.reveal(ann, CONTRIBUTION)
        with pytest.raises(IllegalAction):
            table.reveal(bob, CONTRIBUTION)


def test_once_bets_are_closed_none_is_made_changed_or_taken_back() -> None:
    with opened() as room:
        table, people = three(room)
        late = room.guest().id
        operator = room.register("Olga", "correct horse").id
        room.make_operator("Olga")
        promise_all(table)
        chips = [room.user(user).chips for user in people]
        table.sit(late, 4)
        for user in (people[0], late):
            with pytest.raises(StaleMove, match="Bets are closed"):
                table.bet(user, BET)
        with pytest.raises(NotAllowed, match=r"A round is in progress. Close the table after it"):
            table.close(operator)
        table.sit_out(people[0])
        table.leave(people[1])
        assert [room.user(user).chips for user in people] == chips
        assert table.state.seat_of(people[1]) == 2
        for user in people:
            table.reveal(user, CONTRIBUTION)
        assert table.state.round is not None
        assert table.state.round.seats == (0, 2, 3)
        table.leave(late)
        assert room.verify().ok


def test_a_seat_that_withholds_has_its_bet_back_and_the_others_play() -> None:
    time = FakeTime()
    with opened(time=time, settings=SETTINGS) as room:
        table, people = three(room)
        promise_all(table)
        table.reveal(people[0], CONTRIBUTION)
        table.reveal(people[2], CONTRIBUTION)
        time_is_up(table, time)
        assert room.user(people[1]).chips == STARTING_CHIPS
        playing = table.state.round
        assert playing is not None
        assert playing.seats == (0, 3)
        assert dict(playing.contributions) == {0: CONTRIBUTION, 3: CONTRIBUTION}
        name = room.user(people[1]).name
        assert table.snapshot(None)["round"]["withheld"] == {"2": name}
        seat = table.snapshot(None)["seats"][2]
        assert (seat["sitting_out"], seat["barred_until"]) == (True, 2 + ROUNDS_OUT)
        while table.state.round is not None:
            user = user_at(table, table.state.round.actor or 0)
            table.act(user, table.state.round.default_action, table.state.moves)
        assert table.proof(1)["withheld"] == {"2": name}
        assert set(table.proof(1)["promises"]) == {"0", "2", "3"}
        (withheld,) = of_kind(table, "withheld")
        assert withheld == {"number": 1, "seat": 2, "user": people[1], "name": name, "until": 2 + ROUNDS_OUT}
        assert room.verify().ok


def test_who_withheld_does_not_play_for_some_rounds_here_while_others_do() -> None:
    time = FakeTime()
    with opened(time=time, settings=SETTINGS) as room:
        ann, bob = room.guest().id, room.guest().id
        table = seated(room, PICK_2, {0: ann, 1: bob})
        promise_all(table)
        table.reveal(ann, CONTRIBUTION)
        time_is_up(table, time)
        for number in range(2, 2 + ROUNDS_OUT):
            fold(table, ann)
            assert table.state.number == number
            with pytest.raises(NotAllowed, match=f"again from round {2 + ROUNDS_OUT}"):
                table.bet(bob, BET)
            table.leave(bob)
            table.sit(bob, 2 if number % 2 else 1)
            table.bet(ann, BET)
            assert table.state.round is not None, "nobody waits for who may not bet"
        fold(table, ann)
        table.bet(bob, BET)
        assert not table.state.barred
        assert room.verify().ok


def fold(table: LiveTable, user: int) -> None:
    assert table.state.round is not None
    action = next(action for action, _ in table.state.round.prices if action.kind == "fold")
    table.act(user, action, table.state.moves)


def test_someone_alone_who_withheld_may_play_on() -> None:
    time = FakeTime()
    with opened(time=time, settings=SETTINGS) as room:
        ann = room.guest().id
        table = seated(room, PICK_2, {0: ann}, bots={1: "random"})
        promise_all(table)
        time_is_up(table, time)
        assert room.user(ann).chips == STARTING_CHIPS
        retired = table.snapshot(ann)["retired"]
        assert retired == {
            "number": 1,
            "reason": "too few players are left",
            "withheld": {"0": room.user(ann).name},
        }
        assert kinds(table)[-3:] == ["withheld", "retired", "committed"]
        table.bet(ann, BET)
        assert table.state.round is not None
        assert room.verify().ok


def test_if_several_withhold_nobody_plays_that_deck() -> None:
    """Else a coalition of several seats could choose among as many decks as it has subsets."""
    time = FakeTime()
    with opened(time=time, settings=SETTINGS) as room:
        table, people = three(room)
        promise_all(table)
        table.reveal(people[0], CONTRIBUTION)
        time_is_up(table, time)
        assert table.state.round is None
        assert [room.user(user).chips for user in people] == [STARTING_CHIPS] * 3
        assert table.state.number == 2
        (retired,) = of_kind(table, "retired")
        assert retired["reason"] == "more than one seat did not reveal"
        assert len(of_kind(table, "withheld")) == 2
        assert table.state.barred == {people[1]: 2 + ROUNDS_OUT, people[2]: 2 + ROUNDS_OUT}
        assert table.state.awaited == (0,)
        assert room.verify().ok


def test_where_all_have_withheld_nobody_waits_for_rounds_that_nobody_may_play() -> None:
    """As after a break of the line between the server and everyone."""
    time = FakeTime()
    with opened(time=time, settings=SETTINGS) as room:
        ann, bob, carl = (room.guest().id for _ in range(3))
        table = seated(room, PICK_2, {0: ann, 1: bob})
        promise_all(table)
        time_is_up(table, time)
        table.sit_out(bob, False)
        table.bet(ann, BET)
        table.bet(bob, BET)
        assert table.state.round is not None
        assert table.state.round.seats == (0, 1)
        for user in (ann, bob):
            fold(table, user)
        table.sit(carl, 2)
        with pytest.raises(NotAllowed, match="did not reveal"):
            table.bet(ann, BET)
        assert room.verify().ok


def test_who_leaves_and_withholds_is_gone_at_once() -> None:
    time = FakeTime()
    with opened(time=time, settings=SETTINGS) as room:
        table, people = three(room)
        promise_all(table)
        table.reveal(people[0], CONTRIBUTION)
        table.reveal(people[2], CONTRIBUTION)
        table.leave(people[1])
        time_is_up(table, time)
        assert table.state.round is not None
        assert table.state.seat_of(people[1]) is None
        assert room.user(people[1]).chips == STARTING_CHIPS
        assert room.verify().ok


def test_holdout_with_one_player_left_is_not_played_and_stacks_stay() -> None:
    time = FakeTime()
    with opened(time=time, settings=SETTINGS) as room:
        ann, bob = room.guest().id, room.guest().id
        table = seated(room, "five-card-holdout", {0: ann, 1: bob})
        promise_all(table)
        table.reveal(ann, CONTRIBUTION)
        time_is_up(table, time)
        assert table.state.stacks[:2] == (20_000, 20_000)
        assert table.state.button is None
        assert not table.state.bets
        assert table.snapshot(ann)["retired"]["reason"] == "too few players are left"
        assert room.verify().ok


def test_without_promises_the_round_starts_at_once() -> None:
    with opened() as room:
        ann, bob = room.guest().id, room.guest().id
        table = seated(room, PICK_2, {0: ann, 1: bob}, bots={2: "random"})
        table.bet(ann, BET)
        table.bet(bob, BET)
        assert table.state.round is not None
        assert kinds(table, 1) == ["committed", "bet", "bet", "started"]
        assert room.verify().ok


def test_bets_are_closed_and_revealed_too_when_the_time_to_bet_is_up() -> None:
    time = FakeTime()
    with opened(time=time, settings=SETTINGS) as room:
        table, people = three(room)
        table.bet(people[0], BET, promise_of(table, 0))
        time.now += SETTINGS.bet_time + 1
        table.tick()
        assert table.snapshot(None)["phase"] == "revealing"
        assert table.snapshot(None)["time_left"] == SETTINGS.reveal_time
        table.reveal(people[0], CONTRIBUTION)
        assert table.state.round is not None


def test_a_bet_that_comes_after_its_round_is_refused_and_nobody_counts_as_withholding() -> None:
    with opened() as room:
        ann, bob = room.guest().id, room.guest().id
        table = seated(room, PICK_2, {0: ann, 1: bob})
        table.sit_out(bob)
        late, number = promise_of(table, 1), table.state.number
        table.bet(ann, BET)
        table.act(ann, Action("fold"), table.state.moves)
        chips = room.user(bob).chips
        with pytest.raises(StaleMove, match=f"Round {number + 1} is open for bets; got a bet on round {number}"):
            table.bet(bob, BET, late, number)
        assert (table.state.bets, room.user(bob).chips) == ({}, chips)
        table.bet(bob, BET, promise_of(table, 1), number + 1)
        table.bet(ann, BET, promise_of(table, 0), number + 1)
        for user in (ann, bob):
            table.reveal(user, CONTRIBUTION)
        assert table.state.round is not None
