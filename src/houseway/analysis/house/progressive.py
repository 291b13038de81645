"""What a progressive wager is worth, exactly: as a function of its meters, and in the long run.

Every bet of one adds `increment` to each meter, then is settled. A prize takes a share of a meter as it stands then;
one that takes all of it sets the meter back to its seed. So the mean of a meter satisfies a linear equation, and so do
its moments at the bet that takes all of it: all figures here are fractions. The long-run return is what flows in:
increments, seeds, and the fixed prizes.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, log1p

from houseway.errors import BadSetting, unknown
from houseway.games.engine.progressive import Prize, ProgressiveTable


@dataclass(frozen=True, slots=True)
class Meter:
    """How one meter is run: where it starts, what each bet of one adds to it, and to a hidden reserve for its seeds."""

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
    """A meter at the bet that takes it all: mean and variance, and how many bets there are from one to the next."""

    mean: Fraction
    variance: Fraction
    bets_between: Fraction


@dataclass(frozen=True)
class Progressive:
    """The prizes with their chances, and how each of their meters is run."""

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
        """A table of a sheet with meters run in this way."""
        return cls(table.chances(), meters)

    @cached_property
    def fixed_return(self) -> Fraction:
        """What the fixed prizes give back of a bet of one."""
        return sum((chance * prize.pays for prize, chance in self.chances.items()), Fraction(0))

    def slope(self, meter: str) -> Fraction:
        """What a bet of one gains for each dollar in a meter."""
        self._known(meter)
        return sum((chance * prize.share for prize, chance in self._of(meter).items()), Fraction(0))

    def return_at(self, amounts: Mapping[str, Fraction | int]) -> Fraction:
        """What a bet of one gives back on average with these amounts in the meters, its own increments included."""
        if set(amounts) != set(self.meters):
            raise BadSetting(f"expected an amount for each of: {', '.join(self.meters)}; got {', '.join(amounts)}")
        return self.fixed_return + sum((self.slope(name) * amount for name, amount in amounts.items()), Fraction(0))

    def break_even(self, meter: str, others: Mapping[str, Fraction | int] | None = None) -> Fraction:
        """The amount in a meter at which a bet is worth itself, with these amounts in the others, else their means."""
        rest = {name: Fraction((others or {}).get(name, self.mean(name))) for name in self.meters if name != meter}
        return (1 - self.return_at({**rest, meter: 0})) / self.slope(meter)

    def mean(self, meter: str) -> Fraction:
        """What stands in a meter on average when a bet is settled, that bet's increment included."""
        run, slope = self._known(meter), self.slope(meter)
        return (run.increment + self._hit_chance(meter) * run.seed) / slope

    @cached_property
    def long_run_return(self) -> Fraction:
        """What all bets together give back, in the long run."""
        return self.return_at({name: self.mean(name) for name in self.meters})

    def seeds_beyond_reserve(self, meter: str) -> Fraction:
        """What the house adds to a bet of one for seeds, on average; below zero the reserve grows for ever."""
        run = self._known(meter)
        return self._hit_chance(meter) * run.seed - run.reserve

    def at_hit(self, meter: str) -> AtHit:
        """The meter when somebody takes all of it."""
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
        """The amount that a meter does not exceed in this share of its hits: with no prize but the whole of it."""
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
        """The mean of what a bet leaves of a meter to this power, where nobody takes all of it."""
        lost = sum(
            (chance * (1 - (1 - prize.share) ** power) for prize, chance in self._of(meter).items()), Fraction(0)
        )
        return 1 - lost
