"""The readable ranker of five cards of which some are jokers.

A joker's use is the best over all allowed substitutions. It may stand for any card that is not in the hand,
or for a fifth ace once the four are there. As *bug* (DD-0b) a substitution is allowed if every joker stands for
an ace, or the hand becomes a straight, a flush, a straight flush or a royal flush. As *wild* every substitution is
allowed.
"""

from collections.abc import Iterator, Sequence

from houseway.cards.card import ACE, N_NATURAL, N_SUITS, is_joker, rank_of, suit_of
from houseway.ranking.category import Category
from houseway.ranking.natural import Strength, category_and_tiebreak

COMPLETED_BY_BUG = {Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}
FOUR_ACES = tuple(card_id for card_id in range(N_NATURAL) if rank_of(card_id) == ACE)


def substitutions(cards: Sequence[int]) -> Iterator[tuple[list[int], list[int]]]:
    """Every way to read the jokers, which are alike: the natural cards of the hand, and what the jokers stand for.

    Suits that no natural card has are alike too: as many of them as there are jokers stand for all of them.
    """
    natural = [card_id for card_id in cards if not is_joker(card_id)]
    candidates = _candidates(natural, jokers=len(cards) - len(natural))

    def assign(stand_ins: list[int]) -> Iterator[list[int]]:
        if len(natural) + len(stand_ins) == len(cards):
            yield stand_ins
            return
        held = set(natural) | set(stand_ins)
        first = stand_ins[-1] + 1 if stand_ins else 0
        for card_id in candidates:
            if card_id >= first and card_id not in held:
                yield from assign([*stand_ins, card_id])
        if held.issuperset(FOUR_ACES):
            yield from assign([*stand_ins, FOUR_ACES[0]])

    for stand_ins in assign([]):
        yield natural, stand_ins


def _candidates(natural: Sequence[int], jokers: int) -> list[int]:
    used = {suit_of(card_id) for card_id in natural}
    unused = [suit for suit in range(N_SUITS) if suit not in used][:jokers]
    return [card_id for card_id in range(N_NATURAL) if suit_of(card_id) in used.union(unused)]


def category_and_tiebreak_with_jokers(
    cards: Sequence[int], order: Sequence[Category], *, wheel: bool = True, fully_wild: bool = False
) -> tuple[Category, Strength]:
    """The best category and tie-break over all allowed substitutions; without jokers, the hand's own.

    An order without wild royal flushes takes them for natural ones.
    """
    best: tuple[int, Strength] | None = None
    for natural, stand_ins in substitutions(cards):
        category, tiebreak = category_and_tiebreak(natural + stand_ins, wheel)
        if (
            not fully_wild
            and category not in COMPLETED_BY_BUG
            and any(rank_of(stand_in) != ACE for stand_in in stand_ins)
        ):
            continue
        if category is Category.ROYAL_FLUSH and stand_ins and Category.WILD_ROYAL_FLUSH in order:
            category = Category.WILD_ROYAL_FLUSH
        elif category is Category.FIVE_OF_A_KIND:
            category = Category.FIVE_ACES
        place = order.index(category)
        if best is None or (place, tiebreak) > best:
            best = place, tiebreak
    assert best is not None, "a joker can always be an ace"
    return order[best[0]], best[1]
