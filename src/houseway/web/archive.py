"""Reads from the archive for all clients: by another process, one request at a time, with a short queue before it.

The tables never wait for it. It has a separate connection to the database, and a lower priority than the server.
"""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Coroutine, Mapping
from contextlib import suppress
from typing import Any

from houseway.room.database import Database
from houseway.web.addresses import Source
from houseway.web.archive_process import GIVEN_UP, Answer, Archivist
from houseway.web.errors import Busy, TooFast
from houseway.web.rate_limits import RateLimit, Slots
from houseway.web.settings import Settings
from houseway.web.thread_pools import Pool
from houseway.web.worker import NICENESS

LONGEST_STREAM = 300.0
STREAMS_OF_ONE, STREAMS = 2, 8
"""Exports that are sent at the same time. One that takes too long is cut off and resumes with `?after=`."""
PATIENCE = 2.0
"""Seconds for a process to give up a request."""
VERIFICATION = 5
"""The cost of a verification, in parts of the archive."""


class ArchiveDesk:
    """The queue of requests for the archive, counted by address and in total."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database, self._settings = database, settings
        self._rate = RateLimit("parts of the archive", settings.reading, settings.all_reading)
        self._readers = Slots("readers of the archive", settings.most_readers, settings.all_readers)
        self.streams = Slots("exports", STREAMS_OF_ONE, STREAMS)
        self._turn = asyncio.Lock()
        self._in_memory = Pool("archive in memory", 1)
        self._process: asyncio.subprocess.Process | None = None
        self._url = database.engine.url.render_as_string(hide_password=False)

    async def read(self, source: Source, cost: float, **request: Any) -> Answer:
        """Return the answer to a request. A visitor who would wait too long is refused before any work begins."""
        self._rate.take(source, cost)
        with self._readers.held(source):
            return await self._in_turn(request)

    async def pages(self, source: Source, first: Answer, **request: Any) -> AsyncIterator[bytes]:
        """Yield all pages of an export, given the first. The others wait for their turn."""
        until = asyncio.get_running_loop().time() + LONGEST_STREAM
        answer = first
        while answer.status == 200 and answer.body:
            yield answer.body
            if answer.last is None or asyncio.get_running_loop().time() > until:
                return
            answer = await self._next_page(source, {**request, "after": answer.last})

    async def _next_page(self, source: Source, request: Mapping[str, Any]) -> Answer:
        while True:
            try:
                return await self.read(source, 1, **request)
            except (Busy, TooFast) as error:
                await asyncio.sleep(min(error.seconds, 5.0))

    async def _in_turn(self, request: Mapping[str, Any]) -> Answer:
        async with self._turn:
            if self._database.is_in_memory:
                return await self._in_memory.run(Archivist(self._database).answer, request)
            process = await self._running()
            answer = asyncio.ensure_future(_ask(process, request))
            try:
                found = await asyncio.wait_for(asyncio.shield(answer), self._settings.longest_reading)
            except (TimeoutError, asyncio.CancelledError) as error:
                await _whole(self._give_up(process, answer))
                if isinstance(error, TimeoutError):
                    raise Busy(
                        f"The archive took longer than {self._settings.longest_reading:.0f} seconds. Try again later.",
                        60.0,
                    ) from None
                raise
            except OSError:
                await self.close()
                raise Busy("The archive is restarting. Try again in a moment.", 1.0) from None
            if found.status == GIVEN_UP:  # the worker ended on its own, for example for lack of memory
                raise Busy("The archive is restarting. Try again in a moment.", 1.0)
            return found

    async def _give_up(self, process: asyncio.subprocess.Process, answer: "asyncio.Future[Answer]") -> None:
        """Stop a request in progress, and kill the process if that takes too long."""
        with suppress(ProcessLookupError):
            process.send_signal(signal.SIGUSR1)
        try:
            await asyncio.wait_for(answer, PATIENCE)
        except (TimeoutError, OSError):
            await self.close()

    async def _running(self) -> asyncio.subprocess.Process:
        process = self._process
        if process is None or process.returncode is not None:
            process = self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "houseway.web.archive_process",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                start_new_session=True,
            )
            os.setpriority(os.PRIO_PROCESS, process.pid, NICENESS)
            _write(process, self._url)
        return process

    async def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # and its worker
            await process.wait()


def _write(process: asyncio.subprocess.Process, plain: object) -> None:
    assert process.stdin is not None
    process.stdin.write(json.dumps(plain).encode() + b"\n")


async def _whole(work: Coroutine[Any, Any, None]) -> None:
    """Wait for work to finish, even if the waiting is canceled repeatedly.

    Otherwise an unread answer would go to the next request.
    """
    task = asyncio.ensure_future(work)
    while not task.done():
        with suppress(asyncio.CancelledError):
            await asyncio.shield(task)
    task.result()


async def _ask(process: asyncio.subprocess.Process, request: Mapping[str, Any]) -> Answer:
    assert process.stdout is not None
    _write(process, request)
    line = await process.stdout.readline()
    if not line:
        raise BrokenPipeError("the archive process ended")
    head = json.loads(line)
    try:
        body = await process.stdout.readexactly(head["length"])
    except asyncio.IncompleteReadError:
        raise BrokenPipeError("the archive process ended") from None
    return Answer(head["status"], body, head["headers"], head["last"])
