"""Verify a database: every table's log, and everything else that is stored against what the logs say."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, RowMapping, select

from houseway.cards.seed import Seed
from houseway.errors import BrokenLog, HousewayError, UnknownName
from houseway.room import models
from houseway.room.accounts import OPERATOR, PLAYER, STARTING_CHIPS, password_digest
from houseway.room.book import chain_row, entry_rows_of
from houseway.room.database import Database
from houseway.room.ledger import (
    MAY_OWE,
    MINT,
    Transfer,
    house_account,
    kind_of,
    seat_account,
    stakes_account,
    user_account,
)
from houseway.room.log import ROOM, Head, Link, Record, check_link, read_record
from houseway.room.names import fold_name, skeleton
from houseway.room.release import released_chips
from houseway.room.verify import Problem, Report, verify_stored

Stored = list[tuple[str, str]]


@dataclass
class Findings:
    """What the logs say, gathered chain by chain."""

    balances: Counter[str] = field(default_factory=Counter)
    users: dict[int, dict[str, Any]] = field(default_factory=dict)
    opened_with: dict[int, str] = field(default_factory=dict)
    """For each table that the room's log opens, the hash of the table's first record."""
    first_hashes: dict[int, str] = field(default_factory=dict)
    """For each table that is there, the same."""
    released: dict[int, tuple[int, tuple[Transfer, ...]]] = field(default_factory=dict)
    """For each table whose chips an operator sent home, the record of the room's log that did, and its transfers."""
    n_seats: dict[int, int] = field(default_factory=dict)


def verify_database(database: Database, table_id: int | None = None) -> Report:
    """Verify all of a database, or one table of it."""
    with database.snapshot() as connection:
        if table_id is not None:
            if table_id <= ROOM or chain_row(connection, table_id) is None:
                raise UnknownName(f"there is no table {table_id!r}")
            return _verify_table(connection, table_id, Findings())
        return _verify_all(connection)


def _verify_all(connection: Connection) -> Report:
    findings, report = Findings(), Report()
    tables = connection.execute(select(models.chains.c.id).order_by(models.chains.c.id)).scalars().all()
    report = _verify_room(connection, findings)
    for table_id in tables:
        if table_id != ROOM and report.ok:
            report = report.plus(_verify_table(connection, table_id, findings))
    for check in (_check_tables, _check_released, _check_users, _check_balances):
        if report.ok:
            try:
                check(connection, findings)
            except BrokenLog as error:
                report = report.plus(Report(head=report.head, problem=Problem(None, 0, str(error))))
    return report


def _stored(connection: Connection, chain_id: int) -> Stored:
    record = models.records.c
    found = select(record.body, record.hash).where(record.chain_id == chain_id).order_by(record.seq)
    return [(body, hash_text) for body, hash_text in connection.execute(found)]


def _verify_table(connection: Connection, table_id: int, findings: Findings) -> Report:
    row = chain_row(connection, table_id)
    assert row is not None, "the table is there"
    stored = _stored(connection, table_id)
    try:
        secret = Seed.from_hex(row["secret"])
    except HousewayError:
        return Report(problem=Problem(table_id, 0, "the seed of its round cannot be read"))
    report = verify_stored(table_id, stored, secret)
    if not report.ok:
        return report
    try:
        records = [read_record(body) for body, _ in stored]
        _check_chain_row(
            row, stored, is_open=not records or (records[-1].kind != "closed" and table_id not in findings.released)
        )
        findings.first_hashes[table_id] = stored[0][1]
        findings.n_seats[table_id] = records[0].data["spec"]["seats"]
    except BrokenLog as error:
        return report.plus(Report(head=report.head, problem=Problem(table_id, 0, str(error))))
    problem = _check_columns(connection, table_id, stored, findings)
    return report.plus(Report(head=report.head, problem=problem))


def _check_chain_row(row: RowMapping, stored: Stored, *, is_open: bool) -> None:
    if not stored or row["length"] != len(stored) or row["head"] != stored[-1][1]:
        raise BrokenLog(f"the log has {len(stored)} records and not the end that was noted ({row['length']} records)")
    if bool(row["open"]) != is_open:
        raise BrokenLog("open or closed, the log says otherwise")


def _check_columns(connection: Connection, chain_id: int, stored: Stored, findings: Findings) -> Problem | None:
    """The columns beside the records, and the ledger's entries, record by record."""
    entries = _entries_by_record(connection, chain_id)
    rows = connection.execute(
        select(models.records.c.seq, models.records.c.kind, models.records.c.number)
        .where(models.records.c.chain_id == chain_id)
        .order_by(models.records.c.seq)
    ).all()
    for (body, hash_text), row in zip(stored, rows, strict=True):
        record = read_record(body)
        if (row.seq, row.kind, row.number) != (record.seq, record.kind, record.data.get("number")):
            return Problem(chain_id, record.seq, "the columns beside the record are not the record's")
        expected = entry_rows_of(Link(record, body, hash_text))
        if entries.pop(record.seq, []) != expected:
            return Problem(chain_id, record.seq, "the entries in the ledger are not those of the record")
        for entry in expected:
            findings.balances[entry["account"]] += entry["amount"]
    if entries:
        return Problem(chain_id, min(entries), "entries in the ledger that belong to no record")
    return None


def _entries_by_record(connection: Connection, chain_id: int) -> dict[int, list[dict[str, Any]]]:
    entry = models.entries.c
    found = select(models.entries).where(entry.chain_id == chain_id).order_by(entry.seq, entry.place)
    entries: dict[int, list[dict[str, Any]]] = {}
    for row in connection.execute(found).mappings():
        entries.setdefault(row["seq"], []).append(dict(row))
    return entries


def _verify_room(connection: Connection, findings: Findings) -> Report:
    """The room's own log: people, chips given out, tables opened."""
    stored = _stored(connection, ROOM)
    head, transfers = Head(), 0
    for place, (body, hash_text) in enumerate(stored, 1):
        try:
            record = read_record(body)
            head = check_link(record, hash_text, body, ROOM, head)
            _take_room_record(record, findings)
            transfers += len(record.transfers)
        except (BrokenLog, KeyError, TypeError) as error:
            return Report(records=place - 1, head=head.hash, problem=Problem(ROOM, place, str(error)))
    row = chain_row(connection, ROOM)
    try:
        if row is None:
            raise BrokenLog("there is no log of the room")
        _check_chain_row(row, stored, is_open=True)
    except BrokenLog as error:
        return Report(problem=Problem(ROOM, 0, str(error)))
    problem = _check_columns(connection, ROOM, stored, findings)
    return Report(0, len(stored), 0, transfers, head.hash, problem)


def _take_room_record(record: Record, findings: Findings) -> None:
    data = record.data
    match record.kind:
        case "registered":
            row = {"name": data["name"], "role": PLAYER, "password": data["password"]}
            findings.users[data["user"]] = row
            _check_mint(record, STARTING_CHIPS)
        case "bought chips":
            _check_mint(record, None)
        case "operator":
            findings.users[data["user"]]["role"] = OPERATOR
        case "room" | "table":
            if record.transfers:
                raise BrokenLog(f"{record.kind}: no chips move here")
        case "set aside" | "put back":
            if record.transfers:
                raise BrokenLog(f"{record.kind}: no chips move here")
        case "released":
            if data["table"] in findings.released:
                raise BrokenLog(f"the chips of table {data['table']} are released once")
            findings.released[data["table"]] = (record.seq, record.transfers)
        case other:
            raise BrokenLog(f"unknown kind of record: {other!r}")
    if record.kind == "table":
        findings.opened_with[data["table"]] = data["first"]


def _check_mint(record: Record, amount: int | None) -> None:
    """Chips are given to the person of the record, in one transfer from the mint."""
    (transfer,) = record.transfers if len(record.transfers) == 1 else (None,)
    person = user_account(record.data["user"])
    if transfer is None or transfer.source != MINT or transfer.target != person:
        raise BrokenLog(f"{record.kind}: expected one transfer from the mint to {person}")
    if amount is not None and transfer.amount != amount:
        raise BrokenLog(f"{record.kind}: {transfer.amount} cents instead of {amount}")


def _check_tables(connection: Connection, findings: Findings) -> None:
    """Every table that the room's log opened is there, and no other."""
    opened, found = findings.opened_with, findings.first_hashes
    for table in sorted({*opened, *found}):
        if opened.get(table) != found.get(table):
            raise BrokenLog(f"table {table} is not the one that the room's log opened")


def _check_released(connection: Connection, findings: Findings) -> None:
    """What was sent home from a table that was set aside is what its entries say lay there."""
    for table, (seq, transfers) in findings.released.items():
        if released_chips(connection, table) != transfers:
            raise BrokenLog(f"the chips released from table {table} are not those that lay there", seq)


def _check_users(connection: Connection, findings: Findings) -> None:
    rows = {row["id"]: row for row in connection.execute(select(models.users)).mappings()}
    for user_id in sorted({*rows, *findings.users}):
        row, logged = rows.get(user_id), findings.users.get(user_id)
        if row is None or logged is None:
            raise BrokenLog(f"user {user_id} is in the database or in the log, not in both")
        stored = {"name": row["name"], "role": row["role"], "password": password_digest(row["password_hash"])}
        shape = skeleton(row["name"])
        forms = row["folded_name"] == fold_name(row["name"]) and row["skeleton"] in (shape, f"{shape}/{user_id}")
        if stored != logged or not forms:
            raise BrokenLog(f"user {user_id} is not as registered")


def _expected_accounts(findings: Findings) -> Iterator[str]:
    yield MINT
    for user_id in findings.users:
        yield user_account(user_id)
    for table_id, n_seats in findings.n_seats.items():
        yield stakes_account(table_id)
        yield house_account(table_id)
        for seat in range(n_seats):
            yield seat_account(table_id, seat)


def _check_balances(connection: Connection, findings: Findings) -> None:
    rows = list(connection.execute(select(models.accounts).order_by(models.accounts.c.name)).mappings())
    if {row["name"] for row in rows} != set(_expected_accounts(findings)):
        raise BrokenLog("the accounts are not those of the people and tables")
    for row in rows:
        name, balance = row["name"], row["balance"]
        if row["kind"] != kind_of(name):
            raise BrokenLog(f"{name} is not of the kind {row['kind']!r}")
        if balance != findings.balances[name]:
            raise BrokenLog(f"{name} has a balance of {balance} cents; its entries sum to {findings.balances[name]}")
        if balance < 0 and kind_of(name) not in MAY_OWE:
            raise BrokenLog(f"{name} owes {-balance} cents")
    total = sum(row["balance"] for row in rows)
    if total:
        raise BrokenLog(f"all balances sum to {total} cents, not to zero")
