"""Several server processes, and the tables that each holds."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the two tables, empty. A lone server needs neither."""
    op.create_table(
        "workers",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("address", sa.String(200), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("chain_id", sa.Integer, sa.ForeignKey("chains.id"), primary_key=True, autoincrement=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("worker_id", sa.Integer, nullable=True),
        sa.Column("time_left", sa.Integer, nullable=True),
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("leases", "workers"):
        op.drop_table(table)
