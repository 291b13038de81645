"""Random cards for simulation. Dealing is fast and addressed by round number, so that any shard can be dealt alone.

The generator is Philox4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011): a
bijection of a counter under a key. It is not secret and must never deal a hand on which anyone bets.
`houseway.cards.shuffle` deals those hands and shares nothing with this module. This module loads Numba, so import it
only where it is needed.
"""

from collections.abc import Callable
from hashlib import sha256
from typing import ParamSpec, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.cards.deck import Deck
from houseway.cards.seed import Seed, SeedLike
from houseway.errors import BadArray, BadCards

P = ParamSpec("P")
R = TypeVar("R")

Word = np.uint64
"""A 32-bit word, stored in 64 bits so that products do not overflow."""

_ZERO, _ONE, _TWO, _WORD_BITS = Word(0), Word(1), Word(2), Word(32)
_WORDS = Word(2**32)
_LOW_WORD = Word(2**32 - 1)
_MULTIPLIER_0, _MULTIPLIER_1 = Word(0xD2511F53), Word(0xCD9E8D57)
_KEY_STEP_0, _KEY_STEP_1 = Word(0x9E3779B9), Word(0xBB67AE85)
_PHILOX_ROUNDS = 10
_BLOCK_WORDS = 4
_ROUNDS_AT_ONCE = 256
_MOST_CARDS = 2**16


def _compiled(kernel: Callable[P, R]) -> Callable[P, R]:
    return cast(Callable[P, R], njit(cache=True, nogil=True)(kernel))


@_compiled
def _half(c0: Word, c1: Word, c2: Word, c3: Word, k0: Word, k1: Word) -> tuple[Word, Word, Word, Word, Word, Word]:
    """Run half the rounds of the bijection and return the counter and the key.

    A loop of five is short enough for the compiler to unroll, and then to process several counters together.
    """
    for _ in range(_PHILOX_ROUNDS // 2):
        product_0, product_1 = c0 * _MULTIPLIER_0, c2 * _MULTIPLIER_1
        c0, c1 = (product_1 >> _WORD_BITS) ^ c1 ^ k0, product_1 & _LOW_WORD
        c2, c3 = (product_0 >> _WORD_BITS) ^ c3 ^ k1, product_0 & _LOW_WORD
        k0, k1 = (k0 + _KEY_STEP_0) & _LOW_WORD, (k1 + _KEY_STEP_1) & _LOW_WORD
    return c0, c1, c2, c3, k0, k1


@_compiled
def philox4x32(c0: Word, c1: Word, c2: Word, c3: Word, k0: Word, k1: Word) -> tuple[Word, Word, Word, Word]:
    """Return four random 32-bit words for a counter of four words and a key of two."""
    c0, c1, c2, c3, k0, k1 = _half(c0, c1, c2, c3, k0, k1)
    c0, c1, c2, c3, k0, k1 = _half(c0, c1, c2, c3, k0, k1)
    return c0, c1, c2, c3


@_compiled
def _fill_words(words: NDArray[np.uint32], first_round: Word, rounds: int, k0: Word, k1: Word) -> None:
    """Fill in the first words of some rounds, one column per round."""
    for block in range(words.shape[0] // _BLOCK_WORDS):
        at = block * _BLOCK_WORDS
        for row in range(rounds):
            number = first_round + Word(row)
            middle = _half(number & _LOW_WORD, number >> _WORD_BITS, Word(block), _ZERO, k0, k1)
            words[at, row], words[at + 1, row], words[at + 2, row], words[at + 3, row], _, _ = _half(*middle)


@_compiled
def _word(number: Word, place: Word, k0: Word, k1: Word) -> Word:
    """Return one word of a round, computed alone."""
    block = philox4x32(number & _LOW_WORD, number >> _WORD_BITS, place // Word(_BLOCK_WORDS), _ZERO, k0, k1)
    return block[place % Word(_BLOCK_WORDS)]


@_compiled
def fill_hands(hands: NDArray[np.uint8], deck: NDArray[np.uint8], k0: Word, k1: Word, first_round: Word) -> None:
    """Deal the first cards of one shuffle into each row; row i belongs to round `first_round` + i.

    One word w draws two cards of the n left: w n (n-1) = q 2^32 + r, and q is uniform below n (n-1) once the words with
    r < 2^32 mod n (n-1) are discarded (Lemire 2019). The two digits of q, in bases n and n-1, are the two draws. The
    words of a round belong to the counters (low word of its number, high word, 0, 0), (.., .., 1, 0) and so on. The
    words that a round needs if none is discarded are made for many rounds together. Swaps are undone after each round,
    which costs less than rebuilding the deck.
    """
    rounds, count = hands.shape[0], Word(hands.shape[1])
    planned = (hands.shape[1] + 2 * _BLOCK_WORDS - 1) // (2 * _BLOCK_WORDS) * _BLOCK_WORDS
    words = np.empty((planned, _ROUNDS_AT_ONCE), np.uint32)
    pool = deck.copy()
    drawn = np.empty(hands.shape[1], np.uint64)
    for row in range(rounds):
        column = Word(row) % Word(_ROUNDS_AT_ONCE)
        number = first_round + Word(row)
        if column == _ZERO:
            _fill_words(words, number, min(_ROUNDS_AT_ONCE, rounds - row), k0, k1)
        place, top, left = _ZERO, _ZERO, Word(deck.size)
        while top < count:
            word = Word(words[place, column]) if place < Word(planned) else _word(number, place, k0, k1)
            place += _ONE
            product = word * left
            pairs = left * (left - _ONE)
            first = top + (product >> _WORD_BITS)
            product = (product & _LOW_WORD) * (left - _ONE)
            second = top + _ONE + (product >> _WORD_BITS)
            remainder = product & _LOW_WORD
            if remainder < pairs and remainder < _WORDS % pairs:  # this first test avoids most divisions
                continue
            hands[row, top] = pool[first]
            pool[first] = pool[top]
            drawn[top] = first
            top += _ONE
            if top < count:
                hands[row, top] = pool[second]
                pool[second] = pool[top]
                drawn[top] = second
                top += _ONE
                left -= _TWO
        for changed in drawn:
            pool[changed] = deck[changed]


def simulation_key(seed: SeedLike) -> tuple[Word, Word]:
    """Return a seed's key: the first 2 little-endian words of SHA-256("houseway/simulation/1:" + the seed's bytes)."""
    digest = sha256(b"houseway/simulation/1:" + Seed.of(seed).raw).digest()
    return Word(int.from_bytes(digest[:4], "little")), Word(int.from_bytes(digest[4:8], "little"))


def deal(n_rounds: int, n_cards: int, deck: Deck, seed: SeedLike, first_round: int = 0) -> NDArray[np.uint8]:
    """Deal the first cards of an independent shuffle for each round: an array (n_rounds, n_cards) of card ids.

    A round's cards depend only on the deck, the seed and the round's number. A shorter deal is the start of a longer
    one.

    >>> whole = deal(100, 5, Deck.standard(), seed=1)
    >>> part = deal(10, 3, Deck.standard(), seed=1, first_round=40)
    >>> bool((whole[40:50, :3] == part).all())
    True
    """
    if not 0 <= n_cards <= deck.size <= _MOST_CARDS:
        raise BadCards(f"expected to deal 0 to {min(deck.size, _MOST_CARDS)} cards of {deck.size}; got {n_cards}")
    if n_rounds < 0 or first_round < 0 or first_round + n_rounds > 2**64:
        raise BadArray(f"expected rounds numbered from 0 below 2**64; got {n_rounds} from {first_round}")
    hands = np.empty((n_rounds, n_cards), np.uint8)
    fill_hands(hands, np.array(deck.cards, np.uint8), *simulation_key(seed), Word(first_round))
    return hands
