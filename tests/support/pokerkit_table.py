"""PokerKit's game with the betting of Five Card HoldOut: five hole cards, then two and two board cards."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any, ClassVar

from pokerkit import Automation, BettingStructure, Mode, Opening, StandardHighHand, Street
from pokerkit import Deck as KitDeck
from pokerkit import State as KitState

from houseway.cards import format_cards
from houseway.games.titles.five_card_holdout import FiveCardHoldOut

SMALL_BLIND, BIG_BLIND = 50, 100
STRUCTURES = {
    "fixed": BettingStructure.FIXED_LIMIT,
    "pot": BettingStructure.POT_LIMIT,
    "no-limit": BettingStructure.NO_LIMIT,
}
AUTOMATIONS = tuple(
    automation
    for automation in Automation
    if automation
    not in (
        Automation.CARD_BURNING,
        Automation.HOLE_DEALING,
        Automation.BOARD_DEALING,
        Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
        Automation.HAND_KILLING,
        Automation.CHIPS_PUSHING,
    )
)


class HeldHand(StandardHighHand):
    """PokerKit's ranking of all held cards and any board cards that complete them, the best of these hands."""

    held_by_hole: ClassVar[dict[frozenset[str], str]] = {}

    @classmethod
    def from_game(cls, hole_cards: Any, board_cards: Any = ()) -> "HeldHand":
        hole = frozenset(repr(card) for card in hole_cards)
        board = "".join(repr(card) for card in board_cards)
        if len(board) < 8 or hole not in cls.held_by_hole:
            raise ValueError("no hand before the river")
        held = cls.held_by_hole[hole]
        cards = [board[place : place + 2] for place in range(0, 8, 2)]
        missing = 5 - len(held) // 2
        return max(cls(held + "".join(rest)) for rest in combinations(cards, missing))


def kit_text(cards: Iterable[int]) -> str:
    return format_cards(cards).replace(" ", "")


def kit_state(table: FiveCardHoldOut, structure: str, stacks: Sequence[int], wagers_a_round: int | None) -> KitState:
    """PokerKit's table; its players are numbered from the left of the button, as are these stacks."""
    first_round = None if wagers_a_round is None else wagers_a_round - 1  # the big blind is the first wager
    river_bet = 2 * BIG_BLIND if structure == "fixed" else BIG_BLIND
    streets = (
        Street(False, (False,) * 5, 0, False, Opening.POSITION, BIG_BLIND, first_round),
        Street(True, (), 2, False, Opening.POSITION, BIG_BLIND, wagers_a_round),
        Street(True, (), 2, False, Opening.POSITION, river_bet, wagers_a_round),
    )
    return KitState(
        AUTOMATIONS,
        KitDeck.STANDARD,
        (HeldHand,),
        streets,
        STRUCTURES[structure],
        True,
        0,
        (SMALL_BLIND, BIG_BLIND),
        0,
        tuple(stacks),
        len(stacks),
        mode=Mode.CASH_GAME,
    )
