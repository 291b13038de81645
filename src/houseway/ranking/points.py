"""The readable rankers by points, as baccarat counts them: ace 1, two to nine their pips, ten and pictures nothing.

A hand is worth the sum of its cards modulo 10, and every card of it counts, two or three.
"""

from collections.abc import Sequence

from houseway.cards.card import N_RANKS, RANKS, rank_of
from houseway.ranking.category import Category
from houseway.ranking.natural import Strength

MODULUS = 10
BY_POINTS = (
    Category.NO_POINTS,
    Category.ONE_POINT,
    Category.TWO_POINTS,
    Category.THREE_POINTS,
    Category.FOUR_POINTS,
    Category.FIVE_POINTS,
    Category.SIX_POINTS,
    Category.SEVEN_POINTS,
    Category.EIGHT_POINTS,
    Category.NINE_POINTS,
)
BY_PICTURES = (Category.NO_PICTURE, Category.ONE_PICTURE, Category.TWO_PICTURES, Category.THREE_PICTURES)
PICTURES = frozenset(RANKS.index(rank) for rank in "JQK")
_OF_RANK = tuple(
    1 if rank == N_RANKS - 1 else (rank + 2) % MODULUS if rank + 2 <= MODULUS else 0 for rank in range(N_RANKS)
)


def points_of(card_id: int) -> int:
    """What a card counts.

    >>> from houseway.cards.notation import parse_cards
    >>> [points_of(card_id) for card_id in parse_cards("As 2d 9h Tc Js Kd")]
    [1, 2, 9, 0, 0, 0]
    """
    return _OF_RANK[rank_of(card_id)]


def total(cards: Sequence[int]) -> int:
    """The points of a hand."""
    return sum(map(points_of, cards)) % MODULUS


def is_picture(card_id: int) -> bool:
    """Whether a card is a jack, a queen or a king."""
    return rank_of(card_id) in PICTURES


def points_category(cards: Sequence[int]) -> tuple[Category, Strength]:
    """The points of two or three cards; hands of equal points are equal."""
    return BY_POINTS[total(cards)], ()


def points_and_pictures(cards: Sequence[int]) -> tuple[Category, Strength]:
    """Three pictures above all; then the points, and of equal points the number of pictures."""
    pictures = sum(map(is_picture, cards))
    if pictures == len(cards):
        return Category.THREE_PICTURES, ()
    return BY_POINTS[total(cards)], (pictures,)


def pictures_and_points(cards: Sequence[int]) -> tuple[Category, Strength]:
    """The number of pictures, and of as many the points; all hands of three pictures are equal."""
    return BY_PICTURES[sum(map(is_picture, cards))], (total(cards),)
