"""Compare the room's log with the rest of the database: users, chips and tables.

Meters are rebuilt from the logs. Each record that changes a meter carries its value before the change. So the changes
of one meter can be put in order even across logs. Each must begin where the one before it ended, none may be missing,
and the last must give the value in the database. A round must have been played for the amount that its meter showed.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from heapq import merge
from math import inf
from typing import Any

from sqlalchemy import Connection, func, select

from houseway.errors import BrokenLog, HousewayError
from houseway.games.engine.meter import Meter, MeterRules, meters_after
from houseway.room import models
from houseway.room.accounts import OPERATOR, PASSWORD, PLAYER, SIGNED_OUT, STARTING_CHIPS, WITHDRAWN, password_digest
from houseway.room.duties import DUTIES, LOSSES_NOTED, LOST, RULED, Act, notes_all, version_of
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
from houseway.room.log import ROOM, Record, read_record
from houseway.room.meters import CLOSED, METER_KINDS, OPENED, changed_by, closing, operators_transfers
from houseway.room.names import fold_name, skeleton
from houseway.room.quarantine import QUARANTINED, RELEASED, REOPENED, released_chips
from houseway.room.ruling import THE_SERVER
from houseway.room.secret_store import is_visible
from houseway.room.spec import TableSpec
from houseway.room.store import balances
from houseway.room.verify import TOLERANCE, Problem

_RECORD = models.records.c
_ROUND_KINDS = ("started", "meters fell", "settled")
ROWS_AT_A_TIME = 500


@dataclass(frozen=True, slots=True)
class Change:
    """A record that takes a meter from one turn to the next."""

    before: Meter
    after: Meter
    table: int
    seq: int

    @property
    def place(self) -> tuple[int, int]:
        """Return the sort key among all records about the meter.

        A change sorts after the amounts shown at the same turn.
        """
        return self.before.turn, 1


@dataclass(frozen=True, slots=True)
class Shown:
    """A record of the prize amount of a round with bets of this many cents, and the turn at which it was shown."""

    turn: int
    amount: int
    seed: int
    staked: int
    most: int | None
    """The prize amount before, if the meter has fallen since."""
    table: int
    seq: int

    @property
    def place(self) -> tuple[int, int]:
        """Return the sort key among all records about the meter."""
        return self.turn, 0

    def is_of(self, meter: Meter) -> bool:
        """Return whether the meter showed this amount."""
        shown = meter.showing(self.staked)
        amount = shown.amount if self.most is None else min(self.most, shown.amount)
        return (amount, shown.seed) == (self.amount, self.seed)


@dataclass
class LoggedMeter:
    """A meter rebuilt from the room's log."""

    title: str
    first: Meter
    changes: list[Change]
    closed: bool = False


def take_meter_record(record: Record, logged: dict[int, LoggedMeter]) -> None:
    """Check one more record about a meter: its transfers must be those that the change makes."""
    data, meter_id = record.data, record.data["meter"]
    if record.kind == OPENED:
        meter, moves = Meter.opened(MeterRules.from_dict(data["rules"]))
        if meter_id != len(logged) + 1:
            raise BrokenLog(f"meter {len(logged) + 1} was expected, not {meter_id!r}")
        _check_transfers(record, operators_transfers(meter_id, moves))
        logged[meter_id] = LoggedMeter(data["title"], meter, [])
        return
    if meter_id not in logged or logged[meter_id].closed:
        raise BrokenLog(f"{record.kind}: there is no open meter {meter_id!r}")
    before = Meter.from_dict(data["before"])
    if record.kind == CLOSED:
        into = data["into"]
        other = None if into is None else Meter.from_dict(data["into_before"])
        after, joined, transfers = closing(meter_id, before, into, other)
        if other is not None and joined is not None:
            logged[into].changes.append(Change(other, joined, ROOM, record.seq))
        logged[meter_id].closed = True
    else:
        changed, moves = changed_by(record.kind, before, data)
        after, transfers = changed.next_turn(), operators_transfers(meter_id, moves)
    _check_transfers(record, transfers)
    logged[meter_id].changes.append(Change(before, after, ROOM, record.seq))


def _check_transfers(record: Record, expected: tuple[Transfer, ...]) -> None:
    if record.transfers != expected:
        raise BrokenLog(f"{record.kind}: the chips moved are not those that the change moves")


def check_all_meters(
    connection: Connection, logged: Mapping[int, LoggedMeter], linked: Mapping[int, Mapping[str, int]], broken: set[int]
) -> Iterator[Problem]:
    """Yield every mismatch of the meters.

    `linked` has the meters of each verified table, under the table's names for them.
    """
    yield from _check_links(connection, linked, broken)
    rows = {row.id: row for row in connection.execute(select(models.meters))}
    for meter_id in sorted({*logged, *rows}):
        if meter_id not in logged or meter_id not in rows:
            yield Problem(None, 0, f"meter {meter_id} is in the database or in the room's log, not in both")
        elif not _tables_of(connection, meter_id) & broken:
            yield from _check_meter(connection, meter_id, logged[meter_id], rows[meter_id], linked)


def _tables_of(connection: Connection, meter_id: int) -> set[int]:
    link = models.meter_links.c
    return set(connection.execute(select(link.chain_id).where(link.meter_id == meter_id)).scalars())


def _check_links(
    connection: Connection, linked: Mapping[int, Mapping[str, int]], broken: set[int]
) -> Iterator[Problem]:
    link = models.meter_links.c
    stored = {(row.meter_id, row.chain_id) for row in connection.execute(select(link.meter_id, link.chain_id))}
    expected = {(meter_id, table) for table, meters in linked.items() for meter_id in meters.values()}
    for meter_id, table in sorted(stored ^ expected):
        if table not in broken:
            yield Problem(
                None, 0, f"meter {meter_id} is table {table}'s by its first record or by the database, not by both"
            )


def _check_meter(
    connection: Connection, meter_id: int, logged: LoggedMeter, row: Any, linked: Mapping[int, Mapping[str, int]]
) -> Iterator[Problem]:
    meter, problem = logged.first, None
    tables = [table for table, meters in linked.items() if meter_id in meters.values()]
    said = [_said_at(connection, table, meter_id) for table in tables]
    own = sorted(logged.changes, key=lambda change: change.place)
    for each in merge(own, *said, key=lambda each: each.place):
        problem = _problem(meter_id, meter, each)
        if problem is not None:
            yield problem
            return
        meter = each.after if isinstance(each, Change) else meter
    yield from _check_row(connection, meter_id, meter, logged, row)


def _problem(meter_id: int, meter: Meter, each: "Change | Shown") -> Problem | None:
    if each.place[0] != meter.turn:
        what = f"meter {meter_id}: turn {meter.turn} was expected, not {each.place[0]}"
    elif isinstance(each, Change) and each.before != meter:
        what = f"meter {meter_id} is not as the change before this one left it"
    elif isinstance(each, Shown) and not each.is_of(meter):
        what = f"meter {meter_id} did not show {each.amount} cents when the bets were closed"
    else:
        return None
    return Problem(each.table, each.seq, what)


def _check_row(connection: Connection, meter_id: int, meter: Meter, logged: LoggedMeter, row: Any) -> Iterator[Problem]:
    try:
        stored = Meter.from_dict(json.loads(row.now))
    except (HousewayError, ValueError, TypeError, KeyError):
        stored = None
    if stored != meter or (row.turn, row.title, bool(row.open)) != (meter.turn, logged.title, not logged.closed):
        yield Problem(None, 0, f"meter {meter_id} is not as the logs lead to")
        return
    accounts = {meter_account(meter_id): meter.amount, reserve_account(meter_id): meter.reserve}
    held = balances(connection, sorted(accounts))
    for account, amount in accounts.items():
        if held.get(account) != amount:
            yield Problem(None, 0, f"{account} holds {held.get(account)} cents; by the logs it is {amount}")


def _said_at(connection: Connection, table: int, meter_id: int) -> Iterator["Change | Shown"]:
    """Yield the records of one table's log about a meter, in log order."""
    spec = _spec_of(connection, table)
    name = next(name for name, linked in spec.meters.items() if linked == meter_id)
    wager = spec.make_game().meter_wager
    assert wager is not None, "a table with meters takes a wager on them"
    found = select(_RECORD.body).where(_RECORD.chain_id == table, _RECORD.kind.in_(_ROUND_KINDS))
    staked, most = 0, None
    with connection.execute(found.order_by(_RECORD.seq), execution_options={"yield_per": ROWS_AT_A_TIME}) as rows:
        for (body,) in rows:
            record = read_record(body)
            data = record.data
            if record.kind == "started":
                staked, most = sum(bet.get(wager.name, 0) for bet in data["bets"]), None
            if "meters" not in data:
                continue
            if record.kind == "settled":
                before = {each: Meter.from_dict(plain) for each, plain in data["meters"].items()}
                after = meters_after(before, staked, _hits(data["settlements"]))
                yield Change(before[name], after[name], table, record.seq)
            else:
                amount, seed, turn = data["meters"][name]
                yield Shown(turn, amount, seed, staked, most, table, record.seq)
                most = amount


def _hits(settlements: list[dict[str, Any]]) -> Iterator[tuple[str, int, bool]]:
    for settlement in settlements:
        if "meter" in settlement:
            yield settlement["meter"], settlement["returned"], settlement["takes_all"]


def _spec_of(connection: Connection, table: int) -> TableSpec:
    found = select(_RECORD.body).where(_RECORD.chain_id == table, _RECORD.seq == 1)
    return TableSpec.from_dict(read_record(connection.execute(found).scalar_one()).data["spec"])


_ENTRY, _SESSION = models.entries.c, models.sessions.c


@dataclass
class Findings:
    """Facts gathered from the logs, log by log."""

    users: dict[int, dict[str, Any]] = field(default_factory=dict)
    opened: dict[int, tuple[str, int | None]] = field(default_factory=dict)
    """For each table that the room's log opens: the hash of the table's first record, and its time. The time is None if
    the log had run ahead of the clock, so that its records have the time of an earlier one.
    """
    at: int = 0
    """The time of the last record of the room's log."""
    first: dict[int, tuple[str, int]] = field(default_factory=dict)
    """For each verified table in the database, the same values from its first record."""
    released: dict[int, tuple[int, tuple[Transfer, ...]]] = field(default_factory=dict)
    """For each table whose chips an operator returned: the record in the room's log, and its transfers."""
    n_seats: dict[int, int] = field(default_factory=dict)
    meters: dict[int, LoggedMeter] = field(default_factory=dict)
    linked: dict[int, Mapping[str, int]] = field(default_factory=dict)
    """For each verified table in the database, its meters."""
    notes_since: int | None = None
    """The record of the room's log from which every ruling is noted there. None in an older log."""
    version: int = 1
    """The room's version, from its first record."""
    duties: Record | None = None
    """The newest of the records with which an older room began to note rulings. They are consecutive."""
    began: int | None = None
    """When the room began to note rulings. None if the log had run ahead of the clock."""
    before: dict[int, float] = field(default_factory=dict)
    """For each table that existed by then, the records of its log that are not noted."""
    ruled: dict[tuple[int, int], tuple[str, int, str, int]] = field(default_factory=dict)
    """The noted rulings and lost seeds, by table and record: the act, who made it, the record's hash, and its place."""
    acts: dict[int, list[Act]] = field(default_factory=dict)
    """The rulings and lost seeds of each verified table in the database."""
    bought: dict[int, int] = field(default_factory=dict)
    """The chips that each user bought after the first ones, in cents."""
    broken: set[int] = field(default_factory=set)
    """The logs that failed verification. Data that depends on them is not reported as wrong too."""


def take_record(record: Record, findings: Findings) -> None:
    """Check one more record of the room's log."""
    data = record.data
    match record.kind:
        case "registered":
            if data["user"] in findings.users:
                raise BrokenLog(f"user {data['user']} is registered once")
            row = {"name": data["name"], "role": PLAYER, "password": data["password"]}
            findings.users[data["user"]] = row
            _check_mint(record, STARTING_CHIPS)
        case "bought chips":
            if data["user"] not in findings.users:
                raise BrokenLog(f"bought chips: user {data['user']!r} was not registered yet")
            _check_mint(record, None)
            amount = record.transfers[0].amount
            if amount > STARTING_CHIPS:
                raise BrokenLog(
                    f"bought chips: {amount} cents; chips are bought up to {STARTING_CHIPS}, so never more at once"
                )
            findings.bought[data["user"]] = findings.bought.get(data["user"], 0) + amount
        case "released":
            _check_operator(findings, record)
            if data["table"] in findings.released:
                raise BrokenLog(f"the chips of table {data['table']} are released once")
            findings.released[data["table"]] = (record.seq, record.transfers)
        case kind if kind in METER_KINDS:
            _check_operator(findings, record)
            take_meter_record(record, findings.meters)
        case "operator" | "room" | "table" | "set aside" | "put back":
            _check_no_chips(record)
        case kind if kind in (WITHDRAWN, PASSWORD, SIGNED_OUT, RULED, DUTIES, LOST):
            _check_no_chips(record)
            _take_duty(record, findings)
        case other:
            raise BrokenLog(f"unknown kind of record: {other!r}")
    if record.kind == "operator":
        if "by" in data or findings.notes_since is not None:
            _check_operator(findings, record)
        findings.users[data["user"]]["role"] = OPERATOR
    if record.kind == "room":
        _take_first(record, findings)
    if record.kind == "table":
        findings.opened[data["table"]] = (data["first"], record.at if record.at > findings.at else None)
    if record.kind in (QUARANTINED, REOPENED, RELEASED) and data["table"] not in findings.opened:
        raise BrokenLog(f"{record.kind}: there was no table {data['table']!r} yet")
    findings.at = record.at


def _check_no_chips(record: Record) -> None:
    if record.transfers:
        raise BrokenLog(f"{record.kind}: no chips move here")


def _check_operator(findings: Findings, record: Record) -> None:
    """Check that the user was an operator at that time, or ran the server."""
    by: Any = record.data.get("by")
    if by != THE_SERVER and findings.users.get(by, {}).get("role") != OPERATOR:
        raise BrokenLog(f"{record.kind}: user {by!r} was not an operator then")


def _take_first(record: Record, findings: Findings) -> None:
    """Read the room's version from its first record."""
    if record.seq != 1:
        raise BrokenLog("room: only the first record of the room's log gives its version")
    findings.version = version_of(record.data)
    if notes_all(record.data):
        findings.notes_since = record.seq


def _take_beginning(record: Record, findings: Findings) -> None:
    """Check that an older room begins to note rulings only once, by records that were written together."""
    last = findings.duties
    if last is None and findings.notes_since is not None:
        raise BrokenLog("duties: this room notes rulings from its first record on")
    if last is not None and (record.seq, record.at) != (last.seq + 1, last.at):
        raise BrokenLog("duties: this room had begun to note rulings before")
    if last is None:
        findings.notes_since, findings.before = record.seq, dict.fromkeys(findings.opened, inf)
        findings.began = record.at if record.at > findings.at else None
    for text, length in record.data["logs"].items():
        table = int(text)
        if findings.before.get(table) != inf:
            raise BrokenLog(f"duties: there was no table {text} yet, or its log is given twice")
        if type(length) is not int or length < 0:
            raise BrokenLog(f"duties: {length!r} is not the number of records of table {text}")
        findings.before[table] = length
    findings.duties = record


def _take_duty(record: Record, findings: Findings) -> None:
    """Check a change of roles or passwords, a ruling at a table, or a lost seed."""
    data = record.data
    if record.kind == DUTIES:
        _take_beginning(record, findings)
        return
    if record.kind == LOST:
        _take_note(record, findings, LOST, THE_SERVER)
        return
    if record.kind != PASSWORD or data["by"] != data["user"]:
        _check_operator(findings, record)
    if record.kind == RULED:
        _take_note(record, findings, data["what"], data["by"])
    elif record.kind == WITHDRAWN:
        findings.users[data["user"]]["role"] = PLAYER
    elif record.kind == PASSWORD:
        findings.users[data["user"]]["password"] = data["password"]


def _take_note(record: Record, findings: Findings, what: str, by: int) -> None:
    table, seq = record.data["table"], record.data["record"]
    if (table, seq) in findings.ruled:
        raise BrokenLog(f"{record.kind}: table {table}, record {seq}, is noted once")
    findings.ruled[table, seq] = (what, by, record.data["hash"], record.seq)


def check_duties(connection: Connection, findings: Findings) -> Iterator[Problem]:
    """Check every ruling and lost seed of a table against the room's log, in both directions.

    Each ruling is noted there, by an operator who did not play at the table. No other record is noted this way.
    """
    yield from _check_beginning(connection, findings)
    noted = dict(findings.ruled)
    for table, acts in sorted(findings.acts.items()):
        for act in acts:
            what, by, digest, _ = noted.pop((table, act.record), ("", None, "", 0))
            is_noted = (what, by) == (act.what, act.by) and digest == _record_hash(connection, table, act.record)
            if not is_noted and (what or _must_be_noted(connection, findings, table, act)):
                yield Problem(table, act.record, f"{_ruling(act.what, act.by)}: the room's log does not note this")
            elif is_noted and act.played:
                yield Problem(table, act.record, f"{_ruling(act.what, act.by)}, who played at this table")
    for (table, seq), (what, by, _, place) in sorted(noted.items()):
        if table not in findings.broken:
            yield Problem(0, place, f"table {table}, record {seq}, is not {_ruling(repr(what), by)}")


def _ruling(what: str, by: int) -> str:
    return f"{what} by the server" if by == THE_SERVER else f"{what} by user {by}"


def _must_be_noted(connection: Connection, findings: Findings, table: int, act: Act) -> bool:
    """Return whether an act came after the room began to note such acts."""
    if act.what == LOST:
        return findings.version >= LOSSES_NOTED
    if findings.notes_since is None:
        return False
    if act.record > findings.before.get(table, 0):
        return True
    return _is_later(findings, _time_of(connection, table, act.record))


def _check_beginning(connection: Connection, findings: Findings) -> Iterator[Problem]:
    """Check that each log's length at that time matches the one in the room's log."""
    if findings.duties is None:
        return
    for table, length in sorted(findings.before.items()):
        if length in (0, inf) or table not in findings.acts:
            continue
        if _is_later(findings, _time_of(connection, table, int(length))):
            what = f"the log of table {table} did not have {length} records when the room began to note rulings"
            yield Problem(0, findings.duties.seq, what)


def _is_later(findings: Findings, at: int | None) -> bool:
    """Return whether a record is missing, or is dated after the room began to note rulings."""
    return at is None or (findings.began is not None and at > findings.began + TOLERANCE)


def _time_of(connection: Connection, table: int, seq: int) -> int | None:
    record = models.records.c
    body = connection.execute(select(record.body).where(record.chain_id == table, record.seq == seq)).scalar()
    return None if body is None else read_record(body).at


def _record_hash(connection: Connection, table: int, seq: int) -> str:
    record = models.records.c
    found = select(record.hash).where(record.chain_id == table, record.seq == seq)
    return str(connection.execute(found).scalar())


def _check_mint(record: Record, amount: int | None) -> None:
    """Check that chips go to the user named in the record, in one transfer from the mint."""
    (transfer,) = record.transfers if len(record.transfers) == 1 else (None,)
    person = user_account(record.data["user"])
    if transfer is None or transfer.source != MINT or transfer.target != person:
        raise BrokenLog(f"{record.kind}: expected one transfer from the mint to {person}")
    if amount is not None and transfer.amount != amount:
        raise BrokenLog(f"{record.kind}: {transfer.amount} cents instead of {amount}")


def check_tables(connection: Connection, findings: Findings) -> Iterator[Problem]:
    """Check that the tables match those that the room's log opened, at the same times."""
    opened, found = findings.opened, findings.first
    for table in sorted({*opened, *found} - findings.broken):
        (noted, then), (first, at) = opened.get(table, ("", None)), found.get(table, ("", 0))
        if not noted or noted != first:
            yield Problem(None, 0, f"table {table} is not the one that the room's log opened")
        elif then is not None and abs(then - at) > TOLERANCE:
            yield Problem(table, 1, f"it was opened at {at}; the room's log says at {then}")


def check_released(connection: Connection, findings: Findings) -> Iterator[Problem]:
    """Check the chips returned from a quarantined table against its entries."""
    for table, (seq, transfers) in findings.released.items():
        if released_chips(connection, table) != transfers:
            yield Problem(0, seq, f"the chips released from table {table} are not those that were on it")


def check_meters(connection: Connection, findings: Findings) -> Iterator[Problem]:
    """Check that every meter equals the result of its changes in all logs together."""
    yield from check_all_meters(connection, findings.meters, findings.linked, findings.broken)


def check_users(connection: Connection, findings: Findings) -> Iterator[Problem]:
    """Check that the users match those in the log, and that every session belongs to one of them."""
    rows = {row["id"]: row for row in connection.execute(select(models.users)).mappings()}
    for user_id in sorted({*rows, *findings.users}):
        row, logged = rows.get(user_id), findings.users.get(user_id)
        if row is None or logged is None:
            yield Problem(None, 0, f"user {user_id} is in the database or in the log, not in both")
        elif not _is_as_registered(row, logged):
            yield Problem(None, 0, f"user {user_id} is not as registered")
    if not is_visible(connection):
        return
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
    """Check that every account named in the logs exists with the sum of its entries, and that all sum to zero."""
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


def check_purchases(connection: Connection, findings: Findings) -> Iterator[Problem]:
    """Check that no user bought more chips than they took to the tables."""
    if not findings.bought:
        return
    spent = select(_ENTRY.account, func.sum(-_ENTRY.amount)).where(_ENTRY.amount < 0).group_by(_ENTRY.account)
    taken: dict[str, int] = {row[0]: row[1] for row in connection.execute(spent)}
    for user_id, bought in sorted(findings.bought.items()):
        most = taken.get(user_account(user_id), 0)
        if bought > most:
            yield Problem(0, 0, f"user {user_id} bought {bought} cents of chips and took only {most} to the tables")


def check_training(connection: Connection, findings: Findings) -> Iterator[Problem]:
    """Check that training results belong to registered users, and that no day has more than the total."""
    totals: dict[tuple[Any, ...], Any] = {}
    for row in connection.execute(select(models.training_totals)).mappings():
        whose = (row["user_id"], row["kind"], row["game"])
        totals[whose] = row
        counts = (row["correct"], row["answers"], row["streak"], row["longest"])
        if whose[0] not in findings.users:
            yield Problem(None, 0, f"training results of user {whose[0]!r}, who was not registered")
        elif any(type(count) is not int or count < 0 for count in counts) or not _is_fraction(row["given"]):
            yield Problem(None, 0, f"the training results of user {whose[0]} at {whose[2]} cannot be read")
        elif row["correct"] > row["answers"] or not row["streak"] <= row["longest"] <= row["answers"]:
            yield Problem(None, 0, f"the training results of user {whose[0]} at {whose[2]} contradict each other")
    days = models.training_days.c
    sums = select(days.user_id, days.kind, days.game, func.sum(days.answers), func.sum(days.correct))
    for user_id, kind, game, answers, correct in connection.execute(sums.group_by(days.user_id, days.kind, days.game)):
        total = totals.get((user_id, kind, game))
        if total is None or answers > total["answers"] or correct > total["correct"]:
            yield Problem(None, 0, f"the training days of user {user_id!r} at {game} hold more than the total")
    for row in connection.execute(select(models.training_again)).mappings():
        if row["user_id"] not in findings.users or not _is_json(row["spot"] or "{}"):
            yield Problem(None, 0, f"a missed spot of user {row['user_id']!r} at {row['game']} cannot be read")


def _is_fraction(text: object) -> bool:
    try:
        return isinstance(text, str) and Fraction(text) >= 0
    except (ValueError, ZeroDivisionError):
        return False


def _is_json(text: object) -> bool:
    try:
        json.loads(text if isinstance(text, str) else "?")
    except (ValueError, RecursionError):
        return False
    return True


def _is_of(account: object, tables: set[int]) -> bool:
    return isinstance(account, str) and account.partition(":")[2].partition("/")[0] in {str(table) for table in tables}
