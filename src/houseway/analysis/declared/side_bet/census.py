"""The census: every set of cards that decides a wager, once, with the number of deals it represents.

A wager that pay tables alone decide depends on a *pool*: player's cards, dealer's cards, community cards, or some of
them together. Hands that every table of the wager takes together, or not at all, form one group. It makes no difference
which of its cards is in which hand. So a bet on three player's cards and three dealer's cards is a census of sets of
six. Groups are listed up to renaming of suits with the deals behind each, copies of cards included. One group of a
whole deck that one table pays is the census of values of the ranking.

The result of a side bet does not depend on how the hand is played, unless a fold or the comparison decides it.
`counted_apart` distinguishes the two kinds. The second kind has to be counted with the play.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.declared.levels import level_by_value
from houseway.analysis.declared.payoffs import Payoffs
from houseway.cards.classes import class_blocks
from houseway.cards.deck import Deck
from houseway.errors import BadDeclaration
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Hand, Held, Opening, Paid
from houseway.ranking import ranking
from houseway.ranking.system import BY_COLOR, ranking_system

Cards = NDArray[np.uint8]
Numbers = NDArray[np.int64]
Counted = NDArray[np.object_]
"""Counts by path and cell, as Python integers."""
SideBets = Mapping[Opening, tuple[Payoffs, Counted]]


def count_sets(
    deck: Deck,
    sizes: Sequence[int],
    n_cells: int,
    cells_of: Callable[[Sequence[Cards]], Numbers],
    *,
    keep_colors: bool = False,
) -> list[int]:
    """Count the deals of groups of these sizes in each cell; `cells_of` maps rows of cards, group by group, to cells.

    It must not distinguish suits, because each row represents all sets that a renaming of suits makes of it. If the
    renamings `keep_colors` together, it may use colors.

    >>> pairs = count_sets(Deck.standard(), (2,), 2, lambda groups: (groups[0][:, 0] // 4 == groups[0][:, 1] // 4) * 1)
    >>> pairs
    [1248, 78]
    """
    edges, counts = np.cumsum([0, *sizes]), [0] * n_cells
    for cards, weights in class_blocks(deck, sizes, keep_colors=keep_colors):
        cells = cells_of([cards[:, start:end] for start, end in pairwise(edges)])
        block = np.zeros(n_cells, np.int64)
        np.add.at(block, cells, weights)
        counts = [before + new for before, new in zip(counts, block.tolist(), strict=True)]
    return counts


def pools(payoffs: Payoffs) -> tuple[tuple[Held, ...], ...]:
    """Return the hands that decide the wagers, in groups that every pay table takes together or not at all."""
    looks: dict[Held, tuple[Paid, ...]] = {}
    for term in payoffs.features:
        assert isinstance(term, Paid), "a census has pay tables only"
        for hand in term.hands:
            looks[hand] = (*looks.get(hand, ()), term)
    groups: dict[tuple[Paid, ...], tuple[Held, ...]] = {}
    for hand, terms in looks.items():
        groups[terms] = (*groups.get(terms, ()), hand)
    return tuple(groups.values())


def group_sizes(payoffs: Payoffs) -> tuple[int, ...]:
    """Return how many cards each group has."""
    return tuple(sum(hand.cards for hand in group) for group in pools(payoffs))


def census(payoffs: Payoffs) -> tuple[list[int], int]:
    """Return the deals of the pool in every cell, and their total."""
    sizes, deck = group_sizes(payoffs), _told_apart(payoffs)
    whole = _whole_deck(payoffs)
    if whole is not None:
        return whole, sum(whole)
    counts = count_sets(deck, sizes, payoffs.n_cells, _judge(payoffs), keep_colors=pays_by_color(payoffs.game))
    return counts, sum(counts)


def pays_by_color(game: DeclaredGame) -> bool:
    """Return whether a table of the title uses colors."""
    return any(game.table(term).form.system in BY_COLOR for term in game.every(Paid))


def _told_apart(payoffs: Payoffs) -> Deck:
    """Return the deck, with copies of one card in place of cards that no table of the wager distinguishes."""
    deck = payoffs.game.deck
    looks = [
        ranking_system(payoffs.game.table(term).form.system) for term in payoffs.features if isinstance(term, Paid)
    ]
    alike = [system.alike for system in looks if system.alike is not None and system.name in BY_COLOR]
    if not looks or len(alike) < len(looks):
        return deck
    copies, first = [0] * len(deck.copies), dict[tuple[Hashable, ...], int]()
    for card in deck.cards:
        copies[first.setdefault(tuple(told(card) for told in alike), card)] += 1
    return Deck(tuple(copies))


def _whole_deck(payoffs: Payoffs) -> list[int] | None:
    """Return the cells of one table over all hands of its ranking's deck; None where more than that is needed."""
    game, features = payoffs.game, payoffs.features
    if len(features) != 1 or len(pools(payoffs)) != 1 or game.deck.max_copies > 1:
        return None
    term = features[0]
    assert isinstance(term, Paid)
    ranked = ranking(game.table(term).form.system)
    if ranked.system.deck != game.deck:
        return None
    counts = np.zeros(payoffs.n_cells, np.int64)
    np.add.at(counts, level_by_value(game, term)[1:], ranked.census(group_sizes(payoffs)[0])[1:])
    return [int(count) for count in counts]


def _judge(payoffs: Payoffs) -> Callable[[Sequence[Cards]], Numbers]:
    """Return a function from rows of cards to cells."""
    game, groups = payoffs.game, pools(payoffs)
    levels = {term: level_by_value(game, term) for term in payoffs.features if isinstance(term, Paid)}

    def cells(cards: Sequence[Cards]) -> Numbers:
        found = np.zeros(len(cards[0]), np.int64)
        for (term, level), n_levels in zip(levels.items(), payoffs.shape, strict=True):
            looked_at = [part for part, group in zip(cards, groups, strict=True) if group[0] in term.hands]
            together = np.ascontiguousarray(np.hstack(looked_at))
            found = found * n_levels + level[ranking(game.table(term).form.system).evaluate(together)]
        return found

    return cells


def counted_apart(payoffs: Payoffs) -> bool:
    """Return whether pay tables alone decide the wagers, regardless of how the hand is played."""
    by_cards = all(
        isinstance(term, Paid) and all(isinstance(hand, Hand) for hand in term.hands) for term in payoffs.features
    )
    return by_cards and all(bool((net == net[:1]).all()) for net in payoffs.by_wager.values())


def side_payoffs(payoffs: Payoffs) -> dict[Opening, Payoffs]:
    """Return the payoffs of every side bet that is not staked, each by itself."""
    return {
        wager: Payoffs.of(payoffs.game, {wager: Fraction(1)})
        for wager in payoffs.game.every(Opening)
        if wager.side_bet and wager.taken_at(payoffs.game) and not payoffs.stakes.get(wager)
    }


def touched_by_play(payoffs: Payoffs) -> dict[Opening, Payoffs]:
    """Return the side bets that are not staked and that a family has to count with the play."""
    return {wager: alone for wager, alone in side_payoffs(payoffs).items() if not counted_apart(alone)}


def side_bets(payoffs: Payoffs, total: int, with_the_play: Mapping[Opening, Counted]) -> SideBets:
    """Return the counts of the side bets that are not staked, in `total` combinations of a round.

    A side bet that the play does not affect is a census, under the first path. The others are already counted.
    """
    return {
        wager: (alone, with_the_play[wager] if wager in with_the_play else _scaled(alone, total))
        for wager, alone in side_payoffs(payoffs).items()
    }


def _scaled(payoffs: Payoffs, total: int) -> Counted:
    """Return a census in the combinations of a whole round."""
    counts, deals = census(payoffs)
    times, left = divmod(total, deals)
    if left:
        raise BadDeclaration(f"{payoffs.game.title}: {total:,} combinations are not a multiple of {deals:,} deals.")
    return as_counted(payoffs, [count * times for count in counts])


def as_counted(payoffs: Payoffs, by_cell: Sequence[int]) -> Counted:
    """Return counts by cell as counts of the first path."""
    counted = np.zeros((len(payoffs.paths), payoffs.n_cells), object)
    counted[0] = by_cell
    return counted
