"""Tables of hand values, made from the readable rankers.

The value of a hand depends on its ranks and, if enough cards are of one suit, on the ranks of those. So there are two
tables: by the ranks of all cards, as if no flush were possible, and by the ranks of the cards of one suit. The
value of a hand is the larger of the two.

The readable ranker judges every multiset of ranks of one hand, once in mixed suits and once in one suit. The different
strengths, in order, become the values 1, 2, 3, ... A multiset with one card more than that is worth the best that is
left when one card is taken away, and so on up to seven cards.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import JOKERS, N_RANKS, N_SUITS, card
from houseway.ranking.keys import JOKER_RANK, RANK_KEYS
from houseway.ranking.natural import Strength
from houseway.ranking.specification import RankingSystem

NO_RANK = -1
Judged = list[tuple[tuple[int, ...], Strength]]


@dataclass(frozen=True, slots=True)
class ValuesByKey:
    """Values of multisets of ranks, each named by the sum of its rank keys."""

    keys: NDArray[np.int64]
    values: NDArray[np.uint16]


@dataclass(frozen=True, slots=True)
class HandTables:
    """All values of a ranking system.

    Row v of `strengths` is the strength of value v, filled up with NO_RANK; row 0 belongs to no hand.
    """

    unsuited: ValuesByKey
    suited: ValuesByKey
    strengths: NDArray[np.int8]


def make_tables(system: RankingSystem) -> HandTables:
    """Judge every multiset of ranks with the readable ranker, and go on from there to larger numbers of cards."""
    unsuited_copies, suited_copies = _most_copies(system)
    unsuited, suited = _judged(system)
    in_order = _in_order(unsuited, suited)
    value_of = {strength: value for value, strength in enumerate(in_order, start=1)}

    def values(judged: Judged, copies: Sequence[int]) -> ValuesByKey:
        ranks = np.array([ranks for ranks, _ in judged])
        own = np.array([value_of[strength] for _, strength in judged], np.uint16)
        return _with_more_cards(ranks, own, copies, system.most_cards)

    return HandTables(values(unsuited, unsuited_copies), values(suited, suited_copies), strength_rows(in_order))


def all_strengths(system: RankingSystem) -> NDArray[np.int8]:
    """The strengths alone, which take a fraction of the time: what values mean, without what hands are worth."""
    if not system.tiebreaks:
        return strength_rows([(place,) for place in range(len(system.order))])
    return strength_rows(_in_order(*_judged(system)))


def _judged(system: RankingSystem) -> tuple[Judged, Judged]:
    """Every multiset of ranks of one hand with its strength: in mixed suits, and in one suit."""
    size = system.hand_size
    unsuited_copies, suited_copies = _most_copies(system)
    wilds = _wild_cards(system)
    unsuited = [(ranks, system.strength(_in_mixed_suits(ranks, wilds))) for ranks in _multisets(size, unsuited_copies)]
    suited = [(ranks, system.strength(_in_one_suit(ranks, wilds))) for ranks in _multisets(size, suited_copies)]
    return unsuited, suited


def _in_order(unsuited: Judged, suited: Judged) -> list[Strength]:
    return sorted({strength for _, strength in chain(unsuited, suited)})


def _wild_cards(system: RankingSystem) -> list[int]:
    """The jokers, and the cards that are as good as jokers."""
    wild = [card(rank, suit) for rank in system.wild_ranks for suit in range(N_SUITS)]
    return [each for each in (*JOKERS, *wild) if system.deck.copies[each]]


def _most_copies(system: RankingSystem) -> tuple[list[int], list[int]]:
    """How often each rank, the joker's included, can occur: in any suits, and in one suit."""
    copies, wilds = system.deck.copies, len(_wild_cards(system))
    natural = [rank not in system.wild_ranks for rank in range(N_RANKS)]
    any_suit = [natural[rank] * sum(copies[card(rank, suit)] for suit in range(N_SUITS)) for rank in range(N_RANKS)]
    one_suit = [natural[rank] * copies[card(rank, 0)] for rank in range(N_RANKS)]
    return [*any_suit, wilds], [*one_suit, wilds]


def _multisets(size: int, copies: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every multiset of so many ranks, ascending, in which no rank occurs more often than it can."""
    available = [rank for rank, most in enumerate(copies) if most]
    for ranks in combinations_with_replacement(available, size):
        if all(most >= size or ranks.count(rank) <= most for rank, most in enumerate(copies)):
            yield ranks


def _in_one_suit(ranks: Sequence[int], wilds: Sequence[int]) -> list[int]:
    wild = iter(wilds)
    return [next(wild) if rank == JOKER_RANK else card(rank, 0) for rank in ranks]


def _in_mixed_suits(ranks: Sequence[int], wilds: Sequence[int]) -> list[int]:
    """Cards of these ranks in at least two suits, copies of a rank in as many suits as there are."""
    hand = _in_one_suit(ranks, wilds)
    natural = [rank for rank in ranks if rank != JOKER_RANK]
    if not natural:
        return hand
    if len(set(natural)) == len(natural):
        hand[0] = card(natural[0], 1)
        return hand
    return [
        card_id if rank == JOKER_RANK else card(rank, ranks[:place].count(rank) % N_SUITS)
        for place, (rank, card_id) in enumerate(zip(ranks, hand, strict=True))
    ]


def _with_more_cards(
    ranks: NDArray[np.int64], values: NDArray[np.uint16], copies: Sequence[int], most_cards: int
) -> ValuesByKey:
    """Values of multisets of all sizes, from the values of those of the smallest size."""
    rank_keys = np.array(RANK_KEYS)
    keys = rank_keys[ranks].sum(axis=1)
    all_keys, all_values = [keys], [values]
    for size in range(ranks.shape[1] + 1, most_cards + 1):
        order = np.argsort(keys)
        fewer_keys, fewer_values = keys[order], values[order]
        ranks = np.array(list(_multisets(size, copies)))
        keys = rank_keys[ranks].sum(axis=1)
        less_one = keys[:, np.newaxis] - rank_keys[ranks]
        values = fewer_values[np.searchsorted(fewer_keys, less_one)].max(axis=1)
        all_keys.append(keys)
        all_values.append(values)
    return ValuesByKey(np.concatenate(all_keys), np.concatenate(all_values))


def strength_rows(in_order: Sequence[Strength]) -> NDArray[np.int8]:
    """Strengths in ascending order as rows by value, row 0 left empty."""
    longest = max(map(len, in_order))
    rows = np.full((len(in_order) + 1, longest), NO_RANK, np.int8)
    for value, strength in enumerate(in_order, start=1):
        rows[value, : len(strength)] = strength
    return rows
