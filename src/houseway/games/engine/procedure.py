"""The procedure of a house-banked round as data: laps of steps, in the order of the rule sheet.

A *lap* is walked once, or once for every seat, clockwise or counter-clockwise. A step belongs to chance, the dealer
or a seat and names the method that carries it out; a decision also has a method `<name>_options` that lists what is
legal.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, cached_property
from typing import Any, ClassVar, Self

from houseway.games.engine.action import Action, refuse
from houseway.games.engine.event import Event
from houseway.games.engine.irregularity import Irregularity
from houseway.games.engine.money import NO_MONEY, Cents, dollars
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


@dataclass(frozen=True, slots=True)
class Turn:
    """A step at its place in the unrolled procedure: for which seat, and who acts."""

    step: Step
    seat: int | None
    actor: Actor


def _turn(step: Step, seat: int | None) -> Turn:
    if isinstance(step, Deal):
        return Turn(step, seat, CHANCE)
    return Turn(step, seat, DEALER if isinstance(step, Dealer) else seat)


def _seats_of(order: Order, n_seats: int) -> Iterable[int | None]:
    if order is Order.ONCE:
        return (None,)
    return range(n_seats) if order is Order.CLOCKWISE else range(n_seats - 1, -1, -1)


@cache
def turns_of(state_class: "type[ProcedureState]", n_seats: int) -> tuple[Turn, ...]:
    """The whole procedure for so many seats, turn after turn."""
    return tuple(
        _turn(step, seat)
        for lap in state_class.procedure
        for seat in _seats_of(lap.order, n_seats)
        for step in lap.steps
    )


@dataclass(frozen=True)
class ProcedureState(State):
    """A state that walks its class's procedure. Subclasses give the procedure and the methods it names.

    `cursor` is the place in the unrolled procedure, None once the round is over; the first step must apply.
    """

    procedure: ClassVar[tuple[Lap, ...]]
    cursor: int | None

    @property
    def turn(self) -> Turn | None:
        """The turn to take now, None once the round is over."""
        return None if self.cursor is None else turns_of(type(self), self.n_seats)[self.cursor]

    @property
    def actor(self) -> Actor:
        """Who takes the step."""
        turn = self.turn
        return None if turn is None else turn.actor

    def cards_due(self) -> int:
        """How many cards the step deals."""
        turn = self.turn
        assert turn is not None
        return self._cards_of(turn)

    def _cards_of(self, turn: Turn) -> int:
        assert isinstance(turn.step, Deal)
        cards = turn.step.cards
        return cards if isinstance(cards, int) else int(self._call(cards, turn.seat))

    def decisions(self) -> tuple[Action, ...]:
        """The options of the decision that is due."""
        return self._options

    @cached_property
    def _options(self) -> tuple[Action, ...]:
        """Found once: who looks at them also takes one, which must be among them."""
        turn = self.turn
        if turn is None or not isinstance(turn.step, Decide):
            return ()
        options: tuple[Action, ...] = self._call(turn.step.does + "_options", turn.seat)
        return options

    def bet_due(self, action: Action) -> tuple[Cents, str]:
        """What a seat puts down with a decision and the clause that fixes the amount; no bet unless a game says so."""
        return NO_MONEY, ""

    def _check_decision(self, action: Action) -> Action:
        """The decision that is meant. It need not name its bet; if it does, the amount must be the one that is due."""
        meant = self._listed(replace(action, amount=NO_MONEY)) if action.amount else None
        if meant is None:
            return super()._check_decision(action)
        due, clause = self.bet_due(meant)
        if action.amount != due:
            why = f"its bet is exactly {dollars(due)} ({clause})" if due else "no bet goes with it"
            raise refuse(action, self.legal_actions(), why)
        return meant

    def _call(self, method: str, seat: int | None, *arguments: Any) -> Any:
        return getattr(self, method)(*arguments) if seat is None else getattr(self, method)(seat, *arguments)

    def _carry_out(self, action: Action) -> Self:
        turn = self.turn
        assert turn is not None
        step = turn.step
        arguments = (action.cards,) if isinstance(step, Deal) else (action,) if isinstance(step, Decide) else ()
        first_new = len(self.events)
        state: Self = self._call(step.does, turn.seat, *arguments)
        return state.evolve(events=_carrying(state.events, first_new, action), cursor=state._next_cursor())

    def _next_cursor(self) -> int | None:
        """The place of the next step that applies."""
        assert self.cursor is not None
        turns = turns_of(type(self), self.n_seats)
        for cursor in range(self.cursor + 1, len(turns)):
            if self._applies(turns[cursor]):
                return cursor
        return None

    def _applies(self, turn: Turn) -> bool:
        step = turn.step
        if step.only and not self._call(step.only, turn.seat):
            return False
        return not isinstance(step, Deal) or self._cards_of(turn) > 0

    def irregularities(self) -> tuple[Irregularity, ...]:
        """The game's irregularities, until the round is over."""
        return () if self.is_over else self.game.irregularities

    def _end(self) -> Self:
        return self.evolve(cursor=None)

    def evolve(self, **changes: Any) -> Self:
        """The same, with options of its own."""
        new = super().evolve(**changes)
        new.__dict__.pop("_options", None)
        return new

    def record(self, *events: Event, **changes: Any) -> Self:
        """The next state: fields changed, events appended."""
        return self.evolve(events=self.events + events, **changes)


def _carrying(events: tuple[Event, ...], first_new: int, action: Action) -> tuple[Event, ...]:
    """The events with the action put on the first one that it caused."""
    first = events[first_new]
    carrying = Event(first.clause, first.text, first.seat, first.cards, first.seen_by, first.amount, action)
    return (*events[:first_new], carrying, *events[first_new + 1 :])
