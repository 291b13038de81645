"""A posted aggregate limit is in dollars, so results in Antes leave it aside, and say so."""

from houseway.games.engine.game import Game
from houseway.games.engine.money import dollars


def limit_left_out(game: Game) -> tuple[str, ...]:
    """What a result without the limit says of it; nothing where there is none."""
    limit = game.aggregate
    if limit is None or limit.posted is None:
        return ()
    left_out = f"The posted limit of {dollars(limit.posted)} is left out"
    return (f"{left_out}: state the Ante to see what it changes ({limit.clause}).",)
