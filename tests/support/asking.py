"""Games in which every round asks a seat something: in others a round may be over as soon as its bets are down."""

from houseway.games.catalogue import GAMES, game_class
from houseway.games.engine.declared.title import DeclaredGame
from support.every_game import EVERY_GAME


def asks_every_round(slug: str) -> bool:
    kind = game_class(slug)
    return not issubclass(kind, DeclaredGame) or any(not each.depends_on_cards for each in kind.decisions())


ASKING = tuple(slug for slug in GAMES if asks_every_round(slug))
EVERY_ASKING_GAME = [each for each in EVERY_GAME if each.values[0] in ASKING]
