"""One hand, counted directly: needs no counts on disk and takes any dead cards out exactly.

First all boards are counted by their ranks, as if there were no flushes. Then, suit by suit, the boards with three or
more cards of it are corrected: what was counted for them is taken off and the true result added. Boards go by profiles
of the groups in `groups`. On all boards of a profile a pair of a class has one value, so they are settled at once.

Size of numbers. The boards of a profile times the dealer's hands are at most 32^5 x 6 C(407, 4) < 2^58 with eight
decks, so the sum of one profile fits in 64 bits (what passes them on the way comes back, as sums are taken modulo
2^64). Sums over profiles are kept in a low and a high part.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from math import comb

import numpy as np

from houseway.analysis.titles.fast_action_holdem.dealer import UNITS
from houseway.analysis.titles.fast_action_holdem.groups import (
    NO_SUIT,
    ONE_SUITED,
    DealerHands,
    Groups,
    dealer_hands,
    house_way_scores,
    make_groups,
)
from houseway.analysis.titles.fast_action_holdem.jobs import LIMB, FastActionCount
from houseway.analysis.titles.fast_action_holdem.profiles import (
    list_parts,
    no_parts,
    physical_boards,
    ways_of_profile,
    ways_with_fifth,
)
from houseway.analysis.titles.fast_action_holdem.settling import (
    Hand,
    Sums,
    Values,
    hand_of,
    no_flushes,
    no_sums,
    row_of,
    set_flushes,
    settle_ranks,
    settle_suit,
    values_by_ranks,
)
from houseway.analysis.titles.fast_action_holdem.space import BOARD, HAND, Integers
from houseway.analysis.titles.fast_action_holdem.tables import compiled
from houseway.cards.card import N_NATURAL, N_RANKS, N_SUITS, Card
from houseway.errors import BadCards
from houseway.ranking import ranking


@compiled
def count_boards(groups: Groups, hands: DealerHands, values: Values, hand: Hand, suit: int, sums: Sums) -> None:
    """Go through the profiles: all of them by rank, or those with three or more cards of a suit."""
    n_groups, n_classes = groups.sizes.size, hands.holding.shape[1]
    board, ranks = np.empty(BOARD, np.int64), np.empty(BOARD, np.int64)
    four, parts, all_parts = board[:-1], no_parts(), no_parts()
    flushes, five_flushes = no_flushes(), no_flushes()
    room = np.zeros((4, n_classes), np.int64)
    for first in range(N_RANKS):
        for second in range(first, N_RANKS):
            for third in range(second, N_RANKS):
                for fourth in range(third, n_groups):
                    board[0], board[1], board[2], board[3] = first, second, third, fourth
                    physical_fours = physical_boards(groups, four)
                    if physical_fours == 0:
                        continue
                    used = n_classes if suit == NO_SUIT or fourth < N_RANKS else ONE_SUITED
                    of_four, ways = room[0, :used], room[1, :used]
                    n_parts = list_parts(groups, four, parts)
                    ways_of_profile(groups, hands, parts, n_parts, of_four)
                    if suit != NO_SUIT:
                        set_flushes(values, suit, four, flushes)
                    for fifth in range(fourth, n_groups):
                        board[4] = fifth
                        again = fifth == fourth
                        physical = physical_boards(groups, board) if again else physical_fours * groups.sizes[fifth]
                        if physical == 0:
                            continue
                        if again:
                            ways_of_profile(groups, hands, all_parts, list_parts(groups, board, all_parts), ways)
                        else:
                            ways_with_fifth(groups, hands, parts, n_parts, of_four, fifth, ways)
                        known = values.by_ranks[row_of(groups, board, ranks)]
                        if suit == NO_SUIT:
                            settle_ranks(values, hand, known, ways, physical, sums)
                            continue
                        if fifth < N_RANKS:
                            set_flushes(values, suit, board, five_flushes)
                        of_board = five_flushes if fifth < N_RANKS else flushes
                        settle_suit(values, hand, known, ways, physical, of_board, room[2:], sums)


@dataclass(frozen=True)
class HandCount:
    """For the six pairs of a hand in the order of PLACES: wins and ties, and boards by class of hand."""

    wins: tuple[int, ...]
    ties: tuple[int, ...]
    boards: tuple[tuple[int, ...], ...]


def count_hand(job: FastActionCount, hand: tuple[Card, ...], dead: tuple[Card, ...], threads: int) -> HandCount:
    """Count one hand, cards ascending, with some cards dead."""
    left = np.array(job.deck.copies[:N_NATURAL], np.int64)
    np.subtract.at(left, [*hand, *dead], 1)
    _check_size(left)
    values, scores = _values(job), house_way_scores(job.rules)

    def count(suit: int) -> Sums:
        groups, sums = make_groups(left, suit), no_sums(len(job.first_values))
        count_boards(groups, dealer_hands(groups, left, scores), values, hand_of(hand, suit), suit, sums)
        return sums

    with ThreadPoolExecutor(threads) as pool:
        parts = list(pool.map(count, (*range(N_SUITS), NO_SUIT)))
    dealers = np.sum([part.dealers for part in parts], axis=0).astype(object)
    wins, ties = (dealers[..., 0] + (dealers[..., 1] << LIMB)).tolist()
    boards = np.sum([part.boards for part in parts], axis=0).tolist()
    return HandCount(tuple(wins), tuple(ties), tuple(map(tuple, boards)))


def _check_size(left: Integers) -> None:
    """Refuse a shoe whose boards of one profile could pass 64 bits."""
    most_of_rank = int(left.reshape(N_RANKS, N_SUITS).sum(axis=1).max())
    if most_of_rank**BOARD * UNITS * comb(int(left.sum()) - BOARD, HAND) >= 2**63:
        raise BadCards(f"A shoe with {left.sum()} cards left is too large for advice; use at most eight decks.")


@lru_cache(maxsize=2)
def _values(job: FastActionCount) -> Values:
    showdown = ranking(job.system)
    copies = np.array(job.deck.copies[:N_NATURAL], np.int64)
    most = copies.reshape(N_RANKS, N_SUITS).sum(axis=1)
    classes = np.searchsorted(job.first_values, np.arange(showdown.n_values + 1), side="right") - 1
    return Values(values_by_ranks(showdown.lookup, most), copies, showdown.lookup, classes.astype(np.int8))
