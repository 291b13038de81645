"""What a process tells all others at once, by PostgreSQL's LISTEN and NOTIFY: that a table has changed, and the like.

Nothing depends on a notice: it only makes others look sooner. Each is signed with the key of the process that sends it
and counted, so that a program that may merely connect to the database says nothing here and repeats nothing.
"""

import hmac
import json
import logging
import re
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any

from sqlalchemy import Engine, text

from houseway.room.leases import Worker

LARGEST, LARGEST_PAYLOAD = 7000, 8000
"""Bytes of what is told in one notice, and what PostgreSQL takes."""
MOST_WORKER = 2**31 - 1
"""The largest number that the database gives to a process."""
LONGEST_TROUBLE = 200
_SEALED = re.compile(r"([0-9]{1,10}) ([0-9a-f]{64}) (.*)", re.DOTALL)
WAIT_AFTER_ERROR = 1.0
_CHANNEL = "'houseway_' || substr(md5(current_schema()), 1, 24)"
Told = list[Any]
"""A kind, and what is told: all of it plain."""
log = logging.getLogger(__name__)


class Notices:
    """Tells and hears. `hear` is called, in a thread of its own, with the number of the process and what it tells."""

    def __init__(
        self,
        engine: Engine,
        me: Callable[[], Worker],
        key_of: Callable[[int], bytes | None],
        hear: Callable[[int, Told], None],
    ) -> None:
        self._engine, self._hear, self._seals = engine, hear, Seals(me, key_of)
        self._unsent: SimpleQueue[Told | None] = SimpleQueue()
        self._over = Event()
        self.listens = Event()
        """Set once others are heard."""
        self._threads = [
            Thread(target=self._until_over, args=(part,), name="notices", daemon=True)
            for part in (self._send_all, self._listen)
        ]
        for thread in self._threads:
            thread.start()

    def tell(self, kind: str, *what: Any) -> None:
        """Tell all others, soon; called from any thread, and never waits."""
        self._unsent.put([kind, *what])

    def close(self) -> None:
        """Tell what is left to tell, and hear no more."""
        self._over.set()
        self._unsent.put(None)
        for thread in self._threads:
            thread.join(5.0)

    def _until_over(self, part: Callable[[Any], None]) -> None:
        """Do it on a connection of its own, and again on another one where that fails."""
        told = False
        while not self._over.is_set():
            try:
                with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                    try:
                        part(connection)
                    finally:
                        connection.invalidate()  # it listens, or has settings of its own: nobody else gets it
            except Exception as error:
                if not told and not self._over.is_set():
                    log.warning("notices of other processes are missed, and looked for once a second: %s", error)
                told = True
                self._over.wait(WAIT_AFTER_ERROR)

    def _send_all(self, connection: Any) -> None:
        connection.execute(text("SET synchronous_commit = off"))
        send = text(f"SELECT pg_notify({_CHANNEL}, :told)")
        is_last = False
        while not is_last:
            waiting = [self._unsent.get()]
            while not self._unsent.empty():
                waiting.append(self._unsent.get())
            is_last = None in waiting
            for part in parts_of([told for told in waiting if told is not None]):
                connection.execute(send, {"told": self._seals.sealed(part)})

    def _listen(self, connection: Any) -> None:
        channel = connection.execute(text(f"SELECT {_CHANNEL}")).scalar_one()
        connection.execute(text(f'LISTEN "{channel}"'))
        self.listens.set()
        driver = connection.connection.driver_connection
        while not self._over.is_set():
            for notice in driver.notifies(timeout=0.5):
                self._take(notice.payload)

    def _take(self, payload: str) -> None:
        """Hear one notice. Whatever any program sends, this process goes on to listen."""
        try:
            worker, all_told = self._seals.opened(payload)
        except Exception as error:
            log.warning("a notice was passed over: %s", str(error)[:LONGEST_TROUBLE])
            return
        for told in all_told:
            try:
                self._hear(worker, told)
            except Exception:
                log.exception("a notice of process %s came to nothing", worker)


class Seals:
    """Signs and counts what goes out, and opens what comes from a process that is known, once."""

    def __init__(self, me: Callable[[], Worker], key_of: Callable[[int], bytes | None]) -> None:
        self._me, self._key_of = me, key_of
        self._sent = 0
        self._heard: dict[int, int] = {}

    def sealed(self, told: list[Told]) -> str:
        """A notice as it goes out."""
        self._sent += 1
        sender, body = self._me(), json.dumps([self._sent, told], separators=(",", ":"))
        return f"{sender.id} {_proof(sender.key, sender.id, body)} {body}"

    def opened(self, payload: str) -> tuple[int, list[Told]]:
        """From whom, and what: nothing where it is one's own; ValueError where it is not what it seems."""
        sealed = _SEALED.fullmatch(payload)
        if sealed is None or len(payload) > LARGEST_PAYLOAD or int(sealed[1]) > MOST_WORKER:
            raise ValueError("it does not have the form of a notice")
        worker, proof, body = int(sealed[1]), sealed[2], sealed[3]
        if worker == self._me().id:
            return worker, []
        key = self._key_of(worker)
        if key is None or not hmac.compare_digest(proof.encode(), _proof(key, worker, body).encode()):
            raise ValueError("it is not signed by a process of this room")
        count, told = json.loads(body)
        if count <= self._heard.get(worker, 0):
            raise ValueError("it came before")
        self._heard[worker] = count
        return worker, told


def parts_of(waiting: list[Told]) -> Iterator[list[Told]]:
    """All that waits to be told, in parts that fit.

    >>> [len(part) for part in parts_of([["table", "x" * 3000]] * 5)]
    [2, 2, 1]
    """
    part: list[Told] = []
    size = 0
    for told in waiting:
        more = len(json.dumps(told))
        if part and size + more > LARGEST:
            yield part
            part, size = [], 0
        part.append(told)
        size += more + 1
    if part:
        yield part


def _proof(key: bytes, worker: int, body: str) -> str:
    return hmac.digest(key, f"houseway/notice/1:{worker}:{body}".encode(), "sha256").hex()
