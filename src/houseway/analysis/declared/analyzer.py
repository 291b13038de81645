"""The exact value of a declared title: from the counts of a family to everything that an analysis says."""

from collections.abc import Iterator
from fractions import Fraction

from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.choices import STRATEGY_NAMES, Bets, as_declared, stakes_of
from houseway.analysis.declared.endings import ends_of
from houseway.analysis.declared.family import Solution
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.published import published_checks
from houseway.analysis.declared.registry import family_of
from houseway.analysis.house.posted_limit import limit_left_out
from houseway.analysis.results.exact import exact
from houseway.analysis.results.result import ENVY, OPTIMAL, Analysis, Share
from houseway.analysis.shell.asked import check_strategy
from houseway.analysis.shell.ends import analysis_of_ends, wager_tables
from houseway.errors import BadBet
from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game
from houseway.games.engine.money import dollars


def analyze(
    game: Game,
    *,
    strategy: str = OPTIMAL,
    runner: Runner | None = None,
    bets: Bets | None = None,
    ante: int | None = None,
) -> Analysis:
    """What a round is worth in units of the title's first wager, for the best strategy or the rule list.

    `bets` adds side bets, by name in units; a side bet that is not made has its own value and table all the same. With
    `ante`, the first wager in cents, a posted limit on payouts binds, and best play takes it into account; broken cents
    stay with the house.
    """
    table = as_declared(game)
    if ante is not None:
        if table.aggregate is None:
            raise BadBet(f"{table.title} has no limit on payouts that the size of a bet would matter to; got {ante}")
        table.check_bets([Bet(**{table.unit().name: ante})])
    payoffs = Payoffs.of(table, stakes_of(table, bets), ante)
    return analysis_of(solution_of(payoffs, strategy, runner or Runner()), strategy)


def solution_of(payoffs: Payoffs, strategy: str, runner: Runner) -> Solution:
    """Return the counts of a strategy."""
    family = family_of(payoffs.game)
    check_strategy(payoffs.game, strategy, STRATEGY_NAMES)
    family.check_strategy(payoffs.game, strategy)
    return family.solve(payoffs, runner, strategy)


def analysis_of(solution: Solution, strategy: str) -> Analysis:
    """Everything that follows from the counts."""
    payoffs, game = solution.payoffs, solution.payoffs.game
    result = analysis_of_ends(
        game,
        strategy,
        ends_of(payoffs, solution.counts),
        unit=game.unit().title.lower(),
        initial=sum(payoffs.stakes.values(), Fraction(0)),
        decisions=tuple(
            Share(f"{decision.title}: {option.title}", combinations, sum(options.values()))
            for decision, options in solution.asked.items()
            for option, combinations in options.items()
        ),
        side_bets=tuple(
            table for alone, counts in solution.side_bets.values() for table in wager_tables(ends_of(alone, counts), {})
        ),
        notes=(*_envy_note(solution), *_limit_note(payoffs), *solution.notes),
        extra={} if solution.envy is None else {ENVY: exact(solution.envy)},
    )
    return published_checks(payoffs, result) if strategy == OPTIMAL and payoffs.unit_cents is None else result


def _envy_note(solution: Solution) -> Iterator[str]:
    envy = solution.payoffs.game.envy
    if solution.envy is not None and envy is not None:
        yield (
            f"The Envy Bonus earns {float(solution.envy):.4f} cents a round for each other player ({envy.clause}); the "
            "edges here leave it out."
        )


def _limit_note(payoffs: Payoffs) -> Iterator[str]:
    limit = payoffs.game.aggregate
    if payoffs.unit_cents is None:
        yield from limit_left_out(payoffs.game)
    elif limit is not None and limit.posted is not None:
        unit = f"With {payoffs.game.unit().title} bets of {dollars(payoffs.unit_cents)}"
        yield f"{unit} no bet wins more than the posted limit of {dollars(limit.posted)} ({limit.clause})."


def net_and_envy(
    game: Game, *, strategy: str = OPTIMAL, runner: Runner | None = None, bets: Bets | None = None
) -> dict[tuple[Fraction, Fraction], int]:
    """How often a round ends with a net result, in units, and earns so much for each other player, in cents."""
    table = as_declared(game)
    return family_of(table).net_and_envy(strategy, Payoffs.of(table, stakes_of(table, bets)), runner or Runner())
