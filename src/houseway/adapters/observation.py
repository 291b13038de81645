"""What a view shows, as arrays of a fixed size."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import N_CARDS
from houseway.games.engine.action import DEAL, PROCEED
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.event import HIDDEN
from houseway.games.engine.irregularity import VOID
from houseway.games.engine.layout import Layout
from houseway.games.engine.view import Pile, View

NOT_A_SEATS = (DEAL, PROCEED.kind, VOID)


def card_counts(view: View, layout: Layout) -> NDArray[np.uint8]:
    """For every pile of the layout, own ones first, how many copies of each card the viewer sees in it."""
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
    """The viewer's wagers in the order of the layout, as multiples of a unit."""
    assert view.seat is not None, "a spectator has no wagers"
    amounts = np.zeros(len(layout.wagers), dtype=np.float32)
    for name, amount in view.wagers[view.seat]:
        amounts[layout.wagers.index(name)] = amount / unit
    return amounts


def decisions_made(view: View) -> int:
    """How many decisions the viewer has made in this round."""
    return sum(
        event.action is not None and event.seat == view.seat and event.action.kind not in NOT_A_SEATS
        for event in view.events
    )


class PlayersObserver:
    """A game between players from one seat as a flat array: own piles and board, then the table, in big blinds.

    The table is: where the button is, then for every seat the chips in the middle, the chips left, folded or not, and
    the number of cards in each pile that is counted, such as discards; seats are counted clockwise from the viewer's
    own. At the end stands what each move without cards would cost: the amounts of calls, bets and raises that are legal
    now.
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
        """No number of an observation is larger: stacks are bounded, and so is a hand."""
        return float(max(self.layout.hand_cards, max(self.stacks) / self.unit))

    def parts(self, view: View, amounts: Iterable[tuple[int, int]]) -> dict[str, NDArray[np.float32]]:
        """The arrays by name; `amounts` are pairs of a move's number and its amount."""
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
