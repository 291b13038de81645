"""Several processes on one database: each table is written by one of them, and by none that has lost it.

No test waits: a lease is ended by hand, as whoever sees a process end does.
"""

import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, func, select, text
from support.postgres import empty_schema, needs_postgres
from support.room_play import PATIENT, WAGERS, FakeTime, act_once, bet_all, database_file, seated

from houseway.errors import BadSetting, HeldElsewhere, LeaseLost, NotAllowed
from houseway.games.engine.action import Action
from houseway.room import LiveTable, Room, RoomSettings, TableSpec, models, steps
from houseway.room.accounts import STARTING_CHIPS
from houseway.room.leases import FIRST_EPOCH, expire
from houseway.room.opening import load, records_from
from houseway.room.shared_room import SharedRoom
from houseway.room.store import append

SLUG = "pick-2-poker"
FOR_EVER = 1e6
"""Seconds of a lease that ends by no clock: how fast the machine is decides nothing."""


@pytest.fixture
def url() -> Iterator[str]:
    with empty_schema() as found:
        yield found


class Processes:
    """Rooms of one database, as several processes have them."""

    def __init__(self, url: str, count: int, settings: RoomSettings = PATIENT, **options: Any) -> None:
        self._url, self._settings, self._options = url, settings, options
        self.rooms: list[SharedRoom] = []
        for _ in range(count):
            self.start()

    def start(self) -> SharedRoom:
        room = SharedRoom(self._url, self._settings, lease=FOR_EVER, **self._options)
        self.rooms.append(room)
        return room

    def stall(self, room: SharedRoom) -> None:
        """Its lease runs out, and it does not know."""
        expire(room.database, room.leases.worker.id)

    def __enter__(self) -> "Processes":
        return self

    def __exit__(self, *_: object) -> None:
        for room in self.rooms:
            room.close()


def length_of(room: Room, table_id: int) -> int:
    with room.database.read() as connection:
        return int(
            connection.execute(select(models.chains.c.length).where(models.chains.c.id == table_id)).scalar_one()
        )


@needs_postgres
def test_a_table_is_held_by_the_process_that_opened_it(url: str) -> None:
    with Processes(url, 2) as processes:
        first, second = processes.rooms
        table = seated(first, SLUG, {0: first.guest().id})
        holder = second.holder(table.id)
        assert holder == first.leases.worker
        with pytest.raises(HeldElsewhere, match=f"Another process runs table {table.id}"):
            second.table(table.id)
        assert second.adopt() == 0


@needs_postgres
def test_a_stalled_process_writes_nothing_even_where_nobody_took_its_table(url: str) -> None:
    with Processes(url, 1) as processes:
        (room,) = processes.rooms
        ann = room.guest().id
        table = seated(room, SLUG, {0: ann})
        before = length_of(room, table.id)
        processes.stall(room)
        with pytest.raises(LeaseLost):
            table.bet(ann, WAGERS[SLUG])
        assert length_of(room, table.id) == before
        assert room.user(ann).chips == STARTING_CHIPS
        with pytest.raises(LeaseLost):
            room.leases.renew()
        with pytest.raises(LeaseLost):
            room.open_table(TableSpec(SLUG), by=ann)
        assert room.verify().ok


@needs_postgres
def test_another_process_takes_the_table_over_at_the_same_decision_and_the_first_is_fenced(url: str) -> None:
    with Processes(url, 2) as processes:
        first, second = processes.rooms
        ann = first.guest().id
        table = seated(first, SLUG, {0: ann})
        bet_all(table)
        asked = table.state
        processes.stall(first)
        taken = second.table(table.id)
        assert taken.state == asked
        act_once(taken, random.Random(1))
        written = length_of(second, table.id)
        with pytest.raises(LeaseLost, match="nothing was written"):
            act_once(table, random.Random(2))
        assert length_of(second, table.id) == written
        assert second.table(table.id) is taken
        first.pulse()
        assert first.leases.worker.id > second.leases.worker.id, "a process that was silent begins again as another"
        with pytest.raises(HeldElsewhere):
            first.table(table.id)
        assert second.verify().ok


@needs_postgres
def test_an_old_epoch_writes_nothing_although_its_process_lives(url: str) -> None:
    with Processes(url, 1) as processes:
        (room,) = processes.rooms
        ann = room.guest().id
        table = seated(room, SLUG, {0: ann})
        room._lost(table)
        again = room.table(table.id)
        assert again is not table
        table.is_lost = False
        before = length_of(room, table.id)
        with pytest.raises(LeaseLost):
            table.bet(ann, WAGERS[SLUG])
        assert length_of(room, table.id) == before
        again.bet(ann, WAGERS[SLUG])
        assert room.verify().ok


def wait_until_somebody_waits(room: Room) -> None:
    """Until a statement in the room's schema waits for a lock that another transaction holds."""
    waiting = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%leases%'")
    for _ in range(6000):
        with room.database.read() as connection:
            if connection.execute(waiting).scalar_one():
                return
        time.sleep(0.01)
    raise AssertionError("nobody waits")


@needs_postgres
def test_a_write_that_waits_for_a_taking_of_its_table_is_refused_after_it(url: str) -> None:
    with Processes(url, 1) as processes, ThreadPoolExecutor(1) as pool:
        (room,) = processes.rooms
        ann = room.guest().id
        table = seated(room, SLUG, {0: ann})
        before = length_of(room, table.id)
        with room.database.engine.begin() as connection:
            assert room.leases.take(connection, table.id) is not None
            betting = pool.submit(table.bet, ann, WAGERS[SLUG])
            wait_until_somebody_waits(room)
        with pytest.raises(LeaseLost):
            betting.result()
        assert length_of(room, table.id) == before


@needs_postgres
def test_a_taking_waits_for_a_write_that_is_under_way_and_then_knows_it(url: str) -> None:
    with Processes(url, 2) as processes, ThreadPoolExecutor(1) as pool:
        first, second = processes.rooms
        ann = first.guest().id
        table = seated(first, SLUG, {0: ann})
        draft = steps.sitting_out(table.state, 0, True)[1]
        with first.database.engine.begin() as connection:
            (link,) = append(connection, table.id, table.head, [draft], table.head.at, epoch=FIRST_EPOCH)
            processes.stall(first)
            taking = pool.submit(second.table, table.id)
            wait_until_somebody_waits(first)
        taken = taking.result()
        assert taken.state.at(0).sitting_out
        with second.database.read() as connection:
            assert records_from(connection, table.id, link.record.seq)[0] == link.record
        assert second.verify().ok


@needs_postgres
def test_a_table_that_is_handed_over_keeps_its_decision_and_the_time_that_is_left(url: str) -> None:
    clock = FakeTime()
    with Processes(url, 2, RoomSettings(alone_time=100.0), time=clock, monotonic=clock) as processes:
        first, second = processes.rooms
        ann = first.guest().id
        table = seated(first, SLUG, {0: ann})
        table.bet(ann, WAGERS[SLUG])
        asked, moment = table.state, table.snapshot(ann)
        clock.now += 40.0
        first.hand_over()
        with pytest.raises(LeaseLost):
            act_once(table, random.Random(3))
        assert second.adopt() == 1
        taken = second.table(table.id)
        assert taken.state == asked
        assert taken.time_left == pytest.approx(60.0)
        assert {**taken.snapshot(ann), "time_left": 0} == {**moment, "time_left": 0}


@needs_postgres
def test_tables_without_a_holder_are_shared_out(url: str) -> None:
    with Processes(url, 1) as processes:
        (first,) = processes.rooms
        by = first.guest().id
        tables = [first.open_table(TableSpec(SLUG), by=by) for _ in range(9)]
        second, third = processes.start(), processes.start()
        processes.stall(first)
        assert [second.adopt(3), third.adopt(3), second.adopt(3)] == [3, 3, 0]
        first.pulse()
        assert first.adopt(3) == 3
        held = sorted(info.id for room in processes.rooms for info in room.tables())
        assert held == tables


@needs_postgres
def test_chips_on_tables_of_other_processes_count_when_chips_are_bought(url: str) -> None:
    with Processes(url, 2) as processes:
        first, second = processes.rooms
        ann = first.guest().id
        table = seated(first, SLUG, {0: ann})
        bet = {"ante": 15_000, "three_five": 15_000}
        table.bet(ann, bet)
        assert second.user(ann).chips < STARTING_CHIPS
        with pytest.raises(NotAllowed, match="including chips on tables"):
            second.rebuy(ann)
        assert first.verify().ok


@needs_postgres
def test_who_buys_chips_waits_for_the_mint_before_locking_an_account(url: str) -> None:
    """A table's write takes the mint first and then people's accounts: the other way round two could wait for ever."""
    account = models.accounts.c
    waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted AND pid <> pg_backend_pid()")
    with Processes(url, 2) as processes, ThreadPoolExecutor(1) as pool:
        first, second = processes.rooms
        ann = first.guest().id
        with first.database.engine.connect() as table, table.begin():
            table.execute(select(account.name).where(account.name == "mint").with_for_update()).one()
            bought = pool.submit(second.rebuy, ann)
            while not table.execute(waiting).scalar():
                assert not bought.done(), "it waits for the mint"
            table.execute(select(account.name).where(account.name == f"user:{ann}").with_for_update(nowait=True)).one()
        assert isinstance(bought.exception(), NotAllowed), "there are chips enough"


@needs_postgres
def test_a_server_that_wants_to_be_alone_is_refused_beside_several_and_they_beside_it(url: str) -> None:
    with Processes(url, 2), pytest.raises(BadSetting, match="another server"):
        Room(url)
    alone = Room(url)
    try:
        with pytest.raises(BadSetting, match="another server"):
            SharedRoom(url)
    finally:
        alone.close()


def test_several_processes_need_postgresql(tmp_path: Path) -> None:
    for address in (database_file(tmp_path), "sqlite://"):
        with pytest.raises(BadSetting, match="PostgreSQL"):
            SharedRoom(address)


@needs_postgres
@pytest.mark.parametrize("seed", range(2))
def test_no_two_processes_ever_write_one_table_in_any_order_of_events(url: str, seed: int) -> None:
    """Processes stall, wake, end, begin and play by chance; every write counts one holder, and the log always holds."""
    generator = random.Random(seed)
    with Processes(url, 3) as processes:
        first = processes.rooms[0]
        people = [first.guest().id for _ in range(2)]
        tables = [seated(first, SLUG, {0: people[0], 1: people[1]}).id for _ in range(2)]
        known: list[tuple[SharedRoom, LiveTable]] = [(first, first.table(table)) for table in tables]
        refused = written = 0
        for _ in range(80):
            room = generator.choice(processes.rooms)
            match generator.choice(("stall", "pulse", "adopt", "hand over", "play", "play", "play", "play")):
                case "stall":
                    processes.stall(room)
                case "pulse":
                    room.pulse()
                case "adopt":
                    with_lease(room.adopt)
                case "hand over":
                    with_lease(room.hand_over)
                case "play":
                    table_id = generator.choice(tables)
                    with suppress(HeldElsewhere, LeaseLost):
                        known.append((room, room.table(table_id)))
                    owner, table = generator.choice(known)
                    may = owner.holder(table.id) == owner.leases.worker and owner.table(table.id) is table
                    before = length_of(owner, table.id)
                    try:
                        play_on(table, generator)
                    except LeaseLost:
                        assert not may
                        refused += 1
                        assert length_of(owner, table.id) == before
                    else:
                        assert may
                        written += 1
        assert refused
        assert written
        report = first.verify()
        assert report.ok, str(report.problem)
        with first.database.read() as connection:
            counted = connection.execute(select(func.count()).select_from(models.leases)).scalar_one()
        assert counted == len(tables)


def with_lease(work: Callable[[], object]) -> None:
    """Do what a process does by itself; one whose lease has run out is told so."""
    with suppress(LeaseLost):
        work()


def play_on(table: LiveTable, generator: random.Random) -> None:
    """The next thing that somebody does at a table; it is always written."""
    if table.state.round is not None:
        act_once(table, generator)
    elif table.state.unrevealed:
        seat = table.state.unrevealed[0]
        user_id = table.state.at(seat).user_id
        assert user_id is not None
        table.reveal(user_id, "00ff" * 16)
    else:
        bet_next(table)


def bet_next(table: LiveTable) -> None:
    for seat in table.state.people:
        if seat not in table.state.bets:
            user_id = table.state.at(seat).user_id
            assert user_id is not None
            table.bet(user_id, WAGERS[SLUG])
            return


@needs_postgres
def test_the_tables_of_who_buys_chips_are_read_before_everybody_has_to_wait(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only a table that has changed since is read once more behind the locks: its chips count as they lie then."""
    read, on_each = list[tuple[int, bool]](), 30_000
    waiting = select(models.chains.c.id).where(models.chains.c.id == 0).with_for_update(skip_locked=True)
    with Processes(url, 2) as processes:
        first, second = processes.rooms
        ann = first.guest().id
        quiet, busy = (seated(first, SLUG, {0: ann}) for _ in range(2))
        for table in (quiet, busy):
            table.bet(ann, {"ante": on_each // 2, "three_five": on_each // 2})

        def watched(connection: Connection, table_id: int) -> Any:
            with first.database.engine.begin() as other:
                is_locked = other.execute(waiting).first() is None
            read.append((table_id, is_locked))
            stored = load(connection, table_id)
            if not is_locked and table_id == busy.id:
                busy.act(ann, Action("fold"), busy.state.moves)
            return stored

        monkeypatch.setattr("houseway.room.shared_room.load", watched)
        assert second.rebuy(ann).chips == STARTING_CHIPS - on_each, "what lies on the quiet table counts, and no more"
        assert sorted(read) == [(quiet.id, False), (busy.id, False), (busy.id, True)]
        assert first.verify().ok
