"""What a ranking system is: its kinds of hand in order, how one hand is judged, and what a strength is called."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property

from houseway.cards.card import RANK_NAMES, RANK_PLURALS, RANKS
from houseway.cards.deck import Deck
from houseway.ranking.category import Category
from houseway.ranking.keys import keys_with_wild_ranks
from houseway.ranking.natural import Strength
from houseway.ranking.onesuit import JudgeOfSuit
from houseway.ranking.points import BY_PICTURES, BY_POINTS
from houseway.ranking.rummy import FEWER_POINTS


@dataclass(frozen=True)
class RankingSystem:
    """A readable specification: the categories from low to high, and how one hand is judged.

    `judge` takes exactly `hand_size` cards; of more cards, up to `most_cards`, the best hand counts. Where a hand is
    judged `whole`, every card of it counts, however many there are. `alike` says what of a card counts, in systems that
    do not look at suits: cards of which it says the same may stand for one another. Cards of `wild_ranks` are as good
    as jokers. Where a system `tells_naturals`, the last number of a strength is 1 for a hand without a wild card.
    Without `tiebreaks` all hands of a category are equal. `better` is what hands above one are in a sentence.
    """

    name: str
    title: str
    order: tuple[Category, ...]
    judge: Callable[[Sequence[int]], tuple[Category, Strength]]
    deck: Deck
    hand_size: int = 5
    most_cards: int = 5
    wild_ranks: tuple[int, ...] = ()
    whole: bool = False
    alike: Callable[[int], Hashable] | None = None
    tells_naturals: bool = False
    tiebreaks: bool = True
    better: str = "better"

    @property
    def sizes(self) -> range:
        """How many cards may be evaluated at once."""
        return range(self.hand_size, self.most_cards + 1)

    @cached_property
    def keys(self) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
        """The keys of cards and, suit by suit, their suited keys (see `keys`)."""
        return keys_with_wild_ranks(self.wild_ranks)

    def strength(self, hand: Sequence[int]) -> Strength:
        """The place of exactly one hand in the order: a tuple that compares as the hands do."""
        category, tiebreak = self.judge(hand)
        return (self.order.index(category), *tiebreak)

    def describe(self, strength: Strength) -> str:
        """A strength in words.

        >>> from houseway.ranking.system import ranking_system
        >>> ranking_system("standard").describe((6, 12, 11))
        'full house, aces over kings'
        """
        category, tiebreak = self.order[strength[0]], strength[1:]
        if not self.tiebreaks:
            return str(category)
        if not self.tells_naturals:
            return _NAMERS.get(category, _ranks_in_full)(category, tiebreak)
        named = _NAMERS.get(category, _ranks_in_full)(category, tiebreak[:-1])
        return f"{named}, natural" if tiebreak[-1] else named


def _ranks_in_full(category: Category, tiebreak: Strength) -> str:
    return f"{category}, {'-'.join(RANKS[rank] for rank in tiebreak)}"


def _only_category(category: Category, tiebreak: Strength) -> str:
    return str(category)


def _of_a_kind(category: Category, tiebreak: Strength) -> str:
    return f"{category}, {RANK_PLURALS[tiebreak[0]]}"


def _with_pictures(category: Category, tiebreak: Strength) -> str:
    """Points, and the pictures among the cards where they count."""
    if not tiebreak or not tiebreak[0]:
        return str(category)
    return f"{category} with {('a picture', 'two pictures')[tiebreak[0] - 1]}"


def _with_points(category: Category, tiebreak: Strength) -> str:
    """Pictures, and the points of the other cards."""
    return f"{category} and {BY_POINTS[tiebreak[0]]}"


def _straight(category: Category, tiebreak: Strength) -> str:
    if len(tiebreak) > 1:
        return f"{category}, A-2-3-4-5"
    return f"{category}, {RANK_NAMES[tiebreak[0]]} high"


_NAMERS: dict[Category, Callable[[Category, Strength], str]] = {
    Category.PAIR: lambda category, ranks: f"pair of {RANK_PLURALS[ranks[0]]}",
    Category.TWO_PAIR: lambda category, ranks: f"two pair, {RANK_PLURALS[ranks[0]]} and {RANK_PLURALS[ranks[1]]}",
    Category.THREE_OF_A_KIND: _of_a_kind,
    Category.STRAIGHT: _straight,
    Category.FULL_HOUSE: lambda category, ranks: f"full house, {RANK_PLURALS[ranks[0]]} over {RANK_PLURALS[ranks[1]]}",
    Category.FOUR_OF_A_KIND: _of_a_kind,
    Category.FIVE_OF_A_KIND: _of_a_kind,
    Category.STRAIGHT_FLUSH: _straight,
    Category.WILD_ROYAL_FLUSH: _only_category,
    Category.ROYAL_FLUSH: _only_category,
    Category.FIVE_ACES: _only_category,
    Category.SUITED_FIVE_OF_A_KIND: _of_a_kind,
    Category.SUITED_ACE_KING_QUEEN: _only_category,
    **dict.fromkeys(
        (run for run in Category if run is Category.NO_RUN or run.endswith("-card straight flush")), _straight
    ),
    Category.FIVE_WILDS: _only_category,
    Category.THREE_PICTURES: _only_category,
    **dict.fromkeys((*BY_POINTS, *FEWER_POINTS), _with_pictures),
    **dict.fromkeys(BY_PICTURES[:-1], _with_points),
}


@dataclass(frozen=True, kw_only=True)
class SuitSystem(RankingSystem):
    """A ranking by suit: each suit is judged by itself, and any number of cards up to the largest is one hand."""

    judge_suit: JudgeOfSuit
