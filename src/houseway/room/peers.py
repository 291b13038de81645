"""The other processes of a room: their tables as shown here, and their requests to this process."""

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Event, Lock, RLock, Thread, local
from typing import TYPE_CHECKING, Any

from houseway.errors import HeldElsewhere, HousewayError, OutcomeUnknown, TableSetAside, UnknownName
from houseway.room.channel import Message, Notices, PeerClient, PeerServer, Plain
from houseway.room.leases import Worker, holder_of, living, worker_by_id
from houseway.room.opening import StoredTable, load
from houseway.room.quarantine import is_unreadable
from houseway.room.replica import CHANGES, Given, Notice, ReplicaTable
from houseway.room.spec import TableInfo
from houseway.room.table import LiveTable

if TYPE_CHECKING:
    from houseway.room.shared_room import SharedRoom


LOOK = 1.0
"""Seconds between two checks of the tables that others hold. A lost notice goes unnoticed for as long."""
KEPT = 4.0
"""Seconds for which another process counts as showing a table after its last message about it."""
UNUSED = 30.0
"""Seconds for which a table of another process is followed although it has no watcher here."""
MOST_FETCHED = 25
"""Maximum tables fetched from other processes in one check."""
CHORES = 4
SHORT_PATIENCE, LONG_PATIENCE, SILENT = 0.5, 2.0, 5.0
"""Seconds that the lobby waits for another process, and that an operator waits. The last is the number of seconds for
which the lobby skips a process that did not answer.
"""
log = logging.getLogger(__name__)


class Peers:
    """The other processes: replicas of their tables, requests to them and answers. Every method is thread-safe."""

    def __init__(self, home: "SharedRoom", path: Path, key: bytes) -> None:
        self._home = home
        self._lock = RLock()
        self._followed: dict[int, ReplicaTable] = {}
        self._following = Lock()
        self._shown_by: dict[int, dict[int, tuple[frozenset[int], float]]] = {}
        """By table and process: the people who watch it there, and until when that counts."""
        self._keys: dict[int, bytes] = {}
        self._asked_by = local()
        self._infos: tuple[float, list[TableInfo]] = (0.0, [])
        self._infos_of: dict[int, list[TableInfo]] = {}
        self._asking = Lock()
        self._silent_until: dict[int, float] = {}
        """By process: until when it is not asked for lists, because it did not answer."""
        self._last_known: list[Worker] = []
        """The other processes, as of the last database read."""
        self._handlers: dict[str, Callable[[Plain], Plain]] = {}
        """Handlers of the requests that the room itself does not answer."""
        self._client = PeerClient()
        self._chores = ThreadPoolExecutor(CHORES, thread_name_prefix="chores")
        self._over = Event()
        self._server = PeerServer(path, key, self._answer)
        self._notices = Notices(home.database.engine, lambda: home.leases.worker, self._key_of, self._receive)
        self._thread = Thread(target=self._look_again_and_again, name="peers", daemon=True)

    def start(self) -> None:
        """Start to watch the others' tables."""
        self._thread.start()

    def close(self) -> None:
        """Stop sending and answering requests."""
        self._over.set()
        self._notices.close()
        self._chores.shutdown(wait=False, cancel_futures=True)
        self._server.close()
        self._client.close()

    # Requests to this process.

    def _answer(self, asked: Plain) -> Plain:
        match asked["what"]:
            case "change":
                return self._change(asked)
            case "follow":
                return self._follow_for(asked)
            case "tables":
                return {"tables": [info.to_plain() for info in self._home.own_infos()]}
            case "floor":
                return {"tables": self._home.own_floor()}
            case "give":
                return {"given": self._give_to(asked["from"], self._own(asked["table"]))}
            case "works":
                return {"works": self._home.works}
            case what if what in self._handlers:
                return self._handlers[what](asked)
        raise HousewayError(f"Unknown question {asked['what']!r} from another process. Run the same version in all.")

    def handle(self, what: str, answer: Callable[[Plain], Plain]) -> None:
        """Handle one more kind of request: `errand` about something that only this process has, or `measures`."""
        self._handlers[what] = answer

    def _change(self, asked: Plain) -> Plain:
        """Apply a person's action at a table of this process, and answer with the table's state."""
        table = self._own(asked["table"])
        with self._on_behalf_of(asked["from"]):
            CHANGES[asked["change"]](table, asked["user"], asked["given"])
        return {"notice": self._notice_of(table).to_list()}

    def _give_to(self, worker: int, table: LiveTable) -> bool:
        """Give a table to a process that has all of its people. No thread here waits for the other process."""
        if table.presence.people() or self._shown_elsewhere(table.id) - {worker}:
            return False
        return self._home.give(table)

    def _own(self, table_id: int) -> LiveTable:
        self._home.check_not_quarantined(table_id)
        table = self._home._known(table_id)
        if table is None or table.is_lost:
            raise HeldElsewhere(f"Another process runs table {table_id}.")
        return table

    @contextmanager
    def _on_behalf_of(self, worker: int) -> Iterator[None]:
        """Suppress the notice of a change to the process that asked for it."""
        self._asked_by.worker = worker
        try:
            yield
        finally:
            self._asked_by.worker = None

    def _follow_for(self, asked: Plain) -> Plain:
        """Note that another process shows these tables to these people, and return the state of those held here."""
        worker, people_at = asked["from"], {int(table): frozenset(who) for table, who in asked["tables"].items()}
        until = time.monotonic() + KEPT
        changed = []
        with self._lock:
            if asked["all"]:
                for table_id in [table for table, shown in self._shown_by.items() if worker in shown]:
                    if table_id not in people_at:
                        changed += [table_id] if self._shown_by[table_id].pop(worker)[0] else []
            for table_id, people in people_at.items():
                shown = self._shown_by.setdefault(table_id, {})
                if shown.get(worker, (frozenset(), 0.0))[0] != people:
                    changed.append(table_id)
                shown[worker] = (people, until)
        tables = [self._home._known(table_id) for table_id in people_at]
        with self._on_behalf_of(worker):
            for table_id in changed:
                self._notify_everywhere(table_id)
        return {"notices": [self._notice_of(table).to_list() for table in tables if table and not table.is_lost]}

    def _notify_everywhere(self, table_id: int) -> None:
        table = self._home._known(table_id)
        if table is not None:
            self._home._listeners.notify(table_id, table.head.length)
            self.notify_of_change(table)

    def _notice_of(self, table: LiveTable) -> Notice:
        with table._lock:
            left, on_bank = table._shown_time()
            return Notice(table.id, table.head.length, left, on_bank, table._connected())

    # Notices from this process to the others.

    def notify_of_change(self, table: LiveTable) -> None:
        """Notify the processes that show a changed table, except the one that asked for the change."""
        if self._shown_elsewhere(table.id) - {getattr(self._asked_by, "worker", None)}:
            self._notices.send("table", self._notice_of(table).to_list())

    def broadcast(self, kind: str, *what: Any) -> None:
        """Send something to every process."""
        self._notices.send(kind, *what)

    def _shown_elsewhere(self, table_id: int) -> set[int]:
        now = time.monotonic()
        with self._lock:
            return {worker for worker, (_, until) in self._shown_by.get(table_id, {}).items() if until > now}

    def is_watched_elsewhere(self, table_id: int) -> bool:
        """Return whether a table has a watcher in another process."""
        return bool(self._shown_elsewhere(table_id))

    def people_elsewhere(self, table_id: int) -> frozenset[int]:
        """Return the people who watch a table of this process in other processes."""
        now = time.monotonic()
        with self._lock:
            shown = [people for people, until in self._shown_by.get(table_id, {}).values() if until > now]
        return frozenset[int]().union(*shown)

    # Notices that this process receives.

    def _key_of(self, worker_id: int) -> bytes | None:
        if worker_id not in self._keys:
            with self._home.database.read() as connection:
                worker = worker_by_id(connection, worker_id)
            if worker is None:
                return None
            self._keys[worker_id] = worker.key
        return self._keys[worker_id]

    def _receive(self, worker_id: int, message: Message) -> None:
        match message:
            case ["table", plain]:
                notice = Notice.from_list(plain)
                table = self.known(notice.table)
                if table is not None:
                    self._chore(partial(self._take_notice, table, notice, worker_id))
            case ["free"]:
                self._chore(self._home.adopt_all)
            case _:
                self._home.receive_broadcast(message)

    def _chore(self, work: Callable[[], object]) -> None:
        def guarded() -> None:
            try:
                work()
            except HousewayError as error:
                log.warning("a table of another process: %s", error)
            except Exception:
                log.exception("a table of another process could not be looked at")

        with suppress(RuntimeError):  # the threads are gone once the room is closed
            self._chores.submit(guarded)

    def _take_notice(self, table: ReplicaTable, notice: Notice, worker_id: int | None = None) -> None:
        """Bring a table up to its holder's notice, and notify its watchers here."""
        try:
            grown = table.catch_up(notice.length)
        except Exception as error:
            if is_unreadable(error):
                self._home.quarantine(table.id, error)
            raise
        if worker_id is not None and (table.holder is None or table.holder.id != worker_id):
            self._find_holder(table)
        if table.note(notice) or grown:
            self._home._listeners.notify(table.id, table.head.length)

    # Tables of others, shown here.

    def known(self, table_id: int) -> ReplicaTable | None:
        """Return a followed table of another process."""
        with self._lock:
            return self._followed.get(table_id)

    def follow(self, table_id: int) -> ReplicaTable:
        """Follow a table of another process, and show it here from now on."""
        with self._following:
            found = self.known(table_id)
            if found is not None:
                return found
            stored, holder = self._loaded(table_id)
            presence = self._home.presence_at(table_id)
            table = ReplicaTable(self._home.database, stored, holder, self._ask_holder, presence)
            with self._lock:
                self._followed[table_id] = table
        with suppress(HeldElsewhere, OutcomeUnknown):
            self._follow([table], everything=False)
        return table

    def _loaded(self, table_id: int) -> tuple[StoredTable, Worker | None]:
        try:
            with self._home.database.read() as connection:
                return load(connection, table_id), holder_of(connection, table_id)
        except Exception as error:
            if is_unreadable(error) and not isinstance(error, UnknownName):
                self._home.quarantine(table_id, error)
                self._home.check_not_quarantined(table_id)
            raise

    def forget(self, table_id: int) -> None:
        """Drop a replica, because the table is held here now, or quarantined."""
        with self._lock:
            self._followed.pop(table_id, None)

    def note_presence(self, table: ReplicaTable) -> None:
        """Notify the holder of a table, which notifies the others, after a person came or went here."""
        self._chore(partial(self._follow, [table], everything=False))

    def note_taken(self, table: ReplicaTable) -> None:
        """Follow a table that another process has taken over, and show its state."""

        def look() -> None:
            self._find_holder(table)
            self._follow([table], everything=False)

        self._chore(look)

    def _ask_holder(self, table: ReplicaTable, change: str, user_id: int, given: Given) -> None:
        """Ask the holder to do something. When this returns, the result is shown here too."""
        holder = table.holder
        if holder is None:
            raise HeldElsewhere(f"No process runs table {table.id} at this moment. Try again.")
        asked = {"what": "change", "table": table.id, "change": change, "user": user_id, "given": given}
        try:
            answer = self._client.ask(holder, {**asked, "from": self._home.leases.worker.id})
        except TableSetAside as error:
            self._home.receive_broadcast(["aside", table.id, str(error), None])
            raise
        except HousewayError:
            if table.catch_up():  # the refusal may be due to a change that was not shown here yet
                self._home._listeners.notify(table.id, table.head.length)
            raise
        self._take_notice(table, Notice.from_list(answer["notice"]))

    def find_again(self, table_id: int) -> None:
        """Take over a table that lost its holder, or find its new holder."""
        if self._home.try_to_hold(table_id):
            return
        table = self.known(table_id)
        if table is not None:
            self._find_holder(table)

    def _find_holder(self, table: ReplicaTable) -> None:
        with self._home.database.read() as connection:
            table.holder = holder_of(connection, table.id)

    def _follow(self, tables: Iterable[ReplicaTable], *, everything: bool) -> set[int]:
        """Report to the holders what is shown here, and take their state. Return the tables that they answered for."""
        by_holder: dict[Worker, list[ReplicaTable]] = {}
        for table in tables:
            if table.holder is not None:
                by_holder.setdefault(table.holder, []).append(table)
        heard: set[int] = set()
        for holder, theirs in by_holder.items():
            shown = {str(table.id): sorted(table.presence.people()) for table in theirs}
            asked = {"what": "follow", "from": self._home.leases.worker.id, "tables": shown, "all": everything}
            try:
                answer = self._client.ask(holder, asked)
            except (HeldElsewhere, OutcomeUnknown):
                continue
            of = {table.id: table for table in theirs}
            for notice in map(Notice.from_list, answer["notices"]):
                heard.add(notice.table)
                with suppress(HousewayError):
                    self._take_notice(of[notice.table], notice)
        return heard

    def _look_again_and_again(self) -> None:
        trouble = ""
        while not self._over.wait(LOOK):
            try:
                self.look()
                trouble = ""
            except Exception as error:
                if trouble != repr(error):
                    log.exception("the tables of other processes could not be looked at")
                trouble = repr(error)

    def look(self) -> None:
        """Report what is shown here, take the holders' state, and find the holders of tables without an answer."""
        self._others()
        listened = self._home._listeners.tables()
        with self._lock:
            idle = [table.id for table in self._followed.values() if table.id not in listened and table.age > UNUSED]
            for table_id in idle:
                del self._followed[table_id]
            tables = list(self._followed.values())
        heard = self._follow(tables, everything=True)
        for table in tables:
            if table.id in heard:
                continue
            if table.up_to_date().state.closed:
                self._home._listeners.notify(table.id, table.head.length)
                self.forget(table.id)
            else:
                self.find_again(table.id)
        lonely = [table for table in tables if table.id in heard and table.age > LOOK and table.is_played_only_here]
        for table in lonely[:MOST_FETCHED]:
            self._fetch(table)

    def _fetch(self, table: ReplicaTable) -> None:
        """Fetch a table whose people are all here, so that their actions do not pass through two processes."""
        holder = table.holder
        if holder is None:
            return
        asked = {"what": "give", "from": self._home.leases.worker.id, "table": table.id}
        with suppress(HousewayError):
            if self._client.ask(holder, asked)["given"]:
                self._home.take_given(table.id)

    # Requests to all the others.

    def _others(self) -> list[Worker]:
        with self._home.database.read() as connection:
            workers = living(connection)
        self._client.forget(but={worker.id for worker in workers})
        me = self._home.leases.worker.id
        self._last_known = [worker for worker in workers if worker.id != me and worker.address]
        return self._last_known

    def others_work(self) -> bool:
        """Return whether any other process reaches the database. The database itself is not asked."""
        for worker in self._last_known:
            with suppress(HousewayError):
                if self._client.ask(worker, {"what": "works"})["works"]:
                    return True
        return False

    def _of_all(self, what: str, workers: list[Worker], patience: float) -> dict[Worker, Plain]:
        """Ask all others at once, and return their answers. The wait for each is at most `patience`."""

        def ask(worker: Worker) -> Plain | None:
            try:
                return self._client.ask(worker, {"what": what}, patience)
            except HousewayError:
                return None

        with ThreadPoolExecutor(max(1, len(workers)), thread_name_prefix="asking") as threads:
            answers = list(threads.map(ask, workers))
        return {worker: answer for worker, answer in zip(workers, answers, strict=True) if answer is not None}

    def infos(self) -> list[TableInfo]:
        """Return the tables of all others as listed in the lobby, at most a second old.

        A stopped process does not hold up the lobby. The lobby waits for it briefly, then skips it for a while and
        lists its tables in their last known state. One thread asks at a time. Other threads use the current list.
        """
        at, infos = self._infos
        if time.monotonic() - at > LOOK and self._asking.acquire(blocking=not at):
            try:
                at, infos = self._infos
                if time.monotonic() - at > LOOK:
                    infos = self._fresh_infos()
            finally:
                self._asking.release()
        return infos

    def _fresh_infos(self) -> list[TableInfo]:
        known, now = dict(self._infos_of), time.monotonic()
        asked = [worker for worker in self._others() if self._silent_until.get(worker.id, 0.0) <= now]
        answers = self._of_all("tables", asked, SHORT_PATIENCE)
        self._silent_until = {
            **{worker: until for worker, until in self._silent_until.items() if until > now},
            **{worker.id: time.monotonic() + SILENT for worker in asked if worker not in answers},
        }
        for worker, answer in answers.items():
            before = {info.id: info for info in known.get(worker.id, ())}
            message = [TableInfo.from_plain(plain) for plain in answer["tables"]]
            known[worker.id] = [before[info.id] if before.get(info.id) == info else info for info in message]
        living = {worker.id for worker in self._last_known}
        self._infos_of = {worker: theirs for worker, theirs in known.items() if worker in living}
        by_id = {info.id: info for theirs in self._infos_of.values() for info in theirs}
        infos = list(by_id.values())
        self._infos = (time.monotonic(), infos)
        return infos

    def floor(self) -> list[dict[str, Any]]:
        """Return the tables of all others as an operator sees them."""
        return [
            table
            for answer in self._of_all("floor", self._others(), LONG_PATIENCE).values()
            for table in answer["tables"]
        ]

    def measured(self) -> dict[str, Plain]:
        """Return the metrics of the other processes that answer, by their marks."""
        answers = self._of_all("measures", self._others(), LONG_PATIENCE)
        return {Path(worker.address).stem: answer for worker, answer in answers.items()}

    def send(self, mark: str, request: Plain) -> Plain | None:
        """Forward a request to the process that has its subject. Return None if that process has ended."""
        worker = next((worker for worker in self._others() if Path(worker.address).stem == mark), None)
        return None if worker is None else self._client.ask(worker, {**request, "what": "errand"})


def address_of(folder: Path, mark: str) -> Path:
    """Return the address of the process with this mark."""
    return folder / f"{mark}.sock"
