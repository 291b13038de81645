"""A progressive bet again and again: a check of its exact figures, with confidence intervals.

`play_meter` draws only the bets that take something from a meter; between them it grows by the same step, so that its
sum is a formula. Ten billion bets take as long as the few hundred thousand prizes among them. `play_bets` goes bet by
bet with the very meter that a card room keeps, in cents and millionths of a cent.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np

from houseway.analysis.house.progressive import Progressive
from houseway.errors import BadSetting
from houseway.games.engine.meter import MILLIONTHS, Meter, MeterRules

BATCHES = 50
FEWEST_HITS = 50
T_999 = 3.500
"""How many standard errors of the mean of so many batches make an interval of 99.9%."""


@dataclass(frozen=True, slots=True)
class Seen:
    """An average over all batches, and half the width of its interval of 99.9%."""

    mean: float
    half_width: float

    def holds(self, exact: Fraction) -> bool:
        """Whether the interval holds an exact value."""
        return abs(self.mean - float(exact)) <= self.half_width


@dataclass(frozen=True, slots=True)
class PlayedMeter:
    """What was seen of one meter: its average at a bet, its average when all of it was taken, what it paid a bet."""

    meter: Seen
    at_hit: Seen
    paid: Seen
    hits: int


def play_meter(progressive: Progressive, meter: str, bets: int, *, seed: int = 0) -> PlayedMeter:
    """Make so many bets of one at a meter that starts at its seed; the first batch is left out, as it begins there."""
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
                # A gap that a batch cuts off begins anew: the chance of a prize does not depend on how long one waited.
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
    """Make so many bets of `staked` cents at a meter as it is run at a table; all figures are for a bet of 1.

    What each hand takes is drawn by its exact chance; what is added, paid and started again from is the meter's own.
    `paid` has the fixed prizes too, and none of other meters.
    """
    length = bets // (BATCHES + 1)
    if not length:
        raise BadSetting(f"expected at least {BATCHES + 1} bets; got {bets!r}")
    prizes = [(prize, float(chance)) for prize, chance in progressive.chances.items() if prize.meter in ("", meter)]
    odds = [1 - sum(chance for _, chance in prizes), *(chance for _, chance in prizes)]
    generator = np.random.default_rng(seed)
    now, _ = Meter.opened(rules)
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
