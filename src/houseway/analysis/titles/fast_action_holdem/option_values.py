"""Every way to play every four cards of Fast Action Hold'em, side by side, as two versions are compared by it."""

import numpy as np

from houseway.analysis.compare.alternatives import NotCountedError, ShippedCounts
from houseway.analysis.compare.option_values import OptionValues
from houseway.analysis.titles.fast_action_holdem.analyzer import choices_of
from houseway.analysis.titles.fast_action_holdem.choices import WAYS, action_of
from houseway.analysis.titles.fast_action_holdem.endings import DECISIONS
from houseway.games.titles.fast_action_holdem import FastActionGame


def option_values(game: FastActionGame) -> OptionValues | None:
    """Only from counts that ship: others take minutes."""
    try:
        choices = choices_of(game, ShippedCounts())
    except NotCountedError:
        return None
    values = np.where(choices.allowed, choices.values, 0).T
    return OptionValues(
        hands=choices.hands[0],
        weights=choices.hands[1],
        values=values,
        allowed=choices.allowed.T,
        unit=choices.unit,
        kind_of=lambda column: DECISIONS[WAYS[column].kind],
        describe=lambda cards, column: str(action_of(WAYS[column], cards)),
    )
