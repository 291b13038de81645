"""What can go wrong with the cards so that a round does not count."""

from dataclasses import dataclass

from houseway.games.engine.action import Action

VOID = "void"


@dataclass(frozen=True, slots=True)
class Irregularity:
    """A finding of the dealer that voids the round under a clause."""

    name: str
    clause: str
    finding: str

    @property
    def action(self) -> Action:
        """The action by which the dealer declares it, at any moment before the round is over."""
        return Action(VOID, option=self.name)
