"""Numbers for every small set of cards, and the sums over subsets that the counting needs.

An array has a place for every set of at most k of the cards that are not held, which are numbered 0, 1, 2, ...: first
the empty set, then the single cards, the pairs, the triples. The drawn cards T, k of them, are in no set of outs.
"""

import numba

from houseway.analysis.titles.double_draw_poker.space import BINOMIAL, Array

_compiled = numba.njit(nogil=True, cache=True)


@_compiled
def n_small_sets(n_others: int, most: int) -> int:
    """How many sets of at most so many cards there are."""
    number: int = 0
    for size in range(most + 1):
        number += BINOMIAL[n_others, size]
    return number


@_compiled
def pair_at(n_others: int, i: int, j: int) -> int:
    """The place of a pair."""
    low, high = min(i, j), max(i, j)
    return 1 + n_others + high * (high - 1) // 2 + low


@_compiled
def triple_at(n_others: int, i: int, j: int, h: int) -> int:
    """The place of a triple."""
    low, high = min(i, j, h), max(i, j, h)
    middle = i + j + h - low - high
    pairs = n_others * (n_others - 1) // 2
    below = high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
    return 1 + n_others + pairs + below


@_compiled
def add_for_none(sums: Array, n_others: int, drawn: Array, amount: int) -> None:
    """Add v(T, {}) at every set of drawn cards."""
    sums[0] += amount
    for a in range(drawn.size):
        sums[1 + drawn[a]] -= amount
        for b in range(a):
            sums[pair_at(n_others, drawn[a], drawn[b])] += amount
    if drawn.size == 3:
        sums[triple_at(n_others, drawn[0], drawn[1], drawn[2])] -= amount


@_compiled
def add_for_one(sums: Array, n_others: int, drawn: Array, i: int, amount: int) -> None:
    """Add v(T, {i}) at every set of i and drawn cards."""
    sums[1 + i] += amount
    if drawn.size == 1:
        return
    for a in range(drawn.size):
        sums[pair_at(n_others, i, drawn[a])] -= amount
        if drawn.size == 3:
            for b in range(a):
                sums[triple_at(n_others, i, drawn[a], drawn[b])] += amount


@_compiled
def add_for_two(sums: Array, n_others: int, drawn: Array, i: int, j: int, amount: int) -> None:
    """Add v(T, {i, j}) at every set of i, j and drawn cards."""
    sums[pair_at(n_others, i, j)] += amount
    if drawn.size == 3:
        for card in drawn:
            sums[triple_at(n_others, i, j, card)] -= amount


@_compiled
def sum_within(sums: Array, n_others: int, dead: Array) -> int:
    """F(D): the sum of M(E) over all sets E of the dead cards, given by number among the cards that are not held."""
    total: int = sums[0]
    for a in range(dead.size):
        total += sums[1 + dead[a]]
        for b in range(a):
            total += sums[pair_at(n_others, dead[a], dead[b])]
    if dead.size == 3:
        total += sums[triple_at(n_others, dead[0], dead[1], dead[2])]
    return total


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


@_compiled
def add_images(sums: Array, n_others: int, n_dead: int, left: Array, total: Array) -> None:
    """Add up, at every set, the numbers at all its images under the symmetries that are left."""
    for which in range(left.shape[0]):
        image_of = left[which]
        total[0] += sums[0]
        for i in range(n_others if n_dead >= 1 else 0):
            total[1 + i] += sums[1 + image_of[i]]
        for i in range(n_others if n_dead >= 2 else 0):
            for j in range(i):
                total[pair_at(n_others, i, j)] += sums[pair_at(n_others, image_of[i], image_of[j])]
        for i in range(n_others if n_dead == 3 else 0):
            for j in range(i):
                for h in range(j):
                    image = triple_at(n_others, image_of[i], image_of[j], image_of[h])
                    total[triple_at(n_others, i, j, h)] += sums[image]
