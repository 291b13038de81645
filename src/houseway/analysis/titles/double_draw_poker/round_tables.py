"""The tables from which simulated rounds are played: small ones by pattern, which stay in a core's own cache.

The *pattern* of a hand in ascending order is its ranks and which of its cards share a suit. It decides the first draw.
The second option is decided by less: by the ranks, and which four or five cards share a suit.

It does not depend on the dead cards for most hands. With k of them a discard x is worth G(K) - g(h) - k q less the sum
of r(y) over the dead outs y of K (see `second`). Let x be the best option as if no out were dead. While no out of *its
own* K is dead it keeps its value, and the others can only lose some, so it is still the best.

Where a pattern leaves a decision open, as it may in a deck whose suits differ, it is made by the number of the hand.
"""

from itertools import product
from math import comb
from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.titles.double_draw_poker.endings import paired_ranks
from houseway.analysis.titles.double_draw_poker.first import FOLD_HAND
from houseway.analysis.titles.double_draw_poker.jobs import Plan, Problem, kernel_tables
from houseway.analysis.titles.double_draw_poker.second import Tables
from houseway.analysis.titles.double_draw_poker.space import IN_HAND, MOST_DEAD, Array, all_sets, number_without
from houseway.analysis.titles.double_draw_poker.strategies import masks_of_all_hands
from houseway.cards.card import ACE, N_RANKS, N_SUITS, Card, is_joker, rank_of, suit_of
from houseway.games.titles.double_draw_poker import PACKET
from houseway.ranking.kernels import trailing_zeros

JOKER_RANK, JOKER_SUIT = N_RANKS, N_SUITS
N_RANK_SETS = comb(N_RANKS + PACKET, PACKET)
"""How many ranks of five cards there are, repeated ones and jokers included."""
SUIT_BITS = 3
CODE_SHIFT = 16
"""A key is the number of the hand's ranks and, from this bit on, its suits, SUIT_BITS for each card."""
RANKS_MASK = np.uint32((1 << CODE_SHIFT) - 1)
ALL_SUITS = (1 << N_SUITS) - 1

FOLD, STAND, DISCARD_LOWEST = 0, 1, 2
"""Second choices: fold, stand, or discard the card at a place of the ascending hand."""
OPEN_DRAW = 64
"""Stands for a first draw that the pattern does not decide."""
OPEN = DISCARD_LOWEST + PACKET
"""Stands for a second choice that the pattern does not decide."""
OUTCOME_BITS, CHOICE_BITS = 4, 3
OUTS_SHIFT = OUTCOME_BITS + CHOICE_BITS
"""A second option is packed: outcome, choice, and the outs: first the suit of the kept cards, then ranks."""

_compiled = numba.njit(nogil=True, cache=True)


class RoundTables(NamedTuple):
    """What a round looks up.

    The first draw is `draws` by ranks and suit pattern, or else `masks` by the number of the hand; the second option
    is `seconds` by ranks and shared suits, or else `second_masks` by number, or the best one where that is empty.
    """

    keys: Array
    marks: Array
    suit_patterns: Array
    shared_suits: Array
    draws: Array
    seconds: Array
    masks: Array
    second_masks: Array
    ranks: Array


def round_tables(problem: Problem, plan: Plan) -> RoundTables:
    """The tables of a plan."""
    tables, space = kernel_tables(problem), problem.space
    hands = all_sets(space.n_cards, PACKET)
    suit_patterns, shared_suits = suit_tables()
    cards = [Card(card_id) for card_id in space.cards.tolist()]
    masks = masks_of_all_hands(space, plan.masks)
    rounds = RoundTables(
        keys=np.array([[_key(card_id, place) for place in range(PACKET)] for card_id in cards], np.uint32),
        marks=np.array([_mark(card_id) for card_id in cards], np.uint32),
        suit_patterns=suit_patterns,
        shared_suits=shared_suits,
        draws=np.zeros(N_RANK_SETS * (int(suit_patterns.max()) + 1), np.uint8),
        seconds=np.zeros(N_RANK_SETS * (int(shared_suits.max()) + 1), np.uint32),
        masks=masks,
        second_masks=plan.second_masks,
        ranks=paired_ranks(space),
    )
    outs = np.zeros(len(tables.kept_gain), np.uint32)
    if not plan.second_masks.size:
        _outs_of_kept(tables, rounds.marks, all_sets(space.n_cards, PACKET - 1), outs)
    _fill(rounds, tables, hands, outs)
    return rounds


def _key(card_id: Card, place: int) -> int:
    """What a card adds to the key of a hand in which it has a place."""
    rank, suit = (JOKER_RANK, JOKER_SUIT) if is_joker(card_id) else (rank_of(card_id), suit_of(card_id))
    return comb(rank + place, place + 1) + (suit << (CODE_SHIFT + SUIT_BITS * place))


def _mark(card_id: Card) -> int:
    """The rank and the suit of a card as bits."""
    if is_joker(card_id):
        return 1 << JOKER_RANK
    return 1 << rank_of(card_id) | 1 << (CODE_SHIFT + suit_of(card_id))


def suit_tables() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """By the suits of a hand: a number for each way to share suits, and for which four or five cards share one."""
    patterns, shared = (np.zeros(1 << SUIT_BITS * PACKET, np.uint8) for _ in range(2))
    numbers: dict[tuple[int, ...], int] = {}
    for suits in product(range(N_SUITS + 1), repeat=PACKET):
        if suits != tuple(sorted(suits, key=JOKER_SUIT.__eq__)):
            continue  # jokers come last
        code = sum(suit << SUIT_BITS * place for place, suit in enumerate(suits))
        naturals = [suit for suit in suits if suit != JOKER_SUIT]
        like = tuple(JOKER_SUIT if suit == JOKER_SUIT else naturals.index(suit) + JOKER_SUIT + 1 for suit in suits)
        patterns[code] = numbers.setdefault(like, len(numbers))
        odd = [place for place in range(PACKET) if _one_suit(suits[:place] + suits[place + 1 :])]
        shared[code] = 0 if not odd else PACKET + 1 if _one_suit(suits) else 1 + odd[0]
    return patterns, shared


def _one_suit(suits: tuple[int, ...]) -> bool:
    return len({suit for suit in suits if suit != JOKER_SUIT}) == 1


@_compiled
def _fill(rounds: RoundTables, tables: Tables, hands: Array, outs: Array) -> None:
    """Enter every hand under its pattern; where two hands of a pattern differ, the entry stays open."""
    drawn, seen = np.zeros(rounds.draws.size, np.bool_), np.zeros(rounds.seconds.size, np.bool_)
    kept = np.empty(PACKET, np.int64)
    for number in range(hands.shape[0]):
        hand, key = hands[number], np.uint32(0)
        for place in range(PACKET):
            key += rounds.keys[hand[place], place]
            kept[place] = number_without(hand, place)
        ranks, code = key & RANKS_MASK, key >> np.uint32(CODE_SHIFT)
        at = np.int64(rounds.suit_patterns[code]) * N_RANK_SETS + ranks
        differs = drawn[at] and rounds.draws[at] != rounds.masks[number]
        rounds.draws[at] = OPEN_DRAW if differs else rounds.masks[number]
        drawn[at] = True
        at = np.int64(rounds.shared_suits[code]) * N_RANK_SETS + ranks
        outcome = int(tables.outcome_of_hand[number])
        if rounds.second_masks.size:
            choice, out = _choice_by_mask(rounds, hand, rounds.second_masks[number])
        else:
            choice = _settled_choice(tables, kept, outcome)
            out = int(outs[kept[choice - DISCARD_LOWEST]]) if DISCARD_LOWEST <= choice < OPEN else 0
        second = outcome | choice << OUTCOME_BITS | out << OUTS_SHIFT
        differs = seen[at] and rounds.seconds[at] != second
        rounds.seconds[at] = outcome | OPEN << OUTCOME_BITS if differs else second
        seen[at] = True


@_compiled
def _choice_by_mask(rounds: RoundTables, hand: Array, mask: int) -> tuple[int, int]:
    """What a mask says if no rank of its cards is dead, and these ranks as outs if there are several."""
    choice = thrown_by_mask(mask, hand, np.uint64(0), rounds.ranks)
    out = 0
    for place in range(PACKET):
        if mask >> place & 1 and mask & (mask - 1) and mask != FOLD_HAND:
            rank = int(rounds.ranks[hand[place]])
            out |= 1 << (rank + 1) | int(rank == ACE) << (JOKER_RANK + 1)
    return choice, out


@_compiled
def thrown_by_mask(mask: int, hand: Array, dead: np.uint64, ranks: Array) -> int:
    """The second choice of a mask of the cards not held: that of the rank most often dead, of these the lowest."""
    if mask == FOLD_HAND:
        return FOLD
    choice, most = STAND, -1
    for place in range(PACKET):
        if mask >> place & 1:
            times, left = 0, dead
            while left:
                times += ranks[trailing_zeros(left)] == ranks[hand[place]]
                left &= left - np.uint64(1)
            if times > most:
                choice, most = DISCARD_LOWEST + place, times
    return choice


@_compiled
def _settled_choice(tables: Tables, kept: Array, outcome: int) -> int:
    """The best choice as if no out were dead, or OPEN if it is not the same for every number of dead cards."""
    settled, own = OPEN, tables.gains[outcome]
    for n_dead in range(MOST_DEAD + 1):
        best = max(own, tables.fold_gain) * (tables.n_cards - PACKET - n_dead)
        choice = STAND if own > tables.fold_gain else FOLD
        for back in range(PACKET):
            place = PACKET - 1 - back
            value = tables.kept_gain[kept[place]] - own - n_dead * tables.gains[tables.kept_base[kept[place]]]
            if value > best:
                best, choice = value, DISCARD_LOWEST + place
        if n_dead and choice != settled:
            return OPEN
        settled = choice
    return settled


@_compiled
def _outs_of_kept(tables: Tables, marks: Array, kept_sets: Array, outs: Array) -> None:
    """The cards that improve four kept ones: the suit that these share, in the lowest bit, and ranks above it."""
    for kept in range(kept_sets.shape[0]):
        shared = np.uint32(ALL_SUITS)
        for card in kept_sets[kept]:
            suit = marks[card] >> np.uint32(CODE_SHIFT)
            shared &= suit if suit else np.uint32(ALL_SUITS)
        base = tables.gains[tables.kept_base[kept]]
        for card in range(tables.n_cards):
            outcome = tables.outcome_with[kept, card]
            if outcome != IN_HAND and tables.gains[outcome] > base:
                in_suit = marks[card] >> np.uint32(CODE_SHIFT) & shared != 0
                outs[kept] |= np.uint32(1) if in_suit else (marks[card] & RANKS_MASK) << np.uint32(1)
