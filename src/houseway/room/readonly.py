"""A database that can only be read: for programs that look at a room while another process runs it."""

from typing import Any, NoReturn

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url

from houseway.room.database import Database


class ReadOnlyDatabase(Database):
    """One connection, apart from those of the server. Nothing is migrated, and the database itself refuses writing."""

    def __init__(self, url: str) -> None:
        self.engine = self._reader = _engine(url)
        self._in_memory = False
        self._writer = None
        self._connection = None
        self._is_sqlite = self.engine.dialect.name == "sqlite"

    def snapshot(self) -> Any:
        """Reads that see one and the same moment: on SQLite every transaction does."""
        return self.read() if self._is_sqlite else super().snapshot()

    def write(self, write: object) -> NoReturn:
        """Nothing is written here."""
        raise TypeError("this database is for reading")


def _engine(url: str) -> Engine:
    options: dict[str, Any] = {"pool_size": 1, "max_overflow": 0, "hide_parameters": True}
    address = make_url(url)
    if address.get_backend_name() != "sqlite":
        if address.drivername == "postgresql":
            address = address.set(drivername="postgresql+psycopg")
        engine = create_engine(address, pool_pre_ping=True, **options)
        event.listen(engine, "begin", _begin_read_only)
        return engine
    engine = create_engine(f"sqlite:///file:{address.database}?mode=ro&uri=true", **options)
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _begin_read_only(connection: Connection) -> None:
    connection.connection.cursor().execute("SET TRANSACTION READ ONLY")


def _prepare_sqlite(connection: Any, _: object) -> None:
    connection.execute("PRAGMA query_only=ON")
