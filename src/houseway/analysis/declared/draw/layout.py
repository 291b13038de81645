"""Declarations that are draws: player's cards, of which some may be exchanged unseen, against the dealer's cards.

It compares the dealer's hands with a hand that stands pat, and with every hand that a draw can make of it.

A hold is the set of cards that are kept of a player's hand of p cards. With m cards drawn for the discards, its final
hands are those of all sets of m cards outside the player's hand. Against each of them the dealer's d cards are any that
are neither in the player's hand, discarded or not, nor drawn. So the dealer's hands below a value are counted for every
player's hand up to renaming of suits, every hold and every draw. The count is by inclusion and exclusion over p + m
cards (`private_showdown.disjoint`). The value of a hold is a sum over its draws. A hand that stands pat is counted
once. The draw that it leaves in the deck is any of those left. So each choice has the same number of ways to end: C(n -
p, d) C(n - p - d, m) for a deck of n cards.
"""

from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import all_sets
from houseway.analysis.declared.private_showdown.counting import Cards, Comparison, Numbers
from houseway.analysis.declared.private_showdown.disjoint import count_against, tables_of
from houseway.analysis.declared.private_showdown.layout import DEALER_CARDS_TO_EXCLUDE
from houseway.analysis.declared.streets import hands_of
from houseway.cards.card import N_NATURAL
from houseway.cards.deck import Deck
from houseway.errors import BadDeclaration
from houseway.games.engine.declared.steps import Ask, Show
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import (
    Between,
    Chosen,
    Compare,
    Decision,
    Exchanged,
    Hand,
    Owner,
    Paid,
    Rest,
)
from houseway.ranking.system import SYSTEMS

MOST_DRAWS = 5 * 10**6
"""Player hands up to renaming of suits times holds times draws. Beyond this number the counts take too much memory."""
SUIT_RENAMINGS = 24


@dataclass(frozen=True, slots=True)
class Layout:
    """The player's hand, the cards drawn for the discards, the final hand, and the dealer's hand.

    `kept` are the cards that are not discarded, where the title asks about them.
    """

    own: Hand
    away: Chosen
    drawn: Hand
    final: Exchanged
    dealer: Hand
    compare: Compare
    kept: tuple[Rest, ...]

    @classmethod
    def of(cls, game: DeclaredGame) -> "Layout":
        """Return the layout of a title that the family accepts."""
        if reason := reason_against(game):
            raise BadDeclaration(f"{game.title} is not a draw game: {reason}")
        (final,) = game.every(Exchanged)
        assert final.drawn.replaces is not None
        compare, dealer = game.every(Compare)[0], hands_of(game, Owner.DEALER)[0]
        kept = tuple(rest for rest in game.every(Rest) if rest.of is final.drawn.replaces)
        return cls(final.of, final.drawn.replaces, final.drawn, final, dealer, compare, kept)


def reason_against(game: DeclaredGame) -> str:
    """Return why a title is not a draw that can be counted; empty if it is one."""
    exchanged, compares, dealers = game.every(Exchanged), game.every(Compare), hands_of(game, Owner.DEALER)
    if len(exchanged) != 1 or len(game.every(Chosen)) != 1:
        return "no hand of it is exchanged" if not exchanged else "it picks cards for more than one exchange"
    final = exchanged[0]
    if hands_of(game, Owner.TABLE) or len(dealers) != 1 or set(hands_of(game, Owner.SEAT)) != {final.of, final.drawn}:
        return "it is not one own hand against one of the dealer's"
    if len(compares) != 1 or compares[0].own is not final or game.system(compares[0]) not in SYSTEMS:
        return "the hand in the end is not what is compared, in a ranking with tables"
    if len(game.every(Decision)) != 1 or game.depends_on_hand:
        return "it does not ask one decision that is open to every hand"
    if dealers[0].up_at(game) or dealers[0].cards not in DEALER_CARDS_TO_EXCLUDE or _shown_before(game):
        return "the dealer's hand is seen, or not of three to five cards"
    for paid in game.every(Paid):
        if set(paid.hands) not in ({final}, {final.of}) or game.table(paid).form.system not in SYSTEMS:
            return f"{paid.place}: {paid.title} is not paid on the own hand, at first or in the end"
    for term in game.every(Between):
        if not isinstance(term.hands[0], Rest) or term.hands[0].of is not final.drawn.replaces:
            return f"{term.place}: {term.title} is not about the cards that are kept"
    deck = game.deck
    if deck.max_copies > 1 or any(deck.copies[N_NATURAL:]):
        return "its deck has copies of cards, or jokers"
    if game.cards_needed(1) > deck.size:
        return f"its deck has {deck.size} cards, and a round takes {game.cards_needed(1)}"
    draws = n_draws(game, final)
    return f"about {draws:,} draws are too many" if draws > MOST_DRAWS else ""


def n_draws(game: DeclaredGame, final: Exchanged) -> int:
    """Return about how many holds and draws there are."""
    size, own, more = game.deck.size, final.of.cards, final.drawn.cards
    return comb(size, own) // SUIT_RENAMINGS * comb(own, more) * comb(size - own, more)


def _shown_before(game: DeclaredGame) -> bool:
    steps = [step for lap in game.procedure for step in lap.steps]
    asked = [place for place, step in enumerate(steps) if isinstance(step, Ask)]
    return any(isinstance(step, Show) and place < max(asked) for place, step in enumerate(steps))


@dataclass(frozen=True)
class Draws:
    """Player hands, one per row, and the dealer's hands by outcome.

    The outcomes are against the hand that stands pat, and against every hold (second axis) with every draw (third).
    `away` lists the places of the cards that a hold discards, the highest first.
    """

    hands: Cards
    away: tuple[tuple[int, ...], ...]
    values: Numbers
    stands: Numbers
    final_values: Numbers
    drawn: Numbers

    @classmethod
    def of(cls, deck: Deck, layout: Layout, told: Comparison, hands: Cards) -> "Draws":
        """Count against player hands, in ascending order, of a deck that contains them."""
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
        """Return the ways to end with one player's hand: the dealer's hands times the actual or possible draws."""
        left = deck.size - layout.own.cards
        return comb(left, layout.dealer.cards) * self.unused(deck, layout)

    def unused(self, deck: Deck, layout: Layout) -> int:
        """Return the draws that are left where a hand stands pat."""
        return comb(deck.size - layout.own.cards - layout.dealer.cards, layout.drawn.cards)


def _spread(cards: Cards, shape: tuple[int, ...]) -> NDArray[np.uint8]:
    return np.broadcast_to(cards, (*shape, cards.shape[-1]))
