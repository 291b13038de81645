"""Staged stud: own cards and common ones against pay tables, no dealer's hand; common cards are shown in streets.

The count. An own hand up to renaming of suits leaves n cards, of which the m common ones are a set T. Which row of each
pay table T hits is looked up once for every T. For the sets S of common cards seen at the last decision the completions
T are counted by cell; from there on the decisions follow by sums over sets (`street_play`), and the same sums forward
say how often each path ends in each cell. Nothing is kept on disk: for two own and three common cards of 52 there are
169 x 19,600 sets, which takes about two seconds, whatever the pay table.

Bounds: a path and a cell hold at most the number of deals times the ways to show them, and a value at most that times
the largest net result; both are held against 64 bits before the count.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import repeat
from math import comb, factorial

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import MOST_CARDS
from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.choices import NEVER_FOLDS
from houseway.analysis.declared.family import Player, Sight, Solution
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.rule_list import CutRules
from houseway.analysis.declared.seats_view import asked_of, check_cards, left_of, option_values
from houseway.analysis.declared.side_bet.census import side_bets, touched_by_play
from houseway.analysis.declared.staged_stud.cells import Cells
from houseway.analysis.declared.staged_stud.conditions import conditions_of
from houseway.analysis.declared.staged_stud.player import StudPlayer
from houseway.analysis.declared.staged_stud.rows import StudRows
from houseway.analysis.declared.staged_stud.ruled import StudRules, staying
from houseway.analysis.declared.staged_stud.signs import Signs, deciding_table, points_by_rank
from houseway.analysis.declared.street_play import StreetPlay, best_play
from houseway.analysis.declared.streets import Streets, hands_of, reason_against
from houseway.analysis.results.people import RULE_LIST, RuleList
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.shell.explanation import Explanation
from houseway.cards.classes import class_arrays, n_classes
from houseway.errors import BadDeclaration
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Compare, Option, Owner, Paid
from houseway.ranking.system import ranking_system

MOST_SETS = 10**9
"""Own hands up to renaming of suits times sets of common cards: beyond this a count takes too long."""
SETS_A_SECOND = 8e6
"""What a core of 2020 counts, decisions included."""
TABLES = 1.5
"""CPU seconds for tables of hands, and for the strategy in words."""


class StagedStud:
    """One hand of a seat and common cards that are shown in streets, paid by tables; no dealer's hand."""

    name = "staged stud"

    def refuses(self, game: DeclaredGame) -> str:
        """Why a title is not counted here; empty if it is."""
        if hands_of(game, Owner.DEALER) or any(isinstance(term, Compare) for term in game.features):
            return "there is a dealer's hand"
        if reason := reason_against(game):
            return reason
        streets = Streets.of(game)
        if streets.board.cards > MOST_CARDS:
            return f"it has {streets.board.cards} later cards; at most {MOST_CARDS} are counted"
        for paid in game.every(Paid):
            if 0 < len(set(paid.hands) & set(streets.board.hands)) < len(streets.board.hands):
                return f"{paid.place}: {paid.title} is paid on some of the later cards"
            n_cards, system = sum(hand.cards for hand in paid.hands), ranking_system(game.table(paid).form.system)
            if n_cards not in system.sizes:
                return f"{paid.place}: {paid.title} is paid on {n_cards} cards, which {system.name} does not rank"
        if _n_sets(streets) > MOST_SETS:
            return f"it has about {_n_sets(streets):,} sets of cards; at most {MOST_SETS:,} are counted"
        return ""

    def explain(self, game: DeclaredGame) -> Explanation:
        """What is counted and what it costs."""
        streets = Streets.of(game)
        return Explanation(
            family=self.name,
            argument="values by the set of common cards; one card less is a sum over the sets with one card more",
            information_sets={
                stage.decision.title: n_classes(game.deck, (streets.own.cards, stage.shown)) for stage in streets.stages
            },
            work=f"about {_n_sets(streets):,} sets of own and common cards, up to renaming of suits",
            cpu_seconds=TABLES + _n_sets(streets) / SETS_A_SECOND,
        )

    def solve(self, payoffs: Payoffs, runner: Runner, *, smaller_on_ties: bool = False) -> Solution:
        """Best play of every own hand, and the endings it leads to."""
        return self.solve_as(OPTIMAL, payoffs, runner, smaller_on_ties=smaller_on_ties)

    def solve_as(self, strategy: str, payoffs: Payoffs, runner: Runner, *, smaller_on_ties: bool = False) -> Solution:
        """What a strategy of a name leads to; rows by kind of hand are those of best play."""
        game, streets = payoffs.game, Streets.of(payoffs.game)
        runner.begin(game.title, _n_sets(streets) / SETS_A_SECOND)
        touched = touched_by_play(payoffs)
        hands, weights = class_arrays(game.deck, (streets.own.cards,))
        n_cards = game.deck.size - streets.own.cards
        ways = streets.chains(n_cards)
        _check_bound(payoffs, streets, int(weights.sum()) * ways)
        counted = [payoffs, *touched.values()]
        counts = [np.zeros(each.net.shape, np.int64) for each in counted]
        rows, cells = StudRows(streets, payoffs.scale), Cells(streets, counted)
        for own, weight, play in zip(
            hands, weights.tolist(), self._plays(strategy, cells, smaller_on_ties), strict=True
        ):
            left = left_of(game, own.tolist())
            reached = play.reached()
            for sums, found in zip(counts, cells.counted(own, left), strict=True):
                sums += weight * (reached[-1] @ found)
            if strategy == OPTIMAL:
                rows.add(own, weight, left, play, reached)
        plain = [each.astype(object) for each in counts]
        total = int(weights.sum()) * ways
        return Solution(
            payoffs=payoffs,
            counts=plain[0],
            total=total,
            asked=asked_of(payoffs, plain[0]),
            rows=tuple(rows.all()),
            side_bets=side_bets(payoffs, total, dict(zip(touched, plain[1:], strict=True))),
        )

    def situation(self, payoffs: Payoffs, sight: Sight) -> Mapping[Option, Fraction]:
        """The exact value of every option that is due, with known cards out of the deck."""
        streets = Streets.of(payoffs.game)
        stage, prefix = streets.due(len(sight.board), sight.taken)
        check_cards(streets, sight.own, sight.board, sight.dead)
        left = left_of(payoffs.game, [*sight.own, *sight.board, *sight.dead])
        by_set = Cells(streets, [payoffs]).counted(np.array(sight.own, np.uint8), left, tuple(sight.board))[0]
        play = best_play(streets, payoffs.net @ by_set.T, len(left), first=stage, given=len(sight.board))
        ways = streets.chains(len(left), stage, len(sight.board)) * payoffs.scale
        return option_values(streets, stage, prefix, play.values[0][:, 0], ways)

    def rule_list(self, payoffs: Payoffs, runner: Runner, *, smaller_on_ties: bool = False) -> RuleList:
        """Short rules for every street by what is seen at a glance, fitted to best play, with their exact cost."""
        solutions = [
            self.solve_as(strategy, payoffs, runner, smaller_on_ties=smaller_on_ties)
            for strategy in (OPTIMAL, RULE_LIST)
        ]
        best, ruled = (int((each.counts * payoffs.net).sum()) for each in solutions)
        cost = Fraction(best - ruled, solutions[0].total * payoffs.scale)
        return CutRules(tuple(_rules(payoffs, smaller_on_ties).lines()), cost)

    def condition_here(self, payoffs: Payoffs, sight: Sight) -> Callable[[str], bool]:
        """By the sign of all cards in sight."""
        signs = Signs(points_by_rank(payoffs.game.table(deciding_table(payoffs.features))))
        seen = np.array([[*sight.own, *sight.board]], np.uint8)
        sign = int(signs.of(seen)[0])
        known = {each.text: bool(each.holds[sign]) for each in conditions_of(signs.points, seen.shape[1])}
        return known.__getitem__

    def player(self, payoffs: Payoffs, runner: Runner, *, smaller_on_ties: bool = False) -> Player:
        """Somebody who plays the best strategy, many rounds at once."""
        return self.player_as(OPTIMAL, payoffs, runner, smaller_on_ties=smaller_on_ties)

    def player_as(self, strategy: str, payoffs: Payoffs, runner: Runner, *, smaller_on_ties: bool = False) -> Player:
        """Somebody who plays by a strategy."""
        streets = Streets.of(payoffs.game)
        runner.begin(payoffs.game.title, _n_sets(streets) / SETS_A_SECOND)
        hands, _ = class_arrays(payoffs.game.deck, (streets.own.cards,))
        return StudPlayer.of(streets, hands, list(self._plays(strategy, Cells(streets, [payoffs]), smaller_on_ties)))

    def _plays(self, strategy: str, cells: Cells, smaller_on_ties: bool) -> Iterator[StreetPlay]:
        """How a strategy plays each class of own hands; it looks at the first payoffs of the cells."""
        streets, payoffs = cells.streets, cells.payoffs[0]
        hands, _ = class_arrays(payoffs.game.deck, (streets.own.cards,))
        if strategy == OPTIMAL:
            return _best_plays(cells, hands, smaller_on_ties)
        if strategy == RULE_LIST:
            return map(_rules(payoffs, smaller_on_ties).play, hands)
        assert strategy == NEVER_FOLDS, f"no strategy {strategy!r}"
        return repeat(staying(payoffs, streets, payoffs.game.deck.size - streets.own.cards), len(hands))


def _best_plays(cells: Cells, hands: NDArray[np.uint8], smaller_on_ties: bool) -> Iterator[StreetPlay]:
    """The best play of each hand, by the first payoffs of the cells."""
    streets, payoffs = cells.streets, cells.payoffs[0]
    for own in hands:
        left = left_of(streets.game, own.tolist())
        final = payoffs.net @ cells.counted(own, left)[0].T
        yield best_play(streets, final, len(left), smaller_on_ties=smaller_on_ties)


def _rules(payoffs: Payoffs, smaller_on_ties: bool) -> StudRules:
    streets = Streets.of(payoffs.game)
    hands, weights = class_arrays(payoffs.game.deck, (streets.own.cards,))
    plays = _best_plays(Cells(streets, [payoffs]), hands, smaller_on_ties)
    return StudRules.fitted(payoffs, streets, hands, weights, plays)


def _n_sets(streets: Streets) -> int:
    own, deck = streets.own.cards, streets.game.deck
    return n_classes(deck, (own,)) * comb(deck.size - own, streets.board.cards)


def _check_bound(payoffs: Payoffs, streets: Streets, total: int) -> None:
    """Sums over all ways to show the cards, which pass through k! times themselves, stay below 2^63."""
    largest = max(1, int(np.abs(payoffs.net).max()))
    if total * largest * factorial(streets.board.cards) >= 2**63:
        raise BadDeclaration(f"{payoffs.game.title}: {total:,} deals with payoffs up to {largest:,} pass 64 bits")
