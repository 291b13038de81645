"""Messages to the browsers at tables: snapshots after every change, the clocks, and fixed phrases.

A `Feed` is one table with its watchers and its clock. The `Hub` has all feeds, and the threads that work on tables. The
`Phrasebook` lets seated players say a few fixed phrases.
"""

import asyncio
import hashlib
import json
import logging
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Lock
from typing import Any, Protocol, TypeVar

from houseway.errors import HousewayError, TableSetAside, unknown
from houseway.room import LiveTable, Room
from houseway.room.quarantine import WORDS
from houseway.room.replica import Table
from houseway.web.errors import plain_error
from houseway.web.metrics import Measures
from houseway.web.rate_limits import LIMIT, Buckets, SharedLimits, Slots
from houseway.web.settings import Rate, Settings
from houseway.web.table_quotas import Deserted, IdleSeats

SHORTEST_WAIT = 0.02
WAIT_AFTER_ERROR = 1.0
WAIT_FOR_TIME = 1.0
WAIT_FOR_OTHERS = 0.5
"""Seconds for which arrivals and departures are collected, so that many of them cost the table little."""
LONGEST_WAIT_AFTER_ERROR = 32.0
SAME_MOMENT = 0.5
"""Seconds for which a new spectator is shown the previous one's snapshot."""
_write = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
log = logging.getLogger(__name__)


def _joined(common: str, you: Mapping[str, Any]) -> str:
    """Return one viewer's snapshot. The part that all viewers share is already encoded.

    >>> _joined('{"type":"state"}', {"seat": None})
    '{"type":"state","you":{"seat":null}}'
    """
    return f'{common[:-1]},"you":{_write(you)}}}'


class Watcher(Protocol):
    """One connection to a table."""

    user_id: int | None
    token: str

    def show(self, state: str) -> None:
        """Send a snapshot, already written as JSON, unless a newer one replaces it first."""

    def send(self, message: dict[str, Any]) -> None:
        """Send a message that is not a snapshot."""

    def part(self, message: dict[str, str]) -> None:
        """Send a last message, and end the connection."""

    async def close(self) -> None:
        """End the connection."""


class Feed:
    """A table's watchers and its clock. Everything except `notify` is called on the event loop."""

    def __init__(self, table: Table, hub: "Hub", over: Callable[[], None]) -> None:
        self._table = table
        self.watchers: dict[Watcher, None] = {}
        self._hub, self._over = hub, over
        self._telling = Lock()
        self._shown_length = 0
        self._spectators: tuple[int, float, str | None] = (0, 0.0, None)
        """The last snapshot for spectators: the length of the log then, the time, and the snapshot."""
        self._alarm: asyncio.TimerHandle | None = None
        self._alarm_at: float | None = None
        self._tick: asyncio.Task[None] | None = None
        self._retry: asyncio.TimerHandle | None = None
        self._trouble, self._wait = "", WAIT_AFTER_ERROR

    @property
    def table(self) -> Table:
        """Return the table as it is now held or followed here. It may have changed hands since the last check."""
        self._table = self._hub.room.known(self._table.id) or self._table
        return self._table

    def notify(self, length: int | None = None) -> None:
        """Send every watcher its current view.

        This is called in the thread that made a change, which writes the snapshots itself. A snapshot that several
        viewers share is made and encoded once. `length` is that of the log after the change. If a longer one was
        already sent, there is nothing to send. Snapshots reach the event loop in the order in which they were made. The
        change is already written, so a failing snapshot does not undo it. The viewers of that snapshot are updated a
        little later.
        """
        if self.table.is_quarantined:
            self._hub.on_loop(self._part)
            return
        with self._telling:
            if length is not None and length < self._shown_length:
                return
            self._shown_length = self.table.head.length
            self._spectators = (0, 0.0, None)
            viewers = dict.fromkeys(watcher.user_id for watcher in tuple(self.watchers))
            self._hub.on_loop(self._show, self._states_for(viewers))

    def notify_newcomer(self, watcher: Watcher) -> None:
        """Send one watcher its current view. Any thread may call this."""
        if self.table.is_quarantined:
            self._hub.on_loop(self._part)
            return
        with self._telling:
            state = self._known_to_spectators() if watcher.user_id is None else None
            state = state or self._states_for([watcher.user_id], fresh=True)[watcher.user_id]
            self._hub.on_loop(self._show_to, {watcher: state})

    def _known_to_spectators(self) -> str | None:
        """Return a recent spectator snapshot if the log has not grown since, so that many spectators cost little."""
        (length, at, state), table = self._spectators, self.table
        if self._hub.loop is None or not isinstance(table, LiveTable) or table.is_stale:
            return None
        return state if table.head.length == length and self._now() - at < SAME_MOMENT else None

    def _now(self) -> float:
        return 0.0 if self._hub.loop is None else self._hub.loop.time()

    def notify_soon(self) -> None:
        """Update every watcher a little later, after an arrival or departure. Any thread may call this."""
        self._hub.on_loop(self._notify_after, WAIT_FOR_OTHERS)

    def spread(self, message: dict[str, Any]) -> None:
        """Send every watcher the same message once, immediately. It is not part of the table's state."""
        for watcher in tuple(self.watchers):
            watcher.send(message)

    def _states_for(self, viewers: Iterable[int | None], *, fresh: bool = False) -> dict[int | None, str | None]:
        """Return each viewer's snapshot, made and encoded once for all with the same view.

        It is None if it could not be made.
        """
        states: dict[int | None, str | None] = dict.fromkeys(viewers)
        try:
            table = self.table.up_to_date() if fresh else self.table
            shared = table.snapshots(states)
        except Exception:
            log.exception("table %s: no snapshot could be made", self.table.id)
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
                log.exception("table %s: a viewer's snapshot could not be made", self.table.id)
        return states

    def _show(self, states: Mapping[int | None, str | None]) -> None:
        self._show_to({watcher: states.get(watcher.user_id) for watcher in self.watchers if watcher.user_id in states})

    def _show_to(self, states: Mapping[Watcher, str | None]) -> None:
        for watcher, state in states.items():
            if state is not None:
                watcher.show(state)
        if None in states.values():
            self._notify_after(WAIT_AFTER_ERROR)
        self.set_alarm()

    def _notify_after(self, seconds: float) -> None:
        if self._retry is None:
            self._retry = asyncio.get_running_loop().call_later(seconds, self._notify_again)

    def _part(self) -> None:
        """Notify every watcher that the table is quarantined, and stop its clock."""
        for watcher in tuple(self.watchers):
            watcher.part({"type": "error", **plain_error(TableSetAside(WORDS))})
        self.stop()
        self._over()

    def _notify_again(self) -> None:
        self._retry = None
        self._hub.later(self.notify)

    # The clock.

    def set_alarm(self) -> None:
        """Wait for the next deadline at the table."""
        if self.table.state.closed or self.table.is_quarantined:
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
        """Do the due work at the table. If nothing was due, time is stopped, and this checks again a little later.

        A repeated error is logged in full once, and retried less and less often.
        """
        try:
            await self._hub.by_the_clock(self.table.tick)
            self._trouble, self._wait = "", WAIT_AFTER_ERROR
        except Exception as error:
            is_known = self._trouble == repr(error) or isinstance(error, HousewayError)
            log.warning("table %s: a scheduled step failed: %s", self.table.id, error, exc_info=not is_known)
            self._trouble = repr(error)
            if not self.table.is_quarantined:
                await asyncio.sleep(self._wait)
            self._wait = min(LONGEST_WAIT_AFTER_ERROR, 2 * self._wait)
        self._tick = None
        if due is not None and self.table.deadline == due:
            self._set_alarm(due, WAIT_FOR_TIME)
        else:
            self.set_alarm()

    def stop(self) -> None:
        """Leave the table in its current state."""
        self._set_alarm(None, 0)
        if self._tick is not None:
            self._tick.cancel()


THREADS = 16
"""Threads for changes. Most of them wait for the disk, because simultaneous changes are written together."""
FAR_THREADS = 16
"""Threads for requests to other processes. If one of those is silent, people at this one's tables do not wait for
it.
"""
ARRIVAL_THREADS = 4
"""Threads for watchers who arrive or leave. However many do, no player's message waits for these threads."""
CLOCK_THREADS = 8
"""Threads for work due by the clock. A computer player may think for seconds, and no person waits for its thread."""
PULSE = 1.0
"""Seconds between two checks that tables could take an answer. If not, no player's time passes."""
PATROL = 1.0
"""Seconds between two background checks of the next few log records."""
SIGNED_OUT, SAID = "signed out", "said"
"""Kinds of message between processes: a session (by its hash) or all of an account's ended, and a phrase."""
SWEEP = 30.0
"""Seconds between two checks of idle tables, and of sessions, which expire."""
Result = TypeVar("Result")


class Hub:
    """All feeds. Work on tables is done in a few threads, so that the event loop never waits for the database."""

    def __init__(self, room: Room, settings: Settings, measures: Measures) -> None:
        self.settings = settings
        self._measures = measures
        self.room = room
        self.limits = SharedLimits(room)
        self._feeds: dict[int, Feed] = {}
        self._unsubscribe: dict[int, Callable[[], None]] = {}
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="tables")
        self._far_threads = ThreadPoolExecutor(FAR_THREADS, thread_name_prefix="far")
        self._arrival_threads = ThreadPoolExecutor(ARRIVAL_THREADS, thread_name_prefix="arrivals")
        self._clock_threads = ThreadPoolExecutor(CLOCK_THREADS, thread_name_prefix="clocks")
        self.sockets = Slots("connections", settings.most_connections, settings.all_sockets)
        self._deserted = Deserted(settings.empty_close)
        self._idle_seats = IdleSeats(settings.idle_seat)
        self.loop: asyncio.AbstractEventLoop | None = None
        self._pulse_thread = ThreadPoolExecutor(1, thread_name_prefix="pulse")
        self._rounds: tuple[asyncio.Task[None], ...] = ()
        self._started: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Start the clock of every open table. A round in progress before a restart continues."""
        self.loop = asyncio.get_running_loop()
        self._rounds = (
            asyncio.create_task(self._every(SWEEP, self.room.tick)),
            asyncio.create_task(self._every(SWEEP, self.close_deserted)),
            asyncio.create_task(self._every(SWEEP, self.give_idle_seats_up)),
            asyncio.create_task(self._every(SWEEP, self.end_signed_out)),
            asyncio.create_task(self._every(PATROL, self.room.audit_step)),
            asyncio.create_task(self._pulse()),
        )
        self.room.on_message = lambda notice: self.on_loop(self._receive, notice)
        self.room.on_move = lambda table_id: self.on_loop(lambda: self._start(self._take_up(table_id)))
        for table_id in self.room.held:
            with suppress(TableSetAside):
                await self.feed(table_id)

    async def stop(self) -> None:
        """Leave all tables in their current state."""
        for feed in self._feeds.values():
            feed.stop()
        for work in self._rounds:
            work.cancel()
        await asyncio.gather(*self._rounds, return_exceptions=True)
        pools = (self._pulse_thread, self._clock_threads, self._arrival_threads, self._far_threads, self._threads)
        for threads in pools:
            threads.shutdown(wait=True)

    async def _every(self, seconds: float, look: Callable[[], None]) -> None:
        """Run a check on all tables repeatedly. The same error is logged in full only once in a row."""
        trouble = ""
        while True:
            await asyncio.sleep(seconds)
            try:
                await self.by_the_clock(look)
                trouble = ""
            except Exception as error:
                if trouble != repr(error):
                    log.exception("a check of all tables failed")
                trouble = repr(error)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._started.add(task)
        task.add_done_callback(self._started.discard)

    async def _take_up(self, table_id: int) -> None:
        """Start or stop the clock of a table that was taken from another process, or lost to one."""
        feed, is_held = self._feeds.get(table_id), isinstance(self.room.known(table_id), LiveTable)
        if feed is not None and not is_held and not feed.watchers:
            feed.stop()
            self._forget(table_id)
        elif feed is not None or is_held:
            try:
                await self.in_thread(lambda: self.room.seen(table_id), far=True)
                feed = await self.feed(table_id)
            except HousewayError as error:
                log.warning("table %s changed hands: %s", table_id, error)
                return
            feed.set_alarm()
            self.later(feed.notify)

    def close_deserted(self) -> None:
        """Close the tables that have had no connection for long, unless an operator opened them."""
        feeds = {table_id: feed for table_id, feed in tuple(self._feeds.items()) if not feed.watchers}
        tables = {table_id: feed.table for table_id, feed in feeds.items()}
        own = {table.id: table for table in tables.values() if isinstance(table, LiveTable)}
        for table_id in tables.keys() - own.keys():
            self.on_loop(self._forget_unless_watched, table_id)
        unwatched = [table_id for table_id, table in own.items() if not table.is_watched_elsewhere]
        for table_id in self._deserted.among(unwatched):
            with suppress(HousewayError):
                if not self.room.user(own[table_id].opened.by).is_operator:
                    own[table_id].close_deserted()

    def give_idle_seats_up(self) -> None:
        """Free the seats of people who take a place at a full table and play no round."""
        known = [self.room.known(table_id) for table_id in self.room.held]
        tables = {table.id: table for table in known if isinstance(table, LiveTable)}
        for table_id, user_id in self._idle_seats.among([table.state for table in tables.values()]):
            with suppress(HousewayError):
                tables[table_id].leave(user_id)

    def _forget_unless_watched(self, table_id: int) -> None:
        feed = self._feeds.get(table_id)
        if feed is not None and not feed.watchers:
            feed.stop()
            self._forget(table_id)

    async def _pulse(self) -> None:
        """Give heartbeats. An outage is logged once when it begins, and once when it is over."""
        works, loop, measures = True, asyncio.get_running_loop(), self._measures
        while True:
            began, measures.asked = loop.time(), time.monotonic()
            try:
                await loop.run_in_executor(self._pulse_thread, self.room.pulse)
                measures.has_space = await loop.run_in_executor(self._pulse_thread, self.room.database.has_space)
                if not works:
                    log.warning("the database can be written again; the clocks of all tables run again")
                works = True
            except Exception as error:
                if works:
                    log.error("the database cannot be written; the clocks of all tables are stopped: %s", error)
                works = False
            measures.works, measures.sign, measures.asked = works, loop.time() - began, None
            asleep = loop.time()
            await asyncio.sleep(PULSE)
            measures.late = max(0.0, loop.time() - asleep - PULSE)

    async def feed(self, table_id: int) -> Feed:
        """Return the feed of a table. Raise an error if the table does not exist."""
        if table_id in self._feeds:
            return self._feeds[table_id]
        table = await self.in_thread(lambda: self.room.seen(table_id), far=self.room.known(table_id) is None)
        if table_id not in self._feeds:
            feed = Feed(table, self, lambda: self._forget(table_id))
            if table.state.closed:
                return feed
            self._feeds[table_id] = feed
            self._unsubscribe[table_id] = self.room.subscribe(table_id, feed.notify)
            feed.set_alarm()
        return self._feeds[table_id]

    def current(self, feed: Feed) -> Feed:
        """Return the current feed of the same table, because this one may have been dropped since it was found."""
        table_id = feed.table.id
        if table_id not in self._feeds and not feed.table.state.closed:
            self._feeds[table_id] = feed
            self._unsubscribe[table_id] = self.room.subscribe(table_id, feed.notify)
        return self._feeds.get(table_id, feed)

    def _forget(self, table_id: int) -> None:
        if self._feeds.pop(table_id, None) is not None:
            self._unsubscribe.pop(table_id)()

    async def sign_out(self, token: str) -> None:
        """End all connections of a session that is over, in every process."""
        self.room.broadcast(SIGNED_OUT, _print_of(token))
        await self._end_connections(_print_of(token))

    async def sign_out_everywhere(self, user_id: int) -> None:
        """End all connections of an account whose sessions are over, in every process."""
        self.room.broadcast(SIGNED_OUT, user_id)
        await self._end_sessions_of(user_id)

    async def _end_sessions_of(self, user_id: int) -> None:
        watchers = [watcher for feed in tuple(self._feeds.values()) for watcher in tuple(feed.watchers)]
        tokens = {watcher.token for watcher in watchers if watcher.user_id == user_id}
        for token in await self.in_thread(lambda: self.room.sessions_over(tokens)):
            self._start(self._end_connections(_print_of(token)))

    async def _end_connections(self, token_print: str) -> None:
        """End connections in parallel, so that a slow client does not keep the others open."""
        watchers = [watcher for feed in tuple(self._feeds.values()) for watcher in tuple(feed.watchers)]
        over = [watcher.close() for watcher in watchers if _print_of(watcher.token) == token_print]
        await asyncio.gather(*over, return_exceptions=True)

    def end_signed_out(self) -> None:
        """End connections whose sessions are over, by time or in another process whose notice was missed."""
        watchers = [watcher for feed in tuple(self._feeds.values()) for watcher in tuple(feed.watchers)]
        for token in self.room.sessions_over({each.token for each in watchers if each.user_id is not None}):
            self.on_loop(lambda over: self._start(self._end_connections(over)), _print_of(token))

    def spread(self, feed: Feed, message: dict[str, Any]) -> None:
        """Send every watcher of a table the same message once, in every process."""
        feed.spread(message)
        self.room.broadcast(SAID, feed.table.id, message)

    def _receive(self, notice: list[Any]) -> None:
        match notice:
            case [kind, *what] if kind == LIMIT:
                self.limits.hear(what)
            case [kind, str(token_print)] if kind == SIGNED_OUT:
                self._start(self._end_connections(token_print))
            case [kind, int(user_id)] if kind == SIGNED_OUT:
                self._start(self._end_sessions_of(user_id))
            case [kind, int(table_id), dict(message)] if kind == SAID and table_id in self._feeds:
                self._feeds[table_id].spread(message)

    def on_loop(self, work: Callable[..., None], *given: Any) -> None:
        """Run something on the event loop. Any thread may call this."""
        if self.loop is not None:
            with suppress(RuntimeError):  # the loop is closed once the server stops
                self.loop.call_soon_threadsafe(work, *given)

    def later(self, work: Callable[[], object]) -> None:
        """Run something in a thread without waiting for it."""
        with suppress(RuntimeError):  # the threads are gone once the server stops
            self._threads.submit(work)

    async def in_thread(self, work: Callable[[], Result], *, far: bool = False) -> Result:
        """Run something that may wait for the database. Use `far` if it may wait for another process too."""
        threads = self._far_threads if far else self._threads
        return await asyncio.get_running_loop().run_in_executor(threads, work)

    async def on_arrival(self, work: Callable[[], Result]) -> Result:
        """Run work for a new watcher of a table."""
        return await asyncio.get_running_loop().run_in_executor(self._arrival_threads, work)

    def on_departure(self, work: Callable[[], object]) -> None:
        """Run work for a watcher who left, without waiting for it."""
        with suppress(RuntimeError):  # the threads are gone once the server stops
            self._arrival_threads.submit(work)

    async def by_the_clock(self, work: Callable[[], Result]) -> Result:
        """Run due work, in threads that people's messages never need."""
        return await asyncio.get_running_loop().run_in_executor(self._clock_threads, work)


def _print_of(token: str) -> str:
    """Return the hash that other processes get instead of a session's secret."""
    return hashlib.sha256(b"houseway/signed out/1:" + token.encode()).hexdigest()


PHRASES = {
    "hello": "Hello",
    "good-luck": "Good luck",
    "nice-hand": "Nice hand",
    "well-played": "Well played",
    "thank-you": "Thank you",
    "bad-luck": "Bad luck",
    "one-moment": "One moment, please",
    "goodbye": "Goodbye",
}
"""The phrases, by their names in messages."""


class Phrasebook:
    """The fixed phrases that a seated player can say instead of free text, at one rate for all tables together.

    A phrase is not an event of the round and does not affect the game. So it is neither written to the log nor part of
    a snapshot, and a replay does not have it. It goes once to the connections that watch the table at this moment, in
    any process of the room (`Hub.spread`). Later watchers do not see it. Event loop only.
    """

    def __init__(self, rate: Rate) -> None:
        self._said = Buckets(rate)
        self._tell: Callable[[int], None] = lambda user_id: None

    def share(self, limits: SharedLimits) -> None:
        """Count a phrase from one process in all of them."""
        self._tell = limits.share_event("phrases", self._said.count)

    def say(self, hub: Hub, feed: Feed, user_id: int, phrase: str) -> None:
        """Send a phrase to every watcher of the table. Refuse spectators, unknown phrases and too many phrases."""
        seat = feed.table.state.own_seat(user_id)
        if phrase not in PHRASES:
            raise unknown("phrase", phrase, PHRASES)
        self._said.take(user_id, "phrases")
        self._tell(user_id)
        hub.spread(feed, {"type": "phrase", "seat": seat, "phrase": phrase, "words": PHRASES[phrase]})
