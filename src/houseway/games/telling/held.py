"""What a seat holds while it decides, by the name that it has in the game."""

from houseway.games.engine.state import State
from houseway.games.telling.hands import name_of
from houseway.games.telling.words import capital


def held_words(state: State, seat: int) -> str:
    """The hand of a seat as far as it sees it, in a sentence; nothing where the cards are no hand yet."""
    named = [(title or "your hand", name_of(value)) for title, value in state.hands_in_sight(seat)]
    return f"{'; '.join(f'{capital(title)}: {name}' for title, name in named)}." if named else ""
