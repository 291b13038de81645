"""The blueprint's bets before the discards, by kind of hand, and the values of its seats."""

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.results.equity import ButtonChart, OpeningChart
from houseway.analysis.titles.five_card_holdout.blueprint import Blueprint
from houseway.analysis.titles.five_card_holdout.blueprint_reading import ReadPlan
from houseway.analysis.titles.five_card_holdout.hold_chart import DRAWS, kinds_of
from houseway.analysis.titles.five_card_holdout.showdown import RANKING
from houseway.cards.card import N_SUITS, RANK_NAMES, RANK_PLURALS
from houseway.ranking import ranking
from houseway.ranking.category import Category

PAIR, NOTHING = str(Category.PAIR), DRAWS[2]


def opening_chart() -> OpeningChart:
    """Return how each kind of hand is bet if the button opens, and if the big blind answers."""
    read = ReadPlan(Blueprint.load())
    kinds = _finer(read.hands, kinds_of(read.hands))
    strengths = ranking(RANKING).evaluate(read.hands).astype(np.int64)
    draws = [name for name in DRAWS.values() if name != NOTHING]
    found = list(dict.fromkeys(kinds[np.argsort(-strengths)].tolist()))
    unpaired = [name for name in found if name.endswith(f", {NOTHING}")]
    return read.opening(kinds, [*(name for name in found if name not in (*draws, *unpaired)), *draws, *unpaired])


def button_chart() -> ButtonChart:
    """Return each seat's win when the blueprint plays itself."""
    return ReadPlan(Blueprint.load()).seats()


def _finer(hands: NDArray[np.uint8], kinds: NDArray[np.str_]) -> NDArray[np.str_]:
    """Return kinds with pairs distinguished by rank, and hands without a pair or a draw by their highest card."""
    ranks = hands // N_SUITS
    twice = np.zeros(len(hands), np.int64)
    for place in range(hands.shape[1] - 1):
        twice = np.where(ranks[:, place] == ranks[:, place + 1], ranks[:, place], twice)
    names = kinds.astype(object)
    for rank, (name, plural) in enumerate(zip(RANK_NAMES, RANK_PLURALS, strict=True)):
        names[(kinds == PAIR) & (twice == rank)] = f"{PAIR} of {plural}"
        names[(kinds == NOTHING) & (ranks.max(axis=1) == rank)] = f"{name} high, {NOTHING}"
    return names.astype(np.str_)
