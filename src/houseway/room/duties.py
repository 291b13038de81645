"""Separation of duties: no operator rules on a table where they play, and the room's log has every operator action.

A ruling at a table (a voided round, new limits, a closed table) is a record of the table's log. In the same transaction
the room's log notes who made it, at which table, by which record and why. The room's log also has every change of
roles, so it shows in one order who was an operator when. `houseway verify` compares both logs. A round that the server
voids because its seed was lost is noted in the same way.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from houseway.errors import NotAllowed
from houseway.room import models
from houseway.room.log import ROOM, Draft, Head, Link, Record
from houseway.room.ruling import THE_SERVER
from houseway.room.state import TableState
from houseway.room.store import append

RULED, DUTIES, LOST = "ruled", "duties", "seed lost"
"""Kinds of record in the room's log. The first notes a ruling at a table. The second starts the noting of all rulings,
with the logs at that time. The third notes a commitment that the server gave up because its seed was lost.
"""
RULINGS = ("voided", "limited", "closed")
ROOM_VERSION, RULINGS_NOTED, LOSSES_NOTED = 3, 2, 3
"""Versions in the room's first record. From 2 every ruling is noted from the start, and from 3 every lost seed too."""
LOGS_IN_A_RECORD = 2000
PLAYS_HERE = "You play at this table, so another operator must do this."
_CHAIN = models.chains.c


def plays(state: TableState, user_id: int) -> bool:
    """Return whether a person has a seat at a table, or was dealt into the round in progress."""
    playing = state.round
    return state.seat_of(user_id) is not None or (playing is not None and user_id in playing.users)


def check_apart(state: TableState, user_id: int) -> None:
    """Refuse an operator who plays at the table. Leaving the seat in mid-round does not change this."""
    if plays(state, user_id):
        raise NotAllowed(PLAYS_HERE)


@dataclass(frozen=True, slots=True)
class Act:
    """A ruling as recorded in a table's log."""

    record: int
    what: str
    by: int
    played: bool
    """Whether the operator who ruled played there."""


def act_of(state: TableState | None, opened_by: object, record: Record) -> Act | None:
    """Return the ruling or lost seed in a record.

    Return None for other records, and if a lone owner or the server closes a table.
    """
    if is_seed_lost(record):
        return Act(record.seq, LOST, THE_SERVER, False)
    by = record.data.get("by")
    if record.kind not in RULINGS or state is None or type(by) is not int or by == THE_SERVER:
        return None
    others = {state.at(seat).user_id for seat in state.people} - {by}
    if record.kind == "closed" and not others and by == opened_by:
        return None
    return Act(record.seq, record.kind, by, plays(state, by))


def is_seed_lost(record: Record) -> bool:
    """Return whether a table's record gives up a commitment whose seed was lost."""
    return record.kind == "retired" and record.data["server_seed"] is None


def note_lost(connection: Connection, room: Head, links: Sequence[Link], at: int) -> None:
    """Note a table's commitment with a lost seed in the room's log, whose end is locked."""
    drafts = [
        Draft(
            LOST,
            {
                "table": link.record.table,
                "round": link.record.data["number"],
                "record": link.record.seq,
                "hash": link.hash,
            },
        )
        for link in links
        if is_seed_lost(link.record)
    ]
    append(connection, ROOM, room, drafts, at)


def note(connection: Connection, room: Head, links: Sequence[Link], by: int, at: int) -> None:
    """Note the rulings among a table's new records in the room's log, whose end is locked."""
    drafts = [
        Draft(
            RULED,
            {
                "by": by,
                "what": link.record.kind,
                "table": link.record.table,
                "record": link.record.seq,
                "hash": link.hash,
                "reason": link.record.data.get("reason", ""),
            },
        )
        for link in links
        if link.record.kind in RULINGS
    ]
    append(connection, ROOM, room, drafts, at)


def begin(connection: Connection) -> Iterator[Draft]:
    """Yield the records with which an older room starts to note rulings, with the length of each open table's log."""
    found = select(_CHAIN.id, _CHAIN.length).where(_CHAIN.id != ROOM, _CHAIN.open).order_by(_CHAIN.id)
    logs = [(str(table), length) for table, length in connection.execute(found)]
    for place in range(0, max(1, len(logs)), LOGS_IN_A_RECORD):
        yield Draft(DUTIES, {"logs": dict(logs[place : place + LOGS_IN_A_RECORD])})


def has_begun(connection: Connection) -> bool:
    """Return whether the room's log notes rulings."""
    record = models.records.c
    found = select(record.body).where(record.chain_id == ROOM, (record.seq == 1) | (record.kind == DUTIES))
    return any(_begins(read) for read in connection.execute(found).scalars())


def _begins(body: str) -> bool:
    plain = json.loads(body)
    return plain["kind"] == DUTIES or notes_all(plain["data"])


def notes_all(first: Any) -> bool:
    """Return whether every ruling is noted, according to the room's first record."""
    return version_of(first) >= RULINGS_NOTED


def version_of(first: Any) -> int:
    """Return the room's version, from its first record."""
    version: int = first.get("version", 1)
    return version
