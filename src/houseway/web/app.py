"""The web application: pages, HTTP API, its reference and WebSockets around one room."""

import gc
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import date
from functools import cache, partial
from html import escape
from pathlib import Path
from threading import Thread
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles

import houseway
from houseway.errors import HousewayError
from houseway.room import Room
from houseway.room.warmup import warm_up
from houseway.web.addresses import BehindProxies, Proxies
from houseway.web.admission import Admission, EarlyRefusals
from houseway.web.errors import headers_of, plain_error, status_of
from houseway.web.forwarding import Errands
from houseway.web.responses import Json, SecurityHeaders, write_json
from houseway.web.routes import ROUTERS
from houseway.web.routes.health import of_the_process
from houseway.web.schemas import ErrorOut
from houseway.web.server import Server
from houseway.web.settings import Settings

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title></head><body><main><h1>{title}</h1>
<p>{description}</p>
<p>For programs: <a href="/api/openapi.json">openapi.json</a>.</p>
{operations}</main></body></html>
"""


def reference_page(description: dict[str, Any]) -> str:
    """Return the page for an OpenAPI description."""
    info = description["info"]
    operations = [
        _operation(method, path, operation)
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
    ]
    return _PAGE.format(
        title=escape(f"{info['title']} {info['version']}"),
        description=escape(info.get("description", "")),
        operations="\n".join(operations),
    )


def _operation(method: str, path: str, operation: dict[str, Any]) -> str:
    parts = [f"<section><h2><code>{method.upper()} {escape(path)}</code></h2>"]
    parts.append(f"<p>{escape(operation.get('description') or operation.get('summary', ''))}</p>")
    rows = [
        f"<li><code>{escape(parameter['name'])}</code> in the {escape(parameter['in'])}</li>"
        for parameter in operation.get("parameters", [])
    ]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    if "$ref" in body:
        rows.append(f"<li>body: <code>{escape(body['$ref'].rpartition('/')[2])}</code></li>")
    if rows:
        parts.append(f"<ul>{''.join(rows)}</ul>")
    answers = ", ".join(escape(status) for status in operation["responses"])
    parts.append(f"<p>Answers: {answers}</p></section>")
    return "".join(parts)


MISSING = "missing.html"
"""The page for an unknown address."""
YOUNG, MIDDLE, OLD = 10_000, 20, 20
"""When garbage is collected: after this many new objects, and the older generations after this many collections of the
generation before. A full scan with 200 tables takes a fifth of a second, in which no request is served. With Python's
defaults that happens every few seconds under load. With these values, it happens every few minutes.
"""
log = logging.getLogger(__name__)
REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorOut, "description": description}
    for status, description in {
        400: "Bad input. The message says what was given and what was expected.",
        401: "Not signed in.",
        403: "Not allowed for this user, or a wrong CSRF token.",
        404: "Not found.",
        409: "Not possible right now.",
        413: "Too large.",
        422: "Malformed request. `detail` says where.",
        429: "Too many requests. `Retry-After` says when to try again.",
        503: "The room is busy. `Retry-After` says when to try again.",
    }.items()
}
DESCRIPTION = (
    "A card room of casino card games: play chips, exact advice, verifiable shuffles. Every game has its status: "
    "approved, listed, draft or not confirmed. Requests that change "
    "something need the session cookie and the header X-CSRF-Token, both of which GET /api/me gives."
)


def create_app(room: Room, settings: Settings | None = None) -> FastAPI:
    """Return the application for a room. The caller closes the room."""
    chosen = settings or Settings()
    server = Server.around(room, chosen)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        if chosen.warm:
            collect_rarely()
            server.preparations.start(afterwards=partial(_load, server))
            if not server.preparations.to_list():
                _rehearse()
        await server.hub.start()
        try:
            yield
        finally:
            await server.hub.stop()
            server.jobs.close()
            server.preparations.close()
            server.preparer.stop()
            server.advisor.close()
            server.solver.close()
            server.sign_ins.close()
            await server.archive.close()
            server.trainer.close()
            server.pools.close()

    app = FastAPI(
        title="houseway",
        version=houseway.__version__,
        description=DESCRIPTION,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )
    app.state.server = server
    app.state.early = EarlyRefusals(server.admission, server.spectators, Proxies(chosen.trusted_proxies))
    for router in ROUTERS:
        app.include_router(router, responses=REFUSALS)
    _add_pages(app, chosen.static)
    _add_refusals(app, chosen.static / MISSING)
    peers = getattr(room, "peers", None)
    if peers is not None:
        app.add_middleware(Errands, room=room, peers=peers, hub=server.hub, owner=app)
        peers.handle("measures", lambda _: {"metrics": [metric.to_plain() for metric in of_the_process(server)]})
    if chosen.allowed_hosts:
        app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(chosen.allowed_hosts), www_redirect=False)
    app.add_middleware(Admission, limits=server.admission, settings=chosen)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(BehindProxies, proxies=Proxies(chosen.trusted_proxies))
    return app


def collect_rarely() -> None:
    """Make the garbage collector of this process scan old objects every few minutes, not every few seconds."""
    gc.set_threshold(YOUNG, MIDDLE, OLD)


def _load(server: Server) -> None:
    """Load the prepared data once every game is prepared. On a fresh install pages are served long before that."""
    server.advisor.warm()
    if server.preparations.made_any:
        Thread(target=partial(_rehearse, is_open=True), name="rehearsal", daemon=True).start()


def _rehearse(*, is_open: bool = False) -> None:
    warm_up(date.today())
    _keep_what_is_loaded(is_open=is_open)


def _keep_what_is_loaded(*, is_open: bool) -> None:
    """Exclude modules and tables from garbage collection, because scanning them all holds up every table.

    If the room is already open, one last scan would hold it up too, so there is none.
    """
    if not is_open:
        gc.collect()
    gc.freeze()


def _add_pages(app: FastAPI, static: Path) -> None:
    """Add the reference of the API, and every page of the static folder: `table.html` at /table, `index.html` at /."""

    @cache
    def description() -> bytes:
        return write_json(app.openapi()).encode("ascii")

    @cache
    def reference_text() -> str:
        return reference_page(app.openapi())

    @app.get("/api/openapi.json", include_in_schema=False)
    async def openapi() -> Response:
        return Response(description(), media_type="application/json")

    @app.get("/api/docs", include_in_schema=False)
    async def reference() -> HTMLResponse:
        return HTMLResponse(reference_text())

    if not static.is_dir():
        return
    for page in sorted(static.glob("*.html")):
        path = "/" if page.stem == "index" else f"/{page.stem}"
        app.add_api_route(path, _page(page), include_in_schema=False, response_class=FileResponse)
    app.mount("/static", StaticFiles(directory=static), name="static")


def _page(file: Path) -> Callable[[], Awaitable[FileResponse]]:
    async def page() -> FileResponse:
        return FileResponse(file, media_type="text/html")

    return page


def _add_refusals(app: FastAPI, missing: Path) -> None:
    """Add error answers: JSON for programs, and a page for a browser that requests a missing page."""

    @app.exception_handler(HousewayError)
    async def refuse(request: Request, error: HousewayError) -> Response:
        return Json(plain_error(error), status_of(error), dict(headers_of(error)))

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> Response:
        details = [
            {"where": ".".join(str(part) for part in found["loc"])[:200], "message": str(found["msg"])[:200]}
            for found in error.errors()[:10]
        ]
        first = details[0] if details else {"where": "body", "message": "malformed"}
        message = f"{first['where']}: {first['message']}"
        return Json({"code": "malformed", "message": message, "detail": details}, 422)

    @app.exception_handler(HTTPException)
    async def http_error(request: Request, error: HTTPException) -> Response:
        asks_for_page = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")
        if error.status_code == 404 and asks_for_page and missing.is_file():
            return FileResponse(missing, 404, media_type="text/html")
        code = {404: "not_found", 405: "method_not_allowed"}.get(error.status_code, "bad_request")
        return Json({"code": code, "message": str(error.detail)}, error.status_code, dict(error.headers or {}))

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> Response:
        log.exception("%s %s failed", request.method, request.url.path)
        return Json(
            {
                "code": "failed",
                "message": "The server failed to do this. Tell the operator.",
            },
            500,
        )
