"""One round of betting between two players as a tree, grown from the engine's own rounds of betting."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from houseway.games.engine.betting import FIXED, BettingRound, BettingTerms

FOLD, CHECK, CALL, BET, RAISE = "fold", "check", "call", "bet", "raise"
MOST_ACTIONS = 3
PLAYERS = (0, 1)
GOES_ON = -1
"""Who has folded at an ending where nobody has."""
_DEEP = 1 << 40


@dataclass(frozen=True)
class BettingTree:
    """The decisions of a round, parents before children, and its endings.

    `children` holds for each decision and action the number of the next decision, or -1 - e for the ending e.
    `folded` tells who has folded at an ending (GOES_ON: nobody), `paid` what each player has put in by then.
    """

    actors: NDArray[np.int64]
    rows: NDArray[np.int64]
    """The number of each decision among those of its player."""
    n_actions: NDArray[np.int64]
    children: NDArray[np.int64]
    folded: NDArray[np.int64]
    paid: NDArray[np.int64]
    lines: tuple[str, ...]
    """What was done before each decision, in words: "", "check", "check bet", .."""
    actions: tuple[tuple[str, ...], ...]

    @property
    def going_on(self) -> NDArray[np.int64]:
        """The endings after which both players are still in."""
        return np.flatnonzero(self.folded == GOES_ON)

    def decisions_of(self, player: int) -> NDArray[np.int64]:
        """The decisions of a player."""
        return np.flatnonzero(self.actors == player)


@lru_cache(maxsize=16)
def betting_tree(bet: int, most_wagers: int) -> BettingTree:
    """A round of a fixed limit that the first player opens, with nothing bet yet.

    >>> tree = betting_tree(2, 4)
    >>> len(tree.actors), len(tree.folded), len(tree.going_on)
    (10, 17, 9)
    """
    growing = _Growing()
    terms = BettingTerms(FIXED, bet, most_wagers)
    growing.decide(BettingRound.opened(terms, PLAYERS, (_DEEP, _DEEP), 0), "")
    return growing.grown()


class _Growing:
    def __init__(self) -> None:
        self.actors: list[int] = []
        self.children: list[list[int]] = []
        self.lines: list[str] = []
        self.actions: list[tuple[str, ...]] = []
        self.folded: list[int] = []
        self.paid: list[tuple[int, ...]] = []

    def decide(self, moment: BettingRound, line: str) -> int:
        """Add a decision and all that follows; its number."""
        actor = moment.actor
        assert actor is not None
        number = len(self.actors)
        moves = list(_moves(moment))
        self.actors.append(actor)
        self.lines.append(line)
        self.actions.append(tuple(name for name, _ in moves))
        self.children.append([])
        for name, after in moves:
            below = f"{line} {name}".strip()
            self.children[number].append(self._end(after, actor) if _is_over(after) else self.decide(after, below))
        return number

    def _end(self, after: BettingRound, actor: int) -> int:
        self.folded.append(GOES_ON if len(after.live) > 1 else actor)
        self.paid.append(after.bets)
        return -len(self.folded)

    def grown(self) -> BettingTree:
        """The tree as arrays."""
        children = np.full((len(self.actors), MOST_ACTIONS), 0, np.int64)
        for row, below in enumerate(self.children):
            children[row, : len(below)] = below
        actors = np.array(self.actors)
        return BettingTree(
            actors,
            np.where(actors == 0, np.cumsum(actors == 0), np.cumsum(actors == 1)) - 1,
            np.array([len(below) for below in self.children]),
            children,
            np.array(self.folded),
            np.array(self.paid),
            tuple(self.lines),
            tuple(self.actions),
        )


def _is_over(moment: BettingRound) -> bool:
    return moment.actor is None or len(moment.live) == 1


def _moves(moment: BettingRound) -> Iterator[tuple[str, BettingRound]]:
    assert moment.actor is not None
    facing = moment.price > moment.bets[moment.actor]
    if facing:
        yield FOLD, moment.fold()
    yield CALL if facing else CHECK, moment.call()
    limits = moment.raises()
    if limits is not None:
        yield RAISE if facing else BET, moment.raise_to(limits[0])
