"""Requests about things that only one process of a room has: a laboratory job, an open drill, a waiting spot.

Their names end with the mark of the process that made them. Any other process forwards the request to that one, which
handles it as if it had come there. So the cookie is checked by the process that has the job. When a process ends, its
jobs and drills are gone and their names are unknown, as after every restart.
"""

import asyncio
import re
import secrets
from base64 import b64decode, b64encode
from typing import Any
from urllib.parse import quote

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from houseway.errors import HousewayError
from houseway.room import Room
from houseway.room.channel import Plain
from houseway.room.peers import Peers
from houseway.web.errors import headers_of, plain_error, status_of
from houseway.web.hub import Hub
from houseway.web.responses import Json
from houseway.web.thread_pools import Pool

THREADS = 4
OWN_PART = 8
"""Random bytes of a name. The mark follows them."""
LONGEST = 30.0
"""Maximum seconds of an errand."""
_NAMED = re.compile(r"/api/(?:[^/]+/)*[0-9a-f]{16}([0-9a-f]{8})(?:/.*)?", re.DOTALL)
"""A request whose path names something of one process. No list of routes is needed."""
_CARRIED = ("type", "http_version", "method", "path", "scheme", "client", "server")


def new_name(room: Room) -> str:
    """Return a random name with the mark of this process, so that every process knows which one to ask."""
    return secrets.token_hex(OWN_PART) + room.mark


class Errands:
    """Middleware that forwards requests to the process that has their subject, and handles those of others."""

    def __init__(self, app: ASGIApp, room: Room, peers: Peers, hub: Hub, owner: Any) -> None:
        self.app = app
        self._room, self._peers, self._hub, self._owner = room, peers, hub, owner
        self._threads = Pool("errands", THREADS)
        peers.handle("errand", self._for_another)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request here, or forward it."""
        named = _NAMED.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if named is None or named[1] == self._room.mark:
            await self.app(scope, receive, send)
            return
        request = await _packed(scope, receive)
        try:
            done = await self._threads.run(self._peers.send, named[1], request)
        except HousewayError as error:
            await Json(plain_error(error), status_of(error), dict(headers_of(error)))(scope, receive, send)
            return
        if done is None:  # no process has it, so the normal refusal follows
            await self.app(scope, _given(b64decode(request["body"])), send)
            return
        headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in done["headers"]]
        await send({"type": "http.response.start", "status": done["status"], "headers": headers})
        await send({"type": "http.response.body", "body": b64decode(done["body"])})

    def _for_another(self, request: Plain) -> Plain:
        """Handle a request of another process, in the thread that answers that process."""
        if self._hub.loop is None:
            raise HousewayError("This process is still starting.")
        return asyncio.run_coroutine_threadsafe(self._carried_out(request), self._hub.loop).result(LONGEST)

    async def _carried_out(self, request: Plain) -> Plain:
        scope = {**request["scope"], "app": self._owner, "asgi": {"version": "3.0"}, "root_path": ""}
        scope["headers"] = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in scope["headers"]]
        scope["query_string"] = scope["query_string"].encode("latin-1")
        scope["raw_path"] = quote(scope["path"]).encode("ascii")
        answer: Plain = {"status": 500, "headers": []}
        body = bytearray()

        async def keep(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer["status"] = message["status"]
                answer["headers"] = [
                    [name.decode("latin-1"), value.decode("latin-1")] for name, value in message.get("headers", [])
                ]
            elif message["type"] == "http.response.body":
                body.extend(message.get("body", b""))

        await self.app(scope, _given(b64decode(request["body"])), keep)
        return {**answer, "body": b64encode(body).decode("ascii")}


async def _packed(scope: Scope, receive: Receive) -> Plain:
    """Return a request in the form sent to another process. Its body is already known to be small enough."""
    body = bytearray()
    while True:
        message = await receive()
        body.extend(message.get("body", b""))
        if not message.get("more_body", False):
            break
    carried = {name: scope[name] for name in _CARRIED if name in scope}
    headers = [[name.decode("latin-1"), value.decode("latin-1")] for name, value in scope["headers"]]
    query = scope.get("query_string", b"").decode("latin-1")
    return {
        "scope": {**carried, "headers": headers, "query_string": query},
        "body": b64encode(body).decode("ascii"),
    }


def _given(body: bytes) -> Receive:
    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive
