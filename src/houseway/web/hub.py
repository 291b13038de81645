"""Who watches which table: after every change, and when something is due, each browser is sent what it may see."""

import asyncio
import json
import logging
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Protocol, TypeVar

from houseway.errors import HousewayError
from houseway.room import Room
from houseway.room.table import LiveTable
from houseway.web.errors import TooFast
from houseway.web.settings import Settings

THREADS = 16
"""Most of them wait for the disk: changes that are made at the same time are written together."""
SHORTEST_WAIT = 0.02
SWEEP = 30.0
"""How often, in seconds, tables where nothing happens are looked at: they close in the end."""
log = logging.getLogger(__name__)
Result = TypeVar("Result")


class Watcher(Protocol):
    """One connection to a table."""

    user_id: int | None
    token: str

    def show(self, state: str) -> None:
        """Send a snapshot, already written as JSON, unless a newer one comes first."""

    async def close(self) -> None:
        """End the connection."""


class Feed:
    """One table's watchers and its clock. The task that runs it is the only one that ticks the table."""

    def __init__(self, table: LiveTable, hub: "Hub") -> None:
        self.table = table
        self.watchers: set[Watcher] = set()
        self._hub = hub
        self._changed = asyncio.Event()

    def wake(self) -> None:
        """Look at the table again. Called on the event loop."""
        self._changed.set()

    async def run(self) -> None:
        """Until the table is closed: wait for a change or for the time when something is due."""
        while not self.table.state.closed:
            try:
                async with asyncio.timeout(self._seconds_to_wait()):
                    await self._changed.wait()
            except TimeoutError:
                await self._tick()
                continue
            self._changed.clear()
            await self.broadcast()

    def _seconds_to_wait(self) -> float | None:
        deadline = self.table.deadline
        return None if deadline is None else max(SHORTEST_WAIT, deadline - time.time())

    async def _tick(self) -> None:
        try:
            await self._hub.in_thread(lambda: self.table.tick(time.time()))
        except HousewayError as error:
            log.warning("table %s: %s", self.table.id, error)
            await asyncio.sleep(1)

    async def broadcast(self) -> None:
        """Send every watcher what it may see now: each viewer's snapshot is made once."""
        if not self.watchers:
            return
        viewers = {watcher.user_id for watcher in self.watchers}
        states = await self._hub.in_thread(lambda: {viewer: self._written(viewer) for viewer in viewers})
        for watcher in tuple(self.watchers):
            if watcher.user_id in states:
                watcher.show(states[watcher.user_id])

    def _written(self, user_id: int | None) -> str:
        return json.dumps(self.table.snapshot(user_id), separators=(",", ":"))


class Hub:
    """All feeds. Work on tables is done in a few threads, so that the event loop never waits for the database."""

    def __init__(self, room: Room, settings: Settings) -> None:
        self.settings = settings
        self._room = room
        self._feeds: dict[int, tuple[Feed, asyncio.Task[None]]] = {}
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="tables")
        self._connections: Counter[str] = Counter()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._sweeper: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Take up every open table: a round that was on before a restart goes on."""
        self._loop = asyncio.get_running_loop()
        self._sweeper = asyncio.create_task(self._sweep(), name="sweeper")
        for info in await self.in_thread(self._room.tables):
            await self.feed(info.id)

    async def stop(self) -> None:
        """Leave all tables as they are."""
        tasks = [task for _, task in self._feeds.values()]
        tasks += [self._sweeper] if self._sweeper is not None else []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._threads.shutdown(wait=True)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            await self.in_thread(self._room.tick)

    async def feed(self, table_id: int) -> Feed:
        """The feed of a table; an error where there is no such table."""
        if table_id in self._feeds:
            return self._feeds[table_id][0]
        table = await self.in_thread(lambda: self._room.table(table_id))
        if table_id not in self._feeds:
            feed = Feed(table, self)
            task = asyncio.create_task(feed.run(), name=f"table {table_id}")
            self._feeds[table_id] = feed, task
            task.add_done_callback(lambda _: self._feeds.pop(table_id, None))
            self._room.subscribe(table_id, lambda _: self._wake(feed))
        return self._feeds[table_id][0]

    async def sign_out(self, token: str) -> None:
        """End all connections of a session that is over."""
        for feed, _ in tuple(self._feeds.values()):
            for watcher in [watcher for watcher in feed.watchers if watcher.token == token]:
                await watcher.close()

    def admit(self, address: str) -> None:
        """Count one more connection of an address, or refuse it."""
        if self._connections[address] >= self.settings.most_connections:
            raise TooFast(f"at most {self.settings.most_connections} connections from one address", 10.0)
        self._connections[address] += 1

    def dismiss(self, address: str) -> None:
        """A connection is over."""
        self._connections[address] -= 1
        if not self._connections[address]:
            del self._connections[address]

    def _wake(self, feed: Feed) -> None:
        """Called from whichever thread made the change."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(feed.wake)

    def later(self, work: Callable[[], object]) -> None:
        """Do something in a thread that nobody waits for."""
        with suppress(RuntimeError):  # the threads are gone once the server stops
            self._threads.submit(work)

    async def in_thread(self, work: Callable[[], Result]) -> Result:
        """Do something that may wait for the database."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)
