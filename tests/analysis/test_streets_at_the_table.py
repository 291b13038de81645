"""Rounds of the real engine with the whole deck, each decision by the exact value of its options, against the count."""

from collections import Counter
from dataclasses import dataclass

import pytest

from houseway import game
from houseway.analysis.declared.family import Observation
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.registry import family_of
from houseway.analysis.declared.simulation import simulate_engine
from houseway.analysis.results.recorded import recorded, recorded_strategy
from houseway.analysis.results.result import OPTIMAL
from houseway.games.engine.action import Action
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.views import cards_in_sight, path_of
from houseway.games.engine.declared.vocabulary import Decision, Hand, Owner
from houseway.games.engine.view import View

ROUNDS = 800


@dataclass
class ByExactValue:
    """Asks for the value of every option with what a person at the seat sees; the largest of equally good bets."""

    payoffs: Payoffs
    name: str = "exact"

    def choose(self, view: View) -> Action:
        """The best option."""
        title = self.payoffs.game
        own, board = (
            cards_in_sight(title, next(hand for hand in title.every(Hand) if hand.owner is owner), view)
            for owner in (Owner.SEAT, Owner.TABLE)
        )
        taken = [option for _, option in path_of(title, view)]
        values = family_of(title).situation(self.payoffs, Observation(own, board, [], [], taken))
        return Action(max(reversed(list(values)), key=values.__getitem__).name)


@pytest.mark.proof
@pytest.mark.parametrize("slug", ["mississippi-stud", "ultimate-texas-holdem"])
def test_best_play_at_the_table_wins_and_bets_what_the_count_says(slug: str) -> None:
    title = game(slug)
    assert isinstance(title, DeclaredGame)
    payoffs, exact = Payoffs.of(title), recorded(title, OPTIMAL)
    assert exact is not None
    played = simulate_engine(payoffs, ROUNDS, seed=7, player=ByExactValue(payoffs))
    assert abs(float(played.mean - exact.value)) < 4 * exact.net.standard_deviation / ROUNDS**0.5
    folded = exact.net.probability(lambda net: net == -1 if slug == "mississippi-stud" else net == -2)
    share = played.net.probability(lambda net: net == -1 if slug == "mississippi-stud" else net == -2)
    assert abs(float(share - folded)) < 4 * (float(folded) * (1 - float(folded)) / ROUNDS) ** 0.5


@pytest.mark.parametrize("slug", ["mississippi-stud", "ultimate-texas-holdem"])
def test_the_strategy_that_ships_takes_each_option_as_often_as_the_result_that_ships(slug: str) -> None:
    title = game(slug)
    assert isinstance(title, DeclaredGame)
    lines, exact = recorded_strategy(title), recorded(title, OPTIMAL)
    assert lines is not None
    assert exact is not None
    taken: Counter[str] = Counter()
    for line in lines:
        (decision,) = (each.title for each in title.every(Decision) if line.decision.split(", after")[0] == each.title)
        taken[f"{decision}: {line.best}"] += line.combinations
    assert taken == Counter({share.what: share.combinations for share in exact.decisions if share.combinations})
