"""The procedure of a house-banked round as data: laps of steps, in the order of the rule sheet.

A *lap* is walked once, or once for every seat, clockwise or counter-clockwise. A step belongs to chance, the dealer
or a seat and names the method that carries it out; a decision also has a method `<name>_options` that lists what is
legal.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, Self

from houseway.games.engine.action import Action, refuse
from houseway.games.engine.event import Event
from houseway.games.engine.irregularity import Irregularity
from houseway.games.engine.settlement import Settlement
from houseway.games.engine.state import CHANCE, DEALER, Actor, State


class Order(Enum):
    """How a lap goes round the table; clockwise starts at the dealer's left."""

    ONCE = "once"
    CLOCKWISE = "clockwise"
    COUNTER_CLOCKWISE = "counter-clockwise"


@dataclass(frozen=True, slots=True)
class Step:
    """One step. `only`, if given, names a method that tells whether the step applies (to the seat)."""

    does: str
    only: str = ""


@dataclass(frozen=True, slots=True)
class Deal(Step):
    """Chance deals a number of cards, or as many as a named method says; none means that the step is passed over."""

    cards: int | str = 0


@dataclass(frozen=True, slots=True)
class Decide(Step):
    """A seat decides."""


@dataclass(frozen=True, slots=True)
class Dealer(Step):
    """The dealer carries out a step without choice."""


@dataclass(frozen=True)
class Lap:
    """Steps that are taken together, once or for each seat."""

    order: Order
    steps: tuple[Step, ...]


def once(*steps: Step) -> Lap:
    """A lap that is walked once."""
    return Lap(Order.ONCE, steps)


def clockwise(*steps: Step) -> Lap:
    """A lap for every seat, from the dealer's left."""
    return Lap(Order.CLOCKWISE, steps)


def counter_clockwise(*steps: Step) -> Lap:
    """A lap for every seat, from the dealer's right."""
    return Lap(Order.COUNTER_CLOCKWISE, steps)


Cursor = tuple[int, int, int]
"""Which lap, which turn of it, which step."""


@dataclass(frozen=True)
class ProcedureState(State):
    """A state that walks its class's procedure. Subclasses give the procedure and the methods it names."""

    procedure: ClassVar[tuple[Lap, ...]]
    cursor: Cursor | None

    @property
    def step(self) -> Step | None:
        """The step to take now, None once the round is over."""
        if self.cursor is None:
            return None
        lap, _, step = self.cursor
        return self.procedure[lap].steps[step]

    @property
    def seat_in_turn(self) -> int | None:
        """The seat that the lap is at, None in a lap that is walked once."""
        if self.cursor is None:
            return None
        lap, turn, _ = self.cursor
        return self._seat(self.procedure[lap].order, turn)

    def _seat(self, order: Order, turn: int) -> int | None:
        if order is Order.ONCE:
            return None
        return turn if order is Order.CLOCKWISE else self.n_seats - 1 - turn

    @property
    def actor(self) -> Actor:
        """Who takes the step."""
        step = self.step
        if step is None:
            return None
        if isinstance(step, Deal):
            return CHANCE
        return DEALER if isinstance(step, Dealer) else self.seat_in_turn

    def cards_due(self) -> int:
        """How many cards the step deals."""
        step = self.step
        assert isinstance(step, Deal)
        return self._cards_of(step, self.seat_in_turn)

    def _cards_of(self, step: Deal, seat: int | None) -> int:
        if isinstance(step.cards, int):
            return step.cards
        return int(self._call(step.cards, seat))

    def decisions(self) -> tuple[Action, ...]:
        """The options of the decision that is due."""
        step = self.step
        if not isinstance(step, Decide):
            return ()
        options: tuple[Action, ...] = self._call(step.does + "_options", self.seat_in_turn)
        return options

    def _call(self, method: str, seat: int | None, *arguments: Any) -> Any:
        return getattr(self, method)(*arguments) if seat is None else getattr(self, method)(seat, *arguments)

    def _carry_out(self, action: Action) -> Self:
        step = self.step
        assert step is not None
        arguments = (action.cards,) if isinstance(step, Deal) else (action,) if isinstance(step, Decide) else ()
        first_new = len(self.events)
        state: Self = self._call(step.does, self.seat_in_turn, *arguments)
        return state._with_action(first_new, action)._move_on()

    def _with_action(self, first_new: int, action: Action) -> Self:
        """Put the action on the first event that it caused."""
        first = self.events[first_new]
        carrying = Event(first.clause, first.text, first.seat, first.cards, first.seen_by, first.amount, action)
        return self.evolve(events=(*self.events[:first_new], carrying, *self.events[first_new + 1 :]))

    def _move_on(self) -> Self:
        """Move the cursor to the next step that applies."""
        cursor = self.cursor
        while cursor is not None:
            cursor = self._after(cursor)
            if cursor is not None and self._applies(cursor):
                break
        return self.evolve(cursor=cursor)

    def _after(self, cursor: Cursor) -> Cursor | None:
        lap, turn, step = cursor
        current = self.procedure[lap]
        if step + 1 < len(current.steps):
            return lap, turn, step + 1
        turns = 1 if current.order is Order.ONCE else self.n_seats
        if turn + 1 < turns:
            return lap, turn + 1, 0
        return (lap + 1, 0, 0) if lap + 1 < len(self.procedure) else None

    def _applies(self, cursor: Cursor) -> bool:
        lap, turn, index = cursor
        step = self.procedure[lap].steps[index]
        seat = self._seat(self.procedure[lap].order, turn)
        if step.only and not self._call(step.only, seat):
            return False
        return not isinstance(step, Deal) or self._cards_of(step, seat) > 0

    def irregularities(self) -> tuple[Irregularity, ...]:
        """The game's irregularities, until the round is over."""
        return () if self.is_over else self.game.irregularities

    def _void(self, action: Action) -> Self:
        """End the round at once: every wager goes back, those already settled too."""
        declarable = {irregularity.action: irregularity for irregularity in self.irregularities()}
        if action not in declarable:
            raise refuse(action, (*self._listable_actions(), *declarable), "no irregularity of this round")
        clause, finding = declarable[action].clause, declarable[action].finding
        returned = tuple(
            Settlement(seat, wager, staked, staked, clause, f"void: {finding}")
            for seat, wagers in enumerate(self.wagers())
            for wager, staked in wagers
        )
        event = Event(clause, f"{finding}: the round is void and every wager goes back", action=action)
        return self.record(event, settlements=returned, cursor=None)

    def record(self, *events: Event, **changes: Any) -> Self:
        """The next state: fields changed, events appended."""
        return self.evolve(events=self.events + events, **changes)
