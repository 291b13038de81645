"""`houseway serve`: the card room in a browser."""

import json
import logging
import os
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.workers import MOST_WORKERS, Workers, listen
from houseway.errors import BadSetting, HousewayError, UnknownName

if TYPE_CHECKING:
    from houseway.room import Room
    from houseway.web.settings import Settings


class LogFormat(StrEnum):
    """The forms of a server's log."""

    TEXT = "text"
    JSON = "json"


class JsonLines(logging.Formatter):
    """A formatter with one JSON object per line: time, level, part, message, and the traceback of an error."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line.

        >>> line = logging.LogRecord("web", logging.WARNING, "", 0, "table %s: %s", (7, "late"), None)
        >>> line.created = 1_800_000_000.25
        >>> JsonLines().format(line)
        '{"at": "2027-01-15T08:00:00.250+00:00", "level": "warning", "part": "web", "message": "table 7: late"}'
        """
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        told = {"at": at, "level": record.levelname.lower(), "part": record.name, "message": record.getMessage()}
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told)


def logged(form: LogFormat) -> dict[str, Any]:
    """Set up the log of this process and return the options for Uvicorn."""
    if form is LogFormat.TEXT:
        return {}
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    return {"log_config": None}


LOOPBACK = ("127.0.0.1", "localhost")
DATABASE_VARIABLE = "HOUSEWAY_DATABASE"
SWITCH_INTERVAL = 0.0005
"""Seconds after which a thread yields to another one, short so that a table's message never waits for many others."""
FILES_BESIDES = 256
METRICS_VARIABLE = "HOUSEWAY_METRICS_TOKEN"
SHORTEST_TOKEN = 16
BOT_DELAY = 0.4
"""Seconds that a computer player takes for a decision, so that people can follow."""


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 means all addresses of this machine.")] = (
        LOOPBACK[0]
    ),
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port to listen on.")] = 8000,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help=f"Database: sqlite:///FILE or postgresql://... [default: ${DATABASE_VARIABLE}, or your data folder]",
        ),
    ] = None,
    operator: Annotated[
        str | None, typer.Option(metavar="NAME", help="Make this account an operator, creating it if needed.")
    ] = None,
    restored: Annotated[
        bool,
        typer.Option("--restored", help="Start from a restored backup: void rounds in progress and return their bets."),
    ] = False,
    workers: Annotated[
        int, typer.Option(min=1, max=MOST_WORKERS, help="Server processes; more than one needs PostgreSQL.")
    ] = 1,
    log_format: Annotated[LogFormat, typer.Option(help="Log format: plain text or JSON lines.")] = LogFormat.TEXT,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="Proxy to trust for X-Forwarded-For and X-Forwarded-Proto, such as 10.0.0.0/8. Repeatable.",
        ),
    ] = None,
) -> None:
    """Open the card room in a browser.

    Serves live tables, practice, the laboratory and the dealer's drill. Chips are play chips.
    """
    try:
        import uvicorn

        from houseway.room import Room, RoomSettings
        from houseway.web.app import create_app
        from houseway.web.settings import Settings
    except ImportError as error:
        raise HousewayError(f"The card room needs more libraries ({error}). Run: pip install 'houseway[web]'") from None

    sys.setswitchinterval(SWITCH_INTERVAL)
    token = metrics_token(os.environ.get(METRICS_VARIABLE, ""))
    url = database or os.environ.get(DATABASE_VARIABLE) or own_database()
    chosen: dict[str, Any] = {
        "allowed_hosts": LOOPBACK if host in LOOPBACK and not trusted_proxy else (),
        "trusted_proxies": tuple(trusted_proxy or ()),
        "metrics_token": token,
        "warm": True,
    }
    words = f"The card room opens at http://{host}:{port} in a moment (Ctrl-C to stop). Chips are play chips."
    if workers > 1:
        check_shareable(url)
        if restored or operator is not None:
            alone = Room(url, RoomSettings(bot_delay=BOT_DELAY), restored=restored)
            with closing(alone):
                if operator is not None:
                    make_operator(alone, operator)
        told = {"database": url, "settings": chosen, "log_format": log_format}
        with closing(listen(host, port)) as listening:
            typer.echo(words)
            Workers(workers, listening, told, forgetter(url), say).run()
        return
    listen(host, port).close()
    room = Room(url, RoomSettings(bot_delay=BOT_DELAY), restored=restored)
    try:
        if operator is not None:
            make_operator(room, operator)
        settings = Settings(**chosen)
        allow_sockets(settings.all_sockets)
        typer.echo(words)
        options = {**served(settings), **logged(log_format)}
        uvicorn.run(create_app(room, settings), host=host, port=port, **options)
    finally:
        room.close()


def say(words: str) -> None:
    """Print a message of the parent of several processes."""
    print(f"houseway: {words}", file=sys.stderr, flush=True)


def check_shareable(url: str) -> None:
    """Refuse a database that several processes cannot serve, or that a server serves alone. Migrate its schema.

    If no other process serves it, seeds that were drawn and never used are removed.
    """
    from houseway.room.database import Database
    from houseway.room.secret_store import remove_orphans
    from houseway.room.server_lock import lock_alone, lock_together

    lock = lock_together(url)
    try:
        database = Database(url)
    finally:
        lock.release()
    with closing(database):
        try:
            alone = lock_alone(url)
        except BadSetting:
            return  # other processes serve the room, so their seeds must stay
        try:
            database.write(remove_orphans)
        finally:
            if alone is not None:
                alone.release()


def forgetter(url: str) -> Callable[[str], None]:
    """Return a function that ends the lease of an ended process, by its address."""
    from houseway.room.database import Database
    from houseway.room.leases import expire_at

    def forget(address: str) -> None:
        try:
            with closing(Database(url)) as database:
                expire_at(database, address)
        except Exception as error:
            raise HousewayError(str(error)) from error

    return forget


def served(settings: "Settings") -> dict[str, Any]:
    """Return the options with which Uvicorn serves the room."""
    from houseway.web.connection_limits import wire_options

    return {"log_level": "warning", "timeout_graceful_shutdown": 3, **wire_options(settings)}


def metrics_token(given: str) -> str:
    """Check the access token for /metrics. Without a token, only operators can read the metrics."""
    if given and len(given) < SHORTEST_TOKEN:
        raise BadSetting(f"{METRICS_VARIABLE} is too short: {len(given)} characters. Use at least {SHORTEST_TOKEN}.")
    return given


def allow_sockets(count: int) -> None:
    """Raise the limit on open files to `count` connections plus other files, as far as the system allows."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count + FILES_BESIDES
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def own_database() -> str:
    """Return the URL of a database file in the user's data folder, which only this user can open."""
    from platformdirs import user_data_dir

    from houseway.room.private_files import private_folder

    folder = Path(user_data_dir("houseway"))
    private_folder(folder)
    return f"sqlite:///{folder / 'room.sqlite'}"


def make_operator(room: "Room", name: str) -> None:
    """Give an account the operator role. For a new account, ask for a password."""
    try:
        room.make_operator(name)
    except UnknownName:
        password = typer.prompt(f"Password for the new account {name}", hide_input=True, confirmation_prompt=True)
        room.register(name, password)
        room.make_operator(name)
