"""Threads for work that blocks, apart for each kind of request: a full pool refuses its own kind and no other.

Nothing here uses the event loop's default executor, which all kinds would share. A test reads the sources and holds
that nobody does.
"""

import asyncio
import re
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from functools import partial
from threading import Lock
from typing import Any, TypeVar

from starlette.types import Scope

from houseway.web.errors import Busy

Result = TypeVar("Result")
WAITING = 64
"""Calls that may wait for each thread of a pool."""


class Kind(StrEnum):
    """What a request is for. Requests of one kind never wait for those of another."""

    HEALTH = "health checks"
    SIGN_IN = "sign-ins"
    TABLES = "live tables"
    PLAY = "play"
    PAGES = "pages"
    ARCHIVE = "archive"
    SOLVING = "advice"
    LABORATORY = "laboratory"


_KINDS: tuple[tuple[str, Kind], ...] = (
    (r"/(?:healthz|readyz|metrics)", Kind.HEALTH),
    (r"/api/(?:me|session|accounts)(?:/.*)?", Kind.SIGN_IN),
    (r"/api/tables/[^/]+/ws", Kind.TABLES),
    (r"/api/tables/[^/]+/(?:history|hands|export|heads|records)\b.*", Kind.ARCHIVE),
    (r"/api/(?:rounds|verify|review|ledger|checkpoint|room|meters/[^/]+/ledger)(?:/.*)?", Kind.ARCHIVE),
    (r"/api/(?:advise|solve|strategy|training|drill)(?:/.*)?", Kind.SOLVING),
    (r"/api/(?:lab|edge)(?:/.*)?", Kind.LABORATORY),
    (r"/api/(?:games|titles|phrases|docs|openapi\.json)(?:/.*)?", Kind.PAGES),
    (r"/api/.*", Kind.PLAY),
)
_KIND = re.compile("|".join(f"({pattern})" for pattern, _ in _KINDS), re.DOTALL)


def kind_of(scope: Scope) -> Kind:
    """Return the kind of a request or a WebSocket, by its path.

    >>> [str(kind_of({"path": path})) for path in ("/readyz", "/api/tables/7/ws", "/api/tables/7/export", "/")]
    ['health checks', 'live tables', 'archive', 'pages']
    """
    found = _KIND.fullmatch(scope["path"])
    return Kind.PAGES if found is None or found.lastindex is None else _KINDS[found.lastindex - 1][1]


class Pool:
    """A few threads of one name. Calls beyond what may wait for them are refused at once."""

    def __init__(self, name: str, threads: int, waiting: int | None = None) -> None:
        self.name, self.threads = name, threads
        self._most = threads + (WAITING * threads if waiting is None else waiting)
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._lock = Lock()
        self._taken = 0

    async def run(self, work: Callable[..., Result], *given: Any) -> Result:
        """Call something that blocks, in one of the threads; Busy where too many calls wait already."""
        with self._lock:
            if self._taken >= self._most:
                raise Busy(f"The room is busy: too many requests for {self.name}. Try again in a few seconds.")
            self._taken += 1
        try:
            call = self._executor.submit(partial(work, *given))
        except RuntimeError:
            self._leave(None)
            raise Busy("The server is shutting down. Try again in a minute.") from None
        call.add_done_callback(self._leave)
        return await asyncio.wrap_future(call)

    def _leave(self, _: object) -> None:
        with self._lock:
            self._taken -= 1

    def close(self) -> None:
        """Let the threads go once they are done."""
        self._executor.shutdown(wait=False, cancel_futures=True)


THREADS: Mapping[Kind, int] = {
    Kind.HEALTH: 1,
    Kind.SIGN_IN: 4,
    Kind.TABLES: 4,
    Kind.PLAY: 8,
    Kind.PAGES: 4,
    Kind.ARCHIVE: 2,
    Kind.SOLVING: 4,
    Kind.LABORATORY: 2,
}
"""Threads of each pool. Messages at tables have more of their own (`Hub`), and so do passwords and each calculation."""


class Pools:
    """A pool for each kind of request."""

    def __init__(self) -> None:
        self._pools = {kind: Pool(kind, threads) for kind, threads in THREADS.items()}

    def __getitem__(self, kind: Kind) -> Pool:
        return self._pools[kind]

    def __iter__(self) -> Iterator[Pool]:
        return iter(self._pools.values())

    def close(self) -> None:
        """Let all threads go."""
        for pool in self:
            pool.close()
