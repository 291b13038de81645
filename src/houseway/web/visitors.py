"""Who sends a request: the session behind the cookie, the CSRF token that belongs to it, and the address."""

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request, Response, WebSocket
from starlette.requests import HTTPConnection

from houseway.room.accounts import User
from houseway.web.addresses import Source, is_secure, source_in
from houseway.web.errors import Forbidden, NotSignedIn, StaleSession
from houseway.web.server import Server, in_pool, server_of

COOKIE, SECURE_COOKIE = "houseway_session", "__Host-houseway_session"
"""Under TLS the second one: browsers take it from this very host only, over TLS, so that no other can plant it."""
CSRF_HEADER = "X-CSRF-Token"
COOKIE_SECONDS = 30 * 24 * 3600
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
OPERATOR = "operator"
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


def new_token() -> str:
    """A secret for a visitor who has none: 32 random bytes."""
    return secrets.token_urlsafe(32)


@dataclass(frozen=True, slots=True)
class Visitor:
    """One browser or program. `token` is its secret; without a user it is somebody who only looks around."""

    token: str
    user: User | None
    source: Source

    @property
    def csrf(self) -> str:
        """What only a page of this server can know: a digest of the secret, which scripts cannot read themselves."""
        return hashlib.sha256(b"houseway/csrf/1:" + self.token.encode()).hexdigest()

    @property
    def key(self) -> str:
        """Whose jobs and drills they are. No limit goes by it: anyone can make up as many as they like."""
        if self.user is not None:
            return f"user:{self.user.id}"
        return hashlib.sha256(b"houseway/visitor/1:" + self.token.encode()).hexdigest()

    def signed_in(self) -> User:
        """The user, or an error where there is none."""
        if self.user is None:
            raise NotSignedIn("Sign in or play as a guest first.")
        return self.user

    def operator(self) -> User:
        """The user, who must be an operator."""
        user = self.signed_in()
        if user.role != OPERATOR:
            raise Forbidden("Only an operator can do this.")
        return user


async def identify(connection: HTTPConnection) -> Visitor:
    """The visitor behind a request or a WebSocket."""
    server, source = server_of(connection), source_in(connection.scope)
    token = connection.cookies.get(cookie_name(connection), "")
    if not _TOKEN.fullmatch(token):
        return Visitor("", None, source)
    user = await in_pool(connection, server.room.session_user, token)
    return Visitor(token, user, source)


async def visitor_of(request: Request) -> Visitor:
    """The visitor of a request that comes from a page of ours."""
    server = server_of(request)
    visitor = await identify(request)
    if request.method not in SAFE_METHODS:
        check_origin(request, server)
        given = request.headers.get(CSRF_HEADER, "")
        if not visitor.token or not hmac.compare_digest(given.encode(), visitor.csrf.encode()):
            raise StaleSession(f"The header {CSRF_HEADER} must have the value `csrf` from GET /api/me.")
    return visitor


def check_origin(connection: HTTPConnection | WebSocket, server: Server) -> None:
    """Refuse what another server's page sends. Programs send no Origin, and no cookie that they do not mean to."""
    origin = connection.headers.get("origin")
    if origin is None or origin in server.settings.allowed_origins:
        return
    host = connection.headers.get("host", "")
    if origin not in (f"http://{host}", f"https://{host}"):
        raise Forbidden(f"Pages from {origin[:80]!r} may not use this server.")


def cookie_name(connection: HTTPConnection) -> str:
    """The name of the cookie: a plain one where there is no TLS, as on the loopback."""
    return SECURE_COOKIE if is_secure(connection.scope) else COOKIE


def set_cookie(request: Request, response: Response, token: str) -> None:
    """Give the browser its secret: no script can read it, and no other site's page sends it."""
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
