"""Whether a SQLite database is whole, and has the tables, columns, indexes and rules that the migrations make."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from sqlalchemy import Connection, Inspector, inspect
from sqlalchemy.exc import DBAPIError

from houseway.room.database import Database
from houseway.room.verify import Problem

MOST_COMPLAINTS = 10


def schema_problems(connection: Connection) -> Iterator[Problem]:
    """What is wrong with the file of a SQLite database, or with its schema; PostgreSQL sees to that itself."""
    if connection.dialect.name != "sqlite":
        return
    try:
        for (complaint,) in connection.exec_driver_sql(f"PRAGMA integrity_check({MOST_COMPLAINTS})"):
            if complaint != "ok":
                yield Problem(None, 0, f"the file is damaged: {' '.join(str(complaint).split())}")
        yield from _differences(connection)
    except DBAPIError as error:
        yield Problem(None, 0, f"the file is damaged: {error.orig}")


@cache
def _wanted() -> dict[str, Any]:
    """What the migrations make, by making it."""
    reference = Database("sqlite://")
    try:
        with reference.read() as connection:
            return _described(connection)
    finally:
        reference.close()


def _differences(connection: Connection) -> Iterator[Problem]:
    wanted, found = _wanted(), _described(connection)
    for name in sorted({*wanted, *found}):
        if wanted.get(name) != found.get(name):
            yield Problem(None, 0, f"the schema is not the one that the migrations make: {name}")


def _described(connection: Connection) -> dict[str, Any]:
    """The schema by what it does, not by how its text is laid out."""
    inspector = inspect(connection)
    described: dict[str, Any] = {f"table {table}": _table(inspector, table) for table in inspector.get_table_names()}
    others = "SELECT type, name, sql FROM sqlite_master WHERE type NOT IN ('table', 'index')"
    for kind, name, sql in connection.exec_driver_sql(others):
        described[f"{kind} {name}"] = sql
    return described


def _table(inspector: Inspector, table: str) -> Any:
    columns = [
        (column["name"], str(column["type"]), column["nullable"], column["default"])
        for column in inspector.get_columns(table)
    ]
    keys = [inspector.get_pk_constraint(table), *inspector.get_foreign_keys(table)]
    rules = [*inspector.get_unique_constraints(table), *inspector.get_check_constraints(table)]
    indexes = sorted(inspector.get_indexes(table), key=lambda index: str(index["name"]))
    return columns, keys, rules, indexes
