"""Every game of the catalogue as a parameter of tests of what lies around a round: room, pages, adapters, reports.

Declared titles share one round. Of those with the same kinds of steps and the same sides, `make test` takes the first,
and `make proof` all.
"""

import pytest

from houseway.games.catalogue import GAMES, game_class
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Hand


def shape(slug: str) -> object:
    """What a declared title asks of its round; a hand-written game has a shape of its own."""
    title = game_class(slug)
    if not issubclass(title, DeclaredGame):
        return slug
    steps = frozenset(type(step).__name__ for lap in title.procedure for step in lap.steps)
    return steps, frozenset(hand.owner for hand in title.every(Hand))


FIRST_OF_ITS_SHAPE = {shape(slug): slug for slug in reversed(GAMES)}
EVERY_GAME = [
    pytest.param(slug, marks=[] if FIRST_OF_ITS_SHAPE[shape(slug)] == slug else [pytest.mark.proof]) for slug in GAMES
]
EVERY_HOUSE_GAME = [each for each in EVERY_GAME if each.values != ("five-card-holdout",)]
