"""What can go wrong so that a round does not count."""

from dataclasses import dataclass

from houseway.games.engine.action import Action

VOID = "void"
"""The kind of action by which a log says that a round was voided. No actor of a round can take it."""

HOUSE = "house"
"""Stands where a clause would: what is done is the house's own decision, and no letter prescribes it."""


@dataclass(frozen=True, slots=True)
class Irregularity:
    """A finding that voids the round under a clause; `then` says what is done with the cards."""

    name: str
    clause: str
    finding: str
    then: str = ""

    @property
    def action(self) -> Action:
        """How a log has it."""
        return Action(VOID, option=self.name)

    @property
    def by_house(self) -> bool:
        """Whether the house decides so of its own, without a clause of the letter."""
        return self.clause == HOUSE


HOUSE_DECISION = Irregularity("house-decision", HOUSE, "the house stops the round")
"""For what no letter foresees, in any game: a fault of the server, a restored backup."""
