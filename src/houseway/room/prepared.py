"""Statements that are compiled once: for each kind of database, not for each time that they are run."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import ClauseElement, Connection
from sqlalchemy.sql.compiler import SQLCompiler

Values = Mapping[str, Any]
Compiled = tuple[str, Sequence[str] | None]
"""The text of a statement, and the order of its values where the database takes them by place."""


class Prepared:
    """A statement with named values.

    A decision at a table is a handful of statements, and SQLAlchemy takes ten times as long to get to each as SQLite
    takes to run it. So these are given to the database's own driver, in the transaction of the connection.
    """

    def __init__(self, statement: ClauseElement) -> None:
        self._statement = statement
        self._compiled: dict[str, Compiled] = {}

    def run(self, connection: Connection, values: Values) -> Any:
        """Run it: the driver's cursor, which has the answer, among statements sent together once all are answered."""
        text, order = self._for(connection)
        cursor = connection.connection.cursor()
        cursor.execute(text, _given(values, order))
        return cursor

    def find(self, connection: Connection, values: Values) -> list[Any]:
        """The rows that it finds."""
        cursor = self.run(connection, values)
        try:
            return list(cursor.fetchall())
        finally:
            cursor.close()

    def _for(self, connection: Connection) -> Compiled:
        name = connection.dialect.name
        if name not in self._compiled:
            compiled = self._statement.compile(dialect=connection.dialect)
            assert isinstance(compiled, SQLCompiler), "a statement"
            self._compiled[name] = str(compiled), compiled.positiontup
        return self._compiled[name]


@contextmanager
def sent_together(connection: Connection) -> Iterator[bool]:
    """Send the statements within without waiting for each other's answers, where the database is another program.

    Says whether it is so: then the answers are there, and errors told, at the end.
    """
    driver: Any = connection.connection.driver_connection
    if hasattr(driver, "pipeline"):
        with driver.pipeline():
            yield True
    else:
        yield False


def of_rows(rows: Sequence[Values]) -> Values:
    """The values of several rows for one statement, each named with the number of its row."""
    return {f"{name}_{place}": value for place, row in enumerate(rows) for name, value in row.items()}


def _given(values: Values, order: Sequence[str] | None) -> Any:
    return values if order is None else tuple([values[name] for name in order])
