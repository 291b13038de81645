"""What of people's chips lies on tables, by the logs: for rooms in which no process has all tables."""

from collections import OrderedDict
from collections.abc import Collection, Mapping
from threading import Lock

from sqlalchemy import Connection, select

from houseway.room import models
from houseway.room.ledger import user_account
from houseway.room.log import ROOM
from houseway.room.state import TableState
from houseway.room.stored import load

MOST_KNOWN = 1000
_CHAIN, _ENTRY = models.chains.c, models.entries.c


class ChipsOnTables:
    """Reads a table's log and remembers whose chips lie there until it grows: whoever asks again and again makes nobody
    wait. Every method may be called from any thread.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: OrderedDict[int, tuple[int, Mapping[int, int]]] = OrderedDict()

    def of(self, connection: Connection, user_id: int, aside: Collection[int]) -> int:
        """A person's chips on all open tables but those that are set aside."""
        account = user_account(user_id)
        played = select(_ENTRY.chain_id).where(_ENTRY.account == account, _ENTRY.chain_id == _CHAIN.id).exists()
        found = select(_CHAIN.id, _CHAIN.length).where(_CHAIN.id != ROOM, _CHAIN.open, played)
        tables = [(table_id, length) for table_id, length in connection.execute(found) if table_id not in aside]
        return sum(self._at(connection, table_id, length).get(user_id, 0) for table_id, length in tables)

    def _at(self, connection: Connection, table_id: int, length: int) -> Mapping[int, int]:
        with self._lock:
            known = self._known.get(table_id)
        if known is not None and known[0] == length:
            return known[1]
        stored = load(connection, table_id)
        chips = _by_people(stored.state)
        with self._lock:
            self._known[table_id] = (stored.head.length, chips)
            self._known.move_to_end(table_id)
            if len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)
        return chips


def _by_people(state: TableState) -> dict[int, int]:
    people = [state.at(seat).user_id for seat in state.people]
    return {user_id: state.chips_of(user_id) for user_id in people if user_id is not None}
