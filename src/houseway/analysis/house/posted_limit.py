"""A posted aggregate limit (FA-15i) is in dollars, so results in Antes leave it aside, and say so."""

from dataclasses import replace

from houseway.games.engine.game import Game
from houseway.games.engine.money import dollars
from houseway.games.titles.fast_action_holdem import AGGREGATE_SCOPES, FastActionGame


def unlimited(game: Game) -> Game:
    """The game without a posted limit."""
    if not isinstance(game, FastActionGame):
        return game
    return replace(game, aggregate_limit=None, aggregate_scope=AGGREGATE_SCOPES[0])


def limit_left_out(game: Game) -> tuple[str, ...]:
    """What a result without the limit says of it; nothing where there is none."""
    if not isinstance(game, FastActionGame) or game.aggregate_limit is None:
        return ()
    left_out = f"The posted limit of {dollars(game.aggregate_limit)} is left out"
    return (f"{left_out}: state the Ante to see what it changes ({game.cited.aggregate}).",)
