"""Kinds of a few cards, for strategy tables: what they have made by rank, of which rank, and whether of one suit."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import N_RANKS, N_SUITS, RANK_NAMES, RANK_PLURALS, RANKS, rank_of, suit_of
from houseway.cards.notation import format_cards

MADE = (
    "{high} high",
    "pair of {many}",
    "two pair, {many} up",
    "three of a kind, {many}",
    "full house, {many} full",
    "four of a kind, {many}",
)
N_KINDS = len(MADE) * N_RANKS * 2


def kinds_of_cards(cards: NDArray[Any]) -> NDArray[np.int64]:
    """The kind of each row of cards, a number below N_KINDS.

    >>> [kind_name(kind) for kind in kinds_of_cards(np.array([[51, 50, 4], [51, 47, 3]]))]
    ['pair of aces', 'ace high, suited']
    """
    times = _times(cards)
    highest = N_RANKS - 1 - (times == times.max(axis=1)[:, None])[:, ::-1].argmax(axis=1)
    suits = cards % N_SUITS
    suited = (suits == suits[:, :1]).all(axis=1)
    kinds: NDArray[np.int64] = ((made_of_cards(cards) * N_RANKS + highest) * 2 + suited).astype(np.int64)
    return kinds


def made_of_cards(cards: NDArray[Any]) -> NDArray[np.int64]:
    """What each row of cards has made by rank: a place in MADE."""
    ordered = np.sort(_times(cards), axis=1)
    most, second = ordered[:, -1], ordered[:, -2]
    made = [most >= 4, (most == 3) & (second >= 2), most == 3, (most == 2) & (second == 2), most == 2]
    return np.select(made, [5, 4, 3, 2, 1], 0)


def _times(cards: NDArray[Any]) -> NDArray[np.int64]:
    """How often each rank is there."""
    ranks = cards // N_SUITS
    return np.stack([(ranks == rank).sum(axis=1) for rank in range(N_RANKS)], axis=1)


def longest_suit(cards: NDArray[Any]) -> NDArray[np.int64]:
    """The most cards of one suit in each row: the kind where nothing else is paid."""
    suits = cards % N_SUITS
    counts = np.stack([(suits == suit).sum(axis=1) for suit in range(N_SUITS)], axis=1)
    return np.asarray(counts.max(axis=1), np.int64)


def suit_name(kind: int) -> str:
    """Such a kind in words."""
    return f"{kind} of a suit" if kind > 1 else "all of different suits"


def kind_name(kind: int) -> str:
    """A kind in words."""
    (made, rank), suited = divmod(kind // 2, N_RANKS), kind % 2
    name = MADE[made].format(high=RANK_NAMES[rank], many=RANK_PLURALS[rank])
    return f"{name}, suited" if suited else name


def cards_name(cards: Sequence[int]) -> str:
    """A few cards for people: two of them by their ranks, more as they are.

    >>> cards_name([0, 51]), cards_name([47, 51]), cards_name([46, 45, 51])
    ('A-2', 'A-K suited', 'Kd Kh As')
    """
    if len(cards) > 2:
        return format_cards(sorted(cards))
    ranks = sorted((rank_of(card) for card in cards), reverse=True)
    suited = len(cards) == 2 and suit_of(cards[0]) == suit_of(cards[1])
    return "-".join(RANKS[rank] for rank in ranks) + (" suited" if suited else "")
