"""Automatic players for every game, by name."""

import random
from importlib import import_module

from houseway.errors import unknown
from houseway.games.catalogue import GAMES, game_class
from houseway.games.engine.state import State
from houseway.games.strategies.base import RandomLegal, Strategy


def strategy_names(slug: str) -> tuple[str, ...]:
    """The automatic players of a game, the everyday one first."""
    return (*_module_strategies(slug), "random")


def strategy(slug: str, name: str, seed: int = 0) -> Strategy:
    """An automatic player of a game by its name."""
    if name == "random":
        return RandomLegal(generator=random.Random(seed))
    found = _module_strategies(slug)
    if name not in found:
        raise unknown(f"strategy of {slug}", name, strategy_names(slug))
    made: Strategy = found[name]()
    return made


def play_out(state: State, players: "dict[int, Strategy] | Strategy") -> State:
    """Play a round to its end: chance and the dealer follow the procedure, the players choose for their seats."""
    state = state.advance()
    while (seat := state.actor) is not None:
        assert isinstance(seat, int), "advance() stops only at a seat"
        player = players[seat] if isinstance(players, dict) else players
        state = state.apply(player.choose(state.view(seat))).advance()
    return state


def _module_strategies(slug: str) -> "dict[str, type[Strategy]]":
    game_class(slug)
    module = import_module(f"houseway.games.strategies.{GAMES[slug][0]}")
    strategies: dict[str, type[Strategy]] = module.STRATEGIES
    return strategies
