"""Many hands of two cards in a few words: any ace, K-5+, Q-6+ suited, pairs 3-3+.

A plus stands for all up to the highest: K-5+ is K-5 to K-Q, 3-3+ is 3-3 to A-A. Where nothing is said of suits, hands
of one suit and of two are both meant.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from houseway.analysis.declared.conditions import OFFSUIT, SUITED, StartingHands, Two
from houseway.cards.card import ACE, RANKS

LOWEST, HIGHEST = (0, 0), (ACE, ACE)


def starting_hands(hands: Collection[Two], among: Collection[Two]) -> tuple[StartingHands, ...]:
    """Some of the kinds of hands that there are, by their higher or by their lower cards, whichever is shorter.

    >>> aces = [Two(12, low, suited) for low in range(12) for suited in (False, True)]
    >>> tens = [Two(8, 7, True), Two(8, 6, True), Two(8, 5, True)]
    >>> found = starting_hands([*aces, *tens[:2], Two(3, 3, False)], [*aces, *tens, Two(3, 3, False), Two(4, 4, False)])
    >>> [each.text for each in found]
    ['5-5', 'any ace', 'T-8+ suited']
    """
    if set(hands) == set(among):
        return (StartingHands(LOWEST, HIGHEST, name="every hand"),)
    pairs = list(_paired(_pairs(hands), _pairs(among)))
    ways = [list(_unpaired(hands, among, by_high)) for by_high in (True, False)]
    return (*pairs, *min(ways, key=lambda way: len("; ".join(each.text for each in way))))


def in_words(hands: Collection[Two], among: Collection[Two]) -> str:
    """The same in words."""
    return "; ".join(each.text for each in starting_hands(hands, among))


def _pairs(hands: Collection[Two]) -> list[int]:
    return sorted({hand.high for hand in hands if hand.high == hand.low})


def _paired(ranks: Sequence[int], among: Sequence[int]) -> Iterator[StartingHands]:
    """Pairs, from the lowest."""
    if ranks and ranks == among:
        yield StartingHands(LOWEST, HIGHEST, name="any pair")
        return
    for low, high, to_the_top in _spans(ranks, among):
        yield StartingHands((low, low), (high, high) if not to_the_top else HIGHEST, name=_plus(to_the_top))


def _unpaired(hands: Collection[Two], among: Collection[Two], by_high: bool) -> Iterator[StartingHands]:
    """All hands but pairs, one named card after the other, the highest first."""
    for named in range(len(RANKS) - 1, -1, -1):
        suited, offsuit = (_others(hands, named, by_high, each) for each in (True, False))
        all_suited, all_offsuit = (_others(among, named, by_high, each) for each in (True, False))
        if not suited and not offsuit:
            continue
        if by_high and named == ACE and (suited, offsuit) == (all_suited, all_offsuit):
            yield StartingHands((ACE, 0), (ACE, ACE - 1), name="any ace")
            continue
        both = [rank for rank in offsuit if rank in suited]
        only = [[rank for rank in ranks if rank not in both] for ranks in (suited, offsuit)]
        told = ((both, all_offsuit, "", ()), (only[0], all_suited, SUITED, suited), (only[1], all_offsuit, OFFSUIT, ()))
        for ranks, of_all, suits, told_with in told:
            for low, high, to_the_top in _spans(ranks, of_all, told_with):
                if by_high:
                    last = named - 1 if to_the_top else high
                    yield StartingHands((named, low), (named, last), suits, _plus(to_the_top))
                else:
                    yield StartingHands((low, named), (high, named), suits)


def _plus(to_the_top: bool) -> str:
    return "+" if to_the_top else ""


def _others(hands: Collection[Two], named: int, by_high: bool, suited: bool) -> list[int]:
    """The ranks that stand beside a named one."""
    kept = [hand for hand in hands if hand.high != hand.low and hand.suited == suited]
    return sorted(hand.low if by_high else hand.high for hand in kept if (hand.high if by_high else hand.low) == named)


def _spans(
    ranks: Sequence[int], among: Sequence[int], told_with: Sequence[int] = ()
) -> Iterator[tuple[int, int, bool]]:
    """Runs of neighbors among the ranks that there are, first and last, and whether several go up to the highest.

    Ranks of `told_with` may be named again at the end of a run.
    """
    if not ranks:
        return
    places = [among.index(rank) for rank in ranks]
    told = {among.index(rank) for rank in told_with}
    breaks = [place for place, (one, next_) in enumerate(pairwise(places), 1) if next_ != one + 1]
    for first, last in zip([0, *breaks], [*breaks, len(places)], strict=True):
        low, high = places[first], places[last - 1]
        while high + 1 in told:
            high += 1
        yield among[low], among[high], low < high == len(among) - 1
