"""The arrays that kernels read, and where they come from: disk, or the readable rankers.

How a kernel of yours evaluates hands. Take `ranking(name).lookup` as an argument, add up keys and call `valuing`:

    key, mask = lookup.start, 0
    for each card: key += lookup.card_keys[card], mask |= lookup.card_masks[card]
    one deck: value_of(lookup, key, mask)
    several decks: value_of_ranks(lookup, key & RANK_MASK); if key & FLUSH_BITS, the larger of it and
        value_of_suited(lookup, the sum of the suited cards' rank keys)

Sums can be kept per loop level, since keys only add up. Every index has to be unsigned, or Numba inserts a test for
negative ones. A loop that only adds up values should count them in an array instead: otherwise LLVM turns the
look-ups into vector gathers, which are three times slower here.
"""

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway import cards as cards_package
from houseway.cards.card import N_RANKS
from houseway.cards.deck import Deck
from houseway.ranking.hashing import perfect_hash
from houseway.ranking.keys import CARD_MASKS, JOKER_MASK, JOKER_RANK, NO_CARD_KEY, RANK_KEYS, start_key
from houseway.ranking.specification import RankingSystem
from houseway.ranking.store import kept_arrays, read_if_kept, source_hash
from houseway.ranking.tables import HandTables, ValuesByKey, all_strengths, make_tables

N_BYTE = 256


class Lookup(NamedTuple):
    """Everything that a kernel needs to evaluate hands of one ranking system.

    `card_keys` and `card_masks` have an entry for every byte, so that no byte points outside; a byte that is not a card
    of the deck has the key NO_CARD_KEY and an empty mask. `keys_and_masks` holds both in two columns.
    `mask_values` answers by the 13-bit mask of suited ranks and the bit of a joker, where no card has a copy; the
    suited arrays answer by the sum of suited rank keys, copies or not.
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
    "batch",
    "bits",
    "census",
    "colorranking",
    "facade",
    "fewhands",
    "kernels",
    "keysearch",
    "scalar",
    "store",
    "suitranking",
    "threads",
    "valuing",
}
"""The modules of this package that only read tables; a change of any other one makes the tables anew."""

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
    """The tables of a ranking system and the arrays of its look-up."""
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
    """What the values mean, from disk or judged now: no tables are made for it."""
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
    """Values by the mask of the suited ranks and the bit of a joker beside them; where ranks are missing from a hand,
    the rest of it is jokers.
    """
    value_of = dict(zip(suited.keys.tolist(), suited.values.tolist(), strict=True))
    by_mask = np.zeros(2 * JOKER_MASK, np.uint16)
    for mask in range(2 * JOKER_MASK):
        natural = [rank for rank in range(N_RANKS) if mask >> rank & 1 and rank not in wild_ranks]
        jokers = max(hand_size - len(natural), mask // JOKER_MASK)
        natural_key = sum(RANK_KEYS[rank] for rank in natural)
        by_mask[mask] = value_of.get(natural_key + jokers * RANK_KEYS[JOKER_RANK], 0)
    return by_mask
