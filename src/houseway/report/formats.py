"""Number formats of reports. Each kind of figure always has the same digits, so that columns align."""

from datetime import date
from fractions import Fraction
from math import floor, log10

from houseway.analysis.results.distribution import percent

MINUS = "\N{MINUS SIGN}"
OPEN = "\N{EN DASH}"
"""Shown in place of a missing figure."""


def whole(number: int) -> str:
    """Return an integer in groups of three digits.

    >>> whole(-1234567)
    '−1,234,567'
    """
    return f"{number:,}".replace("-", MINUS)


def antes(number: Fraction | float, digits: int = 6) -> str:
    """Return a gain or a loss in Antes, always with its sign.

    >>> antes(Fraction(-1, 3)), antes(Fraction(0))
    ('−0.333333', '+0.000000')
    """
    return f"{float(number):+,.{digits}f}".replace("-", MINUS)


def amount(number: Fraction | float, digits: int = 6) -> str:
    """Return a quantity without a sign."""
    return f"{float(number):.{digits}f}".replace("-", MINUS)


def share(number: Fraction | float, digits: int = 4) -> str:
    """Return a probability or an edge in percent."""
    return percent(number, digits).replace("-", MINUS)


def points(number: Fraction | float, digits: int = 4) -> str:
    """Return a difference of two shares in percentage points. A very small one has two significant digits.

    >>> points(Fraction(-1, 1000)), points(Fraction(1, 32_000_000))
    ('−0.1000', '+0.0000031')
    """
    value = 100 * float(number)
    if value and abs(value) < 0.5 * 10**-digits:
        digits = 1 - floor(log10(abs(value)))
    return f"{value:+.{digits}f}".replace("-", MINUS)


def ratio(number: Fraction) -> str:
    """Return an exact number as numerator and denominator, with a possible line break.

    >>> ratio(Fraction(1, 3)), ratio(Fraction(-2))
    ('1 / 3', '−2')
    """
    text = str(number.numerator) if number.denominator == 1 else f"{number.numerator} / {number.denominator}"
    return text.replace("-", MINUS)


def net(number: Fraction) -> str:
    """Return a net result of one round, as an integer if it is one.

    >>> net(Fraction(7)), net(Fraction(-3, 2)), net(Fraction(0))
    ('+7', '−1.5000', '0')
    """
    if not number:
        return "0"
    text = f"{int(number):+,}" if number.denominator == 1 else f"{float(number):+,.4f}"
    return text.replace("-", MINUS)


def money(cents: Fraction | int) -> str:
    """Return an amount in dollars and cents.

    >>> money(1234500), money(Fraction(1, 2))
    ('$12,345.00', '$0.0050')
    """
    number = Fraction(cents)
    digits = 2 if number.denominator == 1 else 4
    text = f"${abs(float(number)) / 100:,.{digits}f}"
    return MINUS + text if number < 0 else text


def prose_date(day: date) -> str:
    """Return a date in the form for a sentence.

    >>> prose_date(date(2023, 6, 14))
    'June 14, 2023'
    """
    return f"{day:%B} {day.day}, {day.year}"


def sentence_case(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """Return a text as a sentence, with a capital first and a period last."""
    begun = sentence_case(text.strip())
    return begun if begun.endswith((".", "?", "!", ":")) else begun + "."
