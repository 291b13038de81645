"""The conditions that every letter attaches to its approval, as a checklist: who confirmed each, and when.

The chips of this package are for play only. The checklist is printed in reports; it stops no game.
"""

from dataclasses import dataclass
from datetime import date

from houseway.errors import BadSetting, unknown
from houseway.games.engine.limits import jurisdictions
from houseway.games.engine.sheet import read_sheet_data


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A person's word, on a day, that a condition is met."""

    by: str
    on: date


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition of approval, and its confirmation once there is one."""

    id: str
    text: str
    confirmation: Confirmation | None = None

    def __str__(self) -> str:
        met = f"confirmed by {self.confirmation.by} on {self.confirmation.on}" if self.confirmation else "open"
        return f"{self.id} {self.text} [{met}]"


@dataclass(frozen=True, slots=True)
class Checklist:
    """The conditions that an operation in one jurisdiction has to meet."""

    jurisdiction: str
    conditions: tuple[Condition, ...]

    def confirm(self, condition_id: str, by: str, on: date) -> "Checklist":
        """The checklist with one condition confirmed; a later confirmation replaces an earlier one."""
        if condition_id not in {condition.id for condition in self.conditions}:
            raise unknown(
                f"condition in {self.jurisdiction}", condition_id, [condition.id for condition in self.conditions]
            )
        if not by.strip():
            raise BadSetting(f"{condition_id}: expected the name of the person who confirms it; got {by!r}")
        return Checklist(
            self.jurisdiction,
            tuple(
                Condition(condition.id, condition.text, Confirmation(by.strip(), on))
                if condition.id == condition_id
                else condition
                for condition in self.conditions
            ),
        )

    @property
    def open(self) -> tuple[Condition, ...]:
        """The conditions that nobody has confirmed."""
        return tuple(condition for condition in self.conditions if condition.confirmation is None)


def checklist(jurisdiction: str = "washington") -> Checklist:
    """The conditions of an operation, none confirmed.

    Every operation: the game as written (GEN-1), licensed equipment (GEN-3), wagers within the limits (GEN-5),
    approved shufflers (GEN-6). Commercial card rooms: internal controls (GEN-2). Tribal operations: their agency's
    approval (GEN-4).
    """
    if jurisdiction not in jurisdictions():
        raise unknown("jurisdiction", jurisdiction, jurisdictions())
    washington = read_sheet_data("washington")
    only_for = washington["conditions"]
    return Checklist(
        jurisdiction,
        tuple(
            Condition(condition_id, text)
            for condition_id, text in washington["clauses"].items()
            if jurisdiction in only_for.get(condition_id, (jurisdiction,))
        ),
    )
