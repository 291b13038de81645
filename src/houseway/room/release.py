"""The chips of a table that was set aside, sent home by the ledger's own word.

The table's log does not hold, so its rules cannot say whose the chips are; its entries can. Chips came onto the table
by entries, each with its counterpart: a stake is its maker's until the stakes are empty again, and a stack is its
owner's from the transfer that began it: the house's where it gave practice chips. Every cent that lies on the table
goes to one of them, so nothing is made or lost; the house keeps what it has won or lost there. Where the entries do not
fit together, nothing is released.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import Connection, func, select, update

from houseway.errors import BrokenLog, NotAllowed
from houseway.room import accounts, models
from houseway.room.aside import RELEASED, SetAside, noted
from houseway.room.book import append, balances, entry_rows_of, head_of
from houseway.room.ledger import (
    HOUSE,
    METER,
    MINT,
    RESERVE,
    SEAT,
    STAKES,
    USER,
    Transfer,
    kind_of,
    move,
    stakes_account,
    user_account,
)
from houseway.room.log import ROOM, Draft, Link, hash_of, read_record

_ENTRY, _RECORD = models.entries.c, models.records.c
MEMO = "released"


def release(connection: Connection, aside: SetAside, by: int, at: int) -> None:
    """Send home what lies on a table that is set aside, in one record of the room's log, and close it for good."""
    head = head_of(connection, ROOM, lock=True)
    if not accounts.find(connection, by).is_operator:
        raise NotAllowed("Only an operator can return the chips of a quarantined table.")
    if noted(connection).get(aside.table, aside).released:
        raise NotAllowed(f"The chips of table {aside.table} were already returned.")
    transfers = released_chips(connection, aside.table)
    if any(transfer.target == user_account(by) for transfer in transfers):
        raise NotAllowed("Chips of yours are on this table, so another operator must release them.")
    _check_balances(connection, {entry.account for transfer in transfers for entry in transfer.entries()})
    data = {"table": aside.table, "record": aside.record, "why": aside.why, "by": by}
    connection.execute(update(models.chains).where(models.chains.c.id == aside.table).values(open=False))
    append(connection, ROOM, head, [Draft(RELEASED, data, transfers)], at)


def released_chips(connection: Connection, table_id: int) -> tuple[Transfer, ...]:
    """The transfers that empty the stakes and stacks of a table, or a BrokenLog that says why there are none."""
    _check_against_records(connection, table_id)
    found = select(models.entries).where(_ENTRY.chain_id == table_id).order_by(_ENTRY.seq, _ENTRY.place)
    return chips_home(table_id, paired(connection.execute(found).mappings()))


def paired(entries: Iterable[Any]) -> Iterator[Transfer]:
    """Entries in their order, as the transfers that they are the two sides of."""
    source: Any = None
    for entry in entries:
        if source is None:
            source = entry
            continue
        same = all(source[name] == entry[name] for name in ("seq", "memo"))
        amounts = source["amount"], entry["amount"]
        if not same or any(type(amount) is not int for amount in amounts) or amounts[0] >= 0 or sum(amounts):
            raise BrokenLog("the entries in the ledger are no pairs that sum to zero", entry["seq"])
        yield Transfer(source["account"], entry["account"], entry["amount"], entry["memo"])
        source = None
    if source is not None:
        raise BrokenLog("an entry in the ledger without its counterpart", source["seq"])


def chips_home(table_id: int, transfers: Iterable[Transfer]) -> tuple[Transfer, ...]:
    """What lies on a table after these transfers goes back to those whose it is.

    >>> chips_home(7, [Transfer("user:1", "stakes:7", 500, "ante"), Transfer("user:2", "stakes:7", 300, "ante")])[1]
    Transfer(source='stakes:7', target='user:2', amount=300, memo='released')
    """
    held: Counter[str] = Counter()
    made: Counter[str] = Counter()
    owners: dict[str, str] = {}
    stakes = stakes_account(table_id)
    for transfer in transfers:
        _check_own(table_id, transfer)
        if kind_of(transfer.target) == SEAT and not held[transfer.target] and kind_of(transfer.source) in (USER, MINT):
            owners[transfer.target] = transfer.source
        elif kind_of(transfer.target) == SEAT and kind_of(transfer.source) == HOUSE:
            owners.setdefault(transfer.target, transfer.source)
        held[transfer.source] -= transfer.amount
        held[transfer.target] += transfer.amount
        made[transfer.source] += transfer.amount if transfer.target == stakes else 0
        made[transfer.target] -= transfer.amount if transfer.source == stakes else 0
        if not held[stakes]:
            made.clear()
    return (*_stakes_home(stakes, held[stakes], made, owners), *_stacks_home(held, owners))


def _check_own(table_id: int, transfer: Transfer) -> None:
    for account in (transfer.source, transfer.target):
        kind, _, number = account.partition(":")
        if kind in (USER, MINT, METER, RESERVE):
            continue
        if kind not in (SEAT, STAKES, HOUSE) or number.split("/")[0] != str(table_id):
            raise BrokenLog(f"entries of table {table_id} move chips of {account!r}")


def _stakes_home(stakes: str, held: int, made: Counter[str], owners: dict[str, str]) -> Iterator[Transfer]:
    parts = {maker: amount for maker, amount in made.items() if amount}
    if sum(parts.values()) != held or any(amount < 0 or kind_of(maker) == HOUSE for maker, amount in parts.items()):
        raise BrokenLog(f"the ledger does not say whose the {held} cents of {stakes} are")
    for maker, amount in sorted(parts.items()):
        yield from move(stakes, owners[maker] if kind_of(maker) == SEAT else maker, amount, MEMO)


def _stacks_home(held: Counter[str], owners: dict[str, str]) -> Iterator[Transfer]:
    for seat, amount in sorted(held.items()):
        if kind_of(seat) == SEAT and amount:
            if amount < 0 or seat not in owners:
                raise BrokenLog(f"the ledger does not say whose the {amount} cents of {seat} are")
            yield from move(seat, owners[seat], amount, MEMO)


def _check_against_records(connection: Connection, table_id: int) -> None:
    """The entries of every record that holds by itself are those of the record."""
    records = select(_RECORD.seq, _RECORD.body, _RECORD.hash).where(_RECORD.chain_id == table_id)
    entry = select(models.entries).where(_ENTRY.chain_id == table_id)
    for seq, body, hash_text in connection.execute(records.order_by(_RECORD.seq)).all():
        try:
            record = read_record(body)
        except BrokenLog:
            continue
        if hash_of(body) != hash_text or record.seq != seq or record.table != table_id:
            continue
        rows = connection.execute(entry.where(_ENTRY.seq == seq).order_by(_ENTRY.place)).mappings()
        if [dict(row) for row in rows] != entry_rows_of(Link(record, body, hash_text)):
            raise BrokenLog("the entries in the ledger are not those of the record: nothing can be released", seq)


def _check_balances(connection: Connection, names: set[str]) -> None:
    held = balances(connection, sorted(names), lock=True)
    for name in sorted(names):
        entries = select(func.sum(_ENTRY.amount)).where(_ENTRY.account == name)
        expected = int(connection.execute(entries).scalar() or 0)
        if held.get(name) != expected:
            raise BrokenLog(f"{name} has a balance of {held.get(name)} cents; its entries sum to {expected}")
