"""Before a room opens: a new database gets its first records, the room's own log must hold, and each table's."""

from collections.abc import Callable

from sqlalchemy import Connection, insert

from houseway.errors import BrokenLog
from houseway.room import duties, models
from houseway.room.aside import Quarantine, is_unreadable, reason
from houseway.room.audit import verify_database
from houseway.room.book import append, chain_row, head_of, open_accounts
from houseway.room.database import Database
from houseway.room.ledger import MINT
from houseway.room.log import FIRST_PREVIOUS, ROOM, Draft, Head
from houseway.room.stored import StoredTable, check_end_of_room, load


def prepare(database: Database, at: int) -> None:
    """The mint and the room's own log, in a new database."""

    def write(connection: Connection) -> None:
        database.one_at_a_time(connection)
        if chain_row(connection, ROOM) is not None:
            _begin_duties(connection, at)
            return
        row = {"id": ROOM, "length": 0, "head": FIRST_PREVIOUS, "open": True}
        connection.execute(insert(models.chains), row)
        open_accounts(connection, [MINT])
        append(connection, ROOM, Head(), [Draft("room", {"version": duties.ROOM_VERSION})], at)

    database.write(write)


def _begin_duties(connection: Connection, at: int) -> None:
    """A room of an older version notes every ruling from now on; one whose log cannot be read is left as it is."""
    try:
        if duties.has_begun(connection):
            return
        check_end_of_room(connection)
    except Exception as error:
        if not is_unreadable(error):
            raise
        return
    append(connection, ROOM, head_of(connection, ROOM, lock=True), list(duties.begin(connection)), at)


def checked_quarantine(database: Database, now: Callable[[], int]) -> Quarantine:
    """What was set aside before. Where the room's own log does not hold, nothing can be opened by it."""
    try:
        with database.read() as connection:
            check_end_of_room(connection)
        return Quarantine(database, now)
    except Exception as error:
        if not is_unreadable(error):
            raise
        place = database.engine.url.render_as_string()
        raise BrokenLog(
            f"The room's log failed verification, so the server did not start: {reason(error)}. Run "
            f"`houseway verify --database {place}` for details, then restore a backup (docs/room.md)."
        ) from error


def stored_or_aside(database: Database, quarantine: Quarantine, table_id: int) -> StoredTable | None:
    """A table as it stood; one whose log does not hold is set aside, and the others open.

    One that was set aside before comes back if all of its log holds now: it was mended, or its game is here again.
    """
    try:
        if table_id in quarantine.noted:
            report = verify_database(database, table_id)
            if report.problem is not None:
                raise BrokenLog(report.problem.what, report.problem.seq or None)
        with database.read() as connection:
            return load(connection, table_id)
    except Exception as error:
        if not is_unreadable(error):
            raise
        quarantine.add(table_id, error)
        return None
