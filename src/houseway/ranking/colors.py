"""The readable ranker of colors: whether all cards are red, or all black, or some of each."""

from collections.abc import Sequence

from houseway.cards.card import is_red
from houseway.ranking.category import Category
from houseway.ranking.natural import Strength

COLORS = (Category.BOTH_COLORS, Category.ONE_COLOR)


def colors_of(cards: Sequence[int]) -> tuple[Category, Strength]:
    """The category of any number of cards; nothing breaks ties."""
    return COLORS[len({is_red(each) for each in cards}) == 1], ()
