"""The arrays that kernels read: tables made from the readable rankers, hashed, and cached on disk.

The value of a hand depends on its ranks and, if enough cards are of one suit, on the ranks of those. So there are two
tables. One goes by the ranks of all cards, as if no flush were possible. The other goes by the ranks of the cards of
one suit. The value of a hand is the larger of the two.

The readable ranker judges every multiset of ranks of one hand, once in mixed suits and once in one suit. The different
strengths, in order, become the values 1, 2, 3, ... A multiset with one card more has the best value that remains when
one card is removed, and so on up to seven cards.

How a kernel evaluates hands: take `ranking(name).lookup` as an argument, add up keys and call `kernels`:

    key, mask = lookup.start, 0
    for each card: key += lookup.card_keys[card], mask |= lookup.card_masks[card]
    one deck: value_of(lookup, key, mask)
    several decks: value_of_ranks(lookup, key & RANK_MASK); if key & FLUSH_BITS, the larger of it and
        value_of_suited(lookup, the sum of the suited cards' rank keys)

Sums can be kept per loop level, since keys only add up. Every index has to be unsigned, or Numba inserts a test for
negative ones. A loop that only adds up values should count them in an array instead. Without that, LLVM turns the
look-ups into vector gathers, which are three times slower here.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, combinations_with_replacement
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway import cards as cards_package
from houseway.cards.card import JOKERS, N_RANKS, N_SUITS, card
from houseway.cards.deck import Deck
from houseway.cards.notation import format_cards
from houseway.errors import BadCards
from houseway.ranking.array_cache import kept_arrays, read_if_kept, source_hash
from houseway.ranking.keys import (
    CARD_MASKS,
    FLUSH_BITS,
    JOKER_MASK,
    JOKER_RANK,
    NO_CARD_KEY,
    RANK_KEYS,
    RANK_MASK,
    flush_suit,
    start_key,
)
from houseway.ranking.natural import Strength
from houseway.ranking.system import RankingSystem

ROW_SHIFT = 10


class PerfectHash(NamedTuple):
    """The two arrays of a perfect hash by row displacement; slots without a key contain 0.

    Two loads and an addition find the value of a key. The upper bits of a key name its row, the lower bits its column.
    Each row is slid over one common array to the first place where none of its columns meets a taken slot, the fullest
    rows first. Only the offset of each row is stored:

        value of key = values[key + offsets[key >> ROW_SHIFT]]
    """

    offsets: NDArray[np.int32]
    values: NDArray[np.uint16]


def perfect_hash(keys: NDArray[np.int64], values: NDArray[np.uint16]) -> PerfectHash:
    """Return the hash that gives `values[i]` for `keys[i]`. The keys must all be different."""
    order = np.argsort(keys)
    keys, values = keys[order], values[order]
    rows = keys >> ROW_SHIFT
    starts = np.flatnonzero(np.diff(rows, prepend=-1))
    grouped = np.split(keys - (rows << ROW_SHIFT), starts[1:])
    fullest_first = sorted(range(len(starts)), key=lambda row: -len(grouped[row]))
    shifts = _first_fit([grouped[row].tolist() for row in fullest_first])
    offsets = np.zeros(int(rows[-1]) + 1, np.int32)
    placed = rows[starts[fullest_first]]
    offsets[placed] = np.array(shifts) - (placed << ROW_SHIFT)
    slots = keys + offsets[rows]
    table = np.zeros(int(slots.max()) + 1, np.uint16)
    table[slots] = values
    return PerfectHash(offsets, table)


def _first_fit(rows: Sequence[Sequence[int]]) -> list[int]:
    """Return how far to shift each row so that no two rows share a slot. Columns ascend, so the first is the smallest.

    Free slots are the one bits of a long binary number. Shifted down by the distance between two columns, it shows
    where both would be free. All columns together leave one bits at every place where the row fits.
    """
    room = (1 << ROW_SHIFT) + sum(map(len, rows))
    free = (1 << room) - 1
    shifts = []
    for columns in rows:
        first = columns[0]
        while not (fits := _places(free, [column - first for column in columns])):
            free |= ((1 << room) - 1) << room
            room *= 2
        place = (fits & -fits).bit_length() - 1
        free ^= sum(1 << (column - first) for column in columns) << place
        shifts.append(place - first)
    return shifts


def _places(free: int, distances: Sequence[int]) -> int:
    fits = free
    for distance in distances:
        fits &= free >> distance
    return fits


NO_RANK = -1
Judged = list[tuple[tuple[int, ...], Strength]]


@dataclass(frozen=True, slots=True)
class ValuesByKey:
    """Values of multisets of ranks, each identified by the sum of its rank keys."""

    keys: NDArray[np.int64]
    values: NDArray[np.uint16]


@dataclass(frozen=True, slots=True)
class HandTables:
    """All values of a ranking system.

    Row v of `strengths` is the strength of value v, padded with NO_RANK. Row 0 belongs to no hand.
    """

    unsuited: ValuesByKey
    suited: ValuesByKey
    strengths: NDArray[np.int8]


def make_tables(system: RankingSystem) -> HandTables:
    """Judge every multiset of ranks with the readable ranker, and continue from there to larger numbers of cards."""
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
    """Return the strengths alone, which take a fraction of the time. They give the meaning of values, without hands."""
    if not system.tiebreaks:
        return strength_rows([(place,) for place in range(len(system.order))])
    return strength_rows(_in_order(*_judged(system)))


def _judged(system: RankingSystem) -> tuple[Judged, Judged]:
    """Return every multiset of ranks of one hand with its strength: in mixed suits, and in one suit."""
    size = system.hand_size
    unsuited_copies, suited_copies = _most_copies(system)
    wilds = _wild_cards(system)
    unsuited = [(ranks, system.strength(_in_mixed_suits(ranks, wilds))) for ranks in _multisets(size, unsuited_copies)]
    suited = [(ranks, system.strength(_in_one_suit(ranks, wilds))) for ranks in _multisets(size, suited_copies)]
    return unsuited, suited


def _in_order(unsuited: Judged, suited: Judged) -> list[Strength]:
    return sorted({strength for _, strength in chain(unsuited, suited)})


def _wild_cards(system: RankingSystem) -> list[int]:
    """Return the jokers, and the cards that are as good as jokers."""
    wild = [card(rank, suit) for rank in system.wild_ranks for suit in range(N_SUITS)]
    return [each for each in (*JOKERS, *wild) if system.deck.copies[each]]


def _most_copies(system: RankingSystem) -> tuple[list[int], list[int]]:
    """Return how often each rank, the joker's included, can occur: in any suits, and in one suit."""
    copies, wilds = system.deck.copies, len(_wild_cards(system))
    natural = [rank not in system.wild_ranks for rank in range(N_RANKS)]
    any_suit = [natural[rank] * sum(copies[card(rank, suit)] for suit in range(N_SUITS)) for rank in range(N_RANKS)]
    one_suit = [natural[rank] * copies[card(rank, 0)] for rank in range(N_RANKS)]
    return [*any_suit, wilds], [*one_suit, wilds]


def _multisets(size: int, copies: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield every multiset of this many ranks, ascending, in which no rank occurs more often than it can."""
    available = [rank for rank, most in enumerate(copies) if most]
    for ranks in combinations_with_replacement(available, size):
        if all(most >= size or ranks.count(rank) <= most for rank, most in enumerate(copies)):
            yield ranks


def _in_one_suit(ranks: Sequence[int], wilds: Sequence[int]) -> list[int]:
    wild = iter(wilds)
    return [next(wild) if rank == JOKER_RANK else card(rank, 0) for rank in ranks]


def _in_mixed_suits(ranks: Sequence[int], wilds: Sequence[int]) -> list[int]:
    """Return cards of these ranks in at least two suits, copies of a rank in all the suits there are."""
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
    """Return the values of multisets of all sizes, from the values of those of the smallest size."""
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
    """Return strengths in ascending order as rows by value, row 0 left empty."""
    longest = max(map(len, in_order))
    rows = np.full((len(in_order) + 1, longest), NO_RANK, np.int8)
    for value, strength in enumerate(in_order, start=1):
        rows[value, : len(strength)] = strength
    return rows


N_BYTE = 256


class Lookup(NamedTuple):
    """The arrays that a kernel needs to evaluate hands of one ranking system.

    `card_keys` and `card_masks` have an entry for every byte, so that no byte points outside. A byte that is not a card
    of the deck has the key NO_CARD_KEY and an empty mask. `keys_and_masks` has both in two columns. `mask_values`
    answers by the 13-bit mask of suited ranks and the bit of a joker, where no card has a copy. The suited arrays
    answer by the sum of suited rank keys, copies or not.
    """

    start: np.uint64
    card_keys: NDArray[np.uint64]
    card_masks: NDArray[np.uint64]
    offsets: NDArray[np.int32]
    values: NDArray[np.uint16]
    mask_values: NDArray[np.uint16]
    suited_offsets: NDArray[np.int32]
    suited_values: NDArray[np.uint16]
    keys_and_masks: NDArray[np.uint64]


READERS = {
    "__init__",
    "array_cache",
    "batch",
    "census",
    "facade",
    "kernels",
    "key_search",
    "special_rankings",
}
"""The modules of this package that only read tables. A change of any other module rebuilds the tables."""

ARRAYS = (
    "unsuited_keys",
    "unsuited_key_values",
    "suited_keys",
    "suited_key_values",
    "strengths",
    "offsets",
    "values",
    "mask_values",
    "suited_offsets",
    "suited_values",
)


@cache
def tables_and_lookup(of: RankingSystem) -> tuple[HandTables, Lookup]:
    """Return the tables of a ranking system and the arrays of its look-up."""
    kept = kept_arrays(f"{of.name}-ranking", _version(), ARRAYS, lambda: _make(of))
    unsuited = ValuesByKey(kept["unsuited_keys"], kept["unsuited_key_values"])
    suited = ValuesByKey(kept["suited_keys"], kept["suited_key_values"])
    keys, masks = _by_byte(of.keys[0], of.deck, NO_CARD_KEY), _by_byte(CARD_MASKS, of.deck, 0)
    lookup = Lookup(
        start=np.uint64(start_key(of.hand_size)),
        card_keys=keys,
        card_masks=masks,
        offsets=kept["offsets"],
        values=kept["values"],
        mask_values=kept["mask_values"],
        suited_offsets=kept["suited_offsets"],
        suited_values=kept["suited_values"],
        keys_and_masks=np.stack([keys, masks], axis=1),
    )
    return HandTables(unsuited, suited, kept["strengths"]), lookup


@cache
def strengths_alone(of: RankingSystem) -> NDArray[np.int8]:
    """Return the meaning of the values, from disk or judged now. No tables are made for it."""
    kept = read_if_kept(f"{of.name}-ranking", _version(), ("strengths",))
    return all_strengths(of) if kept is None else kept["strengths"]


@cache
def _version() -> str:
    ranking, cards = Path(__file__).parent, Path(str(cards_package.__file__)).parent
    makers = [path for path in sorted(ranking.glob("*.py")) if path.stem not in READERS]
    return source_hash([*makers, *sorted(cards.glob("*.py"))])


def _make(of: RankingSystem) -> dict[str, NDArray[Any]]:
    made = make_tables(of)
    unsuited = perfect_hash(made.unsuited.keys, made.unsuited.values)
    suited = perfect_hash(made.suited.keys, made.suited.values)
    arrays = (
        made.unsuited.keys,
        made.unsuited.values,
        made.suited.keys,
        made.suited.values,
        made.strengths,
        *unsuited,
        _mask_values(made.suited, of.hand_size, of.wild_ranks),
        *suited,
    )
    return dict(zip(ARRAYS, arrays, strict=True))


def _by_byte(of_card: tuple[int, ...], deck: Deck, otherwise: int) -> NDArray[np.uint64]:
    numbers = np.full(N_BYTE, otherwise, np.uint64)
    for card_id in deck.distinct:
        numbers[card_id] = of_card[card_id]
    return numbers


def _mask_values(suited: ValuesByKey, hand_size: int, wild_ranks: tuple[int, ...]) -> NDArray[np.uint16]:
    """Return values by the mask of the suited ranks and the bit of a joker beside them.

    If ranks are missing from a hand, the rest of it is jokers.
    """
    value_of = dict(zip(suited.keys.tolist(), suited.values.tolist(), strict=True))
    by_mask = np.zeros(2 * JOKER_MASK, np.uint16)
    for mask in range(2 * JOKER_MASK):
        natural = [rank for rank in range(N_RANKS) if mask >> rank & 1 and rank not in wild_ranks]
        jokers = max(hand_size - len(natural), mask // JOKER_MASK)
        natural_key = sum(RANK_KEYS[rank] for rank in natural)
        by_mask[mask] = value_of.get(natural_key + jokers * RANK_KEYS[JOKER_RANK], 0)
    return by_mask


def scalar_evaluator(tables: HandTables, system: RankingSystem) -> Callable[[Sequence[int]], int]:
    """Return the function that evaluates one hand of trusted card ids, without Numba, in about a microsecond.

    A wrong number of cards raises BadCards.
    """
    unsuited: dict[int, int] = dict(zip(tables.unsuited.keys.tolist(), tables.unsuited.values.tolist(), strict=True))
    suited: dict[int, int] = dict(zip(tables.suited.keys.tolist(), tables.suited.values.tolist(), strict=True))
    start = start_key(system.hand_size)
    card_keys, keys_by_suit = system.keys
    key_of = card_keys.__getitem__

    def value(cards: Sequence[int]) -> int:
        total = sum(map(key_of, cards), start)
        try:
            if total & FLUSH_BITS:
                suited_keys = keys_by_suit[flush_suit(total)]
                return max(unsuited[total & RANK_MASK], suited[sum([suited_keys[card_id] for card_id in cards])])
            return unsuited[total & RANK_MASK]
        except KeyError:
            raise BadCards(f"This ranking has no hand {format_cards(cards)}.") from None

    return value


def whole_evaluator(system: RankingSystem, strengths: Sequence[Strength]) -> Callable[[Sequence[int]], int]:
    """Return the same for a system that judges hands whole, by its readable ranker. `strengths` are in value order."""
    value_of = {strength: value for value, strength in enumerate(strengths, start=1)}

    @lru_cache(maxsize=1 << 14)
    def judged(cards: tuple[int, ...]) -> int:
        if len(cards) not in system.sizes:
            raise BadCards(f"{system.name} takes {system.sizes[0]} to {system.sizes[-1]} cards; got {len(cards)}")
        return value_of[system.strength(cards)]

    def value(cards: Sequence[int]) -> int:
        return judged(tuple(sorted(cards)))

    return value
