"""The best first draw of every hand, from the sums of `deadsums`.

A *mask* names the discards by the places of the ascending hand: bit 0 is the lowest card. A plan has one mask for each
class of hands, or FOLD_HAND. Of equally good options the first in the order of the legal actions counts.
"""

from itertools import combinations
from math import comb, lcm
from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.titles.double_draw_poker.deadsets import sum_within
from houseway.analysis.titles.double_draw_poker.held import held_sets
from houseway.analysis.titles.double_draw_poker.payoffs import FOLD_FIRST, LOSS, Payoffs
from houseway.analysis.titles.double_draw_poker.space import MOST_DEAD, Array, HandSpace, set_number
from houseway.errors import BadPayTable
from houseway.games.titles.double_draw_poker import PACKET

FOLD_HAND = 1 << PACKET
MASKS = np.array(
    [
        sum(1 << place for place in places)
        for count in range(MOST_DEAD + 1)
        for places in combinations(range(PACKET - 1, -1, -1), count)
    ],
    np.int64,
)
"""All discards in the order of the legal actions: none, then one card, the highest first, and so on."""

HELD_SIZES = tuple(range(PACKET - MOST_DEAD, PACKET))

_compiled = numba.njit(nogil=True, cache=True)


class HeldValues(NamedTuple):
    """The sums of all held sets of one size, and how to find those of any set."""

    representatives: Array
    class_of: Array
    symmetry_of: Array
    sums: Array


def held_values(space: HandSpace, size: int, sums: NDArray[np.int64]) -> HeldValues:
    """The sums of a size beside the classes they belong to."""
    sets = held_sets(space.deck, space.system, size)
    return HeldValues(sets.representatives, sets.class_of, sets.symmetry_of, sums)


def deals(n_cards: int, n_dead: int) -> int:
    """In how many ways cards can be drawn at the first draw, and then one card at the second."""
    return comb(n_cards - PACKET, n_dead) * (n_cards - PACKET - n_dead)


def common_deals(n_cards: int) -> int:
    """A number of deals after the first five cards that every number of discards divides."""
    return lcm(*(deals(n_cards, n_dead) for n_dead in range(MOST_DEAD + 1)))


def check_range(payoffs: Payoffs, space: HandSpace) -> None:
    """Refuse odds whose sums would not fit in 63 bits."""
    draws = 2**MOST_DEAD * comb(space.n_cards, MOST_DEAD) * space.n_cards * len(space.images)
    most = (2**63 - 1) // max(draws, common_deals(space.n_cards))
    if max(payoffs.gains) > most:
        raise BadPayTable(
            f"the odds are too large or too finely divided to be summed exactly: a hand is worth "
            f"{max(payoffs.gains)} units of 1/{payoffs.scale} Ante; at most {most} can be counted"
        )


@_compiled
def to_representative(hand: Array, mask: int, values: HeldValues, images: Array, dead: Array) -> int:
    """The class of the cards that a mask holds; `dead` gets the discards, numbered among the cards it does not hold."""
    held = np.empty(values.representatives.shape[1], np.int64)
    at = 0
    for place in range(PACKET):
        if not mask >> place & 1:
            held[at] = hand[place]
            at += 1
    number = set_number(held)
    held_class, symmetry = values.class_of[number], values.symmetry_of[number]
    at = 0
    for place in range(PACKET):
        if mask >> place & 1:
            card = images[symmetry, hand[place]]
            below = 0
            for other in values.representatives[held_class]:
                below += other < card
            dead[at] = np.int64(card) - below
            at += 1
    found: int = held_class
    return found


@_compiled
def to_representatives(hands: Array, masks: Array, values: HeldValues, images: Array, dead: Array) -> Array:
    """The same for many hands and a mask for each."""
    classes = np.empty(hands.shape[0], np.int64)
    for row in range(hands.shape[0]):
        classes[row] = to_representative(hands[row], masks[row], values, images, dead[row])
    return classes


@_compiled
def _option_values(
    hand: Array,
    pat: int,
    two: HeldValues,
    three: HeldValues,
    four: HeldValues,
    images: Array,
    masks: Array,
    factors: Array,
    gains: Array,
) -> None:
    for option in range(masks.size):
        mask = masks[option]
        n_dead = 0
        for place in range(PACKET):
            n_dead += mask >> place & 1
        dead = np.empty(n_dead, np.int64)
        if n_dead == 0:
            gains[option] = pat * factors[0]
            continue
        values = four if n_dead == 1 else three if n_dead == 2 else two
        held_class = to_representative(hand, mask, values, images, dead)
        n_others = images.shape[1] - values.representatives.shape[1]
        gains[option] = sum_within(values.sums[held_class], n_others, dead) * factors[n_dead]


@_compiled
def first_draw_values(
    hands: Array,
    pats: Array,
    two: HeldValues,
    three: HeldValues,
    four: HeldValues,
    images: Array,
    masks: Array,
    factors: Array,
    gains: Array,
) -> None:
    """The total gain of every mask for every hand over the common number of deals; `pats` are those of no draw."""
    for row in range(hands.shape[0]):
        _option_values(hands[row], pats[row], two, three, four, images, masks, factors, gains[row])


def option_gains(
    space: HandSpace, hands: NDArray[np.uint8], pats: NDArray[np.int64], values: dict[int, HeldValues]
) -> NDArray[np.int64]:
    """For each hand and each of MASKS, the total gain over the common number of deals."""
    total = common_deals(space.n_cards)
    factors = np.array([total // deals(space.n_cards, n_dead) for n_dead in range(MOST_DEAD + 1)], np.int64)
    gains = np.empty((len(hands), len(MASKS)), np.int64)
    two, three, four = (values[size] for size in HELD_SIZES)
    first_draw_values(hands, pats, two, three, four, space.images, MASKS, factors, gains)
    return gains


def best_masks(gains: NDArray[np.int64], payoffs: Payoffs, n_cards: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The first of the best options of each hand, and its total gain."""
    fold = (FOLD_FIRST - LOSS) * payoffs.scale * common_deals(n_cards)
    best = np.argmax(gains, axis=1)
    most = gains[np.arange(len(gains)), best]
    masks = np.where(most > fold, MASKS[best], FOLD_HAND).astype(np.uint8)
    return masks, np.maximum(most, fold)
