"""Steps that are written together, or not at all."""

from collections.abc import Callable, Iterable
from typing import Any

from houseway.cards.seed import Seed
from houseway.games.engine.action import Action
from houseway.room import promises, steps, unseen
from houseway.room.fairness import PROMISED, commitment
from houseway.room.log import Draft, as_read
from houseway.room.paid_by_meters import Meters, fallen, pay_by_meters, stakes_on_meters
from houseway.room.replay import leads_to_the_same_call, redo
from houseway.room.state import TableState

_OF_THE_GAME = (steps.acted, steps.settled)


def _no_seed() -> Seed:
    raise AssertionError("no commitment was to be made")


class Work:
    """Steps that will be written together: the table after them, their drafts, the seed of the round.

    `draw` gives a fresh seed that is stored already, for each commitment that the steps make. Where the seed of the
    round is None it was lost: nothing can be done but give its commitment up.
    """

    def __init__(
        self,
        state: TableState,
        secret: Seed | None,
        meters: Callable[[], Meters] = dict,
        draw: Callable[[], Seed] = _no_seed,
    ) -> None:
        self.state, self.secret, self._draw = state, secret, draw
        self.drafts: list[Draft] = []
        self.meters_after: Meters = {}
        """The meters that the steps change, after them, by the table's names for them."""
        self.ruled_by: int | None = None
        """The operator whose ruling this is, to be noted in the room's own log."""
        self._read_meters = meters

    def take(self, step: Callable[..., steps.Step], *given: Any) -> None:
        """One more step. The table goes on from what its record reads back as, so that live play is replay.

        Every step is taken anew from its record. Only a decision and the settling of a round, which cost the most and
        are all the game's own, are not, where the record asks for the very same step with the very same values as were
        given: the state of a game is never changed, and what follows from it by an action is always the same. A step
        whose record would lead elsewhere is a BrokenLog, before anything is written.
        """
        before, seeds = self.state, {self.state.number: self.secret}
        after, draft = step(before, *given)
        record = as_read(before.id, draft)
        same = step in _OF_THE_GAME and leads_to_the_same_call(before, record, seeds, (step, given))
        self.state = after if same else redo(before, record, seeds)
        self.drafts.append(draft)

    def retire(self, reason: str) -> None:
        """Give the open commitment up for another one."""
        if self.secret is None:
            self.take(unseen.lost)
        else:
            self.take(promises.retired, self.secret, reason)
        self.let_go(self.state.people)
        self.commit_to_next()

    def start(self) -> None:
        """Shuffle and deal. What the meters show now is what the round is played for."""
        wager = self.state.game.meter_wager
        staked = 0 if wager is None else wager.staked(placed.bet for placed in self.state.bets.values())
        meters = self._meters() if staked else {}
        shown = {name: (meter.showing(staked).amount, meter.rules.seed, meter.turn) for name, meter in meters.items()}
        self.take(steps.started, self.secret, shown)

    def act(self, move: int, action: Action, by: str, bank: int) -> None:
        """A decision; where others have taken from the round's meters, it is played for what is left from now on."""
        playing = self.state.round
        if playing is not None and playing.state.meters and not playing.state.is_over:
            meters = self._meters()
            lower = fallen(playing, meters, stakes_on_meters(self.state, playing))
            if lower:
                shown = {name: (each.amount, each.seed, meters[name].turn) for name, each in lower.items()}
                self.take(steps.fell, shown)
        self.take(steps.acted, move, action, by, bank)

    def finish_round(self) -> None:
        """Pay and take, show the seed, and commit to the next one."""
        over = self.state.round
        assert over is not None
        meters = self._meters() if stakes_on_meters(self.state, over) else {}
        before = self.state
        self.take(steps.settled, self.secret, meters)
        if meters:
            self.meters_after = pay_by_meters(before, over, meters).after
        self.let_go(self.state.people)
        self.commit_to_next()

    def _meters(self) -> Meters:
        return self.meters_after or self._read_meters()

    def let_go(self, seats: Iterable[int]) -> None:
        """Who wished to leave, and plays no round now, leaves."""
        for seat in seats:
            if self.state.at(seat).leaving:
                self.take(steps.left, seat)

    def commit_to_next(self) -> None:
        """A fresh seed for the next round, and the commitment to it."""
        self.secret = self._draw()
        self.take(steps.committed, commitment(self.secret), PROMISED)
