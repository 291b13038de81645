"""The background audit reads every log while the room runs, and finds what no write and no restart would."""

import random
import sqlite3
from pathlib import Path

import pytest
from support.room_play import database_file, opened, play_rounds, seated

from houseway.room import Room
from houseway.room.audit import RECORDS_A_STEP

SLUG = "pick-2-poker"


def walk_all(room: Room) -> int:
    """Until every log has been walked once more; how many steps that took."""
    before, steps = room._background_audit.passes, 0
    while room._background_audit.passes == before:
        room.audit_step()
        steps += 1
    return steps


def played(folder: Path, rounds: int = 2) -> None:
    with opened(database_file(folder)) as room:
        ann = room.guest().id
        for _ in range(2):
            play_rounds(seated(room, SLUG, {0: ann}, seats=2, bots={1: "random"}), rounds, random.Random(3))


EDITS = {
    "an old record": ("UPDATE records SET body = replace(body, 'sat', 'set') WHERE chain_id = 1 AND seq = 3", 3),
    "an old record's hash": ("UPDATE records SET hash = substr(hash, 2) || 'x' WHERE chain_id = 1 AND seq = 3", 3),
    "the column of a kind": ("UPDATE records SET kind = 'limited' WHERE chain_id = 1 AND seq = 3", 3),
    "a record that is gone": ("DELETE FROM records WHERE chain_id = 1 AND seq = 3", 4),
    "an entry": ("UPDATE entries SET amount = amount - 1 WHERE chain_id = 1 AND seq = 4 AND place = 0", 4),
    "an entry that is gone": ("DELETE FROM entries WHERE chain_id = 1 AND seq = 4 AND place = 0", 4),
    "the noted end": ("UPDATE chains SET head = replace(head, substr(head, 1, 1), 'x') WHERE id = 1", 0),
    "the balance of the house": ("UPDATE accounts SET balance = balance + 1 WHERE name = 'house:1'", None),
    "the balance of the stakes": ("UPDATE accounts SET balance = balance + 1 WHERE name = 'stakes:1'", None),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", EDITS)
def test_the_patrol_finds_an_edit_of_a_running_room_and_sets_the_table_aside(what: str, tmp_path: Path) -> None:
    edit, record = EDITS[what]
    played(tmp_path)
    with opened(database_file(tmp_path)) as room:
        walk_all(room)
        assert not room.quarantined
        connection = sqlite3.connect(tmp_path / "room.db")
        assert connection.execute(edit).rowcount
        connection.commit()
        connection.close()
        walk_all(room)
        (aside,) = room.quarantined
        assert aside.table == 1
        assert record == 0 or aside.record == record
        assert [info.id for info in room.tables()] == [2]
        walk_all(room)
        assert len(room.quarantined) == 1


def test_the_patrol_finds_the_rooms_own_log(tmp_path: Path) -> None:
    played(tmp_path)
    with opened(database_file(tmp_path)) as room:
        connection = sqlite3.connect(tmp_path / "room.db")
        connection.execute("UPDATE records SET body = replace(body, 'Guest', 'Quest') WHERE chain_id = 0 AND seq = 2")
        connection.commit()
        connection.close()
        walk_all(room)
        assert [(aside.table, aside.record) for aside in room.quarantined] == [(0, 2)]
        assert len(room.tables()) == 2


@pytest.mark.slow
def test_the_patrol_goes_in_small_steps_while_the_tables_are_played(tmp_path: Path) -> None:
    with opened(database_file(tmp_path)) as room:
        table = seated(room, SLUG, {0: room.guest().id}, seats=2, bots={1: "random"})
        generator = random.Random(4)
        while table.head.length < 3 * RECORDS_A_STEP:
            play_rounds(table, 1, generator)
            room.audit_step()
        assert walk_all(room) >= table.head.length // RECORDS_A_STEP
        assert not room.quarantined
