"""The bet in which a game is valued, as people write it. It is an Ante only if the game has one."""

from fractions import Fraction

from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.game import Game

UNIT_BET = "unit bet"
"""The base of the element of risk: the total amount bet."""
SUMS_OF_BETS = ("initial wager", UNIT_BET)
"""Bases of a house edge that are sums of bets."""


def unit_in_words(unit: str) -> str:
    """Return a unit as people write it.

    >>> unit_in_words("ante"), unit_in_words("banker"), unit_in_words("bet 1"), unit_in_words("hand wager")
    ('Ante', 'Banker bet', 'Bet 1', 'Hand wager')
    """
    return unit.capitalize() if _is_a_bet(unit) else f"{unit.capitalize()} bet"


def units_in_words(unit: str) -> str:
    """Return the plural of a unit as people write it.

    >>> units_in_words("ante"), units_in_words("banker"), units_in_words("bet 1"), units_in_words("hand wager")
    ('Antes', 'Banker bets', 'units of Bet 1', 'Hand wagers')
    """
    return f"units of {unit.capitalize()}" if unit.startswith("bet") else f"{unit_in_words(unit)}s"


def _is_a_bet(unit: str) -> bool:
    return unit == "ante" or unit.startswith("bet") or unit.endswith("wager")


def base_in_words(base: str) -> str:
    """Return the base of a house edge as people write it.

    >>> base_in_words("ante"), base_in_words("banker"), base_in_words("initial wager")
    ('Ante', 'Banker bet', 'initial wager')
    """
    return base if base in SUMS_OF_BETS else unit_in_words(base)


def whose_edge(edge: Fraction) -> str:
    """Return whose edge it is. A house edge below zero is the player's."""
    return "player's edge" if edge < 0 else "house edge"


def edge_label(base: str, edge: Fraction = Fraction(0)) -> str:
    """Return the name of an edge on a base. On the total amount bet it is the element of risk.

    >>> edge_label("ante"), edge_label("initial wager", Fraction(-1, 100)), edge_label(UNIT_BET, Fraction(1, 100))
    ('house edge per Ante', "player's edge per initial wager", 'element of risk')
    >>> edge_label(UNIT_BET, Fraction(-1, 100))
    "player's element of risk"
    """
    if base == UNIT_BET:
        return "player's element of risk" if edge < 0 else "element of risk"
    return f"{whose_edge(edge)} per {base_in_words(base)}"


def base_of(game: Game) -> str:
    """Return the name of the bet in which a game is valued: a declared title's first wager, else the Ante."""
    return game.unit().printed.lower() if isinstance(game, DeclaredGame) else "ante"


def unit_wager(game: Game) -> str:
    """Return the name of the wager in which a game is valued, as bets have it.

    >>> from houseway.games.catalogue import game
    >>> [unit_wager(game(slug)) for slug in ("three-card-poker", "two-hand-holdem", "let-it-ride")]
    ['ante', 'ante_1', 'bet_1']
    """
    if isinstance(game, DeclaredGame):
        return game.unit().name
    return next(wager.name for wager in game.wagers if wager.name.startswith("ante"))


def units_of(game: Game) -> str:
    """Return the plural of the bet in which a game is valued."""
    return units_in_words(base_of(game))


def unit_of(game: Game) -> str:
    """Return the bet in which a game is valued."""
    return unit_in_words(base_of(game))
