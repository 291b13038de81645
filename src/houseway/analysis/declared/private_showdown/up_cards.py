"""What the dealer's up cards leave open: which cards make the same dealer's hands, and own hands up to that.

A suit is *live* if the dealer can still make a flush in it with the hidden cards. Of the other suits only the ranks
matter to the dealer's hand: two cards of one rank in such suits are of one *kind*. A player's hand is then a set of
live cards and a multiset of other ranks, which stands for as many hands as there are ways to give the others their
suits. Those ways are told apart by one thing only: whether they make a flush of the player's own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import N_RANKS, N_SUITS, card, suit_of
from houseway.ranking.keys import CARD_KEYS, CARD_MASKS, COUNTER_BITS, RANK_BITS, RANK_KEYS

Numbers = NDArray[np.int64]
Words = NDArray[np.uint64]

_CHOOSE = np.array([[comb(n, k) if k >= 0 else 0 for k in range(-1, N_SUITS + 1)] for n in range(N_SUITS + 1)])
"""By number of cards of a rank and by how many of them are taken, from -1 on."""


@dataclass(frozen=True)
class PartHands:
    """Parts of own hands: kinds in ascending order, ways to make them, and what they add to a key and a mask."""

    kinds: NDArray[np.uint8]
    ways: Numbers
    keys: Words
    masks: Words


@dataclass(frozen=True)
class Kinds:
    """The cards left by some up cards, by kind: first a kind for each rank in suits that are not live, then live cards.

    `dead` says of every suit that is not live, and every rank, whether the card is there. `copies`, `keys` and `masks`
    say how many cards of a kind there are and what one adds to a dealer's hand.
    """

    live_cards: tuple[int, ...]
    dead_suits: tuple[int, ...]
    dead: NDArray[np.bool_]
    hand_size: int

    @classmethod
    def of(cls, cards: Sequence[int], up: Sequence[int], hidden: int, hand_size: int) -> "Kinds":
        """The kinds of a deck for a dealer with so many hidden cards, of which a flush needs `hand_size`."""
        left = [each for each in cards if each not in up]
        shown = [sum(suit_of(each) == suit for each in up) for suit in range(N_SUITS)]
        live = [suit for suit in range(N_SUITS) if shown[suit] + hidden >= hand_size]
        dead = [suit for suit in range(N_SUITS) if suit not in live]
        there = np.array([[card(rank, suit) in left for rank in range(N_RANKS)] for suit in dead], np.bool_)
        live_cards = tuple(each for each in left if suit_of(each) in live)
        return cls(live_cards, tuple(dead), there.reshape(-1, N_RANKS), hand_size)

    @property
    def copies(self) -> Numbers:
        """How many cards of each kind are left."""
        return np.concatenate([self.dead.sum(axis=0), np.ones(len(self.live_cards), np.int64)]).astype(np.int64)

    @property
    def keys(self) -> Words:
        """What a card of each kind adds to a dealer's key: no suit unless it is live."""
        return np.array([*RANK_KEYS[:N_RANKS], *(CARD_KEYS[each] for each in self.live_cards)], np.uint64)

    @property
    def masks(self) -> Words:
        """What a card of each kind adds to a dealer's mask."""
        return np.array([*[0] * N_RANKS, *(CARD_MASKS[each] for each in self.live_cards)], np.uint64)

    def live_parts(self, size: int) -> PartHands:
        """Every set of so many live cards."""
        sets = list(combinations(range(len(self.live_cards)), size))
        kinds = np.array(sets, np.int64).reshape(len(sets), size) + N_RANKS
        keys, masks = self.keys[kinds].sum(axis=1, dtype=np.uint64), self.masks[kinds].sum(axis=1, dtype=np.uint64)
        return PartHands(kinds.astype(np.uint8), np.ones(len(sets), np.int64), keys, masks)

    def dead_parts(self, size: int) -> PartHands:
        """Every multiset of so many ranks in the other suits, once without a flush and once for each flush."""
        held, flushes, whose = rank_multisets(size, self.hand_size)
        copies = self.dead.sum(axis=0)
        ranks = np.arange(N_RANKS)
        ways = _CHOOSE[copies, held + 1].prod(axis=1)
        rank_keys = held @ np.array(RANK_KEYS[:N_RANKS], np.int64)
        kinds = np.repeat(np.tile(ranks, len(held)), held.ravel()).reshape(len(held), size)
        parts: list[tuple[Any, ...]] = [(kinds, ways, rank_keys.astype(np.uint64), np.zeros(len(held), np.uint64))]
        for suit, there in zip(self.dead_suits, self.dead, strict=True):
            missing = (flushes & ~there).any(axis=1)
            others = np.where(flushes, _CHOOSE[copies - there, held[whose]], _CHOOSE[copies - there, held[whose] + 1])
            suited = np.where(missing, 0, others.prod(axis=1))
            np.subtract.at(ways, whose, suited)
            counter = np.uint64(1 << (RANK_BITS + COUNTER_BITS * suit))
            keys = rank_keys[whose].astype(np.uint64) + flushes.sum(axis=1).astype(np.uint64) * counter
            of_ranks = np.array([CARD_MASKS[card(rank, suit)] for rank in range(N_RANKS)], np.uint64)
            masks = np.where(flushes, of_ranks, np.uint64(0)).sum(axis=1, dtype=np.uint64)
            parts.append((kinds[whose], suited, keys, masks))
        columns = [np.concatenate(column) for column in zip(*parts, strict=True)]
        possible = columns[1] > 0
        own_kinds, own_ways, own_keys, own_masks = (column[possible] for column in columns)
        return PartHands(own_kinds.astype(np.uint8), own_ways, own_keys, own_masks)


@lru_cache(maxsize=16)
def rank_multisets(size: int, hand_size: int) -> tuple[Numbers, NDArray[np.bool_], NDArray[np.intp]]:
    """Every multiset of so many ranks, how often it has each; and the sets of its ranks that could be a flush, each
    with the number of its multiset.
    """
    multisets = [
        ranks
        for ranks in combinations_with_replacement(range(N_RANKS), size)
        if all(ranks.count(rank) <= N_SUITS for rank in ranks)
    ]
    held = np.array([[ranks.count(rank) for rank in range(N_RANKS)] for ranks in multisets], np.int64)
    flushes, whose = [], []
    for number, ranks in enumerate(multisets):
        distinct = sorted(set(ranks))
        for n_suited in range(hand_size, len(distinct) + 1):
            for suited in combinations(distinct, n_suited):
                flushes.append([rank in suited for rank in range(N_RANKS)])
                whose.append(number)
    return held, np.array(flushes, np.bool_).reshape(-1, N_RANKS), np.array(whose, np.intp)


def kinds_of_up(up: NDArray[np.uint8]) -> Numbers:
    """How rows of up cards are told apart for people: how often the most frequent rank is there, and the highest such.

    >>> kinds_of_up(np.array([[0, 4, 8], [48, 0, 1]])).tolist()
    [[1, 2], [2, 0]]
    """
    ranks = up // N_SUITS
    times = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    most = (times * N_RANKS + ranks).max(axis=1, initial=0)
    return np.column_stack(divmod(most, N_RANKS)).astype(np.int64)
