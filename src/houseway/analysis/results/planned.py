"""How a plan for a whole game between two players is followed at one moment."""

from dataclasses import dataclass

PLANNED, SOLVED = "blueprint", "solved"
"""What a decision rests on: the plan as it was learned, or the round solved anew."""


@dataclass(frozen=True, slots=True)
class PlannedPlay:
    """How often each action is taken, or each set of cards held (by its text), and what that rests on.

    Where the round was solved, `values` is what each action wins from there on, and `exploitability` by how much the
    play of the round can be beaten, both in big blinds; they hold as far as the ranges are right. Where the plan is
    followed, `beaten_by` is what a measured opponent wins a hand from all of it, and the margin, in big blinds; what it
    has never learned (`is_learned`), it plays evenly.
    """

    often: dict[str, float]
    rests_on: str
    values: dict[str, float] | None = None
    exploitability: float | None = None
    beaten_by: tuple[float, float] | None = None
    is_learned: bool = True
