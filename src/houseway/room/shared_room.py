"""A room that several server processes serve together on PostgreSQL. Each holds some of the tables."""

import secrets
import time as clock_time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any

from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from houseway.cards.seed import Seed
from houseway.errors import BrokenLog, HeldElsewhere, LeaseLost, MeterMoved, OutcomeUnknown, UnknownName
from houseway.room import models
from houseway.room.channel import Message
from houseway.room.leases import FIRST_EPOCH, KEY_SIZE, LEASE, Leases, Worker, holder_of
from houseway.room.ledger import MINT, user_account
from houseway.room.log import ROOM, read_record
from houseway.room.opening import StoredTable, load, take_over
from houseway.room.peers import Peers, address_of
from houseway.room.quarantine import is_unreadable
from houseway.room.replica import ReplicaTable, Table
from houseway.room.room import Result, Room, log
from houseway.room.server_lock import ServerLock, lock_together
from houseway.room.settings import RoomSettings
from houseway.room.spec import TableInfo
from houseway.room.state import TableState
from houseway.room.store import balances, chain_row, head_of
from houseway.room.table import LiveTable
from houseway.room.table_view import Presence

MOST_KNOWN = 1000
_CHAIN, _ENTRY, _RECORD = models.chains.c, models.entries.c, models.records.c


class ChipsInPlay:
    """People's chips on tables, read from the logs.

    A table's chips are cached until its log grows, so that repeated calls are cheap. Every method may be called from
    any thread.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: OrderedDict[int, tuple[int, Mapping[int, int]]] = OrderedDict()

    def of(self, connection: Connection, user_id: int, quarantined: Collection[int]) -> int:
        """Return a person's chips on all open tables that are not quarantined."""
        account = user_account(user_id)
        played = select(_ENTRY.chain_id).where(_ENTRY.account == account, _ENTRY.chain_id == _CHAIN.id).exists()
        found = select(_CHAIN.id, _CHAIN.length).where(_CHAIN.id != ROOM, _CHAIN.open, played)
        tables = [(table_id, length) for table_id, length in connection.execute(found) if table_id not in quarantined]
        return sum(self._at(connection, table_id, length).get(user_id, 0) for table_id, length in tables)

    def _at(self, connection: Connection, table_id: int, length: int) -> Mapping[int, int]:
        with self._lock:
            known = self._known.get(table_id)
        if known is not None and known[0] == length:
            return known[1]
        stored = load(connection, table_id)
        chips = _by_people(stored.state)
        with self._lock:
            self._known[table_id] = (stored.head.length, chips)
            self._known.move_to_end(table_id)
            if len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)
        return chips


def _by_people(state: TableState) -> dict[int, int]:
    people = [state.at(seat).user_id for seat in state.people]
    return {user_id: state.chips_of(user_id) for user_id in people if user_id is not None}


MOST_AT_ONCE = 25
"""Number of tables without a holder that one process takes before it checks again."""
PATIENCE = 5.0
"""Seconds for which an action is retried at a table that is changing hands."""
PAUSE = 0.05
SIGNS = 6
"""Heartbeats within a lease, while the first tables are taken."""
HANDS = 8
"""Number of tables handed over at the same time."""


class SharedRoom(Room):
    """One of the processes of a room. It holds the tables that it opens, and its share of those without a holder.

    `expected` is the planned number of processes. Until all have started, the first ones leave them their share. A
    process that falls silent keeps its tables for `lease` seconds.

    With a `folder`, which must belong to this user alone, the others are reached there. Then each process shows every
    table, and people's actions at a table are done by its holder. Without one it knows only the tables that it holds.
    """

    def __init__(
        self,
        database_url: str,
        settings: RoomSettings | None = None,
        folder: Path | None = None,
        mark: str | None = None,
        expected: int = 1,
        lease: float = LEASE,
        **more: Any,
    ) -> None:
        self.folder, self._expected, self._seconds = folder, expected, lease
        self._processes = expected
        self._given_mark = mark
        self._present: dict[int, Presence] = {}
        self._chips_in_play = ChipsInPlay()
        self._is_leaving = False
        self.peers: Peers | None = None
        super().__init__(database_url, settings, **more)

    def _take_server_lock(self, url: str) -> ServerLock | None:
        return lock_together(url)

    def _open(self) -> None:
        self._prepare()
        self._quarantine.keep_recorded()
        key = secrets.token_bytes(KEY_SIZE)
        self.mark = self._given_mark or self.mark
        address = None if self.folder is None else address_of(self.folder, self.mark)
        self.leases = Leases(self.database, str(address or ""), key, self._seconds)
        if address is not None:
            self.peers = Peers(self, address, key)
        self._take_share()
        if self.peers is not None:
            self.peers.start()

    def _take_share(self) -> None:
        """Take this process's share at the start, with heartbeats throughout.

        On a busy machine this may take longer than a lease.
        """
        is_done = Event()

        def stay_alive() -> None:
            while not is_done.wait(self._seconds / SIGNS):
                try:
                    self._give_sign(False)
                except Exception as error:
                    log.warning("no sign of life could be given: %s", error)

        signs = Thread(target=stay_alive, name="signs", daemon=True)
        signs.start()
        try:
            while self._adopt_some():
                pass
        finally:
            is_done.set()
            signs.join()

    def _adopt_some(self) -> bool:
        """Adopt some tables, and return whether there may be more."""
        try:
            return self.adopt(self._expected) > 0
        except LeaseLost:
            self._give_sign(False)
            return True

    def close(self) -> None:
        """Give up all tables, and close all connections."""
        try:
            if hasattr(self, "leases"):
                self.leases.end()
        except Exception as error:
            log.warning("the lease of this process runs out by itself: %s", error)
        if self.peers is not None:
            self.peers.close()
        super().close()

    # Which tables are held here.

    def adopt(self, expected: int = 1) -> int:
        """Take some of the tables that no living process holds, and return how many."""
        quarantined = [each.table for each in self.quarantined]
        with self._lock:
            own = list(self._tables)
        with self.database.read() as connection:
            found = self.leases.unheld(connection, own, quarantined, MOST_AT_ONCE, expected)
        return sum(self._adopt(table_id) is not None for table_id in found)

    def adopt_all(self) -> None:
        """Take this process's share of the tables without a holder."""
        while self.adopt():
            pass

    def _adopt(self, table_id: int) -> LiveTable | None:
        """Return a table leased by this process, or None if another was faster or the log failed verification."""
        with self._opening:
            return self._known(table_id) or self._adopt_now(table_id)

    def _adopt_now(self, table_id: int) -> LiveTable | None:
        if self._is_leaving:
            return None
        try:
            secret = self.database.seeds.draw()
            stored = self.database.write(lambda connection: self._taken(connection, table_id, secret))
        except (LeaseLost, UnknownName):
            raise
        except Exception as error:
            if not is_unreadable(error) and not isinstance(error, IntegrityError):
                raise
            self.quarantine(table_id, error)
            return None
        if stored is None:
            return None
        table = self._live(stored)
        with self._lock:
            self._tables[table_id] = table
        if self.peers is not None:
            self.peers.forget(table_id)
            self.peers.broadcast("taken", table_id)
        self.on_move(table_id)
        self._announce(table_id, table.head.length)
        return table

    def _taken(self, connection: Connection, table_id: int, secret: Seed) -> StoredTable | None:
        """Take, read and write a table in one transaction.

        Its last holder's write is complete by then, or never will be.
        """
        taken = self.leases.take(connection, table_id)
        if taken is None:
            return None
        stored = replace(load(connection, table_id), epoch=taken.epoch, time_left=taken.time_left)
        return take_over(connection, stored, self._now(), restored=False, draw=lambda: secret)

    def _unknown(self, table_id: int) -> LiveTable:
        """Return a closed table for reading, or take a table without a holder at once."""
        with self.database.read() as connection:
            row = chain_row(connection, table_id)
        if row is None or table_id <= ROOM or not row["open"]:
            return super()._unknown(table_id)
        adopted = self._adopt(table_id)
        if adopted is not None:
            return adopted
        self._quarantine.check(table_id)
        raise HeldElsewhere(f"Another process runs table {table_id}.")

    def holder(self, table_id: int) -> Worker | None:
        """Return the process that holds a table, or None."""
        with self.database.read() as connection:
            return holder_of(connection, table_id)

    @property
    def is_cut_off(self) -> bool:
        """Return whether this process has not reached the database for a whole lease while another one has."""
        if self._is_leaving or self.peers is None or self.leases.silent < self._seconds:
            return False
        return self.peers.others_work()

    @property
    def works(self) -> bool:
        """Return whether the database heard from this process recently."""
        return self.leases.silent < self._seconds / 2

    def leave(self) -> None:
        """Give all tables to the others and take no more, because this process is about to end."""
        self._is_leaving = True
        self.hand_over()
        self.leases.end()
        self.broadcast("free")

    def hand_over(self) -> None:
        """Give all tables to the others, each between two changes, with the time left for its decision."""
        with self._lock:
            tables, self._tables = list(self._tables.values()), {}
        with ThreadPoolExecutor(HANDS) as hands:
            for _ in hands.map(self._hand_over, tables):
                pass
        for table in tables:
            self.on_move(table.id)

    def give(self, table: LiveTable) -> bool:
        """Give one table to another process if a round is in progress. Return whether it may be taken now."""
        given = table.hand_over(partial(self._give, table.id), in_a_round=True)
        if given:
            self._lost(table)
        return given

    def _hand_over(self, table: LiveTable) -> None:
        table.hand_over(partial(self._give, table.id))
        self._announce(table.id, table.head.length)

    def _give(self, table_id: int, epoch: int, left: float | None) -> None:
        self.database.write(lambda connection: self.leases.hand_over(connection, table_id, epoch, left))

    def _lost(self, table: LiveTable) -> None:
        """Drop a table that another process has or will have.

        If it was taken here again, only the older view is dropped.
        """
        table.is_lost = True
        with self._lock:
            if self._tables.get(table.id) is not table:
                return
            del self._tables[table.id]
        self.on_move(table.id)
        self._announce(table.id, table.head.length)

    def _live(self, stored: StoredTable) -> LiveTable:
        presence = self.presence_at(stored.state.id)
        return LiveTable(self.database, self.settings, stored, self._services, presence)

    def _people_elsewhere(self, table_id: int) -> frozenset[int]:
        return frozenset() if self.peers is None else self.peers.people_elsewhere(table_id)

    def _is_watched_elsewhere(self, table_id: int) -> bool:
        return self.peers is not None and self.peers.is_watched_elsewhere(table_id)

    def _lease_new(self, connection: Connection, table_id: int) -> int | None:
        return self.leases.note_new(connection, table_id)

    def _just_opened(self, stored: StoredTable) -> StoredTable:
        return replace(stored, epoch=FIRST_EPOCH)

    def _give_sign(self, waited_for: bool) -> None:
        """Renew the lease as the heartbeat.

        If that is too late, all tables are lost, and this becomes a new process.
        """
        if self._is_leaving:
            return
        try:
            self.leases.renew()
        except LeaseLost as error:
            log.warning("%s", error)
            with self._lock:
                lost = list(self._tables.values())
            for table in lost:
                self._lost(table)
            self.leases.begin_again()

    def audit_step(self) -> None:
        """Check the next few records, and the tables without a holder."""
        super().audit_step()
        self.adopt()

    # Tables that others hold.

    def seen(self, table_id: int) -> Table:
        """Return a table of this process, or a followed one. A table without a holder is taken at once."""
        found = self.known(table_id)
        if found is not None:
            self._quarantine.check(table_id)
            return found
        try:
            return self.table(table_id)
        except HeldElsewhere:
            if self.peers is None:
                raise
            return self.peers.follow(table_id)

    def known(self, table_id: int) -> Table | None:
        """Return a table that this process holds or already follows."""
        held = self._known(table_id)
        return held if held is not None or self.peers is None else self.peers.known(table_id)

    def do(self, table_id: int, change: Callable[[Table], Result]) -> Result:
        """Do something at a table through its holder.

        If the table was changing hands, nothing was done, so this tries again.
        """
        until = clock_time.monotonic() + PATIENCE
        while True:
            try:
                return change(self.seen(table_id))
            except OutcomeUnknown:
                if self.peers is not None:
                    self.peers.find_again(table_id)
                raise
            except (LeaseLost, HeldElsewhere, MeterMoved) as error:
                if self.peers is None or clock_time.monotonic() > until:
                    raise
                if not isinstance(error, MeterMoved):
                    self.peers.find_again(table_id)
                clock_time.sleep(PAUSE)

    def try_to_hold(self, table_id: int) -> bool:
        """Take a table if it has no holder. Return whether it is held here."""
        with self.database.read() as connection:
            if holder_of(connection, table_id) not in (None, self.leases.worker):
                return False
        return self.take_given(table_id)

    def take_given(self, table_id: int) -> bool:
        """Take a table that its holder gave up. Return whether it is held here."""
        try:
            return self._adopt(table_id) is not None
        except (LeaseLost, UnknownName):
            return False

    def presence_at(self, table_id: int) -> Presence:
        """Return the people who have a table open in this process, whichever process holds it."""
        with self._lock:
            return self._present.setdefault(table_id, Presence())

    def presence_changed(self, table_id: int) -> None:
        """Notify the holder of a table, if it is another process, or else the others that show the table."""
        table = self.known(table_id)
        if self.peers is None or table is None:
            return
        if isinstance(table, ReplicaTable):
            self.peers.note_presence(table)
        else:
            self.peers.notify_of_change(table)

    def tables(self) -> list[TableInfo]:
        """Return the open tables of all processes."""
        own = self.own_infos()
        if self.peers is None:
            return own
        known = {info.id for info in own}
        theirs = [info for info in self.peers.infos() if info.id not in known]
        return sorted(own + theirs, key=lambda info: info.id)

    def floor(self, by: int) -> list[dict[str, Any]]:
        """Return the tables of all processes as an operator sees them."""
        own = super().floor(by)
        theirs = [] if self.peers is None else self.peers.floor()
        return sorted(own + theirs, key=lambda table: int(table["id"]))

    def broadcast(self, kind: str, *what: Any) -> None:
        """Send a message to all other processes of the room."""
        if self.peers is not None:
            self.peers.broadcast(kind, *what)

    def receive_broadcast(self, message: Message) -> None:
        """Handle a message from another process."""
        match message:
            case ["meters", meter_ids]:
                self._notify_linked_here(meter_ids)
            case ["aside", table_id, why, record]:
                self._quarantine_here(table_id, BrokenLog(why, record), is_noted=True)
            case ["taken", table_id]:
                table = self.known(table_id)
                if isinstance(table, ReplicaTable) and self.peers is not None:
                    self.peers.note_taken(table)
            case _:
                self.on_message(message)

    def _announce(self, table_id: int, length: int) -> None:
        super()._announce(table_id, length)
        table = self._known(table_id)
        if self.peers is not None and table is not None:
            self.peers.notify_of_change(table)

    def _notify_linked(self, meter_ids: Iterable[int], but: int | None = None) -> None:
        changed = list(meter_ids)
        self._notify_linked_here(changed, but)
        if changed:
            self.broadcast("meters", changed)

    def _notify_linked_here(self, meter_ids: Iterable[int], but: int | None = None) -> None:
        super()._notify_linked(meter_ids, but)
        wanted = set(meter_ids)
        for table_id in self._listeners.tables():
            table = self.known(table_id)
            if isinstance(table, ReplicaTable) and wanted & set(table.spec.meters.values()):
                super()._announce(table_id, table.head.length)

    def quarantine(self, table_id: int, error: Exception) -> None:
        """Quarantine a table here and in all other processes."""
        self._quarantine_here(table_id, error)
        found = next((each for each in self.quarantined if each.table == table_id), None)
        if found is not None:
            self.broadcast("aside", table_id, found.why, found.record)

    def _quarantine_here(self, table_id: int, error: Exception, *, is_noted: bool = False) -> None:
        if is_noted:
            self._quarantine.add(table_id, error, is_noted=True)
        followed = None if self.peers is None else self.peers.known(table_id)
        if followed is not None and self.peers is not None:
            followed.is_quarantined = True
            self.peers.forget(table_id)
        super().quarantine(table_id, error)

    # Facts about all tables, whichever process holds them.

    def _on_tables(self, connection: Connection, user_id: int) -> int:
        """Return a person's chips on tables, from the logs.

        No chip of a person moves while the account is locked. The room's log is always locked before the account, and
        so is the mint, which issues chips, so no two transactions wait for each other. All other writers wait for these
        locks. Therefore the logs are read before locking, and again under the locks only if they have grown since.
        """
        quarantined = {each.table for each in self.quarantined}
        self._chips_in_play.of(connection, user_id, quarantined)
        head_of(connection, ROOM, lock=True)
        balances(connection, [MINT, user_account(user_id)], lock=True)
        return self._chips_in_play.of(connection, user_id, quarantined)

    def _opened_by(self, connection: Connection, user_id: int) -> int:
        firsts = select(_RECORD.body).join_from(models.records, models.chains, _RECORD.chain_id == _CHAIN.id)
        named = _RECORD.body.contains(f'"by":{user_id},')
        bodies = connection.execute(firsts.where(_CHAIN.id != ROOM, _CHAIN.open, _RECORD.seq == 1, named)).scalars()
        return sum(read_record(body).data["by"] == user_id for body in bodies)
