"""Blueprints that are known: who always does the same."""

import numpy as np

from houseway.analysis.solve.sampling import HOLDS, STAGES
from houseway.analysis.titles.five_card_holdout.blueprint import Blueprint
from houseway.analysis.titles.five_card_holdout.blueprint_training import blueprint_rules


def always(wanted: tuple[str, ...]) -> Blueprint:
    """A blueprint that takes the first of some actions that there is, and holds what is best by equity."""
    rules = blueprint_rules()
    tables = []
    for stage in range(STAGES):
        for player in (0, 1):
            table = np.zeros(rules.shape(stage, player), np.uint8)
            if stage == HOLDS:
                table[:, 0] = 255
            else:
                tree = (rules.blinds, None, rules.rounds[0], rules.rounds[-1])[stage]
                assert tree is not None
                for decision in np.flatnonzero(tree.actors == player).tolist():
                    action = next(each for each in wanted if each in tree.actions[decision])
                    table[:, int(tree.cells[decision]) + tree.actions[decision].index(action)] = 255
            tables.append(table)
    return Blueprint(tuple(tables))
