"""Which line of a rule list applies in one situation, and what it says to do there."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from houseway.games.engine.action import Action


@dataclass(frozen=True, slots=True)
class AppliedRule:
    """A line in words, with what it counts here where it counts something, and the action that it takes."""

    line: str
    action: Action

    def to_dict(self) -> dict[str, Any]:
        """A plain form for JSON."""
        return {"line": self.line, "action": self.action.to_dict()}

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> "AppliedRule":
        """The rule of a plain form."""
        return cls(plain["line"], Action.from_dict(plain["action"]))
