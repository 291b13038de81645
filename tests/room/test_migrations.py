"""The migrations lead to the tables that the code uses, and back."""

from pathlib import Path

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect
from support.room_play import database_file, opened

from houseway.room.database import SCHEMA, Database, alembic_config
from houseway.room.models import metadata


def test_a_new_database_has_the_tables_of_the_models(tmp_path: Path) -> None:
    database = Database(database_file(tmp_path))
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert context.get_current_revision() == SCHEMA
        assert compare_metadata(context, metadata) == []
    database.close()


def test_the_first_step_can_be_taken_back(tmp_path: Path) -> None:
    database = Database(database_file(tmp_path))
    with database.engine.begin() as connection:
        config = alembic_config()
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
    assert inspect(database.engine).get_table_names() == ["alembic_version"]
    database.close()
    with opened(database_file(tmp_path)) as room:
        assert room.guest().id == 1


def test_sqlite_waits_for_the_disk_and_checks_foreign_keys(tmp_path: Path) -> None:
    database = Database(database_file(tmp_path))
    with database.engine.connect() as connection:
        settings = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    assert settings == ["wal", 2, 1]
    database.close()
