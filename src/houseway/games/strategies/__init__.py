"""Computer players for every game, by name."""

import random
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec

from houseway.errors import unknown
from houseway.games.catalogue import GAMES, game_class
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.game import Game
from houseway.games.engine.state import State
from houseway.games.strategies.base import RandomLegal, Strategy
from houseway.games.strategies.declared import LooksAhead, NeverFolds


def strategy_names(slug: str) -> tuple[str, ...]:
    """Return the computer players of a game, the default one first."""
    return (*_own_strategies(slug), "random")


def own_players(slug: str) -> tuple[str, ...]:
    """Return the computer players written for a game, without those of every declared title."""
    written = find_spec(f"{__name__}.{GAMES[slug]}") is not None if slug in GAMES else False
    return tuple(_own_strategies(slug)) if written else ()


def strategy(game: Game | str, name: str, seed: int = 0) -> Strategy:
    """Return a computer player by its name.

    A player made for a game plays by its readings and pay table. A player made by a game's name plays by the defaults.

    Args:
        game: a game, or its name.
        name: the style, such as `random` or `looks-ahead`; `houseway play GAME --help` names them.
        seed: a number for styles that use chance.

    Returns:
        A player with one method, `choose(view)`, which returns an action.

    Raises:
        UnknownName: the game has no player of that name.

    >>> player = strategy("three-card-poker", "never-folds")
    >>> from houseway.games.catalogue import game
    >>> from houseway.games.engine.bet import Bet
    >>> state = game("three-card-poker").start([Bet(ante=1000)], seed=7).advance()
    >>> player.choose(state.view(0)).kind
    'play'
    """
    if name == "random":
        return RandomLegal(generator=random.Random(seed))
    found = _own_strategies(game)
    if name not in found:
        slug = game if isinstance(game, str) else game.slug
        raise unknown("strategy", name, (*found, "random"), where=f"of {slug}")
    return found[name](seed)


def play_out(state: State, players: "dict[int, Strategy] | Strategy") -> State:
    """Play a round to its end: chance and the dealer follow the rules, and the players choose.

    Args:
        state: the state to start from.
        players: one player for all seats, or a player for each seat.

    Returns:
        The final state, with its settlements.

    >>> from houseway.games.catalogue import game
    >>> from houseway.games.engine.bet import Bet
    >>> start = game("three-card-poker").start([Bet(ante=1000)], seed=7)
    >>> end = play_out(start, strategy("three-card-poker", "looks-ahead"))
    >>> end.actor is None
    True
    """
    state = state.advance()
    while (seat := state.actor) is not None:
        assert isinstance(seat, int), "advance() stops only at a seat"
        player = players[seat] if isinstance(players, dict) else players
        state = state.apply(player.choose(state.view(seat))).advance()
    return state


def _own_strategies(game: Game | str) -> dict[str, Callable[[int], Strategy]]:
    """Return how the players of a game are made from a seed: those of its module, or those of any declared title."""
    slug = game if isinstance(game, str) else game.slug
    kind = game_class(slug)
    module_name = f"{__name__}.{GAMES[slug]}"
    if issubclass(kind, DeclaredGame) and find_spec(module_name) is None:
        table = game if isinstance(game, DeclaredGame) else kind.configure()
        return {
            "looks-ahead": lambda seed: LooksAhead(table, generator=random.Random(seed)),
            "never-folds": lambda seed: NeverFolds(table),
        }
    module = import_module(module_name)
    players: dict[str, Callable[[], Strategy]] = module.STRATEGIES
    return {name: partial(_without_seed, made) for name, made in players.items()}


def _without_seed(made: Callable[[], Strategy], seed: int) -> Strategy:
    return made()
