"""Seats of one table that share the dealer's cards: how their results vary together.

The covariance of two seats is estimated from dealt and played rounds of a whole table.

The seats of a round are dealt from one deck and share the dealer's cards or the board. Each plays on its cards alone.
So they are exchangeable: any two have the same covariance c, at any number of seats. The total of n seats has variance
n v + n (n - 1) c, where v is the exact variance of one. All pairs of every round are used. Let S be the sum of n
results and Q that of their squares. Then (S S - Q) / (n (n - 1)) is the mean product of two different seats. Results
are measured from a point near their mean. So the average product is the covariance plus the square of a small
difference, which is subtracted.

Players drawn from kinds with given shares need no separate rounds. Covariance is linear in each of the two results. So
the covariance of two such players is the mean over pairs of kinds, and all kinds play the same cards at once.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.results.simulation import BLOCK, CONFIDENCE, check_rounds
from houseway.cards.seed import SeedLike
from houseway.cards.streams import Word, fill_hands, simulation_key
from houseway.errors import BadArray

ENVY = "envy:"

Floats = NDArray[np.float64]


def side_bet_of(kind: str, wager: str) -> str:
    """Return the name of a side bet's result for a kind of player."""
    return f"{kind}+{wager}"


@dataclass(frozen=True)
class Covariances:
    """Covariances of two different seats of one table, their standard errors, and one seat's standard deviations.

    `names` name the results. A kind of player names its net in Antes. `envy:` before it names its Envy Bonus in cents.
    `+` with a wager's name after it names the net of one Ante on a side bet that is not part of the first.
    """

    names: tuple[str, ...]
    values: Floats
    errors: Floats
    deviations: Floats
    rounds: int
    seats: int
    seed: str

    def of(self, weights: Mapping[str, float]) -> tuple[float, float]:
        """Return the covariance of two seats whose results are this weighted sum, and a bound of its standard error."""
        factors = np.array([weights.get(name, 0.0) for name in self.names])
        products = np.outer(factors, factors)
        return float((products * self.values).sum()), float((abs(products) * self.errors).sum())

    def deviation(self, name: str) -> float:
        """Return the standard deviation of one seat's result."""
        return float(self.deviations[self.names.index(name)])

    def to_plain(self) -> dict[str, Any]:
        """Return plain data, to eight digits."""
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
        """Return the covariances that `to_plain` wrote."""
        values, errors, deviations = (np.array(plain[each], float) for each in ("values", "errors", "deviations"))
        return cls(tuple(plain["names"]), values, errors, deviations, plain["rounds"], plain["seats"], plain["seed"])


def _digits(numbers: Floats) -> list[float]:
    return [float(f"{number:.8g}") for number in numbers]


def reach(error: float) -> float:
    """Return half the width of the 99.9% confidence interval for a standard error."""
    return NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * error


def table_variance(variance: Fraction | float, seats: int, covariance: float) -> float:
    """Return the variance of the sum of all seats of a table in one round.

    Seats that offset each other never make it negative.

    >>> table_variance(4, 3, 0.5), table_variance(4, 1, 0.5)
    (15.0, 4.0)
    """
    return max(0.0, seats * float(variance) + seats * (seats - 1) * covariance)


def deviation_interval(variance: float, seats: int, covariance: float, error: float) -> tuple[float, float]:
    """Return the 99.9% confidence interval of a table round's standard deviation, from that of the covariance."""
    low, high = (table_variance(variance, seats, covariance + side * reach(error)) for side in (-1, 1))
    return sqrt(low), sqrt(high)


Cards = NDArray[np.uint8]
Ends = Callable[[Cards], NDArray[np.int64]]
"""A function from one row of cards per round to the number of each round's ending."""


@dataclass(frozen=True)
class SeatPlay:
    """The play of one seat: a row has its `own` cards, then the cards that all seats share.

    `ends` are equally likely ways to play. `nets` and `envy` give the value of an ending by its number. `nets` is the
    net result in Antes, `envy` the Envy Bonus in cents for each other player. `beside` has side bets that are not part
    of it: the net result of one Ante on each, by the wager's name.
    """

    deck: Cards
    own: int
    shared: int
    ends: tuple[Ends, ...]
    nets: Floats
    envy: Floats | None = None
    beside: Mapping[str, Floats] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        deck: Cards,
        own: int,
        shared: int,
        ends: Sequence[Ends],
        nets: Sequence[Fraction],
        envy: Sequence[Fraction] | None = None,
    ) -> "SeatPlay":
        """Return the play of a seat from exact results."""
        due = None if envy is None else np.array([float(amount) for amount in envy])
        return cls(deck, own, shared, tuple(ends), np.array([float(net) for net in nets]), due)

    def named(self, kind: str) -> dict[str, Floats]:
        """Return the value of each ending, by the names that covariances use for a kind of player."""
        envy = {} if self.envy is None else {ENVY + kind: self.envy}
        return {kind: self.nets} | envy | {side_bet_of(kind, wager): nets for wager, nets in self.beside.items()}

    @property
    def most_seats(self) -> int:
        """Return the number of seats that the deck can serve at once."""
        return (len(self.deck) - self.shared) // self.own

    def results(self, dealt: Cards, seat: int) -> list[Floats]:
        """Return the net results of some rounds, then the Envy Bonuses and side bet results, if there are any.

        If there are several ways to play, a seat takes them in turn. Each seat has a different pace, so that two seats
        meet in all pairs of ways equally often.
        """
        n_ways = len(self.ends)
        ways = np.arange(len(dealt)) // n_ways**seat % n_ways
        ends = np.empty(len(dealt), np.int64)
        for way, play in enumerate(self.ends):
            ends[ways == way] = play(dealt[ways == way])
        return [worth[ends] for worth in self.named("").values()]


def covariances(plays: Mapping[str, SeatPlay], rounds: int, seats: int, seed: SeedLike = 0) -> Covariances:
    """Deal and play rounds of a whole table. Every kind of player plays the same cards."""
    check_rounds(rounds, 0)
    first = next(iter(plays.values()))
    if not 2 <= seats <= first.most_seats:
        raise BadArray(f"expected 2 to {first.most_seats} seats that the deck serves; got {seats!r}")
    names = [name for kind, play in plays.items() for name in play.named(kind)]
    key = simulation_key(seed)
    center = table_results(plays, min(BLOCK, rounds), 0, seats, key).mean(axis=(1, 2), keepdims=True)
    shape = (len(names), len(names))
    products, squares = np.zeros(shape), np.zeros(shape)
    means, spreads = np.zeros(len(names)), np.zeros(len(names))
    for start in range(0, rounds, BLOCK):
        results = table_results(plays, min(BLOCK, rounds - start), start, seats, key) - center
        totals = results.sum(axis=2)
        for one in range(len(names)):
            for other in range(one + 1):
                same = (results[one] * results[other]).sum(axis=1)
                each = (totals[one] * totals[other] - same) / (seats * (seats - 1))
                products[one, other] += each.sum()
                squares[one, other] += (each * each).sum()
            means[one] += totals[one].sum() / seats
            spreads[one] += (results[one] ** 2).sum() / seats
    means /= rounds
    averages = products / rounds
    errors = np.sqrt(np.maximum(squares / rounds - averages**2, 0.0) / rounds)
    values = averages - np.tril(np.outer(means, means))
    return Covariances(
        names=tuple(names),
        values=_symmetric(values),
        errors=_symmetric(errors),
        deviations=np.sqrt(spreads / rounds - means**2),
        rounds=rounds,
        seats=seats,
        seed=str(seed),
    )


def _symmetric(lower: Floats) -> Floats:
    return lower + np.tril(lower, -1).T


def table_results(
    plays: Mapping[str, SeatPlay], rounds: int, first_round: int, seats: int, key: tuple[Word, Word]
) -> Floats:
    """Return results by result name, round and seat."""
    first = next(iter(plays.values()))
    dealt = np.empty((rounds, first.shared + seats * first.own), np.uint8)
    fill_hands(dealt, first.deck, *key, Word(first_round))
    shared = dealt[:, : first.shared]
    rows = [dealt[:, start : start + first.own] for start in range(first.shared, dealt.shape[1], first.own)]
    by_seat = []
    for seat, own in enumerate(rows):
        row = np.concatenate([own, shared], axis=1)
        by_seat.append([result for play in plays.values() for result in play.results(row, seat)])
    return np.array(by_seat).transpose(1, 2, 0)
