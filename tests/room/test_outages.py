"""Nobody loses time to an outage, a hold-up of the process or a restart; and nobody gains any by failing writes."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError
from support.room_play import FakeTime, actor_of, bet_all, database_file, opened, seated

from houseway.games.engine.action import Action
from houseway.room import LiveTable, Room, RoomSettings
from houseway.room.clocks import AFTER_FAILURE

SETTINGS = RoomSettings(bet_time=30, decision_time=45, time_bank=60, idle_close=10_000)
FOLD = Action("fold")


class Play:
    """Two people in a round, and a clock whose every second gives a sign of life if the database answers."""

    def __init__(self, room: Room, time: FakeTime, slug: str) -> None:
        self.room, self.time = room, time
        self.table: LiveTable = seated(room, slug, {seat: room.guest().id for seat in range(2)}, seats=3)
        bet_all(self.table)
        self.first = actor_of(self.table)
        room.pulse()

    def wait(self, seconds: int) -> None:
        """Time passes while the room works."""
        for _ in range(seconds):
            self.time.now += 1
            self.room.pulse()
            self.room.tick()

    def wait_in_an_outage(self, seconds: int) -> None:
        """Time passes while nothing can be written."""
        for _ in range(seconds):
            self.time.now += 1
            with pytest.raises(OperationalError):
                self.room.pulse()
            self.room.tick()

    @property
    def left(self) -> float:
        left = self.table.snapshot(self.first)["time_left"]
        assert isinstance(left, float)
        return left


def fail(*_: object) -> None:
    raise OperationalError("COMMIT", {}, Exception("the database is away"))


@contextmanager
def failing(room: Room, *names: str) -> Iterator[None]:
    """A database that cannot be written, or read."""
    with pytest.MonkeyPatch.context() as patched:
        for name in names:
            patched.setattr(room.database, name, fail)
        yield


@contextmanager
def play_of(folder: Path, slug: str = "pick-2-poker") -> Iterator[Play]:
    time = FakeTime()
    with opened(database_file(folder), time=time, settings=SETTINGS) as room:
        yield Play(room, time, slug)


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Play]:
    with play_of(tmp_path) as one:
        yield one


@pytest.mark.parametrize("broken", [("write",), ("write", "read")], ids=["disk full", "database away"])
def test_ten_minutes_without_a_database_leave_the_time_that_was_left(play: Play, broken: tuple[str, ...]) -> None:
    play.wait(30)
    with failing(play.room, *broken):
        play.wait_in_an_outage(600)
    play.wait(1)
    assert actor_of(play.table) == play.first
    assert play.left == 15
    play.wait(14)
    assert actor_of(play.table) == play.first
    play.wait(1)
    assert actor_of(play.table) != play.first


def test_an_outage_in_which_people_and_the_clock_try_to_decide_leaves_the_time_that_was_left(play: Play) -> None:
    play.wait(44)
    with failing(play.room, "write", "read"):
        for _ in range(5):
            with pytest.raises(OperationalError):
                play.table.act(play.first, FOLD, play.table.state.moves)
            play.wait_in_an_outage(60)
    play.room.pulse()
    assert actor_of(play.table) == play.first
    assert play.left == 1
    play.table.act(play.first, FOLD, play.table.state.moves)
    assert actor_of(play.table) != play.first


def test_people_are_told_what_is_left_when_an_outage_is_over(play: Play) -> None:
    heard: list[int] = []
    play.room.subscribe(play.table.id, heard.append)
    play.wait(10)
    assert heard == []
    with failing(play.room, "write"):
        play.wait_in_an_outage(10)
    play.wait(3)
    assert heard == [play.table.head.length]


def test_a_process_that_was_held_up_counts_no_time(play: Play) -> None:
    play.wait(40)
    play.time.now += 3600
    play.room.tick()
    assert actor_of(play.table) == play.first
    play.wait(1)
    assert play.left == 5


def test_an_outage_uses_no_time_bank(tmp_path: Path) -> None:
    with play_of(tmp_path, "five-card-holdout") as play:
        play.wait(45 + 20)
        with failing(play.room, "write"):
            play.wait_in_an_outage(600)
        play.room.pulse()
        assert (play.table.snapshot(None)["on_time_bank"], play.left) == (True, 40)
        play.table.act(play.first, Action("call"), play.table.state.moves)
        assert play.table.state.at(play.table.state.own_seat(play.first)).bank == 40_000


def test_after_a_restart_people_have_the_full_time_and_the_bank_they_had(tmp_path: Path) -> None:
    with play_of(tmp_path, "five-card-holdout") as play:
        play.wait(45 + 20)
        play.table.act(play.first, Action("call"), play.table.state.moves)
        second, table_id = actor_of(play.table), play.table.id
        play.wait(45 + 50)
        assert play.table.snapshot(second)["time_left"] == 10
    later = FakeTime()
    later.now += 3600
    with opened(database_file(tmp_path), time=later, settings=SETTINGS) as room:
        again = room.table(table_id)
        assert again.snapshot(second)["time_left"] == 45
        banks = {again.state.at(seat).user_id: again.state.at(seat).bank for seat in again.state.people}
        assert banks == {play.first: 40_000, second: 60_000}


def test_whoever_fails_to_write_again_and_again_gains_no_time(play: Play) -> None:
    write = play.room.database.write
    for _ in range(45):
        with failing(play.room, "write"), pytest.raises(OperationalError):
            play.table.act(play.first, FOLD, play.table.state.moves)
        assert play.room.database.write == write
        play.wait(1)
    assert actor_of(play.table) != play.first


def test_a_decision_by_the_clock_that_cannot_be_written_leaves_a_moment_to_answer(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    play.wait(44)
    with monkeypatch.context() as patched:
        patched.setattr(play.table, "_write", fail)
        play.wait(1)
    assert (actor_of(play.table), play.left) == (play.first, AFTER_FAILURE)
    play.wait(9)
    assert actor_of(play.table) == play.first
    play.wait(1)
    assert actor_of(play.table) != play.first


def test_no_time_passes_at_a_table_that_cannot_be_read(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    play.wait(20)
    with failing(play.room, "write"), pytest.raises(OperationalError):
        play.table.act(play.first, FOLD, play.table.state.moves)
    with monkeypatch.context() as patched:
        patched.setattr("houseway.room.table.load", fail)
        play.wait(100)
    play.wait(1)
    assert actor_of(play.table) == play.first
    assert play.left == pytest.approx(45 - 20 - 1)
