"""How rounds end under a strategy: every joint outcome of Ante, Play and the Bonus wagers, with its combinations."""

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import Array
from houseway.analysis.results.result import ReturnRow, WagerValue
from houseway.analysis.titles.pick_2_poker.payoffs import (
    FIRST_THREE_COLUMN,
    FIVE_COLUMN,
    FOLD_COLUMN,
    Outcome,
    Payoffs,
    play_multiples,
)

FOLDED = "folded"


@dataclass(frozen=True, slots=True)
class Joint:
    """One joint outcome: net results in Antes, wager by wager; `how` and `label` as in `Outcome`."""

    how: str
    label: str
    ante: Fraction
    play: Fraction
    three_five: Fraction
    bonus_only: Fraction
    combinations: int

    @property
    def net(self) -> Fraction:
        """The net result of the round."""
        return self.ante + self.play + self.three_five + self.bonus_only


def joint_outcomes(payoffs: Payoffs, columns: NDArray[np.intp]) -> list[Joint]:
    """All joint outcomes where each hand makes the choice of its column."""
    hands = payoffs.hands
    three_five, which_three_five = np.unique(payoffs.three_five[hands.rows, columns], return_inverse=True)
    bonus_only, which_bonus_only = np.unique(payoffs.bonus_only[hands.rows, columns], return_inverse=True)
    bonus = which_three_five * len(bonus_only) + which_bonus_only
    sums: dict[tuple[str, str, int, int], NDArray[np.int64]] = {}
    for outcome, rows in _chosen(payoffs, columns):
        tally = sums.setdefault(
            (outcome.how, outcome.label, outcome.ante, outcome.play),
            np.zeros(len(three_five) * len(bonus_only), np.int64),
        )
        np.add.at(tally, bonus[rows], hands.weights[rows] * outcome.dealer_hands)
    scale = payoffs.scale
    return [
        Joint(
            how,
            label,
            Fraction(ante),
            Fraction(play),
            Fraction(int(three_five[code // len(bonus_only)]), scale),
            Fraction(int(bonus_only[code % len(bonus_only)]), scale),
            int(tally[code]),
        )
        for (how, label, ante, play), tally in sums.items()
        for code in np.flatnonzero(tally).tolist()
    ]


def _chosen(payoffs: Payoffs, columns: NDArray[np.intp]) -> list[tuple[Outcome, NDArray[np.intp]]]:
    """The outcomes of the choices made, each with its rows and with the dealer hands of those rows."""
    folded, fives = np.flatnonzero(columns == FOLD_COLUMN), np.flatnonzero(columns == FIVE_COLUMN)
    threes = np.flatnonzero(columns >= FIRST_THREE_COLUMN)
    everything = np.full(len(folded), payoffs.hands.dealer_hands, np.int64)
    triples = columns[threes] - FIRST_THREE_COLUMN
    return [
        (Outcome(FOLDED, "fold", -1, 0, everything), folded),
        *((_with(each, each.dealer_hands[fives]), fives) for each in payoffs.five),
        *((_with(each, each.dealer_hands[threes, triples]), threes) for each in payoffs.three),
    ]


def _with(outcome: Outcome, dealer_hands: Array) -> Outcome:
    return replace(outcome, dealer_hands=dealer_hands)


def return_rows(joints: list[Joint], stake: Fraction) -> tuple[ReturnRow, ...]:
    """The return table, the best result first; a row says how the comparison and how each Bonus wager ended."""

    def row(joint: Joint) -> ReturnRow:
        parts = [joint.label, f"3-5 Bonus {_ended(joint.three_five, Fraction(1))}"]
        if stake:
            parts.append(f"5 Card Bonus Only {_ended(joint.bonus_only, stake)}")
        return ReturnRow("; ".join(parts), joint.combinations, joint.net)

    return tuple(sorted(map(row, joints), key=lambda each: (-each.pays, each.outcome)))


def _ended(net: Fraction, stake: Fraction) -> str:
    return "loses" if net < 0 else f"pays {net / stake}"


def wager_values(payoffs: Payoffs, columns: NDArray[np.intp], joints: list[Joint]) -> tuple[WagerValue, ...]:
    """The average amount on every wager and its expected net result."""
    total = sum(joint.combinations for joint in joints)
    weights = payoffs.hands.weights
    play_staked = Fraction(int((play_multiples()[columns] * weights).sum()), int(weights.sum()))

    def mean(wager: str) -> Fraction:
        return Fraction(sum(getattr(joint, wager) * joint.combinations for joint in joints), total)

    wagers = [
        WagerValue("ante", Fraction(1), mean("ante")),
        WagerValue("play", play_staked, mean("play")),
        WagerValue("three_five", Fraction(1), mean("three_five")),
    ]
    if payoffs.bonus_only_stake:
        wagers.append(WagerValue("five_card_bonus", payoffs.bonus_only_stake, mean("bonus_only")))
    return tuple(wagers)
