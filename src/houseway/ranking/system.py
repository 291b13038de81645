"""The ranking systems of the games: the hands that exist, their order, and how one is judged and named."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import product

from houseway.cards.card import RANK_NAMES, RANK_PLURALS, RANKS, is_red, rank_of
from houseway.cards.deck import Deck
from houseway.errors import unknown
from houseway.ranking.category import (
    AS_PAID_ORDER,
    FIVES_ON_TOP_ORDER,
    FOUR_CARD_ORDER,
    JOKER_ORDER,
    PAI_GOW_BONUS_ORDER,
    PAI_GOW_ORDER,
    PAI_GOW_THREES_ORDER,
    STANDARD_ORDER,
    THREE_CARD_ORDER,
    TWO_CARD_ORDER,
    Category,
)
from houseway.ranking.jokers import (
    WILD_ORDER,
    WILD_RANK,
    WildReading,
    category_and_tiebreak_with_jokers,
    pai_gow_category_and_tiebreak,
    pai_gow_seven_cards,
    pai_gow_two_cards,
    with_aces_in_flushes,
)
from houseway.ranking.keys import keys_with_wild_ranks
from houseway.ranking.natural import (
    STARTING_HANDS,
    Judged,
    Strength,
    category_and_tiebreak,
    four_card_category_and_tiebreak,
    one_card_category_and_tiebreak,
    starting_hand,
    three_card_category_and_tiebreak,
    two_card_category_and_tiebreak,
)
from houseway.ranking.points import (
    BY_PICTURES,
    BY_POINTS,
    FEWER_POINTS,
    is_picture,
    pictures_and_points,
    points_and_pictures,
    points_category,
    points_of,
    rummy_category,
)
from houseway.ranking.suits import COLORS, FLUSHES, RUNS, JudgeOfSuit, best_suit, colors_of, flush_of, run_of


@dataclass(frozen=True)
class RankingSystem:
    """A readable specification: the categories from low to high, and how one hand is judged.

    `judge` takes exactly `hand_size` cards. With more cards, up to `most_cards`, the best hand counts. If a hand is
    judged `whole`, every card of it counts, whatever their number. `alike` gives the property of a card that counts, in
    systems that do not use suits. Cards with the same property are interchangeable. Cards of `wild_ranks` are as good
    as jokers. If a system `tells_naturals`, the last number of a strength is 1 for a hand without a wild card. Without
    `tiebreaks` all hands of a category are equal. `better` describes higher hands in a sentence.
    """

    name: str
    title: str
    order: tuple[Category, ...]
    judge: Callable[[Sequence[int]], Judged]
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
        """Return the numbers of cards that can be evaluated together."""
        return range(self.hand_size, self.most_cards + 1)

    @cached_property
    def keys(self) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
        """Return the keys of cards and, suit by suit, their suited keys (see `keys`)."""
        return keys_with_wild_ranks(self.wild_ranks)

    def strength(self, hand: Sequence[int]) -> Strength:
        """Return the place of exactly one hand in the order: a tuple that compares as the hands do."""
        category, tiebreak = self.judge(hand)
        return (self.order.index(category), *tiebreak)

    def describe(self, strength: Strength) -> str:
        """Return a strength in words.

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
    """Return the points in words, and the pictures among the cards where they count."""
    if not tiebreak or not tiebreak[0]:
        return str(category)
    return f"{category} with {('a picture', 'two pictures')[tiebreak[0] - 1]}"


def _with_points(category: Category, tiebreak: Strength) -> str:
    """Return the pictures in words, and the points of the other cards."""
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
    """A ranking by suit. Each suit is judged by itself, and any number of cards up to the largest is one hand."""

    judge_suit: JudgeOfSuit


MOST_DECKS = 8


def _with_jokers(name: str, title: str, *, wheel: bool, fully_wild: bool) -> RankingSystem:
    judge = partial(category_and_tiebreak_with_jokers, order=JOKER_ORDER, wheel=wheel, fully_wild=fully_wild)
    return RankingSystem(name, title, JOKER_ORDER, judge, Deck.with_jokers())


def _with_wild_deuces() -> Iterator[RankingSystem]:
    """Return one system for each reading of the wild cards."""
    for ace, natural, no_deuce in product((False, True), repeat=3):
        told = {"-aces": ace, "-natural": natural, "-no-deuce": no_deuce}
        words = {
            ", aces in flushes": ace,
            ", below a natural hand of the same value": natural,
            ", never standing for a deuce": no_deuce,
        }
        yield RankingSystem(
            f"wild-deuces{''.join(name for name, read in told.items() if read)}",
            f"five cards, deuces and joker wild{''.join(text for text, read in words.items() if read)}",
            WILD_ORDER,
            WildReading(ace, natural, no_deuce).judge,
            Deck.with_jokers(1),
            wild_ranks=(WILD_RANK,),
            tells_naturals=natural,
        )


def _pai_gow() -> Iterator[RankingSystem]:
    """Return the systems for each place of A-2-3-4-5.

    Each exists as it is, with three of a kind above a straight, or with the joker as an ace in flushes.
    """
    words = {
        "": "",
        "-threes": ", three of a kind above a straight",
        "-aces": ", joker an ace in flushes",
    }
    for read, low_wheel in product(words, (False, True)):
        order = PAI_GOW_THREES_ORDER if read == "-threes" else PAI_GOW_ORDER
        judge = partial(pai_gow_category_and_tiebreak, order=order, wheel_second=not low_wheel)
        yield RankingSystem(
            f"pai-gow{read}{'-low-wheel' if low_wheel else ''}",
            f"five cards, joker as bug, A-2-3-4-5 {'lowest' if low_wheel else 'second'}{words[read]}",
            order,
            partial(with_aces_in_flushes, judge=judge) if read == "-aces" else judge,
            Deck.with_jokers(1),
        )


SYSTEMS = {
    system.name: system
    for system in (
        RankingSystem("standard", "five cards", STANDARD_ORDER, category_and_tiebreak, Deck.standard(), most_cards=7),
        _with_jokers("bug", "five cards, joker as bug", wheel=True, fully_wild=False),
        _with_jokers("bug-no-wheel", "five cards, joker as bug, no A-2-3-4-5", wheel=False, fully_wild=False),
        _with_jokers("wild", "five cards, joker wild", wheel=True, fully_wild=True),
        _with_jokers("wild-no-wheel", "five cards, joker wild, no A-2-3-4-5", wheel=False, fully_wild=True),
        RankingSystem(
            "bug-of-seven",
            "best five of seven cards, joker as bug",
            PAI_GOW_ORDER,
            partial(category_and_tiebreak_with_jokers, order=PAI_GOW_ORDER),
            Deck.with_jokers(1),
            most_cards=7,
        ),
        RankingSystem(
            "bug-of-seven-second-wheel",
            "best five of seven cards, joker as bug, A-2-3-4-5 second",
            PAI_GOW_ORDER,
            partial(pai_gow_category_and_tiebreak, order=PAI_GOW_ORDER),
            Deck.with_jokers(1),
            most_cards=7,
        ),
        RankingSystem(
            "multi-deck",
            "five cards of several decks",
            AS_PAID_ORDER,
            category_and_tiebreak,
            Deck.standard(MOST_DECKS),
            most_cards=7,
        ),
        RankingSystem(
            "multi-deck-fives-on-top",
            "five cards of several decks, five of a kind above straight flush and royal",
            FIVES_ON_TOP_ORDER,
            category_and_tiebreak,
            Deck.standard(MOST_DECKS),
            most_cards=7,
        ),
        RankingSystem(
            "three-card",
            "three cards",
            THREE_CARD_ORDER,
            three_card_category_and_tiebreak,
            Deck.standard(),
            hand_size=3,
            most_cards=5,
        ),
        RankingSystem(
            "four-card",
            "four cards",
            FOUR_CARD_ORDER,
            four_card_category_and_tiebreak,
            Deck.standard(),
            hand_size=4,
            most_cards=6,
        ),
        RankingSystem(
            "two-card",
            "two cards",
            TWO_CARD_ORDER,
            two_card_category_and_tiebreak,
            Deck.standard(),
            hand_size=2,
            most_cards=2,
        ),
        *_with_wild_deuces(),
        *_pai_gow(),
    )
}

READABLE_ONLY = {
    "pai-gow-low": RankingSystem(
        "pai-gow-low",
        "two cards, joker as ace",
        TWO_CARD_ORDER,
        pai_gow_two_cards,
        Deck.with_jokers(1),
        hand_size=2,
        most_cards=2,
    ),
    "pai-gow-bonus": RankingSystem(
        "pai-gow-bonus",
        "what seven cards hold, as a bonus pays it",
        PAI_GOW_BONUS_ORDER,
        partial(pai_gow_seven_cards, order=PAI_GOW_BONUS_ORDER),
        Deck.with_jokers(1),
        hand_size=7,
        most_cards=7,
        whole=True,
        tiebreaks=False,
    ),
    "one-card": RankingSystem(
        "one-card",
        "one card",
        (Category.HIGH_CARD,),
        one_card_category_and_tiebreak,
        Deck.standard(MOST_DECKS),
        hand_size=1,
        most_cards=1,
        whole=True,
        alike=rank_of,
    ),
    "points": RankingSystem(
        "points",
        "points of two or three cards, modulo ten",
        BY_POINTS,
        points_category,
        Deck.standard(MOST_DECKS),
        hand_size=2,
        most_cards=3,
        whole=True,
        alike=points_of,
    ),
    "points-and-pictures": RankingSystem(
        "points-and-pictures",
        "points of three cards, modulo ten, then pictures",
        (*BY_POINTS, Category.THREE_PICTURES),
        points_and_pictures,
        Deck.standard(MOST_DECKS),
        hand_size=3,
        most_cards=3,
        whole=True,
        alike=lambda card_id: (points_of(card_id), is_picture(card_id)),
    ),
    "pictures-and-points": RankingSystem(
        "pictures-and-points",
        "pictures of three cards, then points, modulo ten",
        BY_PICTURES,
        pictures_and_points,
        Deck.standard(MOST_DECKS),
        hand_size=3,
        most_cards=3,
        whole=True,
        alike=lambda card_id: (points_of(card_id), is_picture(card_id)),
    ),
}
"""Systems without kernels. They are for games small enough to be solved whole, and for games with so few hands that
every one can be judged.
"""


def _by_suit(name: str, title: str, order: tuple[Category, ...], judge: JudgeOfSuit) -> SuitSystem:
    return SuitSystem(
        name=name,
        title=title,
        order=order,
        judge=partial(best_suit, judge=judge, order=order),
        deck=Deck.standard(),
        hand_size=1,
        most_cards=len(order),
        judge_suit=judge,
    )


BY_SUIT = {
    system.name: system
    for system in (
        _by_suit("longest-flush", "the longest flush", FLUSHES, flush_of),
        _by_suit("suited-run", "the longest straight flush", RUNS, run_of),
        _by_suit("suited-run-ace-high", "the longest straight flush, ace high", RUNS, partial(run_of, low_ace=False)),
    )
}

HAND_BY_HAND = {
    "rummy": RankingSystem(
        "rummy",
        "points of three cards left over, the fewer the better",
        FEWER_POINTS,
        rummy_category,
        Deck.standard(),
        hand_size=3,
        most_cards=3,
        better="fewer",
    ),
    "starting-hand": RankingSystem(
        "starting-hand",
        "two starting cards, as a bonus pays them",
        STARTING_HANDS,
        starting_hand,
        Deck.standard(),
        hand_size=2,
        most_cards=2,
        tiebreaks=False,
    ),
}
"""Systems in which neither ranks nor suits distinguish hands, with so few hands that each of them is judged."""

BY_COLOR = {
    "one-colour": RankingSystem(
        "one-colour",
        "whether all cards are of one colour",
        COLORS,
        colors_of,
        Deck.standard(),
        hand_size=3,
        most_cards=6,
        whole=True,
        alike=is_red,
        tiebreaks=False,
    ),
}
"""Systems in which a renaming of suits may change a hand. Only renamings that keep colors together leave hands
unchanged.
"""

_KNOWN = {**SYSTEMS, **READABLE_ONLY, **BY_SUIT, **HAND_BY_HAND, **BY_COLOR}


def ranking_system(name: str) -> RankingSystem:
    """Return the readable ranking system of a name, or raise a typed error that lists the names."""
    try:
        return _KNOWN[name]
    except (KeyError, TypeError):
        raise unknown("ranking system", name, list(_KNOWN)) from None
