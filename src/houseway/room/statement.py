"""The ledger as operators read it."""

from typing import Any

from sqlalchemy import Connection, select

from houseway.room import models


def read_ledger(connection: Connection, account: str | None, limit: int) -> dict[str, Any]:
    """Balances, their sum (zero), and entries, newest first."""
    found = select(models.accounts).order_by(models.accounts.c.kind, models.accounts.c.name)
    balances = [dict(row) for row in connection.execute(found).mappings()]
    entry = models.entries.c
    record = models.records.c
    newest = select(models.entries).join(
        models.records, (entry.chain_id == record.chain_id) & (entry.seq == record.seq)
    )
    if account is not None:
        newest = newest.where(entry.account == account)
    newest = newest.order_by(entry.chain_id.desc(), entry.seq.desc(), entry.place).limit(max(0, min(limit, 1000)))
    return {
        "accounts": balances,
        "sum": sum(row["balance"] for row in balances),
        "entries": [dict(row) for row in connection.execute(newest).mappings()],
    }
