"""What each wager nets in the rounds of the generic solver: endings that keep the settlements apart."""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

import pytest

from houseway.analysis.counting import solver
from houseway.analysis.results.result import NOT_BET, TAKEN_BACK, Analysis
from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game
from houseway.games.strategies.base import Strategy


@dataclass(frozen=True)
class Ending:
    """How a round ended: for each wager that was made its name, the amount staked and the net result, in cents."""

    wagers: tuple[tuple[str, int, int], ...]

    def __mul__(self, weight: Fraction) -> Fraction:
        """The solver weighs the net results of rounds."""
        return sum(net for _, _, net in self.wagers) * weight


def endings(game: Game, bet: Bet, strategy: Strategy | None, patch: pytest.MonkeyPatch) -> dict[Ending, Fraction]:
    """The probabilities of all endings, by best play or by a strategy."""

    def results(belief: solver.Belief) -> dict[Ending, Fraction]:
        found: dict[Ending, Fraction] = defaultdict(Fraction)
        for state, weight in belief:
            settled = [(each.wager, each.staked, each.returned - each.staked) for each in state.settlements]
            found[Ending(tuple(sorted(settled)))] += weight
        return found

    patch.setattr(solver, "_results", results)
    return solver.solve(game, bet, strategy, symmetric=True).outcomes  # type: ignore[return-value]


Nets = dict[tuple[Fraction, bool], Fraction]
"""Net results in Antes, and whether the wager was not bet at all, with their probabilities."""


def agree(analysis: Analysis, played: dict[Ending, Fraction], unit: int) -> bool:
    """Whether the wagers that were ever made have tables, each with the nets of the rounds played out."""
    made = {wager for ending in played for wager, _, _ in ending.wagers}
    tables = {table.wager for table in analysis.wager_tables}
    return made == tables and all(told(analysis, wager) == netted(played, wager, unit=unit) for wager in made)


def told(analysis: Analysis, *wagers: str) -> Nets:
    """What the tables of some wagers say, all together."""
    nets: Nets = defaultdict(Fraction)
    for table in analysis.wager_tables:
        for row in table.rows if table.wager in wagers else ():
            nets[row.pays, row.outcome in (NOT_BET, TAKEN_BACK)] += Fraction(row.combinations, table.total)
    return nets


def netted(played: dict[Ending, Fraction], *wagers: str, unit: int) -> Nets:
    """What the wagers net in the rounds played out, all together."""
    nets: Nets = defaultdict(Fraction)
    for wager in wagers:
        for ending, weight in played.items():
            own = [(Fraction(net, unit), False) for each, _, net in ending.wagers if each == wager]
            nets[own[0] if own else (Fraction(0), True)] += weight
    return nets
