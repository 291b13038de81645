"""The count of a deck and a house way as a job of shards: once counted, any pay table is answered from it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np

from houseway.analysis.counting.device.machines import Machine
from houseway.analysis.counting.sums import Counts
from houseway.analysis.titles.fast_action_holdem.dealer import UNITS
from houseway.analysis.titles.fast_action_holdem.space import BOARD, HAND, Integers, space_of
from houseway.cards.deck import Deck
from houseway.games.house_way import HouseWay

EXTRA_COLUMNS = 2
"""After a column for each category of the hand beside: the same category and equal, the same category and worse."""

LIMB = 32
"""Bits of the low part of a win count that does not fit in 64 bits."""


@dataclass(frozen=True)
class FastActionCount:
    """The job: win counts by class of arrangement and categories, for one deck, house way and ranking system.

    `first_values` are the lowest values of the classes of hands that are told apart, by default the categories.
    """

    deck: Deck
    rules: HouseWay
    system: str
    first_values: tuple[int, ...]
    n_shards: int = 256

    @property
    def name(self) -> str:
        """A short name, for people and for the folder."""
        return f"fast-action-holdem-{self.deck.size}"

    @property
    def parameters(self) -> Mapping[str, object]:
        """Everything besides the code that determines the counts."""
        return {
            "deck": list(self.deck.copies),
            "house way": self.rules.digest,
            "system": self.system,
            "first values": list(self.first_values),
        }

    @property
    def modules(self) -> Sequence[str]:
        """The modules whose source determines the counts."""
        package = "houseway.analysis.titles.fast_action_holdem"
        return (
            *(
                f"{package}.{module}"
                for module in ("space", "dealer", "tables", "passing", "sweep", "counting", "jobs")
            ),
            "houseway.games.house_way",
            "houseway.ranking.lookup",
        )

    def shards(self) -> Sequence[int]:
        """Every shard takes each n-th class of boards, so that all take about as long."""
        return range(min(self.n_shards, len(space_of(self.deck).boards[0])))

    def estimated_seconds(self) -> float:
        """The CPU time of all shards, by a few boards that are counted now."""
        from houseway.analysis.titles.fast_action_holdem.counting import measured_seconds

        return measured_seconds(self)

    def run(self, shard: int) -> Counts:
        """Count the boards of one shard."""
        from houseway.analysis.titles.fast_action_holdem.counting import count_some_boards

        return count_some_boards(self, *self._boards([shard]))

    def runs_on(self, machine: Machine) -> bool:
        """The kernel has room for any deck."""
        return True

    def run_on(self, machine: Machine, shards: Sequence[int]) -> Counts:
        """Count the boards of some shards at once."""
        from houseway.analysis.titles.fast_action_holdem.on_device import count_on

        return count_on(machine, self, *self._boards(shards))

    def _boards(self, shards: Sequence[int]) -> tuple[Integers, Integers]:
        """The boards of some shards, and how many each stands for."""
        boards, orbits = space_of(self.deck).boards
        rows = np.concatenate([np.arange(shard, len(boards), self.n_shards) for shard in shards])
        return boards[rows], orbits[rows]


def dealer_ways(deck: Deck) -> int:
    """The weighted number of hands of the dealer against one hand and board."""
    return UNITS * comb(deck.size - HAND - BOARD, HAND)
