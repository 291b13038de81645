"""The moment in which a seat decides, as a question about what its options are worth."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from houseway.games.engine.view import View


@dataclass(frozen=True, slots=True)
class Situation:
    """What a seat knows: its cards, what else is `known` of the moment, and its `stakes` other than one unit each.

    Cards are texts and stakes fractions of the first wager, so that it can be sent as it is. Where values do not hold
    for the bets that are made, `without_value` says why.
    """

    cards: str
    known: Mapping[str, Any] = field(default_factory=dict)
    stakes: Mapping[str, str] = field(default_factory=dict)
    without_value: str = ""


def in_units(view: View, wager: str, unit: str) -> str:
    """What the seat has bet on a wager, as a fraction of another."""
    assert view.seat is not None, "a spectator has no bet"
    wagers = dict(view.wagers[view.seat])
    return str(Fraction(wagers.get(wager, 0), wagers[unit]))
