"""From counts to endings: what became of the two hands, what was raised, and which Bonus class the hole was."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np

from houseway.analysis.results.exact import exact
from houseway.analysis.results.return_table import NOT_BET
from houseway.analysis.shell.ends import Ended, Part
from houseway.analysis.titles.two_hand_holdem.kinds import Array
from houseway.analysis.titles.two_hand_holdem.payoffs import PaidRows
from houseway.analysis.titles.two_hand_holdem.showdown import LOSES, PUSHES, WINS
from houseway.analysis.titles.two_hand_holdem.tables import (
    BOTH_NOT_LOSE,
    BOTH_WIN,
    FIRST_NOT_LOSES,
    FIRST_NOT_LOSES_SECOND_WINS,
    FIRST_WINS,
    FIRST_WINS_SECOND_NOT_LOSES,
    N_JOINT,
    SECOND_NOT_LOSES,
    SECOND_WINS,
)
from houseway.games.titles.two_hand_holdem import HANDS, RAISE_MULTIPLE

RESULT_NAMES = ("wins", "pushes", "loses")
SIGNS = (1, 0, -1)


@dataclass(frozen=True, slots=True)
class Ending:
    """Rounds that ended alike: for Hand 1 and Hand 2 the result and whether it was raised; amounts are in Antes."""

    bonus_class: int
    raised: tuple[bool, bool]
    results: tuple[int, int]
    combinations: int = 1

    @property
    def net(self) -> int:
        """What both hands won or lost together."""
        return sum(
            SIGNS[result] * (1 + RAISE_MULTIPLE * raised)
            for result, raised in zip(self.results, self.raised, strict=True)
        )

    @property
    def name(self) -> str:
        """The ending in words; which of the hands is Hand 1 makes no difference."""
        first, second = (RESULT_NAMES[result] for result in self.results)
        if self.raised[0] == self.raised[1]:
            first, second = (RESULT_NAMES[result] for result in sorted(self.results))
            how = "both raised" if self.raised[0] else "none raised"
            both = {"wins": "both win", "pushes": "both push", "loses": "both lose"}
            return f"{how}: {both[first] if first == second else f'one {first}, one {second}'}"
        raised, other = (first, second) if self.raised[0] else (second, first)
        return f"one raised: it {raised}, the other {other}"

    def bets(self, hand: int) -> Iterator[Part]:
        """The Ante and the Raise of a hand; Hand 1 is the one with the highest card."""
        raised, sign, result = self.raised[hand], SIGNS[self.results[hand]], RESULT_NAMES[self.results[hand]]
        how = "raised" if raised else "checked"
        yield Part(f"ante_{hand + 1}", f"{how}, {result}", Fraction(1), Fraction(sign))
        amount = Fraction(RAISE_MULTIPLE * raised)
        yield Part(f"raise_{hand + 1}", result if raised else NOT_BET, amount, sign * amount)

    def ended(self, paid: PaidRows, stake: Fraction) -> Ended:
        """The ending with the Bonus, if there is one."""
        parts = [part for hand in HANDS for part in self.bets(hand)]
        if not paid:
            return Ended(self.name, self.combinations, tuple(parts))
        label, odds = paid[self.bonus_class]
        bonus = Part("bonus", label, stake, stake * odds)
        return Ended(f"{self.name}, Bonus: {label}", self.combinations, (*parts, bonus))


def joint_results(counts: Array, deals: int) -> Array:
    """The nine joint results of two hands from the eight counts of `tables` and the number of holes.

    The counts say how often each hand does at least so well, so their differences say how often it does just so.
    """
    eight = [int(count) for count in counts[:N_JOINT]]
    at_least = np.zeros((4, 4), object)
    at_least[1:, 1:] = [
        [eight[BOTH_WIN], eight[FIRST_WINS_SECOND_NOT_LOSES], eight[FIRST_WINS]],
        [eight[FIRST_NOT_LOSES_SECOND_WINS], eight[BOTH_NOT_LOSE], eight[FIRST_NOT_LOSES]],
        [eight[SECOND_WINS], eight[SECOND_NOT_LOSES], int(counts[N_JOINT]) * deals],
    ]
    return np.diff(np.diff(at_least, axis=0), axis=1)


def all_endings(totals: Array, deals: int) -> Iterator[Ending]:
    """Every ending that occurs, from the totals of a strategy; `deals` complete one flop and hole."""
    for bonus_class, first, second in product(range(totals.shape[0]), (0, 1), (0, 1)):
        counts = joint_results(totals[bonus_class, first, second], deals)
        for one, other in product((WINS, PUSHES, LOSES), repeat=2):
            if counts[one, other]:
                yield Ending(bonus_class, (bool(first), bool(second)), (one, other), int(counts[one, other]))


def holes_by_raises(totals: Array) -> tuple[int, int, int]:
    """How many flops and holes raise no hand, one hand, both hands."""
    holes = totals[..., N_JOINT].sum(axis=0)
    return int(holes[0, 0]), int(holes[0, 1] + holes[1, 0]), int(holes[1, 1])


def hand_results(endings: Sequence[Ending]) -> dict[str, object]:
    """How often a hand wins, pushes and loses, over both hands of all rounds."""
    sums = Counter[str]()
    for ending in endings:
        for result in ending.results:
            sums[RESULT_NAMES[result]] += ending.combinations
    return {name: exact(Fraction(sums[name], sums.total())) for name in RESULT_NAMES}
