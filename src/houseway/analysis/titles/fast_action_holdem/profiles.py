"""Boards by profiles of groups: in how many hands the dealer keeps a pair of each class, added up over a profile.

The loops of `direct` go through the first four groups of a board and then the fifth, e. If e is none of the four, b,

    W(c; b + e) = N(e) W(c; b) - sum over s in b of (-1)^|s| prod C(N(g) - s(g), b(g) - s(g)) E(c; s + e)

which takes eleven rows of E, as no hand of the dealer holds more than four cards, and those of four are few.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.titles.fast_action_holdem.groups import NO_CLASS, NUMBER_PARTS, DealerHands, Groups
from houseway.analysis.titles.fast_action_holdem.space import BOARD, HAND, Integers
from houseway.analysis.titles.fast_action_holdem.tables import compiled

ROWS_AT_ONCE = 4
MOST_ROWS = 12
"""The eleven rows of E that a fifth group takes, filled up to whole fours."""


class Parts(NamedTuple):
    """The parts s of a profile: signed coefficients, how many groups they have, their numbers and their groups.

    `rows` and `factors` are room for the rows of E that are added up.
    """

    coefficients: Integers
    sizes: Integers
    numbers: Integers
    members: Integers
    rows: Integers
    factors: Integers


@compiled
def no_parts() -> Parts:
    """Room for the parts of a board."""
    numbers, rows = np.zeros((3, 2**BOARD), np.int64), np.zeros((2, MOST_ROWS), np.int64)
    return Parts(numbers[0], numbers[1], numbers[2], np.zeros((2**BOARD, HAND), np.int64), rows[0], rows[1])


@compiled
def choose(n: int, k: int) -> int:
    """The number of ways to choose k of n."""
    ways = 1
    for step in range(k):
        ways = ways * (n - step) // (step + 1)
    return ways


@compiled
def physical_boards(groups: Groups, board: Integers) -> int:
    """How many boards a profile stands for, copies told apart; its groups ascend."""
    ways, times = 1, 0
    for place in range(board.size):
        times = times + 1 if place and board[place] == board[place - 1] else 1
        ways = ways * (groups.sizes[board[place]] - times + 1) // times
    return ways


@compiled
def list_parts(groups: Groups, board: Integers, parts: Parts) -> int:
    """List the parts of a board whose groups ascend, and return how many there are.

    Where a group stands more than once its first places are taken, so that each part is listed once.
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
    """W of a profile whose parts are listed."""
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
    """W of four groups whose parts are listed and a fifth that is none of them, from W of the four."""
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
    """Add four rows, each times its factor: fewer passes over `ways` are quicker."""
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
