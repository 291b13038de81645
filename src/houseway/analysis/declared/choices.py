"""Choices for an analysis of a declared title: the strategy and the side bets."""

from collections.abc import Mapping
from fractions import Fraction

from houseway.analysis.declared.payoffs import Stakes, usual_stakes
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.results.rules import RULE_LIST
from houseway.errors import BadBet, UnknownName, unknown
from houseway.games.engine.declared.title import DeclaredGame, Path
from houseway.games.engine.declared.vocabulary import Opening
from houseway.games.engine.game import Game

NEVER_FOLDS = "never-folds"
"""The computer player that stays in for the smallest bets, regardless of the cards."""
STRATEGY_NAMES = (OPTIMAL, RULE_LIST, NEVER_FOLDS)

Bets = Mapping[str, Fraction | int]
"""Side bets by name, in units of the title's first wager."""


def as_declared(game: Game) -> DeclaredGame:
    """Return the game, which must be declared."""
    if not isinstance(game, DeclaredGame):
        raise UnknownName(f"{game.title} is not a declared title. Expected a title that is one declaration.")
    return game


def stakes_of(game: DeclaredGame, bets: Bets | None) -> Stakes:
    """Return the default opening wagers and the named side bets, in units."""
    stakes = dict(usual_stakes(game))
    known = {wager.name: wager for wager in game.every(Opening) if wager.side_bet and wager.taken_at(game)}
    for name, amount in (bets or {}).items():
        if name not in known:
            raise unknown("side bet", name, known, where=f"of {game.slug}")
        if Fraction(amount) < 0:
            raise BadBet(f"{known[name].title}: expected an amount of at least 0 {game.unit().title}s; got {amount}")
        if known[name].must_equal(game) is not None and amount not in (0, 1):
            raise BadBet(
                f"{known[name].title}: expected 0 or 1 {game.unit().title}s under these readings; got {amount}"
            )
        stakes.pop(known[name], None)
        if amount:
            stakes[known[name]] = Fraction(amount)
    return stakes


def staying_path(game: DeclaredGame) -> int:
    """Return the number of the path that never folds and bets the minimum."""
    path: Path = ()
    while longer := [each for each in game.paths if each[: len(path)] == path and len(each) > len(path)]:
        decision = longer[0][len(path)][0]
        offered = decision.offered(game)
        path = (*path, (decision, next((option for option in offered if not option.folds), offered[0])))
    return game.paths.index(path)
