"""Strategies that decide many rounds at once, for simulations.

A strategy is a table by the cards seen, a table by values, one path for everybody, or a count of each round's cards.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import all_sets, n_ids, set_numbers, suit_images
from houseway.analysis.counting.numbering import numbers_of
from houseway.analysis.declared.family import Player
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.private_showdown.layout import Layout
from houseway.analysis.declared.private_showdown.situations import (
    Situations,
    by_commitment,
    given_situations,
    naming_system,
    one_situation,
)
from houseway.analysis.declared.private_showdown.up_cards import kinds_of_up
from houseway.cards.card import N_NATURAL
from houseway.cards.deck import Deck
from houseway.games.engine.declared.vocabulary import Hand
from houseway.ranking import ranking

UNDECIDED = -1


@dataclass(frozen=True)
class TablePlayer(Player):
    """A player who looks up each situation. `table` holds a path by set of player's cards and set of up cards."""

    layout: Layout
    table: NDArray[np.uint8]

    @classmethod
    def of(cls, deck: Deck, layout: Layout, seen: NDArray[np.uint8], paths: NDArray[np.intp]) -> "TablePlayer":
        """Return a player who takes the path of each situation, for any names of its suits."""
        own = layout.own.cards
        ids = n_ids(deck)
        table = np.zeros((comb(ids, own), comb(ids, layout.up)), np.uint8)
        for image in suit_images(deck, keep_colors=layout.keep_colors):
            renamed = image[seen]
            mine, theirs = np.sort(renamed[:, :own], axis=1), np.sort(renamed[:, own:], axis=1)
            table[set_numbers(mine), set_numbers(theirs)] = paths
        return cls(layout, table)

    def paths(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> NDArray[np.int64]:
        """Return the number of the path that each round takes."""
        own, theirs = numbers_of(cards[self.layout.own]), numbers_of(cards[self.layout.dealer], self.layout.up)
        paths: NDArray[np.int64] = self.table[own, theirs].astype(np.int64)
        return paths


@dataclass(frozen=True)
class ValuesPlayer(Player):
    """A player by the kind of up cards and the value of the player's cards. `table` holds a path by both, and `kind_of`
    the kind of every set of up cards. Where sights of a kind and value are played differently, the table is undecided,
    and `sights` plays them.
    """

    layout: Layout
    system: str
    kind_of: NDArray[np.int64]
    table: NDArray[np.int8]
    sights: "SightPlayer | None"

    @classmethod
    def of(
        cls, layout: Layout, situations: Situations, paths: NDArray[np.intp], sights: "SightPlayer | None" = None
    ) -> "ValuesPlayer":
        """Return a player who takes the path of each row; without `sights`, rows of a kind and value must agree."""
        system = naming_system(situations.payoffs.game)
        kinds, which = np.unique(situations.up, axis=0, return_inverse=True)
        rows = which.ravel(), situations.values
        shape = len(kinds), ranking(system).n_values + 1
        least, most = np.full(shape, len(situations.payoffs.paths), np.int8), np.full(shape, UNDECIDED, np.int8)
        np.minimum.at(least, rows, paths.astype(np.int8))
        np.maximum.at(most, rows, paths.astype(np.int8))
        place_of = {tuple(kind): place for place, kind in enumerate(kinds.tolist())}
        every = kinds_of_up(all_sets(N_NATURAL, layout.up)).tolist()
        kind_of = np.array([place_of.get(tuple(kind), 0) for kind in every], np.int64)
        return cls(layout, system, kind_of, np.where(least == most, most, UNDECIDED).astype(np.int8), sights)

    def paths(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> NDArray[np.int64]:
        """Return the number of the path that each round takes."""
        kinds = self.kind_of[numbers_of(cards[self.layout.dealer], self.layout.up)]
        found = self.table[kinds, ranking(self.system).evaluate(cards[self.layout.own])].astype(np.int64)
        open_rows = np.flatnonzero(found == UNDECIDED)
        if len(open_rows):
            assert self.sights is not None, "a strategy by values plays all hands of a value alike"
            found[open_rows] = self.sights.paths({hand: dealt[open_rows] for hand, dealt in cards.items()})
        return found


@dataclass(frozen=True)
class SamePathPlayer(Player):
    """A player who takes the same path with all cards."""

    layout: Layout
    path: int

    def paths(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> NDArray[np.int64]:
        """Return the same path for every round."""
        return np.full(len(cards[self.layout.own]), self.path, np.int64)


@dataclass(frozen=True)
class SightPlayer(Player):
    """A player who counts the dealer's hands against the cards seen, in each round."""

    layout: Layout
    payoffs: Payoffs

    def paths(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> NDArray[np.int64]:
        """Return the number of the best path of each round."""
        shown = cards[self.layout.dealer][:, : self.layout.up]
        seen = np.ascontiguousarray(np.hstack([cards[self.layout.own], shown]))
        worth = given_situations(self.payoffs, self.layout, seen).worth()
        preferred = by_commitment(self.payoffs)[:: 1 if self.payoffs.game.smaller_on_ties else -1]
        best: NDArray[np.int64] = preferred[worth[preferred].argmax(axis=0)].astype(np.int64)
        return best


@dataclass(frozen=True)
class OpenHandsPlayer(Player):
    """A player who sees open hands of other seats and counts the dealer's hands in each round."""

    layout: Layout
    others: Hand
    payoffs: Payoffs

    def paths(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> NDArray[np.int64]:
        """Return the number of the best path of each round."""
        preferred = by_commitment(self.payoffs)[:: 1 if self.payoffs.game.smaller_on_ties else -1]
        deck, found = self.payoffs.game.deck, np.zeros(len(cards[self.others]), np.int64)
        for round_, (own, seen) in enumerate(zip(cards[self.layout.own], cards[self.others], strict=True)):
            left = deck.without((*own.tolist(), *seen.tolist()))
            worth = one_situation(self.payoffs, self.layout, own.tolist(), (), left).worth()[:, 0]
            found[round_] = preferred[worth[preferred].argmax()]
        return found
