"""The total result of many rounds: its distribution, from the exact distribution of one round.

The mean and variance are exact. Probabilities are floats, found in one pass for any number of rounds:

1. One round's values form a lattice, `first + step * k` with whole k, so the totals of n rounds form one too.
2. A window of the lattice is chosen outside which the total falls with a probability of at most `ERROR`. The bound is
   Chernoff's: for every t > 0, P(K >= h) <= E[exp(t K_1)]**n * exp(-t h). Each t gives a valid bound; the best of a
   grid is taken, for each side. Independent parts of a round multiply their moments.
3. On a window of M points, the discrete Fourier transform of n rounds' total is the n-th power of one round's
   transform. Independent parts give the product of their transforms. Probability outside the window wraps around to the
   other end. So every probability is wrong by at most `ERROR` and the rounding of the transform. Together that is under
   1e-10 for up to 100,000 rounds (tests compare with exact tails). It grows with the number of rounds.

Values are counted from the lattice point next to the mean. That keeps the phases small, because n multiplies their
rounding errors.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm, log, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.results.distribution import Distribution
from houseway.errors import BadSetting
from houseway.plain import exact

ROUNDS = (1_000, 10_000, 100_000)
"""The horizons of a report."""
LEVELS = (0.001, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999)
ERROR = 1e-13
TAIL = 0.01
"""The share that a plot leaves out at either end, and labels there."""
MOST_POINTS = 1 << 25

Floats = NDArray[np.float64]
Parts = Sequence[tuple[Distribution, int]]
"""The independent parts that sum to one round, each with the number of times it is added."""


@dataclass(frozen=True)
class Lattice:
    """One round's distribution on equally spaced points: `first + step * place`, with the probability of each place."""

    first: Fraction
    step: Fraction
    places: NDArray[np.int64]
    chances: Floats

    @classmethod
    def of(cls, net: Distribution) -> "Lattice":
        """Return the widest lattice that contains every value."""
        values = list(net.weights)
        first = values[0]
        scale = lcm(*(value.denominator for value in values))
        spread = gcd(*(int((value - first) * scale) for value in values))
        step = Fraction(spread or scale, scale)
        return cls(
            first=first,
            step=step,
            places=np.array([int((value - first) / step) for value in values], np.int64),
            chances=np.array([float(Fraction(weight, net.total)) for weight in net.weights.values()]),
        )


class Histogram(NamedTuple):
    """The middles of equal intervals, the probability of a total in each, and the probability beyond them."""

    bars: list[tuple[float, float]]
    below: float
    above: float


@dataclass(frozen=True)
class Total:
    """The total result of a number of rounds, in the unit of one round's values (Antes, or cents).

    `start` is the value of the first of `chances`; the next ones are `step` apart.

    >>> coin = Distribution.of({Fraction(1): 1, Fraction(-1): 1})
    >>> four = total_of(coin, 4)
    >>> four.mean, four.variance, round(four.above(0), 9), four.quantile(0.5)
    (Fraction(0, 1), Fraction(4, 1), 0.3125, Fraction(0, 1))
    """

    rounds: int
    mean: Fraction
    variance: Fraction
    start: Fraction
    step: Fraction
    chances: Floats

    @property
    def standard_deviation(self) -> float:
        """Return the square root of the exact variance."""
        return sqrt(self.variance)

    @property
    def normal(self) -> NormalDist:
        """Return the normal distribution with the same mean and variance, as an approximation to compare with."""
        return NormalDist(float(self.mean), self.standard_deviation)

    @cached_property
    def _up_to(self) -> Floats:
        return np.cumsum(self.chances)

    @cached_property
    def _from(self) -> Floats:
        return np.cumsum(self.chances[::-1])[::-1]

    def above(self, value: Fraction | int) -> float:
        """Return the probability that the total exceeds a value."""
        place = (Fraction(value) - self.start) // self.step + 1
        return self._at(self._from, place, before=1.0, after=0.0)

    def below(self, value: Fraction | int) -> float:
        """Return the probability that the total is below a value."""
        place = -((self.start - Fraction(value)) // self.step) - 1
        return self._at(self._up_to, place, before=0.0, after=1.0)

    def _at(self, sums: Floats, place: int, *, before: float, after: float) -> float:
        if place < 0:
            return before
        return float(min(sums[place], 1.0)) if place < len(sums) else after

    def quantile(self, level: float) -> Fraction:
        """Return the smallest total that is not exceeded with at least this probability."""
        if not 0 < level < 1:
            raise BadSetting(f"A quantile's level must be between 0 and 1; got {level}.")
        place = int(np.searchsorted(self._up_to, level - ERROR))
        return self.start + self.step * min(place, len(self.chances) - 1)

    def with_variance(self, variance: Fraction) -> "Total":
        """Return the same shape about the same mean, scaled to another variance."""
        factor = Fraction(sqrt(variance / self.variance)).limit_denominator(10**9)
        start = self.mean + factor * (self.start - self.mean)
        return replace(self, variance=variance, start=start, step=factor * self.step)

    def histogram(self, bars: int = 120) -> "Histogram":
        """Return the total between its outer quantiles, for plots.

        One rare payout would squeeze all other bars together.
        """
        low, high = self.quantile(TAIL), self.quantile(1 - TAIL)
        points = max(1, -(-int((high - low) / self.step + 1) // bars))
        first = int((low - self.start) / self.step)
        wanted = int((high - self.start) / self.step) + 1 - first
        last = min(first + points * -(-wanted // points), len(self.chances))
        edges = np.arange(first, last, points)
        heights = np.add.reduceat(self.chances[:last], edges)
        middles = float(self.start) + float(self.step) * (edges + (points - 1) / 2)
        below, above = self.chances[:first].sum(), self.chances[last:].sum()
        return Histogram(list(zip(middles.tolist(), heights.tolist(), strict=True)), float(below), float(above))

    def to_dict(self, levels: Sequence[float] = LEVELS) -> dict[str, Any]:
        """Return the figures of a risk table, each with its normal approximation."""
        normal = self.normal
        return {
            "rounds": self.rounds,
            "mean": exact(self.mean),
            "variance": exact(self.variance),
            "standard_deviation": self.standard_deviation,
            "player_ahead": {"value": self.above(0), "normal": 1 - normal.cdf(0)},
            "player_behind": {"value": self.below(0), "normal": normal.cdf(0)},
            "quantiles": [
                {"level": level, "total": exact(self.quantile(level)), "normal": normal.inv_cdf(level)}
                for level in levels
            ],
        }


def total_of(net: Distribution, rounds: int) -> Total:
    """Return the distribution of the total of independent rounds."""
    return total_of_parts([(net, 1)], rounds)


def total_of_parts(parts: Parts, rounds: int) -> Total:
    """Return the distribution of the total of independent rounds, each a sum of independent parts.

    >>> coin = Distribution.of({Fraction(1): 1, Fraction(-1): 1})
    >>> total_of_parts([(coin, 3), (Distribution.of({Fraction(1, 2): 1}), 1)], 2).mean
    Fraction(1, 1)
    """
    if isinstance(rounds, bool) or not isinstance(rounds, int) or rounds < 1:
        raise BadSetting(f"rounds: expected a whole number above zero; got {rounds!r}")
    lattices = [(net, Lattice.of(net), times * rounds) for net, times in parts]
    step = _common_step([one.step for _, one, _ in lattices])
    steps = []
    start = Fraction(0)
    for net, one, times in lattices:
        middle = round((net.mean - one.first) / one.step)
        start += times * (one.first + middle * one.step)
        steps.append(_Steps((one.places - middle) * int(one.step / step), one.chances, times))
    low, high = _window(steps)
    size = 1 << (high - low).bit_length()
    if size > MOST_POINTS:
        raise BadSetting(
            f"{rounds:,} rounds with steps of {step} need {size:,} points, more than {MOST_POINTS:,}: "
            "give fewer rounds, or bets that are multiples of each other"
        )
    transform = np.ones(size // 2 + 1, np.complex128)
    for part in steps:
        wrapped = np.zeros(size)
        np.add.at(wrapped, part.places % size, part.chances)
        transform *= np.fft.rfft(wrapped) ** part.times
    chances = np.clip(np.roll(np.fft.irfft(transform, size), -low)[: high - low + 1], 0.0, None)
    return Total(
        rounds=rounds,
        mean=sum((net.mean * times for net, _, times in lattices), Fraction(0)),
        variance=sum((net.variance * times for net, _, times in lattices), Fraction(0)),
        start=start + low * step,
        step=step,
        chances=chances,
    )


@dataclass(frozen=True)
class _Steps:
    """A part of the total: its lattice places from the point next to its mean, and how often it is added."""

    places: NDArray[np.int64]
    chances: Floats
    times: int

    @property
    def mirrored(self) -> "_Steps":
        return _Steps(-self.places, self.chances, self.times)


def _common_step(steps: Sequence[Fraction]) -> Fraction:
    scale = lcm(*(step.denominator for step in steps))
    return Fraction(gcd(*(int(step * scale) for step in steps)), scale)


def _window(parts: Sequence[_Steps]) -> tuple[int, int]:
    """Return the places between which the total falls, except for a probability of at most ERROR."""
    least = sum(part.times * int(part.places.min()) for part in parts)
    most = sum(part.times * int(part.places.max()) for part in parts)
    high = min(most, _chernoff(parts))
    low = max(least, -_chernoff([part.mirrored for part in parts]))
    return low, high


def _chernoff(parts: Sequence[_Steps]) -> int:
    """Return a place that the total exceeds with a probability of at most half of ERROR."""
    if all(int(part.places.max()) <= 0 for part in parts):
        return 0
    valued = [(part.places.astype(float), part.chances, part.times) for part in parts]
    slopes, log_moments = _log_moments(valued, 1)
    return int(np.ceil(((log_moments + log(2 / ERROR)) / slopes).min()))


def _log_moments(parts: Sequence[tuple[Floats, Floats, int]], rounds: int) -> tuple[Floats, Floats]:
    """Return a grid of slopes t that suits a number of rounds, and log E[exp(t X)] of one round at each.

    A part of the round has values, their probabilities, and the number of times it is added.
    """
    squares = [float(chances @ values**2) for values, chances, _ in parts]
    whole = sqrt(rounds * sum(times * square for square, (_, _, times) in zip(squares, parts, strict=True)))
    reaches = [(float(values.max()), sqrt(square)) for square, (values, _, _) in zip(squares, parts, strict=True)]
    steepest = 60.0 / min(min(most, spread) for most, spread in reaches if most > 0)
    slopes = np.geomspace(1e-3 / whole, steepest, 600)
    total = np.zeros(len(slopes))
    for values, chances, times in parts:
        exponents = np.outer(slopes, values) + np.log(chances)
        peaks = exponents.max(axis=1)
        total += times * (peaks + np.log(np.exp(exponents - peaks[:, None]).sum(axis=1)))
    return slopes, total


def checked_risk(risk: float) -> float:
    """Return the risk, a probability that is neither 0 nor 1.

    >>> checked_risk(Fraction(1, 100))
    0.01
    """
    if isinstance(risk, bool) or not isinstance(risk, (int, float, Fraction)) or not 0 < risk < 1:
        raise BadSetting(f"risk: expected a probability between 0 and 1; got {risk!r}")
    return float(risk)


def reserve(net: Distribution, rounds: int, risk: float) -> float:
    """Return a bankroll that the players' running gain exceeds within the rounds with at most this probability.

    For every t > 0, exp(t S_k) of the running gain S_k drifts up at most by E[exp(t X)] per round. So Doob's inequality
    gives P(max S_k >= b) <= max(1, E[exp(t X)]**n) * exp(-t b). The best t of a grid is taken. The bound is valid, and
    somewhat above the smallest sufficient bankroll.

    >>> coin = Distribution.of({Fraction(1): 1, Fraction(-1): 1})
    >>> round(reserve(coin, 100, 0.01), 1)
    30.1
    """
    return reserve_of_parts([(net, 1)], rounds, risk)


def reserve_of_parts(parts: Parts, rounds: int, risk: float) -> float:
    """Return the same reserve if a round is a sum of independent parts."""
    risk = checked_risk(risk)
    valued = [
        (
            np.array([float(value) for value in net.weights]),
            np.array([float(Fraction(weight, net.total)) for weight in net.weights.values()]),
            times,
        )
        for net, times in parts
    ]
    most = sum(times * float(values.max()) for values, _, times in valued)
    if most <= 0:
        return 0.0
    slopes, log_moments = _log_moments(valued, rounds)
    bound = float(((rounds * np.maximum(log_moments, 0.0) - log(risk)) / slopes).min())
    return min(bound, rounds * most)
