"""A crowd of addresses attacks one server in four ways at once. On the loopback only.

    python benchmarks/attacks/crowd.py http://127.0.0.1:8000 --addresses 60 --seconds 20

Each address, 127.9.0.1 and on, sends bodies that never end, asks for WebSocket handshakes, reads the lobby's list and
has rivers solved, as fast as the answers come. Prints how often each was answered with which status, and the longest
wait. `benchmarks/load.py --attack crowd` plays 200 tables at the same time and measures what their players notice.
"""

import argparse
import asyncio
import json
import random
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from urllib.parse import urlsplit

MOST_ADDRESSES, MOST_SECONDS, MOST_REQUESTS = 250, 120.0, 200_000
HALF_SENT = 6
"""Bodies that one address keeps half-sent at a time."""
TRICKLE = 200
"""Bytes of a half-sent body per second."""
PATIENCE = 30.0
"""Seconds that a client waits for an answer."""
BODY = 200_000
SPOT = {"game": "five-card-holdout", "board": "Ks Qd 7h 6c", "holds": [3, 3], "target": 0.05}


class Seen:
    """What all clients were answered."""

    def __init__(self) -> None:
        self.counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.longest = 0.0
        self.requests = 0

    def note(self, name: str, status: str, seconds: float) -> None:
        """Count one answer."""
        self.counts[name][status] += 1
        self.longest = max(self.longest, seconds)
        self.requests += 1

    def to_dict(self) -> dict[str, object]:
        """Return the counts by status, in all and for each way to attack."""
        each = {name: dict(counts) for name, counts in sorted(self.counts.items())}
        return {
            "statuses": dict(sum(self.counts.values(), Counter())),
            "longest_seconds": round(self.longest, 1),
            "requests": each,
        }


class Attacker:
    """One address, with several clients of each kind."""

    def __init__(self, host: str, port: int, number: int, until: float, seen: Seen, tables: int) -> None:
        self._at, self._local = (host, port), (f"127.9.0.{1 + number}", 0)
        self._until, self._seen, self._tables = until, seen, tables
        self._generator = random.Random(number)

    async def run(self) -> None:
        """Attack in every way until the time is over."""
        bodies = [self._again(self._half_sent, "half-sent body") for _ in range(HALF_SENT)]
        await asyncio.gather(
            *bodies,
            self._again(self._handshake, "handshake"),
            self._again(self._lobby, "lobby"),
            self._again(self._solve, "solve"),
        )

    async def _again(self, attack: Callable[[], Awaitable[str]], name: str) -> None:
        while time.monotonic() < self._until and self._seen.requests < MOST_REQUESTS:
            began = time.perf_counter()
            try:
                async with asyncio.timeout(min(PATIENCE, max(0.1, self._until - time.monotonic()))):
                    status = await attack()
            except (OSError, TimeoutError, ValueError, asyncio.IncompleteReadError) as error:
                status = type(error).__name__
                await asyncio.sleep(0.05)
            self._seen.note(name, status, time.perf_counter() - began)

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(*self._at, local_addr=self._local)

    async def _half_sent(self) -> str:
        """Send a body, a little each second, until the server has enough of it."""
        reader, writer = await self._open()
        try:
            writer.write(_head("POST", "/api/session", {"Content-Type": "application/json"}, BODY))
            answer = asyncio.ensure_future(_status(reader))
            while not answer.done():
                writer.write(b" " * TRICKLE)
                await asyncio.wait([answer], timeout=1.0)
            return answer.result()
        finally:
            _drop(writer)

    async def _handshake(self) -> str:
        reader, writer = await self._open()
        try:
            wanted = {
                "Upgrade": "websocket",
                "Connection": "Upgrade",
                "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
                "Sec-WebSocket-Version": "13",
            }
            table = self._generator.randint(1, max(1, self._tables))
            writer.write(_head("GET", f"/api/tables/{table}/ws", wanted))
            return await _status(reader)
        finally:
            _drop(writer)

    async def _lobby(self) -> str:
        reader, writer = await self._open()
        try:
            writer.write(_head("GET", "/api/tables", {"Connection": "close"}))
            status = await _status(reader)
            while await reader.read(1 << 16):
                pass
            return status
        finally:
            _drop(writer)

    async def _solve(self) -> str:
        reader, writer = await self._open()
        try:
            writer.write(_head("GET", "/api/me", {}))
            status, headers, body = await _answer(reader)
            if status != "200":
                return status
            cookie = headers["set-cookie"].partition(";")[0]
            token = json.loads(body)["csrf"]
            asked = json.dumps({**SPOT, "pot": self._generator.randint(5, 500)}).encode()
            wanted = {"Content-Type": "application/json", "Cookie": cookie, "X-CSRF-Token": token}
            writer.write(_head("POST", "/api/solve", wanted, len(asked)) + asked)
            return (await _answer(reader))[0]
        finally:
            _drop(writer)


def _head(method: str, path: str, headers: dict[str, str], length: int | None = None) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *(f"{name}: {value}" for name, value in headers.items())]
    lines += [] if length is None else [f"Content-Length: {length}"]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("ascii")


async def _status(reader: asyncio.StreamReader) -> str:
    line = (await reader.readline()).split()
    return line[1].decode() if len(line) > 1 else "closed"


async def _answer(reader: asyncio.StreamReader) -> tuple[str, dict[str, str], bytes]:
    status, headers = await _status(reader), {}
    while line := (await reader.readline()).decode("latin-1").strip():
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    return status, headers, await reader.readexactly(int(headers.get("content-length", "0")))


def _drop(writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        writer.transport.abort()


async def rush(address: str, addresses: int, seconds: float, tables: int = 1) -> dict[str, object]:
    """Let all addresses attack at once, and count what they were answered."""
    target, seen = urlsplit(address), Seen()
    host, port = target.hostname or "", target.port or 80
    if not host.startswith("127."):
        raise ValueError("only a server on the loopback, 127.0.0.1, is attacked")
    until = time.monotonic() + min(seconds, MOST_SECONDS)
    crowd = [Attacker(host, port, number, until, seen, tables) for number in range(min(addresses, MOST_ADDRESSES))]
    await asyncio.gather(*(attacker.run() for attacker in crowd))
    return seen.to_dict()


def main() -> None:
    """Attack, and print the counts as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address")
    parser.add_argument("--addresses", type=int, default=60)
    parser.add_argument("--tables", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=20)
    chosen = parser.parse_args()
    if not (urlsplit(chosen.address).hostname or "").startswith("127."):
        parser.error("only a server on the loopback, 127.0.0.1, is attacked")
    print(json.dumps(asyncio.run(rush(chosen.address, chosen.addresses, chosen.seconds, chosen.tables))))


if __name__ == "__main__":
    main()
