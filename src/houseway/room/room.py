"""The room: the users, tables and ledger of one database, served by one process."""

import logging
import secrets
import time as clock_time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import date
from functools import cached_property
from pathlib import Path
from threading import RLock
from typing import Any, TypeVar

from sqlalchemy import Connection, func, insert, select

from houseway.cards.seed import Seed
from houseway.errors import HousewayError, NotAllowed, UnknownName
from houseway.games.engine.game import Game
from houseway.games.strategies import strategy
from houseway.games.strategies.base import Strategy
from houseway.room import accounts, models, steps
from houseway.room.accounts import PURSES, People
from houseway.room.audit import BackgroundAudit, verify_database
from houseway.room.bankroll import floor_of
from houseway.room.clocks import Clocks
from houseway.room.database import Database
from houseway.room.fairness import CURRENT, commitment
from houseway.room.history import read_rulings
from houseway.room.ledger import house_account, seat_account, stakes_account
from houseway.room.log import FIRST_PREVIOUS, ROOM, Draft, Head
from houseway.room.meters import MeterDesk, link
from houseway.room.opening import StoredTable, checked_quarantine, load, load_or_quarantine, prepare, take_over_all
from houseway.room.quarantine import QuarantineRecord, is_unreadable, release
from houseway.room.replica import Table
from houseway.room.secret_store import remove_orphans
from houseway.room.server_lock import ServerLock, lock_alone
from houseway.room.settings import OPENED_TABLE, Quotas, RoomSettings
from houseway.room.spec import Players, TableInfo, TableSpec, departures
from houseway.room.store import append, chain_row, head_of, open_accounts, read_ledger
from houseway.room.table import LiveTable, TableServices
from houseway.room.verify import Report

Listener = Callable[[int], None]
"""Called after a change is written, with the new length of the table's log."""
log = logging.getLogger(__name__)


class Listeners:
    """Listeners by table. Every method may be called from any thread."""

    def __init__(self, lock: AbstractContextManager[object]) -> None:
        self._lock = lock
        self._of: dict[int, list[Listener]] = {}

    def subscribe(self, table_id: int, listener: Listener) -> Callable[[], None]:
        """Add a listener. Call the result to remove it."""
        with self._lock:
            self._of.setdefault(table_id, []).append(listener)

        def unsubscribe() -> None:
            with self._lock:
                listeners = self._of.get(table_id, [])
                if listener in listeners:
                    listeners.remove(listener)

        return unsubscribe

    def tables(self) -> set[int]:
        """Return the tables that have listeners."""
        with self._lock:
            return {table_id for table_id, listeners in self._of.items() if listeners}

    def notify(self, table_id: int, length: int) -> None:
        """Call the listeners of a table. The change is already written, so a failing listener undoes nothing."""
        with self._lock:
            listeners = tuple(self._of.get(table_id, ()))
        for listener in listeners:
            try:
                listener(length)
            except Exception:
                log.exception("table %s: a listener failed", table_id)


Result = TypeVar("Result")
IDLE_PULSES = 10
"""One in this many heartbeats is written even if no table has people waiting, so that an idle room is checked too."""


class Room(People):
    """An open room: it migrates the database's schema and takes over every open table in its last state.

    `restored` means that the database was restored from a copy, so every round in progress is void.
    """

    folder: Path | None = None
    """The folder where the room's processes reach each other. None if one process serves the room alone."""
    _processes = 1
    """Number of processes that share the database's connections."""

    def __init__(
        self,
        database_url: str = "sqlite://",
        settings: RoomSettings | None = None,
        time: Callable[[], float] = clock_time.time,
        monotonic: Callable[[], float] = clock_time.monotonic,
        alone: bool = True,
        restored: bool = False,
    ) -> None:
        self.settings = settings or RoomSettings()
        self._is_alone = alone
        self._server_lock = self._take_server_lock(database_url) if alone else None
        """The lock that keeps a second server from the same database."""
        try:
            self.database = Database(database_url, self._processes)
        except BaseException:
            if self._server_lock is not None:
                self._server_lock.release()
            raise
        self._restored = restored
        self.mark = secrets.token_hex(4)
        """The mark of this process among those of the room. Names of things that only it has end with the mark."""
        self._clocks = Clocks(time, monotonic)
        self._by_people = Quotas(self.settings.changes_of_a_person, monotonic)
        self._at_tables = Quotas(self.settings.changes_at_a_table, monotonic)
        self._lock = RLock()
        self._purses = tuple(RLock() for _ in range(PURSES))
        self._opening = RLock()
        """Held while a table is opened or read. A thread that holds `_lock` never waits for it."""
        self.players: Players = strategy
        """The factory of computer players. Programs with other players than the games' set it here."""
        self._tables: dict[int, LiveTable] = {}
        self._listeners = Listeners(RLock())
        self.on_move: Callable[[int], None] = lambda table_id: None
        """Called after a table was taken from another process, or lost to one."""
        self.on_message: Callable[[list[Any]], None] = lambda message: None
        """Called with each `broadcast` of another process: a kind, and its values."""
        self.meters = MeterDesk(
            self.database, self._write_room, self._now, self._opening, self._notify_linked, self._check_apart_from
        )
        """The operators' actions on meters, and the meters' amounts."""
        self._background_audit = BackgroundAudit(self.database)
        self._pulses = 0
        self.written: Counter[str] = Counter()
        """How many records of each kind the tables have written since the room was opened."""
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    def _take_server_lock(self, url: str) -> ServerLock | None:
        return lock_alone(url)

    def _open(self) -> None:
        self._prepare()
        with self.database.read() as connection:
            found = select(models.chains.c.id).where(models.chains.c.id != ROOM, models.chains.c.open)
            open_tables = connection.execute(found.order_by(models.chains.c.id)).scalars().all()
        if self._is_alone:
            self.database.write(remove_orphans)
        found_tables = [load_or_quarantine(self.database, self._quarantine, table_id) for table_id in open_tables]
        self._take_over([stored for stored in found_tables if stored is not None])

    def _prepare(self) -> None:
        """Write the first records of a new database, and read earlier quarantines."""
        prepare(self.database, self._now())
        self._quarantine = checked_quarantine(self.database, self._now)

    def _take_over(self, tables: list[StoredTable]) -> None:
        """Commit to fresh seeds at all tables, in one transaction, and open them."""
        draw = iter(self.database.seeds.draw_some(len(tables))).__next__
        taken, broken = self.database.write(
            lambda connection: take_over_all(connection, tables, self._now(), restored=self._restored, draw=draw)
        )
        for table_id, error in broken.items():
            self._quarantine.add(table_id, error)
        for stored in taken:
            table_id = stored.state.id
            self._tables[table_id] = self._live(stored)
            if table_id in self._quarantine.noted:
                self._quarantine.reopen(table_id)

    def close(self) -> None:
        """Close all connections. Everything is already written."""
        self.database.close()
        if self._server_lock is not None:
            self._server_lock.release()

    def _now(self) -> int:
        return self._clocks.date()

    def now(self) -> int:
        """Return the room's time, in milliseconds since 1970."""
        return self._now()

    # Tables.

    def _on_tables(self, connection: Connection, user_id: int) -> int:
        with self._lock:
            tables = list(self._tables.values())
        return sum(table.state.chips_of(user_id) for table in tables)

    def open_table(self, spec: TableSpec, by: int) -> int:
        """Open a table and commit to its first round."""
        complete = spec.completed(date.fromtimestamp(self._clocks.wall()), self.players)
        with self._opening:
            secret = self.database.seeds.draw()
            table_id = self._write_room(lambda connection: self._write_table(connection, complete, by, secret))
            with self.database.read() as connection:
                table = self._live(self._just_opened(load(connection, table_id)))
            with self._lock:
                self._tables[table_id] = table
        return table_id

    def _just_opened(self, stored: StoredTable) -> StoredTable:
        return stored

    def _may_open(self, connection: Connection, spec: TableSpec, by: int) -> None:
        if accounts.find(connection, by).is_operator:
            return
        if spec.meters:
            raise NotAllowed("Only an operator can open a table with meters.")
        if self.settings.tables_by_operators_only:
            raise NotAllowed("Only an operator can open tables in this room.")
        if self._opened_by(connection, by) >= self.settings.most_tables_of_a_player:
            raise NotAllowed(
                f"You can have at most {self.settings.most_tables_of_a_player} open tables. Close one first."
            )

    def _opened_by(self, connection: Connection, user_id: int) -> int:
        """Return how many open tables a person has opened."""
        return sum(table.opened.by == user_id for table in self._tables.values() if not table.state.closed)

    @staticmethod
    def _as_allowed(connection: Connection, spec: TableSpec, by: int) -> TableSpec:
        """Return a spec with practice chips if the house does not back it, unless an operator opens the table."""
        if accounts.find(connection, by).is_operator or not departures(spec.make_game()):
            return spec
        return replace(spec, practice=True)

    def _write_table(self, connection: Connection, asked: TableSpec, by: int, secret: Seed) -> int:
        self._may_open(connection, asked, by)
        self._by_people.take(by, OPENED_TABLE, "tables opened")
        spec = self._as_allowed(connection, asked, by)
        head = head_of(connection, ROOM, lock=True)
        table_id = int(connection.execute(select(func.max(models.chains.c.id))).scalar_one()) + 1
        state, opening = steps.opened(table_id, spec, by)
        state, first_commitment = steps.committed(state, commitment(secret), CURRENT)
        row = {"id": table_id, "length": 0, "head": FIRST_PREVIOUS, "open": True}
        connection.execute(insert(models.chains), row)
        epoch = self._lease_new(connection, table_id)
        link(connection, table_id, spec.meters.values())
        seat_accounts = [seat_account(table_id, seat) for seat in range(len(state.seats))]
        open_accounts(connection, [stakes_account(table_id), house_account(table_id), *seat_accounts])
        at = self._now()
        links = append(connection, table_id, Head(), [opening, first_commitment], at, epoch=epoch)
        noted = Draft("table", {"table": table_id, "by": by, "first": links[0].hash})
        append(connection, ROOM, head, [noted], at)
        return table_id

    def _lease_new(self, connection: Connection, table_id: int) -> int | None:
        """Return the epoch for writing a new table, or None if no other process writes."""
        return None

    def _live(self, stored: StoredTable) -> LiveTable:
        return LiveTable(self.database, self.settings, stored, self._services)

    @cached_property
    def _services(self) -> TableServices:
        return TableServices(
            clocks=self._clocks,
            players=self._player,
            meter_locks=self.meters.locks,
            purse=self._purse,
            allow=self._allow_change,
            check_room_log=self._check_room_log,
            announce=self._announce,
            written=self._count,
            lost=self._lost,
            broken=self.quarantine,
            meters_changed=self._notify_linked,
            people_elsewhere=self._people_elsewhere,
            is_watched_elsewhere=self._is_watched_elsewhere,
        )

    def _check_room_log(self) -> None:
        self._quarantine.check(ROOM)

    def _lost(self, table: LiveTable) -> None:
        """Give up a table that another process holds. A room of one process has no other."""

    def _people_elsewhere(self, table_id: int) -> frozenset[int]:
        return frozenset()

    def _is_watched_elsewhere(self, table_id: int) -> bool:
        return False

    def _count(self, drafts: Iterable[Draft]) -> None:
        with self._lock:
            self.written.update(draft.kind for draft in drafts)

    def _allow_change(self, table_id: int, user_id: int, cost: int, what: str) -> None:
        """Charge a change to the person's quota first, then to the table's."""
        self._by_people.take(user_id, cost, what)
        self._at_tables.take(table_id, cost, f"{what} at this table")

    def _player(self, game: Game | str, name: str, seed: int) -> Strategy:
        return self.players(game, name, seed)

    def table(self, table_id: int) -> LiveTable:
        """Return a table by number, including a closed one for its history."""
        self._quarantine.check(table_id)
        found = self._known(table_id)
        if found is not None:
            return found
        with self._opening:
            found = self._known(table_id)
            if found is not None:
                return found
            try:
                return self._unknown(table_id)
            except Exception as error:
                if not self._is_there(table_id) or not is_unreadable(error):
                    raise
                self.quarantine(table_id, error)
                self._quarantine.check(table_id)
                raise

    def _unknown(self, table_id: int) -> LiveTable:
        """Return a table that is not open here, which is a closed one."""
        with self.database.read() as connection:
            return self._live(load(connection, table_id))

    def seen(self, table_id: int) -> Table:
        """Return a table by number for display and play, whichever process holds it."""
        return self.table(table_id)

    def known(self, table_id: int) -> Table | None:
        """Return a table that is already loaded, or None, without waiting."""
        return self._known(table_id)

    def do(self, table_id: int, change: Callable[[Table], Result]) -> Result:
        """Do something at a table, whichever process holds it."""
        return change(self.seen(table_id))

    def presence_changed(self, table_id: int) -> None:
        """Notify the process that holds a table that a person came or went."""

    def broadcast(self, kind: str, *what: Any) -> None:
        """Send a message to all other processes of the room, if there are any."""

    @property
    def held(self) -> list[int]:
        """Return the tables that this process holds."""
        with self._lock:
            return list(self._tables)

    def _notify_linked(self, meter_ids: Iterable[int], but: int | None = None) -> None:
        """Update the watchers of all tables with one of these meters."""
        wanted = set(meter_ids)
        with self._lock:
            tables = [table for table in self._tables.values() if wanted & set(table.spec.meters.values())]
        for table in tables:
            if table.id != but:
                self._announce(table.id, table.head.length)

    def _check_apart_from(self, meter_id: int, by: int) -> None:
        """Refuse an operator who sits at a table that plays for a meter."""
        linked = self.meters.tables_of(meter_id)
        if any(by in info.sitters and info.id in linked for info in self.tables()):
            raise NotAllowed("You play at a table with this meter, so another operator must do this.")

    def _is_there(self, table_id: int) -> bool:
        with self.database.read() as connection:
            return table_id > ROOM and chain_row(connection, table_id) is not None

    @property
    def quarantined(self) -> tuple[QuarantineRecord, ...]:
        """Return the tables whose logs failed verification. Number 0 is the room's log."""
        return self._quarantine.all()

    def check_not_quarantined(self, table_id: int) -> None:
        """Refuse a quarantined table."""
        self._quarantine.check(table_id)

    def quarantine(self, table_id: int, error: Exception) -> None:
        """Quarantine a table whose log failed verification. It is closed to everyone, and its watchers are notified.

        If it is the room's log (0), no user can register, get chips or open a table. Open tables continue.
        """
        self._quarantine.add(table_id, error)
        with self._lock:
            table = self._tables.pop(table_id, None)
        if table is not None:
            table.is_quarantined = True
        self._announce(table_id, 0)

    def release(self, table_id: int, by: int) -> QuarantineRecord:
        """Return the chips of a quarantined table to their owners, as the ledger names them. Only an operator can."""
        found = next((each for each in self.quarantined if each.table == table_id != ROOM), None)
        if found is None:
            raise UnknownName(f"Table {table_id!r} is not quarantined.")
        self._write_room(lambda connection: release(connection, found, by, self._now()))
        return self._quarantine.mark_released(table_id)

    def audit_step(self) -> None:
        """Check the next few records of all logs, and quarantine a table whose log fails.

        Also check that no other server has the database, because a lock of PostgreSQL ends with its connection.
        """
        if self._server_lock is not None:
            self._server_lock.keep()
        finding = self._background_audit.step()
        if finding is not None:
            self.quarantine(finding.table, finding.error)

    @property
    def audit_passes(self) -> int:
        """Return how many times the background audit has read every log since the room was opened."""
        return self._background_audit.passes

    def floor(self, by: int) -> list[dict[str, Any]]:
        """Return each open table as an operator sees it: readings, limits and exposure."""
        if not self.user(by).is_operator:
            raise NotAllowed("Only an operator can see the floor.")
        return self.own_floor()

    def own_floor(self) -> list[dict[str, Any]]:
        """Return the open tables of this process as an operator sees them."""
        with self._lock:
            tables = list(self._tables.values())
        return [floor_of(table.state) for table in tables if not table.state.closed]

    def _known(self, table_id: int) -> LiveTable | None:
        with self._lock:
            return self._tables.get(table_id)

    def tables(self) -> list[TableInfo]:
        """Return the open tables."""
        return self.own_infos()

    def own_infos(self) -> list[TableInfo]:
        """Return the open tables of this process."""
        with self._lock:
            tables = list(self._tables.values())
        return [table.info for table in tables if not table.state.closed]

    def tick(self) -> None:
        """Do the due work at every table, despite errors at others, and forget the closed ones."""
        with self._lock:
            self._tables = {number: table for number, table in self._tables.items() if not table.state.closed}
            tables = list(self._tables.values())
        for table in tables:
            self._look_at(table)

    @staticmethod
    def _look_at(table: LiveTable) -> None:
        try:
            table.tick()
        except HousewayError as error:
            log.warning("table %s: %s", table.id, error)
        except Exception:
            log.exception("table %s: what is due could not be done", table.id)

    def pulse(self) -> None:
        """Give a heartbeat, about once a second. If the database cannot be written, time stops for all players.

        A program that needs time to stop in an outage calls this. A room without heartbeats simply follows its clock.
        """
        with self._lock:
            waiting = [table for table in self._tables.values() if table.time_left is not None or table.is_stale]
        try:
            self._give_sign(bool(waiting) or self._pulses % IDLE_PULSES == 0)
            self._pulses += 1
        except Exception:
            self._clocks.stopwatch.stop()
            raise
        stood = self._clocks.stopwatch.run_on()
        for table in waiting:
            if table.is_stale:
                self._look_at(table)
            elif stood:
                self._announce(table.id, table.head.length)

    def _give_sign(self, waited_for: bool) -> None:
        if waited_for:
            self.database.probe()

    def subscribe(self, table_id: int, listener: Listener) -> Callable[[], None]:
        """Add a listener for every written change at a table. Call the result to remove it."""
        return self._listeners.subscribe(table_id, listener)

    def _announce(self, table_id: int, length: int) -> None:
        self._listeners.notify(table_id, length)

    # The ledger and the logs.

    def verify(self, table_id: int | None = None) -> Report:
        """Verify one table's log with its part of the ledger, or everything."""
        return verify_database(self.database, table_id)

    def ledger(self, by: int, account: str | None = None, limit: int = 100) -> dict[str, Any]:
        """Return every account and the newest entries, of all accounts or of one. Only an operator may read them."""
        with self.database.read() as connection:
            if not accounts.find(connection, by).is_operator:
                raise NotAllowed("Only an operator can see the ledger.")
            return read_ledger(connection, account, limit)

    def rulings(self, by: int, limit: int = 50) -> list[dict[str, Any]]:
        """Return the operators' rulings at the open tables, newest first. Only an operator may read them."""
        with self.database.read() as connection:
            if not accounts.find(connection, by).is_operator:
                raise NotAllowed("Only an operator can see rulings.")
            return read_rulings(connection, limit)
