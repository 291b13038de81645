"""One object for each ranking system, for single hands, arrays of hands, and the meaning of values.

Values are the numbers 1, 2, 3, ... in the order of hands: a higher value wins and equal values tie. The standard system
has 7,462 values. Value 1 is 7-5-4-3-2 and value 7,462 is the royal flush:

    7-5-4-3-2 < 7-6-4-3-2 < ... < A-K-Q-J-9 < pair of deuces < ... < straight flush, king high < royal flush
"""

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING

from houseway.cards.notation import CardsLike, parse_cards
from houseway.errors import BadCards, unknown
from houseway.ranking.category import Category, HandValue, with_article
from houseway.ranking.composition import Composition, Hand
from houseway.ranking.natural import Strength
from houseway.ranking.system import BY_COLOR, HAND_BY_HAND, RankingSystem, SuitSystem, ranking_system

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from houseway.ranking.lookup import HandTables, Lookup


class Ranking:
    """A ranking system at full speed. Nothing is loaded or made before the first hand."""

    def __init__(self, system: RankingSystem) -> None:
        self.system = system

    def __repr__(self) -> str:
        return f"ranking({self.name!r})"

    def __reduce__(self) -> tuple[Callable[[str], "Ranking"], tuple[str]]:
        return ranking, (self.name,)

    @property
    def name(self) -> str:
        """Return the name of the ranking system."""
        return self.system.name

    @property
    def categories(self) -> tuple[Category, ...]:
        """Return the kinds of hand of this system, from low to high."""
        return self.system.order

    def rank(self, cards: CardsLike) -> HandValue:
        """Read a hand, check it and return its value with its name.

        >>> print(ranking("standard").rank("As Ah Kd Kh Kc 7s 2c"))
        full house, kings over aces
        """
        hand = parse_cards(cards, deck=self.system.deck, count=self.system.sizes)
        return self.describe(self.value(hand))

    @cached_property
    def value(self) -> Callable[[Sequence[int]], int]:
        """Return the value of one hand of trusted card ids. This is the quick way for game engines.

        >>> ranking("standard").value([51, 47, 43, 39, 35])
        7462
        """
        from houseway.ranking.lookup import scalar_evaluator, whole_evaluator

        if self.system.whole:
            return whole_evaluator(self.system, [self.strength_of(value) for value in range(1, self.n_values + 1)])
        return scalar_evaluator(self._tables, self.system)

    def best_value(self, rule: Composition, held: Sequence[int], board: Sequence[int] = ()) -> int:
        """Return the value of the best hand that a composition rule allows. Card ids are trusted."""
        return max(map(self.value, rule.groups(held, board)))

    def best_hand(self, rule: Composition, held: Sequence[int], board: Sequence[int] = ()) -> tuple[int, Hand]:
        """Return the same value and the cards that make it, the first of several equal hands."""
        value = self.best_value(rule, held, board)
        return value, next(hand for hand in rule.hands(held, board) if self.value(hand) == value)

    def evaluate(self, hands: object, *, threads: int | None = 1) -> "NDArray[np.uint16]":
        """Return the values of many hands. Rows of card ids are checked; arrays of bytes (uint8) are quickest.

        Large batches are split among threads. None means all cores.

        >>> ranking("standard").evaluate([[51, 47, 43, 39, 35], [50, 46, 43, 39, 35]]).tolist()
        [7462, 5863]
        """
        from houseway.ranking.batch import evaluate

        return evaluate(self.system, self.lookup, hands, threads)

    def evaluate_best(
        self, rule: Composition, held: object, board: object, *, threads: int | None = 1
    ) -> "NDArray[np.uint16]":
        """Return the values of the best hands that a composition rule allows, for rows of held and of board cards."""
        from houseway.ranking.batch import evaluate_best

        return evaluate_best(self.system, self.lookup, rule, held, board, threads)

    def census(self, n_cards: int, *, threads: int | None = 1) -> "NDArray[np.int64]":
        """Count the hands of the deck with each value, index 0 left empty.

        With several decks, each different hand counts once.

        >>> counts = ranking("three-card").census(3)
        >>> int(counts.sum()), int(counts[-1])
        (22100, 4)
        """
        from houseway.ranking.census import FEWEST_CARDS, census, census_laid_out

        if n_cards in self.system.sizes and n_cards < FEWEST_CARDS:
            return census_laid_out(self.system.deck, self.evaluate, self.n_values, n_cards)
        return census(self.system, self.lookup, self.n_values, n_cards, threads)

    @cached_property
    def n_values(self) -> int:
        """Return the number of different values. They run from 1 to this number."""
        return len(self._strengths) - 1

    def describe(self, value: int) -> HandValue:
        """Return the meaning of a value.

        >>> print(ranking("standard").describe(7462), ranking("standard").describe(1), sep="; ")
        royal flush; high card, 7-5-4-3-2
        """
        known = self._described.get(value)
        if known is None:
            name = self.system.describe(self.strength_of(value))
            known = self._described[value] = HandValue(self.name, int(value), self.category_of(value), name)
        return known

    def at_least(self, value: int) -> str:
        """Return the text of a value as a minimum.

        >>> ranking("three-card").at_least(int(rank("Ah Ad 2c", "three-card")))
        'a pair of aces or better'
        """
        return f"{with_article(self.describe(value).name)} or {self.system.better}"

    @cached_property
    def _described(self) -> dict[int, HandValue]:
        """Return the descriptions made so far, because a table names the same hands repeatedly."""
        return {}

    def strength_of(self, value: int) -> Strength:
        """Return the readable ranker's strength of a value: the place of the category, then the tie-breaks.

        >>> ranking("standard").strength_of(7462)
        (9, 12)
        """
        self.category_of(value)
        return tuple(place for place in self._strengths[value].tolist() if place >= 0)

    def category_of(self, value: int) -> Category:
        """Return the category of one value."""
        if not 1 <= value <= self.n_values:
            raise BadCards(f"Values of {self.name} are from 1 to {self.n_values}; got {value}.")
        return self._category_by_value[value]

    @cached_property
    def category_places(self) -> "NDArray[np.int8]":
        """Return for each value the place of its category in `categories`. Index it with an array of values.

        Place 0 of the array belongs to no hand and contains -1.
        """
        return self._strengths[:, 0].copy()

    def values_of(self, category: Category) -> range:
        """Return the values of one category, from the lowest to the highest; empty if no hand makes it.

        >>> ranking("standard").values_of(Category.STRAIGHT_FLUSH)
        range(7453, 7462)
        """
        if category not in self.categories:
            raise unknown("category", category, self.categories, where=f"of {self.name}")
        place = self.categories.index(category)
        low, high = self.category_places.searchsorted([place, place + 1]).tolist()
        return range(low, high)

    def first_value(self, category: Category) -> int:
        """Return the lowest value of a category. Hands of this category or better have at least this value."""
        return self.values_of(category).start

    @property
    def lookup(self) -> "Lookup":
        """Return the arrays that kernels read. `houseway.ranking.lookup` describes them."""
        return self._made[1]

    @property
    def _tables(self) -> "HandTables":
        return self._made[0]

    @cached_property
    def _strengths(self) -> "NDArray[np.int8]":
        """Return the meaning of the values. If nothing is evaluated, this avoids making tables."""
        from houseway.ranking.lookup import strengths_alone

        return self._tables.strengths if "_made" in self.__dict__ else strengths_alone(self.system)

    @cached_property
    def _made(self) -> "tuple[HandTables, Lookup]":
        from houseway.ranking.lookup import tables_and_lookup

        if self.system.whole:
            raise BadCards(f"{self.name} judges one hand at a time, whole: it has no tables for arrays of hands")
        return tables_and_lookup(self.system)

    @cached_property
    def _category_by_value(self) -> list[Category]:
        return [self.categories[place] for place in self.category_places.tolist()]


@cache
def _ranking(name: str) -> Ranking:
    system = ranking_system(name)
    if name in BY_COLOR:
        from houseway.ranking.special_rankings import ColorRanking

        return ColorRanking(system)
    if name in HAND_BY_HAND:
        from houseway.ranking.special_rankings import FewHandsRanking

        return FewHandsRanking(system)
    if not isinstance(system, SuitSystem):
        return Ranking(system)
    from houseway.ranking.special_rankings import SuitRanking

    return SuitRanking(system)


def ranking(name: str = "standard") -> Ranking:
    """Return a ranking system by its name, for single hands and for arrays of hands.

    Args:
        name: the system's name.

    Returns:
        The ranking; the same object for the same name.

    Raises:
        UnknownName: no system has that name. The message lists the names.

    >>> ranking("three-card") is ranking("three-card")
    True
    """
    ranking_system(name)
    return _ranking(name)


def rank(cards: CardsLike, system: str = "standard") -> HandValue:
    """Return the value of one hand in a ranking system.

    Values compare: the better hand is greater.

    Args:
        cards: the hand.
        system: the name of a ranking system, such as `standard`, `bug` or `three-card`.

    Returns:
        A `HandValue`, which prints as the name of the hand.

    Raises:
        BadCards: the cards cannot be read, or the system does not rank that number of cards.
        UnknownName: no system has that name.

    >>> print(rank("As Ks Qs Js Ts"), rank("As Ad Ah Ac Jk", system="bug"), sep="; ")
    royal flush; five aces
    >>> rank("Ah Kd Qc", system="three-card") > rank("Ah Kh 2h", system="three-card")
    True
    """
    return ranking(system).rank(cards)
