"""How the dealer's hands compare with a hand that stands, and with every hand that a draw can make of it.

A hold is what is kept of an own hand of p cards. With m cards drawn for those put away, its final hands are those of
all sets of m cards outside the own hand, and against each of them the dealer's d cards are any that are neither in the
own hand, put away or not, nor drawn. So for every own hand up to renaming of suits, every hold and every draw the
dealer's hands below a value are counted by inclusion and exclusion over p + m cards (`private_showdown.disjoint`), and
the value of a hold is a sum over its draws. A hand that stands is counted once; the draw that it leaves in the deck is
any of those left, so that all ways to end are as many: C(n - p, d) C(n - p - d, m) for a deck of n cards.
"""

from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import all_sets
from houseway.analysis.declared.draw.layout import Layout
from houseway.analysis.declared.private_showdown.counting import Cards, Comparison, Numbers
from houseway.analysis.declared.private_showdown.disjoint import count_against, tables_of
from houseway.cards.deck import Deck


@dataclass(frozen=True)
class Draws:
    """Own hands, a row each, and the dealer's hands by outcome: against the hand that stands, and against every hold
    (second axis) with every draw (third). `away` lists the places of the cards that a hold puts
    away, the highest first.
    """

    hands: Cards
    away: tuple[tuple[int, ...], ...]
    values: Numbers
    stands: Numbers
    final_values: Numbers
    drawn: Numbers

    @classmethod
    def of(cls, deck: Deck, layout: Layout, told: Comparison, hands: Cards) -> "Draws":
        """Count against own hands, in ascending order, of a deck that holds them."""
        tables, dealer = tables_of(deck, layout.dealer.cards, told.system), layout.dealer.cards
        own, more = layout.own.cards, layout.drawn.cards
        away = tuple(combinations(range(own), more))[::-1]
        values = told.values(hands)
        stands = count_against(tables, hands, values, own, dealer, told)
        cards = np.array(deck.distinct, np.uint8)
        left = np.stack([cards[~np.isin(cards, hand)] for hand in hands])
        draws = left[:, all_sets(left.shape[1], more)]
        shape = len(hands), len(away), draws.shape[1]
        kept = np.stack([np.delete(hands, list(places), axis=1) for places in away], axis=1)
        finals = np.concatenate([_spread(kept[:, :, None], shape), _spread(draws[:, None], shape)], axis=3)
        final_values = told.values(np.ascontiguousarray(finals.reshape(-1, own)))
        seen = np.concatenate([_spread(hands[:, None, None], shape), _spread(draws[:, None], shape)], axis=3)
        rows = np.ascontiguousarray(seen.reshape(-1, own + more))
        drawn = count_against(tables, rows, final_values, own + more, dealer, told)
        return cls(hands, away, values, stands, final_values.reshape(shape), drawn.reshape(*shape, -1))

    def ways(self, deck: Deck, layout: Layout) -> int:
        """The ways to end with one own hand: what the dealer has, and what is drawn or would be."""
        left = deck.size - layout.own.cards
        return comb(left, layout.dealer.cards) * self.unused(deck, layout)

    def unused(self, deck: Deck, layout: Layout) -> int:
        """The draws that are left where a hand stands."""
        return comb(deck.size - layout.own.cards - layout.dealer.cards, layout.drawn.cards)


def _spread(cards: Cards, shape: tuple[int, ...]) -> NDArray[np.uint8]:
    return np.broadcast_to(cards, (*shape, cards.shape[-1]))
