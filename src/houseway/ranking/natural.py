"""The readable rankers of one to five natural cards: short, obvious, slow, and the specification.

A *strength* is a tuple whose order is the order of hands. It has the place of the category in the system, then the
ranks that break ties, those that occur most often first. AAKKQ is (two pair, ace, king, queen).
"""

from collections.abc import Sequence
from functools import cache

from houseway.cards.card import ACE, QUEEN, RANKS, rank_of, suit_of
from houseway.ranking.category import Category

Strength = tuple[int, ...]
Judged = tuple[Category, Strength]

KINDS: dict[tuple[int, ...], Category] = {
    (1, 1, 1, 1, 1): Category.HIGH_CARD,
    (2, 1, 1, 1): Category.PAIR,
    (2, 2, 1): Category.TWO_PAIR,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (4, 1): Category.FOUR_OF_A_KIND,
    (5,): Category.FIVE_OF_A_KIND,
}


def ranks_by_frequency(ranks: Sequence[int]) -> list[tuple[int, int]]:
    """Return pairs (how often, rank), the most frequent and then the highest first."""
    return sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)


def straight_high(ranks: Sequence[int], low_straight: bool = True) -> int | None:
    """Return the highest rank of a straight, or None. An ace may be below the deuce.

    >>> straight_high([12, 0, 1, 2, 3]), straight_high([12, 0, 1]), straight_high([12, 11, 0])
    (3, 1, None)
    """
    distinct = set(ranks)
    if len(distinct) != len(ranks):
        return None
    if max(distinct) - min(distinct) == len(ranks) - 1:
        return max(distinct)
    low_ranks = range(len(ranks) - 1)
    return low_ranks[-1] if low_straight and distinct == {ACE, *low_ranks} else None


def category_and_tiebreak(cards: Sequence[int], wheel: bool = True) -> Judged:
    """Judge five natural cards, copies allowed: the category, and the ranks that break ties inside it."""
    ranks = sorted([rank_of(card_id) for card_id in cards], reverse=True)
    suited = len({suit_of(card_id) for card_id in cards}) == 1
    return _judge(tuple(ranks), suited, wheel)


@cache
def _judge(ranks: tuple[int, ...], suited: bool, wheel: bool) -> Judged:
    """Judge descending ranks in the same way. Only whether there is more than one suit matters."""
    groups = ranks_by_frequency(ranks)
    kind = KINDS[tuple(times for times, _ in groups)]
    tiebreak = tuple(rank for _, rank in groups)
    high = straight_high(ranks, wheel)
    if high is not None:
        if suited:
            return (Category.ROYAL_FLUSH if high == ACE else Category.STRAIGHT_FLUSH), (high,)
        return Category.STRAIGHT, (high,)
    if suited and kind is Category.FIVE_OF_A_KIND:
        return Category.SUITED_FIVE_OF_A_KIND, tiebreak
    if suited and kind not in (Category.FULL_HOUSE, Category.FOUR_OF_A_KIND):
        return Category.FLUSH, ranks
    return kind, tiebreak


def one_card_category_and_tiebreak(cards: Sequence[int]) -> Judged:
    """Judge one card. The higher rank wins, the ace is high, and suits do not count."""
    return Category.HIGH_CARD, (rank_of(cards[0]),)


def two_card_category_and_tiebreak(cards: Sequence[int]) -> Judged:
    """Judge two natural cards, for a poker game small enough to be solved whole.

    No letter ranks two cards. Suits do not count and there are no straights. A pair beats two ranks, then the higher
    rank wins, then the other.
    """
    groups = ranks_by_frequency([rank_of(card_id) for card_id in cards])
    return (Category.PAIR if len(groups) == 1 else Category.HIGH_CARD), tuple(rank for _, rank in groups)


def three_card_category_and_tiebreak(cards: Sequence[int]) -> Judged:
    """Judge three natural cards, where a straight beats a flush (P2-15)."""
    ranks = [rank_of(card_id) for card_id in cards]
    suited = len({suit_of(card_id) for card_id in cards}) == 1
    groups = ranks_by_frequency(ranks)
    tiebreak = tuple(rank for _, rank in groups)
    high = straight_high(ranks)
    if high is not None:
        if suited and min(ranks) == QUEEN:
            return Category.SUITED_ACE_KING_QUEEN, (high,)
        return (Category.STRAIGHT_FLUSH if suited else Category.STRAIGHT), (high,)
    if len(groups) == 1:
        return Category.THREE_OF_A_KIND, tiebreak
    if suited:
        return Category.FLUSH, tiebreak
    return (Category.PAIR if len(groups) == 2 else Category.HIGH_CARD), tiebreak


FOUR_CARD_KINDS: dict[tuple[int, ...], Category] = {
    (1, 1, 1, 1): Category.HIGH_CARD,
    (2, 1, 1): Category.PAIR,
    (2, 2): Category.TWO_PAIR,
    (3, 1): Category.THREE_OF_A_KIND,
    (4,): Category.FOUR_OF_A_KIND,
}


def four_card_category_and_tiebreak(cards: Sequence[int]) -> Judged:
    """Judge four natural cards. A-2-3-4 is the lowest straight.

    Three of a kind beats a flush, a flush beats a straight, and four of a kind beats everything (C4P-15, 4CP-12). The
    house-defined Bonus of 2 Hand Hold 'Em (2HH-R1) uses the same order. Nothing in its letter ranks four cards.
    """
    ranks = [rank_of(card_id) for card_id in cards]
    suited = len({suit_of(card_id) for card_id in cards}) == 1
    high = straight_high(ranks)
    if high is not None:
        return (Category.STRAIGHT_FLUSH if suited else Category.STRAIGHT), (high,)
    groups = ranks_by_frequency(ranks)
    kind = Category.FLUSH if suited else FOUR_CARD_KINDS[tuple([times for times, _ in groups])]
    return kind, tuple([rank for _, rank in groups])


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


def starting_hand(cards: Sequence[int]) -> Judged:
    """Judge two starting cards as a bonus pays them. Hands of one kind tie.

    any other two < T-T to 2-2 < A-Q, A-J offsuit < K-K, Q-Q, J-J < A-K offsuit < A-Q, A-J suited < A-K suited < A-A

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
