"""A solved subgame in a plain form: what it is worth, by how much it can be beaten, and how every hand is played."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from houseway.analysis.solve.betting import BettingTree
from houseway.analysis.solve.rounds import Floats, descended
from houseway.analysis.solve.subgame import Solved, Subgame

DIGITS = 6
CHIPS_A_BLIND = 2
"""Where chips are told beside big blinds: the small blind is one, the big blind two."""


@dataclass(frozen=True)
class Answer:
    """A solution with the subgame that it is of.

    A subgame counts in big blinds, a small game in antes, which stand for them here; `unit` is the chips in one.
    """

    game: Subgame
    solved: Solved
    seconds: float
    unit: int = CHIPS_A_BLIND

    def to_dict(self) -> dict[str, Any]:
        """A plain form for JSON: the play of the first round that is left, by line, then by hand."""
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
        """For each decision: whose it is, what was done before, the actions, and how often each hand takes them."""
        tree = self.tree
        plays = [self._play(player) for player in (0, 1)]
        texts = [each.texts for each in self.game.ranges]
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
        """For each decision how often each action is taken over all hands that come there."""
        tree = self.tree
        told = []
        reach = [self._reach(player) for player in (0, 1)]
        for decision, player in enumerate(tree.actors.tolist()):
            there = reach[player][tree.before[player, decision]]
            play = self._play(player)[tree.cells_of(decision)]
            total = float(there.sum())
            often = {
                action: float(there @ play[place]) / total if total else 0.0
                for place, action in enumerate(tree.actions[decision])
            }
            told.append((player, tree.lines[decision], often))
        return told

    @property
    def tree(self) -> BettingTree:
        """The first round of betting that is left."""
        return self.game.last if self.game.first is None else self.game.first

    def _play(self, player: int) -> Floats:
        return self.game.play(player) if self.game.first is None else self.game.first_play(player)

    def _reach(self, player: int) -> Floats:
        """The weight with which each hand of a player comes to the start, and through each of the player's actions."""
        return descended(self.tree, player, self._play(player), self.game.ranges[player].weights)[1]
