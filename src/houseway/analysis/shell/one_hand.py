"""A strategy that sees its own hand only, asked outside a round."""

from collections.abc import Sequence

from houseway.cards.card import Card
from houseway.games.engine.action import Action
from houseway.games.engine.view import Pile, View

SEAT = 0


def view_of_hand(cards: tuple[Card, ...], legal: Sequence[Action] = ()) -> View:
    """What a player knows who holds a hand, and what may be done with it."""
    return View(SEAT, SEAT, (Pile("hand", cards, SEAT, (SEAT,)),), (), tuple(legal), (), ())
