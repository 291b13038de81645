"""What every choice with every hand pays: the game's readings and pay tables laid over the counts.

Amounts are whole numbers: net results in Antes times a scale that clears every fraction of the pay tables.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.card_sets import Array
from houseway.analysis.pick_2_poker.hands import TRIPLES, Hands, lowest_qualifying
from houseway.errors import BadBet
from houseway.games.engine.paytable import PayTable
from houseway.games.pick_2_poker import (
    AS_COMPARED,
    EQUAL_TO_ANTE,
    FIVE,
    LOSE,
    OUTCOME,
    PLAY_MULTIPLE,
    PUSH,
    THREE,
    UNQUALIFIED,
    WIN,
    Pick2Poker,
)
from houseway.ranking import ranking

FOLD_COLUMN, FIVE_COLUMN, FIRST_THREE_COLUMN = 0, 1, 2
N_COLUMNS = FIRST_THREE_COLUMN + len(TRIPLES)
"""Choices in the order of the game's legal actions: fold, five, the ten ways to set three."""

FIVE_CARD_POKER, THREE_CARD_POKER = "5 Card Poker", "3 Card Poker"

Dtype = np.dtype[np.int64] | np.dtype[np.object_]
"""Whole numbers of 64 bits, or of any size where a pay table has very large or very odd numbers."""

_SAFE = 2**62


def play_multiples() -> NDArray[np.int64]:
    """The Play bet of each column, in Antes (P2-4)."""
    return np.array([0, PLAY_MULTIPLE[FIVE]] + [PLAY_MULTIPLE[THREE]] * len(TRIPLES), np.int64)


def bonus_only_stake(game: Pick2Poker, stake: Fraction | int | None) -> Fraction:
    """The 5 Card Bonus Only bet in Antes: by default none, or one Ante where all bets equal it (P2-R2=both)."""
    read_as = game.reading("P2-R2")
    equal = "five_card_bonus" in EQUAL_TO_ANTE[read_as]
    if stake is None:
        return Fraction(int(read_as == "both"))
    if stake < 0 or (equal and stake not in (0, 1)):
        expected = f"0 or 1 Antes (P2-R2={read_as})" if equal else "0 Antes or more"
        raise BadBet(f"5 Card Bonus Only: expected {expected}; got {stake}")
    return Fraction(stake)


@dataclass(frozen=True)
class Outcome:
    """One way in which Ante and Play end, for all hands: the net results in Antes and the dealer hands that do it.

    `how` says what was played and, of a dealer who does not qualify, that; `label` also what became of the bets.
    """

    how: str
    label: str
    ante: int
    play: int
    dealer_hands: Array


def five_outcomes(game: Pick2Poker, hands: Hands) -> list[Outcome]:
    """5 Card Poker: compared with a dealer who qualifies, as P2-R1 has it with one who does not."""
    strong = hands.five >= lowest_qualifying()
    below, at = hands.five_below.astype(np.int64), hands.five_at.astype(np.int64)
    unqualified, everything = hands.unqualified.astype(np.int64), np.int64(hands.dealer_hands)
    against_unqualified = {
        WIN: np.where(strong, unqualified, below),
        PUSH: np.where(strong, 0, at),
        LOSE: np.where(strong, 0, unqualified - below - at),
    }
    against_qualified = {
        WIN: np.where(strong, below - unqualified, 0),
        PUSH: np.where(strong, at, 0),
        LOSE: np.where(strong, everything - below - at, everything - unqualified),
    }
    play_bet = PLAY_MULTIPLE[FIVE]
    outcomes = [
        Outcome(FIVE_CARD_POKER, f"{FIVE_CARD_POKER} {OUTCOME[end]}", end - 1, play_bet * (end - 1), counts)
        for end, counts in against_qualified.items()
    ]
    fixed_ante, fixed_play = UNQUALIFIED[game.reading("P2-R1")]
    for compared, counts in against_unqualified.items():
        ante = compared if fixed_ante is AS_COMPARED else fixed_ante
        play = compared if fixed_play is AS_COMPARED else fixed_play
        how = f"{FIVE_CARD_POKER}, dealer does not qualify"
        label = f"{how}: Ante {OUTCOME[ante]}, Play {OUTCOME[play]}"
        outcomes.append(Outcome(how, label, ante - 1, play_bet * (play - 1), counts))
    return outcomes


def three_outcomes(hands: Hands) -> list[Outcome]:
    """3 Card Poker with every choice of three: rows by choices."""
    below, at = hands.threes_below.astype(np.int64), hands.threes_at.astype(np.int64)
    compared = {WIN: below, PUSH: at, LOSE: hands.dealer_hands - below - at}
    return [
        Outcome(
            THREE_CARD_POKER, f"{THREE_CARD_POKER} {OUTCOME[end]}", end - 1, PLAY_MULTIPLE[THREE] * (end - 1), counts
        )
        for end, counts in compared.items()
    ]


@dataclass(frozen=True)
class Payoffs:
    """Net results by hand and column, scaled; Ante and Play as sums over the dealer hands, Bonus wagers for each."""

    hands: Hands
    scale: int
    five: list[Outcome]
    three: list[Outcome]
    three_five: Array
    bonus_only: Array
    bonus_only_stake: Fraction

    @classmethod
    def of(cls, game: Pick2Poker, hands: Hands, stake: Fraction) -> "Payoffs":
        """The payoffs of a game for hands that have been counted."""
        tables = game.pay_tables
        five, three, only = (Odds.of(tables[form]) for form in ("five-card", "three-card", "five-card-only"))
        scale = lcm(stake.denominator, five.denominator, three.denominator, (stake * only.unit).denominator)
        largest = five.highest + three.highest + stake * only.highest + 4 + stake
        fits = largest * scale * hands.dealer_hands * int(hands.weights.sum()) < _SAFE
        dtype: Dtype = np.dtype(np.int64) if fits else np.dtype(object)
        three_five = _three_five(game, hands, five.whole(scale, -1, dtype), three.whole(scale, -1, dtype), scale)
        bonus_only = np.zeros(three_five.shape, dtype)
        if stake:
            bonus_only[:] = only.whole(stake * scale, int(-stake * scale), dtype)[hands.five][:, None]
        if game.reading("P2-R7") == "lost":
            three_five[:, FOLD_COLUMN] = -scale
            bonus_only[:, FOLD_COLUMN] = int(-stake * scale)
        return cls(hands, scale, five_outcomes(game, hands), three_outcomes(hands), three_five, bonus_only, stake)

    def ante_play(self) -> Array:
        """Ante and Play together: rows by columns, summed over the dealer hands, scaled."""
        sums = np.empty(self.three_five.shape, self.three_five.dtype)
        sums[:, FOLD_COLUMN] = -self.hands.dealer_hands * self.scale
        sums[:, FIVE_COLUMN] = sum((each.ante + each.play) * each.dealer_hands for each in self.five) * self.scale
        sums[:, FIRST_THREE_COLUMN:] = (
            sum((each.ante + each.play) * each.dealer_hands for each in self.three) * self.scale
        )
        return sums

    def bonus(self) -> Array:
        """The Bonus wagers together, for one dealer hand, scaled."""
        return np.asarray(self.three_five + self.bonus_only)

    def values(self) -> Array:
        """What each choice is worth: rows by columns, summed over the dealer hands, scaled."""
        return np.asarray(self.ante_play() + self.bonus() * self.hands.dealer_hands)


@dataclass(frozen=True)
class Odds:
    """What a pay table gives to each value of its ranking: its different odds (None: a loss), and which applies."""

    different: tuple[Fraction | None, ...]
    which: NDArray[np.intp]

    @classmethod
    def of(cls, table: PayTable) -> "Odds":
        """The odds of a table."""
        return _odds(table)

    @property
    def denominator(self) -> int:
        """The least number that makes all odds whole."""
        return lcm(*(odds.denominator for odds in self.different if odds is not None))

    @property
    def unit(self) -> Fraction:
        """A fraction of which all odds are multiples."""
        return Fraction(1, self.denominator)

    @property
    def highest(self) -> Fraction:
        """The highest odds, at least 1."""
        return max((odds for odds in self.different if odds is not None and odds > 1), default=Fraction(1))

    def whole(self, scale: Fraction | int, losing: int, dtype: Dtype) -> Array:
        """By value, the odds times a scale that makes them whole."""
        return np.array([losing if odds is None else int(odds * scale) for odds in self.different], dtype)[self.which]


@lru_cache(maxsize=16)
def _odds(table: PayTable) -> Odds:
    by_value = [None, *(table.pays_value(value) for value in range(1, ranking(table.form.system).n_values + 1))]
    places = {odds: place for place, odds in enumerate(dict.fromkeys(by_value))}
    return Odds(tuple(places), np.array([places[odds] for odds in by_value], np.intp))


def _three_five(game: Pick2Poker, hands: Hands, five_hits: Array, three_hits: Array, scale: int) -> Array:
    """The 3-5 Bonus of every hand and column (P2-9): which three count (P2-R4), and both tables or one (P2-R3)."""
    of_five = five_hits[hands.five][:, None]
    of_three = np.full((len(hands.five), N_COLUMNS), -1, three_hits.dtype)
    if game.reading("P2-R4") == "best-of-five":
        of_three[:] = three_hits[hands.best_three][:, None]
    else:
        of_three[:, FIRST_THREE_COLUMN:] = three_hits[hands.threes]
    together = np.maximum(of_five, 0) + np.maximum(of_three, 0)
    if game.reading("P2-R3") == "larger":
        together = np.maximum(of_five, of_three)
    return np.asarray(np.where((of_five < 0) & (of_three < 0), -scale, together), dtype=together.dtype)
