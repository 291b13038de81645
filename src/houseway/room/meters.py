"""The room's meters in the database, and the operator's changes to them.

A meter changes in the transaction of the record that explains it. That record is in a table's log for a settled round,
and in the room's log for everything else (WAC 230-15-685). A meter's row is only the result of the last of these
records. It is written only if `turn` has not changed since it was read, so no two records follow the same one.
"""

import json
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, replace
from threading import Lock, RLock
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, bindparam, func, insert, select, update

from houseway.errors import BadName, BrokenLog, MeterMoved, NotAllowed, UnknownName
from houseway.games.engine.meter import CORRECTION, TRANSFER, Changed, Meter, MeterRules, Move, Party
from houseway.games.engine.money import dollars
from houseway.room import accounts, models
from houseway.room.database import Database
from houseway.room.ledger import FUND, Transfer, meter_account, move, reserve_account
from houseway.room.log import ROOM, Draft, canonical, read_record
from houseway.room.ruling import check_reason
from houseway.room.store import Prepared, append, head_of, open_accounts
from houseway.room.transfers import accounts_of, transfer_of

OPENED, CORRECTED, CAPPED, RECOVERED, CLOSED = METER_KINDS = (
    "meter opened",
    "meter corrected",
    "meter capped",
    "seed recovered",
    "meter closed",
)
"""The records of the room's log that change a meter."""
LONGEST_TITLE = 40
_METER, _LINK, _CHAIN = models.meters.c, models.meter_links.c, models.chains.c
_FIND = Prepared(select(_METER.now, _METER.open).where(_METER.id == bindparam("meter")))
_ADVANCE = Prepared(
    update(models.meters)
    .where(_METER.id == bindparam("meter"), _METER.turn == bindparam("before"), _METER.open)
    .values(turn=bindparam("after"), now=bindparam("written"))
)


@dataclass(frozen=True, slots=True)
class MeterInfo:
    """A meter as listed in the lobby: its amount, and the open tables that have it."""

    id: int
    title: str
    meter: Meter
    tables: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the public fields."""
        rules = self.meter.rules
        return {
            "id": self.id,
            "title": self.title,
            "amount": self.meter.amount,
            "seed": rules.seed,
            "increment": str(rules.increment),
            "cap": rules.cap,
            "tables": list(self.tables),
        }

    def at_tables(self, known: Container[int]) -> "MeterInfo":
        """Return the meter with only the tables that a user may know about."""
        return replace(self, tables=tuple(table for table in self.tables if table in known))

    def to_operator(self) -> dict[str, Any]:
        """Return the meter with its hidden reserve."""
        hidden = {name: getattr(self.meter, name) for name in ("carry", "reserve", "reserve_carry", "lent", "turn")}
        return {**self.to_dict(), **hidden, "reserve_rate": str(self.meter.rules.reserve)}


def now(connection: Connection, meter_id: int) -> Meter:
    """Return an open meter in its current state."""
    rows = _FIND.find(connection, {"meter": meter_id})
    if not rows:
        raise UnknownName(f"Unknown meter {meter_id!r}.")
    written, is_open = rows[0]
    if not is_open:
        raise NotAllowed(f"Meter {meter_id} is closed.")
    return Meter.from_dict(json.loads(written))


def shown(connection: Connection, meter_id: int) -> tuple[str, int]:
    """Return the title of a meter and the amount it shows, in cents. Closed meters are included."""
    row = connection.execute(select(_METER.title, _METER.now).where(_METER.id == meter_id)).one()
    return row.title, Meter.from_dict(json.loads(row.now)).amount


def advance(connection: Connection, meter_id: int, after: Meter) -> None:
    """Write a meter after one more change. Nothing else may have changed it since it was read."""
    values = {
        "meter": meter_id,
        "before": after.turn - 1,
        "after": after.turn,
        "written": canonical(after.to_dict()),
    }
    if _ADVANCE.run(connection, values).rowcount != 1:
        raise MeterMoved(f"Meter {meter_id} has changed since you loaded it. Try again.")


def linked_tables(connection: Connection, meter_id: int) -> tuple[int, ...]:
    """Return the open tables that have a meter."""
    found = select(_LINK.chain_id).join(models.chains, _CHAIN.id == _LINK.chain_id)
    found = found.where(_LINK.meter_id == meter_id, _CHAIN.open).order_by(_LINK.chain_id)
    return tuple(connection.execute(found).scalars())


def all_meters(connection: Connection) -> list[MeterInfo]:
    """Return the open meters."""
    rows = connection.execute(select(models.meters).where(_METER.open).order_by(_METER.id)).all()
    return [
        MeterInfo(row.id, row.title, Meter.from_dict(json.loads(row.now)), linked_tables(connection, row.id))
        for row in rows
    ]


def link(connection: Connection, table_id: int, meter_ids: Iterable[int]) -> None:
    """Link a new table to its meters."""
    for meter_id in sorted(meter_ids):
        now(connection, meter_id)
        connection.execute(insert(models.meter_links), {"meter_id": meter_id, "chain_id": table_id})


# Operator actions: one record of the room's log each.


def open_meter(connection: Connection, title: object, rules: MeterRules, by: int, at: int) -> int:
    """Open a meter with its seed."""
    head = head_of(connection, ROOM, lock=True)
    _need_operator(connection, by)
    named = _checked_title(connection, title)
    meter_id = int(connection.execute(select(func.max(_METER.id))).scalar() or 0) + 1
    meter, moves = Meter.opened(rules)
    fund = [FUND] if meter_id == 1 else []
    open_accounts(connection, [*fund, meter_account(meter_id), reserve_account(meter_id)])
    row = {"id": meter_id, "title": named, "turn": meter.turn, "now": canonical(meter.to_dict()), "open": True}
    connection.execute(insert(models.meters), row)
    data = {"meter": meter_id, "title": named, "rules": rules.to_dict(), "by": by}
    append(connection, ROOM, head, [Draft(OPENED, data, operators_transfers(meter_id, moves))], at)
    return meter_id


def _checked_title(connection: Connection, title: object) -> str:
    named = check_reason(title)
    if len(named) > LONGEST_TITLE:
        raise BadName(f"A meter title takes at most {LONGEST_TITLE} characters; got {len(named)}.")
    same = select(_METER.id).where(_METER.title == named, _METER.open)
    if connection.execute(same).first() is not None:
        raise BadName(f"Meter {named!r} already exists. Choose another title.")
    return named


def changed_by(kind: str, meter: Meter, data: Mapping[str, Any]) -> Changed:
    """Return a meter after an operator's record."""
    if kind == CORRECTED:
        return meter.corrected(data["amount"])
    if kind == CAPPED:
        return meter.capped(data["cap"])
    if kind == RECOVERED:
        return meter.seed_recovered(data["amount"])
    raise BrokenLog(f"unknown change of a meter: {kind!r}")


def change_meter(
    connection: Connection, kind: str, meter_id: int, given: Mapping[str, Any], reason: object, by: int, at: int
) -> Meter:
    """Correct a meter's amount, set its cap, or recover the house's seed, with a reason in the log."""
    head = head_of(connection, ROOM, lock=True)
    _need_operator(connection, by)
    before = now(connection, meter_id)
    after, moves = changed_by(kind, before, given)
    data = {"meter": meter_id, **given, "before": before.to_dict(), "reason": check_reason(reason), "by": by}
    advance(connection, meter_id, after.next_turn())
    append(connection, ROOM, head, [Draft(kind, data, operators_transfers(meter_id, moves))], at)
    return after.next_turn()


def close_meter(connection: Connection, meter_id: int, into: int | None, reason: object, by: int, at: int) -> None:
    """Close a meter. The house gets its seed back, and the players' money goes to another meter."""
    head = head_of(connection, ROOM, lock=True)
    _need_operator(connection, by)
    if tables := linked_tables(connection, meter_id):
        raise NotAllowed(f"Close the tables of meter {meter_id} first: {', '.join(map(str, tables))}.")
    before = now(connection, meter_id)
    if into == meter_id:
        raise NotAllowed(f"Meter {meter_id} cannot be transferred to itself. Choose another meter.")
    other = None if into is None else now(connection, into)
    after, joined, transfers = closing(meter_id, before, into, other)
    data: dict[str, Any] = {"meter": meter_id, "before": before.to_dict(), "into": into}
    data |= {"into_before": None if other is None else other.to_dict(), "reason": check_reason(reason), "by": by}
    advance(connection, meter_id, after)
    if into is not None and joined is not None:
        advance(connection, into, joined)
    connection.execute(update(models.meters).where(_METER.id == meter_id).values(open=False))
    append(connection, ROOM, head, [Draft(CLOSED, data, transfers)], at)


def closing(
    meter_id: int, before: Meter, into: int | None, other: Meter | None
) -> tuple[Meter, Meter | None, tuple[Transfer, ...]]:
    """Return the emptied meter, the one that receives the players' money, and the transfers.

    If two parts of a cent make a whole one, the house, which holds them, pays it in.
    """
    left, moves = before.emptied()
    transfers = operators_transfers(meter_id, moves)
    empty = Meter(left.rules, turn=left.turn + 1)
    if other is None or into is None:
        if not left.is_empty:
            held = dollars(left.amount + left.reserve)
            raise NotAllowed(f"Meter {meter_id} holds {held} of players' money. Choose a meter to transfer it to.")
        return empty, None, transfers
    joined = other.joined_by(left).next_turn()
    shown, reserved = joined.amount - other.amount, joined.reserve - other.reserve
    over = max(0, left.amount - shown)
    return (
        empty,
        joined,
        (
            *transfers,
            *move(meter_account(meter_id), meter_account(into), left.amount - over, f"meter: {TRANSFER}"),
            *move(meter_account(meter_id), reserve_account(into), over, f"meter: {TRANSFER}"),
            *move(reserve_account(meter_id), reserve_account(into), left.reserve, f"meter: {TRANSFER}"),
            *move(FUND, meter_account(into), shown - (left.amount - over), f"meter: {CORRECTION}"),
            *move(FUND, reserve_account(into), reserved - over - left.reserve, f"meter: {CORRECTION}"),
        ),
    )


def operators_transfers(meter_id: int, moves: Iterable[Move]) -> tuple[Transfer, ...]:
    """Return the transfers of an operator's change. The house's part comes from its account outside all tables."""
    parties = {**accounts_of(meter_id), Party.HOUSE: FUND}
    return tuple(transfer_of(each, parties) for each in moves)


def _need_operator(connection: Connection, by: int) -> None:
    if not accounts.find(connection, by).is_operator:
        raise NotAllowed("Only an operator can change meters.")


class MeterLocks:
    """The locks of meters. One table or operator at a time reads, computes and writes a meter."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._locks: dict[int, RLock] = {}

    @contextmanager
    def held(self, meter_ids: Iterable[int]) -> Iterator[None]:
        """Hold some of the locks, taken in the order of their numbers, so that no two threads wait for each other."""
        with ExitStack() as stack:
            for meter_id in sorted(set(meter_ids)):
                with self._guard:
                    lock = self._locks.setdefault(meter_id, RLock())
                stack.enter_context(lock)
            yield


def read_meter_ledger(connection: Connection, meter_id: int, limit: int) -> list[dict[str, Any]]:
    """Return the newest entries of a meter and its reserve, with the record that made each and its reason."""
    most = max(0, min(limit, 1000))
    tables = connection.execute(select(_LINK.chain_id).where(_LINK.meter_id == meter_id)).scalars()
    entry, record = models.entries.c, models.records.c
    found = (
        select(models.entries, record.body)
        .join(models.records, (entry.chain_id == record.chain_id) & (entry.seq == record.seq))
        .where(entry.account.in_((meter_account(meter_id), reserve_account(meter_id))))
        .order_by(entry.seq.desc(), entry.place)
        .limit(most)
    )
    listed: list[dict[str, Any]] = []
    for chain_id in (ROOM, *tables):
        for row in connection.execute(found.where(entry.chain_id == chain_id)).mappings():
            written = read_record(row["body"])
            about = {"at": written.at, "number": written.data.get("number"), "reason": written.data.get("reason")}
            listed.append({**{name: row[name] for name in row if name != "body"}, "kind": written.kind, **about})
    listed.sort(key=lambda row: row["at"], reverse=True)
    return listed[:most]


Result = TypeVar("Result")


class Writes(Protocol):
    """A function that writes to the room's log, if the log has not failed verification."""

    def __call__(self, write: Callable[[Connection], Result]) -> Result:
        """Run a write. When this returns, its result is on the disk."""


class MeterDesk:
    """The meters of a room. Every method may be called from any thread."""

    def __init__(
        self,
        database: Database,
        write: Writes,
        clock: Callable[[], int],
        opening: AbstractContextManager[Any],
        notify: Callable[[Iterable[int]], None],
        check_apart: Callable[[int, int], None],
    ) -> None:
        self.locks = MeterLocks()
        self._check_apart = check_apart
        self._database, self._write, self._now, self._opening, self._notify = database, write, clock, opening, notify

    def open(self, title: str, rules: MeterRules, by: int) -> int:
        """Open a meter that can be linked to tables."""
        return self._write(lambda connection: open_meter(connection, title, rules, by, self._now()))

    def correct(self, meter_id: int, amount: int, reason: str, by: int) -> MeterInfo:
        """Correct the amount that a meter shows."""
        return self._change(CORRECTED, meter_id, {"amount": amount}, reason, by)

    def cap(self, meter_id: int, cap: int | None, reason: str, by: int) -> MeterInfo:
        """Set or lift a cap, which is never below the amount that the meter shows."""
        return self._change(CAPPED, meter_id, {"cap": cap}, reason, by)

    def recover_seed(self, meter_id: int, amount: int, reason: str, by: int) -> MeterInfo:
        """Return to the house the seed that it lent."""
        return self._change(RECOVERED, meter_id, {"amount": amount}, reason, by)

    def _change(self, kind: str, meter_id: int, given: dict[str, Any], reason: str, by: int) -> MeterInfo:
        with self.locks.held([meter_id]):
            self._check_apart(meter_id, by)
            self._write(lambda connection: change_meter(connection, kind, meter_id, given, reason, by, self._now()))
        self._notify([meter_id])
        return next(info for info in self.all() if info.id == meter_id)

    def close(self, meter_id: int, reason: str, by: int, into: int | None = None) -> None:
        """Close a meter that no open table has.

        The players' money goes to another meter that `by` does not play for.
        """
        both = [meter_id] if into is None else [meter_id, into]
        with self._opening, self.locks.held(both):
            for each in both:
                self._check_apart(each, by)
            self._write(lambda connection: close_meter(connection, meter_id, into, reason, by, self._now()))
        self._notify(both)

    def tables_of(self, meter_id: int) -> tuple[int, ...]:
        """Return the open tables that play for a meter."""
        with self._database.read() as connection:
            return linked_tables(connection, meter_id)

    def all(self) -> list[MeterInfo]:
        """Return the open meters with their current amounts."""
        with self._database.read() as connection:
            return all_meters(connection)

    def ledger(self, by: int, meter_id: int, limit: int = 100) -> list[dict[str, Any]]:
        """Return the changes of a meter and its reserve, newest first, each with its reason.

        Only an operator may read them.
        """
        with self._database.read() as connection:
            if not accounts.find(connection, by).is_operator:
                raise NotAllowed("Only an operator can see the ledger.")
            return read_meter_ledger(connection, meter_id, limit)
