"""The hands of a title: dealt, picked, discarded, set by the house way or exchanged, and minimum hands."""

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
    """A rule for when a hand gets one more card, without a decision.

    It depends on the hand's points and on an earlier hand's draw. `on` has the points on which the hand draws, by the
    count of the card of `after`. The key is None if that hand drew no card or there is no such hand. `drawn_clause` is
    the clause if it drew one. A natural ends all drawing. It is one of the points in `naturals` on the first cards of
    any hand with such a rule.
    """

    clause: str
    on: Mapping[int | None, range]
    after: "Hand | None" = None
    drawn_clause: str = ""
    naturals: tuple[int, ...] = ()


class Held(Term):
    """Cards that a comparison or a pay table uses."""

    cards: int
    owner: Owner

    @property
    def is_named(self) -> bool:
        """Return whether its title is a name, such as Hand 1, that takes no article."""
        return self.title[:1].isupper()


class Hand(Held):
    """Cards that are dealt together. Players see their hands, and other hands only as far as they are face up.

    `up` is how many cards are dealt face up, under the readings of `up_when`. A step `Show` turns up more. With
    `draws`, a step `Draw` may add a card face up. A hand `with_bet` is dealt to a seat that made that later bet, a
    community hand once any seat has. `when` names readings under which it is dealt at all. `replaces` are cards that a
    player discards. Then the hand is dealt only to a seat that has discarded, and separately. Not even its player sees
    it before the settlement. A hand `as_dealt` keeps the order of the deal. Others are sorted, the highest card first.
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
        """Return cards that are dealt together, in display order."""
        return cards if self.as_dealt else descending(cards)

    @property
    def most_cards(self) -> int:
        """Return the largest number of cards that the hand may reach."""
        return self.cards + (self.draws is not None)

    def up_at(self, game: "Game") -> int:
        """Return how many of its cards are dealt face up under the readings in force."""
        return self.up if holds(game, self.up_when) else 0

    @property
    def is_own(self) -> bool:
        """Return whether every seat has one."""
        return self.owner is Owner.SEAT

    @property
    def pile_name(self) -> str:
        """Return the name of its pile on the table."""
        return "dealer" if self.owner is Owner.DEALER else self.name


class Chosen(Held):
    """Cards of a hand that its player picks with an option. The rest form a pile named `rest`.

    `pile` names the pile of the picked cards, if it differs from the name of the term.
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
        """Return the name of the picked cards on the table."""
        return self.pile or self.name


class BestOf(Held):
    """The dealer's cards that play: at most `cards` of them, the best with the community cards of `board`."""

    def __init__(self, title: str, clause: str, *, of: Hand, cards: int, board: Hand, system: str) -> None:
        super().__init__(title, clause)
        self.of = of
        self.cards = cards
        self.owner = of.owner
        self.board = board
        self.system = system

    def made_of(self, dealt: Sequence[Card], board: Sequence[Card]) -> tuple[Card, ...]:
        """Return the best of the cards dealt, the first of several equally good."""
        value = ranking(self.system).value
        return max(combinations(dealt, self.cards), key=lambda played: value((*played, *board)))


class Discards(Chosen):
    """Up to `most` cards of a hand that its player discards with an option.

    A step `Replace` then deals the same number of new cards into the hand. The hand remains one pile, with new cards at
    its end. The discards of all draws are another pile, which only their player sees.
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
    """The cards of a hand that are not among those picked or set.

    With `outranks` they must not be the lower hand. This clause forbids picking cards that would make them so.
    """

    def __init__(self, title: str, clause: str, *, of: Chosen | HouseSet, outranks: bool = False) -> None:
        super().__init__(title, clause)
        self.of = of
        self.cards = of.of.cards - of.cards
        self.owner = of.owner
        self.outranks = outranks


class Exchanged(Held):
    """A hand in its final form: as dealt, or the kept cards with those drawn for the discards."""

    def __init__(self, title: str, clause: str, *, of: Hand, drawn: Hand) -> None:
        super().__init__(title, clause)
        self.of = of
        self.drawn = drawn
        self.cards = of.cards
        self.owner = of.owner

    def made_of(self, cards: Mapping[Held, Sequence[Card]]) -> tuple[Card, ...] | None:
        """Return its cards from those of other hands, None until the drawn ones are dealt."""
        away = cards.get(self.drawn.replaces, ()) if self.drawn.replaces is not None else ()
        drawn = cards.get(self.drawn, ()) if away else ()
        if len(drawn) != len(away):
            return None
        return (*(card for card in cards[self.of] if card not in away), *drawn)


@dataclass(frozen=True)
class AtLeast:
    """The hand that a player needs for an option.

    `lowest` is a text of the lowest hand that is enough, such as a pair of aces with the lowest kickers.
    """

    hand: Hand
    lowest: str
    system: str

    def read(self, game: "Game") -> "AtLeast":
        """Return the same in the ranking system that the readings use instead of the named one."""
        system = game.ranked_as(self.system)
        return self if system == self.system else replace(self, system=system)

    @cached_property
    def least(self) -> int:
        """Return the lowest value that is enough."""
        ranked = ranking(self.system)
        return ranked.value(parse_cards(self.lowest, deck=ranked.system.deck))

    @property
    def in_words(self) -> str:
        """Return the lowest hand that is enough, by name, with "or a better one"."""
        return ranking(self.system).at_least(self.least)

    def met_by(self, cards: Sequence[int]) -> bool:
        """Return whether the cards of the hand are enough."""
        return ranking(self.system).value(cards) >= self.least
