"""Steps that are written together, or not at all."""

from collections.abc import Iterable

from houseway.cards.seed import Seed
from houseway.room import promises, steps
from houseway.room.fairness import commitment
from houseway.room.log import Draft, as_read
from houseway.room.replay import redo
from houseway.room.state import TableState


class Work:
    """Steps that will be written together: the table after them, their drafts, the seed of the round."""

    def __init__(self, state: TableState, secret: Seed) -> None:
        self.state, self.secret = state, secret
        self.drafts: list[Draft] = []

    def take(self, step: steps.Step) -> None:
        """One more step. The table goes on from what its record reads back as, so that live play is replay.

        A step whose record would lead elsewhere is a BrokenLog, before anything is written.
        """
        _, draft = step
        self.state = redo(self.state, as_read(self.state.id, draft), {self.state.number: self.secret})
        self.drafts.append(draft)

    def retire(self, reason: str) -> None:
        """Give the open commitment up for another one."""
        self.take(promises.retired(self.state, self.secret, reason))
        self.let_go(self.state.people)
        self.commit_to_next()

    def finish_round(self) -> None:
        """Pay and take, show the seed, and commit to the next one."""
        self.take(steps.settled(self.state, self.secret))
        self.let_go(self.state.people)
        self.commit_to_next()

    def let_go(self, seats: Iterable[int]) -> None:
        """Who wished to leave, and plays no round now, leaves."""
        for seat in seats:
            if self.state.at(seat).leaving:
                self.take(steps.left(self.state, seat))

    def commit_to_next(self) -> None:
        """A fresh seed for the next round, and the commitment to it."""
        self.secret = Seed.fresh()
        self.take(steps.committed(self.state, commitment(self.secret)))
