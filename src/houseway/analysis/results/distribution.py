"""Exact numbers, and exact distributions of a result."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, sqrt


def percent(number: Fraction | float, digits: int = 4) -> str:
    """Return a probability or an edge as text."""
    return f"{100 * float(number):.{digits}f}%"


def edge_percent(edge: Fraction, digits: int = 4) -> str:
    """Return a house edge as text, for use under a heading that names it; below zero it is the player's.

    >>> edge_percent(Fraction(1, 50), 2), edge_percent(Fraction(-1, 50), 2)
    ('2.00%', "player's 2.00%")
    """
    return f"player's {percent(-edge, digits)}" if edge < 0 else percent(edge, digits)


@dataclass(frozen=True)
class Distribution:
    """Weights of values: how many of a total of equally likely combinations give each value.

    >>> coin = Distribution.of({Fraction(1): 1, Fraction(-1): 1})
    >>> coin.mean, coin.variance, coin.probability(lambda value: value > 0)
    (Fraction(0, 1), Fraction(1, 1), Fraction(1, 2))
    """

    weights: Mapping[Fraction, int]

    @classmethod
    def of(cls, weights: Mapping[Fraction, int] | Iterable[tuple[Fraction | int, int]]) -> "Distribution":
        """Add up weights by value; values without weight are left out."""
        pairs = weights.items() if isinstance(weights, Mapping) else weights
        sums: dict[Fraction, int] = {}
        for value, weight in pairs:
            exact = Fraction(value)
            sums[exact] = sums.get(exact, 0) + int(weight)
        return cls({value: sums[value] for value in sorted(sums) if sums[value]})

    @cached_property
    def total(self) -> int:
        """Return the number of combinations."""
        return sum(self.weights.values())

    @cached_property
    def mean(self) -> Fraction:
        """Return the expected value."""
        return sum((value * weight for value, weight in self.weights.items()), Fraction(0)) / self.total

    @cached_property
    def variance(self) -> Fraction:
        """Return the exact variance."""
        square = sum((value * value * weight for value, weight in self.weights.items()), Fraction(0)) / self.total
        return square - self.mean**2

    @property
    def standard_deviation(self) -> float:
        """Return the root of the variance, the only figure here that is not exact."""
        return sqrt(self.variance)

    def probability(self, event: Callable[[Fraction], bool]) -> Fraction:
        """Return the probability of the values for which `event` is true."""
        return Fraction(sum(weight for value, weight in self.weights.items() if event(value)), self.total)

    def scaled(self, factor: int) -> "Distribution":
        """Return the same values with every weight multiplied."""
        return Distribution({value: weight * factor for value, weight in self.weights.items()})

    def reduced(self) -> "Distribution":
        """Return the same distribution in lowest terms."""
        divisor = gcd(*self.weights.values())
        return Distribution({value: weight // divisor for value, weight in self.weights.items()})
