"""An agent's observations and moves as arrays: layout, moves and observations.

The game defines them. A name that is missing there is an error, not a guess.
"""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import N_CARDS, Card
from houseway.errors import IllegalAction, unknown
from houseway.games.catalogue import GAMES, game_class
from houseway.games.engine.action import DEAL, PROCEED, Action, descending
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.event import HIDDEN, VOID
from houseway.games.engine.layout import LEAST, MOST, POT, Layout, Move
from houseway.games.engine.view import Pile, View


def layout_of(slug: str) -> Layout:
    """Return the layout of a game by its slug."""
    found = game_class(slug).layout() if slug in GAMES else None
    if found is None:
        raise unknown("game", slug, GAMES)
    return found


SIZED_KINDS = ("bet", "raise")


class MoveNumbers:
    """The numbering of a game's moves: first those without cards, then for each kind every choice of the hand's cards.

    A choice of cards is a number in binary. Its bit `i` is the hand's card `i`, the highest card first. If a card
    occurs twice, its first copy is taken.

    >>> from houseway.adapters.observation import layout_of
    >>> MoveNumbers(layout_of("pick-2-poker")).size, MoveNumbers(layout_of("two-hand-holdem")).size
    (34, 20)
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.choices = 1 << layout.hand_cards
        self.size = len(layout.plain_moves) + len(layout.card_moves) * self.choices

    def legal(self, view: View) -> dict[int, Action]:
        """Return the legal actions of the seat by number, in ascending order."""
        hand = descending(view.cards(self.layout.hand, view.seat))
        sizes = [action for action in view.legal_actions if _is_sized(action)]
        numbered = {self._number(action, hand, sizes): action for action in view.legal_actions}
        assert len(numbered) == len(view.legal_actions), "two legal actions have one number"
        return dict(sorted(numbered.items()))

    def mask(self, view: View) -> NDArray[np.int8]:
        """Return 1 for each legal move and 0 for the others. All are 0 if the seat does not act."""
        mask = np.zeros(self.size, dtype=np.int8)
        mask[list(self.legal(view))] = 1
        return mask

    def action(self, number: int, view: View) -> Action:
        """Return the action of a number. Refuse an illegal one and list the legal numbers."""
        legal = self.legal(view)
        if int(number) not in legal:
            listed = ", ".join(f"{code} ({action})" for code, action in legal.items()) or "none"
            raise IllegalAction(f"Move {number} is not legal now. Legal moves: {listed}.")
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
    """Return the minimum, the pot or the maximum size. A single size is the minimum."""
    place = sizes.index(action)
    return LEAST if place == 0 else MOST if place == len(sizes) - 1 else POT


def _choice(cards: Sequence[Card], hand: Sequence[Card]) -> int:
    """Return the places of some cards in a hand as a number in binary.

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


NOT_A_SEATS = (DEAL, PROCEED.kind, VOID)


def card_counts(view: View, layout: Layout) -> NDArray[np.uint8]:
    """Return how many copies of each card the viewer sees in every pile of the layout, the viewer's piles first."""
    counts = np.zeros((len(layout.own_piles) + len(layout.common_piles), N_CARDS), dtype=np.uint8)
    for pile in view.piles:
        if pile.seat is not None and pile.seat != view.seat:
            continue
        visible = [card_id for card_id in pile.cards if card_id != HIDDEN]
        if visible:
            np.add.at(counts[_place(pile, layout)], visible, 1)
    return counts


def _place(pile: Pile, layout: Layout) -> int:
    if pile.seat is None:
        return len(layout.own_piles) + layout.common_piles.index(pile.name)
    return layout.own_piles.index(pile.name)


def own_wagers(view: View, layout: Layout, unit: int) -> NDArray[np.float32]:
    """Return the viewer's wagers in the order of the layout, as multiples of a unit."""
    assert view.seat is not None, "a spectator has no wagers"
    amounts = np.zeros(len(layout.wagers), dtype=np.float32)
    for name, amount in view.wagers[view.seat]:
        amounts[layout.wagers.index(name)] = amount / unit
    return amounts


def decisions_made(view: View) -> int:
    """Return the number of decisions that the viewer has made in this round."""
    return sum(
        event.action is not None and event.seat == view.seat and event.action.kind not in NOT_A_SEATS
        for event in view.events
    )


class PlayersObserver:
    """A player vs. player game from one seat as a flat array: its piles and board, then the table, in big blinds.

    The table begins with the place of the button. Then it has for every seat the chips in the middle, the chips left,
    folded or not, and the number of cards in each counted pile, such as discards. Seats are counted clockwise from the
    viewer's seat. At the end is the cost of each move without cards: the amounts of calls, bets and raises that are
    legal now.
    """

    def __init__(self, layout: Layout, stacks: Sequence[int], table: GameBetweenPlayers) -> None:
        self.layout, self.stacks, self.table, self.unit = layout, tuple(stacks), table, table.big_blind
        n_piles = len(layout.own_piles) + len(layout.common_piles)
        seats = len(self.stacks)
        self.shapes = {
            "cards": (n_piles, N_CARDS),
            "button": (seats,),
            "middle": (seats,),
            "left": (seats,),
            "folded": (seats,),
            **dict.fromkeys(table.counted_piles, (seats,)),
            "amounts": (len(layout.plain_moves),),
        }
        self.size = sum(int(np.prod(shape)) for shape in self.shapes.values())

    @property
    def highest(self) -> float:
        """Return an upper bound of all numbers in an observation. Stacks are bounded, and so is a hand."""
        return float(max(self.layout.hand_cards, max(self.stacks) / self.unit))

    def parts(self, view: View, amounts: Iterable[tuple[int, int]]) -> dict[str, NDArray[np.float32]]:
        """Return the arrays by name. `amounts` are pairs of a move's number and its amount."""
        assert view.seat is not None, "a spectator has no seat to look from"
        n_seats = len(self.stacks)
        clockwise = [(view.seat + place) % n_seats for place in range(n_seats)]
        paid = [sum(amount for _, amount in view.wagers[seat]) for seat in clockwise]
        folded = {event.seat for event in view.events if event.action is not None and event.action.kind == "fold"}
        button = self.table.button_in(view.events)
        costs = np.zeros(len(self.layout.plain_moves), dtype=np.float32)
        for number, amount in amounts:
            if number < len(costs):
                costs[number] = amount / self.unit
        return {
            "cards": card_counts(view, self.layout).astype(np.float32),
            "button": np.array([seat == button for seat in clockwise], dtype=np.float32),
            "middle": np.array([amount / self.unit for amount in paid], dtype=np.float32),
            "left": np.array(
                [(self.stacks[seat] - amount) / self.unit for seat, amount in zip(clockwise, paid, strict=True)],
                dtype=np.float32,
            ),
            "folded": np.array([seat in folded for seat in clockwise], dtype=np.float32),
            **{
                pile: np.array([len(view.cards(pile, seat)) for seat in clockwise], dtype=np.float32)
                for pile in self.table.counted_piles
            },
            "amounts": costs,
        }
