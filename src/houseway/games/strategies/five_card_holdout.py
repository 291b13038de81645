"""Computer players of Five Card HoldOut: a betting style, and a rule for the cards to hold."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from houseway.cards.card import Card, rank_of
from houseway.games.engine.action import Action
from houseway.games.engine.view import View
from houseway.games.strategies.base import Strategy
from houseway.games.titles.five_card_holdout import hand_value
from houseway.games.titles.five_card_holdout.hold_rules import HOLD_RULES
from houseway.games.titles.five_card_holdout.table import HOLE_CARDS
from houseway.ranking import Category, ranking


class BettingStyle(Protocol):
    """A betting style, which chooses among the moves of a betting round."""

    def __call__(self, view: View) -> Action:
        """Return one of the view's legal actions."""


@dataclass
class HoldOutPlayer:
    """A player with a betting style and the name of a hold rule."""

    name: str
    style: BettingStyle
    hold: str = "hold-best"

    def choose(self, view: View) -> Action:
        """Bet by the style, discard by the rule."""
        if view.legal_actions[0].kind != "discard":
            return self.style(view)
        hole = view.cards("hole", view.seat)
        held = HOLD_RULES[self.hold](hole)
        return Action("discard", tuple([card for card in hole if card not in held]))


def call(view: View) -> Action:
    """Check or call, never more."""
    return _stay(view)


def bet_pairs(view: View) -> Action:
    """Stay in with a pair or better, bet and raise with two pair or better, else check or fold."""
    value = _made_value(view)
    if value >= ranking("standard").first_value(Category.TWO_PAIR):
        return _least_raise(view) or _stay(view)
    if value >= ranking("standard").first_value(Category.PAIR):
        return _stay(view)
    return _check_or_fold(view)


def raise_always(view: View) -> Action:
    """Bet and raise the maximum if allowed, else stay in."""
    options = [action for action in view.legal_actions if action.kind in ("bet", "raise")]
    return options[-1] if options else _stay(view)


def _stay(view: View) -> Action:
    return next(action for action in view.legal_actions if action.kind in ("check", "call"))


def _least_raise(view: View) -> Action | None:
    return next((action for action in view.legal_actions if action.kind in ("bet", "raise")), None)


def _check_or_fold(view: View) -> Action:
    stay = _stay(view)
    return stay if stay.kind == "check" else next(action for action in view.legal_actions if action.kind == "fold")


def _made_value(view: View) -> int:
    """Return the value of the seat's cards with the board that is up. Missing cards count for nothing.

    Before the discards these are the five cards as dealt. On the flop two cards may still be missing. Then only pairs
    count in the best hand of the visible cards.
    """
    board = view.cards("board")
    held = view.cards("held", view.seat) or view.cards("hole", view.seat)
    if HOLE_CARDS - len(held) <= len(board):
        return hand_value(held, board)
    return _value_of_pairs((*held, *board))


def _value_of_pairs(cards: tuple[Card, ...]) -> int:
    """Return the lowest value of a hand with this many paired cards: high card, pair, two pair or three of a kind."""
    ranks = [rank_of(card) for card in cards]
    counts = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    if counts[0] >= 3:
        return ranking("standard").first_value(Category.THREE_OF_A_KIND)
    kinds = (Category.HIGH_CARD, Category.PAIR, Category.TWO_PAIR)
    return ranking("standard").first_value(kinds[counts.count(2)])


def caller() -> Strategy:
    """Return a player that checks and calls to the end."""
    return HoldOutPlayer("caller", call)


def tight() -> Strategy:
    """Return a player that plays pairs and better, and holds pairs."""
    return HoldOutPlayer("tight", bet_pairs, hold="hold-pairs")


def aggressive() -> Strategy:
    """Return a player that bets and raises the maximum whenever it may."""
    return HoldOutPlayer("aggressive", raise_always)


def hold_best() -> Strategy:
    """Return a player that bets on made hands and holds by the most complete rule."""
    return HoldOutPlayer("hold-best", bet_pairs)


STRATEGIES: dict[str, Callable[[], Strategy]] = {
    "hold-best": hold_best,
    "caller": caller,
    "tight": tight,
    "aggressive": aggressive,
}
