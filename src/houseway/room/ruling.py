"""A floor supervisor's decision to void a round: the irregularity and the reason."""

import unicodedata
from dataclasses import dataclass
from typing import Any

from houseway.errors import BadSetting
from houseway.games.engine.event import Irregularity

LONGEST_REASON = 200
THE_SERVER = 0
"""The author of a voided round without an operator. It has no account and means the person who starts the server."""
_UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_JOINERS = "\u200c\u200d"
"""Characters that are invisible but needed to write some languages."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """An operator's ruling on a round, in the words of the approval letter and of the operator."""

    irregularity: Irregularity
    reason: str
    by: int

    def to_dict(self) -> dict[str, Any]:
        """Return a plain form for JSON, as every seat sees it. A decision of the house has no clause."""
        found = self.irregularity
        return {"irregularity": found.name, "clause": clause_of(found), "finding": found.finding, "reason": self.reason}


def clause_of(irregularity: Irregularity) -> str | None:
    """Return the clause of the approval letter that voids the round, or None if the house decides."""
    return None if irregularity.by_house else irregularity.clause


def check_reason(text: object) -> str:
    """Return an operator's reason in one standard form: composed characters, no blanks at the ends.

    >>> check_reason("  the shuffler jammed ")
    'the shuffler jammed'
    """
    if not isinstance(text, str):
        raise BadSetting(f"A reason must be text; got {text!r}.")
    reason = unicodedata.normalize("NFC", text).strip()
    if not 1 <= len(reason) <= LONGEST_REASON:
        raise BadSetting(f"A reason must have 1 to {LONGEST_REASON} characters; got {len(reason)}.")
    for character in reason:
        if unicodedata.category(character) in _UNSEEN and character not in _JOINERS:
            raise BadSetting(f"A reason must be plain text on one line; remove the character {character!a}.")
    return reason
