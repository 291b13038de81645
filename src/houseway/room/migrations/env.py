"""Alembic's entry point, which migrates over the connection from `houseway.room.database`."""

from alembic import context

from houseway.room.models import metadata


def migrate() -> None:
    """Run the migrations that the database lacks."""
    context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
    context.run_migrations()


if hasattr(context, "config"):  # not when the module is only imported
    migrate()
