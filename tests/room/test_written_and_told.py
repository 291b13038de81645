"""What is written stands and is told: where the outcome of a write is unknown, where a listener or a table fails."""

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError
from support.room_play import WAGERS, FakeTime, actor_of, bet_all, database_file, opened, seated

from houseway.errors import NotAllowed, StaleMove
from houseway.games.engine.action import Action
from houseway.room import LiveTable, Room, RoomSettings, TableSpec
from houseway.room.opening import load

SLUG = "pick-2-poker"
FOLD = Action("fold")
SETTINGS = RoomSettings(decision_time=30, alone_time=30, idle_close=1000)


@contextmanager
def connection_lost(room: Room, *, committed: bool = True) -> Iterator[None]:
    """Writes whose outcome nobody hears of: done, or not."""
    write = room.database.write

    def lose(job: Callable[[Connection], Any]) -> Any:
        if committed:
            write(job)
        raise OperationalError("COMMIT", {}, Exception("the connection was lost"))

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(room.database, "write", lose)
        with pytest.raises(OperationalError):
            yield


class Play:
    """Two people in a round, at a clock, with a listener."""

    def __init__(self, room: Room, time: FakeTime) -> None:
        self.room, self.time = room, time
        self.table: LiveTable = seated(room, SLUG, {0: room.guest().id, 1: room.guest().id})
        bet_all(self.table)
        self.first, self.move = actor_of(self.table), self.table.state.moves
        self.heard: list[int] = []
        room.subscribe(self.table.id, self.heard.append)

    def lose_the_first_decision(self) -> None:
        """The first player decides late, and the answer is lost on its way back."""
        self.time.now += 25
        with connection_lost(self.room):
            self.table.act(self.first, FOLD, self.move)


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Play]:
    time = FakeTime()
    with opened(database_file(tmp_path), time=time, settings=SETTINGS) as room:
        yield Play(room, time)


def check_the_second_has_the_full_time(play: Play) -> None:
    second = actor_of(play.table)
    assert second != play.first
    assert play.heard == [play.table.head.length]
    assert play.table.time_left == play.table.snapshot(second)["time_left"] == 30
    play.time.now += 29
    assert not play.table.tick()
    assert actor_of(play.table) == second
    play.time.now += 1
    assert play.table.tick()
    assert play.table.state.round is None
    assert play.room.verify().ok


def test_a_decision_that_was_written_after_all_is_told_when_it_is_sent_again(play: Play) -> None:
    play.lose_the_first_decision()
    play.time.now += 4
    with pytest.raises((NotAllowed, StaleMove)):
        play.table.act(play.first, FOLD, play.move)
    check_the_second_has_the_full_time(play)


def test_the_clock_shows_the_next_decision_before_it_decides_for_anyone(play: Play) -> None:
    play.lose_the_first_decision()
    play.time.now += 40
    assert play.table.tick()
    check_the_second_has_the_full_time(play)


def test_what_was_written_is_found_out_at_the_next_tick_though_nothing_is_due(play: Play) -> None:
    play.lose_the_first_decision()
    play.room.tick()
    check_the_second_has_the_full_time(play)


def test_a_decision_that_was_not_written_is_still_open_with_the_time_it_had(play: Play) -> None:
    deadline = play.table.deadline
    with connection_lost(play.room, committed=False):
        play.table.act(play.first, FOLD, play.move)
    assert not play.table.tick()
    assert play.heard == [play.table.head.length]
    assert actor_of(play.table) == play.first
    assert play.table.deadline == deadline
    play.table.act(play.first, FOLD, play.move)
    assert actor_of(play.table) != play.first


def test_a_table_that_was_closed_after_all_is_told_of(play: Play) -> None:
    table, operator = play.table, play.room.register("Olga", "correct horse").id
    play.room.make_operator("Olga")
    for _ in range(2):
        table.act(actor_of(table), FOLD, table.state.moves)
    play.heard.clear()
    with connection_lost(play.room):
        table.close(operator)
    assert not table.state.closed
    with pytest.raises(NotAllowed, match="closed"):
        table.close(operator)
    assert table.state.closed
    assert play.heard == [table.head.length]
    assert table.deadline is None


def test_a_listener_that_fails_undoes_no_change_and_keeps_no_other_from_hearing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with opened() as room:
        ann = room.guest().id
        table = room.table(room.open_table(TableSpec(SLUG), by=ann))
        heard: list[int] = []

        def fail(length: int) -> None:
            raise RuntimeError(f"no one is there to hear of {length}")

        room.subscribe(table.id, fail)
        room.subscribe(table.id, heard.append)
        table.sit(ann, 0)
        assert table.state.seat_of(ann) == 0
        assert heard == [table.head.length]
        assert "a listener failed" in caplog.text
        assert f"no one is there to hear of {table.head.length}" in caplog.text


@pytest.mark.parametrize(
    ("error", "level"),
    [
        (NotAllowed("this table is closed"), logging.WARNING),
        (OperationalError("COMMIT", {}, Exception("disk full")), logging.ERROR),
    ],
    ids=["refused", "database"],
)
def test_what_befalls_one_table_keeps_no_other_from_what_is_due(
    error: Exception, level: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    time = FakeTime()
    with opened(time=time, settings=SETTINGS) as room:
        tables = [seated(room, SLUG, {0: room.guest().id}) for _ in range(3)]
        for table in tables:
            bet_all(table)

        def fail() -> bool:
            raise error

        monkeypatch.setattr(tables[1], "tick", fail)
        time.now += 31
        room.tick()
        assert [table.state.round is None for table in tables] == [True, False, True]
        assert [record.levelno for record in caplog.records if f"table {tables[1].id}:" in record.message] == [level]


@pytest.mark.parametrize("loading", ["a closed table", "a new table"])
def test_people_are_told_of_changes_while_another_table_is_read(
    loading: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(database_file(tmp_path)) as room:
        ann = room.guest().id
        table = seated(room, SLUG, {0: ann})
        closed = room.table(room.open_table(TableSpec(SLUG), by=ann))
        closed.close(ann)
        room.tick()
        reading, go_on = Event(), Event()

        def slow(connection: Connection, table_id: int) -> object:
            reading.set()
            assert go_on.wait(120)
            return load(connection, table_id)

        monkeypatch.setattr("houseway.room.room.load", slow)
        jobs: dict[str, Callable[[], object]] = {
            "a closed table": lambda: room.table(closed.id),
            "a new table": lambda: room.open_table(TableSpec(SLUG), by=ann),
        }
        told = Event()
        room.subscribe(table.id, lambda length: told.set())
        with ThreadPoolExecutor(2) as pool:
            reader = pool.submit(jobs[loading])
            try:
                assert reading.wait(30)
                changer = pool.submit(table.bet, ann, WAGERS[SLUG])
                assert told.wait(30)
            finally:
                go_on.set()
            reader.result()
            changer.result()
        assert table.state.round is not None
