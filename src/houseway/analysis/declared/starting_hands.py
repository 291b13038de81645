"""Many hands of two cards in a few words: any ace, K-5+, Q-6+ suited, pairs 3-3+.

A plus stands for all up to the highest: K-5+ is K-5 to K-Q, 3-3+ is 3-3 to A-A. Where nothing is said of suits, hands
of one suit and of two are both meant.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from houseway.cards.card import ACE, RANKS, rank_of, suit_of

TOLD = re.compile(r"(?P<first>.-.)(?: to (?P<last>.-.)|(?P<plus>\+))?(?: (?P<suits>suited|offsuit))?")


class Two(NamedTuple):
    """A kind of hand of two cards: ranks, and whether of one suit."""

    high: int
    low: int
    suited: bool

    @classmethod
    def of(cls, one: int, other: int) -> "Two":
        """The kind of two cards."""
        high, low = sorted((rank_of(one), rank_of(other)), reverse=True)
        return cls(high, low, suit_of(one) == suit_of(other))


def in_words(hands: Collection[Two], among: Collection[Two]) -> str:
    """Some of the kinds of hands that there are, by their higher or by their lower cards, whichever is shorter.

    >>> aces = [Two(12, low, suited) for low in range(12) for suited in (False, True)]
    >>> tens = [Two(8, 7, True), Two(8, 6, True), Two(8, 5, True)]
    >>> in_words([*aces, *tens[:2], Two(3, 3, False)], [*aces, *tens, Two(3, 3, False), Two(4, 4, False)])
    '5-5; any ace; T-8+ suited'
    """
    if set(hands) == set(among):
        return "every hand"
    pairs = ["any pair"] if _pairs(hands) == _pairs(among) else list(_spans(_pairs(hands), _pairs(among), "{0}-{0}"))
    texts = [list(_unpaired(hands, among, by_high)) for by_high in (True, False)]
    shorter = min(texts, key=lambda text: len("; ".join(text)))
    return "; ".join([*(pairs if _pairs(hands) else []), *shorter])


def is_told(words: str, hand: Two) -> bool:
    """Whether a kind of hand is among those that one part of such words names.

    >>> [is_told("T-8+ suited", Two.of(*two)) for two in ((34, 30), (34, 31), (34, 22))]
    [True, False, False]
    >>> is_told("3-2 to 7-2 offsuit", Two(5, 0, False)), is_told("3-2 to 7-2 offsuit", Two(6, 0, False))
    (True, False)
    """
    if words in ("every hand", "any pair", "any ace"):
        paired = hand.high == hand.low
        return {"every hand": True, "any pair": paired, "any ace": hand.high == ACE and not paired}[words]
    found = TOLD.fullmatch(words)
    assert found is not None, f"no kind of hand: {words}"
    if found["suits"] and hand.suited is not (found["suits"] == "suited"):
        return False
    high, low = map(RANKS.index, found["first"].split("-"))
    is_pair = high == low
    if found["last"]:
        to_high, to_low = map(RANKS.index, found["last"].split("-"))
    elif found["plus"]:
        to_high, to_low = (ACE, ACE) if is_pair else (high, high - 1)
    else:
        to_high, to_low = high, low
    return is_pair is (hand.high == hand.low) and high <= hand.high <= to_high and low <= hand.low <= to_low


def _pairs(hands: Collection[Two]) -> list[int]:
    return sorted({hand.high for hand in hands if hand.high == hand.low})


def _unpaired(hands: Collection[Two], among: Collection[Two], by_high: bool) -> Iterator[str]:
    """All hands but pairs, one named card after the other, the highest first."""
    for named in range(len(RANKS) - 1, -1, -1):
        suited, offsuit = (_others(hands, named, by_high, each) for each in (True, False))
        all_suited, all_offsuit = (_others(among, named, by_high, each) for each in (True, False))
        if not suited and not offsuit:
            continue
        if by_high and named == ACE and (suited, offsuit) == (all_suited, all_offsuit):
            yield "any ace"
            continue
        pattern = f"{RANKS[named]}-{{}}" if by_high else f"{{}}-{RANKS[named]}"
        both = [rank for rank in offsuit if rank in suited]
        yield from _spans(both, all_offsuit, pattern, plus=by_high)
        only = [rank for rank in suited if rank not in both]
        yield from _spans(only, all_suited, pattern, " suited", told_with=suited, plus=by_high)
        yield from _spans(
            [rank for rank in offsuit if rank not in both], all_offsuit, pattern, " offsuit", plus=by_high
        )


def _others(hands: Collection[Two], named: int, by_high: bool, suited: bool) -> list[int]:
    """The ranks that stand beside a named one."""
    kept = [hand for hand in hands if hand.high != hand.low and hand.suited == suited]
    return sorted(hand.low if by_high else hand.high for hand in kept if (hand.high if by_high else hand.low) == named)


def _spans(
    ranks: Sequence[int],
    among: Sequence[int],
    pattern: str,
    ending: str = "",
    *,
    told_with: Sequence[int] = (),
    plus: bool = True,
) -> Iterator[str]:
    """Runs of neighbours among the ranks that there are; those of `told_with` may be named again at the end of one."""
    if not ranks:
        return
    places = [among.index(rank) for rank in ranks]
    told = {among.index(rank) for rank in told_with}
    breaks = [place for place, (one, next_) in enumerate(pairwise(places), 1) if next_ != one + 1]
    for first, last in zip([0, *breaks], [*breaks, len(places)], strict=True):
        low, high = places[first], places[last - 1]
        while high + 1 in told:
            high += 1
        names = [pattern.format(RANKS[among[place]]) for place in (low, high)]
        if low == high:
            yield names[0] + ending
        elif plus and high == len(among) - 1:
            yield f"{names[0]}+{ending}"
        else:
            yield f"{names[0]} to {names[1]}{ending}"
