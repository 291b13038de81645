"""Where a game's piles, wagers and moves stand in arrays of a fixed size.

The game says it. A name that is missing there is an error, not a guess.
"""

from houseway.errors import unknown
from houseway.games.catalogue import GAMES, game_class
from houseway.games.engine.layout import Layout


def layout_of(slug: str) -> Layout:
    """The layout of a game by its slug."""
    found = game_class(slug).layout() if slug in GAMES else None
    if found is None:
        raise unknown("game with a layout", slug, GAMES)
    return found
