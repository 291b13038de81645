"""Numbers for moves: every move that a game ever has keeps one number, and a view says which are legal."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import Card
from houseway.errors import IllegalAction
from houseway.games.engine.action import Action, descending
from houseway.games.engine.layout import LEAST, MOST, POT, Layout, Move
from houseway.games.engine.view import View

SIZED_KINDS = ("bet", "raise")


class MoveNumbers:
    """The numbering of a game's moves: first those without cards, then for each kind every choice of the hand's cards.

    A choice of cards is a number in binary, of which bit `i` stands for the hand's card `i`, the highest card first. Of
    two copies of a card, the first is taken.

    >>> from houseway.adapters.layout import layout_of
    >>> MoveNumbers(layout_of("pick-2-poker")).size, MoveNumbers(layout_of("two-hand-holdem")).size
    (34, 20)
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.choices = 1 << layout.hand_cards
        self.size = len(layout.plain_moves) + len(layout.card_moves) * self.choices

    def legal(self, view: View) -> dict[int, Action]:
        """The legal actions of the seat by their numbers, in ascending order."""
        hand = descending(view.cards(self.layout.hand, view.seat))
        sizes = [action for action in view.legal_actions if _is_sized(action)]
        numbered = {self._number(action, hand, sizes): action for action in view.legal_actions}
        assert len(numbered) == len(view.legal_actions), "two legal actions have one number"
        return dict(sorted(numbered.items()))

    def mask(self, view: View) -> NDArray[np.int8]:
        """One for each legal move, zero for the others; all zero where the seat is not to act."""
        mask = np.zeros(self.size, dtype=np.int8)
        mask[list(self.legal(view))] = 1
        return mask

    def action(self, number: int, view: View) -> Action:
        """The action that a number stands for; an illegal one is refused with the legal numbers."""
        legal = self.legal(view)
        if int(number) not in legal:
            listed = ", ".join(f"{code} ({action})" for code, action in legal.items()) or "none"
            raise IllegalAction(f"move {number} is not legal now; legal: {listed}")
        return legal[int(number)]

    def _number(self, action: Action, hand: tuple[Card, ...], sizes: Sequence[Action]) -> int:
        move = _size_of(action, sizes) if _is_sized(action) else (action.kind, action.option)
        if move in self.layout.plain_moves:
            return self.layout.plain_moves.index(move)
        kind = self.layout.card_moves.index(move)
        return len(self.layout.plain_moves) + kind * self.choices + _choice(action.cards, hand)


def _is_sized(action: Action) -> bool:
    return action.kind in SIZED_KINDS and action.amount > 0


def _size_of(action: Action, sizes: Sequence[Action]) -> Move:
    """The least, the most, or the one between them; a single size is the least."""
    place = sizes.index(action)
    return LEAST if place == 0 else MOST if place == len(sizes) - 1 else POT


def _choice(cards: Sequence[Card], hand: Sequence[Card]) -> int:
    """The places of some cards in a hand as a number in binary.

    >>> _choice((51, 3), (51, 51, 3, 0))
    5
    """
    free = list(range(len(hand)))
    chosen = 0
    for card_id in cards:
        place = next(place for place in free if hand[place] == card_id)
        free.remove(place)
        chosen |= 1 << place
    return chosen
