"""Statements that are compiled once: for each kind of database, not for each time that they are run."""

from collections.abc import Mapping, Sequence
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

    def change(self, connection: Connection, rows: Sequence[Values]) -> int:
        """Run it for each of the rows: how many rows of the database were changed."""
        text, order = self._for(connection)
        cursor = connection.connection.cursor()
        try:
            if len(rows) == 1:
                cursor.execute(text, _given(rows[0], order))
            else:
                cursor.executemany(text, [_given(values, order) for values in rows])
            return int(cursor.rowcount)
        finally:
            cursor.close()

    def find(self, connection: Connection, values: Values) -> list[Any]:
        """The rows that it finds."""
        text, order = self._for(connection)
        cursor = connection.connection.cursor()
        try:
            cursor.execute(text, _given(values, order))
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


def _given(values: Values, order: Sequence[str] | None) -> Any:
    return values if order is None else tuple([values[name] for name in order])
