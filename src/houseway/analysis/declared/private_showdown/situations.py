"""Rows of situations in which a seat decides, with the counts of how each can end: what every path is worth."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.levels import level_by_kind, level_by_value
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.private_showdown.counting import (
    Cards,
    Comparison,
    Numbers,
    Pool,
    Showdowns,
    Told,
    count_dealers,
    information_sets,
    n_codes,
)
from houseway.analysis.declared.private_showdown.disjoint import DisjointShowdowns
from houseway.analysis.declared.private_showdown.layout import Layout
from houseway.cards.deck import Deck
from houseway.games.engine.declared.vocabulary import Compare, Paid
from houseway.ranking import ranking


@dataclass(frozen=True)
class Situations:
    """What is seen (own cards, then the dealer's up cards), how often, and the dealer's hands against it by code.

    The cell of a row and a code is `base[row] + offset[code]`: own cards decide one part of it, the dealer's the other.
    `allowed` says of every path (first axis) and row whether the own cards may take it.
    """

    payoffs: Payoffs
    seen: Cards
    weights: Numbers
    counts: Numbers
    base: Numbers
    offset: Numbers
    allowed: NDArray[np.bool_]

    @property
    def dealer_hands(self) -> int:
        """How many dealer's hands there are against each row."""
        return int(self.counts[0].sum())

    @property
    def total(self) -> int:
        """All deals."""
        return int(self.weights.sum()) * self.dealer_hands

    def values(self) -> Numbers:
        """For every path (first axis) and row the net results of all dealer's hands together, in 1 / scale units.

        A path that is not allowed is worth less than the worst result in every deal.
        """
        net = self.payoffs.net
        worth = np.zeros((len(net), len(self.seen)), np.int64)
        for code, offset in enumerate(self.offset.tolist()):
            worth += self.counts[:, code] * net[:, self.base + offset]
        worth[~self.allowed] = self.dealer_hands * int(net.min()) - 1
        return worth

    def as_fraction(self, worth: int, weight: int = 1) -> Fraction:
        """What `values` means in units, the sum of rows of some weight."""
        return Fraction(int(worth), self.payoffs.scale * self.dealer_hands * weight)

    def ended(self, paths: NDArray[np.intp]) -> NDArray[np.object_]:
        """The deals that end in each path and cell, where every row takes the path given for it."""
        ended = np.zeros((len(self.payoffs.paths), self.payoffs.n_cells), np.int64)
        for code, offset in enumerate(self.offset.tolist()):
            np.add.at(ended, (paths, self.base + offset), self.weights * self.counts[:, code])
        return ended.astype(object)


def all_situations(payoffs: Payoffs, layout: Layout, runner: Runner) -> Situations:
    """Every situation of a deck, up to renaming of suits."""
    deck = payoffs.game.deck
    seen, weights = information_sets(deck, layout.own.cards, layout.up)
    told, places = _told(payoffs, layout)
    cards = deck.copies, layout.own.cards, layout.up, layout.dealer.cards - layout.up
    if not told:
        counts = np.full((len(seen), 1), layout.dealer_hands(deck.size), np.int64)
    elif layout.by_exclusion and len(told) == 1 and isinstance(told[0], Comparison):
        counts = runner.run(DisjointShowdowns(*cards, told[0]))["counts"]
    else:
        counts = runner.run(Showdowns(*cards, told))["counts"]
    return _situations(payoffs, layout, seen, weights, counts, told, places)


def one_situation(payoffs: Payoffs, layout: Layout, own: Sequence[int], up: Sequence[int], left: Deck) -> Situations:
    """One situation, by dealing the dealer every hand of the cards that are left."""
    told, places = _told(payoffs, layout)
    cards = np.array(left.distinct, np.uint8)
    hidden = layout.dealer.cards - layout.up
    mine, theirs = np.array(own, np.uint8), np.array(up, np.uint8)
    counts = count_dealers(mine, theirs, cards, hidden, told) if told else np.array([comb(len(cards), hidden)])
    seen = np.concatenate([mine, theirs])[None, :]
    return _situations(payoffs, layout, seen, np.ones(1, np.int64), counts[None, :], told, places)


def _told(payoffs: Payoffs, layout: Layout) -> tuple[tuple[Told, ...], tuple[int, ...]]:
    """What has to be told apart of the dealer's hands, and which features that is."""
    game, told, places = payoffs.game, list[Told](), list[int]()
    for place, term in enumerate(payoffs.features):
        if isinstance(term, Compare):
            told.append(Comparison(term.system, game.least_qualified(term)))
            places.append(place)
        elif isinstance(term, Paid) and layout.dealer in term.hands:
            told.append(Pool(game.table(term).form.system, layout.own in term.hands))
            places.append(place)
    return tuple(told), tuple(places)


def _situations(
    payoffs: Payoffs,
    layout: Layout,
    seen: Cards,
    weights: Numbers,
    counts: Numbers,
    told: tuple[Told, ...],
    places: tuple[int, ...],
) -> Situations:
    game, strides = payoffs.game, [prod(payoffs.shape[place + 1 :]) for place in range(len(payoffs.shape))]
    base = np.zeros(len(seen), np.int64)
    own = np.ascontiguousarray(seen[:, : layout.own.cards])
    for place, term in enumerate(payoffs.features):
        if place not in places:
            assert isinstance(term, Paid)
            values = ranking(game.table(term).form.system).evaluate(own)
            base += strides[place] * level_by_value(game, term)[values]
    offset = np.zeros(1, np.int64)
    for each, place in zip(told, places, strict=True):
        term = payoffs.features[place]
        levels = level_by_kind(game, term) if isinstance(term, Paid) else np.arange(each.n_codes)
        offset = (offset[:, None] + strides[place] * levels).ravel()
    assert len(offset) == n_codes(told) == counts.shape[1]
    return Situations(payoffs, seen, weights, counts, base, offset, _allowed(payoffs, own))


def _allowed(payoffs: Payoffs, own: Cards) -> NDArray[np.bool_]:
    """Which paths each own hand may take: those whose every option it is good enough for."""
    allowed = np.ones((len(payoffs.paths), len(own)), np.bool_)
    for path, row in zip(payoffs.paths, allowed, strict=True):
        for needed in {option.holding for _, option in path if option.holding is not None}:
            row &= ranking(needed.system).evaluate(own) >= needed.least
    return allowed
