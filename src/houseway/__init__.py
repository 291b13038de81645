"""Casino card games you can run, solve and audit.

The names below are imported when they are first used, so that `import houseway` is fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from houseway.kernel_cache import install as _install_kernel_cache

if TYPE_CHECKING:
    from houseway.analysis import advise, analyze, simulate
    from houseway.analysis.between_players import best_hold, equity
    from houseway.analysis.compare.comparison import compare
    from houseway.analysis.operations.operation import operate
    from houseway.cards import Card, Deck, Seed, format_cards, parse_cards, shuffle
    from houseway.errors import HousewayError
    from houseway.games.catalogue import game, games
    from houseway.games.engine.action import Action
    from houseway.games.engine.bet import Bet
    from houseway.games.engine.event import Settlement
    from houseway.games.engine.state import CHANCE, DEALER
    from houseway.games.strategies import play_out, strategy
    from houseway.ranking import rank, ranking
    from houseway.report import report

__version__ = "0.1.0"

_HOME = {
    "Action": "houseway.games.engine.action",
    "Bet": "houseway.games.engine.bet",
    "CHANCE": "houseway.games.engine.state",
    "Card": "houseway.cards",
    "DEALER": "houseway.games.engine.state",
    "Deck": "houseway.cards",
    "HousewayError": "houseway.errors",
    "Seed": "houseway.cards",
    "Settlement": "houseway.games.engine.event",
    "advise": "houseway.analysis",
    "analyze": "houseway.analysis",
    "best_hold": "houseway.analysis.between_players",
    "compare": "houseway.analysis.compare.comparison",
    "equity": "houseway.analysis.between_players",
    "format_cards": "houseway.cards",
    "game": "houseway.games.catalogue",
    "games": "houseway.games.catalogue",
    "operate": "houseway.analysis.operations.operation",
    "parse_cards": "houseway.cards",
    "play_out": "houseway.games.strategies",
    "rank": "houseway.ranking",
    "ranking": "houseway.ranking",
    "report": "houseway.report",
    "shuffle": "houseway.cards",
    "simulate": "houseway.analysis",
    "strategy": "houseway.games.strategies",
}

__all__ = [
    "CHANCE",
    "DEALER",
    "Action",
    "Bet",
    "Card",
    "Deck",
    "HousewayError",
    "Seed",
    "Settlement",
    "advise",
    "analyze",
    "best_hold",
    "compare",
    "equity",
    "format_cards",
    "game",
    "games",
    "operate",
    "parse_cards",
    "play_out",
    "rank",
    "ranking",
    "report",
    "shuffle",
    "simulate",
    "strategy",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'houseway' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])


_install_kernel_cache()
