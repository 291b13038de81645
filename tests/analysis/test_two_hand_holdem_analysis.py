"""Whole games on stripped decks: the analysis against the rules walked state by state and against enumeration."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest

from houseway.analysis.counting.shards import Job, Runner
from houseway.analysis.counting.solver import solve
from houseway.analysis.counting.sums import Counts
from houseway.analysis.titles.two_hand_holdem import analyze, rule_list, strategy_table
from houseway.analysis.titles.two_hand_holdem.advice import joint_outcomes
from houseway.analysis.titles.two_hand_holdem.analyzer import SIGNS
from houseway.analysis.titles.two_hand_holdem.jobs import AllFlops
from houseway.analysis.titles.two_hand_holdem.rule_list import PointCount
from houseway.cards import Deck
from houseway.cards.symmetry import canonical, orbit_size
from houseway.errors import BadBet, BadCards, UnknownName
from houseway.games.catalogue import game
from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game
from houseway.games.strategies import strategy
from houseway.ranking import ranking

ANTE = 100
THREE_RANKS = Deck.stripped("A23")
TWO_SUITS = Deck.stripped("9TJQKA", "hs")


class CountOnce(Runner):
    """Counts each deck once for all tests of this module."""

    def run(self, job: Job) -> Counts:
        assert isinstance(job, AllFlops)
        return count_once(job)


@cache
def count_once(job: AllFlops) -> Counts:
    return Runner(jobs=1, cache=False).run(job)


RUNNER = CountOnce()


@pytest.fixture
def with_bonus(tmp_path: Path) -> Game:
    path = tmp_path / "bonus.toml"
    path.write_text(
        "confirm_gaps = true\n[bonus]\n"
        '"four of a kind" = 40\n"three of a kind" = 6\n"two pair" = 3\n"pair of aces or better" = "push"\n'
    )
    return game("two-hand-holdem", paytable=path, readings={"2HH-R1": "four-card"}, deck=THREE_RANKS)


@pytest.mark.slow
def test_the_rule_list_with_a_bonus_agrees_with_the_generic_solver(with_bonus: Game) -> None:
    solution = solve(with_bonus, Bet(ante_1=ANTE, ante_2=ANTE, bonus=2 * ANTE), PointCount(), symmetric=True)
    ours = analyze(with_bonus, strategy="rule-list", runner=RUNNER, bonus=2)
    assert solution.agrees_with(ours.net, ANTE)
    assert ours.bases["initial wager"] == 4
    assert sum((wager.value for wager in ours.wagers), Fraction(0)) == ours.value


@pytest.mark.proof
def test_an_automatic_player_agrees_with_the_generic_solver() -> None:
    table = game("two-hand-holdem", deck=THREE_RANKS)
    player = strategy("two-hand-holdem", "raise-made-hands")
    solution = solve(table, Bet(ante_1=ANTE, ante_2=ANTE), player, symmetric=True)
    assert solution.agrees_with(analyze(table, strategy="raise-made-hands", runner=RUNNER).net, ANTE)


@pytest.mark.slow
def test_optimal_play_agrees_with_enumeration_of_every_hole_and_flop() -> None:
    net, raised = Counter[int](), Counter[int]()
    for flop in combinations(TWO_SUITS.cards, 3):
        if canonical([flop], TWO_SUITS)[0] != flop:
            continue
        weight = orbit_size([flop], TWO_SUITS)
        for hole in combinations(reversed(TWO_SUITS.without(flop).cards), 4):
            counts, raises = _best(flop, hole)
            raised[sum(raises)] += weight
            for (first, one), (second, other) in product(enumerate(SIGNS), repeat=2):
                stakes = (3 if raises[0] else 1) * one + (3 if raises[1] else 1) * other
                net[stakes] += weight * int(counts[first, second])
    ours = analyze(game("two-hand-holdem", deck=TWO_SUITS), runner=RUNNER)
    assert ours.net.weights == {Fraction(value): count for value, count in net.items() if count}
    assert [share.combinations for share in ours.decisions] == [raised[0], raised[1], raised[2]]
    assert ours.bases["unit bet"] == 2 + Fraction(2 * raised[1] + 4 * raised[2], raised.total())


def _best(flop: tuple[int, ...], hole: tuple[int, ...]) -> tuple[np.ndarray, tuple[bool, bool]]:
    """The first of the best arrangements with its raises, from the joint results of all three."""
    rest = TWO_SUITS.without((*flop, *hole)).cards
    ways = joint_outcomes(ranking("standard").lookup, *(np.array(part, np.int64) for part in (flop, hole, rest)))
    edges = [(int(counts.sum(axis=1) @ SIGNS), int(counts.sum(axis=0) @ SIGNS)) for counts in ways]
    values = [sum(3 * edge if edge > 0 else edge for edge in pair) for pair in edges]
    best = values.index(max(values))
    return ways[best], (edges[best][0] > 0, edges[best][1] > 0)


def test_strategies_are_worth_no_more_than_the_optimal_one() -> None:
    table = game("two-hand-holdem", deck=TWO_SUITS)
    best = analyze(table, runner=RUNNER)
    rules = rule_list(table, runner=RUNNER)
    others = {
        name: analyze(table, strategy=name, runner=RUNNER).value for name in ("rule-list", "raise-pairs", "never-raise")
    }
    assert all(value < best.value for value in others.values())
    assert rules.cost == best.value - others["rule-list"]
    assert 0 < len(rules.lines()) <= 15


def test_the_strategy_table_covers_both_hands_of_every_hole() -> None:
    table = game("two-hand-holdem", deck=TWO_SUITS)
    rows = strategy_table(table, runner=RUNNER)
    best = analyze(table, runner=RUNNER)
    holes = best.decisions[0].total
    assert sum(row.hands for row in rows) == 2 * holes
    assert sum(row.raised for row in rows) == best.decisions[1].combinations + 2 * best.decisions[2].combinations
    antes = sum((wager.value for wager in best.wagers if wager.wager.startswith("ante")), Fraction(0))
    assert sum((row.edge * row.hands for row in rows), Fraction(0)) / holes == antes


def test_the_return_table_has_one_line_for_each_outcome() -> None:
    rows = analyze(game("two-hand-holdem", deck=TWO_SUITS), runner=RUNNER).return_table
    pays = {row.outcome: row.pays for row in rows}
    assert len(pays) == len(rows)
    assert pays["both raised: both win"] == 6
    assert pays["one raised: it wins, the other loses"] == 2
    assert pays["none raised: both lose"] == -2


def test_a_bonus_where_none_is_offered_is_refused() -> None:
    with pytest.raises(BadBet, match="2HH-R1"):
        analyze(game("two-hand-holdem", deck=TWO_SUITS), bonus=1)


def test_an_unknown_strategy_is_refused() -> None:
    with pytest.raises(UnknownName, match="rule-list"):
        analyze(game("two-hand-holdem"), strategy="clairvoyant")


@pytest.mark.parametrize("deck", [Deck.standard(decks=2), Deck.with_jokers(), Deck.stripped("AK")])
def test_decks_that_cannot_be_counted_are_refused(deck: Deck) -> None:
    with pytest.raises(BadCards, match="different cards"):
        analyze(game("two-hand-holdem", deck=deck), runner=RUNNER)
