"""The dealer's hands by groups of cards: what has to be known of them to go through the boards of one hand.

For the value of two cards on a board only their ranks count, and whether they are of a suit s that makes a flush. So
cards are put into *groups*: the thirteen cards of s one by one, and the other cards by rank; or, where flushes are left
aside, all cards by rank. A group of N(g) physical cards stands for all of them, copies included.

A *profile* is a multiset of groups. Take all boards of profile b. The hands of the dealer that keep a pair of class c
and share no card with the board, added up over these boards, number by inclusion and exclusion

    W(c; b) = sum over s in b of (-1)^|s| prod C(N(g) - s(g), b(g) - s(g)) E(c; s)
    E(c; s) = sum over t that hold s of prod C(t(g), s(g)) H(c; t)

where H(c; t) is the number of hands of profile t that keep a pair of class c. No hand has more than four cards, so s
has at most four; for these E is H. Here H is kept by the two places of the profile that are kept, which say the class.

The *classes* of kept pairs: by their two ranks; of these, those with both cards of s; those with one card of s.
"""

from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.titles.fast_action_holdem.dealer import UNITS
from houseway.analysis.titles.fast_action_holdem.space import BOARD, HAND, PLACES, Integers
from houseway.analysis.titles.fast_action_holdem.tables import compiled
from houseway.cards.card import N_NATURAL, N_RANKS, N_SUITS
from houseway.games.house_way import HouseWay

N_RANK_PAIRS = N_RANKS * (N_RANKS + 1) // 2
BOTH_SUITED = N_RANK_PAIRS
ONE_SUITED = BOTH_SUITED + N_RANK_PAIRS
N_CLASSES = ONE_SUITED + N_RANKS * N_RANKS
"""Where the classes of each kind begin, and how many there are."""

NUMBER_PARTS = np.array(
    [[comb(group + place, place + 1) for group in range(2 * N_RANKS)] for place in range(BOARD)], np.int64
)
"""What a group adds to the number of a profile, by its place; the groups of a profile ascend."""

NO_SUIT = -1
NO_CLASS = -1
N_SLOTS = len(PLACES)


class Groups(NamedTuple):
    """Cards in groups. Group g has the cards `cards[start[g]:start[g + 1]]`, `sizes[g]` with all copies.

    `rank_class` and `suit_class` give the classes of two cards by their groups; NO_CLASS where neither is of the suit.
    """

    start: Integers
    cards: Integers
    sizes: Integers
    ranks: Integers
    first_rows: Integers
    rank_class: Integers
    suit_class: Integers


class DealerHands(NamedTuple):
    """`holding` has a row E(.; s) for every profile s of up to three groups, `kept` a row H(.; t) for those of four.

    With up to eight decks the numbers in `holding` fit in 32 bits, which are quicker to read.
    """

    holding: NDArray[np.int32] | Integers
    kept: Integers


def make_groups(copies: Integers, suit: int) -> Groups:
    """The cards of a suit one by one and the others by rank; with NO_SUIT, all by rank. `copies` goes by card id."""
    of_rank = [[rank * N_SUITS + each for each in range(N_SUITS)] for rank in range(N_RANKS)]
    listed = [[card_id for card_id in cards if card_id % N_SUITS != suit] for cards in of_rank]
    if suit != NO_SUIT:
        listed = [[cards[suit]] for cards in of_rank] + listed
    ranks = np.arange(len(listed)) % N_RANKS
    suited = np.arange(len(listed)) < len(listed) - N_RANKS
    high, low = np.maximum.outer(ranks, ranks), np.minimum.outer(ranks, ranks)
    rank_class = high * (high + 1) // 2 + low
    one_suited = ONE_SUITED + np.where(
        suited[:, None], N_RANKS * ranks[:, None] + ranks, N_RANKS * ranks + ranks[:, None]
    )
    both, either = np.logical_and.outer(suited, suited), np.logical_or.outer(suited, suited)
    return Groups(
        start=np.cumsum([0, *map(len, listed)]),
        cards=np.concatenate(listed),
        sizes=np.array([copies[cards].sum() for cards in listed]),
        ranks=ranks,
        first_rows=np.cumsum([0, *(comb(len(listed) + size - 1, size) for size in range(HAND))]),
        rank_class=rank_class,
        suit_class=np.where(both, BOTH_SUITED + rank_class, np.where(either, one_suited, NO_CLASS)),
    )


def dealer_hands(groups: Groups, copies: Integers, scores: Integers) -> DealerHands:
    """Ask the house way for every hand that the copies allow."""
    n_groups = len(groups.sizes)
    n_rows, n_profiles = int(groups.first_rows[HAND]), comb(n_groups + HAND - 1, HAND)
    n_classes = N_RANK_PAIRS if n_groups == N_RANKS else N_CLASSES
    holding, kept = np.zeros((n_rows, n_classes), np.int64), np.zeros((n_profiles, N_SLOTS), np.int64)
    fill(groups, copies, scores, holding, kept)
    return DealerHands(holding.astype(np.int32) if holding.max() < 2**31 else holding, kept)


@lru_cache(maxsize=8)
def house_way_scores(rules: HouseWay) -> Integers:
    """How good each two cards are by the house way, as numbers in the same order; first where they are not the two
    highest of those dealt, then where they are."""
    order = {score: place for place, score in enumerate(sorted({*rules.scores[0].values(), *rules.scores[1].values()}))}
    cards = range(N_NATURAL)
    return np.array([[[order[table[u, v]] for v in cards] for u in cards] for table in rules.scores])  # type: ignore[index]


@compiled
def fill(groups: Groups, copies: Integers, scores: Integers, holding: Integers, kept: Integers) -> None:
    """Count the hands of each profile of four groups, and add them to the rows of all profiles that it holds."""
    n_groups = groups.sizes.size
    four = np.zeros(HAND, np.int64)
    number = 0
    for fourth in range(n_groups):
        for third in range(fourth + 1):
            for second in range(third + 1):
                for first in range(second + 1):
                    four[0], four[1], four[2], four[3] = first, second, third, fourth
                    count_profile(groups, copies, scores, four, kept[number])
                    spread_profile(groups, four, kept[number], holding)
                    number += 1


@compiled
def count_profile(groups: Groups, copies: Integers, scores: Integers, four: Integers, ways: Integers) -> None:
    """Add the hands of a profile, copies told apart, to the two places that the house way keeps."""
    a, b, c, d = four
    hand = np.zeros(HAND, np.int64)
    for i in range(groups.start[a], groups.start[a + 1]):
        hand[0] = groups.cards[i]
        for j in range(i if a == b else groups.start[b], groups.start[b + 1]):
            hand[1] = groups.cards[j]
            for k in range(j if b == c else groups.start[c], groups.start[c + 1]):
                hand[2] = groups.cards[k]
                for m in range(k if c == d else groups.start[d], groups.start[d + 1]):
                    hand[3] = groups.cards[m]
                    physical, times = copies[hand[0]], 1
                    for place in range(1, HAND):
                        times = times + 1 if hand[place] == hand[place - 1] else 1
                        physical = physical * (copies[hand[place]] - times + 1) // times
                    if physical:
                        keep(scores, hand, physical, ways)


@compiled
def keep(scores: Integers, hand: Integers, physical: int, ways: Integers) -> None:
    """Share out one hand among the pairs that score best; the two highest cards are those of the largest rank sum."""
    largest = 0
    for i in range(HAND):
        for j in range(i):
            largest = max(largest, hand[i] // N_SUITS + hand[j] // N_SUITS)
    best, chosen, n_chosen, slot = -1, 0, 0, 0
    for i in range(HAND):
        for j in range(i + 1, HAND):
            two_highest = hand[i] // N_SUITS + hand[j] // N_SUITS == largest
            score = scores[1 if two_highest else 0, hand[i], hand[j]]
            if score > best:
                best, chosen, n_chosen = score, 0, 0
            if score == best:
                chosen |= 1 << slot
                n_chosen += 1
            slot += 1
    for slot in range(N_SLOTS):
        if chosen >> slot & 1:
            ways[slot] += physical * (UNITS // n_chosen)


@compiled
def spread_profile(groups: Groups, four: Integers, ways: Integers, holding: Integers) -> None:
    """Add the hands of a profile to the row of each of its parts of up to three groups, once for each such part."""
    rows = np.empty(2**HAND - 1, np.int64)
    for part in range(rows.size):
        size, number = 0, 0
        for place in range(HAND):
            if part >> place & 1:
                number += NUMBER_PARTS[size, four[place]]
                size += 1
        rows[part] = groups.first_rows[size] + number
    slot = 0
    for i in range(HAND):
        for j in range(i + 1, HAND):
            if ways[slot]:
                by_rank, by_suit = groups.rank_class[four[i], four[j]], groups.suit_class[four[i], four[j]]
                for row in rows:
                    holding[row, by_rank] += ways[slot]
                    if by_suit != NO_CLASS:
                        holding[row, by_suit] += ways[slot]
            slot += 1
