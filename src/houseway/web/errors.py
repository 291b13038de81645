"""The server's refusals: a status, a code for programs and a sentence for people."""

import math
import re
from collections.abc import Mapping
from typing import Any

from houseway.errors import (
    BrokenLog,
    DatabaseBusy,
    HeldElsewhere,
    HousewayError,
    LeaseLost,
    MeterMoved,
    NotAllowed,
    OutcomeUnknown,
    StaleMove,
    TableSetAside,
    TooOften,
    UnknownName,
)

_WORD = re.compile(r"(?<!^)(?=[A-Z])")
STATUSES: tuple[tuple[type[HousewayError], int], ...] = (
    (UnknownName, 404),
    (StaleMove, 409),
    (TableSetAside, 409),
    (NotAllowed, 403),
    (TooOften, 429),
    (BrokenLog, 500),
    (HeldElsewhere, 503),
    (LeaseLost, 503),
    (MeterMoved, 503),
    (OutcomeUnknown, 503),
    (DatabaseBusy, 503),
)
"""The statuses of room and game errors other than a bad request."""


class Refused(HousewayError):
    """A request that the server refuses. Subclasses give the reason."""

    status = 400


class NotSignedIn(Refused):
    """The request needs a session with a user."""

    status = 401


class Forbidden(Refused):
    """The session may not do this, because the page is foreign or the user is not an operator."""

    status = 403


class StaleSession(Forbidden):
    """The CSRF token does not match the session: the page was opened before a sign-in or sign-out."""


class NotInvited(Forbidden):
    """A private table was requested without its invitation code."""


class NotFound(Refused):
    """The table, job or drill does not exist."""

    status = 404


class TooLarge(Refused):
    """A body or a message above the limit."""

    status = 413


class TooFast(Refused):
    """Too many requests in a short time."""

    status = 429

    def __init__(self, message: str, seconds: float = 1.0) -> None:
        super().__init__(message)
        self.seconds = seconds


class Busy(Refused):
    """Too much work is in progress for all clients together. The new request is not started."""

    status = 503

    def __init__(self, message: str, seconds: float = 2.0) -> None:
        super().__init__(message)
        self.seconds = seconds


class TooSlow(Refused):
    """A body that did not arrive in time."""

    status = 408


class BeingPrepared(Busy):
    """The data that a game's answers need is being prepared. `seconds` is the time until it is ready."""

    def __init__(self, title: str, seconds: int) -> None:
        about = f"about {seconds} second{'s' * (seconds != 1)}"
        super().__init__(f"{title} is being prepared. This takes {about}.", seconds)


class NoAdvice(Refused):
    """No exact value is known, because there is no decision or players bet against each other."""

    status = 409


class BadSituation(Refused):
    """A moment that cannot occur in this game: wrong cards, too many, or an unknown stage."""


class BadLog(Refused):
    """Uploaded lines that are not a round of a log, or that contradict the rules."""


class BadMessage(Refused):
    """A message over the WebSocket that cannot be read."""


def code_of(error: Exception) -> str:
    """Return the code of an error for programs.

    >>> code_of(TooFast("slow down"))
    'too_fast'
    """
    return _WORD.sub("_", type(error).__name__).lower()


def status_of(error: HousewayError) -> int:
    """Return the HTTP status of an error."""
    if isinstance(error, Refused):
        return error.status
    return next((status for kind, status in STATUSES if isinstance(error, kind)), 400)


def plain_error(error: HousewayError) -> dict[str, Any]:
    """Return the plain form of an error. A temporary error includes the seconds until it passes."""
    plain = {"code": code_of(error), "message": str(error)}
    return {**plain, "seconds": error.seconds} if isinstance(error, BeingPrepared) else plain


def headers_of(error: HousewayError) -> Mapping[str, str]:
    """Return the headers of an error."""
    if isinstance(error, TooFast | Busy | TooOften):
        return {"Retry-After": str(max(1, math.ceil(error.seconds)))}
    return {"Retry-After": "1"} if status_of(error) == Busy.status else {}
