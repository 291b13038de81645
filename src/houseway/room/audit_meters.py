"""Every meter again from the logs: its changes, of all tables that have it and of the room, put in their order.

A record that changes a meter carries the meter as it stood before. So the changes of one are put in a row by their
turns, whatever logs they are in; each must begin where the one before it ended, none may be missing, and the last leads
to what the database says. What a round was played for must be what the meter showed at the turn that is written there.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from heapq import merge
from typing import Any

from sqlalchemy import Connection, select

from houseway.errors import BrokenLog, HousewayError
from houseway.games.engine.meter import Meter, MeterRules, meters_after
from houseway.room import models
from houseway.room.book import balances
from houseway.room.ledger import Transfer, meter_account, reserve_account
from houseway.room.log import ROOM, Record, read_record
from houseway.room.meters import CLOSED, OPENED, changed_by, closing, operators_transfers
from houseway.room.spec import TableSpec
from houseway.room.verify import Problem

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
        """Among all that is said of the meter: after what was shown at the same turn."""
        return self.before.turn, 1


@dataclass(frozen=True, slots=True)
class Shown:
    """A record that says what a round with bets of so many cents is played for, and at which turn that was shown."""

    turn: int
    amount: int
    seed: int
    staked: int
    most: int | None
    """What it was played for before, where the meter has fallen since."""
    table: int
    seq: int

    @property
    def place(self) -> tuple[int, int]:
        """Among all that is said of the meter."""
        return self.turn, 0

    def is_of(self, meter: Meter) -> bool:
        """Whether the meter showed it."""
        shown = meter.showing(self.staked)
        amount = shown.amount if self.most is None else min(self.most, shown.amount)
        return (amount, shown.seed) == (self.amount, self.seed)


@dataclass
class LoggedMeter:
    """A meter by the room's own log."""

    title: str
    first: Meter
    changes: list[Change]
    closed: bool = False


def take_meter_record(record: Record, logged: dict[int, LoggedMeter]) -> None:
    """One more record of the room's log about a meter: its transfers must be those that the change makes."""
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


def check_meters(
    connection: Connection, logged: Mapping[int, LoggedMeter], linked: Mapping[int, Mapping[str, int]], broken: set[int]
) -> Iterator[Problem]:
    """What does not fit of the meters; `linked` are the meters of each table that holds, by the names that it has."""
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
    """What one table's log says of a meter, in its order."""
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
