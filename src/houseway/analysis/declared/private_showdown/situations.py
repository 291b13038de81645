"""Rows of situations in which a seat decides, with the counts of their endings, and the value of every path."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.shards import Runner
from houseway.analysis.counting.sums import Counts
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
    enumerate_dealers,
    information_sets,
    n_codes,
    outcomes,
)
from houseway.analysis.declared.private_showdown.disjoint import DisjointShowdowns, OrderedShowdowns, count_seen
from houseway.analysis.declared.private_showdown.layout import Layout
from houseway.analysis.declared.private_showdown.open_hands import OpenShowdowns
from houseway.analysis.declared.private_showdown.up_cards import (
    UpShowdowns,
    count_hidden,
    kinds_of_up,
    up_classes,
    up_kinds,
)
from houseway.cards.deck import Deck
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Compare, Hand, Paid
from houseway.ranking import ranking

QUICKLY_LAID_OUT = 3
"""The most hidden cards enumerated for each sight. More are counted by inclusion and exclusion, which needs tables."""
QUICKLY_SEEN = 3
"""The most cards of other seats that are counted in seconds, sooner than cached counts are found."""
QUICKLY_COUNTED = 100
"""The most sets of up cards counted in a second or two, sooner than another pay table's cached counts are found."""


@dataclass(frozen=True)
class Situations:
    """Sights of a seat with their frequencies, and all deals from there by code. A row is a sight up to renaming of
    suits. Where there are too many to store, a row is all sights of one kind of up cards and one value that are best
    played alike.

    `values` are those of the player hands, `up` the kinds of the dealer's up cards (see `kinds_of_up`). `seen` has the
    cards, player's cards first, without columns where they are not stored. The cell of a row and a code is `base[row] +
    offset[code]`: the player's cards decide one part of it, the dealer's the other. `allowed` is, for every path (first
    axis) and row, whether the player's cards may take it.
    """

    payoffs: Payoffs
    seen: Cards
    values: Numbers
    up: Numbers
    weights: Numbers
    counts: Numbers
    base: Numbers
    offset: Numbers
    allowed: NDArray[np.bool_]

    @property
    def holds_cards(self) -> bool:
        """Return whether every row is a separate sight."""
        return bool(self.seen.shape[1])

    @property
    def dealer_hands(self) -> int:
        """Return how many dealer's hands there are against each sight."""
        return int(self.counts[0].sum()) // int(self.weights[0])

    @property
    def total(self) -> int:
        """Return the number of all deals."""
        return int(self.weights.sum()) * self.dealer_hands

    def worth(self) -> Numbers:
        """Return, for every path (first axis) and row, the net results of all its deals together, in 1 / scale units.

        A path that is not allowed has a value below the worst result in every deal.
        """
        net = self.payoffs.net
        worth = np.zeros((len(net), len(self.weights)), np.int64)
        for code, offset in enumerate(self.offset.tolist()):
            worth += self.counts[:, code] * net[:, self.base + offset]
        return np.where(self.allowed, worth, self.weights * (self.dealer_hands * int(net.min()) - 1))

    def as_fraction(self, worth: int, weight: int = 1) -> Fraction:
        """Return `worth` in units, given the sum of rows of some weight."""
        return Fraction(int(worth), self.payoffs.scale * self.dealer_hands * weight)

    def ended(self, paths: NDArray[np.intp]) -> NDArray[np.object_]:
        """Return the deals that end in each path and cell, where every row takes the path given for it."""
        ended = np.zeros((len(self.payoffs.paths), self.payoffs.n_cells), np.int64)
        for code, offset in enumerate(self.offset.tolist()):
            np.add.at(ended, (paths, self.base + offset), self.counts[:, code])
        return ended.astype(object)

    def paying(self, payoffs: Payoffs) -> "Situations":
        """Return the same sights, where they are not stored, with other payoffs of the same comparison."""
        base = _base(payoffs, self.values)
        offset = np.zeros(len(self.offset), np.int64)
        for place, term in enumerate(payoffs.features):
            if isinstance(term, Compare):
                offset = _strides(payoffs)[place] * np.arange(len(offset))
        return replace(self, payoffs=payoffs, base=base, offset=offset)


def all_situations(payoffs: Payoffs, layout: Layout, runner: Runner) -> Situations:
    """Return every situation of a deck."""
    if layout.by_up_cards(payoffs.game):
        return _added_up(payoffs, layout, runner)
    if layout.others is not None:
        return _beside_open_hands(payoffs, layout, layout.others, runner)
    deck = payoffs.game.deck
    told, places = _told(payoffs, layout)
    seen, weights = information_sets(deck, layout.own.cards, layout.up, layout.keep_colors)
    cards = deck.copies, layout.own.cards, layout.up, layout.dealer.cards - layout.up
    if not told:
        counts = np.full((len(seen), 1), layout.dealer_hands(deck.size), np.int64)
    elif layout.by_exclusion(payoffs.game) and len(told) == 1 and isinstance(told[0], Comparison):
        counts = runner.run(DisjointShowdowns(*cards, told[0], keep_colors=layout.keep_colors))["counts"]
    elif layout.by_sweep(payoffs.game) and len(told) == 1 and isinstance(told[0], Comparison):
        counts = _from_order(deck, layout, told[0], runner.run(OrderedShowdowns(*cards, told[0])))
    else:
        counts = runner.run(Showdowns(*cards, told, keep_colors=layout.keep_colors))["counts"]
    return _situations(payoffs, layout, seen, weights, counts, told, places)


def _beside_open_hands(payoffs: Payoffs, layout: Layout, others: Hand, runner: Runner) -> Situations:
    """Return sights added up by player's hand and by their best play."""
    deck = payoffs.game.deck
    seen, weights = information_sets(deck, layout.own.cards, 0, layout.keep_colors)
    told, places = _told(payoffs, layout)
    each_alone = np.zeros((len(seen), n_codes(told)), np.int64)
    alone = _situations(payoffs, layout, seen, weights, each_alone, told, places)
    pays = payoffs.net[:, alone.base[:, None] + alone.offset]
    pays = np.where(alone.allowed[:, :, None], pays, payoffs.net.min() - 1)
    order = tuple(by_commitment(payoffs).tolist())
    cards = deck.copies, layout.own.cards, 0, layout.dealer.cards
    job = OpenShowdowns(*cards, told, others.cards, pays, order, keep_colors=layout.keep_colors)
    kept = runner if others.cards > QUICKLY_SEEN else replace(runner, cache=False)
    counted = kept.run(job)
    rows, played = counted["sights"].nonzero()
    return Situations(
        payoffs=payoffs,
        seen=np.zeros((len(rows), 0), np.uint8),
        values=alone.values[rows],
        up=alone.up[rows],
        weights=counted["sights"][rows, played] * weights[rows],
        counts=counted["deals"][rows, played] * weights[rows, None],
        base=alone.base[rows],
        offset=alone.offset,
        allowed=alone.allowed[:, rows],
    )


def _from_order(deck: Deck, layout: Layout, told: Comparison, found: Counts) -> Numbers:
    """Return the outcomes of every player's hand, from how many dealer's hands are below it and equal to it."""
    lower, equal, under = (found[name].astype(np.int64) for name in ("lower", "equal", "under"))
    values = told.values(information_sets(deck, layout.own.cards, layout.up)[0])
    return outcomes(told, values, lower, lower + equal, under, layout.dealer_hands(deck.size))


def _added_up(payoffs: Payoffs, layout: Layout, runner: Runner) -> Situations:
    """Return sights added up by the kind of the up cards and the value of the player's cards."""
    deck, (told, pays) = payoffs.game.deck, pays_by_value(payoffs)
    offset = _compared_cells(payoffs, told)
    hidden = layout.dealer.cards - layout.up
    order = tuple(by_commitment(payoffs).tolist())
    job = UpShowdowns(deck.copies, layout.own.cards, layout.up, hidden, told, pays, order)
    kept = runner if len(up_classes(deck, layout.up)[0]) > QUICKLY_COUNTED else replace(runner, cache=False)
    counted = kept.run(job)
    kinds, values, played = counted["sights"].nonzero()
    return Situations(
        payoffs=payoffs,
        seen=np.zeros((len(values), 0), np.uint8),
        values=values.astype(np.int64),
        up=np.array(up_kinds(deck, layout.up), np.int64)[kinds],
        weights=counted["sights"][kinds, values, played],
        counts=counted["deals"][kinds, values, played],
        base=_base(payoffs, values),
        offset=offset,
        allowed=_allowed_values(payoffs, values),
    )


def pays_by_value(payoffs: Payoffs) -> tuple[Comparison, Numbers]:
    """Return the comparison, and the payoff of every path by player's value and code; less than all if not allowed."""
    term = payoffs.game.every(Compare)[0]
    told = Comparison.of(payoffs.game, term)
    possible = np.arange(1, ranking(told.system).n_values + 1)
    pays = np.zeros((len(payoffs.paths), len(possible) + 1, told.n_codes), np.int64)
    by_value = payoffs.net[:, _base(payoffs, possible)[:, None] + _compared_cells(payoffs, told)]
    pays[:, 1:] = np.where(_allowed_values(payoffs, possible)[:, :, None], by_value, payoffs.net.min() - 1)
    return told, pays


def _compared_cells(payoffs: Payoffs, told: Comparison) -> Numbers:
    """Return the amount that each code of the one comparison adds to the cell; nothing where it decides nothing."""
    offset = np.zeros(told.n_codes, np.int64)
    for place, feature in enumerate(payoffs.features):
        if isinstance(feature, Compare):
            offset = _strides(payoffs)[place] * np.arange(told.n_codes)
    return offset


def one_situation(payoffs: Payoffs, layout: Layout, own: Sequence[int], up: Sequence[int], left: Deck) -> Situations:
    """Return one situation, by dealing the dealer every hand of the cards that are left."""
    told, places = _told(payoffs, layout)
    cards = np.array(left.distinct, np.uint8)
    hidden = layout.dealer.cards - layout.up
    mine, theirs = np.array(own, np.uint8), np.array(up, np.uint8)
    if not told:
        counts = np.array([comb(len(cards), hidden)])
    elif hidden and len(told) == 1 and isinstance(told[0], Comparison) and told[0].has_keys:
        counts = enumerate_dealers(mine, theirs, cards, hidden, told[0])
    else:
        counts = count_dealers(mine, theirs, cards, hidden, told)
    seen = np.concatenate([mine, theirs])[None, :]
    return _situations(payoffs, layout, seen, np.ones(1, np.int64), counts[None, :], told, places)


def given_situations(payoffs: Payoffs, layout: Layout, seen: Cards) -> Situations:
    """Return the situations of rows of player's and up cards, each counted by itself, if only a comparison matters."""
    told, places = _told(payoffs, layout)
    deck, own, dealer = payoffs.game.deck, layout.own.cards, layout.dealer.cards
    comparison = told[0]
    assert isinstance(comparison, Comparison)
    if layout.by_exclusion(payoffs.game) and dealer - layout.up > QUICKLY_LAID_OUT:
        counts = count_seen(deck, seen, own, dealer, comparison)
    else:
        counts = count_hidden(deck, seen, own, dealer - layout.up, comparison)
    return _situations(payoffs, layout, seen, np.ones(len(seen), np.int64), counts, told, places)


def _told(payoffs: Payoffs, layout: Layout) -> tuple[tuple[Told, ...], tuple[int, ...]]:
    """Return the features of the dealer's hands that must be distinguished, and their numbers."""
    game, told, places = payoffs.game, list[Told](), list[int]()
    for place, term in enumerate(payoffs.features):
        if isinstance(term, Compare):
            told.append(Comparison.of(game, term))
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
    game, strides = payoffs.game, _strides(payoffs)
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
    named = ranking(naming_system(game)).evaluate(own).astype(np.int64)
    up = kinds_of_up(seen[:, layout.own.cards :])
    allowed = _allowed(payoffs, own)
    return Situations(payoffs, seen, named, up, weights, counts * weights[:, None], base, offset, allowed)


def _allowed(payoffs: Payoffs, own: Cards) -> NDArray[np.bool_]:
    """Return which paths each player's hand may take: those whose every option it is good enough for."""
    allowed = np.ones((len(payoffs.paths), len(own)), np.bool_)
    for path, row in zip(payoffs.paths, allowed, strict=True):
        for needed in {option.holding.read(payoffs.game) for _, option in path if option.holding is not None}:
            row &= ranking(needed.system).evaluate(own) >= needed.least
    return allowed


def _allowed_values(payoffs: Payoffs, values: Numbers) -> NDArray[np.bool_]:
    """Return the same for hands of some values, where the comparison's ranking also ranks the required hands."""
    allowed = np.ones((len(payoffs.paths), len(values)), np.bool_)
    for path, row in zip(payoffs.paths, allowed, strict=True):
        for needed in {option.holding.read(payoffs.game) for _, option in path if option.holding is not None}:
            row &= values >= needed.least
    return allowed


def _base(payoffs: Payoffs, values: Numbers) -> Numbers:
    """Return the part of the cell that player hands of some values decide, if all tables rank as the comparison."""
    base = np.zeros(len(values), np.int64)
    for place, term in enumerate(payoffs.features):
        if isinstance(term, Paid):
            base += _strides(payoffs)[place] * level_by_value(payoffs.game, term)[values]
    return base


def _strides(payoffs: Payoffs) -> list[int]:
    return [prod(payoffs.shape[place + 1 :]) for place in range(len(payoffs.shape))]


def by_commitment(payoffs: Payoffs) -> NDArray[np.intp]:
    """Return the numbers of the paths, the one with the smallest stake first."""
    staked = [sum(amounts[path] for amounts in payoffs.staked.values()) for path in range(len(payoffs.paths))]
    return np.array(sorted(range(len(staked)), key=staked.__getitem__), np.intp)


def naming_system(game: DeclaredGame) -> str:
    """Return the ranking system that names player's cards: that of the comparison, or of the first paid hand."""
    compared = game.every(Compare)
    if compared:
        return game.system(compared[0])
    return game.table(game.every(Paid)[0]).form.system
