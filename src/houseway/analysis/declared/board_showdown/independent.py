"""Bets beside the showdown, paid on the player's two cards, the dealer's, or both, regardless of the community cards.

Player's hand and dealer's hand are in *groups* by the rows that they hit. Against most dealer's hands a player's hand
is in one group. The others are its exceptions, as the dealer's two aces are for a bonus on four of them. Counting the
endings of whole rounds with such a bet takes a separate pass (`beside_pass`), because the same cards play the showdown.
The value of the bet by itself takes no pass. Nor does its effect on the first decisions, which see no community card:
each player's hand meets each dealer's hand on the same number of boards.

The pass is the second pass once more, with player and dealer hands distinguished by the bets beside the showdown.

For each late set, every player's hand and every full board, the outcomes against all dealer's hands are added up as in
`passes`. They go to the group that the player's hand is in against most of them. Each exception is taken out of that.
Its hand is valued on the same board already, so its outcome is one look-up, and goes to the exception's group. Late
decisions are the best ones, or those of rules, by the sign of the cards in sight.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from math import comb

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.sums import Counts
from houseway.analysis.declared.board_showdown.early_streets import EarlyPlay, choose
from houseway.analysis.declared.board_showdown.features import (
    FeatureTables,
    StreetFeatures,
    look_at_board,
    make_board,
    sign_of,
)
from houseway.analysis.declared.board_showdown.jobs import Passes
from houseway.analysis.declared.board_showdown.layout import (
    HOLE,
    N_OUTCOMES,
    Layout,
    Space,
    board_places,
    independent_wagers,
    is_independent,
    space_of,
)
from houseway.analysis.declared.board_showdown.passes import (
    Tables,
    decide_late,
    make_room,
    middle_sets,
    outcomes,
    value_late_set,
    value_pairs,
)
from houseway.analysis.declared.levels import kinds, level_by_kind, row_by_value
from houseway.analysis.declared.payoffs import Payoffs
from houseway.cards.deck import Deck
from houseway.games.engine.declared.vocabulary import Hand, Paid
from houseway.games.engine.paytable import PayTable
from houseway.ranking import ranking
from houseway.ranking.lookup import Lookup

Numbers = NDArray[np.int64]
Small = NDArray[np.int32]


@dataclass(frozen=True)
class Groups:
    """Player and dealer hands by the levels of some pay tables: `levels[group, term]`.

    `pairs[hand, group]` counts the dealer's hands against each player's hand. `usual` is the group with most of them.
    The exceptions of a hand are `dealers` and their `groups` from `starts[hand]` to `starts[hand + 1]`.
    """

    terms: tuple[Paid, ...]
    levels: Numbers
    pairs: Numbers
    usual: Small
    starts: Numbers
    dealers: Small
    groups: Small

    @property
    def n_groups(self) -> int:
        """Return how many groups there are."""
        return len(self.levels)

    def cells(self, layout: Layout, payoffs: Payoffs) -> Numbers:
        """Return the cell of payoffs by group, kind of the player's hand with the board, and outcome."""
        cells = np.zeros((self.n_groups, len(kinds(layout.system)[1]), N_OUTCOMES), np.int64)
        for term, n_levels in zip(payoffs.features, payoffs.shape, strict=True):
            cells *= n_levels
            if isinstance(term, Paid) and term in self.terms:
                cells += self.levels[:, self.terms.index(term), None, None]
            elif isinstance(term, Paid):
                cells += level_by_kind(layout.game, term)[:, None]
            else:
                cells += np.arange(N_OUTCOMES) % n_levels
        return cells

    def cells_alone(self, alone: Payoffs) -> Numbers:
        """Return the cell of bets that nothing else decides, by group."""
        cells = np.zeros(self.n_groups, np.int64)
        for term, n_levels in zip(alone.features, alone.shape, strict=True):
            assert isinstance(term, Paid), "the common cards decide nothing here"
            cells = cells * n_levels + self.levels[:, self.terms.index(term)]
        return cells

    def net(self, alone: Payoffs) -> Numbers:
        """Return the net result of such bets, by path and group."""
        return alone.net[:, self.cells_alone(alone)]


def groups_of(layout: Layout) -> Groups:
    """Return the groups by all tables of a title that do not use community cards."""
    game = layout.game
    terms = tuple(term for term in game.every(Paid) if is_independent(game, term))
    return _groups(game.deck, layout.streets.own, terms, tuple(map(game.table, terms)))


@lru_cache(maxsize=8)
def _groups(deck: Deck, own_hand: Hand, terms: tuple[Paid, ...], tables: tuple[PayTable, ...]) -> Groups:
    space = space_of(deck, 0)
    hands, n_hands = space.cards[space.hands], len(space.hands)
    shared = (space.hands[:, None, :, None] == space.hands[None, :, None, :]).any(axis=(2, 3))
    own, dealer = np.nonzero(~shared)
    codes, shape = np.zeros(len(own), np.int64), tuple(len(table.rows) + 1 for table in tables)
    for term, table, n_levels in zip(terms, tables, shape, strict=True):
        looked_at = [hands[own if hand is own_hand else dealer] for hand in term.hands]
        values = ranking(table.form.system).evaluate(np.ascontiguousarray(np.hstack(looked_at)))
        codes = codes * n_levels + row_by_value(table)[values]
    met, group = np.unique(codes, return_inverse=True)
    pairs = np.bincount(own * len(met) + group, minlength=n_hands * len(met)).reshape(n_hands, len(met))
    usual = pairs.argmax(axis=1)
    other = group != usual[own]
    return Groups(
        terms=terms,
        levels=np.stack(np.unravel_index(met, shape), axis=1).astype(np.int64),
        pairs=pairs.astype(np.int64),
        usual=usual.astype(np.int32),
        starts=np.searchsorted(own[other], np.arange(n_hands + 1)).astype(np.int64),
        dealers=dealer[other].astype(np.int32),
        groups=group[other].astype(np.int32),
    )


def split(payoffs: Payoffs) -> tuple[Payoffs, Payoffs | None]:
    """Return the payoffs that the showdown decides, and the bets beside it, if any are made."""
    beside = {wager: payoffs.stakes[wager] for wager in independent_wagers(payoffs.game) if payoffs.stakes.get(wager)}
    if not beside:
        return payoffs, None
    rest = {wager: amount for wager, amount in payoffs.stakes.items() if wager not in beside}
    return Payoffs.of(payoffs.game, rest, payoffs.unit_cents), Payoffs.of(payoffs.game, beside)


def is_touched(alone: Payoffs) -> bool:
    """Return whether the first decisions matter to bets beside the showdown."""
    return bool((alone.net != alone.net[:1]).any())


def with_independent_bets(early: EarlyPlay, main: Payoffs, alone: Payoffs | None) -> EarlyPlay:
    """Return the decisions of a player who also makes these bets; the first ones may lose them."""
    if alone is None or not is_touched(alone):
        return early
    layout, space, groups = early.layout, early.space, groups_of(early.layout)
    net, gains = groups.net(alone), np.zeros_like(early.first.totals[-1])
    for prefix, path in enumerate(_paths_by_prefix(layout)):
        np.add.at(gains[prefix], space.hole_of, groups.pairs @ net[path] * _boards(layout))
    totals = early.first.totals[-1] * alone.scale + gains * main.scale
    first, _ = choose(layout.streets, range(layout.first_end), totals)
    return replace(early, first=first)


def counts_alone(layout: Layout, alone: Payoffs, prefix_by_hole: NDArray[np.int8]) -> NDArray[np.object_]:
    """Return a bet beside the showdown by path and cell, from the first decisions with every class of player hands.

    Later decisions make no difference to it. The deals are counted under one of the paths that can follow.
    """
    groups, space = groups_of(layout), space_of(layout.game.deck, 0)
    counts = np.zeros((len(alone.paths), alone.n_cells), object)
    cells = groups.cells_alone(alone)
    for prefix, path in enumerate(_paths_by_prefix(layout)):
        pairs = groups.pairs[prefix_by_hole[space.hole_of] == prefix].sum(axis=0)
        np.add.at(counts[path], cells, pairs.astype(object) * _boards(layout))
    return counts


def mean_of_independent(
    layout: Layout, alone: Payoffs, own: Sequence[int], left: NDArray[np.uint8]
) -> tuple[Fraction, ...]:
    """Return the value of bets beside the showdown on every path, with any two cards left as the dealer's hand."""
    groups, space = groups_of(layout), space_of(layout.game.deck, 0)
    hand = _number(space, own)
    dealers = np.asarray(np.isin(space.cards, left)[space.hands].all(axis=1))
    exceptions = slice(groups.starts[hand], groups.starts[hand + 1])
    dealt = dealers[groups.dealers[exceptions]]
    counts = np.bincount(groups.groups[exceptions][dealt], minlength=groups.n_groups)
    counts[groups.usual[hand]] += int(dealers.sum()) - int(counts.sum())
    return tuple(Fraction(int(total), int(dealers.sum()) * alone.scale) for total in groups.net(alone) @ counts)


def _number(space: Space, own: Sequence[int]) -> int:
    places = sorted(space.cards.tolist().index(card) for card in own)
    return int(np.flatnonzero((space.hands == places).all(axis=1))[0])


def _boards(layout: Layout) -> int:
    """Return the number of ways to show community cards beside a player's hand and a dealer's hand."""
    return layout.ways(0) // comb(layout.game.deck.size - HOLE, HOLE)


def _paths_by_prefix(layout: Layout) -> list[int]:
    """Return, for every prefix after the first stages, a path that it can lead to."""
    paths = layout.game.paths
    return [
        next(number for number, path in enumerate(paths) if path[: len(prefix)] == prefix)
        for prefix in layout.streets.prefixes[layout.first_end]
    ]


Bytes = NDArray[np.uint8]


@dataclass(frozen=True)
class GroupCounts:
    """The pass as a job: `counts[group, path, kind, outcome]`.

    `path_of[prefix, sign]` is where rules lead from the middle stages. Without rows, the optimal strategy is counted.
    """

    passes: Passes
    glance: StreetFeatures
    groups: Groups = field(compare=False, repr=False)
    prefix_of: NDArray[np.int8] = field(compare=False, repr=False)
    path_of: Numbers = field(compare=False, repr=False)

    name = "board-showdown-groups"

    @property
    def parameters(self) -> Mapping[str, object]:
        """Return everything but the code that determines the counts."""
        told = {"groups": digest(self.groups), "prefixes": _digest(self.prefix_of), "rules": _digest(self.path_of)}
        return {**self.passes.parameters, **told}

    @property
    def modules(self) -> Sequence[str]:
        """Return the modules whose source determines the counts."""
        return (*self.passes.modules, "houseway.analysis.declared.board_showdown.features", __name__)

    def shards(self) -> Sequence[int]:
        """Return the shards of the passes."""
        return self.passes.shards()

    def run(self, shard: int) -> Counts:
        """Count the late sets of a shard."""
        passes, groups = self.passes, self.groups
        sets, weights = passes.shard(shard)
        n_kinds = len(kinds(passes.system)[1])
        counts = np.zeros((groups.n_groups, len(passes.net), n_kinds, N_OUTCOMES), np.int64)
        _count_groups(
            passes.tables,
            ranking(passes.system).lookup,
            self.glance.tables,
            sets,
            weights,
            board_places(passes.system, passes.tables.cards[sets]),
            self.prefix_of,
            self.path_of,
            groups.usual,
            groups.starts,
            groups.dealers,
            groups.groups,
            counts,
        )
        return {"counts": counts}


def digest(groups: Groups) -> str:
    """Return a digest of everything that distinguishes hands."""
    return _digest(groups.levels, groups.usual, groups.starts, groups.dealers, groups.groups)


def _digest(*arrays: NDArray[np.integer]) -> str:
    return sha256(b"".join(np.ascontiguousarray(array).tobytes() for array in arrays)).hexdigest()


@numba.njit(nogil=True, cache=True)
def _count_groups(
    t: Tables,
    lookup: Lookup,
    seen: FeatureTables,
    late_sets: Bytes,
    weights: Numbers,
    places: Numbers,
    prefix_of: NDArray[np.int8],
    path_of: Numbers,
    usual: Small,
    starts: Numbers,
    dealers: Small,
    groups: Small,
    counts: Numbers,
) -> None:
    n_boards = t.cards.size - late_sets.shape[1] if t.hidden else 1
    room, seen_board = make_room(t, t.cards.size if t.hidden else 1), make_board()
    times, paths = np.zeros(t.n_prefixes[0], np.int64), np.zeros(t.n_prefixes[0], np.int64)
    result = np.zeros(6, np.int64)
    taken = np.zeros(t.cards.size, np.uint8)
    values = np.zeros(t.hands.shape[0], np.uint16)
    by_rules = path_of.shape[0] > 0
    for row in range(late_sets.shape[0]):
        late_set, weight = late_sets[row], weights[row]
        value_late_set(t, lookup, late_set, room)
        middle_sets(t, late_set, room)
        if by_rules:
            look_at_board(seen, lookup, t.cards[late_set], places[row], seen_board)
            if seen.places.size:
                value_pairs(lookup, t.cards, t.hands, late_set, taken, values)
        for hand in range(t.hands.shape[0]):
            one, other = t.hands[hand, 0], t.hands[hand, 1]
            if room.shown[one] or room.shown[other]:
                continue
            if by_rules:
                sign = sign_of(seen, seen_board, int(t.cards[one]), int(t.cards[other]), int(values[hand]))
                paths[:] = path_of[:, sign]
            else:
                decide_late(t, room, hand)
                paths[:] = room.leads_to[0, : times.size]
            times[:] = 0
            for place in range(room.set_class.size):
                image = t.hand_images[room.set_symmetry[place], hand]
                times[prefix_of[t.class_of[room.set_class[place], image]]] += weight
            for board in range(n_boards):
                value = room.values[board, hand]
                if not value:
                    continue
                kind, found = t.kind_by_value[value], room.found[board, hand]
                outcomes(found[0], found[1], found[2], t.dealers, value >= t.least, result)
                for place in range(starts[hand], starts[hand + 1]):
                    theirs = room.values[board, dealers[place]]
                    if theirs:
                        outcome = 1 + (value < theirs) - (value > theirs) + 3 * (theirs < t.least)
                        result[outcome] -= 1
                        for prefix in range(times.size):
                            counts[groups[place], paths[prefix], kind, outcome] += times[prefix]
                for prefix in range(times.size):
                    if times[prefix]:
                        of_kind = counts[usual[hand], paths[prefix], kind]
                        for outcome in range(6):
                            of_kind[outcome] += times[prefix] * result[outcome]
