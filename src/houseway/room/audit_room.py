"""What the room's own log says of people, chips and tables, and whether the rest of the database says the same."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, func, select

from houseway.errors import BrokenLog
from houseway.room import audit_meters, models
from houseway.room.accounts import OPERATOR, PLAYER, STARTING_CHIPS, password_digest
from houseway.room.aside import PUT_BACK, RELEASED, SET_ASIDE
from houseway.room.audit_meters import LoggedMeter, take_meter_record
from houseway.room.ledger import (
    FUND,
    MAY_OWE,
    MINT,
    Transfer,
    house_account,
    kind_of,
    meter_account,
    reserve_account,
    seat_account,
    stakes_account,
    user_account,
)
from houseway.room.log import Record
from houseway.room.meters import METER_KINDS
from houseway.room.names import fold_name, skeleton
from houseway.room.release import released_chips
from houseway.room.verify import TOLERANCE, Problem

_ENTRY, _SESSION = models.entries.c, models.sessions.c


@dataclass
class Findings:
    """What the logs say, gathered log by log."""

    users: dict[int, dict[str, Any]] = field(default_factory=dict)
    opened: dict[int, tuple[str, int | None]] = field(default_factory=dict)
    """For each table that the room's log opens, the hash of the table's first record, and when: None where the log had
    run ahead of the clock, so that its records bear the time of an earlier one."""
    at: int = 0
    """The time of the last record of the room's log."""
    first: dict[int, tuple[str, int]] = field(default_factory=dict)
    """For each table that is there and holds, the same of its first record."""
    released: dict[int, tuple[int, tuple[Transfer, ...]]] = field(default_factory=dict)
    """For each table whose chips an operator sent home, the record of the room's log that did, and its transfers."""
    n_seats: dict[int, int] = field(default_factory=dict)
    meters: dict[int, LoggedMeter] = field(default_factory=dict)
    linked: dict[int, Mapping[str, int]] = field(default_factory=dict)
    """For each table that is there and holds, the meters that it has."""
    broken: set[int] = field(default_factory=set)
    """The logs that do not hold: what depends on them is not said to be wrong as well."""


def take_record(record: Record, findings: Findings) -> None:
    """One more record of the room's log."""
    data = record.data
    match record.kind:
        case "registered":
            if data["user"] in findings.users:
                raise BrokenLog(f"user {data['user']} is registered once")
            row = {"name": data["name"], "role": PLAYER, "password": data["password"]}
            findings.users[data["user"]] = row
            _check_mint(record, STARTING_CHIPS)
        case "bought chips":
            _check_mint(record, None)
        case "released":
            if data["table"] in findings.released:
                raise BrokenLog(f"the chips of table {data['table']} are released once")
            findings.released[data["table"]] = (record.seq, record.transfers)
        case kind if kind in METER_KINDS:
            take_meter_record(record, findings.meters)
        case "operator" | "room" | "table" | "set aside" | "put back":
            if record.transfers:
                raise BrokenLog(f"{record.kind}: no chips move here")
        case other:
            raise BrokenLog(f"unknown kind of record: {other!r}")
    if record.kind == "operator":
        findings.users[data["user"]]["role"] = OPERATOR
    if record.kind == "table":
        findings.opened[data["table"]] = (data["first"], record.at if record.at > findings.at else None)
    if record.kind in (SET_ASIDE, PUT_BACK, RELEASED) and data["table"] not in findings.opened:
        raise BrokenLog(f"{record.kind}: there was no table {data['table']!r} yet")
    findings.at = record.at


def _check_mint(record: Record, amount: int | None) -> None:
    """Chips are given to the person of the record, in one transfer from the mint."""
    (transfer,) = record.transfers if len(record.transfers) == 1 else (None,)
    person = user_account(record.data["user"])
    if transfer is None or transfer.source != MINT or transfer.target != person:
        raise BrokenLog(f"{record.kind}: expected one transfer from the mint to {person}")
    if amount is not None and transfer.amount != amount:
        raise BrokenLog(f"{record.kind}: {transfer.amount} cents instead of {amount}")


def check_tables(connection: Connection, findings: Findings) -> Iterator[Problem]:
    """Every table that the room's log opened is there, was opened then, and there is no other."""
    opened, found = findings.opened, findings.first
    for table in sorted({*opened, *found} - findings.broken):
        (noted, then), (first, at) = opened.get(table, ("", None)), found.get(table, ("", 0))
        if not noted or noted != first:
            yield Problem(None, 0, f"table {table} is not the one that the room's log opened")
        elif then is not None and abs(then - at) > TOLERANCE:
            yield Problem(table, 1, f"it was opened at {at}; the room's log says at {then}")


def check_released(connection: Connection, findings: Findings) -> Iterator[Problem]:
    """What was sent home from a table that was set aside is what its entries say lay there."""
    for table, (seq, transfers) in findings.released.items():
        if released_chips(connection, table) != transfers:
            yield Problem(0, seq, f"the chips released from table {table} are not those that lay there")


def check_meters(connection: Connection, findings: Findings) -> Iterator[Problem]:
    """Every meter is what its changes lead to, in all logs together."""
    yield from audit_meters.check_meters(connection, findings.meters, findings.linked, findings.broken)


def check_users(connection: Connection, findings: Findings) -> Iterator[Problem]:
    """The people are those of the log, and whoever is signed in is one of them."""
    rows = {row["id"]: row for row in connection.execute(select(models.users)).mappings()}
    for user_id in sorted({*rows, *findings.users}):
        row, logged = rows.get(user_id), findings.users.get(user_id)
        if row is None or logged is None:
            yield Problem(None, 0, f"user {user_id} is in the database or in the log, not in both")
        elif not _is_as_registered(row, logged):
            yield Problem(None, 0, f"user {user_id} is not as registered")
    for user_id in connection.execute(select(_SESSION.user_id).distinct()).scalars():
        if user_id not in rows:
            yield Problem(None, 0, f"a session of user {user_id!r}, whom there is not")


def _is_as_registered(row: Any, logged: dict[str, Any]) -> bool:
    texts = all(type(row[name]) is str for name in ("name", "folded_name", "role", "skeleton"))
    if not texts or not isinstance(row["password_hash"], str | None):
        return False
    try:
        stored = {"name": row["name"], "role": row["role"], "password": password_digest(row["password_hash"])}
        shape = skeleton(row["name"])
    except UnicodeError:  # a byte that no text has
        return False
    forms = row["folded_name"] == fold_name(row["name"]) and row["skeleton"] in (shape, f"{shape}/{row['id']}")
    return stored == logged and forms


def _expected_accounts(findings: Findings) -> Iterator[str]:
    yield MINT
    if findings.meters:
        yield FUND
    for meter_id in findings.meters:
        yield meter_account(meter_id)
        yield reserve_account(meter_id)
    for user_id in findings.users:
        yield user_account(user_id)
    for table_id, n_seats in findings.n_seats.items():
        yield stakes_account(table_id)
        yield house_account(table_id)
        for seat in range(n_seats):
            yield seat_account(table_id, seat)


def check_accounts(connection: Connection, findings: Findings) -> Iterator[Problem]:
    """There is an account for whoever and whatever the logs name, each with the sum of its entries, and zero in all."""
    sums = select(_ENTRY.account, func.sum(_ENTRY.amount)).group_by(_ENTRY.account)
    entries: dict[str, int] = {row[0]: row[1] for row in connection.execute(sums)}
    expected, total = set(_expected_accounts(findings)), 0
    for row in connection.execute(select(models.accounts).order_by(models.accounts.c.name)).mappings():
        name, balance = row["name"], row["balance"]
        total += balance if isinstance(balance, int) else 0
        if name not in expected and not _is_of(name, findings.broken):
            yield Problem(None, 0, f"an account {name!r}, of nobody and no table")
        elif row["kind"] != kind_of(name):
            yield Problem(None, 0, f"{name} is not of the kind {row['kind']!r}")
        elif balance != entries.get(name, 0):
            yield Problem(
                None, 0, f"{name} has a balance of {balance} cents; its entries sum to {entries.get(name, 0)}"
            )
        elif balance < 0 and kind_of(name) not in MAY_OWE:
            yield Problem(None, 0, f"{name} owes {-balance} cents")
        expected.discard(name)
    for name in sorted(expected):
        yield Problem(None, 0, f"there is no account {name}")
    if total:
        yield Problem(None, 0, f"all balances sum to {total} cents, not to zero")


def _is_of(account: object, tables: set[int]) -> bool:
    return isinstance(account, str) and account.partition(":")[2].partition("/")[0] in {str(table) for table in tables}
