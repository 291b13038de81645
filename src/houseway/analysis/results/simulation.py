"""The result of a simulation, as far as all games share it.

A round's cards depend on the seed and the round's number only. So any stretch of rounds can be played separately, in
any order and on any number of threads. The counts add up to the same result.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from time import perf_counter, process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.results.distribution import Distribution
from houseway.analysis.results.result import Subject
from houseway.cards.seed import Seed, SeedLike
from houseway.errors import BadArray
from houseway.plain import exact

CONFIDENCE = 0.999
MOST_ROUNDS = 2**40
BLOCK = 1 << 14
"""Rounds that are dealt at once: few enough to stay in the processor's cache."""

Integers = NDArray[np.int64]
PlayRounds = Callable[[int, int], Integers]
"""A function that plays a number of rounds (second) from a round number (first) on and returns counts that add up."""
Settle = Callable[[Integers], Iterable[tuple[Fraction, int]]]
"""A function that returns the net results of such counts, each with its frequency."""


@dataclass(frozen=True)
class SimulationResult:
    """The net results of simulated rounds, in Antes, each with its frequency, and the time that the rounds took."""

    subject: Subject
    seed: str
    first_round: int
    net: Distribution
    seconds: float
    cpu_seconds: float
    note: str = ""
    """A note that is needed to read the figures, where they are not those of good play."""

    @property
    def rounds(self) -> int:
        """Return how many rounds were played."""
        return self.net.total

    @property
    def mean(self) -> Fraction:
        """Return the average net result."""
        return self.net.mean

    @property
    def standard_error(self) -> float:
        """Return the standard deviation of the mean."""
        return sqrt(self.net.variance / self.rounds)

    @property
    def interval(self) -> tuple[float, float]:
        """Return the 99.9% confidence interval of the expected value."""
        reach = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * self.standard_error
        return float(self.mean) - reach, float(self.mean) + reach

    def agrees_with(self, value: Fraction) -> bool:
        """Return whether an exact value is in the confidence interval."""
        low, high = self.interval
        return low <= value <= high

    def to_dict(self) -> dict[str, Any]:
        """Return the plain form that `--json` prints."""
        return {
            "game": self.subject.game,
            "readings": dict(self.subject.readings),
            "paytable": self.subject.paytable,
            "strategy": self.subject.strategy,
            "seed": self.seed,
            "first_round": self.first_round,
            "rounds": self.rounds,
            "mean": exact(self.mean),
            "standard_error": self.standard_error,
            "confidence": CONFIDENCE,
            "interval": list(self.interval),
            "standard_deviation": self.net.standard_deviation,
            "distribution": [{"net": str(value), "rounds": count} for value, count in self.net.weights.items()],
            "seconds": self.seconds,
            "cpu_seconds": self.cpu_seconds,
            **({"note": self.note} if self.note else {}),
        }


def check_rounds(rounds: int, first_round: int) -> None:
    """Refuse numbers of rounds that cannot be played, before any work is done."""
    whole = all(isinstance(number, int) and not isinstance(number, bool) for number in (rounds, first_round))
    if not whole or not 0 < rounds <= MOST_ROUNDS or first_round < 0:
        raise BadArray(f"expected 1 to {MOST_ROUNDS:,} rounds, numbered from 0; got {rounds!r} from {first_round!r}")


def play_blocks(
    play: PlayRounds, rounds: int, first_round: int = 0, jobs: int = 1, block: int = BLOCK
) -> NDArray[np.int64]:
    """Play rounds block by block, on several threads if the kernels run without the interpreter's lock."""
    check_rounds(rounds, first_round)
    workers = max(1, min(jobs, -(-rounds // block)))

    def share(worker: int) -> NDArray[np.int64]:
        counts = np.zeros((), np.int64)
        for start in range(worker * block, rounds, workers * block):
            counts = counts + play(first_round + start, min(block, rounds - start))
        return counts

    with ThreadPoolExecutor(workers) as pool:
        return sum(pool.map(share, range(workers)), np.zeros((), np.int64))


def simulated(
    subject: Subject,
    seed: SeedLike,
    play: PlayRounds,
    settle: Settle,
    rounds: int,
    first_round: int = 0,
    jobs: int = 1,
    block: int = BLOCK,
) -> SimulationResult:
    """Play rounds and settle their results."""
    wall, cpu = perf_counter(), process_time()
    counts = play_blocks(play, rounds, first_round, jobs, block)
    wall, cpu = perf_counter() - wall, process_time() - cpu
    return SimulationResult(subject, str(Seed.of(seed)), first_round, Distribution.of(settle(counts)), wall, cpu)


def settled_cells(settle: Callable[[int], Fraction]) -> Settle:
    """Return a function that settles counts by cell; only cells in which a round ended are settled."""
    return lambda cells: ((settle(cell), int(cells[cell])) for cell in np.flatnonzero(cells).tolist())
