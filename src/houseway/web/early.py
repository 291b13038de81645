"""Refusals before the application is asked: a request beyond its rates is answered by its connection.

Under attack most requests are refused, so a refusal has to cost next to nothing. The connection counts a request when
its head is complete. If it is one too many, the connection sends an answer that is already written: no task, no routing
and no WebSocket is made for it. A request that is let in is marked in its scope, so that `houseway.web.admission` does
not count it again.
"""

import math
from functools import lru_cache
from http import HTTPStatus

from starlette.types import Scope

from houseway.web.addresses import UNKNOWN, Proxies, sender_of, source_of
from houseway.web.admission import COUNTED, REQUEST, SPECTATOR, AdmissionLimits, refusal_as, wants_page
from houseway.web.errors import Busy, TooFast
from houseway.web.guards import security_headers
from houseway.web.rate_limits import RateLimit
from houseway.web.thread_pools import Kind, kind_of

SESSION = b"houseway_session="
"""In the cookies of everyone who has a session, by either name of the cookie."""
MOST_WRITTEN = 1024
"""Refusals that are kept as they were written."""


class EarlyRefusals:
    """Counts requests and handshakes for the connections they come over. Event loop only."""

    def __init__(self, limits: AdmissionLimits, spectators: RateLimit, proxies: Proxies) -> None:
        self._limits, self._spectators, self._proxies = limits, spectators, proxies

    def answer_to(self, scope: Scope) -> bytes | None:
        """Count a request, and return the whole answer where it is one too many; None where it is let in.

        A handshake at a table without a session is counted as a spectator's too.
        """
        address, scheme = sender_of(scope, self._proxies)
        kind, source = kind_of(scope), source_of(address or UNKNOWN)
        counted = [REQUEST]
        try:
            self._limits.take(kind, source)
            if kind is Kind.TABLES and scope["type"] == "websocket" and not _has_session(scope):
                self._spectators.take(source)
                counted.append(SPECTATOR)
        except (TooFast, Busy) as error:
            return written(
                error.status,
                str(error),
                math.ceil(error.seconds),
                page=wants_page(scope),
                is_api=scope["path"].startswith("/api/"),
                secure=scheme in ("https", "wss"),
                is_head=scope["method"] == "HEAD",
            )
        scope[COUNTED] = counted
        return None


def _has_session(scope: Scope) -> bool:
    return any(name == b"cookie" and SESSION in value for name, value in scope["headers"])


@lru_cache(maxsize=MOST_WRITTEN)
def written(
    status: int,
    message: str,
    seconds: int,
    *,
    page: bool = False,
    is_api: bool = True,
    secure: bool = False,
    is_head: bool = False,
) -> bytes:
    """Return a whole refusal as it goes over the wire.

    >>> written(503, "the room is busy", 2).split(b"\\r\\n")[0]
    b'HTTP/1.1 503 Service Unavailable'
    """
    refused = TooFast(message, seconds) if status == TooFast.status else Busy(message, seconds)
    response = refusal_as(refused, page=page)
    for name, value in security_headers(is_api=is_api, secure=secure).items():
        response.headers.setdefault(name, value)
    head = b"".join(b"%s: %s\r\n" % pair for pair in response.raw_headers)
    line = f"HTTP/1.1 {response.status_code} {HTTPStatus(response.status_code).phrase}\r\n".encode("ascii")
    return line + head + b"\r\n" + (b"" if is_head else bytes(response.body))
