"""How much results vary: by seats that depend on each other, by shift and by year.

The dependence of two seats of one table is the covariance of their results. For the built-in tables it ships with the
package (`<slug>-seats.json` beside the recorded results, written by `tools/record.py seats`). It comes from many rounds
of a whole table. For any other table, rounds are dealt now. Both are estimates with a standard error, which every
derived figure carries. `seats` deals the rounds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from math import sqrt
from typing import Any

import numpy as np

from houseway.analysis import ANALYZERS, analyze, analyzer, counted_by_family, package_of
from houseway.analysis.counting.shards import Runner
from houseway.analysis.operations.risk import Histogram, Lattice, Total, reserve_of_parts, total_of_parts
from houseway.analysis.operations.seats import ENVY, Covariances, deviation_interval, reach, table_variance
from houseway.analysis.particulars import particulars
from houseway.analysis.results.distribution import Distribution
from houseway.analysis.results.recorded import records, result_key
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import DEALER, TABLE, Decision, Hand
from houseway.games.engine.game import Game

WORST = (0.01, 0.05)


@dataclass(frozen=True)
class SeatLink:
    """The dependence of two seats: the covariance of their costs to the house, in cents squared.

    `rounds` is the number of tables dealt for it, now or for the package (`shipped`), or 0 if it is exact. `stands_in`
    is the strategy that was dealt in place of others that cannot be.
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
        """Return the covariance divided by the variance of one seat."""
        return self.covariance / float(self.variance)

    @property
    def correlation_reach(self) -> float:
        """Return half the width of the correlation's 99.9% confidence interval."""
        return reach(self.error) / float(self.variance)

    def to_dict(self) -> dict[str, object]:
        """Return the plain form for JSON."""
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
    """The house's result of a shift, in cents. `players` is the players' total win, Envy Bonuses included."""

    players: Total
    deviation_interval: tuple[float, float]
    reserve: float
    risk: float

    @property
    def standard_deviation(self) -> float:
        """Return the standard deviation in cents."""
        return self.players.standard_deviation

    @property
    def losing_shift(self) -> float:
        """Return the probability that the house loses."""
        return self.players.above(0)

    def house_at(self, level: float) -> Fraction:
        """Return the result that the house falls short of with at most this probability."""
        return -self.players.quantile(1 - level)

    def histogram(self, bars: int = 80) -> Histogram:
        """Return the house's results and their probabilities, from the worst to the best."""
        drawn, below, above = self.players.histogram(bars)
        return Histogram([(-value, chance) for value, chance in reversed(drawn)], above, below)

    def to_dict(self) -> dict[str, object]:
        """Return the plain form for JSON."""
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
    """Return the swing of rounds at a table whose seats each cost the house `seat`. The common part is in `unit`s."""
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
    """Return the random amount that raises or lowers a whole table's result.

    It is a multiple of the seats' lattice step, `unit` or more, and its probability gives the required variance.

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


ROUNDS, ROUNDS_OF_DECLARED = 1_000_000, 200_000
"""The number of rounds dealt now. Seats of a declared title are slower to play, and fewer rounds suffice."""
SEED = 11
RECORD = "seats"
MOST_KEPT = 64

Joint = dict[tuple[Fraction, Fraction], int]
"""The number of ways a seat's round ends with a net result, in Antes, and an Envy Bonus per other player, in cents."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of player: a strategy, and the bet that need not equal the Ante, in Antes, or None for the default bet."""

    strategy: str
    ratio: Fraction | None = None

    @classmethod
    def of(cls, game: Game, strategy: str, ratio: Fraction) -> "Kind":
        """Return the kind of a player with this bet, in Antes, on the free wager."""
        known = particulars(game)
        return cls(strategy, ratio if known.free_wager and ratio != known.usual_ratio(game) else None)

    @property
    def name(self) -> str:
        """Return the name of its net result among the covariances."""
        return self.strategy if self.ratio is None else f"{self.strategy}@{self.ratio}"

    @property
    def envy_name(self) -> str:
        """Return the name of the Envy Bonus that such a player causes."""
        return ENVY + self.name

    def options(self, game: Game) -> dict[str, Any]:
        """Return the options that an analyzer needs."""
        return {} if self.ratio is None else {particulars(game).free_wager: self.ratio}


def played(game: Game, strategy: str) -> str:
    """Return the strategy that is dealt in place of another."""
    return particulars(game).stands_in or strategy


def shares_every_card(game: Game) -> bool:
    """Return whether all seats bet on the same hands and decide nothing, so that they win and lose together."""
    if not isinstance(game, DeclaredGame) or game.every(Decision):
        return False
    return all(hand.owner in (TABLE, DEALER) for hand in game.every(Hand))


def is_known(game: Game) -> bool:
    """Return whether the covariance can be found: seats share every card, or whole tables can be or were dealt.

    Tables whose play takes minutes to deal are left out. So are seats that see other seats' cards, because their play
    differs by place.
    """
    if not isinstance(game, DeclaredGame) or game.slug in ANALYZERS:
        return game.slug in ANALYZERS
    if shares_every_card(game) or _recorded(game) is not None:
        return True
    return game.others is None and not particulars(game).needs_count(game)


_dealt: dict[tuple[str, tuple[Kind, ...]], Covariances] = {}


def covariances_of(game: Game, kinds: Sequence[Kind], runner: Runner | None = None) -> tuple[Covariances, bool]:
    """Return the covariances of two seats of these kinds, and whether they shipped. Dealt results are cached.

    If a strategy cannot be dealt, its kinds take the covariances of the strategy dealt in its place.
    """
    if shares_every_card(game):
        return _the_same(game, kinds), False
    table = game.unlimited()
    wanted = tuple(dict.fromkeys(Kind(played(game, kind.strategy), kind.ratio) for kind in kinds))
    key, record = result_key(table, RECORD), _recorded(game)
    if record is not None and {kind.name for kind in wanted} <= set(record["names"]):
        return Covariances.from_plain(record), True
    if (key, wanted) not in _dealt:
        while len(_dealt) >= MOST_KEPT:
            _dealt.pop(next(iter(_dealt)))
        rounds = ROUNDS_OF_DECLARED if counted_by_family(table) else ROUNDS
        _dealt[key, wanted] = deal_tables(table, wanted, rounds, SEED, runner)
    return _dealt[key, wanted], False


def _recorded(game: Game) -> dict[str, Any] | None:
    return records(game.slug, RECORD).get(result_key(game.unlimited(), RECORD))


def _the_same(game: Game, kinds: Sequence[Kind]) -> Covariances:
    """Return the covariances of seats that share every card: for equal bets, exactly their variance."""
    names = tuple(dict.fromkeys(kind.name for kind in kinds))
    deviations = np.array(
        [analyze(game, strategy=kind.strategy).net.standard_deviation for kind in dict.fromkeys(kinds)], float
    )
    none = np.zeros((len(names), len(names)))
    return Covariances(names, np.outer(deviations, deviations), none, deviations, rounds=0, seats=0, seed="")


def deal_tables(game: Game, kinds: Sequence[Kind], rounds: int, seed: int, runner: Runner | None = None) -> Covariances:
    """Deal and play rounds of a whole table."""
    from houseway.analysis.operations.seats import covariances

    simulation = import_module(f"{package_of(game)}.simulation")
    plays = {
        kind.name: simulation.seat_play(game, kind.strategy, runner=runner or Runner(), **kind.options(game))
        for kind in kinds
    }
    most = min(play.most_seats for play in plays.values())
    return covariances(plays, rounds, max(2, min(most, game.seats[-1])), seed)


def net_and_envy(game: Game, kind: Kind, runner: Runner | None = None, bet: Bet | None = None) -> Joint:
    """Return the exact distribution of a seat's net result together with the Envy Bonus that its hands pay (FA-16).

    `bet` is the seat's bet, if it is not the default.
    """
    table, record = game.unlimited(), _recorded(game) or {}
    if (rows := record.get("net_and_envy", {}).get(kind.name)) is not None:
        return {(Fraction(net), Fraction(envy)): weight for net, envy, weight in rows}
    options = kind.options(game) if bet is None else particulars(game).options(game, bet)
    made: Joint = analyzer(game).net_and_envy(table, strategy=kind.strategy, runner=runner or Runner(), **options)
    return made
