"""Write the tables of limits in docs/rate-limits.md, from the defaults of the server's settings.

python tools/limits_table.py            # rewrite the tables
python tools/limits_table.py --check    # only check that they are up to date
"""

import sys
from dataclasses import fields
from pathlib import Path

from houseway.web.admission import SHARES
from houseway.web.settings import DAY, KIB, MIB, Rate, Settings
from houseway.web.thread_pools import THREADS, Kind

PAGE = Path(__file__).parent.parent / "docs" / "rate-limits.md"
HEAD = "| setting | one address | everyone | limits |\n|---|---|---|---|\n"
ROWS = {
    "requests": ("requests", "all_requests", "requests and handshakes; everyone together by kind, above"),
    "health": ("health", None, "health checks, counted separately"),
    "most_requests_at_once": (
        "most_requests_at_once",
        "all_requests_at_once",
        "unanswered requests of one kind; everyone together by kind, above",
    ),
    "body_memory": ("body_memory", "whole_body_memory", "half-sent bodies, beyond the first 8 KiB of each"),
    "reading": (
        "reading",
        "all_reading",
        "parts of the archive: 20 rounds, or a page of an export; a verification counts 5, a reviewed round 2",
    ),
    "most_readers": ("most_readers", "all_readers", "waiting requests for the archive"),
    "sign_ins": ("sign_ins", "all_sign_ins", "passwords tried"),
    "all_hashing": ("all_hashing", "all_hashing", "passwords waiting to be hashed"),
    "failures": ("failures", None, "wrong passwords for one name"),
    "accounts": ("accounts", "all_accounts", "new accounts"),
    "guests": ("guests", "all_guests", "new guests"),
    "tables": ("tables", "all_tables", "tables opened"),
    "most_tables": ("most_tables", "all_open_tables", "tables open at one time"),
    "calculations": ("calculations", "all_calculations", "advice, rule lists, laboratory jobs; a drill counts 4"),
    "most_questions": ("most_questions", "all_questions", "waiting questions for advice"),
    "most_solves": ("most_solves", "all_solves", "rivers waiting to be solved"),
    "most_jobs": ("most_jobs", "all_jobs", "laboratory jobs waiting or running"),
    "most_sockets": ("most_sockets", "all_sockets", "connections"),
    "new_connections": ("new_connections", None, "new connections"),
    "spectators": ("spectators", "all_spectators", "new WebSockets of visitors who are not signed in"),
    "most_connections": ("most_connections", "all_sockets", "WebSockets among them"),
    "messages": ("messages", None, "messages over one WebSocket, and pings"),
    "address_messages": ("address_messages", "all_messages", "messages over all WebSockets; further ones are delayed"),
    "phrases": ("phrases", None, "fixed phrases of one person, at all tables together"),
}
BYTES = {
    *("largest_body", "largest_head", "largest_message", "results_kept"),
    *("body_memory", "whole_body_memory", "body_rate", "laboratory_memory"),
}
KINDS_HEAD = (
    "| kind | paths | everyone, per second | everyone, at once | waiting for an answer | threads |\n"
    "|---|---|---|---|---|---|\n"
)
KINDS = {
    Kind.HEALTH: ("`/healthz`, `/readyz`, `/metrics`", ""),
    Kind.SIGN_IN: ("`/api/me`, `/api/session`, `/api/accounts`", "guests 2, passwords 1"),
    Kind.TABLES: ("handshakes at `/api/tables/N/ws`", "arrivals 4, messages 16"),
    Kind.PLAY: ("the lobby, other requests about tables, meters, the floor", ""),
    Kind.PAGES: ("pages, files, `/api/games`", ""),
    Kind.ARCHIVE: ("histories, exports, proofs, verification, review", ""),
    Kind.SOLVING: (
        "`/api/advise`, `/api/solve`, `/api/strategy`, training, drills",
        "advice 6, advice at tables 12, rivers 6, training 4",
    ),
    Kind.LABORATORY: ("`/api/lab`, `/api/edge`", ""),
}
"""The paths of each kind of request, and its threads beside those of its pool."""
SINGLE = {
    "largest_body": "size of a request's body",
    "body_time": "time for a body to arrive",
    "body_rate": "body size that earns one more second",
    "largest_head": "size of a request's line and headers",
    "largest_message": "size of a WebSocket message",
    "request_time": "time for a started request or message to arrive",
    "refusal_pause": "delay of a refusal",
    "most_held_back": "delayed refusals at one time; further ones are answered at once",
    "write_time": "time that an answer may stay unread",
    "longest_reading": "time for one part of the archive or a verification",
    "longest_job": "time for a laboratory job",
    "longest_doubt": "maximum delay of a sign-in for a name under attack",
    "empty_close": "time until an empty table closes",
    "lobby_age": "age of the table list shown to visitors who are not signed in",
    "idle_seat": "time without a round until a seat at a full public table is given up",
    "laboratory_memory": "memory of a laboratory job, and of the process that solves rivers",
    "results_kept": "memory for all laboratory results",
}


def shown(value: object, name: str = "") -> str:
    """Return a limit as people read it."""
    if isinstance(value, Rate):
        slow = value.per_second < 0.06 and value.per_second * DAY % 1000 < 1e-6
        rate = f"{value.per_second * DAY:g} per day" if slow else f"{value.per_second:g} per second"
        return f"{rate}, {value.burst} at once"
    if name in BYTES and isinstance(value, int):
        return f"{value // MIB} MiB" if value >= MIB else f"{value // KIB} KiB"
    return f"{value:g} s" if isinstance(value, float) else f"{value}"


def table() -> str:
    """Return the table of all limits."""
    settings = Settings()
    rows = []
    for name, (each, everyone, what) in ROWS.items():
        together = shown(getattr(settings, everyone), everyone) if everyone else ""
        rows.append(f"| `{name}` | {shown(getattr(settings, each), each)} | {together} | {what} |")
    rows += [f"| `{name}` | {shown(getattr(settings, name), name)} | | {what} |" for name, what in SINGLE.items()]
    return HEAD + "\n".join(rows) + "\n"


def kinds_table() -> str:
    """Return the table of totals by kind of request."""
    settings, rows = Settings(), []
    for kind, (paths, more) in KINDS.items():
        rate, burst, at_once = SHARES[kind]
        per_second, together = f"{settings.all_requests.per_second * rate:g}", int(settings.all_requests.burst * burst)
        counted = "per address only | " if kind is Kind.HEALTH else f"{per_second} | {together}"
        threads = "; ".join(filter(None, (str(THREADS[kind]), more)))
        rows.append(
            f"| {kind} | {paths} | {counted} | {int(settings.all_requests_at_once * at_once)} | {threads} |".replace(
                "|  |", "| |"
            )
        )
    return KINDS_HEAD + "\n".join(rows) + "\n"


def with_tables(text: str) -> str:
    """Return the page with both tables up to date."""
    for head, made in ((KINDS_HEAD, kinds_table()), (HEAD, table())):
        before, _, after = text.partition(head)
        lines = after.splitlines(keepends=True)
        rest = next((place for place, line in enumerate(lines) if not line.startswith("|")), len(lines))
        text = before + made + "".join(lines[rest:])
    return text


def main() -> None:
    """Write or check the page."""
    named = {*ROWS, *SINGLE, *(every for _, every, _ in ROWS.values() if every)}
    numbers = {each.name for each in fields(Settings) if isinstance(each.default, Rate | int | float)}
    missing = numbers - named - {"coach", "warm"}
    if missing:
        sys.exit(f"limits missing from the table: {', '.join(sorted(missing))}")
    text = PAGE.read_text()
    if "--check" in sys.argv:
        sys.exit(0 if with_tables(text) == text else "rate-limits.md is out of date: run python tools/limits_table.py")
    PAGE.write_text(with_tables(text))


if __name__ == "__main__":
    main()
