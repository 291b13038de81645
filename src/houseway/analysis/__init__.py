"""The analysis of games: exact counts, strategies, simulation.

A declared title is analyzed from its declaration. A hand-written game against the house has a separate analyzer. The
functions here choose between them. Analyzers and Numba are imported only then.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from importlib.resources import files
from inspect import signature
from time import perf_counter
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeGuard

from houseway.cards.notation import CardsLike, parse_cards
from houseway.errors import BadSetting, UnknownName
from houseway.games.catalogue import GAMES, as_game, game_class
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.game import Game

if TYPE_CHECKING:
    from houseway.analysis.counting.shards import Runner
    from houseway.analysis.results.advice import Advice
    from houseway.analysis.results.explanation import Explanation
    from houseway.analysis.results.result import Analysis
    from houseway.analysis.results.rules import RuleList
    from houseway.analysis.results.simulation import SimulationResult

_COMMON = frozenset({"game", "cards", "rounds", "seed", "strategy"})
"""The arguments that the functions here pass on themselves."""

_TITLES = files(__name__).joinpath("titles")
ANALYZERS = {
    slug: f"titles.{module}" for slug, module in GAMES.items() if _TITLES.joinpath(module, "particulars.py").is_file()
}
"""The packages of the games with hand-written analysis. Each has the name of the game's module."""
DECLARED = "declared"
HOOKS = {slug: f"titles.{module}" for slug, module in GAMES.items() if _TITLES.joinpath(f"{module}.py").is_file()}
"""The modules of declared titles with facts that are not in their declarations."""


def not_house_banked(game: Game) -> UnknownName:
    """Return the error for a game that has no house edge."""
    return UnknownName(
        f"{game.title} has no house edge: players bet against each other. Try `houseway equity` or `houseway solve`."
    )


def package_of(game: Game) -> str:
    """Return the package that analyzes a game; a player vs. player game has none."""
    package = ANALYZERS.get(game.slug) or (DECLARED if isinstance(game, DeclaredGame) else None)
    if package is None:
        raise not_house_banked(game)
    return f"{__name__}.{package}"


def analyzer(game: Game) -> ModuleType:
    """Return the functions that analyze a game."""
    package = package_of(game)
    return import_module(f"{package}.api" if counted_by_family(game) else package)


def counted_by_family(game: Game) -> TypeGuard[DeclaredGame]:
    """Return whether the analysis of a game follows from its declaration."""
    return game.slug not in ANALYZERS and isinstance(game, DeclaredGame)


def analyzed() -> tuple[str, ...]:
    """Return the games of the catalogue that are played against the house; each has an analyzer."""
    return tuple(filter(is_analyzed, GAMES))


def is_analyzed(slug: str) -> bool:
    """Return whether a game of the catalogue is played against the house."""
    return slug in ANALYZERS or issubclass(game_class(slug), DeclaredGame)


def explain(game: Game | str) -> "Explanation":
    """Return how a game is counted: by which argument, over how many situations, at what cost."""
    table = as_game(game)
    explanation: Explanation = analyzer(table).explain(table)
    return explanation


def analyze(
    game: Game | str,
    *,
    strategy: str = "optimal",
    runner: "Runner | None" = None,
    recompute: bool = False,
    **options: Any,
) -> "Analysis":
    """Return the exact edge, variance, return table and decisions of a game under a strategy.

    The built-in tables are answered from results that ship with the package. Other tables are counted on all cores, and
    the counts are cached on disk.

    Args:
        game: a game, or its name.
        strategy: `optimal`, or another strategy that the game's analysis knows, such as `rule-list`.
        runner: where to count, and whether to cache; all cores and the disk cache by default.
        recompute: count again instead of using shipped or cached results.
        options: options of the game's analysis, such as `bets` for side bets.

    Returns:
        An `Analysis`: `house_edge(base)`, `value`, `net` (the distribution), `wagers` and more, all as fractions.

    Raises:
        UnknownName: no game or strategy has that name.
        BadSetting: the game's analysis does not take that option.

    >>> found = analyze("three-card-poker")
    >>> found.house_edge("ante")
    Fraction(686689, 20358520)
    """
    from houseway.analysis.counting.shards import Runner
    from houseway.analysis.operations.payouts import limit_left_out
    from houseway.analysis.results.recorded import recorded

    table = as_game(game)
    if options:
        _check_options(analyzer(table).analyze, table, options)
    if not recompute and not options and (known := recorded(table.unlimited(), strategy)) is not None:
        return replace(known, notes=(*known.notes, *limit_left_out(table)))
    started = perf_counter()
    used = replace(runner or Runner(), shipped=not recompute)
    result: Analysis = analyzer(table).analyze(table, strategy=strategy, runner=used, **options)
    return replace(result, seconds=perf_counter() - started)


def value_of(
    game: Game | str, *, strategy: str = "optimal", runner: "Runner | None" = None, recompute: bool = False
) -> Fraction:
    """Return the expected net result per round, in Antes. It is `analyze(...).value`, but many more values ship."""
    from houseway.analysis.counting.shards import Runner
    from houseway.analysis.results.recorded import recorded_value

    table = as_game(game)
    if not recompute and (known := recorded_value(table, strategy)) is not None:
        return known
    value = getattr(analyzer(table), "value", None)
    if value is not None:
        found: Fraction = value(table, strategy=strategy, runner=replace(runner or Runner(), shipped=not recompute))
        return found
    return analyze(table, strategy=strategy, runner=runner, recompute=recompute).value


def rule_list(game: Game | str, *, runner: "Runner | None" = None, recompute: bool = False) -> "RuleList":
    """Return a short ordered list of rules that a person can play, with its exact cost against the optimal strategy."""
    from houseway.analysis.counting.shards import Runner
    from houseway.analysis.results.recorded import recorded_rules

    table = as_game(game)
    if not recompute and (known := recorded_rules(table)) is not None:
        return known
    rules: RuleList = analyzer(table).rule_list(table, runner=replace(runner or Runner(), shipped=not recompute))
    return rules


def optimal_edge(game: Game | str, *, runner: "Runner | None" = None) -> Fraction:
    """Return the house edge per unit under the optimal strategy, as it ships or computed."""
    from houseway.analysis.results.recorded import recorded_edge

    table = as_game(game)
    known = recorded_edge(table, "optimal")
    return -analyze(table, runner=runner).value if known is None else known


def strategy_table(game: Game | str, *, runner: "Runner | None" = None, recompute: bool = False) -> tuple[Any, ...]:
    """Return the optimal strategy by kind of hand, in rows of the game's `StrategyRow`."""
    from houseway.analysis.counting.shards import Runner
    from houseway.analysis.results.recorded import recorded_strategy

    table = as_game(game)
    if not recompute and (known := recorded_strategy(table)) is not None:
        return known
    used = replace(runner or Runner(), shipped=not recompute)
    rows: tuple[Any, ...] = analyzer(table).strategy_table(table, runner=used)
    return rows


def advise(game: Game | str, cards: CardsLike, **situation: Any) -> "Advice":
    """Return the exact value of every option in one situation.

    Args:
        game: a game, or its name.
        cards: the player's cards, such as `"As Kd 9h"`.
        situation: what else is known. Most games take `board` (community cards) and `dead` (cards seen elsewhere).
            Some take `stage` (the number of the decision), `dealer` (the dealer's visible cards) or `taken` (earlier
            options).

    Returns:
        The options with their values in units of the first bet, the best one first.

    Raises:
        BadCards: the cards cannot be read, or do not fit the game.
        BadSetting: the game does not take that keyword.
        UnknownName: no game has that name.

    >>> for option in advise("three-card-poker", "Qs 6h 4d").options:
    ...     print(option.action.kind, option.value)
    play -9151/9212
    fold -1
    """
    table = as_game(game)
    _check_options(analyzer(table).advise, table, situation)
    result: Advice = analyzer(table).advise(table, cards, **situation)
    return replace(result, cards=parse_cards(cards, deck=table.deck))


def simulate(
    game: Game | str, rounds: int, *, seed: int = 0, strategy: str | None = None, **options: Any
) -> "SimulationResult":
    """Play random rounds, as a check of the exact result.

    Args:
        game: a game, or its name.
        rounds: how many rounds to play.
        seed: a number; the same seed gives the same rounds on any number of cores.
        strategy: the strategy to play; the optimal one by default.
        options: options of the game's simulation.

    Returns:
        The mean net result with its confidence interval.

    Raises:
        UnknownName: no game or strategy has that name.
        BadSetting: the game's simulation does not take that option.

    >>> found = simulate("three-card-poker", 100_000, seed=1)
    >>> found.rounds
    100000
    """
    table = as_game(game)
    _check_options(analyzer(table).simulate, table, options)
    chosen = {} if strategy is None else {"strategy": strategy}
    result: SimulationResult = analyzer(table).simulate(table, rounds, seed=seed, **chosen, **options)
    return replace(result, seed=str(seed))


def _check_options(function: Callable[..., object], game: Game, options: Mapping[str, object]) -> None:
    """Refuse an option that the game's analyzer does not have, by the names of those that it has."""
    taken = [name for name in signature(function).parameters if name not in _COMMON]
    for name in options:
        if name not in taken:
            raise BadSetting(f"{game.title} has no option {name!r} here. Options: {', '.join(taken) or 'none'}.")
