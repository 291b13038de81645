"""The hand that a seat has while it decides, by its name in the game."""

from houseway.games.engine.state import State
from houseway.games.telling.hands import name_of
from houseway.games.telling.words import capital
from houseway.ranking.category import with_article


def held_words(state: State, seat: int) -> str:
    """Return a sentence that names the hand that a seat sees, empty while the cards do not make a hand.

    A seat with one hand reads "You have a flush, 9-7-5."; a seat with several reads each under its title.
    """
    named = [(title, with_article(name_of(value))) for title, value in state.hands_in_sight(seat)]
    if len(named) == 1 and not named[0][0]:
        return f"You have {named[0][1]}."
    return " ".join(f"{capital(title)}: {name}." for title, name in named)
