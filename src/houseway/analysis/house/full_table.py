"""A round that costs the house as much as we can find, dealt and settled by the rules themselves.

The round proves that the house can lose so much. Nothing is proved about more: that is the bound of `exposure`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import all_sets
from houseway.analysis.particulars import Cards, Choose, particulars
from houseway.cards.card import N_CARDS, N_NATURAL, Card
from houseway.cards.deck import Deck
from houseway.cards.notation import format_cards
from houseway.errors import BadCards
from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game
from houseway.games.engine.money import Cents
from houseway.games.strategies import play_out
from houseway.ranking import ranking

HAND_CARDS = 5
MOST_FIRST_HANDS = 24
Floats = NDArray[np.float64]
Masks = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class DealtRound:
    """What a round of so many seats costs the house, in cents, and the shoe that it is dealt from."""

    seats: int
    cost: Cents
    shoe: str

    def to_dict(self) -> dict[str, object]:
        """A plain form for JSON."""
        return {"seats": self.seats, "cost_cents": self.cost, "shoe": self.shoe}


@dataclass
class Chooser:
    """An automatic player that does what a function says."""

    choose: Choose
    name: str = "largest payout"


def dear_round(game: Game, bet: Bet, n_seats: int) -> DealtRound | None:
    """The costliest round that we know how to deal.

    None where we know none of the game, or the deck has not the cards for one.
    """
    known = particulars(game)
    try:
        shoes = known.dear_shoes(game, bet, n_seats)
        rounds = [_play(game, bet, n_seats, shoe, choose) for shoe in shoes for choose in known.dear_ways(game)]
    except BadCards:
        return None
    return max(rounds, key=lambda each: each.cost, default=None)


def _play(game: Game, bet: Bet, n_seats: int, shoe: Cards, choose: Choose) -> DealtRound:
    state = play_out(game.start([bet] * n_seats, shoe=shoe), Chooser(choose))
    cost = sum(entry.net for entry in state.settlements)
    return DealtRound(n_seats, Cents(cost), format_cards(tuple(Card(card_id) for card_id in shoe)))


def best_hands(game: Game, system: str, stakes: Mapping[str, int], n_seats: int, weak_hands: int = 0) -> Cards:
    """Five cards to each seat that win most on the tables staked on, one after the other, then weak hands of five.

    The hand that is dealt first decides what is left for the others, so each of the best ones is tried.
    """
    hands, masks, values = _every_hand(game.deck, system)
    gains = sum((_odds(game, table, system)[values] * stake for table, stake in stakes.items()), np.zeros(len(hands)))
    first_hands = np.flatnonzero(gains == gains.max())[:MOST_FIRST_HANDS]
    dealt = max((_deal_on(int(first), masks, gains, n_seats) for first in first_hands), key=lambda d: gains[d].sum())
    weak = _deal_on(None, masks, -values.astype(float), weak_hands, int(np.bitwise_or.reduce(masks[dealt])))
    shoe: list[int] = hands[[*dealt, *weak]].ravel().tolist()
    return shoe


@lru_cache(maxsize=1)
def _every_hand(deck: Deck, system: str) -> tuple[NDArray[np.uint8], Masks, NDArray[np.uint16]]:
    """All hands of five, their cards as bits, and their values; kept, since a comparison asks twice."""
    hands = all_sets(N_CARDS if any(deck.copies[N_NATURAL:]) else N_NATURAL, HAND_CARDS)
    hands = hands[np.array(deck.copies, bool)[hands].all(axis=1)]
    masks = np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=1)
    return hands, masks, ranking(system).evaluate(hands)


def _deal_on(first: int | None, masks: Masks, gains: Floats, n_hands: int, taken: int = 0) -> list[int]:
    """Disjoint hands by their places, always the best of those left."""
    dealt: list[int] = []
    for number in range(n_hands):
        free = (masks & np.uint64(taken)) == 0
        if not free.any():
            raise BadCards(f"The deck has no cards left for hand {number + 1}.")
        best = first if first is not None and not dealt else int(np.where(free, gains, -np.inf).argmax())
        dealt.append(best)
        taken |= int(masks[best])
    return dealt


def _odds(game: Game, table: str, system: str) -> Floats:
    """What each value of a ranking system wins on a table, as odds to one; a loss counts as nothing won."""
    assert game.pay_set is not None, "the game has a Bonus"
    pays = game.pay_set[table]
    values = range(1, ranking(system).n_values + 1)
    return np.array([0.0, *(float(pays.pays_value(value, system) or 0) for value in values)])
