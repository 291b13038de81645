"""A table of another process as shown here. It is built from the written records, each repeated and checked.

People's actions at it are sent to the process that holds it. Whatever that process answers, only the database's records
are shown.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import RLock
from typing import Any

from sqlalchemy import bindparam, select

from houseway.errors import BrokenLog
from houseway.games.engine.action import Action
from houseway.room import models
from houseway.room.database import Database
from houseway.room.leases import Worker
from houseway.room.log import Head, Record, at_record, check_link, read_record
from houseway.room.opening import TRIES, StoredTable
from houseway.room.replay import in_any_words, redo, shown_seeds
from houseway.room.secret_store import seed_of
from houseway.room.store import Prepared
from houseway.room.table import LiveTable
from houseway.room.table_view import Presence, TableView

Given = dict[str, Any]
_CHAIN, _RECORD = models.chains.c, models.records.c
_NEWS = Prepared(
    select(_CHAIN.head, _RECORD.body, _RECORD.hash)
    .join_from(models.chains, models.records, _RECORD.chain_id == _CHAIN.id)
    .where(_CHAIN.id == bindparam("chain"), _RECORD.seq > bindparam("after"), _RECORD.seq <= _CHAIN.length)
    .order_by(_RECORD.seq)
)
"""The log's records after a given one, and its end. One statement reads both, so they are from the same moment."""
CHANGES: Mapping[str, Callable[[LiveTable, int, Given], None]] = {
    "sit": lambda table, user_id, given: table.sit(user_id, given["seat"]),
    "leave": lambda table, user_id, given: table.leave(user_id),
    "sit_out": lambda table, user_id, given: table.sit_out(user_id, given["value"]),
    "bet": lambda table, user_id, given: table.bet(user_id, given["wagers"], given["promise"], given["number"]),
    "reveal": lambda table, user_id, given: table.reveal(user_id, given["contribution"]),
    "act": lambda table, user_id, given: table.act(user_id, Action.from_dict(given["action"]), given["move"]),
    "declare": lambda table, user_id, given: table.declare(user_id, given["name"], given["reason"], given["number"]),
    "set_limits": lambda table, user_id, given: table.set_limits(
        user_id, given["least"], given["largest"], given["reason"]
    ),
    "close": lambda table, user_id, given: table.close(user_id, given["reason"]),
}
"""All actions that one process can ask another to take at a table."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice from a table's holder: the length of its log, the time left, and the people with a browser there."""

    table: int
    length: int
    left: float | None
    on_bank: bool
    people: frozenset[int]

    def to_list(self) -> list[Any]:
        """Return a short plain form."""
        return [self.table, self.length, self.left, self.on_bank, sorted(self.people)]

    @classmethod
    def from_list(cls, plain: list[Any]) -> "Notice":
        """Read a plain form."""
        table, length, left, on_bank, people = plain
        return cls(table, length, left, on_bank, frozenset(people))


class ReplicaTable(TableView):
    """A table of another process. Every method may be called from any thread."""

    deadline = time_left = None
    """The holder of the table does due work."""

    def __init__(
        self,
        database: Database,
        stored: StoredTable,
        holder: Worker | None,
        ask: Callable[["ReplicaTable", str, int, Given], None],
        presence: Presence | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(database, stored, RLock(), presence)
        self.holder = holder
        self._ask, self._monotonic = ask, monotonic
        self._notice: Notice | None = None
        self._noticed_at = 0.0
        self._since = time.monotonic()

    # People's actions, done by the holder.

    def sit(self, user_id: int, seat: int) -> None:
        """Take an empty seat."""
        self._ask(self, "sit", user_id, {"seat": seat})

    def leave(self, user_id: int) -> None:
        """Give up the seat."""
        self._ask(self, "leave", user_id, {})

    def sit_out(self, user_id: int, value: bool = True) -> None:
        """Keep the seat and sit out, or come back."""
        self._ask(self, "sit_out", user_id, {"value": value})

    def bet(self, user_id: int, wagers: Mapping[str, int], promise: str = "", number: int | None = None) -> None:
        """Bet on the next round."""
        self._ask(self, "bet", user_id, {"wagers": dict(wagers), "promise": promise, "number": number})

    def reveal(self, user_id: int, contribution: str) -> None:
        """Reveal the player seed that was committed with the bet."""
        self._ask(self, "reveal", user_id, {"contribution": contribution})

    def act(self, user_id: int, action: Action, move: int) -> None:
        """Answer the decision with this number."""
        self._ask(self, "act", user_id, {"action": action.to_dict(), "move": move})

    def declare(self, user_id: int, name: str, reason: str, number: int | None = None) -> None:
        """Void the round in progress."""
        self._ask(self, "declare", user_id, {"name": name, "reason": reason, "number": number})

    def set_limits(self, user_id: int, least: int, largest: int | None, reason: str = "") -> None:
        """Set the house's limits on each opening wager."""
        self._ask(self, "set_limits", user_id, {"least": least, "largest": largest, "reason": reason})

    def close(self, user_id: int, reason: str = "") -> None:
        """Close the table between rounds."""
        self._ask(self, "close", user_id, {"reason": reason})

    # The table's state as known here.

    @property
    def age(self) -> float:
        """Return the seconds since the table was first followed."""
        return time.monotonic() - self._since

    def up_to_date(self) -> "ReplicaTable":
        """Return the table as it is in the database now."""
        self.catch_up()
        return self

    def catch_up(self, length: int | None = None) -> bool:
        """Apply the records written since the last check, and return whether there were any.

        If this replica already has the log up to the given `length`, do nothing.
        """
        with self._lock:
            if length is not None and length <= self._head.length:
                return False
            for _ in range(TRIES):
                with self._database.read() as connection:
                    rows = _NEWS.find(connection, {"chain": self.id, "after": self._head.length})
                if not rows:
                    return False
                if self._redo(rows[0][0], [(body, hash_text) for _, body, hash_text in rows]):
                    return True
            raise BrokenLog(f"table {self.id} has no seed for its round")

    def _redo(self, end: str, rows: list[tuple[str, str]]) -> bool:
        """Apply the records, and return whether that was possible.

        If a seed is missing from its store, it was shown in between, by records that must be read.
        """
        head, records = self._head, list[Record]()
        for body, hash_text in rows:
            with at_record(head.length + 1):
                record = read_record(body)
                head = check_link(record, hash_text, body, self.id, head)
            records.append(record)
        if head.hash != end:
            raise BrokenLog(f"table {self.id}: the last record is not the one that was noted", head.length)
        state, secret, seeds = self._state, self._secret, {self._state.number: self._secret, **shown_seeds(records)}
        committed = [record for record in records if record.kind == "committed"]
        if committed:
            with self._database.read() as connection:
                secret = seed_of(connection, committed[-1].data["commitment"])
            if secret is None:
                return False
            seeds[committed[-1].data["number"]] = secret
        for record in records:
            with at_record(record.seq):
                state = redo(state, record, seeds, in_any_words)
        self._state, self._head, self._secret = state, Head(head.length, head.hash, head.at), secret
        return True

    def note(self, notice: Notice) -> bool:
        """Take the holder's notice, and return whether it differs from the last one in more than the passed time."""
        with self._lock:
            before, self._notice, self._noticed_at = self._notice, notice, self._monotonic()
            if before is None:
                return True
            same_time = (before.left is None) == (notice.left is None) and before.on_bank == notice.on_bank
            return before.people != notice.people or before.length != notice.length or not same_time

    @property
    def is_played_only_here(self) -> bool:
        """Return whether a round is in progress and everyone with a browser at the table uses this process."""
        notice, here = self._notice, self.presence.people()
        return bool(here) and notice is not None and notice.people <= here and self._state.round is not None

    def _connected(self) -> frozenset[int]:
        notice = self._notice
        return super()._connected() | (frozenset() if notice is None else notice.people)

    def _shown_time(self) -> tuple[float | None, bool]:
        """Return the time in the holder's last notice, minus the time since, if it belongs to the shown state."""
        notice = self._notice
        if notice is None or notice.left is None or notice.length != self._head.length:
            return None, False
        return max(0.0, notice.left - (self._monotonic() - self._noticed_at)), notice.on_bank

    def tick(self) -> bool:
        """Do nothing, because only the holder of a table acts by the clock."""
        return False


Table = LiveTable | ReplicaTable
"""A table that can be shown and played, in whichever process it is held."""
