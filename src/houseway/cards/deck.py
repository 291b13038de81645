"""The deck: the cards in it and the number of copies of each."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from houseway.cards.card import JOKERS, N_CARDS, N_NATURAL, RANKS, SUITS, Card, card_text, checked_card, parse_card
from houseway.errors import BadCards


@dataclass(frozen=True)
class Deck:
    """A deck or a shoe, as the number of copies of each card.

    Use the constructors `standard`, `with_jokers`, `stripped` and `of`.

    Args:
        copies: the number of copies of each of the 54 card ids, jokers last.

    Raises:
        BadCards: a constructor got cards or numbers that do not form a deck.

    >>> Deck.standard().size, Deck.with_jokers().size, Deck.standard(decks=6).size
    (52, 54, 312)
    >>> Deck.stripped(ranks="TJQKA", suits="hs").size
    10
    """

    copies: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.copies) != N_CARDS or min(self.copies) < 0:
            raise BadCards(f"A deck needs {N_CARDS} numbers of copies, none negative; got {self.copies!r}.")

    @classmethod
    def standard(cls, decks: int = 1) -> "Deck":
        """Return one or several 52-card decks shuffled together."""
        return cls.stripped(decks=decks)

    @classmethod
    def with_jokers(cls, jokers: int = 2) -> "Deck":
        """Return the 52 cards and one or two jokers."""
        return cls.stripped(jokers=jokers)

    @classmethod
    def stripped(cls, ranks: str = RANKS, suits: str = SUITS, decks: int = 1, jokers: int = 0) -> "Deck":
        """Return a deck with only these ranks and suits, this many copies of each, and this many jokers."""
        if not isinstance(decks, int) or decks < 1:
            raise BadCards(f"The number of decks must be a whole number of at least one; got {decks!r}.")
        if jokers not in range(len(JOKERS) + 1):
            raise BadCards(f"A deck has 0 to {len(JOKERS)} jokers; got {jokers!r}.")
        if not isinstance(ranks, str) or not isinstance(suits, str):
            raise BadCards(f"Ranks and suits must be letters such as 'TJQKA' and 'shdc'; got {ranks!r} and {suits!r}.")
        return cls(_copies(ranks, suits, decks, jokers))

    @classmethod
    def of(cls, cards: Iterable[int]) -> "Deck":
        """Return the deck with exactly these cards."""
        counts = Counter(checked_card(card_id) for card_id in cards)
        return cls(tuple(counts[Card(card_id)] for card_id in range(N_CARDS)))

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Return every physical card, copies included, in ascending order."""
        return tuple(Card(card_id) for card_id, copies in enumerate(self.copies) for _ in range(copies))

    @cached_property
    def distinct(self) -> tuple[Card, ...]:
        """Return every different card once, in ascending order."""
        return tuple(Card(card_id) for card_id, copies in enumerate(self.copies) if copies)

    @cached_property
    def size(self) -> int:
        """Return the number of physical cards."""
        return sum(self.copies)

    @cached_property
    def max_copies(self) -> int:
        """Return the largest number of copies of one card."""
        return max(self.copies)

    def without(self, dealt: Iterable[int]) -> "Deck":
        """Return the deck without some cards, each of which must be in it."""
        left = list(self.copies)
        for card_id in dealt:
            checked = checked_card(card_id)
            if not left[checked]:
                raise BadCards(self._missing(checked))
            left[checked] -= 1
        return Deck(tuple(left))

    def _missing(self, card_id: int) -> str:
        copies = self.copies[card_id]
        if not copies:
            return f"{card_text(card_id)} is not in this deck of {self.size} cards"
        if card_id in JOKERS:
            return f"repeated card {card_text(card_id)}: each joker is in this deck only once"
        times = "once" if copies == 1 else f"{copies} times"
        return f"repeated card {card_text(card_id)}: it is in this deck only {times}"


@lru_cache(maxsize=64)
def _copies(ranks: str, suits: str, decks: int, jokers: int) -> tuple[int, ...]:
    present = {parse_card(rank + suit) for rank in ranks for suit in suits}
    natural = tuple(decks if card_id in present else 0 for card_id in range(N_NATURAL))
    return natural + tuple(int(n < jokers) for n in range(len(JOKERS)))
