"""How far the house's result of a shift swings, from one seat's exact distribution and the covariance of two seats.

The sum of n seats in a round has the variance n v + n (n - 1) c. Its whole distribution is not known, so probabilities
are those of a sum with this very mean and variance, put together from what is known:

- seats that pull the same way (c > 0): n independent seats, each with its exact distribution, and a part that all have
  in common. The common part lifts or lowers the whole table by the same amount, equally likely, just as often as gives
  the variance n (n - 1) c. Rare large payouts keep their size and their frequency.
- seats that offset each other (c < 0, by little: they share nothing but the deck): n independent seats, drawn in about
  their mean.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from houseway.analysis.house.covariance import deviation_interval, reach, table_variance
from houseway.analysis.house.risk import Histogram, Lattice, Total, reserve_of_parts, total_of_parts
from houseway.analysis.results.distribution import Distribution

WORST = (0.01, 0.05)


@dataclass(frozen=True)
class SeatLink:
    """What two seats of a table have in common: the covariance of what they cost the house, in cents squared.

    `rounds` tables were dealt for it, now or for the package (`shipped`); none where it is exact. `stands_in` is the
    strategy that was dealt where others cannot be.
    """

    covariance: float
    error: float
    variance: Fraction
    rounds: int
    seats: int
    seed: str
    shipped: bool
    stands_in: str | None = None

    @property
    def correlation(self) -> float:
        """The covariance over the variance of one seat."""
        return self.covariance / float(self.variance)

    @property
    def correlation_reach(self) -> float:
        """Half of the correlation's 99.9% confidence interval."""
        return reach(self.error) / float(self.variance)

    def to_dict(self) -> dict[str, object]:
        """A plain form for JSON."""
        return {
            "covariance_cents_squared": self.covariance,
            "standard_error": self.error,
            "correlation": self.correlation,
            "correlation_interval": [self.correlation + side * self.correlation_reach for side in (-1, 1)],
            "rounds_dealt": self.rounds,
            "seats_dealt": self.seats,
            "seed": self.seed,
            "shipped": self.shipped,
            "strategy_dealt_instead": self.stands_in,
        }


@dataclass(frozen=True)
class Swing:
    """The house's result of a shift, in cents; `players` is what the players win together, Envy Bonuses included."""

    players: Total
    deviation_interval: tuple[float, float]
    reserve: float
    risk: float

    @property
    def standard_deviation(self) -> float:
        """In cents."""
        return self.players.standard_deviation

    @property
    def losing_shift(self) -> float:
        """How likely the house loses."""
        return self.players.above(0)

    def house_at(self, level: float) -> Fraction:
        """The result that the house falls short of with at most this probability."""
        return -self.players.quantile(1 - level)

    def histogram(self, bars: int = 80) -> Histogram:
        """The house's result and how likely it is, from the worst to the best."""
        drawn, below, above = self.players.histogram(bars)
        return Histogram([(-value, chance) for value, chance in reversed(drawn)], above, below)

    def to_dict(self) -> dict[str, object]:
        """A plain form for JSON."""
        return {
            "standard_deviation_cents": self.standard_deviation,
            "standard_deviation_interval_cents": list(self.deviation_interval),
            "losing_shift": self.losing_shift,
            "worst": [{"level": level, "house_cents": float(self.house_at(level))} for level in WORST],
            "median_cents": float(self.house_at(0.5)),
            "reserve": {"risk": self.risk, "cents": self.reserve},
            "normal": {
                "losing_shift": 1 - self.players.normal.cdf(0),
                "worst": [{"level": level, "house_cents": -self.players.normal.inv_cdf(1 - level)} for level in WORST],
            },
        }


def swing_of(seat: Distribution, seats: int, link: SeatLink | None, unit: int, rounds: int, risk: float) -> Swing:
    """The swing of rounds of so many seats, each of which costs the house `seat`; the common part comes in `unit`s."""
    covariance, error = (0.0, 0.0) if link is None else (link.covariance, link.error)
    shared = Fraction(seats * (seats - 1) * covariance).limit_denominator(10**6)
    parts: list[tuple[Distribution, int]] = [(seat, seats)]
    if shared > 0:
        parts.append((common_part(shared, Lattice.of(seat).step, seats * unit), 1))
    players = total_of_parts(parts, rounds)
    if shared < 0:
        whole = Fraction(table_variance(seat.variance, seats, covariance)).limit_denominator(10**6)
        players = players.with_variance(whole * rounds)
    low, high = deviation_interval(float(seat.variance), seats, covariance, error)
    return Swing(players, (low * sqrt(rounds), high * sqrt(rounds)), reserve_of_parts(parts, rounds, risk), risk)


def common_part(variance: Fraction, step: Fraction, unit: Fraction | int) -> Distribution:
    """What lifts or lowers a whole table: an amount on the seats' lattice, of `unit` or more, as often as need be.

    >>> dict(common_part(Fraction(2), Fraction(1), 3).weights)
    {Fraction(-3, 1): 1, Fraction(0, 1): 7, Fraction(3, 1): 1}
    """
    least = max(float(unit), sqrt(variance))
    amount = step * -(-Fraction(least).limit_denominator(10**6) // step)
    if amount**2 < variance:
        amount += step
    chance = variance / amount**2
    sides, whole = chance.numerator, chance.denominator
    return Distribution.of({-amount: sides, Fraction(0): 2 * (whole - sides), amount: sides}).reduced()
