"""Strategies as columns: the choice that each hand makes, for the best strategy and for those that see one hand."""

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.shell.asked import as_kind
from houseway.analysis.shell.one_hand import view_of_hand
from houseway.analysis.titles.pick_2_poker.hands import TRIPLES, Hands
from houseway.analysis.titles.pick_2_poker.payoffs import FIRST_THREE_COLUMN, FIVE_COLUMN, FOLD_COLUMN, Payoffs
from houseway.cards.card import Card
from houseway.games.engine.action import Action
from houseway.games.engine.game import Game
from houseway.games.strategies.base import Strategy
from houseway.games.titles.pick_2_poker import Pick2Poker
from houseway.games.titles.pick_2_poker.hands import FIVE, FOLD, THREE


def as_pick_2(game: Game) -> Pick2Poker:
    """The game, which must be Pick 2 Poker."""
    return as_kind(game, Pick2Poker)


def best_columns(payoffs: Payoffs) -> NDArray[np.intp]:
    """The best choice of every hand; of equally good ones the first in the order of the game's legal actions."""
    best: NDArray[np.intp] = payoffs.values().argmax(axis=1)
    return best


def columns_of(strategy: Strategy, hands: Hands) -> NDArray[np.intp]:
    """The choices of a strategy that sees its own five cards, asked hand by hand."""
    return np.array([column_of(strategy.choose(view_of_hand(cards)), cards) for cards in _rows(hands)], np.intp)


def action_of(column: int, cards: tuple[Card, ...]) -> Action:
    """The action of a column; the cards descend."""
    if column < FIRST_THREE_COLUMN:
        return Action(FOLD if column == FOLD_COLUMN else FIVE)
    return Action(THREE, tuple(cards[place] for place in TRIPLES[column - FIRST_THREE_COLUMN]))


def column_of(action: Action, cards: tuple[Card, ...]) -> int:
    """The column of an action; the cards descend."""
    if action.kind in (FOLD, FIVE):
        return FOLD_COLUMN if action.kind == FOLD else FIVE_COLUMN
    places = tuple(place for place, card in enumerate(cards) if card in action.cards)
    return FIRST_THREE_COLUMN + TRIPLES.index(places)


def _rows(hands: Hands) -> list[tuple[Card, ...]]:
    return [tuple(map(Card, row)) for row in hands.cards.tolist()]
