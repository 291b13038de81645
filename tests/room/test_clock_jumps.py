"""The wall clock jumps: nobody is decided for, no table closes, no bank is used, no record is dated before another."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.room_play import FakeTime, actor_of, bet_all, database_file, opened, seated

from houseway.games.engine.action import Action
from houseway.room import LiveTable, Room, RoomSettings
from houseway.room.audit import verify_database
from houseway.room.log import ROOM
from houseway.room.opening import records_from

HOUR, TEN_YEARS = 3600.0, 10 * 365.25 * 86_400
SETTINGS = RoomSettings(bet_time=30, decision_time=45, time_bank=60, idle_close=600)
jumps = pytest.mark.parametrize("jump", [HOUR, -HOUR, TEN_YEARS, -TEN_YEARS], ids=["+1 h", "-1 h", "+10 y", "-10 y"])


class Watch:
    """The two clocks of a room, and the room."""

    def __init__(self, url: str) -> None:
        self.wall, self.steady = FakeTime(), FakeTime()
        self.url = url

    @contextmanager
    def room(self) -> Iterator[Room]:
        with opened(self.url, settings=SETTINGS, time=self.wall, monotonic=self.steady) as room:
            yield room


@pytest.fixture
def watch(tmp_path: Path) -> Watch:
    return Watch(database_file(tmp_path))


def two_at(room: Room, slug: str) -> LiveTable:
    return seated(room, slug, {seat: room.guest().id for seat in range(2)}, seats=3)


def times(room: Room, chain: int) -> list[int]:
    with room.database.read() as connection:
        return [record.at for record in records_from(connection, chain, 1)]


@jumps
def test_bets_are_closed_by_the_time_that_passed(watch: Watch, jump: float) -> None:
    with watch.room() as room:
        table = two_at(room, "pick-2-poker")
        ann = table.state.at(0).user_id
        assert ann is not None
        table.bet(ann, {"ante": 500, "three_five": 500})
        watch.wall.now += jump
        watch.steady.now += 29
        room.tick()
        assert (table.state.round, table.time_left, table.snapshot(ann)["time_left"]) == (None, 1, 1)
        watch.steady.now += 1
        room.tick()
        assert table.state.round is not None


@jumps
def test_nobody_is_decided_for_before_their_time_has_passed(watch: Watch, jump: float) -> None:
    with watch.room() as room:
        table = two_at(room, "pick-2-poker")
        bet_all(table)
        first = actor_of(table)
        watch.wall.now += jump
        watch.steady.now += 44
        room.tick()
        assert actor_of(table) == first
        assert table.snapshot(first)["time_left"] == 1
        watch.steady.now += 1
        room.tick()
        assert actor_of(table) != first


@jumps
def test_a_time_bank_is_used_by_the_time_that_passed(watch: Watch, jump: float) -> None:
    with watch.room() as room:
        table = two_at(room, "five-card-holdout")
        bet_all(table)
        first = actor_of(table)
        watch.steady.now += 45
        room.tick()
        watch.wall.now += jump
        watch.steady.now += 20
        room.tick()
        assert (table.snapshot(first)["on_time_bank"], table.snapshot(first)["time_left"]) == (True, 40)
        table.act(first, Action("call"), table.state.moves)
        assert table.state.at(table.state.own_seat(first)).bank == 40_000


@jumps
def test_no_table_is_closed_before_it_was_idle_for_long(watch: Watch, jump: float) -> None:
    with watch.room() as room:
        table = two_at(room, "pick-2-poker")
        watch.wall.now += jump
        watch.steady.now += 599
        room.tick()
        assert not table.state.closed
        watch.steady.now += 1
        room.tick()
        assert table.state.closed


@jumps
def test_records_are_never_dated_before_the_one_they_follow(watch: Watch, jump: float) -> None:
    with watch.room() as room:
        table = two_at(room, "pick-2-poker")
        bet_all(table)
        watch.wall.now += jump
        room.guest()
        table.act(actor_of(table), Action("fold"), table.state.moves)
        watch.wall.now -= 2 * jump
        room.guest()
        table.act(actor_of(table), Action("fold"), table.state.moves)
    watch.wall.now -= 60
    with watch.room() as room:
        again = room.table(table.id)
        bet_all(again)
        room.guest()
        for chain in (ROOM, table.id):
            found = times(room, chain)
            assert found == sorted(found)
            assert found[-1] == int((FakeTime().now + max(jump, -jump, 0.0)) * 1000)
        assert room.verify().ok


def test_a_new_table_is_dated_by_the_clock_though_others_once_ran_ahead(watch: Watch) -> None:
    with watch.room() as room:
        watch.wall.now += TEN_YEARS
        two_at(room, "pick-2-poker")
        watch.wall.now -= TEN_YEARS
        table = two_at(room, "pick-2-poker")
        assert set(times(room, table.id)) == {int(watch.wall.now * 1000)}


@jumps
def test_a_database_whose_clock_jumped_verifies_and_only_times_ahead_are_warned_of(watch: Watch, jump: float) -> None:
    with watch.room() as room:
        table = two_at(room, "pick-2-poker")
        bet_all(table)
        watch.wall.now += jump
        room.guest()
        table.act(actor_of(table), Action("fold"), table.state.moves)
        watch.wall.now -= jump
        two_at(room, "pick-2-poker")
        now = int(watch.wall.now * 1000)
        for chosen in (None, table.id):
            report = verify_database(room.database, chosen, now)
            assert report.ok, report.problems
            assert bool(report.warnings) == (jump > 0)
