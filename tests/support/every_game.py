"""Every game of the catalogue as a parameter of tests of what lies around a round: room, pages, adapters, reports.

`make test` takes the games that bring something that none before them has, and `make proof` all: declared titles share
one round, and so do hand-written games of one module.
"""

from collections.abc import Iterator

import pytest

from houseway.games.catalogue import GAMES, game_class
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Hand


def features(slug: str) -> set[object]:
    """What a declared title asks of its round; a hand-written game is a feature of its own."""
    title = game_class(slug)
    if not issubclass(title, DeclaredGame):
        return {title.__module__}
    options = [option for decision in title.decisions() for option in decision.options]
    return {
        *(type(step).__name__ for lap in title.procedure for step in lap.steps),
        *(hand.owner for hand in title.every(Hand)),
        *("asked by cards" for decision in title.decisions() if decision.depends_on_cards),
        *("exchanges cards" for option in options if option.sets is not None),
        *("takes a bet back" for option in options if option.takes_back is not None),
    }


def first_of_their_kind() -> Iterator[str]:
    seen: set[object] = set()
    for slug in GAMES:
        if not features(slug) <= seen:
            yield slug
        seen |= features(slug)


FIRST_OF_THEIR_KIND = tuple(first_of_their_kind())
EVERY_GAME = [pytest.param(slug, marks=[] if slug in FIRST_OF_THEIR_KIND else [pytest.mark.proof]) for slug in GAMES]
EVERY_HOUSE_GAME = [each for each in EVERY_GAME if each.values != ("five-card-holdout",)]
