"""The conditions that a letter attaches to its approval, as a checklist with the person and date of each confirmation.

The chips of this package are for play only. The checklist is printed in reports and stops no game.
"""

from dataclasses import dataclass
from datetime import date

from houseway.errors import BadSetting, unknown
from houseway.games.engine.limits import STATE, jurisdictions
from houseway.games.engine.sheet import read_sheet_data
from houseway.games.letters import COMMERCIAL, TRIBAL, concordance_of


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A person's statement, on a date, that a condition is met."""

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
    """The conditions that an operation in one jurisdiction must meet."""

    jurisdiction: str
    conditions: tuple[Condition, ...]

    def confirm(self, condition_id: str, by: str, on: date) -> "Checklist":
        """Return the checklist with one condition confirmed. A later confirmation replaces an earlier one."""
        if condition_id not in {condition.id for condition in self.conditions}:
            raise unknown(
                "condition",
                condition_id,
                [condition.id for condition in self.conditions],
                where=f"in {self.jurisdiction}",
            )
        if not by.strip():
            raise BadSetting(f"{condition_id}: give the name of the person who confirms it; got {by!r}.")
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
        """Return the unconfirmed conditions."""
        return tuple(condition for condition in self.conditions if condition.confirmation is None)


def checklist(game: str, jurisdiction: str = STATE) -> Checklist:
    """Return the conditions that the letter of a game sets for an operation, none confirmed.

    They are those of that letter only, in the order of GEN-1 (the game as written), GEN-2 (internal controls of
    commercial card rooms), GEN-3 (licensed equipment), GEN-4 (tribal agencies), GEN-5 (limits), GEN-6 (shufflers).
    Commercial card rooms and tribal casinos each have different ones.
    """
    if jurisdiction not in jurisdictions():
        raise unknown("jurisdiction", jurisdiction, jurisdictions())
    who = TRIBAL if jurisdiction == "washington-tribal" else COMMERCIAL
    texts: dict[str, list[str]] = {condition_id: [] for condition_id in read_sheet_data("washington")["clauses"]}
    for part in concordance_of(game).about(game):
        for item in part.items:
            for condition_id in item.by if item.who in ("", who) else ():
                if condition_id in texts and item.says not in texts[condition_id]:
                    texts[condition_id].append(item.says)
    found = ((condition_id, " ".join(said)) for condition_id, said in texts.items() if said)
    return Checklist(jurisdiction, tuple(Condition(*each) for each in found))
