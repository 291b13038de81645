"""The exact value of Double Draw Poker for any pay table and every reading."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.shards import Runner
from houseway.analysis.results.result import OPTIMAL, Analysis, Share
from houseway.analysis.results.return_table import NOT_BET
from houseway.analysis.shell.ends import Ended, Part, analysis_of_ends, as_given
from houseway.analysis.shell.explanation import OF_ITS_OWN, Explanation
from houseway.analysis.titles.double_draw_poker.endings import DREW, FOLDED, STOOD
from houseway.analysis.titles.double_draw_poker.first import FOLD_HAND, common_deals, deals
from houseway.analysis.titles.double_draw_poker.jobs import OutcomeCount, Plan, Problem
from houseway.analysis.titles.double_draw_poker.payoffs import FOLD_FIRST, bonus_nets
from houseway.analysis.titles.double_draw_poker.published import name_of, published_checks
from houseway.analysis.titles.double_draw_poker.space import LOSES, MOST_DEAD, N_OUTCOMES, WINNING
from houseway.analysis.titles.double_draw_poker.strategies import as_double_draw, plan_by_name
from houseway.games.engine.game import Game
from houseway.games.titles.double_draw_poker import DRAW_BETS, NUMBER_OF_CARDS, DoubleDrawPoker
from houseway.ranking import Category

WIN, LESS = "two pair or better", "less than two pair"
SECOND_FOLD, FIRST_FOLD = "folded at the second option", "folded at the first option"
ONE = Fraction(1)


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

    def share(self, combinations: int) -> Fraction:
        """A number of combinations as a probability."""
        return Fraction(combinations, self.total)

    def final_hands(self) -> Mapping[Category, Fraction]:
        """How likely each winning hand is at the end."""
        return {category: self.share(count) for category, count in zip(WINNING, self.final[LOSES + 1 :], strict=True)}


def explain(game: Game) -> Explanation:
    """How the game is counted."""
    return Explanation(
        family=OF_ITS_OWN,
        argument=(
            "From the last draw back to the first: the value of what is held is a sum over the draws that avoid the "
            "discards, taken by inclusion and exclusion over the dead cards."
        ),
        information_sets={"first draw": 152_646},
        work="152,646 hands x 26 options, and 3,650,166 draws after symmetry",
        cpu_seconds=11.6,
    )


def analyze(game: Game, *, strategy: str = OPTIMAL, runner: Runner | None = None) -> Analysis:
    """What a round is worth in Antes, for the best strategy, the rule list, or an automatic player by name."""
    table, runner = as_double_draw(game), runner or Runner()
    problem = Problem.of(table)
    plan = plan_by_name(strategy, table, problem, runner)
    counts = runner.run(OutcomeCount(problem, plan))["counts"]
    return analysis_of(table, problem, Outcomes.of(problem, plan, counts), strategy)


def analysis_of(game: DoubleDrawPoker, problem: Problem, outcomes: Outcomes, strategy: str) -> Analysis:
    """The analysis of given outcomes."""
    result = analysis_of_ends(
        game,
        strategy,
        list(_ends(game, outcomes)),
        initial=Fraction(-FOLD_FIRST),
        decisions=_decisions(outcomes),
        order=as_given,
    )
    edges = {base: result.house_edge(base) for base in result.bases}
    final = outcomes.final_hands() if strategy == OPTIMAL else None
    return replace(result, published=tuple(published_checks(game, problem.space, edges, final)))


def _ends(game: DoubleDrawPoker, outcomes: Outcomes) -> Iterator[Ended]:
    """From the best hand down, then the losses.

    Ante and Draw bets win alike, the Bonus is paid by the hand (DD-8, DD-9). A fold loses the bets that were made
    before it, and no other (DD-4a, DD-5a).
    """
    won = zip(WINNING, bonus_nets(game), outcomes.final[LOSES + 1 :], strict=True)
    for category, net, count in reversed(list(won)):
        bonus = Part("bonus", name_of(game, category), ONE, net)
        yield Ended(bonus.ended, count, (_bet("ante", WIN, 1), bonus, _bet("draw_1", WIN, 1), _bet("draw_2", WIN, 1)))
    for what, count, draws in (
        (LESS, outcomes.final[LOSES], 2),
        (SECOND_FOLD, outcomes.second_folds, 1),
        (FIRST_FOLD, outcomes.first_folds, 0),
    ):
        bets = [_bet(draw, what, -1) if place < draws else _not_bet(draw) for place, draw in enumerate(DRAW_BETS)]
        yield Ended(what, count, (_bet("ante", what, -1), _bet("bonus", what, -1), *bets))


def _bet(wager: str, what: str, net: int) -> Part:
    return Part(wager, what, ONE, Fraction(net))


def _not_bet(wager: str) -> Part:
    return Part(wager, NOT_BET, Fraction(0), Fraction(0))


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
