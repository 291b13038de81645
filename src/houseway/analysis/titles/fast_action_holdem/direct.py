"""A direct count of one hand. It needs no counts on disk and removes any dead cards exactly.

The value of two cards on a board depends only on their ranks and on their suit. The suit matters only if it is a suit s
that makes a flush. So cards are put into *groups*: the thirteen cards of s one by one, and the other cards by rank. If
flushes are ignored, all cards are grouped by rank. A group of N(g) physical cards represents all of them, copies
included.

A *profile* is a multiset of groups. Take all boards of profile b. Consider the dealer's hands that keep a pair of class
c and do not overlap the board. Added up over these boards, their number is, by inclusion and exclusion

    W(c; b) = sum over s in b of (-1)^|s| prod C(N(g) - s(g), b(g) - s(g)) E(c; s)
    E(c; s) = sum over t that hold s of prod C(t(g), s(g)) H(c; t)

where H(c; t) is the number of hands of profile t that keep a pair of class c. No hand has more than four cards, so s
has at most four; for these E is H. Here H is stored by the two kept places of the profile, which determine the class.

The *classes* of kept pairs: by their two ranks; of these, those with both cards of s; those with one card of s.

The loops over boards go through the first four groups of a board and then the fifth, e. If e is none of the four, b,

    W(c; b + e) = N(e) W(c; b) - sum over s in b of (-1)^|s| prod C(N(g) - s(g), b(g) - s(g)) E(c; s + e)

which takes eleven rows of E, as no hand of the dealer holds more than four cards, and those of four are few.

First, all boards are counted by their ranks, as if there were no flushes. Then, suit by suit, the boards with three or
more cards of it are corrected: their first count is subtracted and the true result added. Boards go by profiles of
groups. On all boards of a profile, a pair of a class has one value, so they are settled at once.

Size of numbers. The boards of a profile times the dealer's hands are at most 32^5 x 6 C(407, 4) < 2^58 with eight
decks. So the sum of one profile fits in 64 bits. (Intermediate overflow cancels, because sums are taken modulo 2^64.)
Sums over profiles are stored in a low and a high part.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.titles.fast_action_holdem.counting import compiled
from houseway.analysis.titles.fast_action_holdem.counts import LIMB, FastActionCount
from houseway.analysis.titles.fast_action_holdem.space import BOARD, HAND, PLACES, UNITS, Integers
from houseway.cards.card import N_NATURAL, N_RANKS, N_SUITS, Card
from houseway.errors import BadCards
from houseway.games.house_way import HouseWay
from houseway.ranking import ranking
from houseway.ranking.kernels import value_of_ranks, value_of_suited
from houseway.ranking.keys import RANK_KEYS
from houseway.ranking.lookup import Lookup

N_RANK_PAIRS = N_RANKS * (N_RANKS + 1) // 2
BOTH_SUITED = N_RANK_PAIRS
ONE_SUITED = BOTH_SUITED + N_RANK_PAIRS
N_CLASSES = ONE_SUITED + N_RANKS * N_RANKS
"""The start of the classes of each kind, and their number."""

NUMBER_PARTS = np.array(
    [[comb(group + place, place + 1) for group in range(2 * N_RANKS)] for place in range(BOARD)], np.int64
)
"""The amount that a group adds to the number of a profile, by its place. The groups of a profile ascend."""

NO_SUIT = -1
NO_CLASS = -1
N_SLOTS = len(PLACES)


class Groups(NamedTuple):
    """Cards in groups. Group g has the cards `cards[start[g]:start[g + 1]]`, `sizes[g]` with all copies.

    `rank_class` and `suit_class` give the classes of two cards by their groups. They are NO_CLASS if neither card is of
    the suit.
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

    With up to eight decks, the numbers in `holding` fit in 32 bits, which are faster to read.
    """

    holding: NDArray[np.int32] | Integers
    kept: Integers


def make_groups(copies: Integers, suit: int) -> Groups:
    """Return the cards of a suit one by one and the others by rank, or all by rank with NO_SUIT.

    `copies` is by card id.
    """
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
    """Apply the house way to every hand that the copies allow."""
    n_groups = len(groups.sizes)
    n_rows, n_profiles = int(groups.first_rows[HAND]), comb(n_groups + HAND - 1, HAND)
    n_classes = N_RANK_PAIRS if n_groups == N_RANKS else N_CLASSES
    holding, kept = np.zeros((n_rows, n_classes), np.int64), np.zeros((n_profiles, N_SLOTS), np.int64)
    fill(groups, copies, scores, holding, kept)
    return DealerHands(holding.astype(np.int32) if holding.max() < 2**31 else holding, kept)


@lru_cache(maxsize=8)
def house_way_scores(rules: HouseWay) -> Integers:
    """Return the rank of each two cards under the house way, as numbers in the same order.

    The first table is for two cards that are not the two highest dealt, the second for the two highest.
    """
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
    """Add the hands of a profile, with copies distinguished, to the two places that the house way keeps."""
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
    """Share one hand among the pairs that score best. The two highest cards are those of the largest rank sum."""
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


ROWS_AT_ONCE = 4
MOST_ROWS = 12
"""The number of rows of E that a fifth group takes (eleven), rounded up to whole fours."""


class Parts(NamedTuple):
    """The parts s of a profile: signed coefficients, how many groups they have, their numbers and their groups.

    `rows` and `factors` are buffers for the rows of E that are added up.
    """

    coefficients: Integers
    sizes: Integers
    numbers: Integers
    members: Integers
    rows: Integers
    factors: Integers


@compiled
def no_parts() -> Parts:
    """Return empty buffers for the parts of a board."""
    numbers, rows = np.zeros((3, 2**BOARD), np.int64), np.zeros((2, MOST_ROWS), np.int64)
    return Parts(numbers[0], numbers[1], numbers[2], np.zeros((2**BOARD, HAND), np.int64), rows[0], rows[1])


@compiled
def choose(n: int, k: int) -> int:
    """Return the number of ways to choose k of n."""
    ways = 1
    for step in range(k):
        ways = ways * (n - step) // (step + 1)
    return ways


@compiled
def physical_boards(groups: Groups, board: Integers) -> int:
    """Return how many boards a profile represents, with copies distinguished. Its groups ascend."""
    ways, times = 1, 0
    for place in range(board.size):
        times = times + 1 if place and board[place] == board[place - 1] else 1
        ways = ways * (groups.sizes[board[place]] - times + 1) // times
    return ways


@compiled
def list_parts(groups: Groups, board: Integers, parts: Parts) -> int:
    """List the parts of a board whose groups ascend, and return how many there are.

    If a group occurs more than once, its first places are taken, so that each part is listed once.
    """
    n_groups, n_parts = board.size, 0
    for chosen in range(1 << n_groups):
        coefficient, size, number, place = 1, 0, 0, 0
        while place < n_groups:
            group, end, taken = board[place], place, 0
            while end < n_groups and board[end] == group:
                taken += chosen >> end & 1
                end += 1
            if chosen >> place & ((1 << (end - place)) - 1) != (1 << taken) - 1 or size + taken > HAND:
                break
            for _ in range(taken):
                parts.members[n_parts, size] = group
                number += NUMBER_PARTS[size, group]
                size += 1
            coefficient *= choose(groups.sizes[group] - taken, end - place - taken)
            place = end
        else:
            parts.coefficients[n_parts] = -coefficient if size & 1 else coefficient
            parts.sizes[n_parts], parts.numbers[n_parts] = size, number
            n_parts += 1
    return n_parts


@compiled
def ways_of_profile(groups: Groups, hands: DealerHands, parts: Parts, n_parts: int, ways: Integers) -> None:
    """Compute W of a profile whose parts are listed."""
    ways[:] = 0
    for part in range(n_parts):
        coefficient, size, number = parts.coefficients[part], parts.sizes[part], parts.numbers[part]
        if size == HAND:
            add_hands(groups, hands.kept[number], parts.members[part], coefficient, ways)
        else:
            row = hands.holding[groups.first_rows[size] + number]
            for each in range(ways.size):
                ways[each] += coefficient * row[each]


@compiled
def ways_with_fifth(
    groups: Groups, hands: DealerHands, parts: Parts, n_parts: int, of_four: Integers, fifth: int, ways: Integers
) -> None:
    """Compute W of four listed groups and a fifth that is none of them, from W of the four."""
    times, n_rows = groups.sizes[fifth], 0
    for each in range(ways.size):
        ways[each] = times * of_four[each]
    parts.factors[:] = 0
    for part in range(n_parts):
        size = parts.sizes[part]
        number = parts.numbers[part] + NUMBER_PARTS[size, fifth]
        if size < HAND - 1:
            parts.rows[n_rows], parts.factors[n_rows] = groups.first_rows[size + 1] + number, -parts.coefficients[part]
            n_rows += 1
        elif size == HAND - 1:
            parts.members[part, size] = fifth
            add_hands(groups, hands.kept[number], parts.members[part], -parts.coefficients[part], ways)
    for start in range(0, n_rows, ROWS_AT_ONCE):
        add_rows(hands.holding, parts.rows[start:], parts.factors[start:], ways)


@compiled
def add_rows(holding: NDArray[np.int32] | Integers, rows: Integers, factors: Integers, ways: Integers) -> None:
    """Add four rows, each times its factor. Fewer passes over `ways` are faster."""
    a, b, c, d = holding[rows[0]], holding[rows[1]], holding[rows[2]], holding[rows[3]]
    p, q, r, s = factors[0], factors[1], factors[2], factors[3]
    for each in range(ways.size):
        ways[each] += p * a[each] + q * b[each] + r * c[each] + s * d[each]


@compiled
def add_hands(groups: Groups, kept: Integers, members: Integers, coefficient: int, ways: Integers) -> None:
    """Add the hands of a profile of four groups to the classes that they keep."""
    slot = 0
    for i in range(HAND):
        for j in range(i + 1, HAND):
            if kept[slot]:
                ways[groups.rank_class[members[i], members[j]]] += coefficient * kept[slot]
                suited = groups.suit_class[members[i], members[j]]
                if suited != NO_CLASS and suited < ways.size:
                    ways[suited] += coefficient * kept[slot]
            slot += 1


FLUSH = 5
WINS, TIES = 0, 1
N_BOARD_RANKS = 6188
"""Multisets of five ranks."""
_KEYS = np.array(RANK_KEYS[:N_RANKS], np.uint64)
_LOW = 2**LIMB - 1


class Values(NamedTuple):
    """The values of seven cards: without a flush by five ranks and the class of the other two, and with one.

    `copies` goes by card id and gives the number of copies in the whole deck. More cannot occur, and the look-up has no
    value for them.
    """

    by_ranks: Integers
    copies: Integers
    lookup: Lookup
    class_of_value: NDArray[np.int8]


class Hand(NamedTuple):
    """The six pairs of a hand: their class by ranks, how many cards are of the suit, and the sum of their keys."""

    rank_class: Integers
    n_suited: Integers
    suited_keys: NDArray[np.uint64]


class Flushes(NamedTuple):
    """The values of flushes with the suit's cards on a board: by two more cards, by one more, and by none.

    Then the number of the suit's cards on the board, and the sum of their keys. Impossible flushes have value 0.
    """

    both: Integers
    one: Integers
    none: Integers
    n_suited: Integers
    key: NDArray[np.uint64]


class Sums(NamedTuple):
    """Wins and ties of each pair in a low and a high part; boards by pair and class of hand."""

    dealers: Integers
    boards: Integers


def hand_of(cards: tuple[Card, ...], suit: int) -> Hand:
    """Return the six pairs of four cards in the order of PLACES."""
    pairs = np.array([[cards[i], cards[j]] for i, j in PLACES], np.int64)
    low, high = np.sort(pairs // N_SUITS, axis=1).T
    suited = pairs % N_SUITS == suit
    keys = np.where(suited, _KEYS[pairs // N_SUITS], np.uint64(0))
    return Hand(high * (high + 1) // 2 + low, suited.sum(axis=1), keys.sum(axis=1, dtype=np.uint64))


def no_sums(n_classes: int) -> Sums:
    """Return sums with nothing counted yet."""
    return Sums(np.zeros((2, N_SLOTS, 2), np.int64), np.zeros((N_SLOTS, n_classes), np.int64))


@compiled
def values_by_ranks(lookup: Lookup, most: Integers) -> Integers:
    """Return the value by five ranks (rows) and two more (columns), 0 if `most` allows fewer cards."""
    found = np.zeros((N_BOARD_RANKS, N_RANK_PAIRS), np.int64)
    left = most.copy()
    row = 0
    for e in range(N_RANKS):
        for d in range(e + 1):
            for c in range(d + 1):
                for b in range(c + 1):
                    for a in range(b + 1):
                        key, possible, column = _KEYS[a] + _KEYS[b] + _KEYS[c] + _KEYS[d] + _KEYS[e], True, 0
                        for rank in (a, b, c, d, e):
                            left[rank] -= 1
                            possible = possible and left[rank] >= 0
                        for high in range(N_RANKS):
                            for low in range(high + 1):
                                if possible and left[low] and left[high] > (high == low):
                                    found[row, column] = value_of_ranks(lookup, key + _KEYS[high] + _KEYS[low])
                                column += 1
                        for rank in (a, b, c, d, e):
                            left[rank] += 1
                        row += 1
    return found


@compiled
def row_of(groups: Groups, board: Integers, ranks: Integers) -> int:
    """Return the row of `values_by_ranks` for a board. `ranks` is a buffer to sort in."""
    row = 0
    for place in range(BOARD):
        rank, spot = groups.ranks[board[place]], place
        while spot and ranks[spot - 1] > rank:
            ranks[spot] = ranks[spot - 1]
            spot -= 1
        ranks[spot] = rank
    for place in range(BOARD):
        row += NUMBER_PARTS[place, ranks[place]]
    return row


@compiled
def no_flushes() -> Flushes:
    """Return empty buffers for the values of flushes."""
    none, n_suited, key = np.zeros(1, np.int64), np.zeros(1, np.int64), np.zeros(1, np.uint64)
    return Flushes(np.zeros(N_RANK_PAIRS, np.int64), np.zeros(N_RANKS, np.int64), none, n_suited, key)


@compiled
def set_flushes(values: Values, suit: int, board: Integers, flushes: Flushes) -> None:
    """Find the values of flushes on a board. Groups below N_RANKS are cards of the suit."""
    left, key, n_suited = np.empty(N_RANKS, np.int64), np.uint64(0), 0
    for rank in range(N_RANKS):
        left[rank] = values.copies[rank * N_SUITS + suit]
    for group in board:
        if group < N_RANKS:
            left[group] -= 1
            key += _KEYS[group]
            n_suited += 1
    column = 0
    for high in range(N_RANKS):
        with_high = key + _KEYS[high]
        flushes.one[high] = value_of_suited(values.lookup, with_high) if n_suited + 1 >= FLUSH and left[high] else 0
        for low in range(high + 1):
            possible = left[high] > (high == low) and left[low]
            flushes.both[column] = value_of_suited(values.lookup, with_high + _KEYS[low]) if possible else 0
            column += 1
    flushes.none[0] = value_of_suited(values.lookup, key) if n_suited >= FLUSH else 0
    flushes.n_suited[0], flushes.key[0] = n_suited, key


@compiled
def weigh(known: Integers, ways: Integers, own: int) -> tuple[int, int]:
    """Return the ways to values below the player's, and to values equal to it."""
    below, equal = 0, 0
    for each in range(ways.size):
        below += ways[each] * (known[each] < own)
        equal += ways[each] * (known[each] == own)
    return below, equal


@compiled
def add(sums: Sums, slot: int, below: int, equal: int) -> None:
    """Add to the wins and ties of a pair."""
    sums.dealers[WINS, slot, 0] += below & _LOW
    sums.dealers[WINS, slot, 1] += below >> LIMB
    sums.dealers[TIES, slot, 0] += equal & _LOW
    sums.dealers[TIES, slot, 1] += equal >> LIMB


@compiled
def settle_ranks(values: Values, hand: Hand, known: Integers, ways: Integers, physical: int, sums: Sums) -> None:
    """Add the boards of a profile as if there were no flushes. `known` has the values of the classes by ranks."""
    for slot in range(N_SLOTS):
        own = known[hand.rank_class[slot]]
        below, equal = weigh(known, ways, own)
        add(sums, slot, below, equal)
        sums.boards[slot, values.class_of_value[own]] += physical


@compiled
def settle_suit(
    values: Values,
    hand: Hand,
    known: Integers,
    ways: Integers,
    physical: int,
    flushes: Flushes,
    room: Integers,
    sums: Sums,
) -> None:
    """Correct the boards of a profile with three or more cards of the suit.

    A class of the suit has the value of its flush but was counted within its class by ranks. The class by ranks has at
    least the value of a flush on the board, if there is one.
    """
    plain, true = room[0], room[1]
    on_board = flushes.none[0]
    for each in range(N_RANK_PAIRS):
        plain[each] = max(known[each], on_board)
        plain[BOTH_SUITED + each] = plain[each]
        true[BOTH_SUITED + each] = max(known[each], flushes.both[each])
    if ways.size > ONE_SUITED:
        each = ONE_SUITED
        for rank in range(N_RANKS):
            for other in range(N_RANKS):
                high, low = max(rank, other), min(rank, other)
                plain[each] = plain[high * (high + 1) // 2 + low]
                true[each] = max(plain[each], flushes.one[rank])
                each += 1
    for slot in range(N_SLOTS):
        before = known[hand.rank_class[slot]]
        own = before
        if flushes.n_suited[0] + hand.n_suited[slot] >= FLUSH:
            own = max(own, value_of_suited(values.lookup, flushes.key[0] + hand.suited_keys[slot]))
        if own != before or on_board:
            below, equal = weigh(plain[:N_RANK_PAIRS], ways[:N_RANK_PAIRS], own)
            below_before, equal_before = weigh(known, ways[:N_RANK_PAIRS], before)
            add(sums, slot, below - below_before, equal - equal_before)
            sums.boards[slot, values.class_of_value[own]] += physical
            sums.boards[slot, values.class_of_value[before]] -= physical
        below, equal = weigh(true[BOTH_SUITED:], ways[BOTH_SUITED:], own)
        below_plain, equal_plain = weigh(plain[BOTH_SUITED:], ways[BOTH_SUITED:], own)
        add(sums, slot, below - below_plain, equal - equal_plain)


@compiled
def count_boards(groups: Groups, hands: DealerHands, values: Values, hand: Hand, suit: int, sums: Sums) -> None:
    """Go through the profiles: all of them by rank, or those with three or more cards of a suit."""
    n_groups, n_classes = groups.sizes.size, hands.holding.shape[1]
    board, ranks = np.empty(BOARD, np.int64), np.empty(BOARD, np.int64)
    four, parts, all_parts = board[:-1], no_parts(), no_parts()
    flushes, five_flushes = no_flushes(), no_flushes()
    room = np.zeros((4, n_classes), np.int64)
    for first in range(N_RANKS):
        for second in range(first, N_RANKS):
            for third in range(second, N_RANKS):
                for fourth in range(third, n_groups):
                    board[0], board[1], board[2], board[3] = first, second, third, fourth
                    physical_fours = physical_boards(groups, four)
                    if physical_fours == 0:
                        continue
                    used = n_classes if suit == NO_SUIT or fourth < N_RANKS else ONE_SUITED
                    of_four, ways = room[0, :used], room[1, :used]
                    n_parts = list_parts(groups, four, parts)
                    ways_of_profile(groups, hands, parts, n_parts, of_four)
                    if suit != NO_SUIT:
                        set_flushes(values, suit, four, flushes)
                    for fifth in range(fourth, n_groups):
                        board[4] = fifth
                        again = fifth == fourth
                        physical = physical_boards(groups, board) if again else physical_fours * groups.sizes[fifth]
                        if physical == 0:
                            continue
                        if again:
                            ways_of_profile(groups, hands, all_parts, list_parts(groups, board, all_parts), ways)
                        else:
                            ways_with_fifth(groups, hands, parts, n_parts, of_four, fifth, ways)
                        known = values.by_ranks[row_of(groups, board, ranks)]
                        if suit == NO_SUIT:
                            settle_ranks(values, hand, known, ways, physical, sums)
                            continue
                        if fifth < N_RANKS:
                            set_flushes(values, suit, board, five_flushes)
                        of_board = five_flushes if fifth < N_RANKS else flushes
                        settle_suit(values, hand, known, ways, physical, of_board, room[2:], sums)


@dataclass(frozen=True)
class HandCount:
    """The wins and ties of a hand's six pairs, in the order of PLACES, and their boards by class of hand."""

    wins: tuple[int, ...]
    ties: tuple[int, ...]
    boards: tuple[tuple[int, ...], ...]


def count_hand(job: FastActionCount, hand: tuple[Card, ...], dead: tuple[Card, ...], threads: int) -> HandCount:
    """Count one hand, cards ascending, with some cards dead."""
    left = np.array(job.deck.copies[:N_NATURAL], np.int64)
    np.subtract.at(left, [*hand, *dead], 1)
    _check_size(left)
    values, scores = _values(job), house_way_scores(job.rules)

    def count(suit: int) -> Sums:
        groups, sums = make_groups(left, suit), no_sums(len(job.first_values))
        count_boards(groups, dealer_hands(groups, left, scores), values, hand_of(hand, suit), suit, sums)
        return sums

    with ThreadPoolExecutor(threads) as pool:
        parts = list(pool.map(count, (*range(N_SUITS), NO_SUIT)))
    dealers = np.sum([part.dealers for part in parts], axis=0).astype(object)
    wins, ties = (dealers[..., 0] + (dealers[..., 1] << LIMB)).tolist()
    boards = np.sum([part.boards for part in parts], axis=0).tolist()
    return HandCount(tuple(wins), tuple(ties), tuple(map(tuple, boards)))


def _check_size(left: Integers) -> None:
    """Refuse a shoe whose boards of one profile could exceed 64 bits."""
    most_of_rank = int(left.reshape(N_RANKS, N_SUITS).sum(axis=1).max())
    if most_of_rank**BOARD * UNITS * comb(int(left.sum()) - BOARD, HAND) >= 2**63:
        raise BadCards(f"A shoe with {left.sum()} cards left is too large for advice; use at most eight decks.")


@lru_cache(maxsize=2)
def _values(job: FastActionCount) -> Values:
    showdown = ranking(job.system)
    copies = np.array(job.deck.copies[:N_NATURAL], np.int64)
    most = copies.reshape(N_RANKS, N_SUITS).sum(axis=1)
    classes = np.searchsorted(job.first_values, np.arange(showdown.n_values + 1), side="right") - 1
    return Values(values_by_ranks(showdown.lookup, most), copies, showdown.lookup, classes.astype(np.int8))
