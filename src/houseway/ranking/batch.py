"""Arrays of hands, checked at the boundary and evaluated by the kernels, on one core or several."""

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import N_CARDS
from houseway.cards.notation import parse_cards
from houseway.errors import BadArray, HousewayError
from houseway.ranking.composition import Composition
from houseway.ranking.kernels import batch_kernel
from houseway.ranking.lookup import Lookup
from houseway.ranking.system import RankingSystem


def thread_count(threads: int | None) -> int:
    """Return the requested number of threads, or the number of cores if none was requested."""
    if threads is None:
        return os.cpu_count() or 1
    if threads < 1:
        raise BadArray(f"expected at least one thread; got {threads}")
    return threads


CHUNK = 1 << 16
"""Hands that a thread evaluates before it takes the next."""


def evaluate(system: RankingSystem, lookup: Lookup, hands: object, threads: int | None) -> NDArray[np.uint16]:
    """Return the values of rows of cards. Raise BadArray if the system does not take the array or one of its hands."""
    cards = card_array(hands, system.sizes)
    kernel = batch_kernel(cards.shape[1], several_decks=system.deck.max_copies > 1)
    out = np.empty(cards.shape[0], np.uint16)

    def evaluate_from(first: int, last: int) -> int:
        bad = kernel(lookup, cards[first:last], out[first:last])
        return bad if bad < 0 else first + bad

    n_threads = thread_count(threads)
    if n_threads == 1 or len(cards) <= CHUNK:
        bad_rows = [evaluate_from(0, len(cards))]
    else:
        starts = range(0, len(cards), CHUNK)
        with ThreadPoolExecutor(n_threads) as pool:
            bad_rows = list(pool.map(lambda first: evaluate_from(first, first + CHUNK), starts))
    for row in bad_rows:
        if row >= 0:
            raise bad_hand(row, cards[row], system)
    return out


def evaluate_best(
    system: RankingSystem, lookup: Lookup, rule: Composition, held: object, board: object, threads: int | None
) -> NDArray[np.uint16]:
    """Return the values of the best hands that a composition rule allows, for rows of held and of board cards."""
    both = [_as_rows(held), _as_rows(board)]
    if len(both[0]) != len(both[1]):
        raise BadArray(f"expected as many rows of held as of board cards; got {len(both[0])} and {len(both[1])}")
    cards = np.concatenate(both, axis=1)
    n_held = both[0].shape[1]
    groups = rule.groups(range(n_held), range(n_held, cards.shape[1]))
    values = [evaluate(system, lookup, cards[:, list(group)], threads) for group in groups]
    best: NDArray[np.uint16] = np.maximum.reduce(values)
    return best


def card_array(hands: object, sizes: range) -> NDArray[np.uint8]:
    """Return the hands as rows of bytes. Bytes need no conversion, because the kernel checks the cards."""
    array = _as_rows(hands)
    if array.shape[1] not in sizes:
        raise BadArray(f"expected hands of {sizes[0]} to {sizes[-1]} cards; got rows of {array.shape[1]}")
    if array.dtype != np.uint8 and array.size and not 0 <= array.min() <= array.max() < N_CARDS:
        row, column = np.argwhere((array < 0) | (array >= N_CARDS))[0]
        raise BadArray(f"hand {row}: card id {array[row, column]} is not in 0..{N_CARDS - 1}")
    return np.ascontiguousarray(array, np.uint8)


def _as_rows(hands: object) -> NDArray[Any]:
    try:
        array = np.asarray(hands)
    except (ValueError, TypeError, OverflowError) as error:
        raise BadArray(f"expected a 2-D array of card ids; got {type(hands).__name__}: {error}") from None
    if array.ndim != 2:
        raise BadArray(f"expected a 2-D array of card ids, a row for each hand; got shape {array.shape}")
    if array.dtype.kind not in "iu":
        raise BadArray(f"expected card ids of an integer type; got {array.dtype}")
    return array


def bad_hand(row: int, cards: NDArray[np.uint8], system: RankingSystem) -> BadArray:
    """Return a message about a hand that a kernel refused."""
    try:
        parse_cards(cards.tolist(), deck=system.deck)
    except HousewayError as error:
        return BadArray(f"hand {row}: {error}")
    raise AssertionError(f"a kernel refused the good hand {cards.tolist()}")
