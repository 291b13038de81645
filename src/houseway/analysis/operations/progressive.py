"""The exact value of a progressive wager, as a function of its meters and in the long run.

Every bet of one unit adds `increment` to each meter, and is then settled. A prize takes a share of a meter's current
amount. A prize that takes all of it resets the meter to its seed. So the mean of a meter satisfies a linear equation,
and so do its moments at the bet that takes all of it. All figures here are fractions. The long-run return is the
inflow: increments, seeds, and the fixed prizes.

Two simulations check the exact figures, with confidence intervals. `play_meter` draws only the bets that take something
from a meter. Between them the meter grows by the same step, so that its sum is a formula. Ten billion bets take as long
as the few hundred thousand prizes among them. `play_bets` goes bet by bet with the meter code of a card room, in cents
and millionths of a cent.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, log1p, sqrt

import numpy as np

from houseway.errors import BadSetting, unknown
from houseway.games.engine.meter import MILLIONTHS, MeterRules, Prize, ProgressiveTable
from houseway.games.engine.meter import Meter as TableMeter


@dataclass(frozen=True, slots=True)
class Meter:
    """The rules of one meter: its seed, and the increments per bet of one to it and to a hidden seed reserve."""

    seed: Fraction
    increment: Fraction
    reserve: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        if self.seed < 0 or self.increment < 0 or self.reserve < 0:
            raise BadSetting(f"A meter's seed, increment and reserve must be zero or more; got {self}.")
        if self.increment + self.reserve > 1:
            raise BadSetting(f"a bet of 1 cannot add {self.increment + self.reserve} to a meter and its reserve")


@dataclass(frozen=True, slots=True)
class AtHit:
    """A meter at the bet that takes all of it: mean, variance, and the number of bets from one hit to the next."""

    mean: Fraction
    variance: Fraction
    bets_between: Fraction


@dataclass(frozen=True)
class Progressive:
    """The prizes with their chances, and the rules of each of their meters."""

    chances: Mapping[Prize, Fraction]
    meters: Mapping[str, Meter]

    def __post_init__(self) -> None:
        wanted = {prize.meter for prize in self.chances if prize.meter}
        if set(self.meters) != wanted:
            expected, given = ", ".join(sorted(wanted)), ", ".join(sorted(self.meters))
            raise BadSetting(f"expected a seed and an increment for each of: {expected or 'no meter'}; got {given}")
        for name in wanted:
            if not self._hit_chance(name):
                raise BadSetting(f"no prize takes all of the {name}: it would never go back to its seed")
        if (taken := sum(meter.increment + meter.reserve for meter in self.meters.values())) > 1:
            raise BadSetting(f"a bet of 1 cannot add {taken} to all meters together")

    @classmethod
    def of(cls, table: ProgressiveTable, meters: Mapping[str, Meter]) -> "Progressive":
        """Return the progressive of a sheet's table, with meters run by these rules."""
        return cls(table.chances(), meters)

    @cached_property
    def fixed_return(self) -> Fraction:
        """Return the expected return of the fixed prizes for a bet of one."""
        return sum((chance * prize.pays for prize, chance in self.chances.items()), Fraction(0))

    def slope(self, meter: str) -> Fraction:
        """Return the gain of a bet of one for each dollar in a meter."""
        self._known(meter)
        return sum((chance * prize.share for prize, chance in self._of(meter).items()), Fraction(0))

    def return_at(self, amounts: Mapping[str, Fraction | int]) -> Fraction:
        """Return the expected return of a bet of one at these meter amounts, its increments included."""
        if set(amounts) != set(self.meters):
            raise BadSetting(f"expected an amount for each of: {', '.join(self.meters)}; got {', '.join(amounts)}")
        return self.fixed_return + sum((self.slope(name) * amount for name, amount in amounts.items()), Fraction(0))

    def break_even(self, meter: str, others: Mapping[str, Fraction | int] | None = None) -> Fraction:
        """Return the amount in a meter at which a bet breaks even.

        The other meters have these amounts, or their means.
        """
        rest = {name: Fraction((others or {}).get(name, self.mean(name))) for name in self.meters if name != meter}
        return (1 - self.return_at({**rest, meter: 0})) / self.slope(meter)

    def mean(self, meter: str) -> Fraction:
        """Return the mean amount in a meter when a bet is settled, that bet's increment included."""
        run, slope = self._known(meter), self.slope(meter)
        return (run.increment + self._hit_chance(meter) * run.seed) / slope

    @cached_property
    def long_run_return(self) -> Fraction:
        """Return the long-run return of all bets together."""
        return self.return_at({name: self.mean(name) for name in self.meters})

    def seeds_beyond_reserve(self, meter: str) -> Fraction:
        """Return the mean cost of seeds less the reserve increment, for a bet of one. Below zero, the reserve grows."""
        run = self._known(meter)
        return self._hit_chance(meter) * run.seed - run.reserve

    def at_hit(self, meter: str) -> AtHit:
        """Return the meter at the bet that takes all of it."""
        run, chance = self._known(meter), self._hit_chance(meter)
        kept_once, kept_twice = self._kept(meter, 1), self._kept(meter, 2)
        first = run.seed + run.increment
        survivals = (1 - chance) / chance
        total = (first + run.increment * survivals) / (1 - kept_once)
        # Each bet turns x into keep * x + increment: the sums of x and of x squared over all bets before a hit.
        before = kept_once * total
        squares = (first**2 + 2 * run.increment * before + run.increment**2 * survivals) / (1 - kept_twice)
        mean = chance * total
        return AtHit(mean, chance * squares - mean**2, 1 / chance)

    def meter_reached(self, meter: str, share: float) -> Fraction:
        """Return the amount that a meter does not exceed in this share of its hits.

        This needs a meter whose only prize is the whole of it.
        """
        if not 0 < share < 1:
            raise BadSetting(f"A share must be between 0 and 1; got {share!r}.")
        run = self._known(meter)
        if any(not prize.takes_all for prize in self._of(meter)):
            raise BadSetting(f"smaller prizes are taken from the {meter}, so that its quantiles have no formula")
        chance = float(self._hit_chance(meter))
        bets = 1 if chance == 1 else max(1, ceil(log1p(-share) / log1p(-chance)))
        return run.seed + bets * run.increment

    def _known(self, meter: str) -> Meter:
        if meter not in self.meters:
            raise unknown("meter", meter, self.meters)
        return self.meters[meter]

    def _of(self, meter: str) -> dict[Prize, Fraction]:
        return {prize: chance for prize, chance in self.chances.items() if prize.meter == meter}

    def _hit_chance(self, meter: str) -> Fraction:
        return sum((chance for prize, chance in self._of(meter).items() if prize.takes_all), Fraction(0))

    def _kept(self, meter: str, power: int) -> Fraction:
        """Return the mean of this power of the share that a bet leaves in a meter. An emptied meter counts as 0."""
        lost = sum(
            (chance * (1 - (1 - prize.share) ** power) for prize, chance in self._of(meter).items()), Fraction(0)
        )
        return 1 - lost


BATCHES = 50
FEWEST_HITS = 50
T_999 = 3.500
"""The number of standard errors of the mean of the batches that makes a 99.9% confidence interval."""


@dataclass(frozen=True, slots=True)
class Seen:
    """An average over all batches, and half the width of its 99.9% confidence interval."""

    mean: float
    half_width: float

    def holds(self, exact: Fraction) -> bool:
        """Return whether the interval contains an exact value."""
        return abs(self.mean - float(exact)) <= self.half_width


@dataclass(frozen=True, slots=True)
class PlayedMeter:
    """The observed figures of one meter: its average at a bet, its average at a hit, and its payout per bet."""

    meter: Seen
    at_hit: Seen
    paid: Seen
    hits: int


def play_meter(progressive: Progressive, meter: str, bets: int, *, seed: int = 0) -> PlayedMeter:
    """Make a number of bets of one at a meter that starts at its seed.

    The first batch is left out, as it begins there.
    """
    if bets < BATCHES + 1:
        raise BadSetting(f"expected at least {BATCHES + 1} bets; got {bets!r}")
    run = progressive.meters[meter]
    prizes = [(prize, float(chance)) for prize, chance in progressive.chances.items() if prize.meter == meter]
    any_prize = sum(chance for _, chance in prizes)
    generator = np.random.default_rng(seed)
    step, start, amount = float(run.increment), float(run.seed), float(run.seed)
    length = bets // (BATCHES + 1)
    sums, paid, at_hits = np.zeros(BATCHES + 1), np.zeros(BATCHES + 1), []
    shares = np.array([float(prize.share) for prize, _ in prizes])
    odds = np.array([chance for _, chance in prizes]) / any_prize
    for batch in range(BATCHES + 1):
        left = length
        while left:
            gap = int(generator.geometric(any_prize))
            quiet = min(gap - 1, left)
            sums[batch] += quiet * amount + step * quiet * (quiet + 1) / 2
            amount += step * quiet
            left -= quiet
            if quiet < gap - 1 or not left:
                # A batch may cut off a gap. The gap starts over: the chance of a prize does not depend on the wait so
                # far.
                continue
            amount += step
            left -= 1
            sums[batch] += amount
            share = shares[generator.choice(len(odds), p=odds)]
            paid[batch] += share * amount
            if share == 1:
                at_hits.append(amount)
            amount = start if share == 1 else (1 - share) * amount
    if len(at_hits) < FEWEST_HITS:
        raise BadSetting(f"the {meter} was taken {len(at_hits)} times in {bets:,} bets; expected {FEWEST_HITS} or more")
    hit_mean = Seen(float(np.mean(at_hits)), T_999 * float(np.std(at_hits, ddof=1)) / sqrt(len(at_hits)))
    return PlayedMeter(_seen(sums[1:] / length), hit_mean, _seen(paid[1:] / length), len(at_hits))


def play_bets(
    progressive: Progressive, meter: str, rules: MeterRules, bets: int, *, staked: int = 100, seed: int = 0
) -> PlayedMeter:
    """Make a number of bets of `staked` cents at a meter as a table runs it. All figures are for a bet of 1.

    The prize of each hand is drawn by its exact chance. The meter itself adds, pays and resets. `paid` includes the
    fixed prizes, and excludes those of other meters.
    """
    length = bets // (BATCHES + 1)
    if not length:
        raise BadSetting(f"expected at least {BATCHES + 1} bets; got {bets!r}")
    prizes = [(prize, float(chance)) for prize, chance in progressive.chances.items() if prize.meter in ("", meter)]
    odds = [1 - sum(chance for _, chance in prizes), *(chance for _, chance in prizes)]
    generator = np.random.default_rng(seed)
    now, _ = TableMeter.opened(rules)
    sums, paid, at_hits = np.zeros(BATCHES + 1), np.zeros(BATCHES + 1), []
    for batch in range(BATCHES + 1):
        millionths = won = 0
        for drawn in generator.choice(len(odds), size=length, p=odds).tolist():
            now, _ = now.fed(staked)
            millionths += now.amount * MILLIONTHS + now.carry
            if not drawn:
                continue
            prize, _ = prizes[drawn - 1]
            if not prize.meter:
                won += int(prize.pays * staked)
                continue
            taken = int(now.amount * prize.share)
            now, _ = now.hit(taken, prize.takes_all)
            won += taken
            if prize.takes_all:
                at_hits.append(taken / staked)
        sums[batch], paid[batch] = millionths / MILLIONTHS / staked, won / staked
    if len(at_hits) < FEWEST_HITS:
        raise BadSetting(f"the {meter} was taken {len(at_hits)} times in {bets:,} bets; expected {FEWEST_HITS} or more")
    hit_mean = Seen(float(np.mean(at_hits)), T_999 * float(np.std(at_hits, ddof=1)) / sqrt(len(at_hits)))
    return PlayedMeter(_seen(sums[1:] / length), hit_mean, _seen(paid[1:] / length), len(at_hits))


def _seen(batches: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> Seen:
    return Seen(float(batches.mean()), T_999 * float(batches.std(ddof=1)) / sqrt(len(batches)))
