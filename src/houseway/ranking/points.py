"""The readable rankers by points: of baccarat hands, and of three-card rummy.

In baccarat an ace counts 1, two to nine their pips, ten and pictures nothing. A hand is worth the sum of its cards
modulo 10, and every card of it counts, two or three.

In rummy, cards outside any set or run count their points, and fewer points win: 30 points < 29 points < ... < 1 point <
0 points.
"""

from collections.abc import Sequence
from itertools import combinations

from houseway.cards.card import ACE, N_RANKS, RANKS, rank_of, suit_of
from houseway.ranking.category import Category
from houseway.ranking.natural import Judged

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
    """Return the points of a card.

    >>> from houseway.cards.notation import parse_cards
    >>> [points_of(card_id) for card_id in parse_cards("As 2d 9h Tc Js Kd")]
    [1, 2, 9, 0, 0, 0]
    """
    return _OF_RANK[rank_of(card_id)]


def total(cards: Sequence[int]) -> int:
    """Return the points of a hand."""
    return sum(map(points_of, cards)) % MODULUS


def is_picture(card_id: int) -> bool:
    """Return whether a card is a jack, a queen or a king."""
    return rank_of(card_id) in PICTURES


def points_category(cards: Sequence[int]) -> Judged:
    """Return the points of two or three cards. Hands with equal points tie."""
    return BY_POINTS[total(cards)], ()


def points_and_pictures(cards: Sequence[int]) -> Judged:
    """Judge three pictures above all, then by points, and with equal points by the number of pictures."""
    pictures = sum(map(is_picture, cards))
    if pictures == len(cards):
        return Category.THREE_PICTURES, ()
    return BY_POINTS[total(cards)], (pictures,)


def pictures_and_points(cards: Sequence[int]) -> Judged:
    """Judge by the number of pictures, and with equal pictures by points. All hands of three pictures tie."""
    return BY_PICTURES[sum(map(is_picture, cards))], (total(cards),)


TEN = 10
MOST_POINTS = 3 * TEN
FEWER_POINTS = tuple(Category(f"{points} point{'' if points == 1 else 's'}") for points in range(MOST_POINTS, -1, -1))
"""From the worst to the best."""


def rummy_points(cards: Sequence[int]) -> int:
    """Return the points of the cards that are left when the best set or run is set aside.

    >>> from houseway.cards.notation import parse_cards
    >>> [rummy_points(parse_cards(hand)) for hand in ("Kc 9d As", "5c 5d As", "Ks As 2s", "7h 8h 9h", "Qs Js Jd")]
    [20, 1, 10, 0, 10]
    """
    sets = [group for size in (2, 3) for group in combinations(cards, size) if _is_set(group) or _is_run(group)]
    return min(_points(set(cards).difference(group)) for group in [(), *sets])


def rummy_category(cards: Sequence[int]) -> Judged:
    """Return the points. Hands with equal points tie."""
    return FEWER_POINTS[MOST_POINTS - rummy_points(cards)], ()


def _points(cards: set[int]) -> int:
    return sum(min(_place(card), TEN) for card in cards)


def _place(card: int) -> int:
    """Return the place of a card in its suit, the ace lowest."""
    return 1 if rank_of(card) == ACE else rank_of(card) + 2


def _is_set(cards: Sequence[int]) -> bool:
    return len({rank_of(card) for card in cards}) == 1


def _is_run(cards: Sequence[int]) -> bool:
    places = sorted(map(_place, cards))
    return len({suit_of(card) for card in cards}) == 1 and places == list(range(places[0], places[0] + len(places)))
