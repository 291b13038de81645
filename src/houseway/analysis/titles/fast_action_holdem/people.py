"""The strategy for people: what every two cards are worth, and the short rule list with its price."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from houseway.analysis.counting.shards import Runner
from houseway.analysis.titles.fast_action_holdem.analyzer import answered
from houseway.analysis.titles.fast_action_holdem.choices import WAYS, Choices
from houseway.analysis.titles.fast_action_holdem.rule_list import RuleList, fit_rules
from houseway.analysis.titles.fast_action_holdem.space import PLACES
from houseway.cards.card import N_SUITS, RANKS
from houseway.games.engine.game import Game
from houseway.games.titles.fast_action_holdem.options import ANTE, BONUS, BOTH


@dataclass(frozen=True, slots=True)
class StrategyRow:
    """Two cards: what an Ante and the Bonus on them are worth on average, and how often the best play uses them.

    `dealt` counts hands that hold the two cards, `first` those in which they are the hand that is kept or bears the bet
    that is not split, `ante_split` and `bonus_split` those in which they are the other hand of a split.
    """

    cards: str
    ante: Fraction
    bonus: Fraction
    dealt: int
    first: int
    ante_split: int
    bonus_split: int


def rule_list(game: Game, *, runner: Runner | None = None, bonus: Fraction | int = 1) -> RuleList:
    """At most fifteen rules for this game, in words and as a strategy, with their exact cost."""
    return answered(game, fit_rules, runner or Runner(), bonus)


def strategy_table(game: Game, *, runner: Runner | None = None, bonus: Fraction | int = 1) -> tuple[StrategyRow, ...]:
    """The best strategy by two cards, the most valuable first."""
    return answered(game, _rows, runner or Runner(), bonus)


def _rows(choices: Choices) -> tuple[StrategyRow, ...]:
    hands, weights = choices.hands
    slots = choices.counted.space.slots
    labels = np.array([[_label(hand[i], hand[j]) for i, j in PLACES] for hand in hands.tolist()])
    first = np.array([way.slot for way in WAYS])[choices.best]
    kinds = np.array([way.kind for way in WAYS])[choices.best]
    is_first = np.arange(len(PLACES)) == first[:, None]
    is_other = np.arange(len(PLACES)) == 5 - first[:, None]
    ways = np.broadcast_to(weights[:, None], slots.shape)
    rows = []
    for label in np.unique(labels):
        member = labels == label
        dealt = int(ways[member].sum())
        of_member = ways[member].astype(object)
        ante, bonus_value = (
            Fraction(int(np.dot(of_member, values[slots[member]])), dealt * choices.unit)
            for values in (choices.ante_values, choices.bonus_values)
        )
        counts = (
            int(ways[member & chosen].sum())
            for chosen in (
                is_first,
                is_other & np.isin(kinds, (ANTE, BOTH))[:, None],
                is_other & np.isin(kinds, (BONUS, BOTH))[:, None],
            )
        )
        rows.append(StrategyRow(str(label), ante, bonus_value, dealt, *counts))
    return tuple(sorted(rows, key=lambda row: -(row.ante + row.bonus)))


def _label(one: int, other: int) -> str:
    """Two cards as players write them: AKs suited, AKo not, AA a pair; AAs are two copies of one ace."""
    low, high = sorted((one // N_SUITS, other // N_SUITS))
    suited = "s" if one % N_SUITS == other % N_SUITS else "" if low == high else "o"
    return RANKS[high] + RANKS[low] + suited
