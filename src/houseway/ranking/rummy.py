"""The readable ranker of three-card rummy: cards that make no set and no run count their points, and fewer points win.

So 30 points < 29 points < ... < 1 point < 0 points.
"""

from collections.abc import Sequence
from itertools import combinations

from houseway.cards.card import ACE, rank_of, suit_of
from houseway.ranking.category import Category
from houseway.ranking.natural import Strength

TEN = 10
MOST_POINTS = 3 * TEN
FEWER_POINTS = tuple(Category(f"{points} point{'' if points == 1 else 's'}") for points in range(MOST_POINTS, -1, -1))
"""From the worst to the best."""


def rummy_points(cards: Sequence[int]) -> int:
    """The points of the cards that are left over when the best set or run is laid aside.

    >>> from houseway.cards.notation import parse_cards
    >>> [rummy_points(parse_cards(hand)) for hand in ("Kc 9d As", "5c 5d As", "Ks As 2s", "7h 8h 9h", "Qs Js Jd")]
    [20, 1, 10, 0, 10]
    """
    sets = [group for size in (2, 3) for group in combinations(cards, size) if _is_set(group) or _is_run(group)]
    return min(_points(set(cards).difference(group)) for group in [(), *sets])


def rummy_category(cards: Sequence[int]) -> tuple[Category, Strength]:
    """The points; hands of equal points are equal."""
    return FEWER_POINTS[MOST_POINTS - rummy_points(cards)], ()


def _points(cards: set[int]) -> int:
    return sum(min(_place(card), TEN) for card in cards)


def _place(card: int) -> int:
    """The place of a card in its suit, the ace lowest."""
    return 1 if rank_of(card) == ACE else rank_of(card) + 2


def _is_set(cards: Sequence[int]) -> bool:
    return len({rank_of(card) for card in cards}) == 1


def _is_run(cards: Sequence[int]) -> bool:
    places = sorted(map(_place, cards))
    return len({suit_of(card) for card in cards}) == 1 and places == list(range(places[0], places[0] + len(places)))
