"""One of the processes that `houseway serve --workers N` starts (see `houseway.cli.workers`)."""

import asyncio
import json
import os
import signal
import socket
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import uvicorn

from houseway.cli.serve import BOT_DELAY, SWITCH_INTERVAL, LogFormat, allow_sockets, logged, served
from houseway.cli.workers import BACKLOG, VARIABLE
from houseway.errors import HousewayError
from houseway.room import RoomSettings
from houseway.room.settings import A_PERSON
from houseway.room.shared_room import SharedRoom
from houseway.web.app import create_app
from houseway.web.settings import Settings

LOOK, CUT_OFF_LOOKS = 1.0, 3
"""Seconds between two checks that the database is reachable, and the failures after which this process ends."""
CUT_OFF = 4
"""The exit status in that case."""


class HandingOver(uvicorn.Server):
    """A server that reports when it serves, and hands its tables to the others before it ends."""

    def __init__(self, config: uvicorn.Config, room: SharedRoom, ready: int) -> None:
        super().__init__(config)
        self._room, self._ready = room, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start serving, and report it."""
        await super().startup(sockets)
        os.write(self._ready, b"1")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Hand over the tables while connections still work, then end those. Clients reconnect to another process."""
        try:
            with ThreadPoolExecutor(1, thread_name_prefix="leaving") as thread:
                await asyncio.get_running_loop().run_in_executor(thread, self._room.leave)
        except HousewayError as error:
            print(f"houseway: tables stay closed until this process's lease expires: {error}", file=sys.stderr)
        await super().shutdown(sockets)


def serve_beside_others(told: dict[str, Any], settings: Settings, rules: RoomSettings) -> None:
    """Serve until SIGTERM, or until the parent has ended."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    Thread(target=_end_with_parent, args=(told["lifeline"],), daemon=True).start()
    allow_sockets(settings.all_sockets)
    room = SharedRoom(
        told["database"],
        rules,
        folder=Path(told["folder"]),
        mark=told["mark"],
        expected=told["workers"],
    )
    try:
        options = {**served(settings), **logged(LogFormat(told["log_format"])), "backlog": BACKLOG}
        config = uvicorn.Config(create_app(room, settings), **options)
        listening = socket.socket(fileno=told["listening"])
        server = HandingOver(config, room, told["ready"])
        Thread(target=_stay_alive, args=(room, server), daemon=True).start()
        Thread(target=_end_if_cut_off, args=(room,), daemon=True).start()
        server.run(sockets=[listening])
    finally:
        room.close()


def _stay_alive(room: SharedRoom, server: HandingOver) -> None:
    """Keep the tables that were taken until the server gives heartbeats itself, because its startup takes a while."""
    while not (server.started or server.should_exit):
        with suppress(Exception):
            room.pulse()
        time.sleep(1.0)


def _end_if_cut_off(room: SharedRoom) -> None:
    """End this process if it alone cannot reach the database. Its clients reconnect to another process.

    There are several checks, because a stalled process gives its heartbeat a moment later.
    """
    looks = 0
    while looks < CUT_OFF_LOOKS:
        time.sleep(LOOK)
        looks = looks + 1 if room.is_cut_off else 0
    print("houseway: this process alone cannot reach the database; stopping it", file=sys.stderr, flush=True)
    os._exit(CUT_OFF)


def _end_with_parent(lifeline: int) -> None:
    """End this process with its parent. The pipe closes when the parent ends for any reason."""
    os.read(lifeline, 1)
    os.kill(os.getpid(), signal.SIGTERM)


def told_by_parent() -> dict[str, Any]:
    """Return the options to serve with, from a variable that no child process inherits."""
    told: dict[str, Any] = json.loads(os.environ.pop(VARIABLE))
    return told


def main() -> None:
    """Serve with the options of `houseway serve`."""
    told = told_by_parent()
    given: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in told["settings"].items()
    }
    person = replace(A_PERSON, every=A_PERSON.every * told["workers"])
    rules = RoomSettings(bot_delay=BOT_DELAY, changes_of_a_person=person)
    serve_beside_others(told, Settings(**given).one_of(told["workers"]), rules)


if __name__ == "__main__":
    main()
