"""Admit every request and every WebSocket handshake by its kind, or refuse it cheaply, before routing.

A request passes three steps. First, its address, and all requests of its kind together, must be within their rates.
Then its body is read whole, in bounded time and memory, before it takes any other resource. Only then does it take one
of the slots of its kind, until its answer begins. So neither slow bodies nor many handshakes nor one expensive kind of
request keeps another kind from being served.

Under attack most requests are refused, so a refusal must cost almost nothing. The connection itself counts a request
when its head is complete (`EarlyRefusals`). If it exceeds a limit, the connection sends a prepared answer, without a
task, routing or a WebSocket. An admitted request is marked in its scope, so that `Admission` does not count it again.
"""

import asyncio
import math
import random
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from html import escape
from http import HTTPStatus
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from houseway.errors import sentence
from houseway.web.addresses import UNKNOWN, Proxies, Source, sender_of, source_in, source_of
from houseway.web.errors import Busy, Refused, TooFast, TooLarge, TooSlow, headers_of, plain_error
from houseway.web.rate_limits import RateLimit, Slots
from houseway.web.responses import Json, security_headers
from houseway.web.settings import KIB, Rate, Settings
from houseway.web.thread_pools import Kind, kind_of

IN_PROGRESS = 8
"""Page requests, and handshakes, that are processed at the same time. Others with a slot wait for their turn. So
however many arrive at once, a player's message waits for only a few of them.
"""
REFUSED = (TooFast.status, Busy.status)
SMALL_BODY = 8 * KIB
"""The part of a body that is not counted. Forms and bets fit in it, so others' large bodies do not block them."""
LONGEST_LENGTH = 12
"""Maximum digits of a Content-Length header."""
POLICY_VIOLATION = 1008
DENIAL = "websocket.http.response"
"""The name of the ASGI extension that allows a handshake to be refused with a status."""
SPREAD = (0.5, 1.5)
"""Range of random factors for the delay of a refusal, so that refusals of one moment are not all sent together."""
SPREAD_OF_BODIES = (1.0, 1.5)
"""The same for the deadline of a body, so that bodies begun together do not all time out together."""


COUNTED = "houseway.counted"
"""The scope key for the part that the connection has already counted (`houseway.web.admission`)."""
REQUEST, SPECTATOR = "request", "spectator"


class Share(NamedTuple):
    """The limits of all clients together for one kind of request, as fractions of the settings for all requests."""

    rate: float
    burst: float
    at_once: float


SHARES: Mapping[Kind, Share] = {
    Kind.HEALTH: Share(1.0, 1.0, 0.125),
    Kind.SIGN_IN: Share(0.2, 0.3, 0.25),
    Kind.TABLES: Share(0.2, 0.5, 4.0),
    Kind.PLAY: Share(0.3, 0.3, 0.375),
    Kind.PAGES: Share(1.0, 1.0, 0.375),
    Kind.ARCHIVE: Share(0.2, 0.2, 0.25),
    Kind.SOLVING: Share(0.2, 0.2, 0.25),
    Kind.LABORATORY: Share(0.2, 0.2, 0.125),
}
"""By kind. Many handshakes at tables may come at once, because all players come back after a restart. Over a longer
time they are few.
"""

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="{seconds}"><title>The room is busy</title></head>
<body><main><h1>The room is busy</h1><p>{words}</p>
<p>This page tries again in {seconds} seconds. <a href="">Try now</a></p></main></body></html>
"""


class AdmissionLimits:
    """The admission limits: rates, slots and memory for bodies, for one address and for each kind of request."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        each, everyone = settings.requests, settings.all_requests
        self._address = RateLimit("requests", each, None, clock)
        self._health = RateLimit("health checks", settings.health, None, clock)
        self._kinds = {
            kind: RateLimit(f"requests for {kind}", each, _part(everyone, share), clock)
            for kind, share in SHARES.items()
        }
        most, total = settings.most_requests_at_once, settings.all_requests_at_once
        self.slots = {
            kind: Slots(f"requests for {kind}", most, max(1, int(total * share.at_once)))
            for kind, share in SHARES.items()
        }
        self.turns = {kind: asyncio.Semaphore(IN_PROGRESS) for kind in (Kind.TABLES, Kind.PAGES)}
        self.bodies = BodyMemory(settings.body_memory, settings.whole_body_memory)

    def take(self, kind: Kind, source: Source) -> None:
        """Count a request. Raise TooFast or Busy if it exceeds a limit.

        A health check costs less than its refusal, so only its address is counted. The program that monitors the server
        is answered, whatever others request.
        """
        if kind is Kind.HEALTH:
            self._health.take(source)
            return
        self._address.take(source)
        self._kinds[kind].take(source)


def _part(rate: Rate, share: Share) -> Rate:
    return Rate(rate.per_second * share.rate, max(1, int(rate.burst * share.burst)))


class BodyMemory:
    """The memory of half-sent bodies, for one address and for all. Event loop only."""

    def __init__(self, each: int, everyone: int) -> None:
        self._each, self._everyone = each, everyone
        self._held: Counter[str] = Counter()
        self.total = 0

    def take(self, source: Source, size: int) -> None:
        """Count more of a body."""
        if self._held[source.near] + size > self._each:
            raise TooFast("Too many large requests from your address at once. Send them one by one.", 2.0)
        if self.total + size > self._everyone:
            raise Busy("The room is busy with large requests. Try again.", 5.0)
        self._held[source.near] += size
        self.total += size

    def give_back(self, source: Source, size: int) -> None:
        """Stop counting a body, which is complete or was given up."""
        self.total -= size
        self._held[source.near] -= size
        if self._held[source.near] <= 0:
            del self._held[source.near]


class Gone(Exception):
    """The client disconnected before its request was complete."""


class Admission:
    """The admission layer, an ASGI application around another one.

    A refusal waits a little before it is sent, and takes no slot in that time. Without the wait, clients that retry at
    once would spend the server's time on refusals.
    """

    def __init__(self, app: ASGIApp, limits: AdmissionLimits, settings: Settings) -> None:
        self.app = app
        self.limits, self._settings = limits, settings
        self._held_back = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Admit a request or a handshake, or refuse it with the reason."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        kind, source = kind_of(scope), source_in(scope)
        try:
            if REQUEST not in scope.get(COUNTED, ()):
                self.limits.take(kind, source)
            if scope["type"] == "http":
                receive = await self._read_first(scope, source, receive)
            self.limits.slots[kind].enter(source)
        except (TooFast, Busy) as error:
            await self._hold_back()
            await _refuse(scope, receive, send, error)
        except Refused as error:
            await _refuse(scope, receive, send, error)
        except Gone:
            return
        else:
            await self._carry_out(kind, source, scope, receive, send)

    async def _read_first(self, scope: Scope, source: Source, receive: Receive) -> Receive:
        """Read the body, if there is one, and return the receive function for the application."""
        headers = Headers(scope=scope)
        announced, is_chunked = headers.get("content-length"), "transfer-encoding" in headers
        if announced is None and not is_chunked:
            return receive
        largest = self._settings.largest_body
        size = largest if announced is None else _length_in(announced)
        if size is None or size > largest:
            raise TooLarge(f"The request is larger than {largest // KIB} KiB. Send less.")
        try:
            allowed = self._settings.body_time + size / self._settings.body_rate
            async with asyncio.timeout(allowed * random.uniform(*SPREAD_OF_BODIES)):
                body = await self._read(source, receive)
        except TimeoutError:
            raise TooSlow("The request did not arrive in time. Send it again over a better connection.") from None
        given: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive_read() -> Message:
            return given.pop() if given else await receive()

        return receive_read

    async def _read(self, source: Source, receive: Receive) -> bytes:
        parts: list[bytes] = []
        size = counted = 0
        try:
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    raise Gone
                parts.append(message.get("body", b""))
                size += len(parts[-1])
                if size > self._settings.largest_body:
                    raise TooLarge(f"The request is larger than {self._settings.largest_body // KIB} KiB. Send less.")
                beyond = max(0, size - SMALL_BODY)
                self.limits.bodies.take(source, beyond - counted)
                counted = beyond
                if not message.get("more_body", False):
                    return b"".join(parts)
        finally:
            self.limits.bodies.give_back(source, counted)

    async def _carry_out(self, kind: Kind, source: Source, scope: Scope, receive: Receive, send: Send) -> None:
        """Run a request. It counts as in progress until its answer begins. After that only its connection is held."""
        is_under_way, turn = True, self.limits.turns.get(kind)
        try:
            if turn is not None:
                await turn.acquire()
        except BaseException:
            self.limits.slots[kind].leave(source)
            raise

        def end() -> None:
            nonlocal is_under_way
            if is_under_way:
                is_under_way = False
                self.limits.slots[kind].leave(source)
                if turn is not None:
                    turn.release()

        async def send_and_end(message: Message) -> None:
            end()
            if message.get("status") in REFUSED:
                await self._hold_back()
            await send(message)

        try:
            await self.app(scope, receive, send_and_end)
        finally:
            end()

    async def _hold_back(self) -> None:
        if self._held_back >= self._settings.most_held_back:
            return
        self._held_back += 1
        try:
            await asyncio.sleep(self._settings.refusal_pause * random.uniform(*SPREAD))
        finally:
            self._held_back -= 1


def _length_in(announced: str) -> int | None:
    is_number = announced.isascii() and announced.isdecimal() and len(announced) <= LONGEST_LENGTH
    return int(announced) if is_number else None


async def _refuse(scope: Scope, receive: Receive, send: Send, error: Refused) -> None:
    if scope["type"] == "http":
        await refusal(scope, error)(scope, receive, send)
        return
    await receive()
    if DENIAL not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": str(error)[:100]})
        return
    with suppress(OSError):
        await refusal(scope, error)(scope, receive, send)


def refusal(scope: Scope, error: Refused) -> Response:
    """Return the refusal, as a page that retries if a page was requested, or else as JSON."""
    return refusal_as(error, page=wants_page(scope))


def wants_page(scope: Scope) -> bool:
    """Return whether a browser requests something that it will show."""
    return not scope["path"].startswith("/api/") and "text/html" in Headers(scope=scope).get("accept", "")


def refusal_as(error: Refused, *, page: bool) -> Response:
    """Return the refusal as a page or as JSON."""
    headers = {**headers_of(error), "Connection": "close"}
    if not page or not isinstance(error, TooFast | Busy):
        return Json(plain_error(error), error.status, headers)
    text = _PAGE.format(seconds=headers["Retry-After"], words=escape(sentence(error)))
    return HTMLResponse(text, error.status, headers)


SESSION = b"houseway_session="
"""Part of the cookies of every client with a session, under either name of the cookie."""
MOST_WRITTEN = 1024
"""Number of refusals cached in their written form."""


class EarlyRefusals:
    """The counter of requests and handshakes for their connections. Event loop only."""

    def __init__(self, limits: AdmissionLimits, spectators: RateLimit, proxies: Proxies) -> None:
        self._limits, self._spectators, self._proxies = limits, spectators, proxies

    def answer_to(self, scope: Scope) -> bytes | None:
        """Count a request. Return the whole answer if it exceeds a limit, or None if it is admitted.

        A handshake at a table without a session also counts as a spectator's.
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
    """Return a whole refusal as sent over the wire.

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
