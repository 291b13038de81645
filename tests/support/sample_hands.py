"""Hands for the tests of the ranking package: every hand of a deck, and random ones."""

from itertools import chain, combinations, combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

Hands = NDArray[np.uint8]


def all_hands(n_ids: int, size: int, *, repeated: bool = False) -> Hands:
    """Every hand of so many cards, ids ascending in a row; with `repeated`, a card may occur again."""
    choose = combinations_with_replacement if repeated else combinations
    n_hands = comb(n_ids + size - 1, size) if repeated else comb(n_ids, size)
    flat = np.fromiter(chain.from_iterable(choose(range(n_ids), size)), np.uint8, n_hands * size)
    return flat.reshape(n_hands, size)


def random_hands(n_ids: int, size: int, n_hands: int, seed: int) -> Hands:
    """Random hands without repeated cards."""
    order = np.random.default_rng(seed).random((n_hands, n_ids), np.float32).argpartition(size, axis=1)
    return order[:, :size].astype(np.uint8)


def random_hands_with_copies(size: int, n_hands: int, seed: int) -> Hands:
    """Random hands in which copies are common: each hand draws from a few ranks and one to four suits."""
    rng = np.random.default_rng(seed)
    n_ranks = rng.integers(1, 14, (n_hands, 1))
    n_suits = rng.integers(1, 5, (n_hands, 1))
    ranks = (rng.integers(0, 13, (n_hands, 1)) + rng.integers(0, n_ranks, (n_hands, size))) % 13
    suits = (rng.integers(0, 4, (n_hands, 1)) + rng.integers(0, n_suits, (n_hands, size))) % 4
    return (4 * ranks + suits).astype(np.uint8)


def suits_in_order_of_appearance(hands: Hands) -> Hands:
    """The same hands with suits renamed, hand by hand: the first suit that appears is 0, the next 1, and so on.

    Both jokers become the first one, since they are alike.
    """
    names = np.full((len(hands), 4), -1, np.int8)
    n_named = np.zeros(len(hands), np.int8)
    every = np.arange(len(hands))
    renamed = np.empty_like(hands)
    for column in range(hands.shape[1]):
        natural = hands[:, column] < 52
        suits = hands[:, column] % 4
        new = natural & (names[every, suits] < 0)
        names[every[new], suits[new]] = n_named[new]
        n_named += new
        renamed[:, column] = np.where(natural, hands[:, column] // 4 * 4 + names[every, suits], 52)
    return renamed
