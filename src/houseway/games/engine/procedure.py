"""The procedure of a house-banked round as data: laps of steps, in the order of the rule sheet.

A *lap* is walked once, or once for every seat, clockwise or counter-clockwise. A step belongs to chance, the dealer
or a seat, and carries itself out. A round that is written by hand names its methods in `Deal`, `Decide` and `Dealer`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, cached_property
from typing import Any, ClassVar, Self

from houseway.games.engine.action import Action, refuse
from houseway.games.engine.event import Event, Irregularity, carrying
from houseway.games.engine.money import NO_MONEY, Cents, dollars
from houseway.games.engine.state import CHANCE, DEALER, Actor, State


class Order(Enum):
    """How a lap goes round the table; clockwise starts at the dealer's left."""

    ONCE = "once"
    CLOCKWISE = "clockwise"
    COUNTER_CLOCKWISE = "counter-clockwise"


class Step(ABC):
    """One step of a procedure. `state` is the round that it is a step of, `seat` None where a lap is walked once."""

    __slots__ = ()

    def actor(self, seat: int | None) -> Actor:
        """Return the actor of the step: the dealer, unless a step says otherwise."""
        return DEALER

    def applies(self, state: Any, seat: int | None) -> bool:
        """Return whether the step is taken; if not, it is passed over."""
        return True

    def cards_due(self, state: Any, seat: int | None) -> int:
        """Return how many cards chance deals."""
        return 0

    def options(self, state: Any, seat: int | None) -> tuple[Action, ...]:
        """Return what the seat may do."""
        return ()

    @abstractmethod
    def carry_out(self, state: Any, seat: int | None, action: Action) -> Any:
        """Return the next state, with at least one new event."""


@dataclass(frozen=True, slots=True)
class MethodStep(Step):
    """A step of a round that is written by hand: it names the method that carries it out.

    `only`, if given, names a method that tells whether the step applies (to the seat).
    """

    does: str
    only: str = ""

    def applies(self, state: Any, seat: int | None) -> bool:
        """Ask the method that `only` names."""
        return not self.only or bool(_call(state, self.only, seat))

    def carry_out(self, state: Any, seat: int | None, action: Action) -> Any:
        """Call the method."""
        return _call(state, self.does, seat)


@dataclass(frozen=True, slots=True)
class Deal(MethodStep):
    """Chance deals a number of cards, or as many as a named method says; none means that the step is passed over."""

    cards: int | str = 0

    def actor(self, seat: int | None) -> Actor:
        """Chance."""
        return CHANCE

    def applies(self, state: Any, seat: int | None) -> bool:
        """Return whether cards are due, too."""
        return MethodStep.applies(self, state, seat) and self.cards_due(state, seat) > 0

    def cards_due(self, state: Any, seat: int | None) -> int:
        """Return the number, or ask the method."""
        return self.cards if isinstance(self.cards, int) else int(_call(state, self.cards, seat))

    def carry_out(self, state: Any, seat: int | None, action: Action) -> Any:
        """Call the method with the cards."""
        return _call(state, self.does, seat, action.cards)


@dataclass(frozen=True, slots=True)
class Decide(MethodStep):
    """A seat decides. The method `<name>_options` lists what is legal."""

    def actor(self, seat: int | None) -> Actor:
        """The seat."""
        return seat

    def options(self, state: Any, seat: int | None) -> tuple[Action, ...]:
        """Ask the method that lists them."""
        options: tuple[Action, ...] = _call(state, f"{self.does}_options", seat)
        return options

    def carry_out(self, state: Any, seat: int | None, action: Action) -> Any:
        """Call the method with the action."""
        return _call(state, self.does, seat, action)


@dataclass(frozen=True, slots=True)
class Dealer(MethodStep):
    """The dealer carries out a step without choice."""


def _call(state: Any, method: str, seat: int | None, *arguments: Any) -> Any:
    return getattr(state, method)(*arguments) if seat is None else getattr(state, method)(seat, *arguments)


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


def _seats_of(order: Order, n_seats: int) -> Iterable[int | None]:
    if order is Order.ONCE:
        return (None,)
    return range(n_seats) if order is Order.CLOCKWISE else range(n_seats - 1, -1, -1)


def unrolled(procedure: Iterable[Lap], n_seats: int) -> tuple[Turn, ...]:
    """Return a whole procedure for a number of seats, turn after turn."""
    return tuple(
        Turn(step, seat, step.actor(seat))
        for lap in procedure
        for seat in _seats_of(lap.order, n_seats)
        for step in lap.steps
    )


@cache
def _turns_of(state_class: "type[ProcedureState]", n_seats: int) -> tuple[Turn, ...]:
    return unrolled(state_class.procedure, n_seats)


@dataclass(frozen=True)
class ProcedureState(State):
    """A state that walks a procedure: that of its class, unless it has another.

    `cursor` is the place in the unrolled procedure, None once the round is over; the first step must apply.
    """

    procedure: ClassVar[tuple[Lap, ...]]
    cursor: int | None

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The whole procedure; every later state of the round shares it."""
        return _turns_of(type(self), self.n_seats)

    @property
    def turn(self) -> Turn | None:
        """The turn to take now, None once the round is over."""
        return None if self.cursor is None else self.turns[self.cursor]

    @property
    def actor(self) -> Actor:
        """Who takes the step."""
        return None if self.cursor is None else self.turns[self.cursor].actor

    def cards_due(self) -> int:
        """How many cards the step deals."""
        turn = self.turn
        assert turn is not None
        return turn.step.cards_due(self, turn.seat)

    def decisions(self) -> tuple[Action, ...]:
        """The options of the decision that is due."""
        return self._options

    @cached_property
    def _options(self) -> tuple[Action, ...]:
        """Found once: who looks at them also takes one, which must be among them."""
        turn = self.turn
        return () if turn is None else turn.step.options(self, turn.seat)

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

    def _carry_out(self, action: Action) -> Self:
        assert self.cursor is not None
        turn = self.turns[self.cursor]
        first_new = len(self.events)
        state: Self = turn.step.carry_out(self, turn.seat, action)
        # A step makes a new state that nobody else has seen, so that it can still be completed.
        fields = state.__dict__
        fields["events"] = _carrying(state.events, first_new, action)
        fields["cursor"] = state._next_cursor()
        return state

    def _next_cursor(self) -> int | None:
        """The place of the next step that applies."""
        assert self.cursor is not None
        turns = self.turns
        for cursor in range(self.cursor + 1, len(turns)):
            if turns[cursor].step.applies(self, turns[cursor].seat):
                return cursor
        return None

    def irregularities(self) -> tuple[Irregularity, ...]:
        """The game's irregularities, until the round is over."""
        return () if self.is_over else self.game.irregularities

    def _end(self) -> Self:
        return self.evolve(cursor=None)

    def evolve(self, **changes: Any) -> Self:
        """The same, with options of its own."""
        fields = {**self.__dict__, **changes}
        fields.pop("_options", None)
        new = object.__new__(type(self))
        object.__setattr__(new, "__dict__", fields)
        return new

    def record(self, *events: Event, **changes: Any) -> Self:
        """The next state: fields changed, events appended."""
        return self.evolve(events=self.events + events, **changes)


def _carrying(events: tuple[Event, ...], first_new: int, action: Action) -> tuple[Event, ...]:
    """The events with the action put on the first one that it caused."""
    return (*events[:first_new], carrying(events[first_new], action), *events[first_new + 1 :])
