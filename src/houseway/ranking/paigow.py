"""The readable rankers of pai gow poker: five cards, two cards, and what a bonus pays on all seven (PGP-2, PGP-16).

The joker is an ace, or the card that completes a straight, a flush or a straight flush. A-2-3-4-5 stands just below the
ace-high straight, as (king, 1) stands above (king,) and below (ace,), or is the lowest of all.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from houseway.cards.card import ACE, FIVE, KING, N_SUITS, QUEEN, card, is_joker, rank_of, suit_of
from houseway.ranking.category import Category
from houseway.ranking.jokers import COMPLETED_BY_BUG, substitutions
from houseway.ranking.natural import Strength, category_and_tiebreak
from houseway.ranking.twocard import two_card_category_and_tiebreak

WHEEL_BELOW_ACE = (KING, 1)
STRAIGHTS = (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
COMPLETE = (*STRAIGHTS, Category.FLUSH, Category.ROYAL_FLUSH)
"""What a joker may complete, and a house way calls a complete hand."""
Judged = tuple[Category, Strength]


def pai_gow_category_and_tiebreak(
    cards: Sequence[int], order: Sequence[Category], *, wheel_second: bool = True
) -> Judged:
    """The best category of five cards over all uses of the joker, and what breaks ties inside it."""
    read = []
    for natural, stand_ins in substitutions(cards):
        category, tiebreak = category_and_tiebreak(natural + stand_ins)
        if category in COMPLETED_BY_BUG or all(rank_of(stand_in) == ACE for stand_in in stand_ins):
            category = Category.FIVE_ACES if category is Category.FIVE_OF_A_KIND else category
            is_second = wheel_second and category in STRAIGHTS and tiebreak == (FIVE,)
            read.append((order.index(category), WHEEL_BELOW_ACE if is_second else tiebreak))
    place, tiebreak = max(read)
    return order[place], tiebreak


def pai_gow_two_cards(cards: Sequence[int]) -> Judged:
    """Two cards, the joker being an ace: a pair, or two ranks."""
    return two_card_category_and_tiebreak([card(ACE, 0) if is_joker(each) else each for each in cards])


def pai_gow_seven_cards(cards: Sequence[int], order: Sequence[Category]) -> Judged:
    """The best of what seven cards hold, in the order of a bonus that pays a flush more than three of a kind, and that
    more than a straight: all five cards among the seven, and the three hands that need all of them.
    """
    held = [_five_cards(five) for five in combinations(cards, 5)]
    if royals := [five for five in combinations(cards, 5) if _five_cards(five) is Category.ROYAL_FLUSH]:
        held += [Category.ROYAL_MATCH for five in royals if _is_royal_match(set(cards) - set(five))]
    if _is_seven_card_straight_flush(cards):
        held.append(Category.WILD_SEVEN_CARD_STRAIGHT_FLUSH if any(map(is_joker, cards)) else Category.RUN_OF_SEVEN)
    return max(held, key=order.index), ()


def _five_cards(cards: Sequence[int]) -> Category:
    """What five cards are, told without trying every card that the joker may stand for."""
    natural = [each for each in cards if not is_joker(each)]
    if len(natural) == len(cards):
        return category_and_tiebreak(cards)[0]
    suited = len({suit_of(each) for each in natural}) == 1
    ranks = {rank_of(each) for each in natural}
    if suited and {*range(ACE - 4, ACE + 1)} > ranks:
        return Category.ROYAL_FLUSH
    if len(ranks) == len(natural) and any(ranks <= window for window in windows(5)):
        return Category.STRAIGHT_FLUSH if suited else Category.STRAIGHT
    if suited:
        return Category.FLUSH
    as_ace = category_and_tiebreak([*natural, _free_ace(natural)])[0]
    return Category.FIVE_ACES if as_ace is Category.FIVE_OF_A_KIND else as_ace


def _free_ace(natural: Sequence[int]) -> int:
    return next((card(ACE, suit) for suit in range(N_SUITS) if card(ACE, suit) not in natural), card(ACE, 0))


@cache
def windows(cards: int) -> tuple[frozenset[int], ...]:
    """The ranks of every run of so many cards, the one with a low ace first."""
    low = frozenset({ACE, *range(cards - 1)})
    return (low, *(frozenset(range(first, first + cards)) for first in range(ACE + 2 - cards)))


def _is_royal_match(others: set[int]) -> bool:
    """Whether the two cards beside a royal flush are a suited king and queen."""
    ranks = {rank_of(each) for each in others if not is_joker(each)}
    return ranks == {KING, QUEEN} and len({suit_of(each) for each in others}) == 1


def _is_seven_card_straight_flush(cards: Sequence[int]) -> bool:
    natural = [each for each in cards if not is_joker(each)]
    ranks = frozenset(rank_of(each) for each in natural)
    return len({suit_of(each) for each in natural}) == 1 and any(ranks <= window for window in windows(len(cards)))
