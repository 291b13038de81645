"""The objects behind a request: the running server, and the visitor with session and CSRF token."""

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from inspect import iscoroutinefunction, signature
from pathlib import Path
from typing import Annotated, Any, TypeVar, cast

from fastapi import Depends, Request, Response, WebSocket
from fastapi.routing import APIRoute
from starlette.requests import HTTPConnection

from houseway.games.catalogue import games
from houseway.room import Room
from houseway.room.accounts import User
from houseway.room.checkpoints import Notary
from houseway.web.addresses import Source, is_secure, source_in
from houseway.web.admission import AdmissionLimits
from houseway.web.advisor import Advisor
from houseway.web.archive import ArchiveDesk
from houseway.web.bots import players_who_ask
from houseway.web.errors import Forbidden, NotSignedIn, StaleSession
from houseway.web.forwarding import new_name
from houseway.web.hub import Hub, Phrasebook
from houseway.web.jobs import JobBoard, RoomTurn
from houseway.web.lobby import Lobby
from houseway.web.metrics import Measures
from houseway.web.preparation import Preparations, in_a_process
from houseway.web.rate_limits import RateLimit, Slots
from houseway.web.settings import Settings
from houseway.web.sign_ins import SignIns
from houseway.web.table_quotas import Openers
from houseway.web.thread_pools import Pools, kind_of
from houseway.web.trainer import Drills, Trainer
from houseway.web.worker import Worker

Result = TypeVar("Result")


@dataclass(frozen=True)
class Server:
    """The room, and the web's additions to it."""

    room: Room
    settings: Settings
    hub: Hub
    lobby: Lobby
    measures: Measures
    jobs: JobBoard
    advisor: Advisor
    solver: Advisor
    """Solves rivers between players, in a separate process, so that no advice waits for one."""
    preparations: Preparations
    preparer: Worker
    """The process in which games are prepared. No request waits for it."""
    drills: Drills
    trainer: Trainer
    pools: Pools
    admission: AdmissionLimits
    messages: RateLimit
    spectators: RateLimit
    openers: Openers
    questions: Slots
    table_questions: Slots
    """Questions of people at tables, separate from all others."""
    solves: Slots
    """Rivers that wait to be solved. They take no slot of the questions for advice."""
    archive: ArchiveDesk
    notary: Notary
    sign_ins: SignIns
    tables: RateLimit
    calculations: RateLimit
    phrases: Phrasebook

    @classmethod
    def around(cls, room: Room, settings: Settings) -> "Server":
        """Return a server for a room. No process or task is started yet."""
        preparer = Worker()
        preparations = Preparations({each.slug: each.title for each in games()}, in_a_process(preparer))
        advisor = Advisor(Worker(), preparations)
        room.players = players_who_ask(advisor.ask)
        archive = ArchiveDesk(room.database, settings)
        trainer, measures = Trainer(room, advisor, archive, preparations), Measures()
        hub, sign_ins = Hub(room, settings, measures), SignIns(room, settings)
        tables = RateLimit("tables", settings.tables, settings.all_tables)
        sign_ins.share(hub.limits)
        hub.limits.share("tables", tables)
        phrases = Phrasebook(settings.phrases)
        phrases.share(hub.limits)
        return cls(
            room=room,
            settings=settings,
            hub=hub,
            lobby=Lobby(room, settings.lobby_age),
            measures=measures,
            jobs=JobBoard(
                Worker(settings.laboratory_memory), settings, lambda: new_name(room), RoomTurn(_turn_file(room.folder))
            ),
            advisor=advisor,
            solver=Advisor(Worker(settings.laboratory_memory), preparations),
            preparations=preparations,
            preparer=preparer,
            drills=Drills(trainer.book, lambda: new_name(room)),
            trainer=trainer,
            pools=Pools(),
            admission=AdmissionLimits(settings),
            messages=RateLimit("messages", settings.address_messages, settings.all_messages),
            spectators=RateLimit("spectators", settings.spectators, settings.all_spectators),
            openers=Openers(settings),
            questions=Slots("questions for advice", settings.most_questions, settings.all_questions),
            table_questions=Slots("questions for advice", settings.most_questions, 2 * settings.all_questions),
            solves=Slots("rivers to solve", settings.most_solves, settings.all_solves),
            archive=archive,
            notary=Notary(room.database),
            sign_ins=sign_ins,
            tables=tables,
            calculations=RateLimit("calculations", settings.calculations, settings.all_calculations),
            phrases=phrases,
        )


def _turn_file(folder: Path | None) -> Path | None:
    return None if folder is None else folder / "laboratory.turn"


class PooledRoute(APIRoute):
    """A route whose function, if it blocks, runs in the pool for the request's kind, not in a shared one."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        super().__init__(path, endpoint if iscoroutinefunction(endpoint) else _pooled(endpoint), **options)


def _pooled(endpoint: Callable[..., Any]) -> Callable[..., Any]:
    async def run(**given: Any) -> Any:
        return await in_pool(given["request"], partial(endpoint, **given))

    run.__name__, run.__doc__, run.__module__ = endpoint.__name__, endpoint.__doc__, endpoint.__module__
    run.__signature__ = signature(endpoint)  # type: ignore[attr-defined]  # FastAPI reads the arguments from it
    return run


async def in_pool(connection: HTTPConnection, work: Callable[..., Result], *given: Any) -> Result:
    """Call a blocking function in a thread of the pool for this kind of request."""
    return await server_of(connection).pools[kind_of(connection.scope)].run(work, *given)


def server_of(connection: HTTPConnection) -> Server:
    """Return the server that a request or a WebSocket came to."""
    return cast(Server, connection.app.state.server)


COOKIE, SECURE_COOKIE = "houseway_session", "__Host-houseway_session"
"""The second name is for TLS. Browsers accept it only from this host over TLS, so that no other host can plant it."""
CSRF_HEADER = "X-CSRF-Token"
COOKIE_SECONDS = 30 * 24 * 3600
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
OPERATOR = "operator"
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


def new_token() -> str:
    """Return a new session secret: 32 random bytes."""
    return secrets.token_urlsafe(32)


@dataclass(frozen=True, slots=True)
class Visitor:
    """One browser or program. `token` is its secret. Without a user it is an anonymous visitor."""

    token: str
    user: User | None
    source: Source

    @property
    def csrf(self) -> str:
        """Return the CSRF token, a digest of the secret that only a page of this server can know.

        Scripts cannot read the secret.
        """
        return hashlib.sha256(b"houseway/csrf/1:" + self.token.encode()).hexdigest()

    @property
    def key(self) -> str:
        """Return the owner key of jobs and drills. No limit uses it, because clients can make up any number of keys."""
        if self.user is not None:
            return f"user:{self.user.id}"
        return hashlib.sha256(b"houseway/visitor/1:" + self.token.encode()).hexdigest()

    def signed_in(self) -> User:
        """Return the user, or raise an error if there is none."""
        if self.user is None:
            raise NotSignedIn("Sign in or play as a guest first.")
        return self.user

    def operator(self) -> User:
        """Return the user, or refuse one who is not an operator."""
        user = self.signed_in()
        if user.role != OPERATOR:
            raise Forbidden("Only an operator can do this.")
        return user


async def identify(connection: HTTPConnection) -> Visitor:
    """Return the visitor behind a request or a WebSocket."""
    server, source = server_of(connection), source_in(connection.scope)
    token = connection.cookies.get(cookie_name(connection), "")
    if not _TOKEN.fullmatch(token):
        return Visitor("", None, source)
    user = await in_pool(connection, server.room.session_user, token)
    return Visitor(token, user, source)


async def visitor_of(request: Request) -> Visitor:
    """Return the visitor of a request from a page of this server."""
    server = server_of(request)
    visitor = await identify(request)
    if request.method not in SAFE_METHODS:
        check_origin(request, server)
        given = request.headers.get(CSRF_HEADER, "")
        if not visitor.token or not hmac.compare_digest(given.encode(), visitor.csrf.encode()):
            raise StaleSession(f"The header {CSRF_HEADER} must have the value `csrf` from GET /api/me.")
    return visitor


def check_origin(connection: HTTPConnection | WebSocket, server: Server) -> None:
    """Refuse requests from another server's page.

    Programs send no Origin, and only the cookies that they intend to send.
    """
    origin = connection.headers.get("origin")
    if origin is None or origin in server.settings.allowed_origins:
        return
    host = connection.headers.get("host", "")
    if origin not in (f"http://{host}", f"https://{host}"):
        raise Forbidden(f"Pages from {origin[:80]!r} may not use this server.")


def cookie_name(connection: HTTPConnection) -> str:
    """Return the name of the cookie. Without TLS, as on the loopback, it is a plain one."""
    return SECURE_COOKIE if is_secure(connection.scope) else COOKIE


def set_cookie(request: Request, response: Response, token: str) -> None:
    """Give the browser its secret. Scripts cannot read it, and pages of other sites cannot send it."""
    response.set_cookie(
        cookie_name(request),
        token,
        max_age=COOKIE_SECONDS,
        path="/",
        secure=is_secure(request.scope),
        httponly=True,
        samesite="strict",
    )


AVisitor = Annotated[Visitor, Depends(visitor_of)]
