"""Computer players of Fast Action Hold'em, for both versions."""

from collections.abc import Callable
from dataclasses import dataclass, field

from houseway.cards.card import TEN, Card, rank_of, suit_of
from houseway.games.engine.action import Action, descending
from houseway.games.engine.view import View
from houseway.games.house_way import HouseWay, house_way, keep
from houseway.games.strategies.base import Strategy
from houseway.games.titles.fast_action_holdem.options import ANTE, BOTH, KEEP, SPLIT


@dataclass
class KeepByHouseWay:
    """A player that keeps the cards that the dealer would keep, and never splits."""

    name: str = "house-way"
    rules: HouseWay = field(default_factory=lambda: house_way("fast-action-holdem"))

    def choose(self, view: View) -> Action:
        """Return the two cards by the house way."""
        _, pair = keep(view.cards("hole", view.seat), self.rules)
        return Action(KEEP, descending(pair))


@dataclass
class KeepHighest:
    """A player that keeps the two highest cards, and never splits."""

    name: str = "keep-highest"

    def choose(self, view: View) -> Action:
        """Return the two highest cards."""
        return Action(KEEP, descending(view.cards("hole", view.seat))[:2])


@dataclass
class SplitStrongHands:
    """A player that splits every bet if both hands are strong, and keeps by the house way if not.

    A strong hand is a pair, two suited cards with at least one ten or higher, or two cards of a ten or higher.
    """

    name: str = "split-strong"
    otherwise: KeepByHouseWay = field(default_factory=KeepByHouseWay)

    def choose(self, view: View) -> Action:
        """Return a split into two strong hands if there is one."""
        has_bonus = any(action.option == BOTH for action in view.legal_actions)
        hole = view.cards("hole", view.seat)
        for action in view.legal_actions:
            if action.kind == SPLIT and action.option == (BOTH if has_bonus else ANTE):
                other = list(hole)
                for card_id in action.cards:
                    other.remove(card_id)
                if is_strong(action.cards) and is_strong(tuple(other)):
                    return action
        return self.otherwise.choose(view)


def is_strong(hand: tuple[Card, ...]) -> bool:
    """Return whether two cards make a hand worth a separate Split bet, by a rule of thumb.

    >>> from houseway.cards import parse_cards
    >>> [is_strong(parse_cards(hand)) for hand in ("2s 2h", "Ks 2s", "Kh Ts", "Kh 9s")]
    [True, True, True, False]
    """
    low, high = sorted(hand)
    if rank_of(low) == rank_of(high):
        return True
    return rank_of(high) >= TEN and (suit_of(low) == suit_of(high) or rank_of(low) >= TEN)


STRATEGIES: dict[str, Callable[..., Strategy]] = {
    "house-way": KeepByHouseWay,
    "keep-highest": KeepHighest,
    "split-strong": SplitStrongHands,
}
