"""A player who sets four cards as the dealer must, and never splits.

Where the house way leaves choices that differ in suits only, each is equally likely, as for the dealer (FA-R4).
"""

import numpy as np

from houseway.analysis.titles.fast_action_holdem.choices import Choices, way_of
from houseway.analysis.titles.fast_action_holdem.dealer import UNITS
from houseway.analysis.titles.fast_action_holdem.rule_list import PLACE_OF_WAY
from houseway.analysis.titles.fast_action_holdem.space import Integers
from houseway.games.engine.action import Action, descending
from houseway.games.house_way import house_way_choices
from houseway.games.titles.fast_action_holdem.options import KEEP

HOUSE_WAY = "house-way"


def house_way_plays(choices: Choices) -> tuple[Integers, ...]:
    """Six ways to play each class of hands, of which each is equally likely: 1, 2, 3 or 6 different ones."""
    kept = []
    for hand in map(tuple, choices.hands[0].tolist()):
        _, pairs = house_way_choices(hand, choices.game.house_way)
        ways = [PLACE_OF_WAY[way_of(Action(KEEP, descending(pair)), hand)] for pair in pairs]
        kept.append(ways * (UNITS // len(ways)))
    return tuple(np.array(kept, np.int64).T)
