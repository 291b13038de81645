"""Simulation by cells: rounds are dealt and played in blocks, each ends in a numbered cell, each cell is settled once.

A game supplies its kernels, from the cards of a round to its cell. Seats of a whole table play by the same kernels.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.device.machines import Machine
from houseway.analysis.counting.shards import Runner
from houseway.analysis.operations.seats import SeatPlay
from houseway.analysis.results.result import Subject
from houseway.analysis.results.simulation import BLOCK, PlayRounds, SimulationResult, settled_cells, simulated
from houseway.cards.deck import Deck
from houseway.cards.seed import SeedLike
from houseway.cards.streams import Word, fill_hands, simulation_key
from houseway.games.engine.game import Game

DEVICE_BLOCK = 1 << 30
"""Rounds that another machine plays at once."""


@dataclass(frozen=True)
class CellSimulator(ABC):
    """Everything that rounds need. A row of dealt cards has the seat's cards first, then the shared ones."""

    rounds_at_once: ClassVar[int] = BLOCK
    """Few enough rounds that the kernels' data for each stays in one core's cache."""

    deck: NDArray[np.uint8]
    key: tuple[Word, Word]

    @property
    @abstractmethod
    def round_cards(self) -> int:
        """Return how many cards are dealt in a round of one seat."""

    @property
    @abstractmethod
    def n_cells(self) -> int:
        """Return the number of cells in which a round can end."""

    @abstractmethod
    def ends(self, dealt: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return the cell in which each of some rounds ends, with one row of cards per round."""

    @abstractmethod
    def settle(self, cell: int) -> Fraction:
        """Return the net result of a cell, in Antes."""

    def on_device(self, machine: Machine) -> PlayRounds | None:
        """Return `play` for another machine, with the same rounds and counts; None if it has no kernel."""
        return None

    def play(self, first_round: int, rounds: int) -> NDArray[np.int64]:
        """Deal and play rounds, and return how many end in each cell."""
        cells = np.zeros(self.n_cells, np.int64)
        for done in range(0, rounds, self.rounds_at_once):
            dealt = np.empty((min(self.rounds_at_once, rounds - done), self.round_cards), np.uint8)
            fill_hands(dealt, self.deck, *self.key, Word(first_round + done))
            cells += np.bincount(self.ends(dealt), minlength=self.n_cells)
        return cells


def dealt_from(deck: Deck, seed: SeedLike) -> tuple[NDArray[np.uint8], tuple[Word, Word]]:
    """Return a deck as kernels read it, and the stream of cards of a seed."""
    return np.array(deck.cards, np.uint8), simulation_key(seed)


def simulate_cells(
    simulator: CellSimulator,
    game: Game,
    strategy: str,
    seed: SeedLike,
    rounds: int,
    first_round: int,
    jobs: int,
    runner: Runner | None = None,
) -> SimulationResult:
    """Play rounds of a game and return their result, on the runner's device where there is a kernel for it."""
    subject, settle = Subject.of(game, strategy), settled_cells(simulator.settle)
    machine = runner.machine_at_hand() if runner is not None else None
    play = simulator.on_device(machine) if machine is not None else None
    if play is None:
        return simulated(subject, seed, simulator.play, settle, rounds, first_round, jobs)
    return simulated(subject, seed, play, settle, rounds, first_round, block=DEVICE_BLOCK)


def seat_of(simulators: Sequence[CellSimulator], own_cards: int, envy: Sequence[Fraction] | None = None) -> SeatPlay:
    """Return a seat of a whole table that plays by one of several equally likely simulators."""
    first = simulators[0]
    nets = [first.settle(cell) for cell in range(first.n_cells)]
    shared = first.round_cards - own_cards
    return SeatPlay.of(first.deck, own_cards, shared, [each.ends for each in simulators], nets, envy)
