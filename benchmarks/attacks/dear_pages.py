"""Many anonymous clients ask for the dearest pages at once, each time with new cookies. On the loopback only.

    python benchmarks/attacks/dear_pages.py http://127.0.0.1:8000 --clients 60 --seconds 20 --addresses 60

verifies, exports and reads the history of tables, derives proofs, starts laboratory jobs, asks for advice and drills,
makes guests and tries passwords, as fast as the answers come. With `--addresses 60` every client has a loopback address
of its own, 127.9.0.1 and on. Prints how often each request was answered with which status, and how long it took.
"""

import argparse
import asyncio
import json
import random
import time
from collections import Counter, defaultdict
from urllib.parse import urlsplit

import httpx

READS = (
    "/api/verify/{table}",
    "/api/tables/{table}/export",
    "/api/tables/{table}/history?limit=200",
    "/api/tables/{table}/hands.json",
    "/api/rounds/{table}/1/proof",
    "/api/games",
    "/api/openapi.json",
)
WRITES = (
    ("/api/session", {"guest": True}),
    ("/api/session", {"name": "operator", "password": "a wild guess"}),
    ("/api/lab/jobs", {"game": "pick-2-poker", "paytable": {"base": "typed", "five-card-only": {"royal flush": 7}}}),
    ("/api/advise", {"game": "pick-2-poker", "cards": "As Kd 9h 5c 2s"}),
    ("/api/drill", {"game": "fast-action-holdem"}),
)


async def attack(address: str, number: int, n_addresses: int, tables: int, until: float, seen: "Seen") -> None:
    """One client, until the time is over."""
    generator = random.Random(number)
    local = f"127.9.0.{1 + number % n_addresses}"
    while time.monotonic() < until:
        transport = httpx.AsyncHTTPTransport(local_address=local)
        async with httpx.AsyncClient(base_url=address, transport=transport, timeout=60) as client:
            for _ in range(8):
                if time.monotonic() >= until:
                    return
                await one_request(client, generator, tables, seen)


async def one_request(client: httpx.AsyncClient, generator: random.Random, tables: int, seen: "Seen") -> None:
    """A dear request with no cookie, or with one that is new."""
    sent = time.perf_counter()
    try:
        if generator.random() < 0.75:
            name = generator.choice(READS)
            client.cookies.clear()
            answer = await client.get(name.format(table=generator.choice((1, 1, generator.randint(1, tables)))))
        else:
            name, body = generator.choice(WRITES)
            client.cookies.clear()
            csrf = (await client.get("/api/me")).json().get("csrf", "")
            answer = await client.post(name, json=body, headers={"X-CSRF-Token": csrf})
        seen.note(name, str(answer.status_code), time.perf_counter() - sent)
    except (httpx.HTTPError, ValueError) as error:
        seen.note("connection", type(error).__name__, time.perf_counter() - sent)
        await asyncio.sleep(0.05)


class Seen:
    """What all clients were answered."""

    def __init__(self) -> None:
        self.counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.longest = 0.0

    def note(self, name: str, status: str, seconds: float) -> None:
        """One answer."""
        self.counts[name][status] += 1
        self.longest = max(self.longest, seconds)

    def to_dict(self) -> dict[str, object]:
        """Counts by status, in all and for each request."""
        total = sum(self.counts.values(), Counter())
        each = {name: dict(counts) for name, counts in sorted(self.counts.items())}
        return {"statuses": dict(total), "longest_seconds": round(self.longest, 1), "requests": each}


async def rush(address: str, clients: int, n_addresses: int, tables: int, seconds: float) -> dict[str, object]:
    """All clients at once."""
    seen, until = Seen(), time.monotonic() + seconds
    await asyncio.gather(*(attack(address, number, n_addresses, tables, until, seen) for number in range(clients)))
    return seen.to_dict()


def main() -> None:
    """Attack, print the counts as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address")
    parser.add_argument("--clients", type=int, default=60)
    parser.add_argument("--addresses", type=int, default=1)
    parser.add_argument("--tables", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=20)
    chosen = parser.parse_args()
    if not (urlsplit(chosen.address).hostname or "").startswith("127."):
        parser.error("only a server on the loopback, 127.0.0.1, is attacked")
    found = rush(chosen.address, min(chosen.clients, 250), min(chosen.addresses, 250), chosen.tables, chosen.seconds)
    print(json.dumps(asyncio.run(found)))


if __name__ == "__main__":
    main()
