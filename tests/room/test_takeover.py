"""A server that takes a table over uses no seed that it did not draw itself, unless a round is on."""

import random
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from support.postgres import empty_schema, needs_postgres
from support.room_play import (
    CONTRIBUTION,
    PATIENT,
    WAGERS,
    FakeTime,
    act_once,
    bet_all,
    database_file,
    opened,
    play_rounds,
    promise_all,
    promise_of,
    seated,
    seed_at,
    user_at,
)

from houseway.room import LiveTable, Room, models, opening
from houseway.room.accounts import STARTING_CHIPS
from houseway.room.audit import verify_database
from houseway.room.database import Database
from houseway.room.log import Link
from houseway.room.opening import load
from houseway.room.steps import TAKEN_OVER
from houseway.room.store import append

PICK_2 = "pick-2-poker"
BET = WAGERS[PICK_2]


def last_records(table: LiveTable, count: int) -> list[str]:
    with table._database.read() as connection:
        found = connection.exec_driver_sql(
            f"SELECT kind FROM records WHERE chain_id = {table.id} ORDER BY seq DESC LIMIT {count}"
        )
        return [kind for (kind,) in found][::-1]


def check_open_commitments_are_retired(url: str) -> None:
    with opened(url) as room:
        ann, bob = room.guest().id, room.guest().id
        table = seated(room, PICK_2, {0: ann, 1: bob})
        play_rounds(table, 1, random.Random(1))
        left = {user: room.user(user).chips for user in (ann, bob)}
        table.bet(ann, BET, promise_of(table, 0))
        before, secret = table.state, seed_at(table)
    with opened(url) as room:
        again = room.table(table.id)
        assert again.state.number == before.number + 1
        assert again.state.commitment != before.commitment
        assert not again.state.bets
        assert {user: room.user(user).chips for user in (ann, bob)} == left
        assert last_records(again, 2) == ["retired", "committed"]
        assert secret.hex in again.export()
        shown = again.snapshot(ann)
        assert shown["retired"] == {"number": before.number, "reason": TAKEN_OVER, "withheld": {}}
        assert shown["phase"] == "result", "the finished round is still in view"
        assert room.verify().ok
        play_rounds(again, 1, random.Random(2))
        assert again.snapshot(ann)["retired"] is None
        assert room.verify().ok


def test_open_commitments_are_retired_and_bets_go_back(tmp_path: Path) -> None:
    check_open_commitments_are_retired(database_file(tmp_path))


@needs_postgres
def test_open_commitments_are_retired_on_postgresql() -> None:
    with empty_schema() as url:
        check_open_commitments_are_retired(url)


def test_stacks_of_holdout_stay_and_everyone_is_asked_again(tmp_path: Path) -> None:
    with opened(database_file(tmp_path)) as room:
        ann, bob = room.guest().id, room.guest().id
        table = seated(room, "five-card-holdout", {0: ann, 1: bob})
        table.bet(ann, {"stack": 20_000}, promise_of(table, 0))
    with opened(database_file(tmp_path)) as room:
        again = room.table(table.id)
        assert again.state.stacks[0] == 20_000
        assert not again.state.bets
        bet_all(again)
        assert again.state.round is not None
        assert room.verify().ok


def test_what_is_promised_is_still_awaited_after_a_restart(tmp_path: Path) -> None:
    """Bets are closed: to draw another seed now would let the house choose between two decks."""
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        ann, bob = room.guest().id, room.guest().id
        table = seated(room, PICK_2, {0: ann, 1: bob})
        promise_all(table)
        table.reveal(ann, CONTRIBUTION)
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        again = room.table(table.id)
        assert again.state == table.state
        assert again.head == table.head
        again.reveal(bob, CONTRIBUTION)
        playing = again.state.round
        assert playing is not None
        assert dict(playing.contributions) == {0: CONTRIBUTION, 1: CONTRIBUTION}
        assert room.verify().ok


def test_browsers_have_time_to_find_the_server_again_before_anyone_counts_as_withholding(tmp_path: Path) -> None:
    time = FakeTime()
    with opened(database_file(tmp_path), time=time) as room:
        table = seated(room, PICK_2, {0: room.guest().id, 1: room.guest().id})
        promise_all(table)
        assert table.snapshot(None)["time_left"] == room.settings.reveal_time
    with opened(database_file(tmp_path), time=time) as room:
        assert room.table(table.id).snapshot(None)["time_left"] == room.settings.bet_time


def test_a_round_goes_on_and_a_closed_table_stays_closed(tmp_path: Path) -> None:
    with opened(database_file(tmp_path)) as room:
        ann = room.guest().id
        playing, closed = seated(room, PICK_2, {0: ann}), seated(room, PICK_2, {0: ann})
        bet_all(playing)
        closed.close(ann)
    with opened(database_file(tmp_path)) as room:
        assert room.table(playing.id).head == playing.head
        assert room.table(closed.id).head == closed.head
        while room.table(playing.id).state.round is not None:
            act_once(room.table(playing.id), random.Random(3))


def test_nothing_is_retired_by_who_only_reads(tmp_path: Path) -> None:
    with opened(database_file(tmp_path)) as room:
        table = seated(room, PICK_2, {0: room.guest().id})
    database = Database(database_file(tmp_path))
    assert verify_database(database).ok
    with database.read() as connection:
        assert load(connection, table.id).head == table.head
    database.close()


def test_takeovers_one_after_the_other_leave_a_short_way_back(tmp_path: Path) -> None:
    """Each of many restarts reads a few records, and a table rebuilt from them is the same as the live one."""
    with opened(database_file(tmp_path)) as room:
        ann = room.guest().id
        table_id = seated(room, PICK_2, {0: ann}).id
        play_rounds(room.table(table_id), 1, random.Random(4))
    for _ in range(4):
        with opened(database_file(tmp_path)) as room:
            table = room.table(table_id)
            with room.database.read() as connection:
                assert load(connection, table_id).state == table.state
    assert table.state.last is None
    assert table.state.number == 6


def test_a_server_that_is_stopped_while_it_takes_over_leaves_all_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(database_file(tmp_path)) as room:
        ann, bob = room.guest().id, room.guest().id
        tables = [seated(room, PICK_2, {0: ann, 1: bob}) for _ in range(3)]
        for table in tables:
            table.bet(ann, BET, promise_of(table, 0))
        heads = [table.head for table in tables]
    calls = iter(range(3))

    def stopped_at_the_third(*arguments: Any) -> list[Link]:
        if next(calls) == 2:
            raise KeyboardInterrupt
        return append(*arguments)

    with monkeypatch.context() as patched:
        patched.setattr(opening, "append", stopped_at_the_third)
        with pytest.raises(KeyboardInterrupt):
            Room(database_file(tmp_path))
    database = Database(database_file(tmp_path))
    with database.read() as connection:
        assert [load(connection, table.id).head for table in tables] == heads
    database.close()
    with opened(database_file(tmp_path)) as room:
        assert room.user(ann).chips == STARTING_CHIPS
        assert room.verify().ok
        for table in tables:
            again = room.table(table.id)
            again.bet(user_at(again, 0), BET)


def test_a_table_whose_seed_is_another_one_is_set_aside_and_the_others_open(tmp_path: Path) -> None:
    with opened(database_file(tmp_path)) as room:
        first, second = (seated(room, PICK_2, {0: room.guest().id}) for _ in range(2))
        published = models.seeds.c.commitment == first.state.commitment
        changed = update(models.seeds).where(published).values(seed="00" * 32)
        room.database.write(lambda connection: connection.execute(changed))
    with opened(database_file(tmp_path)) as room:
        assert [aside.table for aside in room.quarantined] == [first.id]
        assert room.table(second.id).state.number == 2
