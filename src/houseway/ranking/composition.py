"""How held and board cards combine into a hand: separate from how hands compare.

Each rule lists the hands it allows; the best of them counts. To look values up it is quicker to take *groups*: a group
is a set of cards, often more than a hand needs, of which any may be used. The best hand of the best group is the
best hand that the rule allows.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol, TypeVar

from houseway.errors import BadCards
from houseway.ranking.natural import Strength

Hand = tuple[int, ...]
Ordered = TypeVar("Ordered", int, Strength)


class Composition(Protocol):
    """A rule that says which hands held and board cards allow."""

    def hands(self, held: Sequence[int], board: Sequence[int]) -> Iterator[Hand]:
        """Every hand that the rule allows."""

    def groups(self, held: Sequence[int], board: Sequence[int]) -> Iterator[Hand]:
        """Groups of cards whose hands, taken together, are the hands that the rule allows."""


@dataclass(frozen=True, slots=True)
class BestOfAll:
    """Any cards of held and board: best of seven (2HH-9c, FA-12), best three of five (P2-6)."""

    hand_size: int = 5

    def hands(self, held: Sequence[int], board: Sequence[int] = ()) -> Iterator[Hand]:
        """Every hand that the rule allows."""
        yield from combinations((*held, *board), self.hand_size)

    def groups(self, held: Sequence[int], board: Sequence[int] = ()) -> Iterator[Hand]:
        """All cards together."""
        yield (*held, *board)


@dataclass(frozen=True, slots=True)
class AtMostHeld:
    """At most so many of the held cards; the dealer of 2 Hand Hold 'Em plays at most two of three (2HH-9b)."""

    most: int = 2
    hand_size: int = 5

    def hands(self, held: Sequence[int], board: Sequence[int]) -> Iterator[Hand]:
        """Every hand that the rule allows."""
        for from_held in range(self.most + 1):
            for part in combinations(held, from_held):
                for rest in combinations(board, self.hand_size - from_held):
                    yield (*part, *rest)

    def groups(self, held: Sequence[int], board: Sequence[int]) -> Iterator[Hand]:
        """The board with each choice of as many held cards as may play."""
        for part in combinations(held, min(self.most, len(held))):
            yield (*part, *board)


@dataclass(frozen=True, slots=True)
class AllHeld:
    """All held cards and exactly as many board cards as complete the hand (FCH-3d, FCH-3e)."""

    hand_size: int = 5

    def hands(self, held: Sequence[int], board: Sequence[int]) -> Iterator[Hand]:
        """Every hand that the rule allows."""
        missing = self.hand_size - len(held)
        if not 0 <= missing <= len(board):
            raise BadCards(
                f"{len(held)} held and {len(board)} board cards cannot make a hand of {self.hand_size} "
                "in which all held cards play"
            )
        for rest in combinations(board, missing):
            yield (*held, *rest)

    def groups(self, held: Sequence[int], board: Sequence[int]) -> Iterator[Hand]:
        """The hands themselves."""
        return self.hands(held, board)


BEST_OF_SEVEN = BestOfAll()
BEST_THREE_OF_FIVE = BestOfAll(hand_size=3)
AT_MOST_TWO_OF_THREE = AtMostHeld(most=2)
ALL_HELD = AllHeld()


def best_hand(rule: Composition, held: Sequence[int], board: Sequence[int], worth: Callable[[Hand], Ordered]) -> Hand:
    """The hand of highest worth that the rule allows; the first of several equal ones."""
    return max(rule.hands(held, board), key=worth)
