"""Statements that are compiled once: for each kind of database, not for each time that they are run."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import ClauseElement, Connection
from sqlalchemy.sql.compiler import SQLCompiler

Values = Mapping[str, Any]
Compiled = tuple[str, Sequence[str] | None, Callable[[Any], Any]]
"""The text of a statement, the order of its values where the database takes them by place, and what makes a cursor."""
_NAMED = re.compile(r"%\((\w+)\)s|%%")


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
        text, order, new_cursor = self._for(connection)
        cursor = new_cursor(connection.connection.driver_connection)
        cursor.execute(text, values if order is None else [values[name] for name in order])
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
            of_postgres = connection.dialect.driver == "psycopg"
            plain = (str(compiled), compiled.positiontup, _plain_cursor)
            self._compiled[name] = by_place(str(compiled)) if of_postgres else plain
        return self._compiled[name]


def by_place(text: str) -> Compiled:
    """A statement for psycopg in PostgreSQL's own form, which psycopg would else make of it each time it is run.

    >>> by_place("SELECT a %% 2 FROM t WHERE b = %(b)s AND c IN (%(c)s, %(b)s)")[:2]
    ('SELECT a % 2 FROM t WHERE b = $1 AND c IN ($2, $1)', ['b', 'c'])
    """
    from psycopg import RawCursor

    order: dict[str, int] = {}

    def place(found: re.Match[str]) -> str:
        name = found[1]
        return "%" if name is None else f"${order.setdefault(name, len(order) + 1)}"

    return _NAMED.sub(place, text), list(order), RawCursor


def _plain_cursor(driver: Any) -> Any:
    return driver.cursor()


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
