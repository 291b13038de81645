"""All tables on the air, the threads that work on them, and how many connections come from where."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from houseway.errors import HousewayError, TableSetAside
from houseway.room import Room
from houseway.web.feed import Feed
from houseway.web.measures import Measures
from houseway.web.openers import Deserted
from houseway.web.rates import Slots
from houseway.web.settings import Settings

THREADS = 16
"""Most of them wait for the disk: changes that are made at the same time are written together."""
CLOCK_THREADS = 8
"""For what is due by the clock: an automatic player may think for seconds, and no person waits for its thread."""
PULSE = 1.0
"""How often, in seconds, it is made sure that tables could take an answer: where not, nobody's time passes."""
PATROL = 1.0
"""Seconds between two looks at the next few records of all logs."""
SWEEP = 30.0
"""How often, in seconds, tables where nothing happens are looked at: they close in the end."""
Result = TypeVar("Result")
log = logging.getLogger(__name__)


class Hub:
    """All feeds. Work on tables is done in a few threads, so that the event loop never waits for the database."""

    def __init__(self, room: Room, settings: Settings, measures: Measures) -> None:
        self.settings = settings
        self._measures = measures
        self._room = room
        self._feeds: dict[int, Feed] = {}
        self._unsubscribe: dict[int, Callable[[], None]] = {}
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="tables")
        self._clock_threads = ThreadPoolExecutor(CLOCK_THREADS, thread_name_prefix="clocks")
        self.sockets = Slots("connections", settings.most_connections, settings.all_sockets)
        self._deserted = Deserted(settings.empty_close)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pulse_thread = ThreadPoolExecutor(1, thread_name_prefix="pulse")
        self._rounds: tuple[asyncio.Task[None], ...] = ()

    async def start(self) -> None:
        """Take up every open table: a round that was on before a restart goes on."""
        self._loop = asyncio.get_running_loop()
        self._rounds = (
            asyncio.create_task(self._every(SWEEP, self._room.tick)),
            asyncio.create_task(self._every(SWEEP, self.close_deserted)),
            asyncio.create_task(self._every(PATROL, self._room.patrol)),
            asyncio.create_task(self._pulse()),
        )
        for info in await self.in_thread(self._room.tables):
            with suppress(TableSetAside):
                await self.feed(info.id)

    async def stop(self) -> None:
        """Leave all tables as they are."""
        for feed in self._feeds.values():
            feed.stop()
        for work in self._rounds:
            work.cancel()
        await asyncio.gather(*self._rounds, return_exceptions=True)
        for threads in (self._pulse_thread, self._clock_threads, self._threads):
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

    def people_at(self, table_id: int) -> frozenset[int]:
        """Who is connected to a table."""
        feed = self._feeds.get(table_id)
        if feed is None:
            return frozenset()
        return frozenset(watcher.user_id for watcher in tuple(feed.watchers) if watcher.user_id is not None)

    def close_deserted(self) -> None:
        """Close the tables to which nobody has been connected for long, unless an operator opened them."""
        feeds = {table_id: feed for table_id, feed in tuple(self._feeds.items()) if not feed.watchers}
        for table_id in self._deserted.among(feeds):
            table = feeds[table_id].table
            with suppress(HousewayError):
                if not self._room.user(table.opened.by).is_operator:
                    table.close_deserted()

    async def _pulse(self) -> None:
        """An outage is told of once, when it begins, and once when it is over."""
        works, loop, measures = True, asyncio.get_running_loop(), self._measures
        while True:
            began = loop.time()
            try:
                await loop.run_in_executor(self._pulse_thread, self._room.pulse)
                if not works:
                    log.warning("the database can be written again: time goes on at all tables")
                works = True
            except Exception as error:
                if works:
                    log.error("the database cannot be written: time stands still at all tables: %s", error)
                works = False
            measures.works, measures.sign = works, loop.time() - began
            asleep = loop.time()
            await asyncio.sleep(PULSE)
            measures.late = max(0.0, loop.time() - asleep - PULSE)

    async def feed(self, table_id: int) -> Feed:
        """The feed of a table; an error where there is no such table."""
        if table_id in self._feeds:
            return self._feeds[table_id]
        table = await self.in_thread(lambda: self._room.table(table_id))
        if table_id not in self._feeds:
            feed = Feed(table, self, lambda: self._forget(table_id))
            if table.state.closed:
                return feed
            self._feeds[table_id] = feed
            self._unsubscribe[table_id] = self._room.subscribe(table_id, feed.tell)
            feed.set_alarm()
        return self._feeds[table_id]

    def _forget(self, table_id: int) -> None:
        if self._feeds.pop(table_id, None) is not None:
            self._unsubscribe.pop(table_id)()

    async def sign_out(self, token: str) -> None:
        """End all connections of a session that is over."""
        for feed in tuple(self._feeds.values()):
            for watcher in [watcher for watcher in feed.watchers if watcher.token == token]:
                await watcher.close()

    def on_loop(self, work: Callable[..., None], *given: Any) -> None:
        """Do something on the event loop; called from any thread."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop is closed once the server stops
                self._loop.call_soon_threadsafe(work, *given)

    def later(self, work: Callable[[], object]) -> None:
        """Do something in a thread that nobody waits for."""
        with suppress(RuntimeError):  # the threads are gone once the server stops
            self._threads.submit(work)

    async def in_thread(self, work: Callable[[], Result]) -> Result:
        """Do something that may wait for the database."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def by_the_clock(self, work: Callable[[], Result]) -> Result:
        """Do something that is due, in threads that people's own messages never need."""
        return await asyncio.get_running_loop().run_in_executor(self._clock_threads, work)
