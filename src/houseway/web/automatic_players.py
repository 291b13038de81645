"""The automatic players that a server adds to those of the games: they ask for exact chances, or for a solution."""

from collections.abc import Callable

from houseway.games.catalogue import between_players
from houseway.games.strategies import strategy
from houseway.games.strategies.base import Strategy
from houseway.web.between_players import PLAYER, Ask, EquityPlayer
from houseway.web.solving_player import SOLVER, SolvingPlayer


def player_names(slug: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """The automatic players that this server has, the everyday one first."""
    return (PLAYER, SOLVER, *names) if slug in between_players() else names


def players_who_ask(ask: Ask) -> Callable[[str, str, int], Strategy]:
    """Automatic players by game and name, with those that ask."""

    def player(slug: str, name: str, seed: int = 0) -> Strategy:
        if slug in between_players() and name == PLAYER:
            return EquityPlayer(slug, ask)
        if slug in between_players() and name == SOLVER:
            return SolvingPlayer(slug, ask, seed)
        return strategy(slug, name, seed)

    return player
