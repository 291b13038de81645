"""A PostgreSQL to test with: the database of HOUSEWAY_TEST_POSTGRES, each test in a schema of its own."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import create_engine, text

URL = os.environ.get("HOUSEWAY_TEST_POSTGRES", "")
needs_postgres = pytest.mark.skipif(
    not URL, reason="HOUSEWAY_TEST_POSTGRES (the URL of a PostgreSQL database to test with) is not set"
)


@contextmanager
def empty_schema() -> Iterator[str]:
    """The URL of a fresh schema, dropped at the end. Its name is not seeded: other test runs may use the database."""
    name = f"houseway_{os.urandom(6).hex()}"
    engine = create_engine(URL.replace("postgresql://", "postgresql+psycopg://", 1))
    try:
        with engine.begin() as connection:
            connection.execute(text(f"CREATE SCHEMA {name}"))
        yield f"{URL}{'&' if '?' in URL else '?'}options=-csearch_path%3D{name}"
        with engine.begin() as connection:
            connection.execute(text(f"DROP SCHEMA IF EXISTS {name}, {name}_secrets CASCADE"))
    finally:
        engine.dispose()
