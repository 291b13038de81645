"""Threads for blocking work, separate for each kind of request. A full pool refuses only its kind.

Nothing here uses the event loop's default executor, which all kinds would share. A test checks the sources for this.
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
"""Maximum waiting calls for each thread of a pool."""


class Kind(StrEnum):
    """The purpose of a request. Requests of one kind never wait for those of another."""

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
    """A few threads with one name. Calls beyond the waiting limit are refused at once."""

    def __init__(self, name: str, threads: int, waiting: int | None = None) -> None:
        self.name, self.threads = name, threads
        self._most = threads + (WAITING * threads if waiting is None else waiting)
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._lock = Lock()
        self._taken = 0

    async def run(self, work: Callable[..., Result], *given: Any) -> Result:
        """Call a blocking function in one of the threads. Raise Busy if too many calls already wait."""
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
        """Stop the threads after their current work."""
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
"""Threads of each pool. Messages at tables have more threads (`Hub`), and so do passwords and each calculation."""


class Pools:
    """A pool for each kind of request."""

    def __init__(self) -> None:
        self._pools = {kind: Pool(kind, threads) for kind, threads in THREADS.items()}

    def __getitem__(self, kind: Kind) -> Pool:
        return self._pools[kind]

    def __iter__(self) -> Iterator[Pool]:
        return iter(self._pools.values())

    def close(self) -> None:
        """Stop all threads."""
        for pool in self:
            pool.close()
