"""Money is whole cents of play chips."""

from fractions import Fraction
from typing import NewType

Cents = NewType("Cents", int)

NO_MONEY = Cents(0)


def dollars(amount: int) -> str:
    """Write an amount as people do.

    >>> dollars(2000), dollars(1050), dollars(-500), dollars(123456789)
    ('$20', '$10.50', '-$5', '$1,234,567.89')
    """
    sign = "-" if amount < 0 else ""
    whole, cents = divmod(abs(amount), 100)
    return f"{sign}${whole:,}" + (f".{cents:02d}" if cents else "")


def winnings(stake: int, odds: Fraction) -> Cents:
    """What a winning stake earns besides itself; a broken cent stays with the house.

    >>> winnings(1000, Fraction(3, 2)), winnings(5, Fraction(3, 2))
    (1500, 7)
    """
    return Cents(stake * odds.numerator // odds.denominator)
