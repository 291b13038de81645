"""The readable ranker of two starting cards as a bonus pays them: pairs, and an ace with a picture.

any other two < T-T to 2-2 < A-Q, A-J offsuit < K-K, Q-Q, J-J < A-K offsuit < A-Q, A-J suited < A-K suited < A-A
"""

from collections.abc import Sequence

from houseway.cards.card import ACE, RANKS, rank_of, suit_of
from houseway.ranking.category import Category
from houseway.ranking.natural import Strength

STARTING_HANDS = (
    Category.OTHER_TWO_CARDS,
    Category.PAIR_TO_TENS,
    Category.ACE_QUEEN_OR_JACK,
    Category.PAIR_OF_PICTURES,
    Category.ACE_KING,
    Category.SUITED_ACE_QUEEN_OR_JACK,
    Category.SUITED_ACE_KING,
    Category.PAIR_OF_ACES,
)
"""From the worst to the best."""
JACK, KING = RANKS.index("J"), RANKS.index("K")


def starting_hand(cards: Sequence[int]) -> tuple[Category, Strength]:
    """The kind of two cards; hands of one kind are equal.

    >>> from houseway.cards.notation import parse_cards
    >>> [str(starting_hand(parse_cards(hand))[0]) for hand in ("Ac Ad", "As Js", "Tc Td", "Kc Qc")]
    ['A-A', 'A-Q or A-J suited', 'T-T down to 2-2', 'any other two cards']
    """
    low, high = sorted(map(rank_of, cards))
    if low == high:
        return _pair(low), ()
    if high != ACE or low < JACK:
        return Category.OTHER_TWO_CARDS, ()
    if suit_of(cards[0]) == suit_of(cards[1]):
        return (Category.SUITED_ACE_KING if low == KING else Category.SUITED_ACE_QUEEN_OR_JACK), ()
    return (Category.ACE_KING if low == KING else Category.ACE_QUEEN_OR_JACK), ()


def _pair(rank: int) -> Category:
    if rank == ACE:
        return Category.PAIR_OF_ACES
    return Category.PAIR_OF_PICTURES if rank >= JACK else Category.PAIR_TO_TENS
