"""One table on the air: after every change, and when something is due, each browser is sent what it may see."""

import asyncio
import json
import logging
from collections.abc import Callable, Iterable, Mapping
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol

from houseway.errors import HousewayError, TableSetAside
from houseway.room import LiveTable
from houseway.room.quarantine import WORDS
from houseway.room.replica import Table
from houseway.web.errors import plain_error

if TYPE_CHECKING:
    from houseway.web.hub import Hub

SHORTEST_WAIT = 0.02
WAIT_AFTER_ERROR = 1.0
WAIT_FOR_TIME = 1.0
WAIT_FOR_OTHERS = 0.5
"""Seconds in which those who come and go are gathered, so that many who do cost the table little."""
LONGEST_WAIT_AFTER_ERROR = 32.0
SAME_MOMENT = 0.5
"""Seconds for which a spectator who comes is shown what the last one was."""
_write = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
log = logging.getLogger(__name__)


def _joined(common: str, you: Mapping[str, Any]) -> str:
    """A snapshot as one viewer is sent it: what all of them see is encoded already.

    >>> _joined('{"type":"state"}', {"seat": None})
    '{"type":"state","you":{"seat":null}}'
    """
    return f'{common[:-1]},"you":{_write(you)}}}'


class Watcher(Protocol):
    """One connection to a table."""

    user_id: int | None
    token: str

    def show(self, state: str) -> None:
        """Send a snapshot, already written as JSON, unless a newer one comes first."""

    def say(self, message: dict[str, Any]) -> None:
        """Send a message that is no snapshot."""

    def part(self, message: dict[str, str]) -> None:
        """Send a last message, and end the connection."""

    async def close(self) -> None:
        """End the connection."""


class Feed:
    """A table's watchers and its clock. Everything but `tell` is called on the event loop."""

    def __init__(self, table: Table, hub: "Hub", over: Callable[[], None]) -> None:
        self._table = table
        self.watchers: dict[Watcher, None] = {}
        self._hub, self._over = hub, over
        self._telling = Lock()
        self._told = 0
        self._spectators: tuple[int, float, str | None] = (0, 0.0, None)
        """What spectators were shown last: the length of the log then, when, and the snapshot."""
        self._alarm: asyncio.TimerHandle | None = None
        self._alarm_at: float | None = None
        self._tick: asyncio.Task[None] | None = None
        self._retry: asyncio.TimerHandle | None = None
        self._trouble, self._wait = "", WAIT_AFTER_ERROR

    @property
    def table(self) -> Table:
        """The table as it is held or followed here now: it may have changed hands since the last look."""
        self._table = self._hub.room.known(self._table.id) or self._table
        return self._table

    def tell(self, length: int | None = None) -> None:
        """Send every watcher what it may see now.

        Called in the thread that made a change, which so writes the snapshots itself; one that several viewers see is
        made and encoded once.
        `length` is that of the log after the change: where a longer one was told of already, nothing is left to tell.
        Snapshots are handed to the event loop in the order in which they were made. The change is written already, so
        it never fails by a snapshot that does: whoever was to see that one is told a little later.
        """
        if self.table.is_set_aside:
            self._hub.on_loop(self._part)
            return
        with self._telling:
            if length is not None and length < self._told:
                return
            self._told = self.table.head.length
            self._spectators = (0, 0.0, None)
            viewers = dict.fromkeys(watcher.user_id for watcher in tuple(self.watchers))
            self._hub.on_loop(self._show, self._states_for(viewers))

    def tell_newcomer(self, watcher: Watcher) -> None:
        """Send one watcher what it may see now; called in any thread."""
        if self.table.is_set_aside:
            self._hub.on_loop(self._part)
            return
        with self._telling:
            state = self._known_to_spectators() if watcher.user_id is None else None
            state = state or self._states_for([watcher.user_id], fresh=True)[watcher.user_id]
            self._hub.on_loop(self._show_to, {watcher: state})

    def _known_to_spectators(self) -> str | None:
        """What a spectator was shown a moment ago, where the log has not grown since: a crowd of them costs little."""
        (length, at, state), table = self._spectators, self.table
        if self._hub.loop is None or not isinstance(table, LiveTable) or table.is_stale:
            return None
        return state if table.head.length == length and self._now() - at < SAME_MOMENT else None

    def _now(self) -> float:
        return 0.0 if self._hub.loop is None else self._hub.loop.time()

    def tell_soon(self) -> None:
        """Somebody came or went: every watcher is told a little later; called in any thread."""
        self._hub.on_loop(self._tell_after, WAIT_FOR_OTHERS)

    def spread(self, message: dict[str, Any]) -> None:
        """Send every watcher the same, at once and once: it is no part of what the table shows."""
        for watcher in tuple(self.watchers):
            watcher.say(message)

    def _states_for(self, viewers: Iterable[int | None], *, fresh: bool = False) -> dict[int | None, str | None]:
        """What each viewer sees, made and encoded once for all who see the same; None where it could not be made."""
        states: dict[int | None, str | None] = dict.fromkeys(viewers)
        try:
            table = self.table.up_to_date() if fresh else self.table
            shared = table.snapshots(states)
        except Exception:
            log.exception("table %s: nobody could be told", self.table.id)
            return states
        for make, yours in shared:
            try:
                common = make()
                del common["you"]
                text = _write(common)
                states.update({viewer: _joined(text, you) for viewer, you in yours.items()})
                if None in yours:
                    self._spectators = (common["seq"], self._now(), states[None])
            except Exception:
                log.exception("table %s: a viewer could not be told", self.table.id)
        return states

    def _show(self, states: Mapping[int | None, str | None]) -> None:
        self._show_to({watcher: states.get(watcher.user_id) for watcher in self.watchers if watcher.user_id in states})

    def _show_to(self, states: Mapping[Watcher, str | None]) -> None:
        for watcher, state in states.items():
            if state is not None:
                watcher.show(state)
        if None in states.values():
            self._tell_after(WAIT_AFTER_ERROR)
        self.set_alarm()

    def _tell_after(self, seconds: float) -> None:
        if self._retry is None:
            self._retry = asyncio.get_running_loop().call_later(seconds, self._tell_again)

    def _part(self) -> None:
        """The table is set aside: every watcher is told, and nothing is due any more."""
        for watcher in tuple(self.watchers):
            watcher.part({"type": "error", **plain_error(TableSetAside(WORDS))})
        self.stop()
        self._over()

    def _tell_again(self) -> None:
        self._retry = None
        self._hub.later(self.tell)

    # The clock.

    def set_alarm(self) -> None:
        """Wait for the time when something is due at the table."""
        if self.table.state.closed or self.table.is_set_aside:
            self.stop()
            self._over()
        elif self._tick is None and self.table.deadline != self._alarm_at:
            self._set_alarm(self.table.deadline, SHORTEST_WAIT)

    def _set_alarm(self, at: float | None, shortest: float) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm, self._alarm_at = None, at
        left = self.table.time_left
        if at is not None and left is not None:
            self._alarm = asyncio.get_running_loop().call_later(max(shortest, left), self._start_tick)

    def _start_tick(self) -> None:
        due = self._alarm_at
        self._alarm = self._alarm_at = None
        self._tick = asyncio.create_task(self._do_what_is_due(due), name=f"table {self.table.id}")

    async def _do_what_is_due(self, due: float | None) -> None:
        """Where nothing was due after all, time stands still: it is looked at again a little later.

        What goes wrong again and again is told in full once, and tried less and less often.
        """
        try:
            await self._hub.by_the_clock(self.table.tick)
            self._trouble, self._wait = "", WAIT_AFTER_ERROR
        except Exception as error:
            told = self._trouble == repr(error) or isinstance(error, HousewayError)
            log.warning("table %s: what is due could not be done: %s", self.table.id, error, exc_info=not told)
            self._trouble = repr(error)
            if not self.table.is_set_aside:
                await asyncio.sleep(self._wait)
            self._wait = min(LONGEST_WAIT_AFTER_ERROR, 2 * self._wait)
        self._tick = None
        if due is not None and self.table.deadline == due:
            self._set_alarm(due, WAIT_FOR_TIME)
        else:
            self.set_alarm()

    def stop(self) -> None:
        """Let the table stand as it is."""
        self._set_alarm(None, 0)
        if self._tick is not None:
            self._tick.cancel()
