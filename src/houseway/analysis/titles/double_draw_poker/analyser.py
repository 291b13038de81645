"""The exact value of Double Draw Poker for any pay table and every reading."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.shards import Runner
from houseway.analysis.results.distribution import Distribution
from houseway.analysis.results.result import Analysis, ReturnRow, Share, Subject, WagerTable, WagerValue
from houseway.analysis.results.return_table import NOT_BET
from houseway.analysis.titles.double_draw_poker.jobs import OutcomeCount, Plan, Problem
from houseway.analysis.titles.double_draw_poker.outcomes import DREW, FOLDED, STOOD
from houseway.analysis.titles.double_draw_poker.payoffs import FOLD_FIRST, FOLD_SECOND, LOSS, bonus_nets, winning_nets
from houseway.analysis.titles.double_draw_poker.plan import FOLD_HAND, common_deals, deals
from houseway.analysis.titles.double_draw_poker.published import name_of, published_checks
from houseway.analysis.titles.double_draw_poker.space import LOSES, MOST_DEAD, N_OUTCOMES, WINNING
from houseway.analysis.titles.double_draw_poker.strategies import OPTIMAL, as_double_draw, plan_by_name
from houseway.games.engine.game import Game
from houseway.games.titles.double_draw_poker import NUMBER_OF_CARDS, DoubleDrawPoker
from houseway.ranking import Category

LESS = "less than two pair"
SECOND_FOLD, FIRST_FOLD = "folded at the second option", "folded at the first option"


@dataclass(frozen=True)
class Outcomes:
    """How many of the combinations end in each way; all numbers of one round are over the same total."""

    total: int
    first_folds: int
    second_folds: int
    final: tuple[int, ...]
    first_draws: tuple[int, ...]
    stood: int
    drew: int

    @classmethod
    def of(cls, problem: Problem, plan: Plan, counts: NDArray[np.int64]) -> "Outcomes":
        """Counts by the number of first discards, brought to the common number of deals."""
        n_cards, weights = problem.space.n_cards, problem.space.hand_classes[1]
        common = common_deals(n_cards)
        factors = [common // deals(n_cards, n_dead) for n_dead in range(MOST_DEAD + 1)]
        sums = [sum(int(count) * factor for count, factor in zip(column, factors, strict=True)) for column in counts.T]
        folds = plan.masks == FOLD_HAND
        n_discards = np.bitwise_count(plan.masks)
        first_draws = [int(weights[~folds & (n_discards == n_dead)].sum()) * common for n_dead in range(MOST_DEAD + 1)]
        return cls(
            total=int(weights.sum()) * common,
            first_folds=int(weights[folds].sum()) * common,
            second_folds=sums[FOLDED],
            final=tuple(sums[:N_OUTCOMES]),
            first_draws=tuple(first_draws),
            stood=sums[STOOD],
            drew=sums[DREW],
        )

    def __post_init__(self) -> None:
        ends = self.first_folds + self.second_folds + sum(self.final)
        if ends != self.total:
            raise AssertionError(f"{ends} combinations come to an end, of {self.total}")

    @property
    def wins(self) -> int:
        """Hands of two pair or better."""
        return sum(self.final[LOSES + 1 :])

    def share(self, combinations: int) -> Fraction:
        """A number of combinations as a probability."""
        return Fraction(combinations, self.total)

    def final_hands(self) -> Mapping[Category, Fraction]:
        """How likely each winning hand is at the end."""
        return {category: self.share(count) for category, count in zip(WINNING, self.final[LOSES + 1 :], strict=True)}


def analyze(game: Game, *, strategy: str = OPTIMAL, runner: Runner | None = None) -> Analysis:
    """What a round is worth in Antes, for the best strategy, the rule list, or an automatic player by name."""
    table, runner = as_double_draw(game), runner or Runner()
    problem = Problem.of(table)
    plan = plan_by_name(strategy, table, problem, runner)
    counts = runner.run(OutcomeCount(problem, plan))["counts"]
    return analysis_of(table, problem, Outcomes.of(problem, plan, counts), strategy)


def analysis_of(game: DoubleDrawPoker, problem: Problem, outcomes: Outcomes, strategy: str) -> Analysis:
    """The analysis of given outcomes."""
    rows = _return_rows(game, outcomes)
    net = Distribution.of((row.pays, row.combinations) for row in rows)
    wagers = _wager_values(game, outcomes)
    bases = {
        "ante": Fraction(1),
        "initial wager": Fraction(-FOLD_FIRST),
        "unit bet": sum((wager.staked for wager in wagers), Fraction(0)),
    }
    edges = {base: -net.mean / amount for base, amount in bases.items()}
    final = outcomes.final_hands() if strategy == OPTIMAL else None
    return Analysis(
        subject=Subject.of(game, strategy),
        net=net,
        bases=bases,
        wagers=wagers,
        return_table=rows,
        decisions=_decisions(outcomes),
        published=tuple(published_checks(game, problem.space, edges, final)),
        wager_tables=_wager_tables(game, outcomes),
    )


def _return_rows(game: DoubleDrawPoker, outcomes: Outcomes) -> tuple[ReturnRow, ...]:
    won = zip(WINNING, outcomes.final[LOSES + 1 :], winning_nets(game), strict=True)
    return (
        *(ReturnRow(name_of(game, category), count, net) for category, count, net in reversed(list(won))),
        ReturnRow(LESS, outcomes.final[LOSES], Fraction(LOSS)),
        ReturnRow(SECOND_FOLD, outcomes.second_folds, Fraction(FOLD_SECOND)),
        ReturnRow(FIRST_FOLD, outcomes.first_folds, Fraction(FOLD_FIRST)),
    )


def _wager_values(game: DoubleDrawPoker, outcomes: Outcomes) -> tuple[WagerValue, ...]:
    """Ante and Draw bets win alike and lose otherwise if they are made; the Bonus is paid by the hand (DD-8, DD-9)."""
    win = outcomes.share(outcomes.wins)
    first = 1 - outcomes.share(outcomes.first_folds)
    second = first - outcomes.share(outcomes.second_folds)
    paid = zip(bonus_nets(game), outcomes.final[LOSES + 1 :], strict=True)
    bonus = sum((net * outcomes.share(count) for net, count in paid), Fraction(0)) - (1 - win)
    return (
        WagerValue("ante", Fraction(1), 2 * win - 1),
        WagerValue("bonus", Fraction(1), bonus),
        WagerValue("draw_1", first, 2 * win - first),
        WagerValue("draw_2", second, 2 * win - second),
    )


def _wager_tables(game: DoubleDrawPoker, outcomes: Outcomes) -> tuple[WagerTable, ...]:
    """Each wager by itself: a fold loses the bets that were made before it, and no other (DD-4a, DD-5a, DD-9)."""
    won = zip(WINNING, bonus_nets(game), outcomes.final[LOSES + 1 :], strict=True)
    hands = [(name_of(game, category), net, count) for category, net, count in won]
    win, less = ("two pair or better", 1, outcomes.wins), (LESS, -1, outcomes.final[LOSES])
    second, first = (SECOND_FOLD, -1, outcomes.second_folds), (FIRST_FOLD, -1, outcomes.first_folds)
    not_bet = (NOT_BET, 0, outcomes.first_folds)
    return (
        WagerTable.of("ante", [win, less, second, first]),
        WagerTable.of("bonus", [*reversed(hands), less, second, first]),
        WagerTable.of("draw_1", [win, less, second, not_bet]),
        WagerTable.of("draw_2", [win, less, (NOT_BET, 0, outcomes.second_folds), not_bet]),
    )


def _decisions(outcomes: Outcomes) -> tuple[Share, ...]:
    first = [
        (f"first option: replace {number}", count)
        for number, count in zip(NUMBER_OF_CARDS, outcomes.first_draws, strict=True)
    ]
    second = [
        ("second option: fold", outcomes.second_folds),
        ("second option: replace no card", outcomes.stood),
        ("second option: replace one card", outcomes.drew),
    ]
    decisions = [("first option: fold", outcomes.first_folds), *first, *second]
    return tuple(Share(what, combinations, outcomes.total) for what, combinations in decisions)
