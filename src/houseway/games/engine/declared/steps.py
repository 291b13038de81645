"""The steps of a declared procedure. `once`, `clockwise` and `counter_clockwise` make laps of them.

Each step names declared terms and calls the method of the declared round that carries it out.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from houseway.games.engine.action import Action
from houseway.games.engine.declared.vocabulary import Conditions, Decision, Discards, EnvyBonus, Hand, Payable
from houseway.games.engine.procedure import Step
from houseway.games.engine.state import CHANCE, Actor

if TYPE_CHECKING:
    from houseway.games.engine.declared.round import DeclaredRound


@dataclass(frozen=True, slots=True)
class DeclaredStep(Step):
    """A step that names declared terms. The declared round carries it out."""


@dataclass(frozen=True, slots=True)
class DealHand(DeclaredStep):
    """A step that deals all cards of a hand, or the next `cards` of them, by a clause that may differ from the hand's.

    `tells` is the name of the cards, if there is a better one than their number.
    """

    hand: Hand
    cards: int | None = None
    clause: str = ""
    tells: str = ""

    def actor(self, seat: int | None) -> Actor:
        """Return chance."""
        return CHANCE

    def carry_out(self, state: "DeclaredRound", seat: int | None, action: Action) -> "DeclaredRound":
        """Refuse, because a hand is dealt packet by packet, see `DealPacket`."""
        raise NotImplementedError(f"{self.hand} is dealt packet by packet")


@dataclass(frozen=True, slots=True)
class DealPacket(DeclaredStep):
    """A step that deals some cards of a hand: those that become known together."""

    hand: Hand
    cards: int
    clause: str = ""
    tells: str = ""

    def actor(self, seat: int | None) -> Actor:
        """Return chance."""
        return CHANCE

    def applies(self, state: "DeclaredRound", seat: int | None) -> bool:
        """Return whether the hand is dealt to a seat that is still in."""
        hand = self.hand
        if hand.with_bet is not None or hand.when or hand.replaces is not None:
            return state.is_dealt(hand, seat)
        return seat is None or state.is_in(seat)

    def cards_due(self, state: "DeclaredRound", seat: int | None) -> int:
        """Return the size of the packet."""
        return self.cards

    def carry_out(self, state: "DeclaredRound", seat: int | None, action: Action) -> "DeclaredRound":
        """Deal the cards to the seat, or to the dealer or the table."""
        cards = action.cards
        return state.deal_common(self, cards) if seat is None else state.deal_own(self, seat, cards)


@dataclass(frozen=True, slots=True)
class Draw(DeclaredStep):
    """A step that deals one more card to a hand, face up, if its drawing rule requires it."""

    hand: Hand

    def actor(self, seat: int | None) -> Actor:
        """Return chance."""
        return CHANCE

    def applies(self, state: "DeclaredRound", seat: int | None) -> bool:
        """Return whether the rule gives the hand a card."""
        return state.has_to_draw(self.hand)

    def cards_due(self, state: "DeclaredRound", seat: int | None) -> int:
        """Return one."""
        return 1

    def carry_out(self, state: "DeclaredRound", seat: int | None, action: Action) -> "DeclaredRound":
        """Add the card."""
        return state.draw(self.hand, action.cards)


@dataclass(frozen=True, slots=True)
class Replace(DeclaredStep):
    """A step that deals a seat new cards for its discards."""

    discards: Discards

    def actor(self, seat: int | None) -> Actor:
        """Return chance."""
        return CHANCE

    def applies(self, state: "DeclaredRound", seat: int | None) -> bool:
        """Return whether the seat waits for cards."""
        return self.cards_due(state, seat) > 0

    def cards_due(self, state: "DeclaredRound", seat: int | None) -> int:
        """Return how many cards the seat discarded."""
        assert seat is not None, "a seat puts cards away"
        return state.replacements_due(self.discards, seat)

    def carry_out(self, state: "DeclaredRound", seat: int | None, action: Action) -> "DeclaredRound":
        """Deal the same number to it."""
        assert seat is not None, "a seat puts cards away"
        return state.replace_discards(self.discards, seat, action.cards)


@dataclass(frozen=True, slots=True)
class Ask(DeclaredStep):
    """A step in which a seat decides."""

    decision: Decision

    def actor(self, seat: int | None) -> Actor:
        """Return the seat."""
        return seat

    def applies(self, state: "DeclaredRound", seat: int | None) -> bool:
        """Return whether the seat has a decision."""
        assert seat is not None, "a seat is asked"
        return state.is_asked(self.decision, seat)

    def options(self, state: "DeclaredRound", seat: int | None) -> tuple[Action, ...]:
        """Return the seat's legal actions."""
        assert seat is not None, "a seat is asked"
        return state.options(self.decision, seat)

    def carry_out(self, state: "DeclaredRound", seat: int | None, action: Action) -> "DeclaredRound":
        """Take the option."""
        assert seat is not None, "a seat is asked"
        return state.ask(self.decision, seat, action)


@dataclass(frozen=True, slots=True)
class Show(DeclaredStep):
    """A step in which the dealer turns up cards of a hand: this many more, or all that are left."""

    hand: Hand
    clause: str
    cards: int | None = None

    def carry_out(self, state: "DeclaredRound", seat: int | None, action: Action) -> "DeclaredRound":
        """Turn them."""
        return state.show(self)


@dataclass(frozen=True, slots=True)
class Settle(DeclaredStep):
    """A step in which the dealer settles the seat's wagers.

    These are the wagers named, or all that are left, under the readings of `when`.
    """

    wagers: tuple[Payable, ...] = ()
    when: Conditions = field(default_factory=dict, hash=False)

    def applies(self, state: "DeclaredRound", seat: int | None) -> bool:
        """Return whether a wager of the step is still open."""
        assert seat is not None, "a seat's wagers are settled"
        return state.has_to_settle(self, seat)

    def carry_out(self, state: "DeclaredRound", seat: int | None, action: Action) -> "DeclaredRound":
        """Settle them."""
        assert seat is not None, "a seat's wagers are settled"
        return state.settle(self, seat)


@dataclass(frozen=True, slots=True)
class PayEnvy(DeclaredStep):
    """A step in which the dealer pays a seat for the hands of the others."""

    envy: EnvyBonus

    def applies(self, state: "DeclaredRound", seat: int | None) -> bool:
        """Return whether another player's hand pays the seat."""
        assert seat is not None, "a seat is paid"
        return state.envy_is_due(self, seat)

    def carry_out(self, state: "DeclaredRound", seat: int | None, action: Action) -> "DeclaredRound":
        """Pay it."""
        assert seat is not None, "a seat is paid"
        return state.pay_envy(self, seat)


@dataclass(frozen=True, slots=True)
class Announce(DeclaredStep):
    """A step in which the dealer does something on which no wager depends, announced in these words."""

    clause: str
    text: str

    def carry_out(self, state: "DeclaredRound", seat: int | None, action: Action) -> "DeclaredRound":
        """Announce it."""
        return state.announce(self)
