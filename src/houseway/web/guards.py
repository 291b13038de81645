"""What every request passes through: limits on its body, and headers that keep the pages to themselves."""

import json

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from houseway.web.addresses import is_secure
from houseway.web.errors import TooLarge, plain_error

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
"""Once a browser has been here over TLS, it comes by nothing else."""


class SecurityHeaders:
    """Adds the security headers to every answer, and keeps answers of the API out of caches."""

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
                headers.update(SECURITY_HEADERS)
                if is_secure(scope):
                    headers["Strict-Transport-Security"] = STRICT_TRANSPORT
                headers.setdefault("Cache-Control", "no-store" if is_api else "no-cache")
            await send(message)

        await self.app(scope, receive, send_with_headers)


class BodyLimit:
    """Reads the whole body before the application does, and refuses one that is too large.

    Bodies here are small, so nothing is gained by streaming them; and what is never passed on can do no harm.
    """

    def __init__(self, app: ASGIApp, largest: int) -> None:
        self.app = app
        self.largest = largest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on whose body is small enough."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        body = b"" if self._is_announced_too_large(scope) else await self._read(receive)
        if body is None or self._is_announced_too_large(scope):
            await self._refuse(send)
            return
        given: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive_read() -> Message:
            return given.pop() if given else await receive()

        await self.app(scope, receive_read, send)

    def _is_announced_too_large(self, scope: Scope) -> bool:
        announced = Headers(scope=scope).get("content-length", "0")
        return not announced.isdecimal() or len(announced) > 12 or int(announced) > self.largest

    async def _read(self, receive: Receive) -> bytes | None:
        parts: list[bytes] = []
        size = 0
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return b"".join(parts)
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if size > self.largest:
                return None
            if not message.get("more_body", False):
                return b"".join(parts)

    async def _refuse(self, send: Send) -> None:
        error = TooLarge(f"the body is larger than {self.largest // 1024} KiB")
        body = json.dumps(plain_error(error)).encode()
        headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
        await send({"type": "http.response.start", "status": error.status, "headers": headers})
        await send({"type": "http.response.body", "body": body})
