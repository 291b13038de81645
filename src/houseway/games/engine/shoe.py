"""The sources of cards: a shuffled shoe, or an open one whose every outcome can be listed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, prod

from houseway.cards.card import JOKERS, Card
from houseway.cards.deck import Deck
from houseway.cards.notation import format_cards
from houseway.errors import BadCards
from houseway.games.engine.action import DEAL, Action, descending, exchange_jokers, refuse


@dataclass(frozen=True, slots=True)
class StackedShoe:
    """Cards in the order in which they will be dealt: after a shuffle, or arranged by hand for a test or a drill."""

    cards: tuple[Card, ...]
    dealt: int = 0

    def outcomes(self, count: int) -> Iterator[tuple[Action, Fraction]]:
        """Return the only possible deal."""
        yield self.next_deal(count), Fraction(1)

    def next_deal(self, count: int) -> Action:
        """Return the next cards, as an action of chance."""
        end = self.dealt + count
        if end > len(self.cards):
            raise BadCards(f"The shoe has {len(self.cards) - self.dealt} cards left; {count} are needed.")
        return Action(DEAL, self.cards[self.dealt : end])

    def draw(self, count: int) -> tuple[Action, "StackedShoe"]:
        """Return the next cards and the shoe after them."""
        return self.next_deal(count), StackedShoe(self.cards, self.dealt + count)

    def recognize(self, action: Action, count: int) -> Action:
        """Return the next deal if it matches: in any order, and with either joker for a Jk."""
        expected = self.next_deal(count)
        if action == expected:
            return expected
        if action.normal() != expected.normal() and exchange_jokers(action).normal() != expected.normal():
            raise refuse(action, [expected], "the shoe is already shuffled")
        return expected

    def take(self, action: Action, count: int) -> "StackedShoe":
        """Return the shoe after the next deal."""
        return StackedShoe(self.cards, self.dealt + count)


@dataclass(frozen=True)
class OpenShoe:
    """Cards still in the deck, in no order. Chance lists every outcome with its probability, and takes any of them."""

    deck: Deck

    @cached_property
    def size(self) -> int:
        """Return the number of cards left."""
        return self.deck.size

    def outcomes(self, count: int) -> Iterator[tuple[Action, Fraction]]:
        """Return every different set of cards that can be dealt, with its probability."""
        total = comb(self.size, count)
        copies = self.deck.copies
        for cards in _multisets(self.deck, count):
            ways = prod(comb(copies[card_id], cards.count(card_id)) for card_id in set(cards))
            yield Action(DEAL, cards), Fraction(ways, total)

    def recognize(self, action: Action, count: int) -> Action:
        """Return the matching deal. A joker that was read from text may be the other one."""
        gone = any(joker in action.cards and not self.deck.copies[joker] for joker in JOKERS)
        return exchange_jokers(action) if gone else action

    def take(self, action: Action, count: int) -> "OpenShoe":
        """Return the shoe after any deal of cards that are still in it."""
        if action != Action(DEAL, action.cards) or len(action.cards) != count:
            raise refuse(action, [], f"expected a deal of {count} of the {self.size} cards left")
        try:
            return OpenShoe(self.deck.without(action.cards))
        except BadCards as error:
            raise refuse(action, [], str(error)) from None


Shoe = StackedShoe | OpenShoe


def stacked(deck: Deck, cards: Sequence[Card]) -> StackedShoe:
    """Return a shoe in a given order. It may have fewer cards than the deck but none that the deck lacks."""
    try:
        deck.without(cards)
    except BadCards as error:
        raise BadCards(f"{error}; the shoe was {format_cards(cards)}") from None
    return StackedShoe(tuple(cards))


def _multisets(deck: Deck, count: int) -> Iterator[tuple[Card, ...]]:
    """Return every different multiset of cards of the deck, each in descending order."""
    distinct = deck.distinct

    def extend(chosen: tuple[Card, ...], first: int) -> Iterator[tuple[Card, ...]]:
        if len(chosen) == count:
            yield descending(chosen)
            return
        for index in range(first, len(distinct)):
            card_id = distinct[index]
            if chosen.count(card_id) < deck.copies[card_id]:
                yield from extend((*chosen, card_id), index)

    return extend((), 0)
