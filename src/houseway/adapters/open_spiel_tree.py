"""An OpenSpiel game written out once as a tree in Gambit's EFG form, which OpenSpiel reads back into C++.

A solver visits every position thousands of times. In the tree a visit costs well under a microsecond, in a game written
in Python some tens of them; and Gambit and whatever else reads EFG can solve the game too.
"""

from dataclasses import dataclass, field
from typing import Any

import pyspiel  # type: ignore[import-not-found]


@dataclass
class Tree:
    """The tree of a game: its text, and what each player's information sets were called in the game."""

    game: Any
    lines: list[str] = field(default_factory=list)
    sets: list[dict[str, int]] = field(default_factory=list)
    """For each player, the numbers of its information states, from 1."""
    _heads: dict[tuple[int, int], str] = field(default_factory=dict)
    _ends: int = 0
    _chances: int = 0

    def __post_init__(self) -> None:
        self.sets = [{} for _ in range(self.game.num_players())]
        players = " ".join(f'"player {player}"' for player in range(self.game.num_players()))
        self.lines = [f'EFG 2 R "{self.game}" {{ {players} }}']
        self._write(self.game.new_initial_state())

    @property
    def text(self) -> str:
        """The tree in EFG."""
        return "\n".join(self.lines) + "\n"

    def load(self) -> Any:
        """The tree as a game of OpenSpiel."""
        return pyspiel.load_efg_game(self.text)

    def _write(self, state: Any) -> None:
        if state.is_terminal():
            self._ends += 1
            self.lines.append(f't "" {self._ends} "" {{ {" ".join(map(str, state.returns()))} }}')
            return
        self.lines.append(self._chance(state) if state.is_chance_node() else self._decision(state))
        for action in state.legal_actions():
            self._write(state.child(action))
        forget = getattr(state, "forget", None)
        if forget is not None:
            forget()

    def _chance(self, state: Any) -> str:
        self._chances += 1
        player = state.current_player()
        outcomes = " ".join(
            f'"{state.action_to_string(player, action)}" {probability!r}'
            for action, probability in state.chance_outcomes()
        )
        return f'c "" {self._chances} "" {{ {outcomes} }} 0'

    def _decision(self, state: Any) -> str:
        """The line of a decision, which is the same wherever the player cannot tell two positions apart."""
        player = state.current_player()
        numbers = self.sets[player]
        number = numbers.setdefault(state.information_state_string(player), len(numbers) + 1)
        if (player, number) not in self._heads:
            moves = " ".join(f'"{state.action_to_string(player, action)}"' for action in state.legal_actions())
            self._heads[player, number] = f'p "" {player + 1} {number} "" {{ {moves} }} 0'
        return self._heads[player, number]
