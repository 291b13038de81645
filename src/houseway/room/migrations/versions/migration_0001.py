"""The first schema: users, sessions, ledger and log."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "users",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(40), nullable=False, unique=True),
        sa.Column("folded_name", sa.String(80), nullable=False, unique=True),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("password_hash", sa.Text, nullable=True),
    )
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "accounts",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("balance", sa.BigInteger, nullable=False),
        sa.CheckConstraint("balance >= 0 OR kind IN ('mint', 'house')", name="no_debts"),
    )
    op.create_table(
        "chains",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("head", sa.String(64), nullable=False),
        sa.Column("secret", sa.String(64), nullable=True),
        sa.Column("open", sa.Boolean, nullable=False),
    )
    op.create_table(
        "records",
        sa.Column("chain_id", sa.Integer, sa.ForeignKey("chains.id"), primary_key=True, autoincrement=False),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("number", sa.Integer, nullable=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
    )
    op.create_index("ix_records_chain_id_kind_number", "records", ["chain_id", "kind", "number"])
    op.create_table(
        "entries",
        sa.Column("chain_id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("account", sa.String(40), sa.ForeignKey("accounts.name"), nullable=False),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.Column("memo", sa.String(80), nullable=False),
        sa.ForeignKeyConstraint(["chain_id", "seq"], ["records.chain_id", "records.seq"]),
    )
    op.create_index("ix_entries_account", "entries", ["account"])


def downgrade() -> None:
    """Drop all tables."""
    for table in ("entries", "records", "chains", "accounts", "sessions", "users"):
        op.drop_table(table)
