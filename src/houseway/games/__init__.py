"""The games, approved and listed: what the rules are.

The package can be called, `houseway.games()`, as it shares its name with the function that users want.
"""

from typing import TYPE_CHECKING

from houseway.callables import make_callable

if TYPE_CHECKING:
    from houseway.games.engine.game import Game


def _games() -> "tuple[Game, ...]":
    from houseway.games.catalogue import games

    return games()


make_callable(__name__, _games)
