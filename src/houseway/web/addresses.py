"""Addresses of requests: the network that a request is counted for, and the proxies whose headers are trusted."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from houseway.errors import BadSetting

UNKNOWN = "unknown"
NEAR_BITS, WIDE_BITS = 64, 48
"""Prefix lengths of an IPv6 address: the network of one household, and of one customer of a provider."""
_SECURE = {"http": "https", "ws": "wss"}


@dataclass(frozen=True, slots=True)
class Source:
    """An address counted as one visitor, `near`, and the larger network around it, if there is one."""

    near: str
    wide: str | None = None


@lru_cache(maxsize=4096)
def source_of(address: str) -> Source:
    """Return the source of an address.

    >>> source_of("192.0.2.7")
    Source(near='192.0.2.7', wide=None)
    >>> source_of("2001:db8:1:2:aaaa::1")
    Source(near='2001:db8:1:2::/64', wide='2001:db8:1::/48')
    >>> source_of("::ffff:192.0.2.7")
    Source(near='192.0.2.7', wide=None)
    """
    found = _parse(address)
    if not isinstance(found, IPv6Address):
        return Source(str(found or address[:64]))
    near, wide = (str(IPv6Network((int(found), bits), strict=False)) for bits in (NEAR_BITS, WIDE_BITS))
    return Source(near, wide)


def source_in(scope: Scope) -> Source:
    """Return the source of a request or a WebSocket."""
    client = scope.get("client")
    return source_of(client[0] if client else UNKNOWN)


def is_secure(scope: Scope) -> bool:
    """Return whether a request came over TLS, to this server or to a proxy that it trusts."""
    return scope["scheme"] in ("https", "wss")


def _parse(text: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(text.strip().partition("%")[0])
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found


class Proxies:
    """The trusted proxies."""

    def __init__(self, given: Iterable[str]) -> None:
        self._networks: list[IPv4Network | IPv6Network] = []
        for text in given:
            try:
                self._networks.append(ip_network(text.strip(), strict=False))
            except ValueError:
                raise BadSetting(
                    f"--trusted-proxy takes an address or a network, such as 10.0.0.0/8; got {text!r}."
                ) from None

    def __contains__(self, address: str) -> bool:
        if not self._networks:
            return False
        found = _parse(address)
        return found is not None and any(found in network for network in self._networks)

    def client(self, peer: str, forwarded: Iterable[str]) -> str:
        """Return the client that a peer forwards for: the right-most address that is not a trusted proxy.

        The addresses to the left of it may be forged.

        >>> Proxies(["10.0.0.0/8"]).client("10.0.0.1", ["6.6.6.6, 192.0.2.7", "10.0.0.2"])
        '192.0.2.7'
        """
        nearest = peer
        for text in reversed([part.strip() for line in forwarded for part in line.split(",")]):
            if nearest not in self:
                break
            found = _parse(_without_port(text))
            if found is None:
                break
            nearest = str(found)
        return nearest


def _without_port(text: str) -> str:
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text


def sender_of(scope: Scope, proxies: Proxies) -> tuple[str | None, str]:
    """Return the address that sent a request and the scheme it used, as a trusted proxy reports them."""
    client, scheme = scope.get("client"), str(scope["scheme"])
    if not client or client[0] not in proxies:
        return client[0] if client else None, scheme
    headers = Headers(scope=scope)
    if "https" in list(_protocols(headers))[-1:]:
        scheme = _SECURE.get(scheme, scheme)
    return proxies.client(client[0], headers.getlist("x-forwarded-for")), scheme


class BehindProxies:
    """Middleware that replaces a trusted proxy's address and scheme with the client's.

    Headers from other peers are ignored.
    """

    def __init__(self, app: ASGIApp, proxies: Proxies) -> None:
        self.app = app
        self.proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on as the proxy received it."""
        client = scope.get("client")
        if scope["type"] in ("http", "websocket") and client and client[0] in self.proxies:
            address, scope["scheme"] = sender_of(scope, self.proxies)
            scope["client"] = (address, 0)
        await self.app(scope, receive, send)


def _protocols(headers: Headers) -> Iterator[str]:
    for line in headers.getlist("x-forwarded-proto"):
        yield from (part.strip().lower() for part in line.split(","))
