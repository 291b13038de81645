"""A server takes tables over: a seed that it did not draw itself is never used for a round that has not begun.

The database may be a copy from before a round that was played since. Its open seed was shown then, and nothing in the
copy tells. So every open commitment is retired, its bets go back, and the house commits to a fresh seed. A round whose
bets are closed goes on from where it stood, unless whoever runs the server says that the database was restored: then it
is void, because someone may have seen its cards. It is void too where its seed was lost, as of a log that was put back
without the store of secrets: the room's own log notes that, in the same transaction.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from houseway.cards.seed import Seed
from houseway.games.engine.irregularity import HOUSE_DECISION
from houseway.room import duties, steps
from houseway.room.aside import is_unreadable
from houseway.room.book import append, head_of
from houseway.room.log import ROOM
from houseway.room.promises import RESTORED, TAKEN_OVER
from houseway.room.ruling import THE_SERVER
from houseway.room.stored import StoredTable
from houseway.room.work import Work


def take_over_all(
    connection: Connection, tables: Iterable[StoredTable], at: int, *, restored: bool, draw: Callable[[], Seed]
) -> tuple[list[StoredTable], dict[int, Exception]]:
    """The tables with commitments of this server, in the caller's transaction, and those that cannot be written.

    `draw` gives the fresh seeds, which must be on the disk already: one for each table.
    """
    taken: list[StoredTable] = []
    broken: dict[int, Exception] = {}
    for stored in tables:
        try:
            with connection.begin_nested():
                taken.append(take_over(connection, stored, at, restored=restored, draw=draw))
        except Exception as error:
            if not is_unreadable(error) and not isinstance(error, IntegrityError):
                raise
            broken[stored.state.id] = error
    return taken, broken


def take_over(
    connection: Connection, stored: StoredTable, at: int, *, restored: bool, draw: Callable[[], Seed]
) -> StoredTable:
    """One table with a commitment of this server, or as it is where a round goes on or the table is closed."""
    state = stored.state
    goes_on = stored.secret is not None and not restored and (state.round is not None or state.promises)
    if state.closed or goes_on:
        return stored
    work = Work(state, stored.secret, draw=draw)
    if state.round is not None:
        work.take(steps.voided, HOUSE_DECISION.name, RESTORED, THE_SERVER)
        work.finish_round()
    else:
        work.retire(RESTORED if restored else TAKEN_OVER)
    room = head_of(connection, ROOM, lock=True) if stored.secret is None else None
    links = append(connection, state.id, stored.head, work.drafts, at, stored.epoch)
    if room is not None:
        duties.note_lost(connection, room, links, at)
    return replace(stored, state=work.state, head=links[-1].head, secret=work.secret)
