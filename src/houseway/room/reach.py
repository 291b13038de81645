"""Where a database is, and in plain words why it cannot be reached or read. A password is never shown."""

import re
import sqlite3
from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from houseway.errors import BadSetting, HousewayError

IN_MEMORY = (None, "", ":memory:")
_SECRET = re.compile(r"(?<=://)([^/@:]*):[^/]*@|(?<=password=)[^&\s]*", re.IGNORECASE)


def shown(url: str) -> str:
    """The URL of a database as it may be printed.

    >>> shown("postgresql://ann:s3cret@db.example/room"), shown("postgresql:// ann:s3cret@db/room?password=x")
    ('postgresql://ann:***@db.example/room', 'postgresql:// ann:***@db/room?password=***')
    """
    return _SECRET.sub(lambda found: "***" if found[1] is None else f"{found[1]}:***@", url)


def sqlite_file(url: str) -> Path | None:
    """The file of a SQLite database, whatever links and folders lead to it; None of any other database."""
    try:
        parsed = make_url(url)
    except (SQLAlchemyError, ValueError):
        return None
    if parsed.get_backend_name() != "sqlite" or parsed.database in IN_MEMORY:
        return None
    path = str(parsed.database)
    return Path(path.removeprefix("file:").split("?")[0] if path.startswith("file:") else path).resolve()


def explained(error: Exception, url: str) -> HousewayError:
    """What an error of a database means to whoever named it; nothing of the statement that failed."""
    if isinstance(error, HousewayError):
        return error
    cause = error.orig if isinstance(error, DBAPIError) else error
    words = _SECRET.sub("***", " ".join(str(cause).split())) or type(error).__name__
    return BadSetting(f"{shown(url)}: {_means(cause, words)}")


def _means(cause: BaseException | None, words: str) -> str:
    if isinstance(cause, sqlite3.DatabaseError):
        for part, meaning in _SQLITE:
            if part in words:
                return f"{meaning} ({words})"
    if "password authentication failed" in words or "no password supplied" in words:
        return f"the user or the password is wrong ({words})"
    if type(cause).__name__ == "OperationalError":
        return f"cannot be reached ({words})"
    return f"cannot be read ({words})"


_SQLITE = (
    ("not a database", "this is no SQLite database"),
    ("malformed", "the file is damaged or cut off"),
    ("unable to open", "the file cannot be opened: is it there, and may it and its folder be read and written?"),
    ("readonly", "the file or its folder may not be written"),
    ("locked", "another program keeps it locked"),
    ("disk I/O error", "the disk does not answer"),
    ("no such table", "this is no database of houseway"),
    ("no such column", "this is no database of houseway"),
)
