"""What the server answers when it refuses: a status, a code for programs and a sentence for people."""

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
"""The answers to errors of the room and the games that are more than a bad request."""


class Refused(HousewayError):
    """A request that the server does not carry out; subclasses say why."""

    status = 400


class NotSignedIn(Refused):
    """The request needs a session with a user."""

    status = 401


class Forbidden(Refused):
    """The session may not do this: a foreign page, no operator."""

    status = 403


class StaleSession(Forbidden):
    """The CSRF token does not match the session: the page was opened before a sign-in or sign-out."""


class NotInvited(Forbidden):
    """A private table, and not the word that leads to it."""


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
    """Too much is under way for everyone together; what is asked for now is not begun."""

    status = 503

    def __init__(self, message: str, seconds: float = 2.0) -> None:
        super().__init__(message)
        self.seconds = seconds


class TooSlow(Refused):
    """A body that did not arrive in time."""

    status = 408


class BeingPrepared(Busy):
    """What a game needs to be asked about is being made; `seconds` says for how long."""

    def __init__(self, title: str, seconds: int) -> None:
        about = f"about {seconds} second{'s' * (seconds != 1)}"
        super().__init__(f"{title} is being prepared. This takes {about}.", seconds)


class NoAdvice(Refused):
    """No exact value is known: there is no decision, or players bet against each other."""

    status = 409


class BadSituation(Refused):
    """A moment that cannot be in this game: wrong cards, too many, or a stage that there is not."""


class BadLog(Refused):
    """Uploaded lines that are not a round of a log, or that contradict the rules."""


class BadMessage(Refused):
    """A message over the WebSocket that cannot be read."""


def code_of(error: Exception) -> str:
    """Return an error's kind as programs read it.

    >>> code_of(TooFast("slow down"))
    'too_fast'
    """
    return _WORD.sub("_", type(error).__name__).lower()


def status_of(error: HousewayError) -> int:
    """Return the status with which an error is answered."""
    if isinstance(error, Refused):
        return error.status
    return next((status for kind, status in STATUSES if isinstance(error, kind)), 400)


def plain_error(error: HousewayError) -> dict[str, Any]:
    """Return the plain form of an error; of one that passes by itself with the seconds until then."""
    plain = {"code": code_of(error), "message": str(error)}
    return {**plain, "seconds": error.seconds} if isinstance(error, BeingPrepared) else plain


def headers_of(error: HousewayError) -> Mapping[str, str]:
    """Return headers that go with an error."""
    if isinstance(error, TooFast | Busy | TooOften):
        return {"Retry-After": str(max(1, math.ceil(error.seconds)))}
    return {"Retry-After": "1"} if status_of(error) == Busy.status else {}
