"""Staged stud: player's cards and community cards in streets against pay tables, without a dealer's hand.

The count. A player's hand up to renaming of suits leaves n cards, of which the m community cards are a set T. The row
of each pay table that T hits is looked up once for every T. For the sets S of community cards seen at the last
decision, the completions T are counted by cell. From there on the decisions follow by sums over sets (`street_play`).
The same sums forward give how often each path ends in each cell. Nothing is cached on disk. Two player's cards and
three community cards of 52 have 169 x 19,600 sets, which take about two seconds with any pay table.

Bounds: a path and a cell have at most the number of deals times the ways to show them. A value has at most that times
the largest net result. Both are checked against 64 bits before the count.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import repeat
from math import comb, factorial

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import MOST_CARDS, all_sets
from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.choices import NEVER_FOLDS, STRATEGY_NAMES
from houseway.analysis.declared.family import ChangedPlay, ChangedPlays, Family, Observation, Player, Solution
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.side_bet.census import side_bets, touched_by_play
from houseway.analysis.declared.staged_stud.cells import Cells, StudRows
from houseway.analysis.declared.staged_stud.player import StudPlayer
from houseway.analysis.declared.staged_stud.rules import (
    Signs,
    StudRules,
    deciding_table,
    facts_of,
    points_by_rank,
    staying,
)
from houseway.analysis.declared.street_play import StreetPlay, best_play
from houseway.analysis.declared.streets import (
    Streets,
    asked_of,
    check_cards,
    hands_of,
    left_of,
    option_values,
    reason_against,
)
from houseway.analysis.results.explanation import Explanation
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.results.rules import RULE_LIST, RuleList
from houseway.cards.classes import class_arrays, n_classes
from houseway.errors import BadDeclaration
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Compare, Option, Owner, Paid
from houseway.ranking.system import ranking_system

MOST_SETS = 10**9
"""Player hands up to renaming of suits times sets of community cards. Beyond this number a count takes too long."""
SETS_A_SECOND = 8e6
"""Sets that a core of 2020 counts per second, decisions included."""
TABLES = 2.6
"""CPU seconds for tables of hands, and for the strategy in words."""


class StagedStud(Family):
    """One hand of a seat and community cards that are shown in streets, paid by tables; there is no dealer's hand."""

    name = "staged stud"
    strategies = STRATEGY_NAMES

    def refuses(self, game: DeclaredGame) -> str:
        """Return why the family cannot count a title; empty if it can."""
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
        """Return how the title is counted, and its cost."""
        streets = Streets.of(game)
        return Explanation(
            family=self.name,
            argument="values are kept by set of community cards; each is a sum over the sets with one card more",
            information_sets={
                stage.decision.title: n_classes(game.deck, (streets.own.cards, stage.shown)) for stage in streets.stages
            },
            work=f"about {_n_sets(streets):,} sets of player and community cards, with interchangeable suits",
            cpu_seconds=TABLES + _n_sets(streets) / SETS_A_SECOND,
        )

    def solve(self, payoffs: Payoffs, runner: Runner, strategy: str = OPTIMAL) -> Solution:
        """Play every player's hand by the strategy and count the endings; only the optimal one has rows by kind."""
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
        for own, weight, play in zip(hands, weights.tolist(), self._plays(strategy, cells), strict=True):
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

    def situation(self, payoffs: Payoffs, sight: Observation) -> Mapping[Option, Fraction]:
        """Return the exact value of every option that is due, with known cards out of the deck."""
        streets = Streets.of(payoffs.game)
        stage, prefix = streets.due(len(sight.board), sight.taken)
        check_cards(streets, sight.own, sight.board, sight.dead)
        left = left_of(payoffs.game, [*sight.own, *sight.board, *sight.dead])
        by_set = Cells(streets, [payoffs]).counted(np.array(sight.own, np.uint8), left, tuple(sight.board))[0]
        play = best_play(streets, payoffs.net @ by_set.T, len(left), first=stage, given=len(sight.board))
        ways = streets.chains(len(left), stage, len(sight.board)) * payoffs.scale
        return option_values(streets, stage, prefix, play.values[0][:, 0], ways)

    def changed_plays(self, base: Payoffs, changed: Payoffs) -> ChangedPlays | None:
        """Follow the base's optimal strategy through every set of cards, and compare it with the changed values."""
        streets = Streets.of(base.game)
        if streets.prefixes != Streets.of(changed.game).prefixes:
            return None
        hands, weights = class_arrays(base.game.deck, (streets.own.cards,))
        n_cards = base.game.deck.size - streets.own.cards
        cells = [Cells(Streets.of(payoffs.game), [payoffs]) for payoffs in (base, changed)]
        met, found, lost = [0] * len(streets.stages), dict[tuple[int, int, int], ChangedPlay](), 0
        for own, weight in zip(hands, weights.tolist(), strict=True):
            left = left_of(base.game, own.tolist())
            finals = [each.payoffs[0].net @ each.counted(own, left)[0].T for each in cells]
            before, after = (best_play(streets, final, n_cards) for final in finals)
            reached = before.reached()
            first = np.take_along_axis(after.values[0], after.best[0].astype(np.int64), axis=0)
            lost += weight * int(first.sum() - (reached[-1] * finals[1]).sum())
            for stage, each in enumerate(streets.stages):
                unit = streets.chains(n_cards - each.shown, stage, each.shown) * changed.scale
                for prefix, reach in enumerate(reached[stage]):
                    if not streets.is_asked(stage, prefix):
                        continue
                    met[stage] += weight * int(np.count_nonzero(reach))
                    old, new = (play.best[stage][prefix].astype(np.int64) for play in (before, after))
                    columns = np.arange(len(reach))
                    losses = after.values[stage][new, columns] - after.values[stage][old, columns]
                    for place in np.flatnonzero((losses > 0) & (reach > 0)).tolist():
                        key = stage, int(old[place]), int(new[place])
                        board = left[all_sets(n_cards, each.shown)[place]] if each.shown else ()
                        self._add_change(
                            found,
                            key,
                            streets,
                            weight,
                            (*own.tolist(), *map(int, board)),
                            Fraction(int(losses[place]), unit),
                        )
        cost = Fraction(lost, int(weights.sum()) * streets.chains(n_cards) * changed.scale)
        return ChangedPlays(tuple(met), tuple(found[key] for key in sorted(found)), cost)

    @staticmethod
    def _add_change(
        found: dict[tuple[int, int, int], ChangedPlay],
        key: tuple[int, int, int],
        streets: Streets,
        weight: int,
        seen: tuple[int, ...],
        cost: Fraction,
    ) -> None:
        """Add the situations that a hand represents to their move, and keep the most expensive as its example."""
        stage, old, new = key
        names = [str(option and option.title) for option in (streets.option(stage, old), streets.option(stage, new))]
        so_far = found.get(key)
        if so_far is None:
            found[key] = ChangedPlay(stage, names[0], names[1], weight, seen, cost)
            return
        worse = cost > so_far.cost
        found[key] = so_far._replace(
            situations=so_far.situations + weight,
            seen=seen if worse else so_far.seen,
            cost=cost if worse else so_far.cost,
        )

    def rule_list(self, payoffs: Payoffs, runner: Runner) -> RuleList:
        """Return short rules for every street by features seen at a glance, fitted to optimal play, with their cost."""
        solutions = [self.solve(payoffs, runner, strategy) for strategy in (OPTIMAL, RULE_LIST)]
        best, ruled = (int((each.counts * payoffs.net).sum()) for each in solutions)
        cost = Fraction(best - ruled, solutions[0].total * payoffs.scale)
        return _rules(payoffs).rules(cost)

    def facts(self, payoffs: Payoffs, sight: Observation) -> Mapping[str, int]:
        """Return the hand made by all cards in sight, their points, the number of one suit, and the gaps."""
        signs = Signs(points_by_rank(payoffs.game.table(deciding_table(payoffs.features))))
        sign = signs.of(np.array([[*sight.own, *sight.board]], np.uint8))
        return {name: int(number[0]) for name, number in facts_of(sign).items()}

    def player(self, payoffs: Payoffs, runner: Runner, strategy: str = OPTIMAL) -> Player:
        """Return a player of a strategy for a simulation."""
        streets = Streets.of(payoffs.game)
        runner.begin(payoffs.game.title, _n_sets(streets) / SETS_A_SECOND)
        hands, _ = class_arrays(payoffs.game.deck, (streets.own.cards,))
        return StudPlayer.of(streets, hands, list(self._plays(strategy, Cells(streets, [payoffs]))))

    def _plays(self, strategy: str, cells: Cells) -> Iterator[StreetPlay]:
        """Yield the play of each class of player hands by a strategy; it uses the first payoffs of the cells."""
        streets, payoffs = cells.streets, cells.payoffs[0]
        hands, _ = class_arrays(payoffs.game.deck, (streets.own.cards,))
        if strategy == OPTIMAL:
            return _best_plays(cells, hands)
        if strategy == RULE_LIST:
            return map(_rules(payoffs).play, hands)
        assert strategy == NEVER_FOLDS, f"no strategy {strategy!r}"
        return repeat(staying(payoffs, streets, payoffs.game.deck.size - streets.own.cards), len(hands))


def _best_plays(cells: Cells, hands: NDArray[np.uint8]) -> Iterator[StreetPlay]:
    """Yield the optimal play of each hand, by the first payoffs of the cells."""
    streets, payoffs = cells.streets, cells.payoffs[0]
    for own in hands:
        left = left_of(streets.game, own.tolist())
        final = payoffs.net @ cells.counted(own, left)[0].T
        yield best_play(streets, final, len(left))


def _rules(payoffs: Payoffs) -> StudRules:
    streets = Streets.of(payoffs.game)
    hands, weights = class_arrays(payoffs.game.deck, (streets.own.cards,))
    plays = _best_plays(Cells(streets, [payoffs]), hands)
    return StudRules.fitted(payoffs, streets, hands, weights, plays)


def _n_sets(streets: Streets) -> int:
    own, deck = streets.own.cards, streets.game.deck
    return n_classes(deck, (own,)) * comb(deck.size - own, streets.board.cards)


def _check_bound(payoffs: Payoffs, streets: Streets, total: int) -> None:
    """Refuse payoffs whose sums over all ways to show the cards, which reach k! times themselves, could exceed 2^63."""
    largest = max(1, int(np.abs(payoffs.net).max()))
    if total * largest * factorial(streets.board.cards) >= 2**63:
        raise BadDeclaration(f"{payoffs.game.title}: {total:,} deals with payoffs up to {largest:,} pass 64 bits")
