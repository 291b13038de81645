"""Training: users' answers day by day, and their review queue."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the three tables, empty."""
    op.create_table(
        "training_totals",
        *_whose(),
        sa.Column("answers", sa.Integer, nullable=False),
        sa.Column("correct", sa.Integer, nullable=False),
        sa.Column("given", sa.Text, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("longest", sa.Integer, nullable=False),
    )
    op.create_table(
        "training_days",
        *_whose(),
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("answers", sa.Integer, nullable=False),
        sa.Column("correct", sa.Integer, nullable=False),
        sa.Column("given", sa.Text, nullable=False),
    )
    op.create_table(
        "training_again",
        *_whose(),
        sa.Column("key", sa.String(200), primary_key=True),
        sa.Column("spot", sa.Text, nullable=False),
        sa.Column("box", sa.Integer, nullable=False),
        sa.Column("due_at", sa.BigInteger, nullable=False),
        sa.Column("due_after", sa.Integer, nullable=False),
        sa.Column("missed", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("cost", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("training_again", "training_days", "training_totals"):
        op.drop_table(table)


def _whose() -> tuple[sa.Column[int], sa.Column[str], sa.Column[str]]:
    return (
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(60), primary_key=True),
    )
