"""Published figures beside ours: the part that all games share."""

from fractions import Fraction

from houseway.analysis.results.result import PublishedCheck
from houseway.games.engine.game import Game
from houseway.games.engine.sheet import Published

EDGE = "house edge per "
"""How a sheet calls a house edge, before what it is a share of."""


def has_usual_deck(game: Game) -> bool:
    """Whether the game is dealt from the deck that published figures are about."""
    return game.deck == type(game).default_deck(game.readings)


def beside(figure: Published, ours: Fraction, base: str) -> PublishedCheck:
    """A published figure beside ours."""
    return PublishedCheck(
        figure.what, figure.value, ours, figure.source, last_digit(figure.value), figure.differs, base
    )


def last_digit(value: str) -> Fraction:
    """The size of the last printed digit.

    >>> last_digit("3.37%"), last_digit("1,098")
    (Fraction(1, 10000), Fraction(1, 1))
    """
    unit = Fraction(1, 10 ** len(value.rstrip("%").partition(".")[2]))
    return unit / 100 if value.endswith("%") else unit
