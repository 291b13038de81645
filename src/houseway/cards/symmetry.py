"""Symmetry of suits. Suits have no order in these games, so cards that differ only by renamed suits are one case.

A situation is one or several groups of cards (hole, flop, board), each without an order. Two situations belong to one
class if a permutation of suits maps one to the other and leaves the deck unchanged. Jokers stay in place.
`houseway.cards.classes` lists all classes of a deck.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, permutations
from math import comb

from houseway.cards.card import N_SUITS, RED_SUITS, Card, card, is_joker, rank_of, suit_of
from houseway.cards.deck import Deck
from houseway.cards.notation import CardsLike, parse_cards

Permutation = tuple[int, ...]
"""The new suit of each of the four suits: (1, 0, 2, 3) exchanges clubs and diamonds."""

Groups = tuple[tuple[Card, ...], ...]
"""Groups of cards, each in ascending order."""


@lru_cache(maxsize=64)
def suit_symmetries(deck: Deck, *, keep_colors: bool = False) -> tuple[Permutation, ...]:
    """Return the permutations of suits that leave the deck unchanged. A suit without cards stays in place.

    With `keep_colors`, two suits of one color go to two suits of one color, the same or the other.

    >>> len(suit_symmetries(Deck.standard())), suit_symmetries(Deck.stripped(suits="hs"))
    (24, ((0, 1, 2, 3), (0, 1, 3, 2)))
    >>> len(suit_symmetries(Deck.standard(), keep_colors=True))
    8
    """
    every = (suits for suits in permutations(range(N_SUITS)) if _preserves(deck, suits))
    return tuple(suits for suits in every if not keep_colors or _keeps_colors(suits))


def _keeps_colors(suits: Permutation) -> bool:
    return {suits[suit] in RED_SUITS for suit in RED_SUITS} != {True, False}


def _preserves(deck: Deck, suits: Permutation) -> bool:
    present = {suit_of(each) for each in deck.distinct if not is_joker(each)}
    return all(deck.copies[renamed(each, suits)] == deck.copies[each] for each in deck.distinct) and all(
        suits[suit] == suit for suit in range(N_SUITS) if suit not in present
    )


def renamed(card_id: int, suits: Permutation) -> Card:
    """Return the card with its suit renamed. A joker does not change."""
    return Card(card_id) if is_joker(card_id) else card(rank_of(card_id), suits[suit_of(card_id)])


def image(groups: Iterable[Iterable[int]], suits: Permutation) -> Groups:
    """Return the groups with their suits renamed, each group in ascending order."""
    return tuple(tuple(sorted(renamed(each, suits) for each in group)) for group in groups)


def canonical(groups: Sequence[CardsLike], deck: Deck | None = None) -> Groups:
    """Return the representative of a class: the smallest image, compared group by group, card by card.

    >>> from houseway.cards import format_cards
    >>> [format_cards(group) for group in canonical(["As Ks", "Ad 7h 2h"])]
    ['Kc Ac', '2d 7d Ah']
    """
    deck = deck or Deck.with_jokers()
    read = read_groups(groups, deck)
    return min(image(read, suits) for suits in suit_symmetries(deck))


def stabilizer(groups: Sequence[CardsLike], deck: Deck | None = None) -> tuple[Permutation, ...]:
    """Return the symmetries of the deck that leave every group unchanged, and so may still be used after these cards.

    >>> stabilizer(["As Ks"]) == stabilizer(["As Ks", "2s"])
    True
    >>> len(stabilizer(["As Ks"])), len(stabilizer(["As Kh"])), len(stabilizer(["As Ah"]))
    (6, 2, 4)
    """
    deck = deck or Deck.with_jokers()
    read = read_groups(groups, deck)
    return tuple(suits for suits in suit_symmetries(deck) if image(read, suits) == read)


def orbit_size(groups: Sequence[CardsLike], deck: Deck | None = None) -> int:
    """Count the different situations in the class. Copies of one card count as the same.

    >>> orbit_size(["As Ks"]), orbit_size(["As Kh"]), orbit_size(["As Ah"])
    (4, 12, 6)
    """
    deck = deck or Deck.with_jokers()
    return len(suit_symmetries(deck)) // len(stabilizer(groups, deck))


def class_weight(groups: Sequence[CardsLike], deck: Deck | None = None) -> int:
    """Count the ways to deal physical cards into any situation of the class.

    >>> class_weight(["As Ks"], Deck.standard()), class_weight(["As Ks"], Deck.standard(decks=6))
    (4, 144)
    """
    deck = deck or Deck.with_jokers()
    ways, left = orbit_size(groups, deck), deck
    for group in read_groups(groups, deck):
        for each, times in Counter(group).items():
            ways *= comb(left.copies[each], times)
        left = left.without(group)
    return ways


def read_groups(groups: Sequence[CardsLike], deck: Deck) -> Groups:
    """Read groups in any form that `parse_cards` takes, sort them, and check them together against the deck."""
    read = tuple(tuple(sorted(parse_cards(group, deck=deck))) for group in groups)
    deck.without(chain.from_iterable(read))
    return read
