"""All tables on the air, the threads that work on them, and how many connections come from where."""

import asyncio
import hashlib
import logging
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from houseway.errors import HousewayError, TableSetAside
from houseway.room import LiveTable, Room
from houseway.web.feed import Feed
from houseway.web.metrics import Measures
from houseway.web.rate_limits import Slots
from houseway.web.settings import Settings
from houseway.web.shared_limits import LIMIT, SharedLimits
from houseway.web.table_quotas import Deserted, IdleSeats

THREADS = 16
"""Most of them wait for the disk: changes that are made at the same time are written together."""
FAR_THREADS = 16
"""For what is asked of other processes: where one of them is silent, nobody at a table of this one waits for it."""
ARRIVAL_THREADS = 4
"""For whoever comes to look at a table or goes: however many do, no message of a player waits for their threads."""
CLOCK_THREADS = 8
"""For what is due by the clock: an automatic player may think for seconds, and no person waits for its thread."""
PULSE = 1.0
"""How often, in seconds, it is made sure that tables could take an answer: where not, nobody's time passes."""
PATROL = 1.0
"""Seconds between two looks at the next few records of all logs."""
SIGNED_OUT, SAID = "signed out", "said"
"""What processes tell each other: a session is over, by the print of its secret, or all of an account; a phrase."""
SWEEP = 30.0
"""How often, in seconds, tables where nothing happens are looked at, and sessions: they are over in the end."""
Result = TypeVar("Result")
log = logging.getLogger(__name__)


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
        """Take up every open table: a round that was on before a restart goes on."""
        self.loop = asyncio.get_running_loop()
        self._rounds = (
            asyncio.create_task(self._every(SWEEP, self.room.tick)),
            asyncio.create_task(self._every(SWEEP, self.close_deserted)),
            asyncio.create_task(self._every(SWEEP, self.give_idle_seats_up)),
            asyncio.create_task(self._every(SWEEP, self.end_signed_out)),
            asyncio.create_task(self._every(PATROL, self.room.patrol)),
            asyncio.create_task(self._pulse()),
        )
        self.room.heard = lambda told: self.on_loop(self._hear, told)
        self.room.moved = lambda table_id: self.on_loop(lambda: self._start(self._take_up(table_id)))
        for table_id in self.room.held:
            with suppress(TableSetAside):
                await self.feed(table_id)

    async def stop(self) -> None:
        """Leave all tables as they are."""
        for feed in self._feeds.values():
            feed.stop()
        for work in self._rounds:
            work.cancel()
        await asyncio.gather(*self._rounds, return_exceptions=True)
        pools = (self._pulse_thread, self._clock_threads, self._arrival_threads, self._far_threads, self._threads)
        for threads in pools:
            threads.shutdown(wait=True)

    async def _every(self, seconds: float, look: Callable[[], None]) -> None:
        """Look at all tables again and again; what goes wrong is told in full once, until it goes well or otherwise."""
        trouble = ""
        while True:
            await asyncio.sleep(seconds)
            try:
                await self.by_the_clock(look)
                trouble = ""
            except Exception as error:
                if trouble != repr(error):
                    log.exception("the tables could not all be looked at")
                trouble = repr(error)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._started.add(task)
        task.add_done_callback(self._started.discard)

    async def _take_up(self, table_id: int) -> None:
        """A table was taken from another process, or lost to one: its clock runs here, or no more."""
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
            self.later(feed.tell)

    def close_deserted(self) -> None:
        """Close the tables to which nobody has been connected for long, unless an operator opened them."""
        feeds = {table_id: feed for table_id, feed in tuple(self._feeds.items()) if not feed.watchers}
        tables = {table_id: feed.table for table_id, feed in feeds.items()}
        own = {table.id: table for table in tables.values() if isinstance(table, LiveTable)}
        for table_id in tables.keys() - own.keys():
            self.on_loop(self._forget_unless_watched, table_id)
        unwatched = [table_id for table_id, table in own.items() if not table.watched_elsewhere()]
        for table_id in self._deserted.among(unwatched):
            with suppress(HousewayError):
                if not self.room.user(own[table_id].opened.by).is_operator:
                    own[table_id].close_deserted()

    def give_idle_seats_up(self) -> None:
        """Free the seats of people who keep others from a full table and play no round."""
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
        """An outage is told of once, when it begins, and once when it is over."""
        works, loop, measures = True, asyncio.get_running_loop(), self._measures
        while True:
            began, measures.asked = loop.time(), time.monotonic()
            try:
                await loop.run_in_executor(self._pulse_thread, self.room.pulse)
                measures.has_space = await loop.run_in_executor(self._pulse_thread, self.room.database.has_space)
                if not works:
                    log.warning("the database can be written again: time goes on at all tables")
                works = True
            except Exception as error:
                if works:
                    log.error("the database cannot be written: time stands still at all tables: %s", error)
                works = False
            measures.works, measures.sign, measures.asked = works, loop.time() - began, None
            asleep = loop.time()
            await asyncio.sleep(PULSE)
            measures.late = max(0.0, loop.time() - asleep - PULSE)

    async def feed(self, table_id: int) -> Feed:
        """The feed of a table; an error where there is no such table."""
        if table_id in self._feeds:
            return self._feeds[table_id]
        table = await self.in_thread(lambda: self.room.seen(table_id), far=self.room.known(table_id) is None)
        if table_id not in self._feeds:
            feed = Feed(table, self, lambda: self._forget(table_id))
            if table.state.closed:
                return feed
            self._feeds[table_id] = feed
            self._unsubscribe[table_id] = self.room.subscribe(table_id, feed.tell)
            feed.set_alarm()
        return self._feeds[table_id]

    def kept(self, feed: Feed) -> Feed:
        """The feed of the same table that is told of changes: this one may have been forgotten since it was found."""
        table_id = feed.table.id
        if table_id not in self._feeds and not feed.table.state.closed:
            self._feeds[table_id] = feed
            self._unsubscribe[table_id] = self.room.subscribe(table_id, feed.tell)
        return self._feeds.get(table_id, feed)

    def _forget(self, table_id: int) -> None:
        if self._feeds.pop(table_id, None) is not None:
            self._unsubscribe.pop(table_id)()

    async def sign_out(self, token: str) -> None:
        """End all connections of a session that is over, in every process."""
        self.room.tell_others(SIGNED_OUT, _print_of(token))
        await self._end_connections(_print_of(token))

    async def sign_out_everywhere(self, user_id: int) -> None:
        """End all connections of an account whose sessions are over, in every process."""
        self.room.tell_others(SIGNED_OUT, user_id)
        await self._end_sessions_of(user_id)

    async def _end_sessions_of(self, user_id: int) -> None:
        watchers = [watcher for feed in tuple(self._feeds.values()) for watcher in tuple(feed.watchers)]
        tokens = {watcher.token for watcher in watchers if watcher.user_id == user_id}
        for token in await self.in_thread(lambda: self.room.sessions_over(tokens)):
            self._start(self._end_connections(_print_of(token)))

    async def _end_connections(self, token_print: str) -> None:
        """End them side by side: a client that is slow to hear of it keeps no other connection open."""
        watchers = [watcher for feed in tuple(self._feeds.values()) for watcher in tuple(feed.watchers)]
        over = [watcher.close() for watcher in watchers if _print_of(watcher.token) == token_print]
        await asyncio.gather(*over, return_exceptions=True)

    def end_signed_out(self) -> None:
        """End connections whose sessions are over: by time, or in another process of which nothing was heard here."""
        watchers = [watcher for feed in tuple(self._feeds.values()) for watcher in tuple(feed.watchers)]
        for token in self.room.sessions_over({each.token for each in watchers if each.user_id is not None}):
            self.on_loop(lambda over: self._start(self._end_connections(over)), _print_of(token))

    def spread(self, feed: Feed, message: dict[str, Any]) -> None:
        """Send everyone who watches a table the same once, in every process."""
        feed.spread(message)
        self.room.tell_others(SAID, feed.table.id, message)

    def _hear(self, told: list[Any]) -> None:
        """What another process tells."""
        match told:
            case [kind, *what] if kind == LIMIT:
                self.limits.hear(what)
            case [kind, str(token_print)] if kind == SIGNED_OUT:
                self._start(self._end_connections(token_print))
            case [kind, int(user_id)] if kind == SIGNED_OUT:
                self._start(self._end_sessions_of(user_id))
            case [kind, int(table_id), dict(message)] if kind == SAID and table_id in self._feeds:
                self._feeds[table_id].spread(message)

    def on_loop(self, work: Callable[..., None], *given: Any) -> None:
        """Do something on the event loop; called from any thread."""
        if self.loop is not None:
            with suppress(RuntimeError):  # the loop is closed once the server stops
                self.loop.call_soon_threadsafe(work, *given)

    def later(self, work: Callable[[], object]) -> None:
        """Do something in a thread that nobody waits for."""
        with suppress(RuntimeError):  # the threads are gone once the server stops
            self._threads.submit(work)

    async def in_thread(self, work: Callable[[], Result], *, far: bool = False) -> Result:
        """Do something that may wait for the database; `far` for what may wait for another process too."""
        threads = self._far_threads if far else self._threads
        return await asyncio.get_running_loop().run_in_executor(threads, work)

    async def on_arrival(self, work: Callable[[], Result]) -> Result:
        """Do something for whoever has just come to a table."""
        return await asyncio.get_running_loop().run_in_executor(self._arrival_threads, work)

    def on_departure(self, work: Callable[[], object]) -> None:
        """Do something for whoever went, and wait for nothing."""
        with suppress(RuntimeError):  # the threads are gone once the server stops
            self._arrival_threads.submit(work)

    async def by_the_clock(self, work: Callable[[], Result]) -> Result:
        """Do something that is due, in threads that people's own messages never need."""
        return await asyncio.get_running_loop().run_in_executor(self._clock_threads, work)


def _print_of(token: str) -> str:
    """What other processes are told instead of a session's secret."""
    return hashlib.sha256(b"houseway/signed out/1:" + token.encode()).hexdigest()
