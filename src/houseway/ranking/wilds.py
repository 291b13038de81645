"""The readable ranker of five cards of which deuces and jokers are wild: any rank, any suit (DJW-1, DJW-13).

A wild card's use is the best over all ranks that the wild cards can stand for. It takes the suit of the natural cards
where they share one; in a flush no rank comes twice, so that a wild card there is the highest rank that is missing.
Three things may be read otherwise: see `WildReading`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

from houseway.cards.card import ACE, RANKS, is_joker, rank_of, suit_of
from houseway.ranking.category import Category
from houseway.ranking.natural import KINDS, Strength, ranks_by_frequency, straight_high

WILD_RANK = RANKS.index("2")
WILD_ORDER = (
    Category.HIGH_CARD,
    Category.PAIR,
    Category.TWO_PAIR,
    Category.THREE_OF_A_KIND,
    Category.STRAIGHT,
    Category.FLUSH,
    Category.FULL_HOUSE,
    Category.FOUR_OF_A_KIND,
    Category.STRAIGHT_FLUSH,
    Category.FIVE_OF_A_KIND,
    Category.ROYAL_FLUSH,
    Category.FIVE_WILDS,
)


def is_wild(card_id: int) -> bool:
    """Whether a card may stand for any other."""
    return is_joker(card_id) or rank_of(card_id) == WILD_RANK


@dataclass(frozen=True, slots=True)
class WildReading:
    """What wild cards may be: aces in every flush (DJW-R1), which favors whoever holds one; less than a natural hand
    of the same value (DJW-R2), which adds a 1 or a 0 to the ranks that break ties; never a deuce (DJW-R3).
    """

    aces_in_flushes: bool = False
    natural_wins: bool = False
    never_deuces: bool = False

    def judge(self, cards: Sequence[int]) -> tuple[Category, Strength]:
        """The best category of five cards and the ranks that break ties inside it, whatever the wild cards stand for.

        >>> hand = [49, 41, 33, 21, 1]
        >>> WildReading().judge(hand)[1], WildReading(aces_in_flushes=True).judge(hand)[1]
        ((12, 11, 10, 8, 5), (12, 12, 10, 8, 5))
        """
        natural = [card_id for card_id in cards if not is_wild(card_id)]
        told = (int(len(natural) == len(cards)),) if self.natural_wins else ()
        if not natural:
            return Category.FIVE_WILDS, told
        suited = len({suit_of(card_id) for card_id in natural}) == 1
        ranks, n_wild = [rank_of(card_id) for card_id in natural], len(cards) - len(natural)
        lowest = WILD_RANK + 1 if self.never_deuces else WILD_RANK
        stand_ins = combinations_with_replacement(range(lowest, len(RANKS)), n_wild)
        read = [_judge([*ranks, *chosen], suited) for chosen in stand_ins]
        if suited and self.aces_in_flushes:
            read.append((Category.FLUSH, tuple(sorted([*ranks, *[ACE] * n_wild], reverse=True))))
        category, tiebreak = max(read, key=lambda judged: (WILD_ORDER.index(judged[0]), judged[1]))
        return category, (*tiebreak, *told)


def _judge(ranks: Sequence[int], suited: bool) -> tuple[Category, Strength]:
    """What five ranks are, of one suit or of several."""
    groups = ranks_by_frequency(ranks)
    kind, tiebreak = KINDS[tuple(times for times, _ in groups)], tuple(rank for _, rank in groups)
    high = straight_high(ranks)
    if high is not None and suited:
        return (Category.ROYAL_FLUSH if high == ACE else Category.STRAIGHT_FLUSH), (high,)
    if high is not None:
        return Category.STRAIGHT, (high,)
    if suited and kind is Category.HIGH_CARD:
        return Category.FLUSH, tiebreak
    return kind, tiebreak
