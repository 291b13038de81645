"""What it gains to look at all suits: an estimate, where best play is known for those who look at a flush of their own.

Best play by class gives every hand of a class the same setting. For a single hand the value of every setting is exact,
so a hand drawn at random says exactly what its player gains who looks at all seven suits. The mean of that over all
hands is the difference to best play without any restriction. Hands of a class whose two best settings are worth almost
the same gain most and are few: they are drawn in a *stratum* of their own, whose share of all hands is known exactly.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np

from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.choices import smaller_on_ties
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.set_a_hand.classes import HAND
from houseway.analysis.declared.set_a_hand.hands import PAIRS_LAID_OUT, class_of_cards, dealers_by_class, n_pairs
from houseway.analysis.declared.set_a_hand.layout import Layout
from houseway.analysis.declared.set_a_hand.one_hand import OneHand
from houseway.analysis.declared.set_a_hand.play import SetPlay
from houseway.analysis.declared.set_a_hand.settings import Numbers
from houseway.analysis.results.recorded import records, result_key
from houseway.analysis.results.result import OPTIMAL
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.telling.units import units_of

RECORD = "suits"
CLOSE = 0.001
"""Two settings are close that differ by less, in units."""
STANDARD_ERRORS = 2.576
"""Of a normal estimate, on either side, for an interval of 99 in 100."""


@dataclass(frozen=True)
class Stratum:
    """Hands drawn from a known share of all, and what each of them gained by its suits, in units."""

    share: Fraction
    gains: tuple[Fraction, ...]

    @property
    def mean(self) -> Fraction:
        """The mean gain of the hands drawn."""
        return sum(self.gains, Fraction(0)) / len(self.gains)

    @property
    def squared_error(self) -> float:
        """The square of the mean's standard error."""
        spread = sum(float(gain - self.mean) ** 2 for gain in self.gains)
        return spread / (len(self.gains) - 1) / len(self.gains)


@dataclass(frozen=True)
class SuitGain:
    """The estimate: what looking at all suits gains, in units of the hand wager."""

    strata: tuple[Stratum, ...]
    seed: int

    @property
    def mean(self) -> Fraction:
        """The estimated gain."""
        return sum((each.share * each.mean for each in self.strata), Fraction(0))

    @property
    def interval(self) -> tuple[float, float]:
        """Where the gain lies with 99% confidence; it is never below nothing."""
        off = STANDARD_ERRORS * sqrt(sum(float(each.share) ** 2 * each.squared_error for each in self.strata))
        return max(0.0, float(self.mean) - off), float(self.mean) + off

    @property
    def hands(self) -> int:
        """How many hands were drawn."""
        return sum(len(each.gains) for each in self.strata)

    def to_plain(self) -> dict[str, object]:
        """As it ships: of each stratum its share and every gain that is more than nothing."""
        strata = [
            {"share": str(each.share), "hands": len(each.gains), "gains": [str(gain) for gain in each.gains if gain]}
            for each in self.strata
        ]
        return {"seed": self.seed, "strata": strata}


def recorded_gain(game: DeclaredGame) -> SuitGain | None:
    """The estimate that ships for a table, if there is one."""
    plain = records(f"{game.slug}-{RECORD}").get(result_key(game, OPTIMAL))
    if plain is None:
        return None
    strata = [
        Stratum(
            Fraction(each["share"]),
            (*map(Fraction, each["gains"]), *[Fraction(0)] * (each["hands"] - len(each["gains"]))),
        )
        for each in plain["strata"]
    ]
    return SuitGain(tuple(strata), plain["seed"])


def exact_as_far_as(game: DeclaredGame) -> tuple[str, ...]:
    """What is said of best play where hands of a class are set alike; nothing where every hand is set by itself."""
    if Layout.of(game).dealer_seen or n_pairs(game.deck) <= PAIRS_LAID_OUT:
        return ()
    exact = "Best play is that of a player who looks at ranks and at a flush of the own hand, and is exact for that."
    gain = recorded_gain(game)
    if gain is None:
        return (f"{exact} What other suits would gain has not been estimated for this table.",)
    low, high = gain.interval
    return (
        f"{exact} Looking at all suits gains more by an estimated {float(gain.mean):.8f} {units_of(game)}, from "
        f"{low:.8f} to {high:.8f} with 99% confidence ({gain.hands} hands drawn, each with its exact values).",
    )


def estimate_gain(game: DeclaredGame, hands: Sequence[int], seed: int, runner: Runner) -> SuitGain:
    """Draw so many hands of the classes with close settings, and of the others."""
    payoffs = Payoffs.of(game)
    play = SetPlay.best(payoffs, runner, smaller_on_ties(game), by_class=True)
    close = play.margins() < CLOSE
    every = play.beaten.every.sum(axis=1)
    share = Fraction(int(every[close].sum()), int(every.sum()))
    source, drawn = np.random.default_rng(seed), (list[Fraction](), list[Fraction]())
    cards = np.array(game.deck.distinct)
    while any(len(found) < wanted for found, wanted in zip(drawn, hands, strict=True)):
        own = tuple(source.choice(cards, HAND, replace=False).tolist())
        which = class_of_cards(game.deck, play.beaten.settings, own)
        stratum = int(not close[which])
        if len(drawn[stratum]) < hands[stratum]:
            drawn[stratum].append(gain_of(play, own))
    return SuitGain((Stratum(share, tuple(drawn[0])), Stratum(1 - share, tuple(drawn[1]))), seed)


def gain_of(play: SetPlay, own: tuple[int, ...]) -> Fraction:
    """What the best setting of one hand is worth more than that of its class, exactly."""
    game, settings, rows = play.payoffs.game, play.beaten.settings, play.beaten.rows
    which = class_of_cards(game.deck, settings, own)
    worth = OneHand(play.payoffs, play.layout, settings, which, dealers_by_class(game.deck, settings, own))
    first = rows.start[which] + 1
    asked: Numbers = np.arange(first, first + rows.n_best[which])
    best = max(worth.of(int(rows.high[row]), int(rows.low[row]), by_house_way=False) for row in asked.tolist())
    return best - worth.of(int(play.high[which]), int(play.low[which]), by_house_way=False)
