"""Exact equity at a showdown of Five Card HoldOut: every board that can still come, every player's best hand."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain, combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.results.equity import EquityResult, PlayerEquity
from houseway.cards.card import Card
from houseway.cards.deck import Deck
from houseway.cards.notation import CardsLike, parse_cards
from houseway.errors import BadCards
from houseway.games.titles.five_card_holdout.table import BOARD_CARDS, HOLE_CARDS
from houseway.ranking import ranking
from houseway.ranking.composition import ALL_HELD

PLAYERS = range(2, 10)
"""The number of players at a table (FCH-R6)."""
BOARDS_SEEN = range(0, BOARD_CARDS + 1, 2)
"""The number of open community cards: none, the flop's two, or all four (FCH-4a, FCH-4b)."""
RANKING = "standard"


def equity(held: Sequence[CardsLike], board: CardsLike = (), dead: CardsLike = ()) -> EquityResult:
    """Return the chances of players with one to five held cards each, given the known board cards.

    All held cards play, with the board cards, of four, that complete the hand (FCH-3d, FCH-3e). Dead cards, such as
    known discards, cannot come.

    >>> result = equity(["Ts Jd", "Tc Jh Qd", "Td Jc 2h"], board="2c Qh Ks Ad")
    >>> [(str(player.win), str(player.tie), str(player.equity)) for player in result.players]
    [('0', '1', '1/2'), ('0', '1', '1/2'), ('0', '0', '0')]
    """
    if not isinstance(held, Sequence):
        raise BadCards(f"expected the cards of each player, as ['Ts Jd', 'Tc Jh Qd']; got {held!r}")
    hands = [parse_cards(cards, deck=Deck.standard(), count=range(1, HOLE_CARDS + 1)) for cards in held]
    if len(hands) not in PLAYERS:
        raise BadCards(f"expected {PLAYERS[0]} to {PLAYERS[-1]} players; got {len(hands)} (FCH-R6)")
    known = parse_cards(board, deck=Deck.standard(), count=BOARDS_SEEN)
    left = Deck.standard().without(chain(*hands, known, parse_cards(dead, deck=Deck.standard())))
    boards = boards_to_come(left, known)
    return _compare(hands, np.array([board_values(hand, boards) for hand in hands]))


def boards_to_come(left: Deck, known: tuple[Card, ...] = ()) -> NDArray[np.uint8]:
    """Return every full board that begins with the known cards, one per row."""
    missing = BOARD_CARDS - len(known)
    if left.size < missing:
        raise BadCards(f"The board needs {missing} more cards; the deck has {left.size} left.")
    drawn = chain.from_iterable(combinations(left.distinct, missing))
    rows = np.fromiter(drawn, np.uint8).reshape(comb(left.size, missing), missing)
    return np.column_stack([np.tile(np.array(known, np.uint8), (len(rows), 1)), rows])


def board_values(held: Sequence[int], boards: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Return the value of the best hand that some held cards make with every board."""
    rows = np.tile(np.array(held, np.uint8), (len(boards), 1))
    return ranking(RANKING).evaluate_best(ALL_HELD, rows, boards)


def _compare(hands: list[tuple[Card, ...]], values: NDArray[np.uint16]) -> EquityResult:
    boards = values.shape[1]
    best = values == values.max(axis=0)
    sharing = best.sum(axis=0)
    players = []
    for hand, is_best in zip(hands, best, strict=True):
        by_sharers = np.bincount(sharing[is_best], minlength=2).tolist()
        shares = sum((Fraction(count, sharers) for sharers, count in enumerate(by_sharers) if sharers), Fraction(0))
        win, tie = Fraction(by_sharers[1], boards), Fraction(sum(by_sharers[2:]), boards)
        players.append(PlayerEquity(hand, win, tie, shares / boards))
    return EquityResult(boards, tuple(players))
