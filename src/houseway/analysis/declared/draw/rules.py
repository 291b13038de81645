"""Rules for people in a draw: what is worth keeping, and from which hand on it is drawn to or stood with.

What can be kept is told apart by kind: cards of one rank, suited cards that fit a straight, suited cards, cards that
fit a straight, and what is none of these. A hand keeps the best kind that it has, the highest cards of several. In each
kind the hands that fold, draw and stand follow each other in the order of their values, cut where it is best.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.declared.conditions import COUNTED, HandAtLeast, Kept
from houseway.analysis.declared.private_showdown.counting import Cards, Numbers
from houseway.analysis.declared.rule_list import best_cuts, named_places
from houseway.analysis.results.rules import Rule, Step
from houseway.cards.card import ACE, N_RANKS, N_SUITS
from houseway.ranking.facade import Ranking


def kinds_kept(kept: Cards, hand_size: int) -> NDArray[np.int64]:
    """The kind of what each row keeps, a place in `KEPT`."""
    ranks, suits = np.sort(kept // N_SUITS, axis=1).astype(np.int64), kept % N_SUITS
    low = np.sort(np.where(ranks == ACE, -1, ranks), axis=1)
    distinct = (np.diff(ranks, axis=1) > 0).all(axis=1)
    reach = distinct & ((np.ptp(ranks, axis=1) < hand_size) | (np.ptp(low, axis=1) < hand_size))
    suited = (suits == suits[:, :1]).all(axis=1)
    return np.select([~distinct, suited & reach, suited, reach], [4, 3, 2, 1], 0)


def holds_by_kind(hands: Cards, away: Sequence[tuple[int, ...]]) -> tuple[Numbers, Numbers]:
    """For every ascending hand the hold that keeps the best kind, and the kind."""
    scores = []
    for places in away:
        kept = np.delete(hands, list(places), axis=1)
        ranks = kept[:, ::-1].astype(np.int64) // N_SUITS
        worth = (ranks * N_RANKS ** np.arange(ranks.shape[1])[::-1]).sum(axis=1)
        scores.append(kinds_kept(kept, hands.shape[1]) * N_RANKS ** hands.shape[1] + worth)
    best = np.stack(scores)
    return best.argmax(axis=0), best.max(axis=0) // N_RANKS ** hands.shape[1]


@dataclass(frozen=True, slots=True)
class RuledChoice:
    """Something that a rule may say: its option, and what it is worth with every hand."""

    takes: Step
    place: Numbers
    worth: Numbers


def rules_by_kind(
    kinds: Numbers, values: Numbers, choices: Sequence[RuledChoice], ranked: Ranking, kickers: int
) -> tuple[list[Rule], Numbers]:
    """The rules, and the place of the choice that they make with every hand; choices from the least on."""
    rules, made = [], np.zeros(len(kinds), np.int64)
    for kind in sorted(set(kinds.tolist()), reverse=True):
        rows = np.flatnonzero(kinds == kind)
        places = named_places(ranked, np.unique(values[rows]).tolist(), kickers)
        which = np.searchsorted([place.value for place in places], values[rows], side="right") - 1
        sums = np.zeros((len(choices), len(places)), np.int64)
        for total, choice in zip(sums, choices, strict=True):
            np.add.at(total, which, choice.worth[rows])
        cuts = best_cuts(sums.tolist())
        for start, number in cuts:
            later = rows[which >= start]
            made[later] = choices[number].place[later]
        for start, number in cuts[::-1]:
            cut = places[start].cut
            when = () if cut is None else (HandAtLeast(cut),)
            rules.append(Rule((choices[number].takes,), when, Kept(kind)))
    return rules, made


def notes_on(n_own: int, n_kept: int) -> tuple[str, ...]:
    """What the words of the rules mean."""
    return (
        f"To keep: {COUNTED[n_kept]} of your cards. Of the kinds above, the first that your hand has counts. Of "
        "several ways to keep that kind, take the one with the highest cards.",
        f"Fit a straight: of different ranks, at most {n_own - 1} apart. An ace is high or low.",
    )
