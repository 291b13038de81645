"""The one look-up of hand values: what it answers, and that Numba still compiles it without counting references."""

import re
from typing import Any

import numba
import numpy as np
from phevaluator import evaluate_cards
from support.sample_hands import random_hands, random_hands_with_copies

from houseway.bench.ranking import by_helper, written_out
from houseway.ranking import ranking
from houseway.ranking.kernels import value_of, value_of_ranks, value_of_suited
from houseway.ranking.keys import FLUSH_BITS, RANK_MASK, SUITED_KEYS, flush_suit
from houseway.ranking.lookup import Lookup
from houseway.ranking.system import SYSTEMS

Words = np.ndarray


def sums_of(lookup: Lookup, hands: np.ndarray) -> tuple[Words, Words]:
    """The sum of the card keys and the union of the card masks of each hand."""
    keys = lookup.start + lookup.card_keys[hands].sum(axis=1, dtype=np.uint64)
    return keys, np.bitwise_or.reduce(lookup.card_masks[hands], axis=1)


def test_a_hand_with_a_flush_or_without_has_the_place_that_phevaluator_gives_it() -> None:
    hands = random_hands(52, 7, 3000, seed=5)
    one_suit = random_hands(13, 7, 500, seed=6) * 4 + 2
    hands = np.concatenate([hands, one_suit]).astype(np.uint8)
    lookup = ranking("standard").lookup
    keys, masks = sums_of(lookup, hands)
    ours = [int(value_of(lookup, key, mask)) for key, mask in zip(keys, masks, strict=True)]
    theirs = [-evaluate_cards(*hand) for hand in hands.tolist()]
    pairs = sorted(set(zip(ours, theirs, strict=True)))
    assert len(pairs) == len(set(ours)) == len(set(theirs))
    assert [other for _, other in pairs] == sorted(set(theirs))


def test_cards_with_copies_are_looked_up_by_ranks_and_by_suited_ranks() -> None:
    system, lookup = SYSTEMS["multi-deck"], ranking("multi-deck").lookup
    hands = random_hands_with_copies(5, 3000, seed=7)
    keys, _ = sums_of(lookup, hands)
    place: dict[int, tuple[int, ...]] = {}
    n_flushes = 0
    for key, hand in zip(keys.tolist(), hands.tolist(), strict=True):
        value = int(value_of_ranks(lookup, np.uint64(key & RANK_MASK)))
        if key & FLUSH_BITS:
            n_flushes += 1
            suited = sum(SUITED_KEYS[flush_suit(key)][card] for card in hand)
            value = max(value, int(value_of_suited(lookup, np.uint64(suited))))
        assert place.setdefault(value, system.strength(hand)) == system.strength(hand)
    assert n_flushes > 0
    assert [place[value] for value in sorted(place)] == sorted(place.values())


def test_both_kernels_of_the_bench_do_the_same_work() -> None:
    lookup = ranking("standard").lookup
    keys, masks = sums_of(lookup, random_hands(52, 7, 3000, seed=8))
    by_call, by_lines = np.zeros(3000, np.uint16), np.zeros(3000, np.uint16)
    by_helper(lookup, keys, masks, by_call)
    written_out(lookup, keys, masks, by_lines)
    assert by_call.all()
    assert (by_call == by_lines).all()


def references_counted(kernel: Any) -> int:
    """How often the machine code of a kernel, apart from how Python calls it, counts references to arrays."""
    kernel(*kernel_arguments())
    (code,) = kernel.inspect_llvm().values()
    functions = [
        part for part in code.split("\ndefine ")[1:] if not re.search("cpython|cfunc|@NRT_", part.split("\n")[0])
    ]
    assert functions
    return sum(len(re.findall(r"call [^\n]*@NRT_", part.split("\n}")[0])) for part in functions)


def kernel_arguments() -> tuple[Lookup, Words, Words, np.ndarray]:
    lookup = ranking("standard").lookup
    return lookup, *sums_of(lookup, random_hands(52, 7, 10, seed=9)), np.zeros(10, np.uint16)


def by_an_ordinary_helper() -> Any:
    """A kernel that calls a helper which reads two arrays and is no leaf."""

    @numba.njit
    def best(lookup: Any, key: Any) -> Any:
        value = lookup.values[key & np.uint64(7)]
        if key & np.uint64(8):
            value = max(value, lookup.mask_values[key & np.uint64(7)])
        return value

    @numba.njit
    def kernel(lookup: Any, keys: Any, masks: Any, out: Any) -> None:
        for hand in range(keys.size):
            out[hand] = best(lookup, keys[hand])

    return kernel


def test_a_kernel_that_calls_the_look_up_counts_no_references_to_arrays() -> None:
    """By the code, since times say little on a busy machine; an ordinary helper shows what would be seen."""

    @numba.njit
    def by_leaf(lookup: Any, keys: Any, masks: Any, out: Any) -> None:
        for hand in range(keys.size):
            out[hand] = value_of(lookup, keys[hand], masks[hand])

    assert references_counted(by_an_ordinary_helper()) > 0
    assert references_counted(by_leaf) == 0
