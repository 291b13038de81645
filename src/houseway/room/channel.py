"""Communication between the server processes of one room: requests over Unix sockets, and notices through PostgreSQL.

The socket is in a folder that only the room's user may enter, so it cannot be reached over a network. Before any other
data is read, both ends prove that they know the answering process's key, which is in the database. No card is sent. A
request names an action at a table that the answering process holds. The answer is the length of the log after it. The
process that shows the table reads the log itself.

A notice (LISTEN and NOTIFY) informs all processes at once that something changed. It only makes other processes look
sooner, and nothing depends on it. Each notice is numbered and signed with the sender's key. A program that can only
connect to the database can neither forge nor repeat one.
"""

import hmac
import json
import logging
import re
import secrets
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import BoundedSemaphore, Event, Lock, Thread
from typing import Any

from sqlalchemy import Engine, text

from houseway import errors
from houseway.errors import HeldElsewhere, HousewayError, OutcomeUnknown, TooOften
from houseway.room.leases import Worker

NONCE_SIZE, PROOF_SIZE, LENGTH_SIZE = 32, 32, 4
ASKS, ANSWERS = b"houseway/channel/1/asks:", b"houseway/channel/1/answers:"
LARGEST = 64 * 1024 * 1024
"""Maximum bytes of a request or an answer: many times the size of a report from the laboratory."""
MOST_CONNECTIONS = 256
SHAKING_HANDS = 5.0
"""Seconds for a connection to prove that it knows the key."""
PATIENCE = 8.0
"""Seconds until a request times out. This is longer than a silent process keeps its tables."""
Plain = dict[str, Any]
log = logging.getLogger(__name__)


class PeerServer:
    """A server for the other processes. Each connection has a thread and sends one request at a time."""

    def __init__(self, path: Path, key: bytes, answer: Callable[[Plain], Plain]) -> None:
        self._key, self._answer = key, answer
        self._free = BoundedSemaphore(MOST_CONNECTIONS)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._path = path
        self._socket.bind(str(path))
        path.chmod(0o600)
        self._socket.listen(128)
        Thread(target=self._accept, name="channel", daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            if self._free.acquire(blocking=False):
                Thread(target=self._serve, args=(connection,), name="asked", daemon=True).start()
            else:
                connection.close()

    def _serve(self, connection: socket.socket) -> None:
        try:
            with connection, suppress(OSError, ValueError):
                connection.settimeout(SHAKING_HANDS)
                if not _is_known(connection, self._key):
                    return
                connection.settimeout(None)
                while True:
                    _send(connection, self._answered(_receive(connection)))
        finally:
            self._free.release()

    def _answered(self, asked: Plain) -> Plain:
        try:
            return {"answer": self._answer(asked)}
        except HousewayError as error:
            return {"refused": to_plain(error)}
        except Exception:
            log.exception("what another process asked could not be done")
            return {"failed": True}

    def close(self) -> None:
        """Stop answering requests."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._path.unlink(missing_ok=True)


class PeerClient:
    """A client of the other processes. Every method may be called from any thread. Connections are reused."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._lock = Lock()
        self._idle: dict[int, list[socket.socket]] = {}

    def ask(self, worker: Worker, asked: Plain, patience: float | None = None) -> Plain:
        """Return the other process's answer, or raise the error that it answers with. `patience` is in seconds.

        Raises HeldElsewhere if it was not reached, so nothing was done. Raises OutcomeUnknown if it does not answer.
        """
        connection = self._take(worker, patience)
        try:
            _send(connection, asked)
        except OSError as error:  # an incomplete request is not answered
            connection.close()
            raise HeldElsewhere(f"Cannot reach process {worker.id}: {error}") from None
        try:
            message = _receive(connection)
        except (OSError, ValueError):
            connection.close()
            raise OutcomeUnknown(
                "The process of this table stopped or does not answer. Check whether your action shows on the table. "
                "If not, send it again."
            ) from None
        with self._lock:
            self._idle.setdefault(worker.id, []).append(connection)
        if "refused" in message:
            raise from_plain(message["refused"])
        if "failed" in message:
            raise RuntimeError("another process could not do what it was asked; its log says why")
        answer: Plain = message["answer"]
        return answer

    def _take(self, worker: Worker, patience: float | None) -> socket.socket:
        with self._lock:
            idle = self._idle.get(worker.id)
            if idle:
                connection = idle.pop()
                connection.settimeout(patience or self._patience)
                return connection
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.settimeout(patience or self._patience)
        try:
            connection.connect(worker.address)
            _introduce(connection, worker.key)
        except (OSError, ValueError) as error:
            connection.close()
            raise HeldElsewhere(f"Cannot reach process {worker.id}: {error}") from None
        return connection

    def forget(self, but: set[int]) -> None:
        """Close connections to processes that have ended."""
        with self._lock:
            gone = [worker for worker in self._idle if worker not in but]
            connections = [connection for worker in gone for connection in self._idle.pop(worker)]
        for connection in connections:
            connection.close()

    def close(self) -> None:
        """Close all connections."""
        self.forget(set())


def _is_known(connection: socket.socket, key: bytes) -> bool:
    """Return whether the other end knows the key. Only then does this end prove that it knows it too."""
    ours = secrets.token_bytes(NONCE_SIZE)
    connection.sendall(ours)
    theirs, proof = _read(connection, NONCE_SIZE), _read(connection, PROOF_SIZE)
    if not hmac.compare_digest(proof, _proof(key, ASKS + ours + theirs)):
        log.warning("a connection from a program that does not know this process's key was refused")
        return False
    connection.sendall(_proof(key, ANSWERS + ours + theirs))
    return True


def _introduce(connection: socket.socket, key: bytes) -> None:
    theirs, ours = _read(connection, NONCE_SIZE), secrets.token_bytes(NONCE_SIZE)
    connection.sendall(ours + _proof(key, ASKS + theirs + ours))
    if not hmac.compare_digest(_read(connection, PROOF_SIZE), _proof(key, ANSWERS + theirs + ours)):
        raise ValueError("it does not know its own key")


def _proof(key: bytes, said: bytes) -> bytes:
    return hmac.digest(key, said, "sha256")


def _send(connection: socket.socket, plain: Plain) -> None:
    body = json.dumps(plain, separators=(",", ":")).encode("ascii")
    connection.sendall(len(body).to_bytes(LENGTH_SIZE, "big") + body)


def _receive(connection: socket.socket) -> Plain:
    size = int.from_bytes(_read(connection, LENGTH_SIZE), "big")
    if size > LARGEST:
        raise ValueError(f"at most {LARGEST} bytes are read; got {size}")
    plain = json.loads(_read(connection, size))
    if not isinstance(plain, dict):
        raise ValueError("questions and answers are objects")
    return plain


def _read(connection: socket.socket, size: int) -> bytes:
    parts = bytearray()
    while len(parts) < size:
        part = connection.recv(min(size - len(parts), 1 << 20))
        if not part:
            raise ConnectionResetError("the other end is gone")
        parts += part
    return bytes(parts)


def to_plain(error: HousewayError) -> Plain:
    """Return an error in plain form for another process, under the nearest kind that every process knows.

    >>> to_plain(TooOften("too many bets replaced", 3.0))
    {'kind': 'TooOften', 'message': 'too many bets replaced', 'seconds': 3.0}
    """
    kind = next(kind for kind in type(error).__mro__ if kind.__module__ == errors.__name__)
    return {"kind": kind.__name__, "message": str(error), "seconds": getattr(error, "seconds", None)}


def from_plain(plain: Plain) -> HousewayError:
    """Return the error that another process described.

    >>> from_plain({"kind": "StaleMove", "message": "decision 3 is open", "seconds": None})
    StaleMove('decision 3 is open')
    """
    kind = getattr(errors, str(plain["kind"]), None)
    message = str(plain["message"])
    if not isinstance(kind, type) or not issubclass(kind, HousewayError):
        return HousewayError(message)
    return TooOften(message, float(plain["seconds"])) if kind is TooOften else kind(message)


LARGEST_NOTICE, LARGEST_PAYLOAD = 7000, 8000
"""Maximum bytes of the messages in one notice, and the limit of PostgreSQL."""
MOST_WORKER = 2**31 - 1
"""The largest process number in the database."""
LONGEST_TROUBLE = 200
_SEALED = re.compile(r"([0-9]{1,10}) ([0-9a-f]{64}) (.*)", re.DOTALL)
WAIT_AFTER_ERROR = 1.0
_CHANNEL = "'houseway_' || substr(md5(current_schema()), 1, 24)"
Message = list[Any]
"""A kind, and its plain values."""


class Notices:
    """The sending and receiving of notices.

    `hear` is called in a separate thread, with the sender's number and message.
    """

    def __init__(
        self,
        engine: Engine,
        me: Callable[[], Worker],
        key_of: Callable[[int], bytes | None],
        receive: Callable[[int, Message], None],
    ) -> None:
        self._engine, self._deliver, self._seals = engine, receive, Seals(me, key_of)
        self._unsent: SimpleQueue[Message | None] = SimpleQueue()
        self._over = Event()
        self.listens = Event()
        """Set once this process receives notices."""
        self._threads = [
            Thread(target=self._until_over, args=(part,), name="notices", daemon=True)
            for part in (self._send_all, self._listen)
        ]
        for thread in self._threads:
            thread.start()

    def send(self, kind: str, *what: Any) -> None:
        """Send a message to all other processes soon. Any thread may call this, and it never waits."""
        self._unsent.put([kind, *what])

    def close(self) -> None:
        """Send the remaining messages, and stop receiving."""
        self._over.set()
        self._unsent.put(None)
        for thread in self._threads:
            thread.join(5.0)

    def _until_over(self, part: Callable[[Any], None]) -> None:
        """Run a task on a dedicated connection, and again on a new one if that fails."""
        message = False
        while not self._over.is_set():
            try:
                with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                    try:
                        part(connection)
                    finally:
                        connection.invalidate()  # it listens, or has its own settings, so it is not reused
            except Exception as error:
                if not message and not self._over.is_set():
                    log.warning("notices of other processes are missed, and looked for once a second: %s", error)
                message = True
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
            for part in parts_of([message for message in waiting if message is not None]):
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
        """Process one notice. Bad input from any program does not stop the listener."""
        try:
            worker, messages = self._seals.opened(payload)
        except Exception as error:
            log.warning("a notice was passed over: %s", str(error)[:LONGEST_TROUBLE])
            return
        for message in messages:
            try:
                self._deliver(worker, message)
            except Exception:
                log.exception("a notice of process %s came to nothing", worker)


class Seals:
    """The signatures and counters of notices. It signs outgoing ones, and opens each one from a known process once."""

    def __init__(self, me: Callable[[], Worker], key_of: Callable[[int], bytes | None]) -> None:
        self._me, self._key_of = me, key_of
        self._sent = 0
        self._last_count: dict[int, int] = {}

    def sealed(self, message: list[Message]) -> str:
        """Return a notice in the form that is sent."""
        self._sent += 1
        sender, body = self._me(), json.dumps([self._sent, message], separators=(",", ":"))
        return f"{sender.id} {_notice_proof(sender.key, sender.id, body)} {body}"

    def opened(self, payload: str) -> tuple[int, list[Message]]:
        """Return the sender and messages of a notice, none if it is ours. Raise ValueError if it is not genuine."""
        sealed = _SEALED.fullmatch(payload)
        if sealed is None or len(payload) > LARGEST_PAYLOAD or int(sealed[1]) > MOST_WORKER:
            raise ValueError("it does not have the form of a notice")
        worker, proof, body = int(sealed[1]), sealed[2], sealed[3]
        if worker == self._me().id:
            return worker, []
        key = self._key_of(worker)
        if key is None or not hmac.compare_digest(proof.encode(), _notice_proof(key, worker, body).encode()):
            raise ValueError("it is not signed by a process of this room")
        count, message = json.loads(body)
        if count <= self._last_count.get(worker, 0):
            raise ValueError("it came before")
        self._last_count[worker] = count
        return worker, message


def parts_of(waiting: list[Message]) -> Iterator[list[Message]]:
    """Yield all waiting messages, in parts that fit into a notice.

    >>> [len(part) for part in parts_of([["table", "x" * 3000]] * 5)]
    [2, 2, 1]
    """
    part: list[Message] = []
    size = 0
    for message in waiting:
        more = len(json.dumps(message))
        if part and size + more > LARGEST_NOTICE:
            yield part
            part, size = [], 0
        part.append(message)
        size += more + 1
    if part:
        yield part


def _notice_proof(key: bytes, worker: int, body: str) -> str:
    return hmac.digest(key, f"houseway/notice/1:{worker}:{body}".encode(), "sha256").hex()
