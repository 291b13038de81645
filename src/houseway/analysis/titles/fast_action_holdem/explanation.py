"""How Fast Action Hold'em is counted, in short; the pages about methods say it in full."""

from houseway.analysis.shell.explanation import OF_ITS_OWN, Explanation
from houseway.games.engine.game import Game


def explain(game: Game) -> Explanation:
    """How the game is counted."""
    return Explanation(
        family=OF_ITS_OWN,
        argument=(
            "For every board up to renaming of suits, all pairs of cards are valued and sorted, and the dealer's kept "
            "pairs below each are counted less the blocked ones; arrangements of four cards add up from pairs."
        ),
        information_sets={"arranging four cards": 93_769 if game.deck.max_copies == 1 else 115_089},
        work="134,459 boards x 1,081 x 1,081 pairs of cards (several decks: 208,481 boards x 1,378 x 1,378)",
        cpu_seconds=1_157.0 if game.deck.max_copies == 1 else 3_286.0,
    )
