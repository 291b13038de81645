"""Computer players of Pick 2 Poker."""

from collections.abc import Callable

from houseway.games.engine.action import Action
from houseway.games.engine.view import View
from houseway.games.strategies.base import Strategy
from houseway.games.titles.pick_2_poker.hands import FIVE, FIVE_CARDS, FOLD, THREE, THREE_CARDS, best_three
from houseway.ranking import Category, ranking


class FiveOnly:
    """A player that always plays 5 Card Poker: it never folds and never doubles the Play bet."""

    name = "five-only"

    def choose(self, view: View) -> Action:
        """Choose 5 Card Poker."""
        return Action(FIVE)


class ThreeWithStraights(FiveOnly):
    """A player that plays 3 Card Poker with a three-card straight or better, else 5 Card Poker."""

    name = "three-with-straights"

    def choose(self, view: View) -> Action:
        """Choose the best three cards if they are strong enough for the double Play bet."""
        three = best_three(view.cards("hand", view.seat))
        system = ranking(THREE_CARDS)
        return Action(THREE, three) if system.value(three) >= system.first_value(Category.STRAIGHT) else Action(FIVE)


class PairsOnly(FiveOnly):
    """A player that plays 5 Card Poker with a pair or better, and folds the rest."""

    name = "pairs-only"

    def choose(self, view: View) -> Action:
        """Play a made hand, and fold any other."""
        system = ranking(FIVE_CARDS)
        made = system.value(view.cards("hand", view.seat)) >= system.first_value(Category.PAIR)
        return Action(FIVE) if made else Action(FOLD)


STRATEGIES: dict[str, Callable[[], Strategy]] = {
    player.name: player for player in (ThreeWithStraights, FiveOnly, PairsOnly)
}
