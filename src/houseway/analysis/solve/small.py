"""Small games with known solutions: Kuhn's poker and Leduc hold'em, on the same code as everything else."""

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.solve.betting import betting_tree
from houseway.analysis.solve.boards import boards_of, distinct_boards
from houseway.analysis.solve.ranges import full_range
from houseway.analysis.solve.subgame import Subgame
from houseway.cards.card import rank_of
from houseway.cards.deck import Deck

PAIR = 100


def kuhn() -> Subgame:
    """Return Kuhn's poker: three cards, an ante of one chip each, one bet of one chip.

    The first player loses 1/18 of a chip per hand.

    >>> found = kuhn().solve(target=1e-4)
    >>> round(found.value, 3), round(-1 / 18, 3)
    (-0.056, -0.056)
    """
    deck = Deck.stripped(ranks="JQK", suits="s")
    ranges = (full_range(deck, 1), full_range(deck, 1))
    boards = boards_of(distinct_boards(deck, (), 0, ranges), deck, (), ranges, _rank)
    return Subgame(ranges, pot=2, last=betting_tree(1, 1), boards=boards)


def leduc(same_suits: bool = True) -> Subgame:
    """Return Leduc hold'em: six cards of three ranks, antes of one chip, bets of two, a board card, bets of four.

    A round has at most a bet and a raise. A pair with the board wins, else the higher card.
    """
    deck = Deck.stripped(ranks="JQK", suits="hs")
    ranges = (full_range(deck, 1), full_range(deck, 1))
    boards = boards_of(distinct_boards(deck, (), 1, ranges, same_suits), deck, (), ranges, _pair_or_rank)
    return Subgame(ranges, pot=2, last=betting_tree(4, 2), boards=boards, first=betting_tree(2, 2))


def _rank(hands: NDArray[np.uint8], boards: NDArray[np.uint8]) -> NDArray[np.int64]:
    return np.array([rank_of(card) for card in hands[:, 0].tolist()])


def _pair_or_rank(hands: NDArray[np.uint8], boards: NDArray[np.uint8]) -> NDArray[np.int64]:
    ranks = _rank(hands, boards)
    return np.where(ranks == _rank(boards, boards), PAIR, ranks)
