"""The errors that houseway raises. Each message states what was given and what was expected."""

import re
from collections.abc import Iterable
from difflib import get_close_matches


class HousewayError(Exception):
    """The base class of every error that a caller can cause.

    A message states what was given and what was expected. Most errors are also a `ValueError` or a `LookupError`, so
    that ordinary handlers catch them.

    >>> import houseway
    >>> try:
    ...     houseway.game("no-such-game")
    ... except HousewayError as error:
    ...     print(type(error).__name__)
    UnknownName
    """


class BadCards(HousewayError, ValueError):
    """Cards that cannot be read, are not in the deck, or are too many or too few."""


class BadArray(HousewayError, ValueError):
    """An array of hands with the wrong shape, dtype or contents."""


class BadSeed(HousewayError, ValueError):
    """A seed or a label of a shuffle that cannot be turned into bytes."""


class UnknownName(HousewayError, LookupError):
    """A game, ranking system, pay table, reading or choice that does not exist."""


class BadPayTable(HousewayError, ValueError):
    """A pay table with unknown rows, malformed odds or odds that fall as hands get better."""


class BadBet(HousewayError, ValueError):
    """A wager that the rules do not allow."""


class LimitExceeded(BadBet):
    """A wager above what the jurisdiction allows on the table's date."""


class BadSetting(HousewayError, ValueError):
    """A table setting, such as a posted payout limit, that the rules do not allow."""


class NotPrivate(BadSetting):
    """A file of the room that other users of the machine can reach, and whose mode cannot be changed."""


class BadGameFile(HousewayError, ValueError):
    """A game file that cannot be read, or that has fields unknown to game files or to its game."""


class BadDeclaration(HousewayError, TypeError):
    """A title whose declaration contradicts itself. The message names the line at fault."""


class BadSheet(HousewayError, ValueError):
    """A sheet of facts that is not TOML, or that lacks a required field. The message names the file."""


class BadSolution(HousewayError, ValueError):
    """A saved solution that is damaged, or that belongs to another game than it states."""


class BadHistory(HousewayError, ValueError):
    """A hand history that cannot be read, or whose actions lead to a different result than it states."""


class BadComparison(HousewayError, ValueError):
    """Two games that are not versions of one another."""


class BadReport(HousewayError, ValueError):
    """A report that cannot be made or written as asked."""


class IllegalAction(HousewayError, ValueError):
    """An action that is not legal now. The message lists the legal ones."""


class StaleMove(IllegalAction):
    """An answer to a decision that is no longer open: late, sent twice, or meant for another moment."""


class MeterMoved(HousewayError):
    """A meter that changed between being read and being written. Nothing was written, and a retry is possible."""


class NotCovered(BadBet):
    """A wager whose maximum win the house could not pay, or no account could store."""


class NotEnoughChips(BadBet):
    """A wager or a buy-in of more play chips than the account holds."""


class NotAllowed(HousewayError):
    """An action that this person may not take here: another's seat, an operator's action, a wrong password."""


class TooOften(HousewayError):
    """An action without chips at risk, repeated so often that it would fill the log.

    It is possible again after `seconds`.
    """

    def __init__(self, message: str, seconds: float) -> None:
        super().__init__(message)
        self.seconds = seconds


class BadName(HousewayError, ValueError):
    """A name or a password that an account cannot have."""


class BrokenLog(HousewayError):
    """Records of a table that do not fit together: changed, lost, or written by two programs at once.

    `record` is the number of the first record that failed verification, if known.
    """

    def __init__(self, message: str, record: int | None = None) -> None:
        super().__init__(message)
        self.record = record


class HeldElsewhere(HousewayError):
    """A table that another server process holds. Only that process may write its log."""


class LeaseLost(HousewayError):
    """A process that may no longer write, because its lease ran out or another one holds the table now.

    Nothing was written.
    """


class DatabaseBusy(HousewayError):
    """A request for which no connection to the database was free. Nothing was done, and a retry is possible."""


class OutcomeUnknown(HousewayError):
    """A request that was passed on to a process which ended, or fell silent, before it answered.

    The next state of the table shows whether it was done. It may be sent again: a decision, a bet or a contribution
    that was already accepted is not taken twice.
    """


class TableSetAside(HousewayError):
    """A quarantined table. Its log failed verification, so it is closed until an operator has resolved it."""


def sentence(error: Exception) -> str:
    """Return the message of an error as a sentence, with a capital letter first and a period at the end.

    >>> sentence(BadCards("expected 3 cards; got 2")), sentence(BadBet("--ante: expected dollars."))
    ('Expected 3 cards; got 2.', '--ante: expected dollars.')
    """
    text = str(error)
    first, _, _ = text.partition(" ")
    if first.isalpha() and first.islower():
        text = text[0].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else f"{text}."


_AT_SEAT = re.compile(r"^Seat \d+: ")


def without_seat(error: Exception) -> str:
    """Return the message of a refused bet without the number of its seat, for a bet that belongs to no seat.

    >>> without_seat(BadBet("Seat 1: the Ante is required (3CP-1)."))
    'The Ante is required (3CP-1).'
    """
    text = _AT_SEAT.sub("", str(error))
    return text[:1].upper() + text[1:]


MOST_SUGGESTIONS = 5
LISTED_BY = {
    "game": "`houseway games` lists them all.",
    "reading": "`houseway rules GAME` lists them all.",
    "pay table": "`houseway rules GAME` lists them all.",
    "word": "`houseway words` lists them all.",
}
"""The command that prints a list too long for an error, by kind of name."""


def unknown(kind: str, given: object, expected: Iterable[object], *, where: str = "") -> UnknownName:
    """Return the error for a name that is not in a closed list.

    The message has the whole list if it is short, or else the closest names and the command that lists them all.

    >>> str(unknown("deck", "poker", ["piquet", "skat"]))
    "Unknown deck 'poker'. Expected one of: piquet, skat."
    >>> str(unknown("game", "pick-2", ["pick-2-poker", *"abcdef"]))
    "Unknown game 'pick-2'. Did you mean pick-2-poker? `houseway games` lists them all."
    >>> str(unknown("choice", "maybe", ["no", "yes"], where="for P2-R1"))
    "Unknown choice 'maybe' for P2-R1. Expected one of: no, yes."
    """
    what = f"Unknown {kind} {given!r}{f' {where}' * bool(where)}."
    return UnknownName(f"{what} {suggestions(kind, given, expected)}")


def suggestions(kind: str, given: object, expected: Iterable[object]) -> str:
    """Return replacements for a name that is not in a closed list: at most five names."""
    names = sorted(str(name) for name in expected)
    if len(names) <= MOST_SUGGESTIONS:
        return f"Expected one of: {', '.join(names)}."
    text, where = str(given).lower(), LISTED_BY.get(kind, "")
    close = [name for name in names if name.lower() == text]
    close = close or [name for name in names if text and text in name.lower()][:MOST_SUGGESTIONS]
    close = close or get_close_matches(text, names, 3, 0.5)
    if close:
        hint = f"Did you mean {', '.join(close[:-1])}{' or ' * (len(close) > 1)}{close[-1]}?"
    else:
        hint = f"Expected one of {len(names)}, such as {', '.join(names[:MOST_SUGGESTIONS])}."
    return f"{hint}{f' {where}' * bool(where)}"
