"""Quotas of open tables per address, and the unused tables and seats to free."""

import time
from collections.abc import Callable, Iterable
from threading import Lock

from houseway.room.state import TableState
from houseway.web.addresses import Source
from houseway.web.errors import Busy, TooFast
from houseway.web.settings import WIDE, Settings


class Openers:
    """Tables by the address that opened them since the server started. Every method may be called from any thread."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = Lock()
        self._sources: dict[int, Source] = {}
        self._opening: list[Source] = []

    def begin(self, source: Source, open_tables: Iterable[int]) -> None:
        """Reserve a place for a table that is about to be opened, or refuse it."""
        with self._lock:
            still = set(open_tables)
            self._sources = {table: known for table, known in self._sources.items() if table in still}
            if len(still) + len(self._opening) >= self._settings.all_open_tables:
                raise Busy("The room is full. Sit at an open table, or try again later.", 60.0)
            taken = [*self._sources.values(), *self._opening]
            near = sum(known.near == source.near for known in taken)
            wide = sum(known.wide == source.wide for known in taken) if source.wide is not None else 0
            if near >= self._settings.most_tables or wide >= WIDE * self._settings.most_tables:
                raise TooFast(
                    f"The limit is {self._settings.most_tables} tables per address. Close one first.",
                    60.0,
                )
            self._opening.append(source)

    def end(self, source: Source, table_id: int | None) -> None:
        """Note that the table is open, or that opening it failed."""
        with self._lock:
            self._opening.remove(source)
            if table_id is not None:
                self._sources[table_id] = source


class IdleSeats:
    """The time since people at full tables last played a round. Their seats are freed for new players.

    A table with a free seat, a private table, and a table with one person among computer players keep no player out.
    People do not lose their seats there.
    """

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds, self._clock = seconds, clock
        self._since: dict[tuple[int, int], tuple[float, int]] = {}
        """By table and person: the time since which they played no round, and the number of the last one."""

    def among(self, tables: Iterable[TableState]) -> list[tuple[int, int]]:
        """Return the tables and people whose seats are to be freed now."""
        now = self._clock()
        before, self._since = self._since, {}
        for state in tables:
            if state.closed or state.spec.invitation or None in state.seats or len(state.people) == 1:
                continue
            for seat in state.people:
                user_id, last = state.at(seat).user_id, _last_played(state, seat)
                assert user_id is not None
                since, number = before.get((state.id, user_id), (now, last))
                is_playing = seat in state.bets or (state.round is not None and seat in state.round.seats)
                self._since[state.id, user_id] = (now if is_playing or number != last else since, last)
        return [key for key, (since, _) in self._since.items() if now - since >= self._seconds]


def _last_played(state: TableState, seat: int) -> int:
    return state.last.number if state.last is not None and seat in state.last.seats else 0


class Deserted:
    """The time since which each table has had no connection."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds, self._clock = seconds, clock
        self._since: dict[int, float] = {}

    def among(self, empty: Iterable[int]) -> list[int]:
        """Return the tables that have been empty for long enough to close."""
        now = self._clock()
        self._since = {table: self._since.get(table, now) for table in empty}
        return [table for table, since in self._since.items() if now - since >= self._seconds]
