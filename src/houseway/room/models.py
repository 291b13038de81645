"""The tables of the database. Money is whole cents, times are milliseconds since 1970."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={"ix": "ix_%(table_name)s_%(column_0_N_name)s", "uq": "uq_%(table_name)s_%(column_0_N_name)s"}
)

users = Table(
    "users",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("name", String(40), nullable=False, unique=True),
    Column("folded_name", String(80), nullable=False, unique=True),
    Column("role", String(10), nullable=False),
    Column("password_hash", Text, nullable=True),
    Column("skeleton", String(96), nullable=False, server_default=""),
    Index(None, "skeleton", unique=True),
)
"""People. A guest has no password; no two have the same `folded_name` or look alike (`skeleton`)."""

accounts = Table(
    "accounts",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("balance", BigInteger, nullable=False),
    CheckConstraint("balance >= 0 OR kind IN ('mint', 'house')", name="no_debts"),
)
"""Balances: each is the sum of the account's entries."""

chains = Table(
    "chains",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("length", Integer, nullable=False),
    Column("head", String(64), nullable=False),
    Column("open", Boolean, nullable=False),
)
"""The log of the room (0) and of each table: its end, and whether more can follow."""

records = Table(
    "records",
    metadata,
    Column("chain_id", Integer, ForeignKey("chains.id"), primary_key=True, autoincrement=False),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(20), nullable=False),
    Column("number", Integer, nullable=True),
    Column("body", Text, nullable=False),
    Column("hash", String(64), nullable=False),
    Index(None, "chain_id", "kind", "number"),
)
"""What happened. `kind` and `number` (of the round) repeat what is in the body, to find it by."""

meters = Table(
    "meters",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("title", String(40), nullable=False),
    Column("turn", Integer, nullable=False),
    Column("now", Text, nullable=False),
    Column("open", Boolean, nullable=False),
)
"""Meters as they stand after their last change (`now`, canonical JSON); `turn` counts the changes."""

meter_links = Table(
    "meter_links",
    metadata,
    Column("meter_id", Integer, ForeignKey("meters.id"), primary_key=True, autoincrement=False),
    Column("chain_id", Integer, ForeignKey("chains.id"), primary_key=True, autoincrement=False),
)
"""Which tables have which meters, as their first records say."""

entries = Table(
    "entries",
    metadata,
    Column("chain_id", Integer, primary_key=True, autoincrement=False),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("account", String(40), ForeignKey("accounts.name"), nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("memo", String(80), nullable=False),
    ForeignKeyConstraint(["chain_id", "seq"], ["records.chain_id", "records.seq"]),
    Index(None, "account"),
)
"""The ledger: two entries for each transfer of a record, which sum to zero."""


def _whose() -> tuple[Column[int], Column[str], Column[str]]:
    return (
        Column("user_id", Integer, ForeignKey("users.id"), primary_key=True, autoincrement=False),
        Column("kind", String(10), primary_key=True),
        Column("game", String(60), primary_key=True),
    )


training_totals = Table(
    "training_totals",
    metadata,
    *_whose(),
    Column("answers", Integer, nullable=False),
    Column("correct", Integer, nullable=False),
    Column("given", Text, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("longest", Integer, nullable=False),
)
"""What a person has answered of a game, in all. No chips go with training: nothing of it is in the log or the ledger.

`given` is an exact fraction: what the answers gave away, in units.
"""

training_days = Table(
    "training_days",
    metadata,
    *_whose(),
    Column("day", String(10), primary_key=True),
    Column("answers", Integer, nullable=False),
    Column("correct", Integer, nullable=False),
    Column("given", Text, nullable=False),
)
"""The same day by day, for the curve."""

training_again = Table(
    "training_again",
    metadata,
    *_whose(),
    Column("key", String(200), primary_key=True),
    Column("spot", Text, nullable=False),
    Column("box", Integer, nullable=False),
    Column("due_at", BigInteger, nullable=False),
    Column("due_after", Integer, nullable=False),
    Column("missed", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("cost", Text, nullable=False),
)
"""What comes back: a class of spots, or one spot that was missed (`spot`, JSON), with its box and when it is due."""

workers = Table(
    "workers",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("address", String(200), nullable=False),
    Column("expires", BigInteger, nullable=False),
)
"""The server processes of a room that has several, each alive until `expires` (the database's clock, milliseconds).

`address` is where the others reach it; by which key is among the secrets (`worker_keys`).
"""

leases = Table(
    "leases",
    metadata,
    Column("chain_id", Integer, ForeignKey("chains.id"), primary_key=True, autoincrement=False),
    Column("epoch", Integer, nullable=False),
    Column("worker_id", Integer, nullable=True),
    Column("time_left", Integer, nullable=True),
)
"""Which process writes a table's log. `epoch` counts its holders: whoever knows an older one can write nothing.

`time_left` is what a decision had left, in milliseconds, when its table was handed over. None of this is in the log.
"""

secret_metadata = MetaData()
"""The tables of the store of secrets, apart from all others (see `secret_store`)."""

seeds = Table(
    "open_seeds",
    secret_metadata,
    Column("commitment", String(64), primary_key=True),
    Column("seed", String(64), nullable=False),
    Column("drawn_by", String(16), nullable=False),
)
"""The seeds of rounds that are not over, and of commitments to come, by what is published of each."""

sessions = Table(
    "open_sessions",
    secret_metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("user_id", Integer, nullable=False),
    Column("credential", String(64), nullable=False),
    Column("expires", BigInteger, nullable=False),
    Index("ix_open_sessions_user_id", "user_id"),
)
"""Who is signed in: the hash of a secret that only the browser has, and the password that it was got for."""

room_keys = Table(
    "room_keys",
    secret_metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("secret", String(64), nullable=False),
)
"""The key by which the room signs its checkpoints: one row."""

worker_keys = Table(
    "worker_keys",
    secret_metadata,
    Column("worker_id", Integer, primary_key=True, autoincrement=False),
    Column("key", String(64), nullable=False),
)
"""The keys by which the server processes of a room know each other."""
