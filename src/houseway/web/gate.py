"""The first thing that a request meets: who asks too often, or when too much is under way, is turned away cheaply."""

import asyncio
from html import escape

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from houseway.web.addresses import Source, source_in
from houseway.web.errors import Busy, Refused, TooFast, headers_of, plain_error
from houseway.web.plain import Json
from houseway.web.rates import Meter, Slots
from houseway.web.settings import Settings

REFUSED = (TooFast.status, Busy.status)

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="{seconds}"><title>The room is busy</title></head>
<body><main><h1>The room is busy</h1><p>{words}.</p>
<p>This page tries again in {seconds} seconds. <a href="">Try now</a></p></main></body></html>
"""


class Gate:
    """Counts every request, of pages and files too, by its address and in total, before anything else looks at it.

    A refusal waits a little before it goes out, and takes no slot while it does: clients that ask again as soon as they
    are answered would else spend the server's time on refusals.
    """

    def __init__(self, app: ASGIApp, requests: Meter, under_way: Slots, settings: Settings) -> None:
        self.app = app
        self.requests, self.under_way = requests, under_way
        self._settings = settings
        self._held_back = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or say why not. A WebSocket is let in by its route, which can say why not better."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        source = source_in(scope)
        try:
            self.requests.take(source)
            self.under_way.enter(source)
        except (TooFast, Busy) as error:
            await self._hold_back()
            await turned_away(scope, error)(scope, receive, send)
            return
        await self._carry_out(source, scope, receive, send)

    async def _carry_out(self, source: Source, scope: Scope, receive: Receive, send: Send) -> None:
        """A request is under way until its answer begins: who reads slowly is no burden but to the connection."""
        is_under_way = True

        def end() -> None:
            nonlocal is_under_way
            if is_under_way:
                is_under_way = False
                self.under_way.leave(source)

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
            await asyncio.sleep(self._settings.refusal_pause)
        finally:
            self._held_back -= 1


def turned_away(scope: Scope, error: Refused) -> Response:
    """The refusal: a page that tries again for whoever wanted a page, else the usual JSON."""
    headers = {**headers_of(error), "Connection": "close"}
    wants_page = "text/html" in Headers(scope=scope).get("accept", "") and not scope["path"].startswith("/api/")
    if not wants_page:
        return Json(plain_error(error), error.status, headers)
    page = _PAGE.format(seconds=headers["Retry-After"], words=escape(str(error).capitalize()))
    return HTMLResponse(page, error.status, headers)
