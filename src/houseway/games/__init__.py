"""The games, approved and listed, with their rules.

The package can be called, `houseway.games()`, because it has the same name as the public function.
"""

from typing import TYPE_CHECKING

from houseway.callables import make_callable

if TYPE_CHECKING:
    from houseway.games.engine.game import Game


def _games() -> "tuple[Game, ...]":
    from houseway.games.catalogue import games

    return games()


make_callable(__name__, _games)
