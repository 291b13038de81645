"""The procedure of a house-banked round as data: laps of steps, in the order of the rule sheet.

A *lap* runs once, or once for every seat, clockwise or counter-clockwise. A step belongs to chance, the dealer or a
seat, and carries itself out. A round written by hand names its methods in `Deal`, `Decide` and `Dealer`.
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
    """The direction of a lap around the table. Clockwise starts at the dealer's left."""

    ONCE = "once"
    CLOCKWISE = "clockwise"
    COUNTER_CLOCKWISE = "counter-clockwise"


class Step(ABC):
    """One step of a procedure. `state` is the step's round. `seat` is None in a lap that runs once."""

    __slots__ = ()

    def actor(self, seat: int | None) -> Actor:
        """Return the actor of the step, by default the dealer."""
        return DEALER

    def applies(self, state: Any, seat: int | None) -> bool:
        """Return whether the step is taken. If not, it is skipped."""
        return True

    def cards_due(self, state: Any, seat: int | None) -> int:
        """Return how many cards chance deals."""
        return 0

    def options(self, state: Any, seat: int | None) -> tuple[Action, ...]:
        """Return the seat's legal actions."""
        return ()

    @abstractmethod
    def carry_out(self, state: Any, seat: int | None, action: Action) -> Any:
        """Return the next state, with at least one new event."""


@dataclass(frozen=True, slots=True)
class MethodStep(Step):
    """A step of a round written by hand. It names the method that carries it out.

    `only`, if given, names a method that returns whether the step applies (to the seat).
    """

    does: str
    only: str = ""

    def applies(self, state: Any, seat: int | None) -> bool:
        """Return the result of the method that `only` names."""
        return not self.only or bool(_call(state, self.only, seat))

    def carry_out(self, state: Any, seat: int | None, action: Action) -> Any:
        """Call the method."""
        return _call(state, self.does, seat)


@dataclass(frozen=True, slots=True)
class Deal(MethodStep):
    """A step in which chance deals a number of cards, or the number from a named method.

    With no cards it is skipped.
    """

    cards: int | str = 0

    def actor(self, seat: int | None) -> Actor:
        """Return chance."""
        return CHANCE

    def applies(self, state: Any, seat: int | None) -> bool:
        """Return whether the step applies and cards are due."""
        return MethodStep.applies(self, state, seat) and self.cards_due(state, seat) > 0

    def cards_due(self, state: Any, seat: int | None) -> int:
        """Return the number of cards, or the method's result."""
        return self.cards if isinstance(self.cards, int) else int(_call(state, self.cards, seat))

    def carry_out(self, state: Any, seat: int | None, action: Action) -> Any:
        """Call the method with the cards."""
        return _call(state, self.does, seat, action.cards)


@dataclass(frozen=True, slots=True)
class Decide(MethodStep):
    """A step in which a seat decides. The method `<name>_options` lists the legal actions."""

    def actor(self, seat: int | None) -> Actor:
        """Return the seat."""
        return seat

    def options(self, state: Any, seat: int | None) -> tuple[Action, ...]:
        """Return the list of the `<name>_options` method."""
        options: tuple[Action, ...] = _call(state, f"{self.does}_options", seat)
        return options

    def carry_out(self, state: Any, seat: int | None, action: Action) -> Any:
        """Call the method with the action."""
        return _call(state, self.does, seat, action)


@dataclass(frozen=True, slots=True)
class Dealer(MethodStep):
    """A step that the dealer carries out without choice."""


def _call(state: Any, method: str, seat: int | None, *arguments: Any) -> Any:
    return getattr(state, method)(*arguments) if seat is None else getattr(state, method)(seat, *arguments)


@dataclass(frozen=True)
class Lap:
    """Steps that are taken together, once or for each seat."""

    order: Order
    steps: tuple[Step, ...]


def once(*steps: Step) -> Lap:
    """Return a lap that runs once."""
    return Lap(Order.ONCE, steps)


def clockwise(*steps: Step) -> Lap:
    """Return a lap for every seat, from the dealer's left."""
    return Lap(Order.CLOCKWISE, steps)


def counter_clockwise(*steps: Step) -> Lap:
    """Return a lap for every seat, from the dealer's right."""
    return Lap(Order.COUNTER_CLOCKWISE, steps)


@dataclass(frozen=True, slots=True)
class Turn:
    """A step at its place in the unrolled procedure, with its seat and actor."""

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
    """A state that follows a procedure: that of its class, unless it has another.

    `cursor` is the place in the unrolled procedure, None once the round is over. The first step must apply.
    """

    procedure: ClassVar[tuple[Lap, ...]]
    cursor: int | None

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """Return the whole procedure, which every later state of the round shares."""
        return _turns_of(type(self), self.n_seats)

    @property
    def turn(self) -> Turn | None:
        """Return the current turn, None once the round is over."""
        return None if self.cursor is None else self.turns[self.cursor]

    @property
    def actor(self) -> Actor:
        """Return the actor of the step."""
        return None if self.cursor is None else self.turns[self.cursor].actor

    def cards_due(self) -> int:
        """Return how many cards the step deals."""
        turn = self.turn
        assert turn is not None
        return turn.step.cards_due(self, turn.seat)

    def decisions(self) -> tuple[Action, ...]:
        """Return the options of the decision that is due."""
        return self._options

    @cached_property
    def _options(self) -> tuple[Action, ...]:
        """Return the options, cached because a program that lists them also takes one, which must be among them."""
        turn = self.turn
        return () if turn is None else turn.step.options(self, turn.seat)

    def bet_due(self, action: Action) -> tuple[Cents, str]:
        """Return the bet that goes with a decision and the clause that fixes its amount, by default none."""
        return NO_MONEY, ""

    def _check_decision(self, action: Action) -> Action:
        """Return the legal decision that an action means. If it names its bet, the amount must be the one due."""
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
        # A step makes a new state that no other code has seen, so that it can still be completed.
        fields = state.__dict__
        fields["events"] = _carrying(state.events, first_new, action)
        fields["cursor"] = state._next_cursor()
        return state

    def _next_cursor(self) -> int | None:
        assert self.cursor is not None
        turns = self.turns
        for cursor in range(self.cursor + 1, len(turns)):
            if turns[cursor].step.applies(self, turns[cursor].seat):
                return cursor
        return None

    def irregularities(self) -> tuple[Irregularity, ...]:
        """Return the game's irregularities until the round is over."""
        return () if self.is_over else self.game.irregularities

    def _end(self) -> Self:
        return self.evolve(cursor=None)

    def evolve(self, **changes: Any) -> Self:
        """Return a changed copy, without the cached options."""
        fields = {**self.__dict__, **changes}
        fields.pop("_options", None)
        new = object.__new__(type(self))
        object.__setattr__(new, "__dict__", fields)
        return new

    def record(self, *events: Event, **changes: Any) -> Self:
        """Return the next state, with fields changed and events appended."""
        return self.evolve(events=self.events + events, **changes)


def _carrying(events: tuple[Event, ...], first_new: int, action: Action) -> tuple[Event, ...]:
    """Return the events with the action on the first one that it caused."""
    return (*events[:first_new], carrying(events[first_new], action), *events[first_new + 1 :])
