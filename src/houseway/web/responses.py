"""Answers of the server: JSON in ASCII, so that no text sent by anyone can break one, and their security headers."""

import json
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from houseway.web.addresses import is_secure


def write_json(plain: Any) -> str:
    """Return JSON without blanks."""
    return json.dumps(plain, separators=(",", ":"), allow_nan=False)


class Json(Response):
    """An answer in JSON."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """Return the bytes of the answer."""
        return write_json(content).encode("ascii")


SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; font-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
}
STRICT_TRANSPORT = f"max-age={2 * 365 * 24 * 3600}; includeSubDomains"
"""After a visit over TLS, a browser uses only TLS."""


def security_headers(*, is_api: bool, secure: bool) -> dict[str, str]:
    """Return the headers for an answer. The answer may set another `Cache-Control`."""
    transport = {"Strict-Transport-Security": STRICT_TRANSPORT} if secure else {}
    return {**SECURITY_HEADERS, **transport, "Cache-Control": "no-store" if is_api else "no-cache"}


class SecurityHeaders:
    """Middleware that adds the security headers to every answer, and keeps answers of the API out of caches."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and add headers to its answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        is_api = scope["path"].startswith("/api/")

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                own = headers.get("Cache-Control")
                headers.update(security_headers(is_api=is_api, secure=is_secure(scope)))
                if own is not None:
                    headers["Cache-Control"] = own
            await send(message)

        await self.app(scope, receive, send_with_headers)
