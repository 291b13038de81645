"""Card keys: numbers whose sum determines the value of a hand.

A card key is a 64-bit number. Its low 32 bits are the key of the rank. The sum of up to seven rank keys identifies the
ranks and how often each occurs, copies of any number included. Above them are four counters of four bits, one for each
suit. They start at 8 less the hand size. So the top bit of a counter is set when one suit has enough cards for a flush.
A joker has a separate rank key and counts for every suit.
"""

from collections.abc import Collection

from houseway.cards.card import JOKERS, N_CARDS, N_NATURAL, N_RANKS, N_SUITS, is_joker, rank_of, suit_of

RANK_KEYS = (
    1, 8, 57, 256, 1153, 4181, 14180, 47381, 115267, 307214, 737909, 1682367, 3850940, 8557010,
)  # fmt: skip
"""One key for each rank from the deuce to the ace, then one for the joker. `key_search` finds them."""

JOKER_RANK = len(RANK_KEYS) - 1
MOST_CARDS = 7
RANK_BITS = 32
RANK_MASK = (1 << RANK_BITS) - 1
COUNTER_BITS = 4
MASK_BITS = 16
"""The width of one suit's field in a card mask, of which 13 bits are used."""
SUIT_MASK = (1 << 13) - 1


def in_every_counter(number: int) -> int:
    """Return a number repeated in each of the four suit counters."""
    return sum(number << (RANK_BITS + COUNTER_BITS * suit) for suit in range(N_SUITS))


FLUSH_BITS = in_every_counter(1 << (COUNTER_BITS - 1))
"""The bits of a sum of card keys that mark a flush."""


NO_CARD_KEY = 1 << (RANK_BITS + COUNTER_BITS * N_SUITS)
"""The key of a byte that is not a card of the deck. It is larger than the sum of any hand."""


def start_key(hand_size: int) -> int:
    """Return the start of a sum of card keys, so that `hand_size` cards of one suit set a flush bit."""
    return in_every_counter((1 << (COUNTER_BITS - 1)) - hand_size)


def key_rank(card_id: int) -> int:
    """Return the index of a card's rank in RANK_KEYS."""
    return JOKER_RANK if is_joker(card_id) else rank_of(card_id)


def card_key(card_id: int) -> int:
    """Return the key of one card: its rank key, and one in the counter of each suit that it counts for."""
    if is_joker(card_id):
        return RANK_KEYS[JOKER_RANK] + in_every_counter(1)
    return RANK_KEYS[rank_of(card_id)] + (1 << (RANK_BITS + COUNTER_BITS * suit_of(card_id)))


def card_mask(card_id: int) -> int:
    """Return the bit of one card among four fields of 16 bits, one per suit. A joker's bit is above a field."""
    if is_joker(card_id):
        return 1 << (MASK_BITS * (card_id - N_NATURAL) + N_RANKS)
    return 1 << (MASK_BITS * suit_of(card_id) + rank_of(card_id))


JOKER_MASK = card_mask(JOKERS[0])
"""The bit of the first joker, directly above the ranks of the first suit."""


def suited_key(card_id: int, suit: int) -> int:
    """Return the rank key of a card that counts for a suit, else 0."""
    return RANK_KEYS[key_rank(card_id)] if is_joker(card_id) or suit_of(card_id) == suit else 0


def flush_suit(total: int) -> int:
    """Return the suit whose flush bit is set in a sum of card keys that has one."""
    return ((total & FLUSH_BITS).bit_length() - RANK_BITS - 1) // COUNTER_BITS


CARD_KEYS = tuple(card_key(card_id) for card_id in range(N_CARDS))
CARD_MASKS = tuple(card_mask(card_id) for card_id in range(N_CARDS))
SUITED_KEYS = tuple(tuple(suited_key(card_id, suit) for card_id in range(N_CARDS)) for suit in range(N_SUITS))


def keys_with_wild_ranks(ranks: Collection[int]) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Return card keys and, suit by suit, suited keys, where cards of wild ranks have the keys of a joker."""
    alike = [JOKERS[0] if not is_joker(each) and rank_of(each) in ranks else each for each in range(N_CARDS)]
    return tuple(CARD_KEYS[each] for each in alike), tuple(tuple(row[each] for each in alike) for row in SUITED_KEYS)
