"""The readable ranker of colours: whether all cards are red, or all black, or some of each."""

from collections.abc import Sequence

from houseway.cards.card import is_red
from houseway.ranking.category import Category
from houseway.ranking.natural import Strength

COLOURS = (Category.BOTH_COLOURS, Category.ONE_COLOUR)


def colours_of(cards: Sequence[int]) -> tuple[Category, Strength]:
    """The category of any number of cards; nothing breaks ties."""
    return COLOURS[len({is_red(each) for each in cards}) == 1], ()
