"""What the counts that ship tell of any pay table without a further count: values, wagers and decisions, exactly.

The value of a split is a sum over its two hands, whether or not they are known together; only how often both happen at
once, and so the distribution, needs them together.
"""

from fractions import Fraction

import numpy as np

from houseway.analysis.results.return_table import WagerValue
from houseway.analysis.titles.fast_action_holdem.choices import SPLITS_ANTE, SPLITS_BONUS, WAY_SLOTS, Choices
from houseway.analysis.titles.fast_action_holdem.space import Integers
from houseway.games.titles.fast_action_holdem import FastActionGame

ONE_DECK_SECONDS, SEVERAL_DECKS_SECONDS = 1_157.0, 3_286.0
"""CPU seconds of a whole count where they were measured (`houseway bench`): for an estimate before anything is counted.

From five decks on the different boards are the same ones.
"""


def usual_seconds(game: FastActionGame) -> float:
    """What a whole count takes, about, without measuring anything here."""
    return ONE_DECK_SECONDS if game.deck.max_copies == 1 else SEVERAL_DECKS_SECONDS


def wager_values(choices: Choices, plays: tuple[Integers, ...]) -> tuple[WagerValue, ...]:
    """Each wager's average amount and expected net, in Antes, from the values of single hands."""
    weights = choices.hands[1].astype(object)
    rows, total = np.arange(len(weights)), int(weights.sum()) * len(plays)
    ante, bonus, shared = choices.ante_values, choices.bonus_values, choices.shared_values
    values, times = [0, 0, 0, 0], [0, 0, 0, 0]
    for ways in plays:
        slots, slot = choices.counted.space.slots, WAY_SLOTS[ways]
        first, other = slots[rows, slot], slots[rows, 5 - slot]
        nets = (ante[first], bonus[first], ante[other], bonus[other] - shared[first])
        bet = (np.ones(len(rows), bool), np.ones(len(rows), bool), SPLITS_ANTE[ways], SPLITS_BONUS[ways])
        for place, (net, placed) in enumerate(zip(nets, bet, strict=True)):
            values[place] += int(np.dot(weights[placed], net[placed]))
            times[place] += int(weights[placed].sum())
    names, amounts = ("ante", "bonus", "split_ante", "split_bonus"), (Fraction(1), choices.bonus) * 2
    return tuple(
        WagerValue(name, amount * Fraction(bet_on, total), Fraction(value, total * choices.unit))
        for name, amount, bet_on, value in zip(names, amounts, times, values, strict=True)
        if amount and bet_on
    )
