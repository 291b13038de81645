"""Every game of the catalogue as a parameter of tests of what lies around a round: room, pages, adapters.

Declared titles share one round. Of those whose procedure has the same steps in the same order, `make test` takes the
first, and `make proof` all.
"""

import pytest

from houseway.games.catalogue import GAMES, game_class
from houseway.games.engine.declared.title import DeclaredGame


def shape(slug: str) -> tuple[object, ...]:
    """The steps of a declared title, lap by lap; a hand-written game has a shape of its own."""
    title = game_class(slug)
    if not issubclass(title, DeclaredGame):
        return (slug,)
    return tuple((lap.order, *(type(step).__name__ for step in lap.steps)) for lap in title.procedure)


FIRST_OF_ITS_SHAPE = {shape(slug): slug for slug in reversed(GAMES)}
EVERY_GAME = [
    pytest.param(slug, marks=[] if FIRST_OF_ITS_SHAPE[shape(slug)] == slug else [pytest.mark.proof]) for slug in GAMES
]
EVERY_HOUSE_GAME = [each for each in EVERY_GAME if each.values != ("five-card-holdout",)]
