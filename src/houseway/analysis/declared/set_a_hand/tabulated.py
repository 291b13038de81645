"""The house way's setting of every class of hands, read line by line once and kept on disk."""

from collections.abc import Mapping
from hashlib import sha256
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.declared.set_a_hand.classes import HAND
from houseway.cards.card import ACE, N_NATURAL, N_SUITS
from houseway.games.engine import setting
from houseway.games.engine.setting import LOW_CARDS, SettingWay, Split
from houseway.ranking import paigow
from houseway.ranking.store import kept_arrays, source_hash

FRONTS = tuple(combinations(range(HAND), LOW_CARDS))
"""The places of the cards in front, for every setting of a hand whose cards descend."""


def ranks_of(hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Ranks of cards, a joker being an ace."""
    return np.where(hands >= N_NATURAL, ACE, hands // N_SUITS).astype(np.int64)


def tabulated(
    way: SettingWay, hands: NDArray[np.uint8], high: NDArray[np.uint16], low: NDArray[np.uint16]
) -> NDArray[np.uint8]:
    """The place in FRONTS of the house way's setting, for hands whose cards descend and the values of all settings."""
    sources = source_hash([Path(str(each)) for each in (__file__, setting.__file__, paigow.__file__)])
    told = sha256(repr((hands.shape, way.lines, way.high, way.low)).encode() + hands.tobytes()).hexdigest()
    version = sha256(f"{sources} {told}".encode()).hexdigest()[:16]
    return kept_arrays("house-way-settings", version, ("house",), lambda: _read(way, hands, high, low))["house"]


def _read(
    way: SettingWay, hands: NDArray[np.uint8], high: NDArray[np.uint16], low: NDArray[np.uint16]
) -> Mapping[str, NDArray[np.uint8]]:
    complete, fouled_from = way.complete_values, way.fouled_from
    chosen = np.zeros(len(hands), np.uint8)
    every = zip(ranks_of(hands).tolist(), high.tolist(), low.tolist(), strict=True)
    for row, (ranks, highs, lows) in enumerate(every):
        splits = [
            Split((ranks[front[0]], ranks[front[1]]), lows[place], highs[place], complete[highs[place]], False)
            for place, front in enumerate(FRONTS)
            if lows[place] < fouled_from[highs[place]]
        ]
        found = way.choose(ranks, splits)
        assert found is not None, "a house way covers every hand"
        split = found[1]
        chosen[row] = next(
            place for place in range(len(FRONTS)) if lows[place] == split.low and highs[place] == split.high
        )
    return {"house": chosen}
