"""The simulation stream: the published answers of Philox, and a second derivation of the cards dealt."""

import subprocess
import sys
from hashlib import sha256

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from houseway.cards import Deck, Seed
from houseway.cards.streams import Word, deal, philox4x32, simulation_key
from houseway.errors import BadArray, BadCards, BadSeed

HALF_REJECTED = Deck.standard(decks=892)
"""46,384 cards: a little more than 2**31 ordered pairs, so almost half of all 32-bit words are thrown away."""

DECKS = {
    "52": Deck.standard(),
    "54": Deck.with_jokers(),
    "8 x 52": Deck.standard(8),
    "10": Deck.stripped(ranks="TJQKA", suits="hs"),
    "1": Deck.of([17]),
    "892 x 52": HALF_REJECTED,
}


@pytest.mark.parametrize(
    ("counter", "key", "answer"),
    [
        ("00000000 00000000 00000000 00000000", "00000000 00000000", "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
        ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff", "408f276d 41c83b0e a20bc7c6 6d5451fd"),
        ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0", "d16cfe09 94fdcceb 5001e420 24126ea1"),
    ],
)
def test_philox_gives_the_known_answers_of_random123(counter: str, key: str, answer: str) -> None:
    words = [Word(int(word, 16)) for word in f"{counter} {key}".split()]
    assert " ".join(f"{word:08x}" for word in philox4x32(*words)) == answer


def words_of(round_number: int, seed: int) -> list[int]:
    key = sha256(b"houseway/simulation/1:" + Seed.of(seed).raw).digest()
    k0, k1 = int.from_bytes(key[0:4], "little"), int.from_bytes(key[4:8], "little")
    high, low = divmod(round_number, 2**32)
    blocks = (philox4x32(*map(Word, (low, high, block, 0, k0, k1))) for block in range(40))
    return [int(word) for block in blocks for word in block]


def derived(round_number: int, n_cards: int, deck: Deck, seed: int) -> tuple[list[int], int]:
    """The cards of a round as the documentation describes them, and how many words were thrown away."""
    words, thrown_away = iter(words_of(round_number, seed)), 0
    pile: list[int] = list(deck.cards)
    dealt: list[int] = []
    while len(dealt) < n_cards:
        pairs = len(pile) * (len(pile) - 1)
        quotient, remainder = divmod(next(words) * pairs, 2**32)
        if pairs and remainder < 2**32 % pairs:
            thrown_away += 1
            continue
        for drawn in divmod(quotient, len(pile) - 1) if pairs else (0, 0):
            if pile:
                dealt.append(pile[drawn])
                pile[drawn] = pile[0]
                del pile[0]
    return dealt[:n_cards], thrown_away


@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
@pytest.mark.parametrize("first_round", [0, 2**32 - 2, 2**64 - 4])
def test_the_cards_can_be_derived_again_from_the_description(deck: Deck, first_round: int) -> None:
    n_cards = min(13, deck.size)
    rows = deal(4, n_cards, deck, 5, first_round).tolist()
    assert rows == [derived(first_round + place, n_cards, deck, 5)[0] for place in range(4)]


def test_the_derivation_covers_words_that_are_thrown_away() -> None:
    assert sum(derived(number, 13, HALF_REJECTED, 5)[1] for number in range(4)) > 10


def test_cards_stay_equally_likely_when_half_of_all_words_are_thrown_away() -> None:
    rows = deal(50_000, 2, HALF_REJECTED, seed=1)
    for place in (0, 1):
        assert stats.chisquare(np.bincount(rows[:, place], minlength=52)).pvalue > 1e-6


@pytest.mark.parametrize("deck", [DECKS["52"], DECKS["54"], DECKS["8 x 52"], DECKS["10"]])
def test_a_whole_deck_can_be_dealt(deck: Deck) -> None:
    assert (np.sort(deal(50, deck.size, deck, 1), axis=1) == np.array(deck.cards)).all()


@settings(max_examples=50)
@given(st.integers(0, 2**64 - 200), st.integers(0, 100), st.integers(0, 100), st.integers(0, 52))
def test_any_shard_of_rounds_is_dealt_as_in_the_whole(start: int, before: int, rounds: int, n_cards: int) -> None:
    whole = deal(before + rounds, 52, Deck.standard(), "shards", start)
    part = deal(rounds, n_cards, Deck.standard(), "shards", start + before)
    assert part.dtype == np.uint8
    assert part.shape == (rounds, n_cards)
    assert (whole[before:, :n_cards] == part).all()


def test_another_seed_gives_another_key_and_other_cards() -> None:
    assert len({simulation_key(seed) for seed in range(1000)}) == 1000
    deals = {deal(1, 13, Deck.standard(), seed).tobytes() for seed in range(100)}
    assert len(deals) == 100


def test_rounds_do_not_repeat() -> None:
    rows = deal(100_000, 13, Deck.standard(), 1)
    assert len(np.unique(rows, axis=0)) == 100_000


@pytest.mark.parametrize("n_cards", [-1, 53])
def test_more_cards_than_the_deck_has_are_not_dealt(n_cards: int) -> None:
    with pytest.raises(BadCards, match=f"expected to deal 0 to 52 cards of 52; got {n_cards}"):
        deal(1, n_cards, Deck.standard(), 1)


def test_a_pile_with_more_pairs_than_words_is_refused() -> None:
    with pytest.raises(BadCards, match="of 65572"):
        deal(1, 5, Deck.standard(1261), 1)


@pytest.mark.parametrize(("n_rounds", "first_round"), [(-1, 0), (1, -1), (2, 2**64 - 1), (1, 2**64)])
def test_rounds_without_a_number_are_refused(n_rounds: int, first_round: int) -> None:
    with pytest.raises(BadArray, match="expected rounds numbered from 0"):
        deal(n_rounds, 5, Deck.standard(), 1, first_round)


def test_a_bad_seed_is_refused() -> None:
    with pytest.raises(BadSeed):
        deal(1, 5, Deck.standard(), True)


def test_cards_are_imported_without_the_heavy_libraries() -> None:
    code = "import sys, houseway.cards; print(sorted({'numba', 'numpy', 'scipy'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
