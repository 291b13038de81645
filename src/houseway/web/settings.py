"""The limits of one server: sizes, rates, times and addresses. The defaults suit a room on the open internet.

Everything is counted by network address: an IPv4 address, or the /64 of an IPv6 one. The /48 around it has `WIDE` times
the limit. A field that begins with `all_` is the limit of all clients together. Half of it is reserved for those who
have used little.
"""

import os
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

RATES_OF_ONE = ("requests", "spectators", "reading", "calculations", "address_messages")
COUNTS_OF_ONE = (
    "most_readers",
    "most_questions",
    "most_solves",
    "most_jobs",
    "most_connections",
    "most_sockets",
    "most_tables",
)
"""The limits of one address whose use the processes do not share with each other."""
KIB = 1024
MIB = 1024 * KIB
DAY = 24 * 3600
WIDE = 8


@dataclass(frozen=True, slots=True)
class Rate:
    """A limit per second in the long run, and a limit at once."""

    per_second: float
    burst: int


@dataclass(frozen=True, slots=True)
class Settings:
    """The limits of a server. Tests and load measurements pass other values."""

    largest_body: int = 256 * KIB
    largest_message: int = 16 * KIB
    largest_head: int = 32 * KIB
    """Maximum bytes of the request line and the headers."""

    requests: Rate = Rate(30, 150)
    """Requests of one address."""
    all_requests: Rate = Rate(100, 600)
    """Requests of all clients for pages. Other kinds have the fractions in `houseway.web.admission`."""
    health: Rate = Rate(10, 60)
    """Health checks of one address."""
    most_requests_at_once: int = 12
    """Requests of one address, of each kind, that wait for their answers."""
    all_requests_at_once: int = 64
    """Requests that wait for their answers. Each kind has a part of it."""
    body_time: float = 5.0
    """Seconds in which a body must be complete, and one more for every `body_rate` bytes of it."""
    body_rate: int = 32 * KIB
    body_memory: int = MIB
    """Bytes of half-sent bodies of one address, beyond the first 8 KiB of each."""
    whole_body_memory: int = 16 * MIB
    reading: Rate = Rate(1, 20)
    """Parts of the archive read from one address: a page of an export, twenty rounds, a proof. A verification is 5."""
    all_reading: Rate = Rate(8, 60)
    most_readers: int = 3
    """Requests of one address that wait for the archive."""
    all_readers: int = 12
    longest_reading: float = 30.0
    """Seconds after which one part of the archive, or a verification, is given up."""

    sign_ins: Rate = Rate(0.2, 12)
    """Passwords tried from one address."""
    all_sign_ins: Rate = Rate(3, 24)
    failures: Rate = Rate(0.02, 8)
    """Wrong passwords for one name from one address."""
    longest_doubt: float = 3.0
    """Maximum seconds by which a sign-in is delayed if wrong passwords for the name come from everywhere."""
    all_hashing: int = 12
    """Passwords that wait to be hashed. It is done one at a time, for 64 MiB and a tenth of a second each."""
    accounts: Rate = Rate(0.02, 10)
    """Accounts made from one address."""
    all_accounts: Rate = Rate(1000 / DAY, 200)
    guests: Rate = Rate(0.05, 30)
    """Guests from one address."""
    all_guests: Rate = Rate(5000 / DAY, 500)

    tables: Rate = Rate(0.1, 10)
    """Tables opened from one address."""
    all_tables: Rate = Rate(2, 100)
    most_tables: int = 40
    """Tables open at the same time that one address opened since the server started."""
    all_open_tables: int = 1000
    empty_close: float = 300.0
    """Seconds after which a table without a round and without a connection closes. An operator's table stays open."""

    lobby_age: float = 0.2
    """Seconds for which visitors who are not signed in see the same list of tables."""
    idle_seat: float = 240.0
    """Seconds without a round after which a person loses the seat at a full table. Private tables are exempt."""

    calculations: Rate = Rate(2, 20)
    """Advice, laboratory jobs and drills requested from one address."""
    all_calculations: Rate = Rate(6, 60)
    most_questions: int = 3
    """Questions of one address that wait for advice."""
    all_questions: int = 6
    most_solves: int = 2
    """Rivers between players of one address that wait to be solved."""
    all_solves: int = 4
    most_jobs: int = 4
    """Laboratory jobs of one address that wait or run."""
    all_jobs: int = 24
    longest_job: float = 600.0
    """Seconds after which a laboratory job is stopped."""
    laboratory_memory: int = 768 * MIB
    """Maximum bytes for the laboratory's process, and for the one that solves rivers."""
    results_kept: int = 32 * MIB
    """Maximum memory for all results of the laboratory."""

    messages: Rate = Rate(20, 60)
    """Messages over one WebSocket. Pings and pongs have a separate limit of the same size."""
    phrases: Rate = Rate(0.25, 3)
    """Phrases that one person says at tables."""
    address_messages: Rate = Rate(60, 240)
    """Messages over all WebSockets from one address. Messages beyond it are delayed."""
    all_messages: Rate = Rate(1000, 4000)
    spectators: Rate = Rate(1, 20)
    """WebSockets begun at tables by visitors of one address who are not signed in."""
    all_spectators: Rate = Rate(5, 60)
    most_connections: int = 40
    """WebSockets from one address."""
    most_sockets: int = 80
    """Connections of every kind from one address."""
    all_sockets: int = 1500
    """Connections of all clients. Beyond it, the address with the most loses its oldest to one with fewer."""
    new_connections: Rate = Rate(10, 120)
    """Connections that one address begins."""
    request_time: float = 15.0
    """Seconds in which a request, or a WebSocket message, that has begun to arrive must be complete."""
    refusal_pause: float = 3.0
    """Seconds for which a refusal for too many requests is held back, so that clients retry less often."""
    most_held_back: int = 1000
    """Refusals that are held back at the same time. Further ones are answered at once."""
    write_time: float = 20.0
    """Seconds for which a client may leave sent data unread."""

    allowed_hosts: tuple[str, ...] = ()
    """The host names that this server answers to. None means any."""
    allowed_origins: tuple[str, ...] = ()
    """Pages of other servers that may use the API, such as https://cards.example. The server's pages always may."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses or networks whose X-Forwarded-For and X-Forwarded-Proto are trusted. No others are."""
    metrics_token: str = field(default="", repr=False)
    """The access token with which a program may read the metrics. Empty: only operators may."""
    coach: bool = True
    """Whether decisions are judged by their exact cost."""
    warm: bool = False
    """Whether games and the advice process are prepared at the start, so that the first answer is quick too."""
    job_threads: int = field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1))
    static: Path = Path(__file__).parent / "static"

    def one_of(self, processes: int) -> "Settings":
        """Return the settings of one of several processes, so that an address gets as much from all as from one.

        Counts and long-term rates are divided. The limit at once stays the same in each process, since a browser's
        connections may all come to the same one. The limits for all clients together are those that one process can
        bear.
        """
        whole: dict[str, Rate] = {name: getattr(self, name) for name in RATES_OF_ONE}
        rates: dict[str, Any] = {name: Rate(rate.per_second / processes, rate.burst) for name, rate in whole.items()}
        counts: dict[str, Any] = {name: -(-getattr(self, name) // processes) for name in COUNTS_OF_ONE}
        return replace(self, **rates, **counts)

    @classmethod
    def without_rates(cls, **others: Any) -> "Settings":
        """Return settings for measurements from one address: unreachable rates and counts, default times."""
        wide = {each.name: Rate(1e6, 1_000_000) for each in fields(cls) if isinstance(each.default, Rate)}
        counts = {each.name: 100_000 for each in fields(cls) if each.name.startswith(("most_", "all_"))}
        return cls(**{**counts, **wide, **others})
