"""The four-card Bonus (2HH-R1) by classes of holes: all that a pay table can tell apart, and what each class pays."""

from fractions import Fraction

import numpy as np

from houseway.analysis.declared.levels import kinds, rows_by_kind
from houseway.analysis.titles.two_hand_holdem.kinds import Array
from houseway.cards.card import N_RANKS
from houseway.errors import BadBet
from houseway.games.titles.two_hand_holdem import TwoHandHoldEm
from houseway.ranking import ranking

FOUR_CARDS = "four-card"
N_BONUS_CLASSES = 6 + 2 * N_RANKS
"""Six categories, and a pair and four of a kind of each rank, because a row may start at some rank of these."""
NO_BONUS = ("no bonus", Fraction(-1))

Stake = Fraction | int | None
PaidRows = tuple[tuple[str, Fraction], ...]
"""For each class the row that pays it and what a unit bet nets."""


def class_of_value() -> Array:
    """The class of a hole by the value of its four cards."""
    return kinds(FOUR_CARDS)[0].astype(np.uint8)


def bonus_classes(holes: Array) -> Array:
    """The class of each hole."""
    return class_of_value()[ranking(FOUR_CARDS).evaluate(holes)]


def bonus_stake(game: TwoHandHoldEm, bonus: Stake) -> Fraction:
    """The Bonus bet in Antes: by default one where it is offered; a bet where there is none is refused."""
    stake = Fraction(int(game.pay_set is not None)) if bonus is None else Fraction(bonus)
    if stake < 0 or (stake and game.pay_set is None):
        raise BadBet(f"This table does not accept a Bonus of {stake} Antes (2HH-1, 2HH-R1).")
    return stake


def bonus_rows(game: TwoHandHoldEm) -> PaidRows:
    """The rows of the Bonus table, a class in no row loses; none where no Bonus is offered."""
    if game.pay_set is None:
        return ()
    return tuple(NO_BONUS if row is None else (row.label, row.pays) for row in rows_by_kind(game.pay_set["bonus"]))
