"""One round of betting between two players as a tree, built from the engine's betting rounds."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from houseway.games.engine.betting import FIXED, BettingRound, BettingTerms

FOLD, CHECK, CALL, BET, RAISE = "fold", "check", "call", "bet", "raise"
MOST_ACTIONS = 3
PLAYERS = (0, 1)
GOES_ON = -1
"""The value of `folded` at an ending where no player has folded."""
_DEEP = 1 << 40


@dataclass(frozen=True)
class BettingTree:
    """The decisions of a round, parents before children, and its endings.

    `children` has for each decision and action the number of the next decision, or -1 - e for the ending e. `folded` is
    the player that has folded at an ending (GOES_ON: none), `paid` each player's total bet by then.
    """

    actors: NDArray[np.int64]
    cells: NDArray[np.int64]
    """The number of each decision's first action among all actions of its player; the others follow it."""
    n_cells: tuple[int, int]
    n_actions: NDArray[np.int64]
    children: NDArray[np.int64]
    before: NDArray[np.int64]
    """For each player and decision, 1 + the player's last action before it, or 0 for none."""
    before_end: NDArray[np.int64]
    """The same for endings. The reach of a hand at any point depends only on its player's last action."""
    folded: NDArray[np.int64]
    paid: NDArray[np.int64]
    paid_before: NDArray[np.int64]
    """Each player's total bet by the time of each decision."""
    lines: tuple[str, ...]
    """The actions before each decision, in words: "", "check", "check bet", .."""
    actions: tuple[tuple[str, ...], ...]

    @cached_property
    def going_on(self) -> NDArray[np.int64]:
        """Return the endings after which both players are still in."""
        return np.flatnonzero(self.folded == GOES_ON)

    @cached_property
    def lines_to_endings(self) -> tuple[str, ...]:
        """Return the actions before each ending, in words."""
        found = [""] * len(self.folded)
        for line, actions, below in zip(self.lines, self.actions, self.children.tolist(), strict=True):
            for name, child in zip(actions, below, strict=False):
                if child < 0:
                    found[-1 - child] = f"{line} {name}".strip()
        return tuple(found)

    @property
    def lost(self) -> NDArray[np.int64]:
        """Return the total bet of the loser of each ending: the folded player, or at a showdown either."""
        endings = np.arange(len(self.folded))
        return np.where(self.folded >= 0, self.paid[endings, np.maximum(self.folded, 0)], self.paid.min(axis=1))

    def cells_of(self, decision: int) -> slice:
        """Return the actions of a decision among all of its player."""
        first = int(self.cells[decision])
        return slice(first, first + int(self.n_actions[decision]))


@lru_cache(maxsize=16)
def betting_tree(bet: int, most_wagers: int) -> BettingTree:
    """Return a fixed-limit round that the first player opens, with nothing bet yet.

    >>> tree = betting_tree(2, 4)
    >>> len(tree.actors), len(tree.folded), len(tree.going_on)
    (10, 17, 9)
    """
    growing = _Growing()
    terms = BettingTerms(FIXED, bet, most_wagers)
    growing.decide(BettingRound.opened(terms, PLAYERS, (_DEEP, _DEEP), 0), "")
    return growing.grown()


@lru_cache(maxsize=16)
def blinds_tree(bet: int, most_wagers: int, small: int, big: int) -> BettingTree:
    """Return the first round of a fixed-limit game. The second player has the button and the small blind, and opens.

    >>> tree = blinds_tree(2, 4, 1, 2)
    >>> tree.lines[:2], len(tree.going_on), tree.paid[tree.folded == 1][0].tolist()
    (('', 'call'), 7, [2, 1])
    """
    growing = _Growing()
    terms = BettingTerms(FIXED, bet, most_wagers)
    growing.decide(BettingRound.after_blinds(terms, PLAYERS, (_DEEP, _DEEP), {1: small, 0: big}), "")
    return growing.grown()


class _Growing:
    def __init__(self) -> None:
        self.actors: list[int] = []
        self.children: list[list[int]] = []
        self.lines: list[str] = []
        self.actions: list[tuple[str, ...]] = []
        self.folded: list[int] = []
        self.paid: list[tuple[int, ...]] = []
        self.paid_before: list[tuple[int, ...]] = []

    def decide(self, moment: BettingRound, line: str) -> int:
        """Add a decision and its whole subtree, and return its number."""
        actor = moment.actor
        assert actor is not None
        number = len(self.actors)
        moves = list(_moves(moment))
        self.actors.append(actor)
        self.paid_before.append(moment.bets)
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
        """Return the tree as arrays."""
        children = np.full((len(self.actors), MOST_ACTIONS), 0, np.int64)
        for row, below in enumerate(self.children):
            children[row, : len(below)] = below
        actors, n_actions = np.array(self.actors), np.array([len(below) for below in self.children])
        counts = [np.where(actors == player, n_actions, 0) for player in PLAYERS]
        cells = sum(np.where(actors == player, np.cumsum(counts[player]) - n_actions, 0) for player in PLAYERS)
        before, before_end = self._last_actions(np.asarray(cells))
        return BettingTree(
            actors,
            np.asarray(cells),
            (int(counts[0].sum()), int(counts[1].sum())),
            n_actions,
            children,
            before,
            before_end,
            np.array(self.folded),
            np.array(self.paid),
            np.array(self.paid_before),
            tuple(self.lines),
            tuple(self.actions),
        )

    def _last_actions(self, cells: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        before = np.zeros((len(PLAYERS), len(self.actors)), np.int64)
        before_end = np.zeros((len(PLAYERS), len(self.folded)), np.int64)
        for decision, below in enumerate(self.children):
            for action, child in enumerate(below):
                after = before[:, decision].copy()
                after[self.actors[decision]] = 1 + cells[decision] + action
                if child >= 0:
                    before[:, child] = after
                else:
                    before_end[:, -1 - child] = after
        return before, before_end


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
        yield RAISE if moment.wagers else BET, moment.raise_to(limits[0])
