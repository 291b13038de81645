"""From counts to outcomes: what became of the two hands, what was raised, and which Bonus class the hole was."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np

from houseway.analysis.titles.two_hand_holdem.kinds import Array
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
from houseway.games.titles.two_hand_holdem import RAISE_MULTIPLE

WINS, PUSHES, LOSES = range(3)
RESULT_NAMES = ("wins", "pushes", "loses")
SIGNS = (1, 0, -1)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Rounds that ended alike: for Hand 1 and Hand 2 the result and whether it was raised; amounts are in Antes."""

    bonus_class: int
    raised: tuple[bool, bool]
    results: tuple[int, int]
    combinations: int

    def ante_net(self, hand: int) -> int:
        """What the Ante of a hand won or lost."""
        return SIGNS[self.results[hand]]

    def raise_net(self, hand: int) -> int:
        """What the Raise of a hand won or lost."""
        return RAISE_MULTIPLE * SIGNS[self.results[hand]] * self.raised[hand]

    @property
    def net(self) -> int:
        """What both hands won or lost together."""
        return sum(self.ante_net(hand) + self.raise_net(hand) for hand in (0, 1))

    @property
    def staked(self) -> int:
        """The Antes and Raises that were bet."""
        return sum(1 + RAISE_MULTIPLE * raised for raised in self.raised)

    @property
    def name(self) -> str:
        """The outcome in words; which of the hands is Hand 1 makes no difference."""
        first, second = (RESULT_NAMES[result] for result in self.results)
        if self.raised[0] == self.raised[1]:
            first, second = (RESULT_NAMES[result] for result in sorted(self.results))
            how = "both raised" if self.raised[0] else "none raised"
            both = {"wins": "both win", "pushes": "both push", "loses": "both lose"}
            return f"{how}: {both[first] if first == second else f'one {first}, one {second}'}"
        raised, other = (first, second) if self.raised[0] else (second, first)
        return f"one raised: it {raised}, the other {other}"


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


def all_outcomes(totals: Array, deals: int) -> Iterator[Outcome]:
    """Every outcome that occurs, from the totals of a strategy; `deals` complete one flop and hole."""
    for bonus_class, first, second in product(range(totals.shape[0]), (0, 1), (0, 1)):
        counts = joint_results(totals[bonus_class, first, second], deals)
        for one, other in product((WINS, PUSHES, LOSES), repeat=2):
            if counts[one, other]:
                yield Outcome(bonus_class, (bool(first), bool(second)), (one, other), int(counts[one, other]))


def holes_by_raises(totals: Array) -> tuple[int, int, int]:
    """How many flops and holes raise no hand, one hand, both hands."""
    holes = totals[..., N_JOINT].sum(axis=0)
    return int(holes[0, 0]), int(holes[0, 1] + holes[1, 0]), int(holes[1, 1])
