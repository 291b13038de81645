"""How Pick 2 Poker is counted, in short; the pages about methods say it in full."""

from houseway.analysis.shell.explanation import OF_ITS_OWN, Explanation
from houseway.games.engine.game import Game


def explain(game: Game) -> Explanation:
    """How the game is counted."""
    return Explanation(
        family=OF_ITS_OWN,
        argument=(
            "Dealer's hands below a value that share no card with the player's five are counted by inclusion and "
            "exclusion over those five cards; any pay table and reading is then a sum."
        ),
        information_sets={"fold or play": 134_459},
        work="134,459 hands x 11 values x 32 subsets of the hand",
        cpu_seconds=1.2,
    )
