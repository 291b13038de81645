"""The family of board showdowns: counts to solution, and one situation.

Why is each pay table counted separately? The value of a late option depends on the pay tables. An answer for any table
would need the result of every late set and player's hand against the dealer: some 10^8 classes of them, more than a
gigabyte. The two passes take less time than reading that, so another table is counted again. The disk cache has the
sums of the first pass and the counts of the second, for every table asked for.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.shards import Runner
from houseway.analysis.counting.sums import Counts
from houseway.analysis.declared.board_showdown.early_streets import EarlyPlay
from houseway.analysis.declared.board_showdown.independent import mean_of_independent, split, with_independent_bets
from houseway.analysis.declared.board_showdown.jobs import BoardCounts, BoardValues, Passes
from houseway.analysis.declared.board_showdown.layout import HOLE, Layout, late_sets, reason_against_board, row_name
from houseway.analysis.declared.board_showdown.outcome_counts import (
    OutcomeCounts,
    after_first,
    best_counts,
    by_cell,
    check_bound,
    early_play,
    first_totals,
    hole_class,
    outcome_counts,
    rules_of,
    shipped_outcomes,
    staying,
    tells_groups,
)
from houseway.analysis.declared.board_showdown.passes import path_values
from houseway.analysis.declared.board_showdown.player import BoardPlayer, OnePath
from houseway.analysis.declared.board_showdown.rules import RuledPlayer, facts_of, street_features
from houseway.analysis.declared.choices import STRATEGY_NAMES
from houseway.analysis.declared.family import Family, Observation, Player, Solution, StrategyRow
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.side_bet.census import side_bets, touched_by_play
from houseway.analysis.declared.strategy_rows import options_row
from houseway.analysis.declared.street_play import best_play
from houseway.analysis.declared.streets import asked_of, check_cards, left_of, option_values
from houseway.analysis.results.explanation import Explanation
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.results.rules import RULE_LIST, RuleList
from houseway.cards.classes import n_classes
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Option

SETS_A_SECOND = 5_000
"""Full boards that a core of 2020 values, or counts, per second."""


class BoardShowdown(Family):
    """Two player's cards against the dealer's two, both with community cards that are shown in streets; one comparison.

    At most one card comes after the last decision. Side bets may be paid on player's and community cards. They may be
    paid on player's and dealer's cards without them if no decision after the first community card affects the bet.
    """

    name = "board showdown"
    strategies = STRATEGY_NAMES

    def refuses(self, game: DeclaredGame) -> str:
        """Return why the family cannot count a title; empty if it can."""
        return reason_against_board(game)

    def explain(self, game: DeclaredGame) -> Explanation:
        """Return how the title is counted, and its cost."""
        layout = Layout.of(game)
        n_sets = len(late_sets(game.deck, layout.late)[1])
        n_boards = n_sets * comb(game.deck.size - layout.late, layout.streets.board.cards - layout.late)
        return Explanation(
            family=self.name,
            argument="on each board all pairs are valued and swept in order, which compares every player hand with "
            "every dealer hand. Values are kept by set of community cards; one street earlier is a sum over larger "
            "sets",
            information_sets={
                stage.decision.title: comb(game.deck.size, stage.shown) * comb(game.deck.size - stage.shown, HOLE)
                if stage.shown == layout.late
                else n_classes(game.deck, (stage.shown, HOLE))
                for stage in layout.streets.stages
            },
            work=f"{n_boards:,} boards with interchangeable suits, in two passes",
            cpu_seconds=2 * n_boards / SETS_A_SECOND,
        )

    def solve(self, payoffs: Payoffs, runner: Runner, strategy: str = OPTIMAL) -> Solution:
        """Value all hands, decide, and count the endings; with bets beside the showdown, without rows."""
        if strategy != OPTIMAL:
            return _solution(payoffs, outcome_counts(strategy, payoffs, runner, groups=tells_groups(payoffs)), ())
        if tells_groups(payoffs):
            return self._solve_beside(payoffs, runner)
        layout = Layout.of(payoffs.game)
        check_bound(layout, payoffs)
        early = early_play(payoffs, runner)
        counted = runner.run(BoardCounts(Passes.of(layout, payoffs), early.prefixes()))
        rows = (*early.rows(payoffs.scale), *_late_rows(layout, counted, payoffs.scale))
        return _solution(payoffs, OutcomeCounts(counted["counts"], after_first(early)), rows)

    def _solve_beside(self, payoffs: Payoffs, runner: Runner) -> Solution:
        """Solve a title where player's and dealer's cards decide bets by themselves."""
        shipped = shipped_outcomes(payoffs) if not touched_by_play(payoffs) else None
        if shipped is not None:
            return _solution(payoffs, OutcomeCounts(shipped, np.empty(0, np.int8)), ())
        return _solution(payoffs, outcome_counts(OPTIMAL, payoffs, runner, groups=True), ())

    def counts_paid(self, strategy: str, payoffs: Payoffs, paid: Payoffs, runner: Runner) -> NDArray[np.object_]:
        """Return the counts by path and cell of other payoffs, for a player who plays as with these."""
        if strategy == OPTIMAL:
            shipped = self.shipped_counts(payoffs, paid)
            if shipped is not None:
                return shipped
        found = outcome_counts(strategy, payoffs, runner, groups=tells_groups(paid))
        return found.by_cell(Layout.of(paid.game), paid)

    def shipped_counts(self, payoffs: Payoffs, paid: Payoffs) -> NDArray[np.object_] | None:
        """Return the shipped counts of the optimal strategy; the other payoffs may be those of another pay table."""
        if tells_groups(payoffs) or tells_groups(paid):
            counted = shipped_outcomes(payoffs)
        else:
            counted = best_counts(Passes.of(Layout.of(payoffs.game), payoffs))
        return None if counted is None else by_cell(Layout.of(paid.game), paid, counted)

    def rule_list(self, payoffs: Payoffs, runner: Runner) -> RuleList:
        """Return starting hands by the optimal strategy, and short rules for later streets, with their exact cost."""
        rules = rules_of(payoffs, runner)
        best = self.solve(payoffs, runner)
        ruled = by_cell(Layout.of(payoffs.game), payoffs, rules.counts)
        lost = int(((best.counts - ruled) * payoffs.net).sum())
        return rules.rules(Fraction(lost, best.total * payoffs.scale))

    def facts(self, payoffs: Payoffs, sight: Observation) -> Mapping[str, int]:
        """Return the parts of the sign of the cards in sight; nothing before the first community card."""
        if not sight.board:
            return {}
        glance = street_features(Layout.of(payoffs.game), len(sight.board))
        sign = glance.signs(np.array([sight.own], np.uint8), np.array([sight.board], np.uint8))
        return {name: int(number[0]) for name, number in facts_of(glance, sign).items()}

    def player(self, payoffs: Payoffs, runner: Runner, strategy: str = OPTIMAL) -> Player:
        """Return a player of a strategy; the optimal one needs the first pass."""
        if strategy == RULE_LIST:
            return RuledPlayer(rules_of(payoffs, runner))
        if strategy != OPTIMAL:
            return OnePath(staying(strategy, payoffs))
        layout, (main, alone) = Layout.of(payoffs.game), split(payoffs)
        passes = Passes.of(layout, main)
        counted = runner.run(BoardValues(passes))
        early = EarlyPlay.of(layout, counted["values"])
        return BoardPlayer.of(passes, with_independent_bets(early, main, alone), counted["choices"])

    def situation(self, payoffs: Payoffs, sight: Observation) -> Mapping[Option, Fraction]:
        """Return the exact value of every option that is due, with known cards out of the deck.

        Before the first community card this takes some ten seconds. It is faster if no card is known and the values
        ship with the package or the first pass is on disk.
        """
        layout, (main, alone) = Layout.of(payoffs.game), split(payoffs)
        streets = layout.streets
        stage, prefix = streets.due(len(sight.board), sight.taken)
        check_cards(streets, sight.own, sight.board, sight.dead)
        left = left_of(payoffs.game, [*sight.own, *sight.board, *sight.dead])
        found = self._of_showdown(layout, main, sight, stage, prefix, left)
        if alone is None:
            return found
        beside = mean_of_independent(layout, alone, sight.own, left)
        ahead = [streets.prefixes[stage + 1][child] for child in streets.children[stage][prefix]]
        leads_to = [
            next(place for place, path in enumerate(payoffs.paths) if path[: len(each)] == each) for each in ahead
        ]
        return {option: value + beside[path] for (option, value), path in zip(found.items(), leads_to, strict=True)}

    def _of_showdown(
        self, layout: Layout, main: Payoffs, sight: Observation, stage: int, prefix: int, left: NDArray[np.uint8]
    ) -> Mapping[Option, Fraction]:
        """Return the part of the value that the showdown decides."""
        if not sight.board and not sight.dead:
            totals = first_totals(layout, Passes.of(layout, main))
            if totals is not None:
                hole, weight = hole_class(layout, np.array(sight.own, np.uint8))
                ways = weight * layout.ways(0) * main.scale
                return option_values(layout.streets, stage, prefix, totals[stage][:, hole], ways)
        final = path_values(layout, main, np.array(sight.own, np.uint8), np.array(sight.board, np.uint8), left)
        play = best_play(layout.streets, final, len(left), first=stage, given=len(sight.board))
        ways = layout.streets.chains(len(left), stage, len(sight.board))
        dealers = comb(len(left) - layout.streets.board.cards + len(sight.board), HOLE)
        return option_values(layout.streets, stage, prefix, play.values[0][:, 0], ways * dealers * main.scale)


def _solution(payoffs: Payoffs, found: OutcomeCounts, rows: tuple[StrategyRow, ...]) -> Solution:
    """Return the solution that follows from the counts of a strategy."""
    layout = Layout.of(payoffs.game)
    counts = found.by_cell(layout, payoffs)
    return Solution(
        payoffs=payoffs,
        counts=counts,
        total=layout.total,
        asked=asked_of(payoffs, counts),
        rows=rows,
        side_bets=side_bets(payoffs, layout.total, found.touched(layout, payoffs)),
    )


def _late_rows(layout: Layout, counted: Counts, scale: int) -> Iterator[StrategyRow]:
    """Yield the strategy of the first late decision, by kind of hand."""
    streets, stage, ways = layout.streets, layout.middle_end, layout.ways(layout.late)
    times = counted["row counts"]
    for prefix, choice, number in np.argwhere(times.transpose(0, 2, 1)).tolist():
        hands = int(times[prefix, number, choice])
        n_options = len(streets.children[stage][prefix])
        totals = counted["row sums"][prefix, number, choice, :n_options]
        values = [Fraction(int(total), hands * ways * scale) for total in totals]
        name = row_name(layout.system, number)
        yield options_row(streets, stage, prefix, (), name, hands * ways, values, choice)
