"""A disk that fails: SQLite in a file, with an error, a delay or the end of the process at any statement and commit."""

import shutil
import sqlite3
import weakref
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from houseway.room.secret_store import secrets_file
from simulation.chance import Chance, Faults
from simulation.threads import Threads

LONGEST_STATEMENT, LONGEST_STALL = 0.0004, 2.0
WRITES = ("INSERT", "UPDATE", "DELETE", "BEGIN IMMEDIATE")
QUIET = ("PRAGMA",)
SEEDS_LOST = 0.3
"""The share of restored databases whose seeds are lost; people stay signed in."""
BESIDES = ("", "-wal", "-shm", "-journal")


class InjectedError(sqlite3.OperationalError):
    """An error of the simulated disk."""


class Disk:
    """One database file through all lives of the server."""

    def __init__(self, folder: Path, chance: Chance, faults: Faults) -> None:
        self.path = folder / "room.db"
        self._chance, self.faults = chance.disk, faults
        self.threads: Threads | None = None
        self.kill: Callable[[], None] = lambda: None
        """What ends the process; it does not come back in a thread of it."""
        self.committed: Callable[[], None] = lambda: None
        """Called after every transaction that has written something."""
        self._open: weakref.WeakSet[FaultyConnection] = weakref.WeakSet()
        self._images: list[dict[str, bytes]] = []

    @property
    def url(self) -> str:
        """The database as the room is told of it."""
        return f"sqlite:///{self.path}"

    def connect_factory(self) -> Callable[..., "FaultyConnection"]:
        """Makes the connections of the process that lives now."""
        threads = self.threads

        def connect(*given: Any, **named: Any) -> FaultyConnection:
            connection = FaultyConnection(*given, **named)
            connection.disk, connection.threads = self, threads
            self._open.add(connection)
            return connection

        return connect

    def before(self, connection: "FaultyConnection", statement: str) -> None:
        """What may happen instead of a statement, or before it."""
        if self._is_out_of_reach(connection):
            raise InjectedError("the process is gone")
        if self.threads is None or not self.threads.in_thread or statement.startswith(QUIET):
            return
        if self.faults.strikes("slow_disk", self._chance):
            self.threads.pause(self._chance.uniform(0, LONGEST_STALL))
        else:
            self.threads.pause(self._chance.uniform(0, LONGEST_STATEMENT))
        if self.faults.strikes("kill_at_statement", self._chance):
            self.kill()
        if self.faults.strikes("error_before", self._chance):
            raise InjectedError(self._chance.choice(("disk I/O error", "database is locked", "unable to open file")))
        if statement.startswith(WRITES) and self.faults.strikes("disk_full", self._chance):
            if connection.in_transaction:
                sqlite3.Connection.rollback(connection)
            raise InjectedError("database or disk is full")

    def after_commit(self, connection: "FaultyConnection") -> None:
        """A transaction is on the disk, whatever its process is told."""
        self.committed()
        if self.threads is None or not self.threads.in_thread:
            return
        if self.faults.strikes("kill_at_statement", self._chance):
            self.kill()
        if self.faults.strikes("error_after_commit", self._chance):
            raise InjectedError("disk I/O error")

    def _is_out_of_reach(self, connection: "FaultyConnection") -> bool:
        return connection.threads is not None and connection.threads.dead

    def lose_connections(self) -> None:
        """The process is gone: what it has not committed is undone."""
        for connection in tuple(self._open):
            sqlite3.Connection.close(connection)
        self._open.clear()

    def look(self) -> sqlite3.Connection:
        """A connection for the world itself, to which nothing happens."""
        return sqlite3.connect(self.path, isolation_level=None)

    def keep_image(self) -> None:
        """Copy the database as a backup would; the last three are kept."""
        with sqlite3.connect(self.path) as source:
            self._images.append({"": source.serialize()})
        del self._images[:-3]

    def restore_image(self) -> bool:
        """Put an older copy in the place of the database. Whether there was one."""
        if not self._images:
            return False
        image = self._chance.choice(self._images)
        for ending in BESIDES:
            Path(f"{self.path}{ending}").unlink(missing_ok=True)
        if self._chance.random() < SEEDS_LOST:
            with closing(sqlite3.connect(secrets_file(self.path))) as secrets, secrets:
                secrets.execute("DELETE FROM open_seeds")
        self.path.write_bytes(image[""])
        return True

    def start_from(self, template: Path) -> None:
        """Begin with a copy of a database."""
        shutil.copyfile(template, self.path)


class FaultyConnection(sqlite3.Connection):
    """A connection of the process to the disk."""

    disk: Disk
    threads: Threads | None = None
    wrote = False

    def cursor(self, factory: Any = None) -> "FaultyCursor":  # type: ignore[override]
        """A cursor whose statements may fail."""
        return super().cursor(FaultyCursor)

    def execute(self, statement: str, *given: Any) -> sqlite3.Cursor:
        """A statement by a cursor of its own."""
        return self.cursor().execute(statement, *given)

    def commit(self) -> None:
        """Commit, and perhaps say that it failed."""
        had_written = self.in_transaction and self.wrote
        self.disk.before(self, "COMMIT")
        super().commit()
        self.wrote = False
        if had_written:
            self.disk.after_commit(self)

    def rollback(self) -> None:
        """Undo; that never fails here, and a process that is gone undoes nothing."""
        if self.threads is None or not self.threads.dead:
            self.wrote = False
            super().rollback()

    def close(self) -> None:
        """Close; a process that is gone closes nothing."""
        if self.threads is None or not self.threads.dead:
            super().close()


class FaultyCursor(sqlite3.Cursor):
    """Runs statements on a disk that fails."""

    connection: FaultyConnection

    def execute(self, statement: str, given: Any = ()) -> "FaultyCursor":
        """One statement, unless something happens first."""
        connection = self.connection
        connection.disk.before(connection, statement)
        connection.wrote = connection.wrote or statement.startswith(WRITES[:3])
        super().execute(statement, given)
        return self

    def executemany(self, statement: str, given: Sequence[Any]) -> "FaultyCursor":  # type: ignore[override]
        """One statement for many rows."""
        connection = self.connection
        connection.disk.before(connection, statement)
        connection.wrote = connection.wrote or statement.startswith(WRITES[:3])
        super().executemany(statement, given)
        return self
