"""Best play of every hole after every flop as one table, for simulation.

A decision is one of three arrangements and of four choices of raises: twelve in all, half a byte. There is a row of the
table for each class of flops under renaming of suits, 1,755 of them, and in it a place for each of the C(49,4) holes:
186 million bytes. To find a decision, the suits of the whole round are renamed so that its flop is the one that stands
for its class. Rows are counted flop by flop and kept on disk compressed, 15 million bytes in all.
"""

import lzma
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.shards import Runner
from houseway.analysis.counting.sums import Counts
from houseway.analysis.titles.two_hand_holdem.holes import best_decisions
from houseway.analysis.titles.two_hand_holdem.kinds import Array
from houseway.analysis.titles.two_hand_holdem.tables import FlopTables, flop_tables
from houseway.cards.card import N_NATURAL
from houseway.cards.classes import class_arrays
from houseway.cards.deck import Deck
from houseway.cards.symmetry import renamed, suit_symmetries
from houseway.games.titles.two_hand_holdem import FLOP_CARDS, HOLE_CARDS

FLOPS_AT_ONCE = 5
SECONDS_A_FLOP = 0.15


class BestPlay(NamedTuple):
    """The table and the way into it.

    By the number of a flop: its row, and which renaming takes it there; by renaming, what each card becomes. `place`
    counts the cards of the deck below each card. `choose[k, n]` is C(n, k). Two decisions share a byte of `decisions`.
    """

    row_of_flop: NDArray[np.int32]
    renaming_of_flop: NDArray[np.uint8]
    renamed: NDArray[np.uint8]
    place: NDArray[np.int64]
    choose: NDArray[np.int64]
    holes: int
    decisions: NDArray[np.uint8]


@dataclass(frozen=True)
class BestDecisions:
    """The decisions of best play, as `holes.best_decisions` has them, under the number of each class of flops.

    `copies` are those of the deck. Each row is compressed.
    """

    copies: tuple[int, ...]

    name = "two-hand-holdem-play"
    modules: Sequence[str] = tuple(
        f"houseway.analysis.titles.two_hand_holdem.{module}"
        for module in ("best_play", "boards", "counting", "holes", "kinds", "tables")
    )

    @property
    def parameters(self) -> Mapping[str, object]:
        """The deck alone: neither a Bonus nor a reading changes how the hands are best played."""
        return {"copies": list(self.copies)}

    @cached_property
    def flops(self) -> Array:
        """The flop that stands for each class."""
        return class_arrays(Deck(self.copies), (FLOP_CARDS,))[0]

    def shards(self) -> Sequence[int]:
        """Stretches of flop classes."""
        return range(-(-len(self.flops) // FLOPS_AT_ONCE))

    def estimated_seconds(self) -> float:
        """The CPU time of all flops, as measured on one machine."""
        return SECONDS_A_FLOP * len(self.flops)

    def run(self, shard: int) -> Counts:
        """Decide every hole after the flops of one stretch."""
        rows = range(len(self.flops))[shard * FLOPS_AT_ONCE : (shard + 1) * FLOPS_AT_ONCE]
        return {str(row): _packed(best_decisions(self._tables(row))) for row in rows}

    def _tables(self, row: int) -> FlopTables:
        low, middle, high = self.flops[row].tolist()
        return flop_tables(Deck(self.copies), (low, middle, high))


def _packed(decisions: Array) -> NDArray[np.uint8]:
    return np.frombuffer(lzma.compress(decisions.tobytes(), preset=3), np.uint8)


@lru_cache(maxsize=1)
def best_play(deck: Deck, runner: Runner) -> BestPlay:
    """The table of a deck: its rows from disk where they are, else counted now."""
    job = BestDecisions(deck.copies)
    rows = runner.run(job)
    holes = comb(deck.size - FLOP_CARDS, HOLE_CARDS)
    width = -(-holes // 2)
    decisions = np.zeros(len(job.flops) * width, np.uint8)
    for row in range(len(job.flops)):
        plain = np.frombuffer(lzma.decompress(rows[str(row)].tobytes()), np.uint8)
        even = np.zeros(2 * width, np.uint8)
        even[:holes] = plain
        decisions[row * width : (row + 1) * width] = even[::2] | even[1::2] << 4
    return BestPlay(
        *_ways_to_rows(deck, job.flops),
        place=np.cumsum(np.array(deck.copies[:N_NATURAL])) - 1,
        choose=np.array([[comb(n, k) for n in range(N_NATURAL)] for k in range(HOLE_CARDS + 1)], np.int64),
        holes=2 * width,
        decisions=decisions,
    )


def _ways_to_rows(deck: Deck, flops: Array) -> tuple[NDArray[np.int32], NDArray[np.uint8], NDArray[np.uint8]]:
    """For each flop its row and a renaming that takes it there, and all renamings."""
    symmetries = suit_symmetries(deck)
    images = np.array([[renamed(card_id, suits) for card_id in range(N_NATURAL)] for suits in symmetries], np.uint8)
    row_of_flop = np.zeros(comb(N_NATURAL, FLOP_CARDS), np.int32)
    renaming_of_flop = np.zeros(len(row_of_flop), np.uint8)
    for number, image in enumerate(images):
        back = np.argsort(image)
        low, middle, high = np.sort(back[flops], axis=1).T
        places = high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
        row_of_flop[places], renaming_of_flop[places] = np.arange(len(flops)), number
    return row_of_flop, renaming_of_flop, images
