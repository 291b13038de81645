"""How Double Draw Poker is counted, in short; the pages about methods say it in full."""

from houseway.analysis.shell.explanation import OF_ITS_OWN, Explanation
from houseway.games.engine.game import Game


def explain(game: Game) -> Explanation:
    """How the game is counted."""
    return Explanation(
        family=OF_ITS_OWN,
        argument=(
            "From the last draw back to the first: the value of what is held is a sum over the draws that avoid the "
            "discards, taken by inclusion and exclusion over the dead cards."
        ),
        information_sets={"first draw": 152_646},
        work="152,646 hands x 26 options, and 3,650,166 draws after symmetry",
        cpu_seconds=11.6,
    )
