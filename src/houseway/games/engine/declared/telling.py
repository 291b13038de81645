"""The words of a declared round: what a dealer reads out."""

from collections.abc import Iterator, Mapping

from houseway.cards.card import Card
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Compare, Hand
from houseway.ranking import ranking

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")


def cards_in_words(count: int) -> str:
    """A number of cards.

    >>> cards_in_words(1), cards_in_words(3)
    ('one card', 'three cards')
    """
    number = NUMBERS[count] if count < len(NUMBERS) else str(count)
    return f"{number} card{'s' if count != 1 else ''}"


def hand_in_words(system: str, cards: list[Card]) -> str:
    """What a hand is in a ranking system."""
    ranked = ranking(system)
    return str(ranked.describe(ranked.value(cards)))


def dealer_shows(game: DeclaredGame, hand: Hand, common: Mapping[Hand, tuple[Card, ...]]) -> Iterator[tuple[str, str]]:
    """For every comparison with a hand of the dealer's: its clause, what the hand is, and whether it qualifies."""
    for term in game.every(Compare):
        if hand in term.dealer_hands:
            cards = [card for each in term.dealer_hands for card in common[each]]
            held = hand_in_words(term.system, cards)
            if not term.qualifier:
                yield term.clause, f"the dealer has {held}"
            elif ranking(term.system).value(cards) >= game.least_qualified(term):
                yield term.qualifier_clause, f"the dealer has {held} and qualifies"
            else:
                yield term.qualifier_clause, f"the dealer has {held} and does not qualify"
