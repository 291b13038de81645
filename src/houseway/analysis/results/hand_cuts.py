"""Places at which a list of rules may cut the order of hands, each named by every rank that counts.

"A pair of fours or better" begins at the lowest pair of fours; "a pair of fours with a queen or better" at the lowest
of those with a queen beside the pair. A cut is a category with as many ranks as tell its lowest hand from the next.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from houseway.cards.card import RANK_NAMES, RANKS
from houseway.ranking.category import Category, with_article
from houseway.ranking.facade import Ranking, ranking
from houseway.ranking.natural import Strength

NAMED = {
    Category.PAIR: 1,
    Category.TWO_PAIR: 2,
    Category.THREE_OF_A_KIND: 1,
    Category.FULL_HOUSE: 2,
    Category.FOUR_OF_A_KIND: 1,
    Category.FIVE_OF_A_KIND: 1,
}
"""How many ranks the name of a category tells; the others are kickers."""
FLUSHES_OF = tuple(each for each in Category if each.endswith("-card flush"))
LISTED = (Category.HIGH_CARD, Category.FLUSH, *FLUSHES_OF)
"""Categories whose names list the ranks of all their cards."""


@dataclass(frozen=True, slots=True)
class HandCut:
    """All hands of a ranking system from one up: its category, and the ranks that count, the first ones first.

    >>> print(HandCut("standard", Category.PAIR, (2, 10)))
    a pair of fours with a queen or better
    """

    system: str
    category: Category
    ranks: tuple[int, ...] = ()
    natural: bool = False

    @property
    def lowest(self) -> Strength:
        """The lowest strength that will do: strengths compare as tuples."""
        place = ranking(self.system).categories.index(self.category)
        return (place, *self.ranks, *([1] if self.natural else []))

    @property
    def kickers(self) -> tuple[int, ...]:
        """The ranks beside those that the name of the category tells."""
        return self.ranks[NAMED[self.category] :] if self.category in NAMED else ()

    @property
    def least(self) -> int:
        """The lowest value that will do.

        >>> HandCut("three-card", Category.HIGH_CARD, (10, 4, 2)).least
        121
        """
        order, lowest = ranking(self.system), self.lowest
        below, above = 0, order.n_values + 1
        while above - below > 1:
            middle = (below + above) // 2
            below, above = (below, middle) if order.strength_of(middle) >= lowest else (middle, above)
        return above

    def __str__(self) -> str:
        better = ranking(self.system).system.better
        return f"{with_article(self._name())}{', natural,' if self.natural else ''} or {better}"

    def _name(self) -> str:
        system = ranking(self.system).system
        if not self.ranks:
            return str(self.category)
        if self.category in LISTED:
            listed = "-".join(RANKS[rank] for rank in self.ranks)
            listed = f"{RANK_NAMES[self.ranks[0]]} high" if len(self.ranks) == 1 else listed
            return listed if self.category is Category.HIGH_CARD else f"{self.category}, {listed}"
        told = self.ranks[: NAMED.get(self.category, len(self.ranks))]
        place = ranking(self.system).categories.index(self.category)
        name = system.describe((place, *told, *([0] if system.tells_naturals else [])))
        if not self.kickers:
            return name
        first = RANK_NAMES[self.kickers[0]]
        beside = f"{'an' if first[0] in 'ae' else 'a'} {first}"
        if len(self.kickers) > 1:
            beside = "-".join(RANKS[rank] for rank in self.kickers)
        return f"{name} with {beside}"

    def to_plain(self) -> dict[str, Any]:
        """A plain form for JSON."""
        natural = {"natural": True} if self.natural else {}
        return {"system": self.system, "category": str(self.category), "ranks": list(self.ranks), **natural}

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> "HandCut":
        """The cut of a plain form."""
        ranks, natural = tuple(plain["ranks"]), plain.get("natural", False)
        return cls(plain["system"], Category(plain["category"]), ranks, natural)


def cuts_between(order: Ranking, values: Iterable[int]) -> Iterator[tuple[int, HandCut]]:
    """For each of ascending values that hands can have, but the lowest, the shortest cut that begins with it."""
    below: Strength | None = None
    for value in values:
        strength = order.strength_of(value)
        if below is not None:
            yield value, _shortest(order, strength, below)
        below = strength


def _shortest(order: Ranking, strength: Strength, below: Strength) -> HandCut:
    category, system = order.categories[strength[0]], order.system
    if strength[0] != below[0]:
        return HandCut(order.name, category)
    length = next(place for place, each in enumerate(strength) if below[place : place + 1] != (each,))
    ranks, natural = strength[1:], False
    if system.tells_naturals:
        ranks, natural = strength[1:-1], length == len(strength) - 1
    if category in LISTED:
        return HandCut(order.name, category, ranks[:length], natural)
    if category in NAMED:
        return HandCut(order.name, category, ranks[: max(length, NAMED[category])], natural)
    return HandCut(order.name, category, ranks, natural)
