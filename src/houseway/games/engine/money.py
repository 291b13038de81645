"""Money as whole cents of play chips."""

from collections.abc import Sequence
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
    """Return the winnings of a winning stake, without the stake. A fraction of a cent stays with the house.

    >>> winnings(1000, Fraction(3, 2)), winnings(5, Fraction(3, 2))
    (1500, 7)
    """
    return Cents(stake * odds.numerator // odds.denominator)


def most_back(stake: int, odds: int | Fraction) -> int:
    """Return the amount that a winning stake returns: itself and its winnings.

    >>> most_back(1000, Fraction(3, 2))
    2500
    """
    return stake + winnings(stake, Fraction(odds))


def share_out(due: Sequence[int], limit: int) -> tuple[Cents, ...]:
    """Return the amount of each of several payouts if their total may not exceed a limit.

    Over the limit each is reduced in proportion, to whole cents. The remaining cents go one each to the first.

    >>> share_out([600, 0, 300], 1000), share_out([600, 0, 300], 500), share_out([100, 100, 100], 100)
    ((600, 0, 300), (334, 0, 166), (34, 33, 33))
    """
    total = sum(due)
    if total <= limit:
        return tuple(Cents(amount) for amount in due)
    shares = [amount * limit // total for amount in due]
    left_over = limit - sum(shares)
    for place, amount in enumerate(due):
        if left_over and amount:
            shares[place] += 1
            left_over -= 1
    return tuple(Cents(share) for share in shares)
