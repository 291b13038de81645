"""A player vs. player game as a PettingZoo environment: the seats act in turn, one hand per episode.

>>> table = env(n_seats=3)
>>> table.reset(seed=1)
>>> table.agent_selection
'seat_0'
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from houseway.adapters.observation import MoveNumbers, PlayersObserver, layout_of
from houseway.errors import BadSetting
from houseway.games.catalogue import between_players
from houseway.games.catalogue import game as make_game
from houseway.games.engine.bet import Bet
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.game import Game
from houseway.games.engine.state import State

STACK_IN_BIG_BLINDS = 100


def env(**settings: Any) -> AECEnv:
    """Return the environment for learners. PettingZoo's wrappers catch calls in a wrong order and illegal moves.

    An illegal move ends the hand for all, with a reward of -1 for the seat that made it.
    """
    masked = wrappers.TerminateIllegalWrapper(raw_env(**settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(masked)


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801
    """A hand of the first player vs. player game, or of the one given.

    Each seat's net result is its reward at the end. An observation is a dictionary with a flat `observation` (see
    `PlayersObserver`) and an `action_mask` over the numbers of `MoveNumbers`. Rewards are in big blinds. An illegal
    number raises IllegalAction. The button moves one seat with every hand.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        game: Game | None = None,
        n_seats: int = 2,
        stacks: Sequence[int] | None = None,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        super().__init__()
        table = make_game(between_players()[0], **settings) if game is None else game
        if not isinstance(table, GameBetweenPlayers):
            raise BadSetting(f"This environment is for player vs. player games; got {table.title}.")
        self.metadata = {**self.metadata, "name": f"houseway_{table.slug.replace('-', '_')}_v1"}
        self.game = table
        given = [STACK_IN_BIG_BLINDS * table.big_blind] * n_seats if stacks is None else stacks
        self.bets = table.check_bets([Bet(stack=stack) for stack in given])
        layout = layout_of(table.slug)
        self.moves = MoveNumbers(layout)
        self.observer = PlayersObserver(layout, [bet["stack"] for bet in self.bets], table)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(len(self.bets))]
        self.agents: list[str] = []
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.moves.size) for agent in self.possible_agents}
        self._generator = np.random.default_rng()
        self._button = -1

    def _observation_space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(0, self.observer.highest, (self.observer.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.moves.size,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space, the same for every seat."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space, the same for every seat."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new hand. A seed restarts the sequence of hands, with the button at the first seat."""
        if seed is not None:
            self._generator, self._button = np.random.default_rng(seed), -1
        self._button = (self._button + 1) % len(self.bets)
        dealt = self.game.start(self.bets, seed=int(self._generator.integers(2**63)), button=self._button)
        self.state_of_play: State = dealt.advance()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._agent_to_act()

    def _agent_to_act(self) -> str:
        seat = self.state_of_play.actor
        return self.possible_agents[seat] if isinstance(seat, int) else self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return a seat's permitted view, and its legal moves if it acts."""
        view = self.state_of_play.view(self.possible_agents.index(agent))
        amounts = [(number, action.amount) for number, action in self.moves.legal(view).items()]
        parts = self.observer.parts(view, amounts)
        return {
            "observation": np.concatenate([part.ravel() for part in parts.values()]),
            "action_mask": self.moves.mask(view),
        }

    def step(self, action: int | None) -> None:
        """Play the move of the seat whose turn it is. Chance and the dealer continue until the next decision."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        assert action is not None, "a seat in the hand chooses a move"
        state = self.state_of_play
        self.state_of_play = state = state.apply(self.moves.action(action, state.view(seat))).advance()
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if state.is_over:
            self.rewards = {
                other: state.result(place) / self.game.big_blind for place, other in enumerate(self.possible_agents)
            }
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._agent_to_act()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return a spectator's view as text, if the render mode is ansi."""
        if self.render_mode is None:
            return None
        spectator = self.state_of_play.view(None)
        return "\n".join([*map(str, spectator.events), *map(str, spectator.piles)])

    def close(self) -> None:
        """Do nothing, because no resources are open."""
