"""The lock that allows one server per database. A second server is refused at once.

The operating system, or PostgreSQL, frees the lock when the server ends for any reason.
"""

import errno
import os
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from houseway.errors import BadSetting
from houseway.room.database import explained, shown, sqlite_file
from houseway.room.private_files import open_private

SUFFIX = ".lock"
"""The suffix of the lock file beside a SQLite database. The file remains afterwards and means nothing by itself."""


class ServerLock(Protocol):
    """The right to serve a database."""

    def keep(self) -> None:
        """Check that the lock is still held."""

    def release(self) -> None:
        """Free the lock for another server."""


def lock_alone(url: str) -> ServerLock | None:
    """Lock a database for one server. Return None for a database in memory, which no other program sees."""
    path = sqlite_file(url)
    if path is not None:
        return FileLock(path)
    return AdvisoryLock(url) if url.startswith("postgresql") else None


def lock_together(url: str) -> ServerLock:
    """Lock a database for several server processes, against a server that wants it alone."""
    if not url.startswith("postgresql"):
        raise BadSetting(
            f"{shown(url)!r} takes one server process. Several need PostgreSQL (postgresql+psycopg://...). "
            "Use --workers 1, or another --database."
        )
    return AdvisoryLock(url, shared=True)


class FileLock:
    """A lock on a file beside the database. Processes that the server starts do not inherit it."""

    def __init__(self, database: Path) -> None:
        import fcntl

        path = database.with_name(database.name + SUFFIX)
        try:
            self._file: int | None = open_private(path)
        except OSError as error:
            raise BadSetting(
                f"{path} cannot be opened to lock the database: {error.strerror}. Check its folder and permissions."
            ) from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.pread(self._file, 20, 0).decode("ascii", "replace").strip()
            self.release()
            if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
                raise BadSetting(
                    f"{path} is on a file system without file locks: {error.strerror}. Move the database elsewhere."
                ) from None
            by = f" (process {holder})" if holder.isdecimal() else ""
            raise BadSetting(
                f"another server{by} serves {database} already: a database has one server. "
                "Stop that one first, or give this one a database of its own with --database"
            ) from None
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)
        os.register_at_fork(after_in_child=self.release)

    def keep(self) -> None:
        """Do nothing, because a lock on an open file is not lost."""

    def release(self) -> None:
        """Close the file, which frees the lock."""
        if self._file is not None:
            file, self._file = self._file, None
            os.close(file)


_KEY = "('x' || substr(md5('houseway room ' || current_database() || '.' || current_schema()), 1, 16))::bit(64)::bigint"


class AdvisoryLock:
    """A PostgreSQL advisory lock, held by one connection for each room (each schema of a database)."""

    def __init__(self, url: str, *, shared: bool = False) -> None:
        self._url, self._try = url, f"pg_try_advisory_lock{'_shared' if shared else ''}"
        address = url.replace("postgresql://", "postgresql+psycopg://", 1)
        try:
            self._engine: Engine = create_engine(
                address, poolclass=NullPool, isolation_level="AUTOCOMMIT", hide_parameters=True
            )
            self._connection: Connection | None = None
            self._take()
        except (SQLAlchemyError, ImportError, ValueError) as error:
            raise explained(error, url) from None

    def _take(self) -> None:
        connection = self._engine.connect()
        if not connection.execute(text(f"SELECT {self._try}({_KEY})")).scalar():
            connection.close()
            raise BadSetting(
                f"another server serves {shown(self._url)} already: a database has one server. "
                "Stop that one first, or use another --database."
            )
        self._connection = connection

    def keep(self) -> None:
        """Take the lock again after a lost connection. Raise an error if another server was faster."""
        try:
            if self._connection is not None:
                self._connection.execute(text("SELECT 1"))
                return
        except SQLAlchemyError:
            self.release()
        self._take()

    def release(self) -> None:
        """Free the lock and close the connection. Closing alone would free it only when the server notices."""
        if self._connection is not None:
            connection, self._connection = self._connection, None
            with suppress(SQLAlchemyError):
                connection.execute(text("SELECT pg_advisory_unlock_all()"))
            with suppress(SQLAlchemyError):
                connection.close()
