"""The logs and the ledger in the database. Records are added to a chain together with the chips that they move.

Statements are compiled once for each kind of database, not each time that they run.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

from sqlalchemy import (
    BigInteger,
    ClauseElement,
    Connection,
    RowMapping,
    String,
    Table,
    bindparam,
    case,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.sql.compiler import SQLCompiler

from houseway.errors import BrokenLog, NotEnoughChips
from houseway.games.engine.money import dollars
from houseway.room import models
from houseway.room.leases import NOW, check_lease
from houseway.room.ledger import MAY_OWE, gains_and_lowest, kind_of
from houseway.room.log import Draft, Head, Link, chain, read_record

Values = Mapping[str, Any]
Compiled = tuple[str, Sequence[str] | None]
"""The text of a statement, and the order of its values if the database takes them by position."""


class Prepared:
    """A statement with named values.

    A decision at a table is a handful of statements, and SQLAlchemy's overhead for each is ten times SQLite's run time.
    So these go directly to the database's driver, in the transaction of the connection.
    """

    def __init__(self, statement: ClauseElement) -> None:
        self._statement = statement
        self._compiled: dict[str, Compiled] = {}

    def run(self, connection: Connection, values: Values) -> Any:
        """Run the statement and return the driver's cursor.

        Among statements sent together, the answer is there after all of them.
        """
        text, order = self._for(connection)
        cursor = connection.connection.cursor()
        cursor.execute(text, _given(values, order))
        return cursor

    def find(self, connection: Connection, values: Values) -> list[Any]:
        """Return the rows found by the statement."""
        cursor = self.run(connection, values)
        try:
            return list(cursor.fetchall())
        finally:
            cursor.close()

    def _for(self, connection: Connection) -> Compiled:
        name = connection.dialect.name
        if name not in self._compiled:
            compiled = self._statement.compile(dialect=connection.dialect)
            assert isinstance(compiled, SQLCompiler), "a statement"
            self._compiled[name] = str(compiled), compiled.positiontup
        return self._compiled[name]


@contextmanager
def sent_together(connection: Connection) -> Iterator[bool]:
    """Send the statements within without waiting for each answer, if the database is a separate program.

    Yield whether this is so. Then the answers and errors are available at the end.
    """
    driver: Any = connection.connection.driver_connection
    if hasattr(driver, "pipeline"):
        with driver.pipeline():
            yield True
    else:
        yield False


def of_rows(rows: Sequence[Values]) -> Values:
    """Return the values of several rows for one statement, each named with the number of its row."""
    return {f"{name}_{place}": value for place, row in enumerate(rows) for name, value in row.items()}


def _given(values: Values, order: Sequence[str] | None) -> Any:
    return values if order is None else tuple([values[name] for name in order])


Move = tuple[str, tuple[int, int]]
"""An account, its gain, and the lowest balance on the way."""
_ACCOUNT = models.accounts.c
_advance = (
    update(models.chains)
    .where(
        models.chains.c.id == bindparam("chain"),
        models.chains.c.length == bindparam("before"),
        models.chains.c.head == bindparam("previous"),
    )
    .values(length=bindparam("after"), head=bindparam("hash"))
)
_lease = (
    select(models.leases.c.chain_id)
    .join_from(models.leases, models.workers, models.leases.c.worker_id == models.workers.c.id)
    .where(models.leases.c.chain_id == bindparam("chain"), models.leases.c.epoch == bindparam("epoch"))
    .where(models.workers.c.expires > NOW)
    .with_for_update(read=True, of=models.leases)
    .cte("lease")
)
_fenced = _advance.where(select(_lease.c.chain_id).exists())
_ADVANCE, _FENCED = Prepared(_advance), Prepared(_fenced)


def append(
    connection: Connection,
    chain_id: int,
    head: Head,
    drafts: Sequence[Draft],
    at: int,
    epoch: int | None = None,
) -> list[Link]:
    """Write records and the chips that they move, in the caller's transaction.

    `epoch` is that of the lease by which a process writes, if there are several. Without it LeaseLost is raised.
    """
    links = chain(chain_id, head, drafts, at)
    advance = {
        "chain": chain_id,
        "before": head.length,
        "previous": head.hash,
        "after": head.length + len(links),
        "hash": links[-1].hash,
    }
    statement = _ADVANCE if epoch is None else _FENCED
    with sent_together(connection):
        advanced = statement.run(connection, {**advance, "epoch": epoch})
    if advanced.rowcount != 1:
        if epoch is not None:
            check_lease(connection, chain_id, epoch)
        raise BrokenLog(f"the log of table {chain_id} was written by another program")
    _write_records(connection, links, sorted(gains_and_lowest([draft.transfers for draft in drafts]).items()))
    return links


def _write_records(connection: Connection, links: Sequence[Link], moves: Sequence[Move]) -> None:
    """Write records, entries and balances.

    A chip that a later record returns cannot be spent in an earlier one, so an account must cover each record in turn.
    This is checked before anything is written, or undoes everything.
    """
    accounts = [account for account, _ in moves]
    gains = [{"account": account, "gain": gain} for account, (gain, _) in moves]
    records = [_record_row(link) for link in links]
    entries = [row for link in links for row in entry_rows_of(link)]
    try:
        with sent_together(connection) as answered_later:
            if moves:
                held = _balances_of(len(moves), lock=True).run(
                    connection, of_rows([{"name": name} for name in accounts])
                )
                if not answered_later:
                    _check_covered(moves, held)
                _add(len(moves)).run(connection, of_rows(gains))
            _insert(models.records, len(records)).run(connection, of_rows(records))
            if entries:
                _insert(models.entries, len(entries)).run(connection, of_rows(entries))
    except connection.dialect.loaded_dbapi.IntegrityError:
        if moves and answered_later:
            _check_covered(moves, held)
        raise
    if moves and answered_later:
        _check_covered(moves, held)


def _record_row(link: Link) -> dict[str, Any]:
    record = link.record
    return {
        "chain_id": record.table,
        "seq": record.seq,
        "kind": record.kind,
        "number": record.data.get("number"),
        "body": link.body,
        "hash": link.hash,
    }


def entry_rows_of(link: Link) -> list[dict[str, Any]]:
    """Return the ledger entries of a record."""
    record = link.record
    entries = [entry for transfer in record.transfers for entry in transfer.entries()]
    return [
        {
            "chain_id": record.table,
            "seq": record.seq,
            "place": place,
            "account": entry.account,
            "amount": entry.amount,
            "memo": entry.memo,
        }
        for place, entry in enumerate(entries)
    ]


def _check_covered(moves: Sequence[Move], answer: Any) -> None:
    held = dict(answer.fetchall())
    for account, (_, lowest) in moves:
        if account not in held:
            raise BrokenLog(f"Unknown account {account}.")
        if held[account] + lowest < 0 and kind_of(account) not in MAY_OWE:
            raise NotEnoughChips(f"You need {dollars(-lowest)} in chips and have {dollars(held[account])}.")


@cache
def _insert(table: Table, count: int) -> Prepared:
    """Insert several rows by one statement."""
    names = [column.name for column in table.columns]
    return Prepared(
        insert(table).values([{name: bindparam(f"{name}_{row}") for name in names} for row in range(count)])
    )


@cache
def _add(count: int) -> Prepared:
    """Add the gains of several accounts by one statement."""
    names = [bindparam(f"account_{place}", type_=String) for place in range(count)]
    gains = {_ACCOUNT.name == name: bindparam(f"gain_{place}", type_=BigInteger) for place, name in enumerate(names)}
    return Prepared(update(models.accounts).where(or_(*gains)).values(balance=_ACCOUNT.balance + case(*gains.items())))


def open_accounts(connection: Connection, names: Iterable[str]) -> None:
    """Open new accounts, all empty."""
    rows = [{"name": name, "kind": kind_of(name), "balance": 0} for name in names]
    connection.execute(insert(models.accounts), rows)


@cache
def _balances_of(count: int, lock: bool) -> Prepared:
    """Return balances.

    Accounts are locked in the order of their names, so that two transactions never wait for each other.
    """
    any_of = or_(*[_ACCOUNT.name == bindparam(f"name_{place}") for place in range(count)])
    found = select(_ACCOUNT.name, _ACCOUNT.balance).where(any_of).order_by(_ACCOUNT.name)
    return Prepared(found.with_for_update(key_share=True) if lock else found)


def balances(connection: Connection, names: Sequence[str], *, lock: bool = False) -> dict[str, int]:
    """Return balances of accounts. `lock` keeps other writers from them until the transaction ends."""
    if not names:
        return {}
    given = {f"name_{place}": name for place, name in enumerate(names)}
    return dict(_balances_of(len(names), lock).find(connection, given))


def head_of(connection: Connection, chain_id: int, *, lock: bool = False) -> Head:
    """Return the end of a chain. `lock` keeps other writers from it until the transaction ends."""
    row = chain_row(connection, chain_id, lock=lock)
    if row is None:
        raise BrokenLog(f"Table {chain_id} has no log.")
    return Head(row["length"], row["head"], _time_of(connection, chain_id, row["length"]))


def _time_of(connection: Connection, chain_id: int, seq: int) -> int:
    record = models.records.c
    body = connection.execute(select(record.body).where(record.chain_id == chain_id, record.seq == seq)).scalar()
    return 0 if body is None else read_record(body).at


def chain_row(connection: Connection, chain_id: int, *, lock: bool = False) -> RowMapping | None:
    """Return the stored row of a chain."""
    found = select(models.chains).where(models.chains.c.id == chain_id)
    return connection.execute(found.with_for_update() if lock else found).mappings().first()


def read_ledger(connection: Connection, account: str | None, limit: int) -> dict[str, Any]:
    """Return balances, their sum (zero), and entries, newest first."""
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
