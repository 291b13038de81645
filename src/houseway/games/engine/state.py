"""The state of a round: immutable, with explicit chance, a dealer that follows a procedure, and seats that decide."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

from houseway.cards.card import Card
from houseway.errors import HousewayError, IllegalAction
from houseway.games.engine.action import PROCEED, Action, exchange_jokers, refuse
from houseway.games.engine.event import HOUSE_DECISION, VOID, Event, Irregularity, Settlement
from houseway.games.engine.meter import Showing
from houseway.games.engine.money import Cents
from houseway.games.engine.shoe import OpenShoe, Shoe
from houseway.games.engine.view import Pile, View

if TYPE_CHECKING:
    from houseway.games.engine.game import Game
    from houseway.games.engine.view import ShownHand
    from houseway.ranking.category import HandValue

CHANCE = "chance"
"""The actor of a state in which cards are due."""
DEALER = "dealer"
"""The actor of a state in which the dealer follows the procedure."""
Actor = int | str | None
"""A seat's number, CHANCE (the shoe), DEALER, or None once the round is over."""


@dataclass(frozen=True)
class State(ABC):
    """A moment of a round. `apply` gives the next one and never changes this one."""

    game: "Game"
    shoe: Shoe
    events: tuple[Event, ...]
    settlements: tuple[Settlement, ...]

    @property
    @abstractmethod
    def actor(self) -> Actor:
        """Return the actor."""

    @property
    @abstractmethod
    def n_seats(self) -> int:
        """Return the number of seats in the round."""

    @abstractmethod
    def decisions(self) -> tuple[Action, ...]:
        """Return the decisions of the seat that acts now. An amount within a range is listed by its ends."""

    @abstractmethod
    def cards_due(self) -> int:
        """Return how many cards chance deals now."""

    @abstractmethod
    def piles(self) -> tuple[Pile, ...]:
        """Return all cards on the table, each pile with the seats that may see it."""

    @abstractmethod
    def wagers(self) -> tuple[tuple[tuple[str, Cents], ...], ...]:
        """Return for every seat the wagers made so far, by name."""

    @abstractmethod
    def _carry_out(self, action: Action) -> Self:
        """Return the next state, for an action known to be legal and cards already taken from the shoe."""

    @abstractmethod
    def _end(self) -> Self:
        """Return the same state with nothing left to do."""

    def shown_hands(self) -> "Iterator[ShownHand]":
        """Return every hand that is turned up by the end of the round, the dealer's first. By default there
        are none.
        """
        return iter(())

    def hands_in_sight(self, seat: int) -> "Iterator[tuple[str, HandValue]]":
        """Return the names of a seat's hands as far as its player sees them, each with its title.

        The title of an only hand is empty. There is none by default, nor before there are enough cards for a value.
        """
        return iter(())

    def question(self) -> str:
        """Return the question to the seat that acts, in a sentence, or an empty text if its options are clear
        enough.
        """
        return ""

    def refusals(self) -> dict[tuple[str, str], str]:
        """Return the refused moves of the seat that acts, by kind and option, each with the reason in a few words."""
        return {}

    def set_by_house_way(self) -> tuple[Card, ...]:
        """Return the dealer's cards from which the house way chooses, if the game has one."""
        return ()

    @property
    def meters(self) -> Mapping[str, Showing]:
        """Return the values of the meters on which the round has wagers, by default none."""
        return MappingProxyType({})

    def meters_left(self) -> dict[str, Showing]:
        """Return the same after the prizes that are settled so far."""
        left = dict(self.meters)
        for settlement in self.settlements:
            if (prize := settlement.paid_by) is not None:
                left[prize.meter] = left[prize.meter].taken(settlement.returned, prize.takes_all)
        return left

    def with_meters(self, meters: Mapping[str, Showing]) -> Self:
        """Return the same state with other meter values, because other rounds took prizes during this one."""
        raise IllegalAction(f"This round has no wager on a meter; got {', '.join(meters) or 'none'}.")

    @property
    def is_over(self) -> bool:
        """Return whether the round is finished and every wager settled."""
        return self.actor is None

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the actor's legal actions.

        With an open shoe, chance lists every deal. Use `chance_outcomes` to go through them.
        """
        actor = self.actor
        if actor is None:
            return ()
        if actor == CHANCE:
            return tuple(action for action, _ in self.chance_outcomes())
        if actor == DEALER:
            return (PROCEED,)
        return self.decisions()

    def chance_outcomes(self) -> Iterator[tuple[Action, Fraction]]:
        """Return every possible next deal, with its probability."""
        if self.actor != CHANCE:
            raise IllegalAction(f"No cards are due: {self.actor_name} acts.")
        return self.shoe.outcomes(self.cards_due())

    def apply(self, action: Action) -> Self:
        """Return the state after an action of `actor`. An illegal action raises IllegalAction and changes nothing.

        No actor voids a round, not even the dealer during play. Use `void` for that.
        """
        meant = self._meant(action)
        if self.actor == CHANCE:
            return self.evolve(shoe=self.shoe.take(meant, self.cards_due()))._carry_out(meant)
        return self._carry_out(meant)

    def recognize(self, action: Action) -> Action:
        """Return the legal action that is meant, in the one form in which it is carried out and logged.

        Its cards may be in any order and with either joker for a Jk. A bet that the rules fix may be left out or given.
        Anything else raises IllegalAction, which lists the legal actions.
        """
        meant = self._meant(action)
        if self.actor == CHANCE:
            self.shoe.take(meant, self.cards_due())
        return meant

    def _meant(self, action: Action) -> Action:
        """Return the same, except that an open shoe may lack the cards."""
        actor = self.actor
        if not isinstance(action, Action):
            raise refuse(repr(action), self._listable_actions())
        if not action.is_well_formed:
            raise refuse(repr(action), self._listable_actions(), "it is malformed")
        if actor == CHANCE:
            return self.shoe.recognize(action, self.cards_due())
        if actor == DEALER:
            if action != PROCEED:
                raise refuse(action, (PROCEED,), "the dealer acts")
            return PROCEED
        return self._check_decision(action)

    def irregularities(self) -> tuple[Irregularity, ...]:
        """Return the findings that now void the round by the letter. They are not any actor's choice."""
        return ()

    def void(self, name: str) -> Self:
        """End the round by the floor. Every wager is returned, including those already settled.

        `name` is one of `irregularities`, or the house's decision, which may stop a round of any game.
        """
        if self.is_over:
            raise IllegalAction(f"void {name} is not legal now: the round is over")
        declarable = {found.name: found for found in (*self.irregularities(), HOUSE_DECISION)}
        if name not in declarable:
            asked = Action(VOID, option=name)
            raise refuse(asked, [found.action for found in declarable.values()], "no irregularity of this round")
        found = declarable[name]
        returned = tuple(
            Settlement(seat, wager, staked, staked, found.clause, f"void: {found.finding}")
            for seat, wagers in enumerate(self.wagers())
            for wager, staked in wagers
        )
        then = f"; {found.then}" if found.then else ""
        text = f"{found.finding}: the round is void and every wager goes back{then}"
        event = Event(found.clause, text, action=found.action)
        return self._end().evolve(events=(*self.events, event), settlements=returned)

    def repeat(self, action: Action) -> Self:
        """Return the state after an action of a played round: an action of `actor`, or the finding that voided it."""
        return self.void(action.option) if action.kind == VOID else self.apply(action)

    def _check_decision(self, action: Action) -> Action:
        meant = self._listed(action)
        if meant is None:
            legal = self.legal_actions()
            raise refuse(action, legal, self.why_refused(action) if legal else "the round is over")
        return meant

    def why_refused(self, action: Action) -> str:
        """Return the reason why an action is illegal, if the game's rules give more detail."""
        return ""

    def _listed(self, action: Action) -> Action | None:
        """Return the matching legal decision, if any: with its cards in any order, and either joker for a Jk."""
        legal = self.legal_actions()
        if action in legal or not action.cards:
            return action if action in legal else None
        for meant in (action.normal(), exchange_jokers(action).normal()):
            if meant in legal:
                return meant
        return None

    def _listable_actions(self) -> tuple[Action, ...]:
        return () if self.actor == CHANCE and isinstance(self.shoe, OpenShoe) else self.legal_actions()

    def advance(self) -> Self:
        """Let chance and the dealer go on until a seat must decide or the round is over. Needs a shuffled shoe."""
        state = self
        while (actor := state.actor) is not None and isinstance(actor, str):
            if actor == CHANCE:
                if isinstance(state.shoe, OpenShoe):
                    raise IllegalAction("an open shoe does not choose its cards: apply a deal of chance_outcomes()")
                deal, rest = state.shoe.draw(state.cards_due())
                state = state.evolve(shoe=rest)._carry_out(deal)
            else:
                state = state._carry_out(PROCEED)
        return state

    @property
    def actor_name(self) -> str:
        """Return the actor in words."""
        actor = self.actor
        return "nobody" if actor is None else actor if isinstance(actor, str) else f"seat {actor + 1}"

    def view(self, seat: int | None = None) -> View:
        """Return the view of a seat now. None is a spectator."""
        if seat is not None and (isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.n_seats):
            raise HousewayError(f"Seat index {seat!r} does not exist. Seats are indexed from 0 to {self.n_seats - 1}.")
        return View(
            seat=seat,
            actor=self.actor,
            piles=tuple([pile.seen_from(seat) for pile in self.piles()]),
            wagers=self.wagers(),
            legal_actions=self.decisions() if seat is not None and self.actor == seat else (),
            events=tuple([event.seen_from(seat) for event in self.events]),
            settlements=self.settlements,
        )

    @property
    def house_result(self) -> Cents:
        """Return the result of the house and the meters. With the seats' results it sums to zero."""
        return Cents(-sum(settlement.net for settlement in self.settlements))

    def result(self, seat: int) -> Cents:
        """Return the result of a seat."""
        return Cents(sum(settlement.net for settlement in self.settlements if settlement.seat == seat))

    def evolve(self, **changes: Any) -> Self:
        """Return a copy with some fields changed. It shares everything else, and skips the checks of construction."""
        new = object.__new__(type(self))
        object.__setattr__(new, "__dict__", {**self.__dict__, **changes})
        return new
