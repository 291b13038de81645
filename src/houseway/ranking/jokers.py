"""The readable rankers of hands in which some cards stand for others: jokers, wild deuces, and pai gow poker.

A joker's use is the best over all allowed substitutions. It may stand for any card that is not in the hand, or for a
fifth ace once the four are there. As *bug* (DD-0b) a substitution is allowed if every joker stands for an ace. It is
also allowed if the hand becomes a straight, a flush, a straight flush or a royal flush. As *wild* every substitution is
allowed.

Where deuces are wild too (DJW-1, DJW-13), a wild card takes the suit of the natural cards if they share one. In a flush
no rank occurs twice, so that a wild card there is the highest rank that is missing. `WildReading` has the three points
that may be read differently.

In pai gow poker (PGP-2, PGP-16) the joker is a bug. A-2-3-4-5 ranks just below the ace-high straight, as (king, 1)
comes after (king,) and before (ace,), or it is the lowest straight.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement

from houseway.cards.card import ACE, FIVE, KING, N_NATURAL, N_SUITS, QUEEN, RANKS, card, is_joker, rank_of, suit_of
from houseway.ranking.category import Category
from houseway.ranking.natural import (
    KINDS,
    Judged,
    Strength,
    category_and_tiebreak,
    ranks_by_frequency,
    straight_high,
    two_card_category_and_tiebreak,
)

COMPLETED_BY_BUG = {Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}
FOUR_ACES = tuple(card_id for card_id in range(N_NATURAL) if rank_of(card_id) == ACE)


def substitutions(cards: Sequence[int]) -> Iterator[tuple[list[int], list[int]]]:
    """Yield every way to read the jokers, which are alike: the natural cards of the hand, and the cards of the jokers.

    Suits that no natural card has are alike too. So one such suit per joker is enough to represent all of them.
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
) -> Judged:
    """Return the best category and tie-break over all allowed substitutions. Without jokers, judge the hand itself.

    An order without wild royal flushes counts them as natural ones.
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


def with_aces_in_flushes(cards: Sequence[int], judge: Callable[[Sequence[int]], Judged]) -> Judged:
    """Return a judge's verdict on five cards, with flush ranks read again: A-K-9-7 and a joker are A-A-K-9-7."""
    category, tiebreak = judge(cards)
    if category is not Category.FLUSH or not any(map(is_joker, cards)):
        return category, tiebreak
    return category, tuple(sorted((ACE if is_joker(each) else rank_of(each) for each in cards), reverse=True))


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
    """Return whether a card may stand for any other."""
    return is_joker(card_id) or rank_of(card_id) == WILD_RANK


@dataclass(frozen=True, slots=True)
class WildReading:
    """A reading of wild cards, in three points.

    They may be aces in every flush (DJW-R1), which favors the hand with a wild card. They may rank below a natural hand
    of the same value (DJW-R2), which adds a 1 or a 0 to the ranks that break ties. They may never be a deuce (DJW-R3).
    """

    aces_in_flushes: bool = False
    natural_wins: bool = False
    never_deuces: bool = False

    def judge(self, cards: Sequence[int]) -> Judged:
        """Return the best category of five cards and the ranks that break ties in it, over all uses of the wild cards.

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


def _judge(ranks: Sequence[int], suited: bool) -> Judged:
    """Judge five ranks, of one suit or of several."""
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


WHEEL_BELOW_ACE = (KING, 1)
STRAIGHTS = (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
COMPLETE = (*STRAIGHTS, Category.FLUSH, Category.ROYAL_FLUSH)
"""The categories that a joker may complete, which a house way calls complete hands."""


def pai_gow_category_and_tiebreak(
    cards: Sequence[int], order: Sequence[Category], *, wheel_second: bool = True
) -> Judged:
    """Return the best category of five cards over all uses of the joker, and the ranks that break ties in it."""
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
    """Judge two cards, with the joker as an ace: a pair, or two ranks."""
    return two_card_category_and_tiebreak([card(ACE, 0) if is_joker(each) else each for each in cards])


def pai_gow_seven_cards(cards: Sequence[int], order: Sequence[Category]) -> Judged:
    """Judge the best of seven cards for a bonus.

    It pays a flush more than three of a kind, and three of a kind more than a straight. The candidates are all sets of
    five cards among the seven, and the three hands that need all seven.
    """
    held = [_five_cards(five) for five in combinations(cards, 5)]
    if royals := [five for five in combinations(cards, 5) if _five_cards(five) is Category.ROYAL_FLUSH]:
        held += [Category.ROYAL_MATCH for five in royals if _is_royal_match(set(cards) - set(five))]
    if _is_seven_card_straight_flush(cards):
        held.append(Category.WILD_SEVEN_CARD_STRAIGHT_FLUSH if any(map(is_joker, cards)) else Category.RUN_OF_SEVEN)
    return max(held, key=order.index), ()


def _five_cards(cards: Sequence[int]) -> Category:
    """Judge five cards without trying every card that the joker may stand for."""
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
    """Return the ranks of every run of this many cards, the one with a low ace first."""
    low = frozenset({ACE, *range(cards - 1)})
    return (low, *(frozenset(range(first, first + cards)) for first in range(ACE + 2 - cards)))


def _is_royal_match(others: set[int]) -> bool:
    """Return whether the two cards beside a royal flush are a suited king and queen."""
    ranks = {rank_of(each) for each in others if not is_joker(each)}
    return ranks == {KING, QUEEN} and len({suit_of(each) for each in others}) == 1


def _is_seven_card_straight_flush(cards: Sequence[int]) -> bool:
    natural = [each for each in cards if not is_joker(each)]
    ranks = frozenset(rank_of(each) for each in natural)
    return len({suit_of(each) for each in natural}) == 1 and any(ranks <= window for window in windows(len(cards)))
