"""The house-banked games as Gymnasium environments: one seat, one round per episode.

Importing this module registers `houseway/<game>-v1` for every house-banked game:

>>> import gymnasium
>>> env = gymnasium.make("houseway/pick-2-poker-v1")
>>> observation, info = env.reset(seed=7)
>>> int(info["action_mask"].sum())
12
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from houseway.adapters.observation import MoveNumbers, card_counts, decisions_made, layout_of, own_wagers
from houseway.cards.card import N_CARDS
from houseway.errors import BadSetting, IllegalAction
from houseway.games.catalogue import against_the_house
from houseway.games.catalogue import game as make_game
from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game
from houseway.games.engine.state import State
from houseway.games.engine.view import View

SEAT = 0
UNIT = 1000
HOUSE_BANKED = tuple(slug for slug in against_the_house() if layout_of(slug).decisions)
"""The games in which a seat has a decision against the house."""

Observation = dict[str, Any]


class HouseBankedEnv(gymnasium.Env[Observation, np.int64]):
    """A round against the house. The reward comes at its end: the net result in units of the Ante.

    Actions are the numbers of `MoveNumbers`, and `info["action_mask"]` shows which are legal. An illegal move changes
    nothing: the reward is zero and `info["refused"]` gives the reason. Everything observed is in the seat's view. If
    the cards leave nothing to decide, no move is legal, and the first step, whatever its number, brings the result.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | Path | Game,
        bet: Mapping[str, int] | None = None,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise BadSetting(f"render_mode must be None or 'ansi'; got {render_mode!r}.")
        self.game = game if isinstance(game, Game) else make_game(game, **settings)
        if self.game.slug not in against_the_house():
            raise BadSetting(f"{self.game.title} is a player vs. player game. Use houseway.adapters.pettingzoo_env.")
        if self.game.slug not in HOUSE_BANKED:
            raise BadSetting(f"{self.game.title} has no decisions after the bets, so there is nothing to learn.")
        required = {wager.name: UNIT for wager in self.game.wagers if wager.required} or self.game.usual_bet(UNIT)
        (self.bet,) = self.game.check_bets([Bet(**(required if bet is None else bet))])
        self.unit = self.bet[self.game.wagers[0].name]
        self.layout = layout_of(self.game.slug)
        self.moves = MoveNumbers(self.layout)
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(self.moves.size)
        self.observation_space = self._observation_space()
        self._state: State | None = None
        self._told = False

    def _observation_space(self) -> spaces.Dict:
        n_piles = len(self.layout.own_piles) + len(self.layout.common_piles)
        later = max(wager.follow_on for wager in self.game.wagers)
        largest = later * max(self.bet.values()) / self.unit
        return spaces.Dict(
            {
                "cards": spaces.Box(0, max(self.game.deck.max_copies, 1), (n_piles, N_CARDS), np.uint8),
                "stage": spaces.Discrete(self.layout.decisions + 1),
                "wagers": spaces.Box(0, largest, (len(self.layout.wagers),), np.float32),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new round. The same seed deals the same rounds again. The option `shoe` gives the cards instead."""
        super().reset(seed=seed)
        if options and (shoe := options.get("shoe")) is not None:
            dealt = self.game.start([self.bet], shoe=shoe)
        else:
            dealt = self.game.start([self.bet], seed=int(self.np_random.integers(2**63)))
        self._state, self._told = dealt.advance(), False
        return self._observe(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play a move, and let the dealer continue to the seat's next decision or to the end."""
        state = self.state
        if state.is_over and self._told:
            raise IllegalAction("The round is over. Call reset() to deal the next one.")
        if state.is_over:
            self._told = True
            return self._observe(), state.result(SEAT) / self.unit, True, False, self._info()
        try:
            chosen = self.moves.action(int(action), self.view)
        except IllegalAction as refusal:
            return self._observe(), 0.0, False, False, {**self._info(), "refused": str(refusal)}
        self._state = state = state.apply(chosen).advance()
        reward = state.result(SEAT) / self.unit if state.is_over else 0.0
        self._told = state.is_over
        return self._observe(), reward, state.is_over, False, self._info()

    def render(self) -> str | None:
        """Return the seat's view in words, if the render mode is ansi."""
        if self.render_mode is None:
            return None
        lines = [*map(str, self.view.events), *map(str, self.view.piles)]
        return "\n".join([*lines, *(f"{number}: {action}" for number, action in self.moves.legal(self.view).items())])

    def action_masks(self) -> NDArray[np.bool_]:
        """Return a mask of the legal moves."""
        return self.moves.mask(self.view).astype(bool)

    @property
    def state(self) -> State:
        """Return the round dealt by `reset`."""
        if self._state is None:
            raise IllegalAction("No round is dealt. Call reset() first.")
        return self._state

    @property
    def view(self) -> View:
        """Return the player's observation."""
        return self.state.view(SEAT)

    def _observe(self) -> Observation:
        view = self.view
        return {
            "cards": card_counts(view, self.layout),
            "stage": np.int64(decisions_made(view)),
            "wagers": own_wagers(view, self.layout, self.unit),
        }

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.moves.mask(self.view)}


class OnlyLegalMoves(gymnasium.Wrapper[Observation, np.int64, Observation, np.int64]):
    """A wrapper for learners without masks. Every number maps to a legal move, modulo their count."""

    def step(self, action: np.int64) -> tuple[Observation, Any, bool, bool, dict[str, Any]]:
        """Play the legal move at this index, counted from zero, modulo the number of legal moves."""
        base = self.unwrapped
        assert isinstance(base, HouseBankedEnv), "this wrapper is for houseway's environments"
        legal = list(base.moves.legal(base.view))
        return self.env.step(np.int64(legal[int(action) % len(legal)] if legal else action))


def register() -> None:
    """Register the environments with `gymnasium.make`."""
    for slug in HOUSE_BANKED:
        gymnasium.register(
            f"houseway/{slug}-v1", entry_point=f"{__name__}:{HouseBankedEnv.__name__}", kwargs={"game": slug}
        )


register()
