"""A point count that a person can play: points for each hand, the split of most points, a Raise above zero.

The points were fitted to exact edges after a hundred random flops: a point is about a sixtieth of an Ante. Their cost
against optimal play is computed exactly over all holes and flops (see `analyzer`), not estimated.
"""

from collections.abc import Iterator, Sequence

import numba
import numpy as np

from houseway.analysis.results.applied_rule import AppliedRule
from houseway.analysis.results.people import RULE_LIST
from houseway.analysis.titles.two_hand_holdem.holes import RAISED_STAKE
from houseway.analysis.titles.two_hand_holdem.kinds import Array, Flop
from houseway.analysis.titles.two_hand_holdem.reading import (
    DRAWS,
    FLUSH,
    FULL_HOUSE,
    PAIR,
    STRAIGHT,
    TRIPS,
    TWO_PAIR,
    HandReading,
    read_hand,
)
from houseway.cards.card import Card
from houseway.cards.notation import shown_cards
from houseway.games.engine.action import Action, descending
from houseway.games.engine.view import View
from houseway.games.strategies.two_hand_holdem import RAISE_OPTIONS

BEST, STRONG, TWO_PAIRS = 54, 47, 35
PAIR_START, PER_PAIR_RANK, PER_FLOP_RANK_ABOVE = -16, 3, -4
IN_THE_HAND, GOOD_KICKER, PAIRED_FLOP_PAIR = 3, 5, 5
NOTHING_START, PER_HIGH_RANK, PER_LOW_RANK, PAIRED_FLOP_NOTHING = -53, 2, 1, 2
FOUR_TO_FLUSH, SUITED_WITH_ONE = 28, 4
ONE_STRAIGHT_RANK, TWO_STRAIGHT_RANKS = 11, 21
ONE_SUIT_FLOP, CLOSE_FLOP = -16, -7

POINTS = {
    "full house or better": BEST,
    "flush, straight or three of a kind": STRONG,
    "two pair": TWO_PAIRS,
    "pair": PAIR_START,
    "pair rank": PER_PAIR_RANK,
    "flop rank above": PER_FLOP_RANK_ABOVE,
    "pair in the hand": IN_THE_HAND,
    "kicker of ten or better": GOOD_KICKER,
    "paired flop, pair": PAIRED_FLOP_PAIR,
    "nothing": NOTHING_START,
    "higher rank": PER_HIGH_RANK,
    "lower rank": PER_LOW_RANK,
    "paired flop, nothing": PAIRED_FLOP_NOTHING,
    "four to a flush": FOUR_TO_FLUSH,
    "suited with one": SUITED_WITH_ONE,
    "one straight rank": ONE_STRAIGHT_RANK,
    "two straight ranks": TWO_STRAIGHT_RANKS,
    "one suit flop": ONE_SUIT_FLOP,
    "close flop": CLOSE_FLOP,
}
"""The count as data: what each thing adds to the points of a hand."""

LINES = (
    "Ranks count from 0 for a deuce to 12 for an ace. Count the points of each hand that you could set.",
    f"Full house or better, or a straight flush: {BEST}. Flush, straight, or three of a kind with a card of the hand: "
    f"{STRONG}.",
    f"Each card pairs a different card of the flop: {TWO_PAIRS}.",
    f"A pair in the hand or with the flop: {PER_PAIR_RANK} times its rank, less {-PAIR_START}, and "
    f"less {-PER_FLOP_RANK_ABOVE} for each flop rank above it.",
    f"A pair in the hand: {IN_THE_HAND} more. A pair with the flop and a ten or better beside it: {GOOD_KICKER} more.",
    f"Nothing: twice the higher rank and once the lower, less {-NOTHING_START}.",
    f"The flop itself holds a pair or three of a kind: {PAIRED_FLOP_PAIR} more with a pair, {PAIRED_FLOP_NOTHING} more "
    "with nothing.",
    f"With a pair or nothing, four cards to a flush: {FOUR_TO_FLUSH} more.",
    f"With a pair or nothing, both cards of one suit and one card of it in the flop: {SUITED_WITH_ONE} more.",
    f"With a pair or nothing, a straight is one card away: {ONE_STRAIGHT_RANK} more if one rank completes it, "
    f"{TWO_STRAIGHT_RANKS} more if two do.",
    f"The flop is all one suit and the hand is less than a flush: {-ONE_SUIT_FLOP} less.",
    f"The flop's three ranks fit into one straight and the hand is less than a straight: {-CLOSE_FLOP} less.",
    f"A hand above zero counts {RAISED_STAKE} times. Set the two hands with the highest sum; "
    "of equal sums the one that puts the highest card with the higher card.",
    "Raise each hand that is above zero; check the other.",
)


@numba.njit(nogil=True, cache=True)
def points_of(reading: HandReading) -> int:
    """The points of a hand: above zero it is raised."""
    made = reading.made
    if made == FULL_HOUSE:
        return BEST
    if made == FLUSH:
        return STRONG
    points = ONE_SUIT_FLOP * reading.one_suit_flop
    if made == STRAIGHT:
        return points + STRONG
    points += CLOSE_FLOP * reading.close_flop
    if made == TRIPS:
        return points + STRONG
    if made == TWO_PAIR:
        return points + TWO_PAIRS
    points += FOUR_TO_FLUSH * reading.four_to_flush + SUITED_WITH_ONE * reading.suited_with_one
    if reading.straight_ranks == 1:
        points += ONE_STRAIGHT_RANK
    elif reading.straight_ranks > 1:
        points += TWO_STRAIGHT_RANKS
    if made == PAIR:
        points += PAIR_START + PER_PAIR_RANK * reading.pair_rank + PER_FLOP_RANK_ABOVE * reading.flop_ranks_above
        points += IN_THE_HAND * reading.pocket + GOOD_KICKER * reading.good_kicker
        return points + PAIRED_FLOP_PAIR * reading.paired_flop
    points += NOTHING_START + PER_HIGH_RANK * reading.high + PER_LOW_RANK * reading.low
    return points + PAIRED_FLOP_NOTHING * reading.paired_flop


@numba.njit(nogil=True, cache=True)
def counted(points: int) -> int:
    """What a hand adds to the sum of an arrangement."""
    return RAISED_STAKE * points if points > 0 else points


def counted_points(points: Array) -> Array:
    """The same for many hands."""
    return np.where(points > 0, RAISED_STAKE * points, points)


@numba.njit(nogil=True, cache=True)
def all_points(cards: Array, flop: Flop, draws: Array) -> Array:
    """The points of every pair of some cards, by their positions."""
    points = np.zeros((cards.size, cards.size), np.int64)
    for i in range(cards.size):
        for j in range(cards.size):
            if i != j:
                points[i, j] = points_of(read_hand(cards[i], cards[j], flop, draws))
    return points


class PointCount:
    """The rule list as an automatic player."""

    name = RULE_LIST

    def choose(self, view: View) -> Action:
        """Arrange by points, then raise the hands above zero."""
        assert view.seat is not None
        flop, hole = view.cards("board"), view.cards("hole", view.seat)
        if hole:
            return Action("arrange", self.set_hands(hole, flop)[0])
        first, second = (self.points(view.cards(f"hand {number}", view.seat), flop) > 0 for number in (1, 2))
        return RAISE_OPTIONS[first, second]

    def set_hands(self, hole: Sequence[Card], flop: Sequence[Card]) -> "Arrangement":
        """The two hands with the highest sum."""
        return max(_splits(hole), key=lambda hands: self.worth(hands, flop))

    def applied(self, cards: Sequence[Card], flop: Sequence[Card], *, are_set: bool) -> AppliedRule:
        """What the count says of four cards, with the points of the two hands that they are set to, or to be set to."""
        hands = (tuple(cards[:2]), tuple(cards[2:])) if are_set else self.set_hands(cards, flop)
        points = [self.points(hand, flop) for hand in hands]
        first, second = (f"{shown_cards(hand)}: {each:+d}" for hand, each in zip(hands, points, strict=True))
        action = RAISE_OPTIONS[points[0] > 0, points[1] > 0] if are_set else Action("arrange", hands[0])
        return AppliedRule(f"Points of {first}, of {second}. {LINES[-1 if are_set else -2]}", action)

    def points(self, hand: Sequence[Card], flop: Sequence[Card]) -> int:
        """The points of one hand.

        >>> from houseway.cards import parse_cards
        >>> PointCount().points(parse_cards("As Ks"), parse_cards("Ah 8h 3d"))
        25
        """
        (one, other), (first, second, third) = hand, flop
        return points_of(read_hand(one, other, (first, second, third), DRAWS))

    def worth(self, hands: tuple[Sequence[Card], Sequence[Card]], flop: Sequence[Card]) -> int:
        """The sum of an arrangement."""
        return sum(counted(self.points(hand, flop)) for hand in hands)


Arrangement = tuple[tuple[Card, ...], tuple[Card, ...]]
"""Hand 1 and Hand 2."""


def _splits(hole: Sequence[Card]) -> Iterator[Arrangement]:
    """The three arrangements; Hand 1 has the highest card, and the highest partner for it comes first."""
    held = descending(hole)
    for partner in held[1:]:
        yield (held[0], partner), tuple(card_id for card_id in held[1:] if card_id != partner)
