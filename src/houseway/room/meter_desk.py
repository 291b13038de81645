"""What operators do with meters: each is a record of the room's own log, with a reason, and all who watch are told."""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection

from houseway.errors import NotAllowed
from houseway.games.engine.meter import MeterRules
from houseway.room import accounts, meters
from houseway.room.database import Database
from houseway.room.meters import MeterInfo, MeterLocks

Result = TypeVar("Result")


class Writes(Protocol):
    """Writes to the room's own log, as long as it holds."""

    def __call__(self, write: Callable[[Connection], Result]) -> Result:
        """Once this returns, it is on the disk."""


class MeterDesk:
    """The meters of a room. Every method may be called from any thread."""

    def __init__(
        self,
        database: Database,
        write: Writes,
        clock: Callable[[], int],
        opening: AbstractContextManager[Any],
        tell: Callable[[Iterable[int]], None],
        check_apart: Callable[[int, int], None],
    ) -> None:
        self.locks = MeterLocks()
        self._check_apart = check_apart
        self._database, self._write, self._now, self._opening, self._tell = database, write, clock, opening, tell

    def open(self, title: str, rules: MeterRules, by: int) -> int:
        """Open a meter that tables can be given."""
        return self._write(lambda connection: meters.open_meter(connection, title, rules, by, self._now()))

    def correct(self, meter_id: int, amount: int, reason: str, by: int) -> MeterInfo:
        """Set right what a meter shows."""
        return self._change(meters.CORRECTED, meter_id, {"amount": amount}, reason, by)

    def cap(self, meter_id: int, cap: int | None, reason: str, by: int) -> MeterInfo:
        """Set or lift a cap, which is never under what the meter shows."""
        return self._change(meters.CAPPED, meter_id, {"cap": cap}, reason, by)

    def recover_seed(self, meter_id: int, amount: int, reason: str, by: int) -> MeterInfo:
        """Give the house back what it lent as a seed."""
        return self._change(meters.RECOVERED, meter_id, {"amount": amount}, reason, by)

    def _change(self, kind: str, meter_id: int, given: dict[str, Any], reason: str, by: int) -> MeterInfo:
        with self.locks.held([meter_id]):
            self._check_apart(meter_id, by)
            self._write(
                lambda connection: meters.change_meter(connection, kind, meter_id, given, reason, by, self._now())
            )
        self._tell([meter_id])
        return next(info for info in self.all() if info.id == meter_id)

    def close(self, meter_id: int, reason: str, by: int, into: int | None = None) -> None:
        """Close a meter that no open table has; what is the players' goes into another that `by` does not play for."""
        both = [meter_id] if into is None else [meter_id, into]
        with self._opening, self.locks.held(both):
            for each in both:
                self._check_apart(each, by)
            self._write(lambda connection: meters.close_meter(connection, meter_id, into, reason, by, self._now()))
        self._tell(both)

    def tables_of(self, meter_id: int) -> tuple[int, ...]:
        """The open tables that play for a meter."""
        with self._database.read() as connection:
            return meters.linked_tables(connection, meter_id)

    def all(self) -> list[MeterInfo]:
        """The open meters, with what they show now."""
        with self._database.read() as connection:
            return meters.all_meters(connection)

    def ledger(self, by: int, meter_id: int, limit: int = 100) -> list[dict[str, Any]]:
        """The changes of a meter and its reserve, newest first, each with its reason: an operator's matter."""
        with self._database.read() as connection:
            if not accounts.find(connection, by).is_operator:
                raise NotAllowed("Only an operator can see the ledger.")
            return meters.read_meter_ledger(connection, meter_id, limit)
