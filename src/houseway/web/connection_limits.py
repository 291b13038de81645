"""Limits on connections: half-sent requests, unread answers and too many sockets are ended.

uvicorn parses HTTP and WebSockets and has no such limits. These are uvicorn's protocols, httptools and websockets, each
with a stopwatch. The two are therefore fixed here, and do not depend on the installed packages.
"""

import asyncio
import random
from contextlib import suppress
from functools import partial
from typing import Any
from urllib.parse import unquote

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from houseway.web.addresses import UNKNOWN, Proxies, Source, source_of
from houseway.web.admission import COUNTED, SMALL_BODY, SPREAD
from houseway.web.errors import Busy, TooFast
from houseway.web.rate_limits import Buckets, RateLimit, Slots
from houseway.web.settings import KIB, Settings

KEEP_ALIVE = 5
PING_SECONDS = 20.0
MOST_PIPELINED = 4
MOST_FRAGMENTS = 64
"""Maximum frames of one message. Frames may be empty, so a limit on their size is not enough."""
POLICY_VIOLATION = 1008
MOST_DISCARDED = 64 * KIB
"""Bytes that are read from a client whose refusal is held back. Further bytes stay in the system's buffers."""
REFUSED = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Door:
    """The count of connections by address, and the time limits of each."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._proxies = Proxies(settings.trusted_proxies)
        self._sockets = Slots("connections", settings.most_sockets, settings.all_sockets)
        self._through_proxies = Slots("connections", settings.all_sockets, settings.all_sockets)
        self._begun = RateLimit("connections", settings.new_connections, None)
        self._visits: dict[str, dict[Visit, None]] = {}
        self.held_back = 0
        """Refusals that wait to be sent."""

    def enter(self, transport: asyncio.Transport, *, is_new: bool = True) -> "Visit | None":
        """Admit a connection, or return None if there are too many, or one address begins too many.

        All clients of a proxy have its address, so they are not counted by it. If all connections are taken, the
        address with the most loses its oldest to an address with fewer. So a crowd cannot keep a newcomer out.
        """
        peer = get_remote_addr(transport)
        address = peer[0] if peer else UNKNOWN
        source, is_proxy = source_of(address), address in self._proxies
        visit = Visit(self, self._through_proxies if is_proxy else self._sockets, source, transport)
        try:
            if is_new and not is_proxy:
                self._begun.take(source)
            visit.begin()
        except TooFast:
            return None
        except Busy:
            if is_proxy or not self._make_room_for(source):
                return None
            with suppress(Busy, TooFast):
                visit.begin()
        if visit.is_over:
            return None
        self._visits.setdefault(source.near, {})[visit] = None
        return visit

    def _make_room_for(self, source: Source) -> bool:
        own = len(self._visits.get(source.near, ()))
        most = max(self._visits.values(), key=len, default={})
        if len(most) <= own + 1:
            return False
        next(iter(most)).drop()
        return True

    def forget(self, visit: "Visit") -> None:
        """Stop counting a connection."""
        visits = self._visits.get(visit.source.near, {})
        visits.pop(visit, None)
        if not visits:
            self._visits.pop(visit.source.near, None)

    @property
    def connections(self) -> int:
        """Return the number of connections."""
        return self._sockets.total + self._through_proxies.total


class Visit:
    """One connection, from its admission to its end."""

    def __init__(self, door: Door, slots: Slots, source: Source, transport: asyncio.Transport) -> None:
        self.source = source
        self.is_over = True
        self._door, self._slots, self._transport = door, slots, transport

    def begin(self) -> None:
        """Take a slot. Raise Busy or TooFast if there is none."""
        self._slots.enter(self.source)
        self.is_over = False

    def end(self) -> None:
        """Give the slot back. Further calls do nothing."""
        if not self.is_over:
            self.is_over = True
            self._slots.leave(self.source)
            self._door.forget(self)

    def drop(self) -> None:
        """Close the connection to make room for another one."""
        self.end()
        self._transport.abort()


class Stopwatch:
    """A time limit on one step of a connection."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def start(self, seconds: float, late: Any) -> None:
        """Call `late` after `seconds`. A running stopwatch continues."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(seconds, late)

    def stop(self) -> None:
        """Stop the stopwatch, because the step was in time."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None


class GuardedHttp(HttpToolsProtocol):
    """An HTTP protocol with limits: requests arrive whole in time, heads are small, and answers are read."""

    door: Door

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._visit: Visit | None = None
        self._arrival, self._reading = Stopwatch(), Stopwatch()
        self._head_size = 0
        self._in_head = True
        self._is_refused, self._discarded = False, 0
        self._pause: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, and refuse it at once if it exceeds the limit."""
        self._visit = self.door.enter(transport)
        super().connection_made(transport)
        if self._visit is None:
            self._refuse(REFUSED)
        else:
            self._arrival.start(self.door.settings.request_time, self._too_slow)

    def connection_lost(self, exc: Exception | None) -> None:
        """Release all resources."""
        self._end()
        super().connection_lost(exc)

    def _end(self) -> None:
        for watch in (self._arrival, self._reading):
            watch.stop()
        self._end_pause()
        if self._visit is not None:
            self._visit.end()

    def data_received(self, data: bytes) -> None:
        """Take more of a request. A head may not exceed its limit."""
        if self.transport.is_closing() or self._visit is None:
            return
        if self._is_refused:
            self._discard(data)
            return
        self._arrival.start(self.door.settings.request_time, self._too_slow)
        self._head_size += len(data)
        super().data_received(data)
        if not self._in_head:
            self._head_size = 0
        elif self._head_size > self.door.settings.largest_head:
            self._refuse(TOO_LARGE)

    def on_message_begin(self) -> None:
        """Note the start of a request."""
        self._in_head = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Note a complete head. A client that sends many requests without waiting for answers is disconnected."""
        self._in_head = False
        super().on_headers_complete()
        if len(self.pipeline) > MOST_PIPELINED:
            self.transport.abort()

    def on_body(self, body: bytes) -> None:
        """Take more of a body. The application is woken for many bytes at once, so a slow trickle costs it nothing."""
        cycle = self.cycle
        if cycle is None or cycle.response_complete:
            return
        cycle.body += body
        if len(cycle.body) >= SMALL_BODY:
            super().on_body(b"")

    def on_message_complete(self) -> None:
        """Note a complete request."""
        self._in_head = True
        self._head_size = 0
        self._arrival.stop()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Note a complete answer. If the connection closes, unread data does not keep it open."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._linger()

    def timeout_keep_alive_handler(self) -> None:
        """Close the connection, because no further request came."""
        super().timeout_keep_alive_handler()
        self._linger()

    def pause_writing(self) -> None:
        """Start the time limit, because the client reads more slowly than data is sent."""
        super().pause_writing()
        self._reading.start(self.door.settings.write_time, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop the time limit, because the client reads again."""
        self._reading.stop()
        super().resume_writing()

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        """Begin a request, unless its rate is too high. Such a refusal is sent here, without a task."""
        if self._is_refused:
            return
        answer = self._early_refusal(cycle.scope)
        if answer is None:
            super()._start_asgi_task(cycle, app)
            return
        cycle.response_complete = True
        self._hold_back(answer)

    def handle_websocket_upgrade(self) -> None:
        """Hand over to the WebSocket protocol, which does its own counting.

        A handshake above the limit is refused here.
        """
        if self._is_refused:
            return
        path = unquote(self.url.partition(b"?")[0].decode("latin-1"))
        scope: dict[str, Any] = {**self.scope, "type": "websocket", "path": path}
        answer = self._early_refusal(scope)
        if answer is not None:
            self._hold_back(answer)
            return
        self._end()
        super().handle_websocket_upgrade()
        begun = getattr(self.transport.get_protocol(), "scope", None)
        if begun is not None and COUNTED in scope:
            begun[COUNTED] = scope[COUNTED]

    def _early_refusal(self, scope: Any) -> bytes | None:
        early = getattr(getattr(self.app, "state", None), "early", None)
        return None if early is None else early.answer_to(scope)

    def _hold_back(self, answer: bytes) -> None:
        """Send a refusal a little later. Until then the connection costs only a timer."""
        self._is_refused = True
        self.pipeline.clear()
        self._arrival.stop()
        settings = self.door.settings
        if self.door.held_back >= settings.most_held_back:
            self._refuse(answer)
            return
        self.door.held_back += 1
        seconds = settings.refusal_pause * random.uniform(*SPREAD)
        self._pause = self.loop.call_later(seconds, partial(self._refuse_now, answer))

    def _refuse_now(self, answer: bytes) -> None:
        self._end_pause()
        self._refuse(answer)

    def _end_pause(self) -> None:
        if self._pause is not None:
            self._pause.cancel()
            self._pause = None
            self.door.held_back -= 1

    def _discard(self, data: bytes) -> None:
        self._discarded += len(data)
        if self._discarded > MOST_DISCARDED:
            self.transport.pause_reading()

    def _too_slow(self) -> None:
        answering = self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete
        self._refuse(b"" if answering else TOO_SLOW)

    def _refuse(self, answer: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(answer)
            self.transport.close()
            self._linger()

    def _linger(self) -> None:
        self._reading.start(self.door.settings.write_time, self.transport.abort)


class GuardedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket protocol with limits: messages arrive whole in time, in few frames, and the client reads its data."""

    door: Door

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._visit: Visit | None = None
        self._arrival, self._reading = Stopwatch(), Stopwatch()
        self._control = Buckets(self.door.settings.messages)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection."""
        super().connection_made(transport)
        self._visit = self.door.enter(self.transport, is_new=False)
        if self._visit is None:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Release all resources."""
        for watch in (self._arrival, self._reading):
            watch.stop()
        if self._visit is not None:
            self._visit.end()
        super().connection_lost(exc)

    async def send(self, message: Any) -> None:
        """Send a message. A refused handshake ends the connection too, because uvicorn would log an error for each."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True

    def data_received(self, data: bytes) -> None:
        """Take more of a message."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.frames or self.conn.reader.buffer:
            self._arrival.start(self.door.settings.request_time, self.transport.abort)
        else:
            self._arrival.stop()

    def handle_cont(self, event: Frame) -> None:
        """Take one more frame of a message."""
        if len(self.frames) >= MOST_FRAGMENTS:
            self.transport.abort()
            return
        super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping, unless there are too many."""
        if self._control.wait("control"):
            self.transport.abort()
            return
        super().handle_ping()

    def pause_writing(self) -> None:
        """Start the time limit, because the client reads more slowly than data is sent."""
        super().pause_writing()
        self._reading.start(self.door.settings.write_time, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop the time limit, because the client reads again."""
        self._reading.stop()
        super().resume_writing()


def wire_options(settings: Settings) -> dict[str, Any]:
    """Return the options of uvicorn that apply these limits."""
    door = Door(settings)
    return {
        "http": type("Http", (GuardedHttp,), {"door": door}),
        "ws": type("WebSocket", (GuardedWebSocket,), {"door": door}),
        "ws_max_size": settings.largest_message,
        "ws_per_message_deflate": False,
        "ws_ping_interval": PING_SECONDS,
        "ws_ping_timeout": PING_SECONDS,
        "timeout_keep_alive": KEEP_ALIVE,
        "proxy_headers": False,
        "server_header": False,
        "access_log": False,
    }
