"""The hands of a title: dealt, picked, discarded, set by the house way, exchanged; and what a hand must be at least."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from houseway.cards.card import Card
from houseway.cards.notation import parse_cards
from houseway.games.engine.action import descending
from houseway.games.engine.declared.terms import Conditions, Owner, Term, holds
from houseway.games.engine.declared.wagers import LaterBet
from houseway.ranking import ranking

if TYPE_CHECKING:
    from houseway.games.engine.game import Game


@dataclass(frozen=True, slots=True)
class DrawingRule:
    """When a hand gets one card more, which nobody decides: by its points, and by what another hand drew before it.

    `on` holds the points on which it draws, by what the card of `after` counts, None where that hand drew none or there
    is no such hand; `drawn_clause` is the clause where it drew one. A natural, which is so many points of the first
    cards in any hand with such a rule, ends all drawing.
    """

    clause: str
    on: Mapping[int | None, range]
    after: "Hand | None" = None
    drawn_clause: str = ""
    naturals: tuple[int, ...] = ()


class Held(Term):
    """Cards that a comparison or a pay table looks at."""

    cards: int
    owner: Owner

    @property
    def is_named(self) -> bool:
        """Whether its title is a name, such as Hand 1, that takes no article."""
        return self.title[:1].isupper()


class Hand(Held):
    """Cards that are dealt together. A seat's own are seen by their player, others only as far as they lie face up.

    `up` is how many of them are dealt face up, under the readings of `up_when`; a step `Show` turns more. With `draws`
    a step `Draw` may add a card that lies face up. A hand `with_bet` is dealt to a seat that made that later bet, a
    common one once a seat has; `when` names readings under which it is dealt at all. `replaces` are cards that a player
    puts away: the hand is dealt only to a seat that has, lies apart, and not even its player looks at it before the
    settlement. A hand `as_dealt` keeps the order of the deal; others are sorted, the highest card first.
    """

    def __init__(
        self,
        title: str,
        clause: str,
        *,
        cards: int,
        owner: Owner = Owner.SEAT,
        up: int = 0,
        up_when: Conditions | None = None,
        draws: DrawingRule | None = None,
        with_bet: LaterBet | None = None,
        when: Conditions | None = None,
        replaces: "Chosen | None" = None,
        as_dealt: bool = False,
    ) -> None:
        super().__init__(title, clause)
        self.cards = cards
        self.owner = owner
        self.up = up
        self.up_when = dict(up_when or {})
        self.draws = draws
        self.with_bet = with_bet
        self.when = dict(when or {})
        self.replaces = replaces
        self.as_dealt = as_dealt

    def laid_out(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Return cards that are dealt together in the order in which they lie."""
        return cards if self.as_dealt else descending(cards)

    @property
    def most_cards(self) -> int:
        """How many cards it may come to have."""
        return self.cards + (self.draws is not None)

    def up_at(self, game: "Game") -> int:
        """How many of its cards are dealt face up under the readings in force."""
        return self.up if holds(game, self.up_when) else 0

    @property
    def is_own(self) -> bool:
        """Whether every seat has one."""
        return self.owner is Owner.SEAT

    @property
    def pile_name(self) -> str:
        """What its cards are called on the table."""
        return "dealer" if self.owner is Owner.DEALER else self.name


class Chosen(Held):
    """Cards of a hand that its player picks with an option; the rest lie apart, in a pile named `rest`.

    `pile` names the pile of the picked cards, where the name of the term is not the one to use.
    """

    def __init__(
        self, title: str, clause: str, *, of: Hand, cards: int, rest: str, rest_title: str = "", pile: str = ""
    ) -> None:
        super().__init__(title, clause)
        self.pile = pile
        self.of = of
        self.cards = cards
        self.owner = of.owner
        self.rest = rest
        self.rest_title = rest_title or rest

    @property
    def pile_name(self) -> str:
        """The name of the picked cards on the table."""
        return self.pile or self.name


class BestOf(Held):
    """The cards of the dealer's hand that play: at most `cards` of them, the best with the common cards of `board`."""

    def __init__(self, title: str, clause: str, *, of: Hand, cards: int, board: Hand, system: str) -> None:
        super().__init__(title, clause)
        self.of = of
        self.cards = cards
        self.owner = of.owner
        self.board = board
        self.system = system

    def made_of(self, dealt: Sequence[Card], board: Sequence[Card]) -> tuple[Card, ...]:
        """Return the best of the cards dealt; the first ones of several equally good."""
        value = ranking(self.system).value
        return max(combinations(dealt, self.cards), key=lambda played: value((*played, *board)))


class Discards(Chosen):
    """Up to `most` cards of a hand that its player puts away with an option. A step `Replace` then deals as many new
    ones into the hand.

    The hand remains one pile, with new cards at its end. The discards of all draws are another pile, which only their
    player sees.
    """

    pile = "discards"

    def __init__(self, title: str, clause: str, *, of: Hand, most: int) -> None:
        super().__init__(title, clause, of=of, cards=most, rest=self.pile)


class HouseSet(Held):
    """The cards of the dealer's hand that the house way, which is in the sheet, puts in the low hand."""

    def __init__(self, title: str, clause: str, *, of: Hand, cards: int) -> None:
        super().__init__(title, clause)
        self.of = of
        self.cards = cards
        self.owner = of.owner


class Rest(Held):
    """The cards of a hand that are not among those picked or set. With `outranks` they must not be the lower hand:
    cards that would leave them so cannot be picked, by this clause.
    """

    def __init__(self, title: str, clause: str, *, of: Chosen | HouseSet, outranks: bool = False) -> None:
        super().__init__(title, clause)
        self.of = of
        self.cards = of.of.cards - of.cards
        self.owner = of.owner
        self.outranks = outranks


class Exchanged(Held):
    """A hand as it is in the end: as it was dealt, or what was kept of it with the cards drawn for those put away."""

    def __init__(self, title: str, clause: str, *, of: Hand, drawn: Hand) -> None:
        super().__init__(title, clause)
        self.of = of
        self.drawn = drawn
        self.cards = of.cards
        self.owner = of.owner

    def made_of(self, cards: Mapping[Held, Sequence[Card]]) -> tuple[Card, ...] | None:
        """Its cards among those of other hands; None as long as the drawn ones are to come."""
        away = cards.get(self.drawn.replaces, ()) if self.drawn.replaces is not None else ()
        drawn = cards.get(self.drawn, ()) if away else ()
        if len(drawn) != len(away):
            return None
        return (*(card for card in cards[self.of] if card not in away), *drawn)


@dataclass(frozen=True)
class AtLeast:
    """What a player must hold for an option: `lowest` is a text of the lowest hand that will do, such as a pair of aces
    with the lowest kickers.
    """

    hand: Hand
    lowest: str
    system: str

    def read(self, game: "Game") -> "AtLeast":
        """The same in the ranking system that the readings put in the place of the one that is named."""
        system = game.ranked_as(self.system)
        return self if system == self.system else replace(self, system=system)

    @cached_property
    def least(self) -> int:
        """The lowest value that will do."""
        ranked = ranking(self.system)
        return ranked.value(parse_cards(self.lowest, deck=ranked.system.deck))

    @property
    def in_words(self) -> str:
        """The lowest hand that will do, by name, or a better one."""
        return ranking(self.system).at_least(self.least)

    def met_by(self, cards: Sequence[int]) -> bool:
        """Whether the cards of the hand are enough."""
        return ranking(self.system).value(cards) >= self.least
