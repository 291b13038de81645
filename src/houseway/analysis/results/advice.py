"""The exact value of every option of one situation."""

from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.results.result import Subject, exact
from houseway.cards.notation import format_cards
from houseway.games.engine.action import Action


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that the player can do now, what it is worth in units of the first bet, and in a few words why.

    The value counts the whole round from the opening bets on: a fold that forfeits Ante and Bonus is worth -2.
    """

    action: Action
    value: Fraction
    reason: str = ""

    def to_dict(self) -> dict[str, object]:
        """A plain form for JSON."""
        return {"action": self.action.kind, "ev": exact(self.value), "text": str(self.action), "reason": self.reason}


@dataclass(frozen=True, slots=True)
class Advice:
    """All options of a situation, the best first."""

    subject: Subject
    cards: tuple[int, ...]
    board: tuple[int, ...]
    dead: tuple[int, ...]
    stage: str
    options: tuple[Option, ...]
    dealer: tuple[int, ...] = ()

    @property
    def best(self) -> Option:
        """The option of highest value; the first of equal ones."""
        return self.options[0]

    def cost(self, action: Action) -> Fraction:
        """What another action gives away against the best."""
        wanted = action.normal()
        return self.best.value - next(option.value for option in self.options if option.action.normal() == wanted)

    def to_dict(self) -> dict[str, object]:
        """The plain form that `--json` prints; `best` is the place of the best option in the list."""
        return {
            "game": self.subject.game,
            "readings": dict(self.subject.readings),
            "paytable": self.subject.paytable,
            "stage": self.stage,
            "unit": self.subject.units,
            "cards": format_cards(self.cards).split(),
            "board": format_cards(self.board).split(),
            "dealer": format_cards(self.dealer).split(),
            "dead": format_cards(self.dead).split(),
            "options": [option.to_dict() for option in self.options],
            "best": 0,
        }
