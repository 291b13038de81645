"""Run by Alembic: migrate over the connection that `houseway.room.database` hands in."""

from alembic import context

from houseway.room.models import metadata


def migrate() -> None:
    """Take the steps that the database lacks."""
    context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
    context.run_migrations()


if hasattr(context, "config"):  # not where the module is merely imported
    migrate()
