"""Computer players of 2 Hand Hold 'Em."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from houseway.cards.card import Card, rank_of
from houseway.games.engine.action import Action, descending
from houseway.games.engine.view import View
from houseway.games.strategies.base import Strategy
from houseway.ranking import Category, ranking

Hand = tuple[Card, ...]
RAISE_OPTIONS = {
    (False, False): Action("check"),
    (True, False): Action("raise", option="hand-1"),
    (False, True): Action("raise", option="hand-2"),
    (True, True): Action("raise", option="both"),
}
LEAST_MADE = {3: Category.PAIR, 2: Category.TWO_PAIR, 1: Category.FULL_HOUSE}
"""The lowest hand that the hole cards help to make, by the number of different ranks of the flop."""


class NeverRaise:
    """A player that sets the two highest cards as Hand 1 and never raises."""

    name = "never-raise"

    def choose(self, view: View) -> Action:
        """Set the hands, then raise those that are worth it."""
        assert view.seat is not None
        flop, hole = view.cards("board"), view.cards("hole", view.seat)
        if hole:
            return Action("arrange", max(_splits(hole), key=lambda hands: self.merit(hands, flop))[0])
        hands = (view.cards("hand 1", view.seat), view.cards("hand 2", view.seat))
        return RAISE_OPTIONS[self.raises(hands[0], flop), self.raises(hands[1], flop)]

    def raises(self, hand: Hand, flop: Hand) -> bool:
        """Return whether to raise a hand."""
        return False

    def merit(self, hands: tuple[Hand, Hand], flop: Hand) -> tuple[object, ...]:
        """Return the merit of an arrangement: hands to raise, then high cards in Hand 1."""
        return (sum(self.raises(hand, flop) for hand in hands), hands[0])


class RaisePairs(NeverRaise):
    """A player that sets all pairs among the four cards, and raises those."""

    name = "raise-pairs"

    def raises(self, hand: Hand, flop: Hand) -> bool:
        """Return whether the two cards are a pair."""
        return rank_of(hand[0]) == rank_of(hand[1])


class RaiseMadeHands(NeverRaise):
    """A player that raises hands whose hole cards make a pair or better with the flop, and sets the most such hands."""

    name = "raise-made-hands"

    def raises(self, hand: Hand, flop: Hand) -> bool:
        """Return whether the hand's hole cards make a pair or better."""
        return _value(hand, flop) >= least_made_value(flop)

    def merit(self, hands: tuple[Hand, Hand], flop: Hand) -> tuple[object, ...]:
        """Return the number of hands to raise, then the stronger of the two."""
        values = sorted((_value(hand, flop) for hand in hands), reverse=True)
        return (sum(self.raises(hand, flop) for hand in hands), values, hands[0])


def least_made_value(flop: Sequence[int]) -> int:
    """Return the lowest value, with the flop, of a hand whose hole cards help to make a pair or better."""
    return ranking("standard").first_value(LEAST_MADE[len({rank_of(card_id) for card_id in flop})])


def _value(hand: Hand, flop: Hand) -> int:
    return ranking("standard").value((*hand, *flop))


def _splits(hole: Sequence[Card]) -> Iterator[tuple[Hand, Hand]]:
    """Return the six ways to set four cards as Hand 1 and Hand 2."""
    held = descending(hole)
    for hand_1 in combinations(held, 2):
        yield hand_1, tuple(card_id for card_id in held if card_id not in hand_1)


STRATEGIES: dict[str, Callable[[], Strategy]] = {
    "raise-made-hands": RaiseMadeHands,
    "raise-pairs": RaisePairs,
    "never-raise": NeverRaise,
}
