"""The exact value of a declared title: from the counts of a family to everything that an analysis says."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.choices import STRATEGY_NAMES, Bets, as_declared, smaller_on_ties, stakes_of
from houseway.analysis.declared.family import Solution
from houseway.analysis.declared.outcomes import Labels, endings
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.published import published_checks
from houseway.analysis.declared.registry import family_of
from houseway.analysis.declared.rule_list import teaching
from houseway.analysis.results.distribution import Distribution
from houseway.analysis.results.result import OPTIMAL, Analysis, ReturnRow, Share, Subject, WagerTable, WagerValue
from houseway.analysis.results.return_table import NOT_BET
from houseway.errors import unknown
from houseway.games.engine.declared.vocabulary import Payable
from houseway.games.engine.game import Game


def analyze(game: Game, *, strategy: str = OPTIMAL, runner: Runner | None = None, bets: Bets | None = None) -> Analysis:
    """What a round is worth in units of the title's first wager, for the best strategy or the rule list.

    `bets` adds side bets, by name in units; a side bet that is not made has its own value and table all the same.
    """
    table = as_declared(game)
    payoffs = Payoffs.of(table, stakes_of(table, bets))
    return analysis_of(solution_of(payoffs, strategy, runner or Runner()), strategy)


def solution_of(payoffs: Payoffs, strategy: str, runner: Runner) -> Solution:
    """The counts of a strategy."""
    family, smaller = family_of(payoffs.game), smaller_on_ties(payoffs.game)
    if strategy not in STRATEGY_NAMES:
        raise unknown(f"strategy of {payoffs.game.slug}", strategy, STRATEGY_NAMES)
    if strategy == OPTIMAL:
        return family.solve(payoffs, runner, smaller_on_ties=smaller)
    return teaching(family, payoffs.game).solve_as(strategy, payoffs, runner, smaller_on_ties=smaller)


def analysis_of(solution: Solution, strategy: str) -> Analysis:
    """Everything that follows from the counts."""
    payoffs, counts = solution.payoffs, solution.counts
    game = payoffs.game
    ends = list(endings(counts))
    wagers = tuple(_wager_value(payoffs, wager, counts, solution.total) for wager in payoffs.by_wager)
    side_bets = tuple(wager_table(alone, side_bet, tally) for side_bet, (alone, tally) in solution.side_bets.items())
    labels = Labels(payoffs, np.stack(list(payoffs.by_wager.values()), axis=-1))
    rows: dict[tuple[str, Fraction], int] = {}
    for path, cell, combinations in ends:
        key = labels.ended(path, cell), Fraction(int(payoffs.net[path, cell]), payoffs.scale)
        rows[key] = rows.get(key, 0) + combinations
    table = tuple(ReturnRow(label, combinations, net) for (label, net), combinations in rows.items())
    result = Analysis(
        subject=Subject.of(game, strategy),
        net=Distribution.of((row.pays, row.combinations) for row in table),
        bases={
            game.unit().title.lower(): Fraction(1),
            "initial wager": sum(payoffs.stakes.values(), Fraction(0)),
            "unit bet": sum((wager.staked for wager in wagers), Fraction(0)),
        },
        wagers=wagers,
        return_table=tuple(sorted(table, key=lambda row: (-row.pays, row.outcome))),
        decisions=tuple(
            Share(f"{decision.title}: {option.title}", combinations, sum(options.values()))
            for decision, options in solution.asked.items()
            for option, combinations in options.items()
        ),
        wager_tables=tuple(wager_table(payoffs, wager, counts) for wager in payoffs.by_wager),
        side_bets=side_bets,
    )
    return published_checks(payoffs, result) if strategy == OPTIMAL else result


def _wager_value(payoffs: Payoffs, wager: Payable, counts: NDArray[np.object_], total: int) -> WagerValue:
    by_path = counts.sum(axis=1)
    staked = sum(
        (amount * int(times) for amount, times in zip(payoffs.staked[wager], by_path, strict=True)), Fraction(0)
    )
    net = int((counts * payoffs.by_wager[wager]).sum())
    return WagerValue(wager.name, staked / total, Fraction(net, payoffs.scale * total))


def wager_table(payoffs: Payoffs, wager: Payable, counts: NDArray[np.object_]) -> WagerTable:
    """What one wager comes to, by what makes a difference to it."""
    nets, staked = payoffs.by_wager[wager], payoffs.staked[wager]
    labels = Labels(payoffs, nets)
    return WagerTable.of(
        wager.name,
        [
            (
                labels.ended(path, cell) if staked[path] or nets[path].any() else NOT_BET,
                Fraction(int(nets[path, cell]), payoffs.scale),
                combinations,
            )
            for path, cell, combinations in endings(counts)
        ],
    )
