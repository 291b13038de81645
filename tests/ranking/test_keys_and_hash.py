"""Card keys name hands without ambiguity, and the perfect hash finds every one of them."""

from collections import Counter
from itertools import combinations_with_replacement
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.sample_hands import random_hands

from houseway.ranking.key_search import find_rank_keys
from houseway.ranking.keys import (
    CARD_KEYS,
    FLUSH_BITS,
    NO_CARD_KEY,
    RANK_KEYS,
    RANK_MASK,
    SUITED_KEYS,
    flush_suit,
    start_key,
)
from houseway.ranking.lookup import ROW_SHIFT, perfect_hash


def test_all_sums_of_up_to_seven_rank_keys_are_different() -> None:
    """Thirteen ranks and the joker; a sum of fewer keys is a sum of seven with some that add nothing."""
    choices = np.array(list(combinations_with_replacement((0, *RANK_KEYS), 7)))
    sums = choices.sum(axis=1)
    assert len(sums) == comb(15 + 7 - 1, 7)
    assert len(np.unique(sums)) == len(sums)
    assert sums.max() <= RANK_MASK


def test_the_search_finds_the_rank_keys_in_use() -> None:
    assert find_rank_keys(11) == RANK_KEYS[:11]


@pytest.mark.parametrize(("hand_size", "n_cards"), [(5, 5), (5, 7), (4, 4), (3, 3), (3, 5)])
def test_a_sum_of_card_keys_tells_the_flush_suit_and_its_ranks(hand_size: int, n_cards: int) -> None:
    flushes = 0
    for hand in random_hands(52, n_cards, 4000, seed=n_cards).tolist():
        total = start_key(hand_size) + sum(CARD_KEYS[card_id] for card_id in hand)
        suit, times = Counter(card_id % 4 for card_id in hand).most_common(1)[0]
        assert total < NO_CARD_KEY
        assert total & RANK_MASK == sum(RANK_KEYS[card_id // 4] for card_id in hand)
        assert bool(total & FLUSH_BITS) == (times >= hand_size)
        if times >= hand_size:
            flushes += 1
            assert flush_suit(total) == suit
            suited = sum(RANK_KEYS[card_id // 4] for card_id in hand if card_id % 4 == suit)
            assert sum(SUITED_KEYS[suit][card_id] for card_id in hand) == suited
    assert flushes


@given(st.dictionaries(st.integers(0, 1 << 16), st.integers(1, 65535), min_size=1, max_size=400))
def test_the_perfect_hash_finds_the_value_of_every_key(value_of: dict[int, int]) -> None:
    keys = np.array(list(value_of))
    hashed = perfect_hash(keys, np.array(list(value_of.values()), np.uint16))
    for key, value in value_of.items():
        assert hashed.values[key + hashed.offsets[key >> ROW_SHIFT]] == value
    assert np.count_nonzero(hashed.values) == len(value_of)
