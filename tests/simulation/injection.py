"""Everything by which the room is put on simulated ground, in this one place: clocks, threads, disk.

The names that are replaced are those of the standard library and of SQLAlchemy as the modules of the room use them. No
line of the room asks whether it is simulated.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

import anyio.to_thread
import sqlalchemy

from houseway.room import database as room_database
from houseway.room import room as room_room
from houseway.room import table as room_table
from houseway.web import admission as web_admission
from houseway.web import hub as web_hub
from houseway.web import rate_limits as web_rates
from houseway.web import sign_ins as web_sign_ins
from houseway.web import thread_pools as web_pools
from simulation.agenda import Clocks
from simulation.disk import Disk
from simulation.threads import SimulatedExecutor, SimulatedLock, Threads

MOST_CONNECTIONS = 200
THREADS_FOR_REQUESTS = 40
SECONDS_BETWEEN_PATROLS = 10.0
"""The background check would be most of the work if it came every second, as in a room with more to do."""


@contextmanager
def simulated_ground(clocks: Clocks, threads: Threads, disk: Disk, written: Callable[[str], None]) -> Iterator[None]:
    """Clocks, threads and disk for one life of the server; `written` hears of every state when it is made."""
    write_state = web_hub._joined
    requests = SimulatedExecutor(threads, THREADS_FOR_REQUESTS)

    def lock() -> SimulatedLock:
        return SimulatedLock(threads, reentrant=False)

    def reentrant_lock() -> SimulatedLock:
        return SimulatedLock(threads, reentrant=True)

    def executor(most: int, **_: object) -> SimulatedExecutor:
        return SimulatedExecutor(threads, most)

    def write(common: str, you: Mapping[str, Any]) -> str:
        text = write_state(common, you)
        written(text)
        return text

    async def in_request_thread(work: Callable[..., Any], *given: Any, **_: object) -> Any:
        return await asyncio.wrap_future(requests.submit(work, *given))

    replaced: list[tuple[Any, str, Any]] = [
        (room_database, "Lock", lock),
        (room_database, "create_engine", _engine_maker(disk)),
        (room_room, "RLock", reentrant_lock),
        (room_room, "lock_alone", lambda url: None),
        (room_table, "RLock", reentrant_lock),
        (web_hub, "Lock", lock),
        (web_hub, "_joined", write),
        (web_hub, "ThreadPoolExecutor", executor),
        (web_hub, "PATROL", SECONDS_BETWEEN_PATROLS),
        (web_pools, "ThreadPoolExecutor", executor),
        (anyio.to_thread, "run_sync", in_request_thread),
        (web_sign_ins, "ThreadPoolExecutor", executor),
        (web_rates.Buckets.__init__, "__defaults__", (clocks.monotonic,)),
        (web_rates.RateLimit.__init__, "__defaults__", (clocks.monotonic,)),
        (web_admission.AdmissionLimits.__init__, "__defaults__", (clocks.monotonic,)),
        (web_sign_ins.SignIns.__init__, "__defaults__", (clocks.monotonic,)),
    ]
    with ExitStack() as patched:
        for owner, name, value in replaced:
            patched.enter_context(patch.object(owner, name, value))
        yield


def _engine_maker(disk: Disk) -> Callable[..., sqlalchemy.Engine]:
    def create_engine(url: str, **options: Any) -> sqlalchemy.Engine:
        connect_args = {**options.pop("connect_args", {}), "factory": disk.connect_factory()}
        wide = {**options, "pool_size": MOST_CONNECTIONS, "pool_timeout": 0.1}
        return sqlalchemy.create_engine(url, connect_args=connect_args, **wide)

    return create_engine
