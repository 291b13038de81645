"""Meters: the amount of each, and the tables that have it."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make both tables, empty. The house's account for seeds is created when the first meter is opened."""
    op.create_table(
        "meters",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("title", sa.String(40), nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("now", sa.Text, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
    )
    op.create_table(
        "meter_links",
        sa.Column("meter_id", sa.Integer, sa.ForeignKey("meters.id"), primary_key=True, autoincrement=False),
        sa.Column("chain_id", sa.Integer, sa.ForeignKey("chains.id"), primary_key=True, autoincrement=False),
    )


def downgrade() -> None:
    """Drop both tables."""
    for table in ("meter_links", "meters"):
        op.drop_table(table)
