"""What one server allows: sizes, rates and addresses. The defaults suit a room on the open internet."""

import os
from dataclasses import dataclass, field
from pathlib import Path

KIB = 1024


@dataclass(frozen=True, slots=True)
class Rate:
    """So many a second in the long run, and so many at once."""

    per_second: float
    burst: int


@dataclass(frozen=True, slots=True)
class Settings:
    """Limits of the server. Tests and load measurements pass their own."""

    largest_body: int = 256 * KIB
    largest_message: int = 16 * KIB
    requests: Rate = Rate(30, 150)
    """Requests of one address."""
    sign_ins: Rate = Rate(0.2, 12)
    """Passwords tried and accounts made from one address, and passwords tried for one name."""
    tables: Rate = Rate(0.1, 10)
    """Tables opened by one session."""
    calculations: Rate = Rate(2, 20)
    """Advice, laboratory jobs and drills asked for by one session."""
    messages: Rate = Rate(20, 60)
    """Messages over one WebSocket."""
    most_connections: int = 40
    """WebSockets from one address."""
    most_tables: int = 1000
    allowed_hosts: tuple[str, ...] = ()
    """The names that this server answers to; none: any."""
    allowed_origins: tuple[str, ...] = ()
    """Pages of other servers that may use the API, such as https://cards.example; its own pages always may."""
    coach: bool = True
    """Whether decisions are judged by their exact cost."""
    warm: bool = False
    """Whether games and the process for advice are made ready at the start, so that the first answer is quick too."""
    job_threads: int = field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1))
    static: Path = Path(__file__).parent / "static"
