"""How held and board cards combine into a hand, separate from how hands compare.

Each rule lists the hands it allows, and the best of them counts. *Groups* make look-ups quicker. A group is a set of
cards, often more than a hand needs, of which any may be used. The best hand of the best group is the best hand that the
rule allows.
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
    """A rule for the hands that held and board cards may form."""

    def hands(self, held: Sequence[int], board: Sequence[int]) -> Iterator[Hand]:
        """Return every hand that the rule allows."""

    def groups(self, held: Sequence[int], board: Sequence[int]) -> Iterator[Hand]:
        """Return groups of cards whose hands, taken together, are the hands that the rule allows."""


@dataclass(frozen=True, slots=True)
class BestOfAll:
    """The rule that any cards of held and board may play: best of seven (2HH-9c, FA-12), best three of five (P2-6)."""

    hand_size: int = 5

    def hands(self, held: Sequence[int], board: Sequence[int] = ()) -> Iterator[Hand]:
        """Return every hand that the rule allows."""
        yield from combinations((*held, *board), self.hand_size)

    def groups(self, held: Sequence[int], board: Sequence[int] = ()) -> Iterator[Hand]:
        """Return all cards as one group."""
        yield (*held, *board)


@dataclass(frozen=True, slots=True)
class AtMostHeld:
    """The rule that at most this many held cards play.

    The dealer of 2 Hand Hold 'Em plays at most two of three (2HH-9b).
    """

    most: int = 2
    hand_size: int = 5

    def hands(self, held: Sequence[int], board: Sequence[int]) -> Iterator[Hand]:
        """Return every hand that the rule allows."""
        for from_held in range(self.most + 1):
            for part in combinations(held, from_held):
                for rest in combinations(board, self.hand_size - from_held):
                    yield (*part, *rest)

    def groups(self, held: Sequence[int], board: Sequence[int]) -> Iterator[Hand]:
        """Return the board with each choice of the most held cards that may play."""
        for part in combinations(held, min(self.most, len(held))):
            yield (*part, *board)


@dataclass(frozen=True, slots=True)
class AllHeld:
    """The rule that all held cards play, with exactly the board cards that complete the hand (FCH-3d, FCH-3e)."""

    hand_size: int = 5

    def hands(self, held: Sequence[int], board: Sequence[int]) -> Iterator[Hand]:
        """Return every hand that the rule allows."""
        missing = self.hand_size - len(held)
        if not 0 <= missing <= len(board):
            raise BadCards(
                f"{len(held)} held and {len(board)} board cards cannot make a hand of {self.hand_size} "
                "in which all held cards play"
            )
        for rest in combinations(board, missing):
            yield (*held, *rest)

    def groups(self, held: Sequence[int], board: Sequence[int]) -> Iterator[Hand]:
        """Return the hands themselves."""
        return self.hands(held, board)


BEST_OF_SEVEN = BestOfAll()
BEST_THREE_OF_FIVE = BestOfAll(hand_size=3)
AT_MOST_TWO_OF_THREE = AtMostHeld(most=2)
ALL_HELD = AllHeld()


def best_hand(rule: Composition, held: Sequence[int], board: Sequence[int], worth: Callable[[Hand], Ordered]) -> Hand:
    """Return the best hand that the rule allows, and the first of several equal ones."""
    return max(rule.hands(held, board), key=worth)
