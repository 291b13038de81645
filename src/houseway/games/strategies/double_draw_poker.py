"""Computer players of Double Draw Poker. They read a joker as the bug, whatever the table's reading."""

from collections import Counter
from collections.abc import Callable, Sequence

from houseway.cards.card import ACE, N_RANKS, Card, is_joker, rank_of, suit_of
from houseway.games.engine.action import Action, descending
from houseway.games.engine.view import View
from houseway.games.strategies.base import Strategy
from houseway.ranking import Category, ranking

FOLD = Action("fold")
DRAW = "draw"
COMPLETE = (
    Category.STRAIGHT,
    Category.FLUSH,
    Category.FULL_HOUSE,
    Category.STRAIGHT_FLUSH,
    Category.WILD_ROYAL_FLUSH,
    Category.ROYAL_FLUSH,
    Category.FIVE_ACES,
)
STRAIGHTS = ({ACE, 0, 1, 2, 3}, *(set(range(low, low + 5)) for low in range(N_RANKS - 4)))


class StandPat:
    """A player that never folds and never draws: it plays the five cards as dealt."""

    name = "stand-pat"

    def choose(self, view: View) -> Action:
        """Stay in with every card."""
        return Action(DRAW)


class HoldPairs:
    """A player that keeps paired cards, jokers as aces. It stays with a pair or, before the first draw, a joker."""

    name = "hold-pairs"

    def choose(self, view: View) -> Action:
        """Fold without cards to hold. With some, replace the other cards, up to the option's limit."""
        assert view.seat is not None
        hand = view.cards("hand", view.seat)
        most = max(len(action.cards) for action in view.legal_actions)
        kept = self.held(hand, last_draw=most == 1)
        if not kept:
            return FOLD
        others = sorted(card_id for card_id in hand if card_id not in kept)
        return Action(DRAW, descending(others[:most]))

    def held(self, hand: Sequence[Card], last_draw: bool) -> tuple[Card, ...]:
        """Return the cards to hold. None means to fold."""
        if ranking("bug").describe(ranking("bug").value(hand)).category in COMPLETE:
            return tuple(hand)
        paired = _paired(hand)
        return paired if len(paired) > 1 or not last_draw else ()


class HoldPairsAndDraws(HoldPairs):
    """A player like hold-pairs that also stays with four cards to a flush or a straight.

    It prefers those to one pair.
    """

    name = "hold-pairs-and-draws"

    def held(self, hand: Sequence[Card], last_draw: bool) -> tuple[Card, ...]:
        """Return the cards to hold. None means to fold."""
        held = super().held(hand, last_draw)
        return held if len(held) > 2 else _four_to_a_flush(hand) or _four_to_a_straight(hand) or held


def _rank(card_id: Card) -> int:
    return ACE if is_joker(card_id) else rank_of(card_id)


def _paired(hand: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards whose rank occurs more than once, and any joker."""
    times = Counter(_rank(card_id) for card_id in hand)
    return tuple(card_id for card_id in hand if is_joker(card_id) or times[_rank(card_id)] > 1)


def _four_to_a_flush(hand: Sequence[Card]) -> tuple[Card, ...]:
    """Return four cards of one suit, jokers of any suit, or none."""
    for suit in range(4):
        suited = tuple(card_id for card_id in hand if is_joker(card_id) or suit_of(card_id) == suit)
        if len(suited) == 4:
            return suited
    return ()


def _four_to_a_straight(hand: Sequence[Card]) -> tuple[Card, ...]:
    """Return four cards of one straight, jokers as any of them, the highest such straight, or none."""
    for straight in reversed(STRAIGHTS):
        fitting = {
            rank_of(card_id): card_id for card_id in hand if not is_joker(card_id) and rank_of(card_id) in straight
        }
        jokers = tuple(card_id for card_id in hand if is_joker(card_id))
        if len(fitting) + len(jokers) == 4:
            return (*fitting.values(), *jokers)
    return ()


STRATEGIES: dict[str, Callable[[], Strategy]] = {
    "hold-pairs-and-draws": HoldPairsAndDraws,
    "hold-pairs": HoldPairs,
    "stand-pat": StandPat,
}
