"""The table of limits in docs/strangers.md, from the defaults of the server's settings.

python tools/limits_table.py            # writes the table anew
python tools/limits_table.py --check    # only says whether it is up to date
"""

import sys
from dataclasses import fields
from pathlib import Path

from houseway.web.settings import DAY, KIB, MIB, Rate, Settings

PAGE = Path(__file__).parent.parent / "docs" / "strangers.md"
HEAD = "| setting | one address | everyone | what |\n|---|---|---|---|\n"
ROWS = {
    "requests": ("requests", "all_requests", "requests of any kind"),
    "most_requests_at_once": ("most_requests_at_once", "all_requests_at_once", "requests that wait for their answers"),
    "reading": (
        "reading",
        "all_reading",
        "parts of the archive: 20 rounds, a page of an export; a verification is 5, a round gone through again 2",
    ),
    "most_readers": ("most_readers", "all_readers", "requests that wait for the archive"),
    "sign_ins": ("sign_ins", "all_sign_ins", "passwords tried"),
    "all_hashing": ("all_hashing", "all_hashing", "passwords that wait to be hashed"),
    "failures": ("failures", None, "wrong passwords for one name"),
    "accounts": ("accounts", "all_accounts", "accounts made"),
    "guests": ("guests", "all_guests", "guests made"),
    "tables": ("tables", "all_tables", "tables opened"),
    "most_tables": ("most_tables", "all_open_tables", "tables open at a time"),
    "calculations": ("calculations", "all_calculations", "advice, rule lists, laboratory jobs; a drill is 4"),
    "most_questions": ("most_questions", "all_questions", "questions that wait for advice"),
    "most_jobs": ("most_jobs", "all_jobs", "laboratory jobs that wait or run"),
    "most_sockets": ("most_sockets", "all_sockets", "connections"),
    "most_connections": ("most_connections", "all_sockets", "WebSockets among them"),
    "messages": ("messages", None, "messages over one WebSocket, and pings"),
    "address_messages": ("address_messages", "all_messages", "messages over all WebSockets; more is put off"),
    "phrases": ("phrases", None, "fixed phrases that one person says, at all tables together"),
}
SINGLE = {
    "largest_body": "a request's body",
    "largest_head": "a request's line and headers",
    "largest_message": "a message over a WebSocket",
    "request_time": "until a request or a message that has begun is there whole",
    "refusal_pause": "for which a refusal for being too fast or too many is held back",
    "most_held_back": "refusals held back at a time; further ones are answered at once",
    "write_time": "for which what was sent may stay unread",
    "longest_reading": "for one part of the archive or a verification",
    "longest_job": "for a laboratory job",
    "longest_doubt": "by which signing in is put off at most, where a name is under attack",
    "empty_close": "until a table closes to which nobody is connected",
    "results_kept": "for all results of the laboratory",
}


def shown(value: object, name: str = "") -> str:
    """A limit as people read it."""
    if isinstance(value, Rate):
        slow = value.per_second < 0.06 and value.per_second * DAY % 1000 < 1e-6
        rate = f"{value.per_second * DAY:g} a day" if slow else f"{value.per_second:g} a second"
        return f"{rate}, {value.burst} at once"
    if name.startswith(("largest", "results")) and isinstance(value, int):
        return f"{value // MIB} MiB" if value >= MIB else f"{value // KIB} KiB"
    return f"{value:g} s" if isinstance(value, float) else f"{value}"


def table() -> str:
    """All limits."""
    settings = Settings()
    rows = []
    for name, (each, everyone, what) in ROWS.items():
        together = shown(getattr(settings, everyone)) if everyone else ""
        rows.append(f"| `{name}` | {shown(getattr(settings, each))} | {together} | {what} |")
    rows += [f"| `{name}` | {shown(getattr(settings, name), name)} | | {what} |" for name, what in SINGLE.items()]
    return HEAD + "\n".join(rows) + "\n"


def with_table(text: str) -> str:
    """The page with the table as it must be."""
    before, _, after = text.partition(HEAD)
    lines = after.splitlines(keepends=True)
    rest = next((place for place, line in enumerate(lines) if not line.startswith("|")), len(lines))
    return before + table() + "".join(lines[rest:])


def main() -> None:
    """Write or check."""
    named = {*ROWS, *SINGLE, *(every for _, every, _ in ROWS.values() if every)}
    numbers = {each.name for each in fields(Settings) if isinstance(each.default, Rate | int | float)}
    missing = numbers - named - {"coach", "warm"}
    if missing:
        sys.exit(f"limits that the table does not name: {', '.join(sorted(missing))}")
    text = PAGE.read_text()
    if "--check" in sys.argv:
        sys.exit(0 if with_table(text) == text else "strangers.md is out of date: run python tools/limits_table.py")
    PAGE.write_text(with_table(text))


if __name__ == "__main__":
    main()
