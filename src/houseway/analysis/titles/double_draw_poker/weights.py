"""Weights of discarded sets that contain some cards and avoid others: S(E) and A(T, E) of `endings`."""

import numba

from houseway.analysis.titles.double_draw_poker.space import Array, pair_at, triple_at

_compiled = numba.njit(nogil=True, cache=True)


@_compiled
def weight_of_one(sums: Array, n_others: int, drawn: Array, i: int) -> int:
    """A(T, {i})."""
    weight: int = sums[1 + i]
    if drawn.size == 1:
        return weight
    for a in range(drawn.size):
        weight -= sums[pair_at(n_others, i, drawn[a])]
        if drawn.size == 3:
            for b in range(a):
                weight += sums[triple_at(n_others, i, drawn[a], drawn[b])]
    return weight


@_compiled
def weight_of_none(sums: Array, n_others: int, drawn: Array) -> int:
    """A(T, {})."""
    weight: int = sums[0]
    for a in range(drawn.size):
        weight -= sums[1 + drawn[a]]
        for b in range(a):
            weight += sums[pair_at(n_others, drawn[a], drawn[b])]
    if drawn.size == 3:
        weight -= sums[triple_at(n_others, drawn[0], drawn[1], drawn[2])]
    return weight


@_compiled
def weight_of_two(sums: Array, n_others: int, drawn: Array, i: int, j: int) -> int:
    """A(T, {i, j})."""
    weight: int = sums[pair_at(n_others, i, j)]
    if drawn.size == 3:
        for card in drawn:
            weight -= sums[triple_at(n_others, i, j, card)]
    return weight


@_compiled
def contained_weights(dead_sets: Array, weights: Array, n_others: int, sums: Array) -> None:
    """S(E): add the weight of each dead set at all sets within it."""
    for row in range(dead_sets.shape[0]):
        dead, weight = dead_sets[row], weights[row]
        sums[0] += weight
        for a in range(dead.size):
            sums[1 + dead[a]] += weight
            for b in range(a):
                sums[pair_at(n_others, dead[a], dead[b])] += weight
        if dead.size == 3:
            sums[triple_at(n_others, dead[0], dead[1], dead[2])] += weight
