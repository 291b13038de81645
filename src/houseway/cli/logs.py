"""How a server says what it has to say: lines for people, or JSON lines for programs."""

import json
import logging
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any


class LogFormat(StrEnum):
    """The forms of a server's log."""

    TEXT = "text"
    JSON = "json"


class JsonLines(logging.Formatter):
    """One object a line: when, how grave, by which part, what, and where an error came from."""

    def format(self, record: logging.LogRecord) -> str:
        """The line.

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
