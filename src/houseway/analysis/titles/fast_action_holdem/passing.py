"""The kernels that add the hands in which the dealer keeps a pair to the tables M(S) of the sweep.

The tables are m0 = M(), m1[a] = M(a), m2[pair] = M(ab) and m3[a, pair] = M(abc); the last holds three cards
under each of its
cards. `sweep` says what they count. They fit: M(ab) is at most UNITS x C(cards, 2).
"""

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.titles.fast_action_holdem.tables import DISTINCT, ONE_DOUBLE, Integers, Numbers, Tables, compiled

_ONE = np.uint64(1)


@compiled
def pass_pair(
    t: Tables, k: int, left: Integers, m0: Numbers, m1: Numbers, m2: NDArray[np.int32], m3: NDArray[np.int32]
) -> None:
    """Add the hands in which the dealer keeps pair k."""
    number = t.pair_number
    u, v = np.uint64(t.pair_high[k]), np.uint64(t.pair_low[k])
    n_u, n_v = left[u], left[v]
    beside = np.zeros(left.size, np.int64)
    total = np.int64(0)
    entry, end = np.uint64(t.start[k]), np.uint64(t.start[k + 1])
    m3_u, m3_v = m3[u], m3[v]
    while entry < end and t.kind[entry] == DISTINCT:
        x, y, weight = np.uint64(t.first[entry]), np.uint64(t.second[entry]), np.int64(t.weight[entry])
        n_x, n_y = left[x], left[y]
        entry += _ONE
        if n_x == 0 or n_y == 0:
            continue
        total += weight * n_x * n_y
        beside[x] += weight * n_y
        beside[y] += weight * n_x
        xy = number[x, y]
        m2[xy] += weight * n_u * n_v
        by_u, by_v = weight * n_v, weight * n_u
        m3_u[xy] += by_u
        m3[x, number[u, y]] += by_u
        m3[y, number[u, x]] += by_u
        m3_v[xy] += by_v
        m3[x, number[v, y]] += by_v
        m3[y, number[v, x]] += by_v
    m0[0] += n_u * n_v * total
    m1[u] += n_v * total
    m1[v] += n_u * total
    m2[k] += total
    for z in range(left.size):
        ways = beside[z]
        if ways:
            m1[z] += n_u * n_v * ways
            m2[number[u, z]] += n_v * ways
            m2[number[v, z]] += n_u * ways
            m3_u[number[v, z]] += ways
            m3_v[number[u, z]] += ways
            m3[z, k] += ways
    while entry < end:
        if t.kind[entry] == ONE_DOUBLE:
            pass_one_double(t, entry, left, m0, m1, m2, m3)
        else:
            pass_two_types(t, entry, left, m0, m1, m2, m3)
        entry += _ONE


@compiled
def pass_one_double(
    t: Tables,
    entry: np.uint64,
    left: Integers,
    m0: Numbers,
    m1: Numbers,
    m2: NDArray[np.int32],
    m3: NDArray[np.int32],
) -> None:
    """Add a hand of the types a, a, b, c."""
    number, weight = t.pair_number, np.int64(t.weight[entry])
    a, b, c = np.uint64(t.types[entry, 0]), np.uint64(t.types[entry, 1]), np.uint64(t.types[entry, 2])
    n_a, n_b, n_c = left[a], left[b], left[c]
    if n_a < 2 or n_b == 0 or n_c == 0:
        return
    twice = weight * (n_a * (n_a - 1) >> 1)
    once = weight * (n_a - 1)
    aa, ab, ac, bc = number[a, a], number[a, b], number[a, c], number[b, c]
    m0[0] += twice * n_b * n_c
    m1[a] += once * n_b * n_c
    m1[b] += twice * n_c
    m1[c] += twice * n_b
    m2[aa] += weight * n_b * n_c
    m2[ab] += once * n_c
    m2[ac] += once * n_b
    m2[bc] += twice
    m3[a, ab] += weight * n_c
    m3[b, aa] += weight * n_c
    m3[a, ac] += weight * n_b
    m3[c, aa] += weight * n_b
    m3[a, bc] += once
    m3[b, ac] += once
    m3[c, ab] += once


@compiled
def pass_two_types(
    t: Tables,
    entry: np.uint64,
    left: Integers,
    m0: Numbers,
    m1: Numbers,
    m2: NDArray[np.int32],
    m3: NDArray[np.int32],
) -> None:
    """Add a hand of the types a and b only, or of a alone: each different part of it once."""
    number, weight, times_a = t.pair_number, np.int64(t.weight[entry]), np.int64(t.times[entry])
    a, b = np.uint64(t.types[entry, 0]), np.uint64(t.types[entry, 1])
    times_b = 4 - times_a
    for of_a in range(times_a + 1):
        for of_b in range(times_b + 1):
            free_a, free_b = left[a] - of_a, left[b] - of_b
            if of_a + of_b > 3 or free_a < 0 or free_b < 0:
                continue
            ways = weight * t.binomial[free_a, times_a - of_a] * t.binomial[free_b, times_b - of_b]
            if of_a + of_b == 0:
                m0[0] += ways
            elif of_a + of_b == 1:
                m1[a if of_a else b] += ways
            elif of_a + of_b == 2:
                m2[number[a if of_a else b, b if of_b else a]] += ways
            elif of_a == 3:
                m3[a, number[a, a]] += ways
            elif of_a == 2:
                m3[a, number[a, b]] += ways
                m3[b, number[a, a]] += ways
            elif of_a == 1:
                m3[b, number[a, b]] += ways
                m3[a, number[b, b]] += ways
            else:
                m3[b, number[b, b]] += ways
