"""Plain forms for JSON: one serializer over dataclasses whose plain form lists their fields."""

from collections.abc import Mapping
from dataclasses import fields
from enum import Enum
from fractions import Fraction
from typing import Any

from houseway.cards.card import Card
from houseway.cards.notation import format_cards

CARDS = tuple[Card, ...]
"""The type of a field that holds cards, which are plain integers."""


def exact(number: Fraction | int) -> dict[str, object]:
    """Return an exact number as text beside its float, the project's standard form in JSON.

    >>> exact(Fraction(1, 3))
    {'exact': '1/3', 'value': 0.3333333333333333}
    """
    fraction = Fraction(number)
    return {"exact": f"{fraction.numerator}/{fraction.denominator}", "value": float(fraction)}


class Plain:
    """A dataclass whose plain form lists its fields, in order.

    >>> from dataclasses import dataclass
    >>> from houseway.cards.card import parse_card
    >>> @dataclass(frozen=True)
    ... class Hold(Plain):
    ...     held: tuple[Card, ...]
    ...     share: Fraction
    >>> Hold((parse_card("As"), parse_card("Kd")), Fraction(1, 2)).to_dict()
    {'held': ['As', 'Kd'], 'share': {'exact': '1/2', 'value': 0.5}}
    """

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the plain form for JSON."""
        listed = fields(self)  # type: ignore[arg-type]  # every class that inherits this is a dataclass
        return {each.name: plain(getattr(self, each.name), cards=each.type == CARDS) for each in listed}


def plain(value: Any, *, cards: bool = False) -> Any:
    """Return a value for JSON: fractions as exact text with a float, cards as text, sets in order."""
    if cards:
        return format_cards(value).split()
    if isinstance(value, Fraction):
        return exact(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, set | frozenset):
        return sorted(map(plain, value))
    if isinstance(value, tuple | list):
        return [plain(each) for each in value]
    return value.to_dict() if hasattr(value, "to_dict") else value
