"""Covariances of the seats of one table, and what they make of the table's variance."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.results.simulation import CONFIDENCE

ENVY = "envy:"

Floats = NDArray[np.float64]


def side_bet_of(kind: str, wager: str) -> str:
    """What the result of a side bet of such a player is called."""
    return f"{kind}+{wager}"


@dataclass(frozen=True)
class Covariances:
    """Covariances of two different seats of one table with their standard errors, and one seat's deviations.

    `names` name the results: a kind of player for its net in Antes, `envy:` before it for its Envy Bonus in cents, and
    `+` with a wager's name after it for the net of one Ante on a side bet that is not part of the first.
    """

    names: tuple[str, ...]
    values: Floats
    errors: Floats
    deviations: Floats
    rounds: int
    seats: int
    seed: str

    def of(self, weights: Mapping[str, float]) -> tuple[float, float]:
        """The covariance of two seats whose results are this sum of named ones, and a bound of its standard error."""
        factors = np.array([weights.get(name, 0.0) for name in self.names])
        products = np.outer(factors, factors)
        return float((products * self.values).sum()), float((abs(products) * self.errors).sum())

    def deviation(self, name: str) -> float:
        """The standard deviation of one seat's result."""
        return float(self.deviations[self.names.index(name)])

    def to_plain(self) -> dict[str, Any]:
        """As plain data, to eight digits."""
        return {
            "rounds": self.rounds,
            "seats": self.seats,
            "seed": self.seed,
            "names": list(self.names),
            "values": [_digits(row) for row in self.values],
            "errors": [_digits(row) for row in self.errors],
            "deviations": _digits(self.deviations),
        }

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> "Covariances":
        """What `to_plain` made."""
        values, errors, deviations = (np.array(plain[each], float) for each in ("values", "errors", "deviations"))
        return cls(tuple(plain["names"]), values, errors, deviations, plain["rounds"], plain["seats"], plain["seed"])


def _digits(numbers: Floats) -> list[float]:
    return [float(f"{number:.8g}") for number in numbers]


def reach(error: float) -> float:
    """Half of the 99.9% confidence interval that belongs to a standard error."""
    return NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * error


def table_variance(variance: Fraction | float, seats: int, covariance: float) -> float:
    """The variance of the sum of all seats of a table in one round; seats that offset each other leave none below 0.

    >>> table_variance(4, 3, 0.5), table_variance(4, 1, 0.5)
    (15.0, 4.0)
    """
    return max(0.0, seats * float(variance) + seats * (seats - 1) * covariance)


def deviation_interval(variance: float, seats: int, covariance: float, error: float) -> tuple[float, float]:
    """The 99.9% confidence interval of the standard deviation of a table's round, by that of the covariance."""
    low, high = (table_variance(variance, seats, covariance + side * reach(error)) for side in (-1, 1))
    return sqrt(low), sqrt(high)
