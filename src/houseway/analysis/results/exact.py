"""Exact numbers as programs and people read them."""

from fractions import Fraction


def exact(number: Fraction | int) -> dict[str, object]:
    """An exact number as text beside its float, as every JSON of the project writes it.

    >>> exact(Fraction(1, 3))
    {'exact': '1/3', 'value': 0.3333333333333333}
    """
    fraction = Fraction(number)
    return {"exact": f"{fraction.numerator}/{fraction.denominator}", "value": float(fraction)}


def percent(number: Fraction | float, digits: int = 4) -> str:
    """A probability or an edge for people."""
    return f"{100 * float(number):.{digits}f}%"


def edge_percent(edge: Fraction, digits: int = 4) -> str:
    """A house edge for people, where a heading says that it is one: below zero it is the player's.

    >>> edge_percent(Fraction(1, 50), 2), edge_percent(Fraction(-1, 50), 2)
    ('2.00%', "player's 2.00%")
    """
    return f"player's {percent(-edge, digits)}" if edge < 0 else percent(edge, digits)
