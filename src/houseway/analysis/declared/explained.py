"""How a declared title is counted."""

from houseway.analysis.declared.choices import as_declared
from houseway.analysis.declared.registry import family_of
from houseway.analysis.shell.explanation import Explanation
from houseway.games.engine.game import Game


def explain(game: Game) -> Explanation:
    """What the title's family would do with it."""
    table = as_declared(game)
    return family_of(table).explain(table)
