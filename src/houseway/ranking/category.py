"""The kinds of hand that pay tables name, their orders in the ranking systems, and the value of one hand."""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import total_ordering


class Category(StrEnum):
    """A kind of hand in any ranking system. Each system lists the kinds it has, in order."""

    HIGH_CARD = "high card"
    PAIR = "pair"
    TWO_PAIR = "two pair"
    THREE_OF_A_KIND = "three of a kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full house"
    FOUR_OF_A_KIND = "four of a kind"
    FIVE_OF_A_KIND = "five of a kind"
    STRAIGHT_FLUSH = "straight flush"
    WILD_ROYAL_FLUSH = "wild royal flush"
    ROYAL_FLUSH = "royal flush"
    FIVE_ACES = "five aces"
    SUITED_FIVE_OF_A_KIND = "suited five of a kind"
    SUITED_ACE_KING_QUEEN = "suited A-K-Q"
    NO_FLUSH = "no two of one suit"
    FLUSH_OF_TWO = "two-card flush"
    FLUSH_OF_THREE = "three-card flush"
    FLUSH_OF_FOUR = "four-card flush"
    FLUSH_OF_FIVE = "five-card flush"
    FLUSH_OF_SIX = "six-card flush"
    FLUSH_OF_SEVEN = "seven-card flush"
    NO_RUN = "no two in a row"
    RUN_OF_TWO = "two-card straight flush"
    RUN_OF_THREE = "three-card straight flush"
    RUN_OF_FOUR = "four-card straight flush"
    RUN_OF_FIVE = "five-card straight flush"
    RUN_OF_SIX = "six-card straight flush"
    RUN_OF_SEVEN = "seven-card straight flush"
    WILD_SEVEN_CARD_STRAIGHT_FLUSH = "seven-card straight flush with joker"
    ROYAL_MATCH = "royal flush and suited K-Q"
    FIVE_WILDS = "five wilds"
    NO_POINTS = "0 points"
    ONE_POINT = "1 point"
    TWO_POINTS = "2 points"
    THREE_POINTS = "3 points"
    FOUR_POINTS = "4 points"
    FIVE_POINTS = "5 points"
    SIX_POINTS = "6 points"
    SEVEN_POINTS = "7 points"
    EIGHT_POINTS = "8 points"
    NINE_POINTS = "9 points"
    TEN_POINTS = "10 points"
    ELEVEN_POINTS = "11 points"
    TWELVE_POINTS = "12 points"
    THIRTEEN_POINTS = "13 points"
    FOURTEEN_POINTS = "14 points"
    FIFTEEN_POINTS = "15 points"
    SIXTEEN_POINTS = "16 points"
    SEVENTEEN_POINTS = "17 points"
    EIGHTEEN_POINTS = "18 points"
    NINETEEN_POINTS = "19 points"
    TWENTY_POINTS = "20 points"
    TWENTY_ONE_POINTS = "21 points"
    TWENTY_TWO_POINTS = "22 points"
    TWENTY_THREE_POINTS = "23 points"
    TWENTY_FOUR_POINTS = "24 points"
    TWENTY_FIVE_POINTS = "25 points"
    TWENTY_SIX_POINTS = "26 points"
    TWENTY_SEVEN_POINTS = "27 points"
    TWENTY_EIGHT_POINTS = "28 points"
    TWENTY_NINE_POINTS = "29 points"
    THIRTY_POINTS = "30 points"
    NO_PICTURE = "no picture"
    ONE_PICTURE = "one picture"
    TWO_PICTURES = "two pictures"
    THREE_PICTURES = "three pictures"
    OTHER_TWO_CARDS = "any other two cards"
    PAIR_TO_TENS = "T-T down to 2-2"
    ACE_QUEEN_OR_JACK = "A-Q or A-J offsuit"
    PAIR_OF_PICTURES = "K-K, Q-Q or J-J"
    ACE_KING = "A-K offsuit"
    SUITED_ACE_QUEEN_OR_JACK = "A-Q or A-J suited"
    SUITED_ACE_KING = "A-K suited"
    PAIR_OF_ACES = "A-A"
    BOTH_COLORS = "both colours"
    ONE_COLOR = "one colour"


_ONE_THING = re.compile(r"pair\b|suited A-K-Q|(?:[\w-]+ )*(?:straight|flush|full house)\b")


def with_article(name: str) -> str:
    """Return the name of a hand with its article, for a sentence.

    >>> [with_article(name) for name in ("pair of aces", "six-card flush, A-K-9-5-4-2", "three of a kind, sixes")]
    ['a pair of aces', 'a six-card flush, A-K-9-5-4-2', 'three of a kind, sixes']
    """
    return f"a {name}" if _ONE_THING.match(name) else name


@total_ordering
@dataclass(frozen=True, slots=True)
class HandValue:
    """The value of a hand in one ranking system.

    Values of one system compare as the hands do: the higher value wins, equal values tie. Do not compare values of
    different systems.
    """

    system: str
    value: int
    category: Category
    name: str

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, HandValue) or other.system != self.system:
            return NotImplemented
        return self.value < other.value

    @property
    def told(self) -> str:
        """Return the name for a sentence, such as "a pair of nines"."""
        return with_article(self.name)

    def __int__(self) -> int:
        return self.value

    def __str__(self) -> str:
        return self.name


NATURAL_ORDER = (
    Category.HIGH_CARD,
    Category.PAIR,
    Category.TWO_PAIR,
    Category.THREE_OF_A_KIND,
    Category.STRAIGHT,
    Category.FLUSH,
    Category.FULL_HOUSE,
    Category.FOUR_OF_A_KIND,
)
STANDARD_ORDER = (*NATURAL_ORDER, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)
JOKER_ORDER = (
    *NATURAL_ORDER,
    Category.STRAIGHT_FLUSH,
    Category.WILD_ROYAL_FLUSH,
    Category.ROYAL_FLUSH,
    Category.FIVE_ACES,
)
AS_PAID_ORDER = (
    *NATURAL_ORDER,
    Category.FIVE_OF_A_KIND,
    Category.STRAIGHT_FLUSH,
    Category.ROYAL_FLUSH,
    Category.SUITED_FIVE_OF_A_KIND,
)
FIVES_ON_TOP_ORDER = (
    *NATURAL_ORDER,
    Category.STRAIGHT_FLUSH,
    Category.ROYAL_FLUSH,
    Category.FIVE_OF_A_KIND,
    Category.SUITED_FIVE_OF_A_KIND,
)
PAI_GOW_ORDER = (*NATURAL_ORDER, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH, Category.FIVE_ACES)
PAI_GOW_THREES_ORDER = (
    Category.HIGH_CARD,
    Category.PAIR,
    Category.TWO_PAIR,
    Category.STRAIGHT,
    Category.THREE_OF_A_KIND,
    *PAI_GOW_ORDER[5:],
)
PAI_GOW_BONUS_ORDER = (
    Category.HIGH_CARD,
    Category.PAIR,
    Category.TWO_PAIR,
    Category.STRAIGHT,
    Category.THREE_OF_A_KIND,
    Category.FLUSH,
    Category.FULL_HOUSE,
    Category.FOUR_OF_A_KIND,
    Category.STRAIGHT_FLUSH,
    Category.ROYAL_FLUSH,
    Category.FIVE_ACES,
    Category.WILD_SEVEN_CARD_STRAIGHT_FLUSH,
    Category.ROYAL_MATCH,
    Category.RUN_OF_SEVEN,
)
TWO_CARD_ORDER = (Category.HIGH_CARD, Category.PAIR)
THREE_CARD_ORDER = (
    Category.HIGH_CARD,
    Category.PAIR,
    Category.FLUSH,
    Category.STRAIGHT,
    Category.THREE_OF_A_KIND,
    Category.STRAIGHT_FLUSH,
    Category.SUITED_ACE_KING_QUEEN,
)
FOUR_CARD_ORDER = (
    Category.HIGH_CARD,
    Category.PAIR,
    Category.TWO_PAIR,
    Category.STRAIGHT,
    Category.FLUSH,
    Category.THREE_OF_A_KIND,
    Category.STRAIGHT_FLUSH,
    Category.FOUR_OF_A_KIND,
)
