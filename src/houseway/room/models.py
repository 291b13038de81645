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
"""Users. A guest has no password. No two users have the same `folded_name` or names that look alike (`skeleton`)."""

accounts = Table(
    "accounts",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("balance", BigInteger, nullable=False),
    CheckConstraint("balance >= 0 OR kind IN ('mint', 'house')", name="no_debts"),
)
"""Balances. Each is the sum of the account's entries."""

chains = Table(
    "chains",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("length", Integer, nullable=False),
    Column("head", String(64), nullable=False),
    Column("open", Boolean, nullable=False),
)
"""The log of the room (0) and of each table: its end, and whether more records can follow."""

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
"""Log records. `kind` and `number` (of the round) repeat values from the body, as search keys."""

meters = Table(
    "meters",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("title", String(40), nullable=False),
    Column("turn", Integer, nullable=False),
    Column("now", Text, nullable=False),
    Column("open", Boolean, nullable=False),
)
"""Meters after their last change (`now`, canonical JSON). `turn` counts the changes."""

meter_links = Table(
    "meter_links",
    metadata,
    Column("meter_id", Integer, ForeignKey("meters.id"), primary_key=True, autoincrement=False),
    Column("chain_id", Integer, ForeignKey("chains.id"), primary_key=True, autoincrement=False),
)
"""The meters of each table, as given in its first record."""

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
"""Each user's training totals per game. Training uses no chips, so none of it is in the log or the ledger.

`given` is an exact fraction: the total cost of the answers, in units.
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
"""The same totals for each day, for the progress chart."""

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
"""The review queue: a class of spots, or one missed spot (`spot`, JSON), with its box and due time."""

workers = Table(
    "workers",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("address", String(200), nullable=False),
    Column("expires", BigInteger, nullable=False),
)
"""The server processes of a shared room. Each is alive until `expires` (the database's clock, milliseconds).

The others reach it at `address`. Its key is among the secrets (`worker_keys`).
"""

leases = Table(
    "leases",
    metadata,
    Column("chain_id", Integer, ForeignKey("chains.id"), primary_key=True, autoincrement=False),
    Column("epoch", Integer, nullable=False),
    Column("worker_id", Integer, nullable=True),
    Column("time_left", Integer, nullable=True),
)
"""Which process writes a table's log. `epoch` counts its holders. A process with an older epoch cannot write.

`time_left` is the time that a decision had left, in milliseconds, when its table was handed over. None of this is in
the log.
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
"""The seeds of unfinished rounds and of future commitments, keyed by the published commitment."""

sessions = Table(
    "open_sessions",
    secret_metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("user_id", Integer, nullable=False),
    Column("credential", String(64), nullable=False),
    Column("expires", BigInteger, nullable=False),
    Index("ix_open_sessions_user_id", "user_id"),
)
"""Sessions: the hash of a secret that only the browser has, and the password that opened the session."""

room_keys = Table(
    "room_keys",
    secret_metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("secret", String(64), nullable=False),
)
"""The key with which the room signs its checkpoints: one row."""

worker_keys = Table(
    "worker_keys",
    secret_metadata,
    Column("worker_id", Integer, primary_key=True, autoincrement=False),
    Column("key", String(64), nullable=False),
)
"""The keys with which the room's server processes authenticate each other."""
