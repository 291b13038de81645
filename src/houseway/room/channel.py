"""How the server processes of one room talk to each other: questions and answers in JSON over Unix sockets.

A socket lies in a folder that only the room's own user may enter, so that nobody reaches it over a network. Before
anything else is read, both ends prove that they know the key of the process that is asked, which stands in the
database. No card crosses: a process is told what somebody does at a table that it holds, and answers how long the log
is then; whoever shows the table reads the log itself.
"""

import hmac
import json
import logging
import secrets
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import BoundedSemaphore, Lock, Thread
from typing import Any

from houseway import errors
from houseway.errors import HeldElsewhere, HousewayError, OutcomeUnknown, TooOften
from houseway.room.leases import Worker

NONCE_SIZE, PROOF_SIZE, LENGTH_SIZE = 32, 32, 4
ASKS, ANSWERS = b"houseway/channel/1/asks:", b"houseway/channel/1/answers:"
LARGEST = 64 * 1024 * 1024
"""Bytes of a question or an answer: that of a report of the laboratory, many times over."""
MOST_CONNECTIONS = 256
SHAKING_HANDS = 5.0
"""Seconds for a connection to show that it knows the key."""
PATIENCE = 8.0
"""Seconds until whoever asked gives up: longer than a process that is silent keeps its tables."""
Plain = dict[str, Any]
log = logging.getLogger(__name__)


class Channel:
    """Where one process is asked. Each connection has a thread, and asks one question after the other."""

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
        """Be asked no more."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._path.unlink(missing_ok=True)


class Peers:
    """Asks other processes. Every method may be called from any thread; connections are kept for the next question."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._lock = Lock()
        self._idle: dict[int, list[socket.socket]] = {}

    def ask(self, worker: Worker, asked: Plain, patience: float | None = None) -> Plain:
        """The answer, or the error that the other process answers with; `patience` is in seconds.

        HeldElsewhere where it was not reached, and so nothing was done; OutcomeUnknown where it does not answer.
        """
        connection = self._take(worker, patience)
        try:
            _send(connection, asked)
        except OSError as error:  # a question that is not there whole is not answered
            connection.close()
            raise HeldElsewhere(f"Cannot reach process {worker.id}: {error}") from None
        try:
            told = _receive(connection)
        except (OSError, ValueError):
            connection.close()
            raise OutcomeUnknown(
                "The process of this table stopped or does not answer. Check whether your action shows on the table. "
                "If not, send it again."
            ) from None
        with self._lock:
            self._idle.setdefault(worker.id, []).append(connection)
        if "refused" in told:
            raise from_plain(told["refused"])
        if "failed" in told:
            raise RuntimeError("another process could not do what it was asked; its log says why")
        answer: Plain = told["answer"]
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
        """Close connections to processes that are no more."""
        with self._lock:
            gone = [worker for worker in self._idle if worker not in but]
            connections = [connection for worker in gone for connection in self._idle.pop(worker)]
        for connection in connections:
            connection.close()

    def close(self) -> None:
        """Close them all."""
        self.forget(set())


def _is_known(connection: socket.socket, key: bytes) -> bool:
    """Whether the other end knows the key; it is shown that this one does only if so."""
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
    """An error for another process: by the name of the nearest kind that every process knows.

    >>> to_plain(TooOften("too many bets replaced", 3.0))
    {'kind': 'TooOften', 'message': 'too many bets replaced', 'seconds': 3.0}
    """
    kind = next(kind for kind in type(error).__mro__ if kind.__module__ == errors.__name__)
    return {"kind": kind.__name__, "message": str(error), "seconds": getattr(error, "seconds", None)}


def from_plain(plain: Plain) -> HousewayError:
    """The same error here.

    >>> from_plain({"kind": "StaleMove", "message": "decision 3 is open", "seconds": None})
    StaleMove('decision 3 is open')
    """
    kind = getattr(errors, str(plain["kind"]), None)
    message = str(plain["message"])
    if not isinstance(kind, type) or not issubclass(kind, HousewayError):
        return HousewayError(message)
    return TooOften(message, float(plain["seconds"])) if kind is TooOften else kind(message)
