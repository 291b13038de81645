"""One life of the server: it opens the room, serves, and is killed; then the next life begins on the same disk."""

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI

from houseway.room import Room, RoomSettings
from houseway.web import create_app
from houseway.web.settings import Settings
from simulation.injection import simulated_ground
from simulation.loop import ServerLoop
from simulation.network import FarEnd, Request, Wire
from simulation.threads import Threads

if TYPE_CHECKING:
    from simulation.world import World

WEB = Settings.without_rates(coach=False, job_threads=1)


class Server:
    """A process that lives from its start to a kill."""

    def __init__(self, world: "World", settings: RoomSettings) -> None:
        self._world, self._settings = world, settings
        self.threads = Threads(world.agenda, world.chance, world.faults)
        self.loop = ServerLoop(world.agenda, world.clocks, self._may_go_on)
        self.loop.set_exception_handler(world.watch_loop_error)
        self.wires: dict[Wire, None] = {}
        self.room: Room | None = None
        self.app: FastAPI | None = None
        self.is_serving = self.is_killed = False
        self._ground = simulated_ground(world.clocks, self.threads, world.disk, world.promises.written)

    def start(self) -> None:
        """Begin to open the room, in a thread, which may be killed like any other."""
        world = self._world
        world.disk.threads, world.disk.kill = self.threads, self._die_here
        self._ground.__enter__()
        self.threads.start(self._open)

    def _open(self) -> None:
        try:
            clocks = self._world.clocks
            room = Room(
                self._world.disk.url,
                self._settings,
                time=clocks.wall,
                monotonic=clocks.monotonic,
                restored=self._world.is_restored,
            )
            self.room, self.app = room, create_app(room, WEB)
        except Exception as error:
            if not self.threads.dead:
                self._world.watch_failed_start(error)
                self.is_killed = True
            return
        self.loop.call_soon_threadsafe(lambda: self.loop.create_task(self._live()))

    async def _live(self) -> None:
        assert self.app is not None
        try:
            async with self.app.router.lifespan_context(self.app):
                self.is_serving, self._world.is_restored = True, False
                self._world.note("serving")
                await asyncio.get_running_loop().create_future()
        except Exception as error:
            self._world.watch_failed_start(error)
            self.is_killed = True

    def _may_go_on(self) -> bool:
        if self.is_killed:
            return False
        if self._world.faults.strikes("kill_at_step", self._world.chance.threads):
            self.is_killed = True
        return not self.is_killed

    def _die_here(self) -> None:
        """The process ends in this very place: what called this does not go on."""
        self.is_killed = True
        self.threads.park()

    def bury(self) -> None:
        """After a kill: nothing of the process reaches disk or network any more."""
        self.is_killed, self.is_serving = True, False
        self.threads.dead = True
        self._world.disk.lose_connections()
        logging.disable(logging.CRITICAL)
        try:
            self.threads.kill()
            self.loop.kill()
        finally:
            logging.disable(logging.NOTSET)
        for wire in self.wires:
            wire.server_died()
        self._ground.__exit__(None, None, None)

    # What the network asks of it.

    def wire(self, far_end: FarEnd, table_id: int, token: str | None, told: Callable[[str], None]) -> Wire:
        """A WebSocket to a table."""
        assert self.app is not None
        wire = Wire(self._world.network, self.loop, far_end, told)
        self.wires[wire] = None
        wire.start(self.app, f"/api/tables/{table_id}/ws", token)
        return wire

    def ask(
        self,
        method: str,
        path: str,
        token: str | None,
        csrf: str,
        content: dict[str, Any] | None,
        answered: Callable[[int, str], None],
    ) -> None:
        """An HTTP request."""
        assert self.app is not None
        Request(self._world.network, self.loop, answered).start(self.app, method, path, token, csrf, content)
