"""HoldOut of two or three cards as a whole game that can be solved, on the terms of the small table."""

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.solve.betting import betting_tree, blinds_tree
from houseway.analysis.solve.discards import Draw, DrawRules
from houseway.cards.deck import Deck
from houseway.games.titles.five_card_holdout.small_holdout import small_holdout
from houseway.games.titles.five_card_holdout.table import RANKINGS
from houseway.ranking import ranking
from houseway.ranking.composition import AllHeld


def small_game(cards: int, deck: Deck | None = None, *, same_suits: bool = True, **changes: int) -> Draw:
    """Return HoldOut of `cards` cards.

    `changes` are of the table's size, as `bets_a_round=2`. Values are in big blinds.
    """
    table = small_holdout(cards, deck, **changes)
    first, *later = table.terms

    def strength(hands: NDArray[np.uint8], boards: NDArray[np.uint8]) -> NDArray[np.int64]:
        return ranking(RANKINGS[cards]).evaluate_best(AllHeld(cards), hands, boards).astype(np.int64)

    most = table.size.bets_a_round
    return Draw(
        DrawRules(
            deck=table.deck,
            cards=cards,
            least_held=table.size.least_held,
            blinds=blinds_tree(first.bet, most, table.small_blind, table.big_blind),
            rounds=tuple(betting_tree(terms.bet, most) for terms in later),
            streets=table.size.streets[1:],
            strength=strength,
            unit=table.big_blind,
            same_suits=same_suits,
        )
    )
