"""The orders of the ranking systems: their kinds of hand from low to high."""

from houseway.ranking.category import Category

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
