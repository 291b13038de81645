"""The compiled sums over the other player's hands with exact card removal (`sets` has the formula).

Weights are in columns, one weighting each. `WIDTH` of them are side by side in a block. So a step of the walk is one
operation on a row of that length. Blocks are walked in turn.
"""

import numba

from houseway.analysis.solve.rows import add_from_sets, add_row, add_to_sets


@numba.njit(cache=True, fastmath=True)
def compare_disjoint(  # type: ignore[no-untyped-def]
    weights, own_sets, signs, other_sets, twins, twin_sign,
    own_order, own_values, other_order, other_values, sums, compared, present,
):  # fmt: skip
    """Compute each own hand's weights of disjoint hands: weaker less stronger (`compared`), and all (`present`).

    Both lists are walked once in ascending strength; `order` names the hands, `values` their strengths in that order.
    Hands that are in no order find nothing. The last row of `sums` takes values that are never read.
    """
    nobody = len(sums) - 1
    n_own, n_other = len(own_order), len(other_order)
    sums[:] = 0
    compared[:] = 0
    present[:] = 0
    start, read = 0, 0
    while read < n_own:
        strength = own_values[read]
        while start < n_other and other_values[start] < strength:
            add_to_sets(sums, other_sets, weights, other_order[start])
            start += 1
        sums[nobody] = 0
        first = read
        while read < n_own and own_values[read] == strength:
            add_from_sets(compared, own_order[read], sums, own_sets, signs)
            read += 1
        while start < n_other and other_values[start] == strength:
            add_to_sets(sums, other_sets, weights, other_order[start])
            start += 1
        sums[nobody] = 0
        for place in range(first, read):
            add_from_sets(compared, own_order[place], sums, own_sets, signs)
    while start < n_other:
        add_to_sets(sums, other_sets, weights, other_order[start])
        start += 1
    sums[nobody] = 0
    for place in range(n_own):
        hand = own_order[place]
        add_from_sets(present, hand, sums, own_sets, signs)
        add_row(compared, hand, present, hand, -1.0)
        if twins[hand] >= 0:
            add_row(present, hand, weights, twins[hand], twin_sign)


@numba.njit(cache=True, fastmath=True)
def sum_disjoint(weights, own_sets, signs, other_sets, twins, twin_sign, sums, present):  # type: ignore[no-untyped-def]
    """Compute the weights of all disjoint hands for every own hand."""
    nobody = len(sums) - 1
    sums[:] = 0
    present[:] = 0
    for hand in range(len(weights)):
        add_to_sets(sums, other_sets, weights, hand)
    sums[nobody] = 0
    for hand in range(len(own_sets)):
        add_from_sets(present, hand, sums, own_sets, signs)
        if twins[hand] >= 0:
            add_row(present, hand, weights, twins[hand], twin_sign)
