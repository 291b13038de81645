"""A table whose log fails verification is quarantined and closed to everyone; everything else goes on."""

import json
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from support.room_play import WAGERS, bet_all, database_file, edit_sqlite, open_seed_of, opened, play_rounds, seated

from houseway.errors import BrokenLog, NotAllowed, TableSetAside, UnknownName
from houseway.room import Room, TableSpec
from houseway.room.accounts import STARTING_CHIPS
from houseway.room.log import hash_of
from houseway.room.quarantine import release

SLUG = "pick-2-poker"


def run_sql(folder: Path, *statements: str) -> None:
    """Edit the database behind the room's back."""
    connection = edit_sqlite(folder / "room.db")
    for statement in statements:
        assert connection.execute(statement).rowcount, "the edit must change something"
    connection.commit()
    connection.close()


def rewrite_last(folder: Path, change: Callable[[dict[str, object]], object]) -> None:
    """Change the last record of table 1 and make its hashes good again."""
    connection = sqlite3.connect(folder / "room.db")
    seq, body = connection.execute("SELECT seq, body FROM records WHERE chain_id = 1 ORDER BY seq DESC").fetchone()
    record = json.loads(body)
    change(record)
    body = json.dumps(record, sort_keys=True, separators=(",", ":"))
    connection.execute(
        "UPDATE records SET body = ?, hash = ? WHERE chain_id = 1 AND seq = ?", (body, hash_of(body), seq)
    )
    connection.execute("UPDATE chains SET head = ? WHERE id = 1", (hash_of(body),))
    connection.commit()
    connection.close()


def two_tables(folder: Path) -> tuple[int, int]:
    """Ann at tables 1 and 2, of which each has played a round and has a bet on the next; Olga is the operator."""
    with opened(database_file(folder)) as room:
        ann, olga = room.guest().id, room.register("Olga", "correct horse").id
        room.make_operator("Olga")
        for _ in range(2):
            table = seated(room, SLUG, {0: ann, 1: room.guest().id}, seats=3, bots={2: "random"})
            play_rounds(table, 1, random.Random(5))
            table.bet(ann, WAGERS[SLUG])
    return ann, olga


LAST = "(SELECT max(seq) FROM records WHERE chain_id = 1)"
BREAKS = {
    "a byte of a record": "UPDATE records SET body = replace(body, '\"at\":1', '\"at\":2') WHERE chain_id = 1",
    "no JSON": f"UPDATE records SET body = 'x' WHERE chain_id = 1 AND seq = {LAST}",
    "no UTF-8": f"UPDATE records SET body = CAST(x'ff' AS TEXT) WHERE chain_id = 1 AND seq = {LAST}",
    "a number for a body": f"UPDATE records SET body = 7 WHERE chain_id = 1 AND seq = {LAST}",
    "no last record": f"DELETE FROM records WHERE chain_id = 1 AND seq = {LAST}",
    "no first record": "DELETE FROM records WHERE chain_id = 1 AND seq = 1",
    "no records": "DELETE FROM records WHERE chain_id = 1",
    "a changed first record": "UPDATE records SET body = replace(body, 'pick', 'peck') WHERE chain_id = 1 AND seq = 1",
    "another end": "UPDATE chains SET head = replace(head, substr(head, 1, 1), 'x') WHERE id = 1",
    "another length": "UPDATE chains SET length = length + 1 WHERE id = 1",
    "a length that is no number": "UPDATE chains SET length = 'x' WHERE id = 1",
    "a bad seed": f"UPDATE open_seeds SET seed = 'x' WHERE {open_seed_of(1)}",
    "another seed": (
        f"UPDATE open_seeds SET seed = (SELECT seed FROM open_seeds WHERE {open_seed_of(2)}) WHERE {open_seed_of(1)}"
    ),
    "no commitment": "UPDATE records SET kind = 'x' WHERE chain_id = 1 AND kind = 'committed'",
}


@pytest.mark.slow
@pytest.mark.parametrize("what", BREAKS)
def test_one_table_that_cannot_be_read_does_not_stop_the_room(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ann, _ = two_tables(tmp_path)
    run_sql(tmp_path, BREAKS[what])
    with opened(database_file(tmp_path)) as room:
        (aside,) = room.quarantined
        assert aside.table == 1
        assert aside.why
        assert not aside.released
        assert "table 1 is quarantined" in capsys.readouterr().err
        assert [info.id for info in room.tables()] == [2]
        with pytest.raises(TableSetAside, match="its log failed verification"):
            room.table(1)
        bet_all(room.table(2))
        assert room.table(2).state.round is not None
        assert room.open_table(TableSpec(SLUG), by=ann) == 3
        room.tick()
    with opened(database_file(tmp_path)) as room:
        assert [aside.table for aside in room.quarantined] == [1]
        with room.database.read() as connection:
            notes = connection.exec_driver_sql("SELECT count(*) FROM records WHERE kind = 'set aside'").scalar()
    assert notes == 1, "the same finding is noted once"


def test_a_record_that_lies_with_good_hashes_is_named(tmp_path: Path) -> None:
    two_tables(tmp_path)

    def lie(record: dict[str, object]) -> None:
        record["data"]["checkpoint" if "checkpoint" in record["data"] else "seat"] = 9  # type: ignore[index,operator]

    rewrite_last(tmp_path, lie)
    with opened(database_file(tmp_path)) as room:
        (aside,) = room.quarantined
        with room.database.read() as connection:
            last = connection.exec_driver_sql("SELECT length FROM chains WHERE id = 1").scalar()
        assert (aside.table, aside.record) == (1, last)


def test_a_table_that_was_mended_comes_back_after_its_whole_log_was_verified(tmp_path: Path) -> None:
    two_tables(tmp_path)
    run_sql(tmp_path, "UPDATE records SET body = replace(body, 'pick-2', 'pick-3') WHERE chain_id = 1 AND seq = 1")
    with opened(database_file(tmp_path)) as room:
        assert len(room.quarantined) == 1
    run_sql(tmp_path, "UPDATE records SET body = replace(body, 'pick-3', 'pick-2') WHERE chain_id = 1 AND seq = 1")
    with opened(database_file(tmp_path)) as room:
        assert not room.quarantined
        bet_all(room.table(1))
        report = room.verify()
        assert report.ok, str(report.problem)


def test_a_table_found_broken_while_the_room_runs_is_set_aside_and_its_watchers_are_told(tmp_path: Path) -> None:
    ann, _ = two_tables(tmp_path)
    with opened(database_file(tmp_path)) as room:
        table = room.table(1)
        told: list[int] = []
        room.subscribe(1, told.append)
        run_sql(tmp_path, "UPDATE chains SET head = replace(head, substr(head, 1, 1), 'x') WHERE id = 1")
        with pytest.raises(TableSetAside):
            table.leave(ann)
        assert told == [0]
        assert table.is_quarantined
        assert [aside.table for aside in room.quarantined] == [1]
        with pytest.raises(TableSetAside):
            table.leave(ann)
        room.tick()
        assert told == [0]
        assert [info.id for info in room.tables()] == [2]
        bet_all(room.table(2))


def test_a_table_that_cannot_be_read_after_an_unknown_write_is_set_aside(tmp_path: Path) -> None:
    two_tables(tmp_path)
    with opened(database_file(tmp_path)) as room:
        table = room.table(1)
        run_sql(tmp_path, f"UPDATE records SET body = 'x' WHERE chain_id = 1 AND seq = {LAST}")
        table._stale = True
        with pytest.raises(TableSetAside):
            table.tick()
        assert table.tick() is False, "nothing is due at it any more"
        (aside,) = room.quarantined
        assert aside.record == table.head.length


def test_a_step_that_would_not_replay_is_refused_and_sets_nothing_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever finds such a step must not be able to shut a table by it: nothing is written, so nothing is broken."""

    def differs(*_: object) -> None:
        raise BrokenLog("bet: events differ from what the rules lead to")

    ann, _ = two_tables(tmp_path)
    with opened(database_file(tmp_path)) as room:
        table = room.table(1)
        with monkeypatch.context() as patched:
            patched.setattr("houseway.room.replay.redo", differs)
            with pytest.raises(BrokenLog, match="events differ"):
                table.leave(ann)
        assert not room.quarantined
        table.leave(ann)


def test_a_closed_table_that_cannot_be_read_is_set_aside_when_it_is_asked_for(tmp_path: Path) -> None:
    with opened(database_file(tmp_path)) as room:
        ann = room.guest().id
        room.table(room.open_table(TableSpec(SLUG), by=ann)).close(ann)
    run_sql(tmp_path, "UPDATE records SET body = 'x' WHERE chain_id = 1")
    with opened(database_file(tmp_path)) as room:
        with pytest.raises(TableSetAside):
            room.table(1)
        with pytest.raises(UnknownName):
            room.table(7)
        assert [aside.table for aside in room.quarantined] == [1]


@pytest.mark.slow
@pytest.mark.parametrize(
    "edit",
    [
        "UPDATE records SET body = 'x' WHERE chain_id = 0 AND seq = 2",
        "UPDATE chains SET length = length - 1 WHERE id = 0",
        "DELETE FROM records WHERE chain_id = 0",
    ],
)
def test_where_the_rooms_own_log_does_not_hold_the_room_stays_shut_and_says_what_to_do(
    edit: str, tmp_path: Path
) -> None:
    two_tables(tmp_path)
    run_sql(tmp_path, edit)
    with pytest.raises(BrokenLog, match=r"did not start.*houseway verify --database sqlite:///"):
        Room(database_file(tmp_path))


def test_where_the_rooms_own_log_is_found_broken_tables_play_on_and_nobody_comes_in(tmp_path: Path) -> None:
    ann, _ = two_tables(tmp_path)
    with opened(database_file(tmp_path)) as room:
        room.quarantine(0, BrokenLog("found by the background audit", 2))
        for closed in (room.guest, lambda: room.rebuy(ann), lambda: room.open_table(TableSpec(SLUG), by=ann)):
            with pytest.raises(TableSetAside, match="The room's log failed verification"):
                closed()
        bet_all(room.table(2))
        assert room.table(2).state.round is not None


# The chips of a quarantined table.


def chips_of_all(room: Room) -> int:
    with room.database.read() as connection:
        return int(connection.exec_driver_sql("SELECT sum(balance) FROM accounts").scalar_one())


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["pick-2-poker", "five-card-holdout"])
@pytest.mark.parametrize("playing", [False, True])
def test_the_operator_sends_chips_home_by_the_ledgers_word(slug: str, playing: bool, tmp_path: Path) -> None:
    with opened(database_file(tmp_path)) as room:
        olga = room.register("Olga", "correct horse").id
        room.make_operator("Olga")
        people = {0: room.guest().id, 1: room.guest().id}
        table = seated(room, slug, people, seats=3, bots={2: "random"})
        play_rounds(table, 2, random.Random(5))
        own = {user: room.user(user).chips + table.state.stacks[seat] for seat, user in people.items()}
        if playing:
            bet_all(table)
            assert table.state.round is not None
    run_sql(tmp_path, "UPDATE records SET body = 'x' WHERE chain_id = 1 AND kind = 'sat'")
    run_sql(tmp_path, f"UPDATE records SET body = 'x' WHERE chain_id = 1 AND seq = {LAST} AND kind <> 'sat'")
    with opened(database_file(tmp_path)) as room:
        assert [aside.table for aside in room.quarantined] == [1]
        with pytest.raises(NotAllowed):
            room.release(1, people[0])
        assert room.release(1, olga).released
        assert {user: room.user(user).chips for user in people.values()} == own
        assert chips_of_all(room) == 0
        accounts = {row["name"]: row["balance"] for row in room.ledger(olga)["accounts"]}
        assert not accounts["stakes:1"]
        assert not any(accounts[f"seat:1/{seat}"] for seat in range(3))
        with pytest.raises(NotAllowed, match="already returned"):
            room.release(1, olga)
    with opened(database_file(tmp_path)) as room:
        assert room.quarantined[0].released, "it stays shut for good"
        with pytest.raises(TableSetAside):
            room.table(1)


def test_nothing_is_released_where_the_entries_themselves_do_not_hold(tmp_path: Path) -> None:
    _, olga = two_tables(tmp_path)
    run_sql(
        tmp_path,
        f"UPDATE records SET body = 'x' WHERE chain_id = 1 AND seq = {LAST}",
        "UPDATE entries SET amount = amount * 2 WHERE chain_id = 1 AND memo = 'three_five'",
    )
    with opened(database_file(tmp_path)) as room:
        before = room.ledger(olga)
        with pytest.raises(BrokenLog, match="are not those of the record"):
            room.release(1, olga)
        assert room.ledger(olga) == before
        with pytest.raises(UnknownName):
            room.release(2, olga)


def test_chips_are_released_once_though_two_ask_for_it_at_the_same_moment(tmp_path: Path) -> None:
    """Or in two processes: neither knows of the other. No chips lie there, so that no account is short of any."""
    with opened(database_file(tmp_path)) as room:
        olga = room.register("Olga", "correct horse").id
        room.make_operator("Olga")
        room.quarantine(room.open_table(TableSpec(SLUG), by=olga), BrokenLog("a mistake"))
        (aside,) = room.quarantined
        room.database.write(lambda connection: release(connection, aside, olga, room.now()))
        with pytest.raises(NotAllowed, match="already returned"):
            room.database.write(lambda connection: release(connection, aside, olga, room.now()))
        assert room.verify().ok


def test_a_release_is_verified_and_a_changed_one_is_found(tmp_path: Path) -> None:
    """The table's own log holds here: it was quarantined by mistake, so that nothing else is found."""
    ann, olga = two_tables(tmp_path)
    with opened(database_file(tmp_path)) as room:
        room.quarantine(1, BrokenLog("a mistake"))
        room.release(1, olga)
        report = room.verify()
        assert report.ok, str(report.problem)
        before = room.user(ann).chips
        assert before <= 2 * STARTING_CHIPS
    run_sql(tmp_path, "UPDATE chains SET open = 1 WHERE id = 1")
    with opened(database_file(tmp_path)) as room:
        assert not room.verify().ok
