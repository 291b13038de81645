"""A solved game in a plain form: its value, its exploitability, and how every hand is played."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from houseway.analysis.solve.betting import BettingTree
from houseway.analysis.solve.discards import Draw
from houseway.analysis.solve.ranges import Range
from houseway.analysis.solve.rounds import Floats, descended
from houseway.analysis.solve.subgame import Iterated, Solved, Subgame

DIGITS = 6
CHIPS_A_BLIND = 2
"""The chips per big blind, for output in chips: the small blind is one, the big blind two."""


@dataclass(frozen=True)
class Answer(ABC):
    """A solution with its game.

    A game counts in big blinds. Kuhn's and Leduc's games count in antes, which take their place here. `unit` is the
    number of chips in one.
    """

    game: Iterated
    solved: Solved
    seconds: float
    unit: int = CHIPS_A_BLIND

    def to_dict(self) -> dict[str, Any]:
        """Return the plain form for JSON: the play of the first remaining round, by line, then by hand."""
        return {
            "value": {"bb": self.solved.value, "chips": self.solved.value * self.unit},
            "exploitability": {
                "chips": self.solved.exploitability * self.unit,
                "pot_share": self.solved.exploitability / self.game.pot if self.game.pot else None,
                "mbb": 1000 * self.solved.exploitability,
            },
            "iterations": self.solved.iterations,
            "seconds": round(self.seconds, 3),
            "strategy": self.strategy(),
        }

    def strategy(self) -> list[dict[str, Any]]:
        """Return each decision: its player, the actions before it, its actions, and how often each hand takes them."""
        tree = self.tree
        plays = [self._play(player) for player in (0, 1)]
        texts = [each.texts for each in self._hands()]
        told = []
        for decision, player in enumerate(tree.actors.tolist()):
            actions = tree.actions[decision]
            often = np.round(plays[player][tree.cells_of(decision)].T, DIGITS).tolist()
            told.append(
                {
                    "player": player,
                    "line": tree.lines[decision],
                    "actions": list(actions),
                    "hands": dict(zip(texts[player], often, strict=True)),
                }
            )
        return told

    def frequencies(self) -> list[tuple[int, str, dict[str, float]]]:
        """Return, for each decision, how often each action is taken over all hands that reach it."""
        tree = self.tree
        told = []
        plays = [self._play(player) for player in (0, 1)]
        hands = self._hands()
        reach = [descended(tree, player, plays[player], hands[player].weights)[1] for player in (0, 1)]
        for decision, player in enumerate(tree.actors.tolist()):
            there = reach[player][tree.before[player, decision]]
            play = plays[player][tree.cells_of(decision)]
            total = float(there.sum())
            often = {
                action: float((there * play[place]).sum()) / total if total else 0.0
                for place, action in enumerate(tree.actions[decision])
            }
            told.append((player, tree.lines[decision], often))
        return told

    @property
    @abstractmethod
    def tree(self) -> BettingTree:
        """Return the first remaining round of betting."""

    @abstractmethod
    def _play(self, player: int) -> Floats: ...

    @abstractmethod
    def _hands(self) -> tuple[Range, Range]: ...


@dataclass(frozen=True)
class SubgameAnswer(Answer):
    """A solved subgame."""

    game: Subgame

    @property
    def tree(self) -> BettingTree:
        """Return the first remaining round of betting."""
        return self.game.last if self.game.first is None else self.game.first

    def _play(self, player: int) -> Floats:
        return self.game.play(player) if self.game.first is None else self.game.first_play(player)

    def _hands(self) -> tuple[Range, Range]:
        return self.game.ranges


@dataclass(frozen=True)
class DrawAnswer(Answer):
    """A solved game with discards."""

    game: Draw

    def to_dict(self) -> dict[str, Any]:
        """Return the plain form with the discards: how often each hand is held in each way."""
        return {**super().to_dict(), "holds": list(self._holds())}

    def _holds(self) -> Iterator[dict[str, Any]]:
        """Yield the holds after each way through the first round, for the second player by the first's number held."""
        game, tree = self.game, self.tree
        lines = tree.lines_to_endings
        texts, ways = game.holds.dealt.texts, game.holds.texts()
        for entry, ending in enumerate(tree.going_on.tolist()):
            for player, seen in [(0, None), *((1, size) for size in game.rules.sizes)]:
                play = game.hold_play(player, entry, 0 if seen is None else game.rules.sizes.index(seen))
                yield {
                    "player": player,
                    "line": lines[ending],
                    "opponent_holds": seen,
                    "hands": {
                        hand: dict(zip(ways[place], np.round(play[place], DIGITS).tolist(), strict=True))
                        for place, hand in enumerate(texts)
                    },
                }

    @property
    def tree(self) -> BettingTree:
        """Return the round before the discards."""
        return self.game.rules.blinds

    def _play(self, player: int) -> Floats:
        return self.game.first_play(player)

    def _hands(self) -> tuple[Range, Range]:
        return self.game.holds.dealt, self.game.holds.dealt
