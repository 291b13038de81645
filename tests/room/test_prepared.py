"""Statements in PostgreSQL's own form: what is given by name arrives at its place, whatever it is."""

import pytest
from sqlalchemy import String, bindparam, create_engine, literal_column, select
from support.postgres import URL, needs_postgres

from houseway.room.prepared import Prepared, by_place


def test_a_value_that_is_named_twice_is_sent_once() -> None:
    text, order, _ = by_place("UPDATE t SET a = %(later)s::INTEGER WHERE b = %(now)s OR c = %(later)s")
    assert text == "UPDATE t SET a = $1::INTEGER WHERE b = $2 OR c = $1"
    assert order == ["later", "now"]


def test_a_percent_sign_stays_one() -> None:
    assert by_place("SELECT 7 %% %(by)s, 'it''s 5%%'")[0] == "SELECT 7 % $1, 'it''s 5%'"


@needs_postgres
@pytest.mark.parametrize("count", [1, 60])
def test_postgres_gets_each_value_at_its_place(count: int) -> None:
    """Sixty are more than psycopg would remember the form of a statement for."""
    names = [f"value_{place}" for place in range(count)]
    statement = Prepared(select(*[bindparam(name, type_=String) + literal_column("'%'", String) for name in names]))
    engine = create_engine(URL.replace("postgresql://", "postgresql+psycopg://", 1))
    with engine.connect() as connection:
        (found,) = statement.find(connection, {name: f"it's {name}" for name in reversed(names)})
    engine.dispose()
    assert list(found) == [f"it's {name}%" for name in names]
