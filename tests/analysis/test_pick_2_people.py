"""Rules for people and simulation of Pick 2 Poker."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest
from support.pick_2_cases import ANTE, CHOICES, TEN_CARDS, TWELVE_CARDS, UNCACHED, opening_bet, result, table

from houseway.analysis.counting.shards import Runner
from houseway.analysis.counting.solver import solve
from houseway.analysis.declared.advice import declared_rule
from houseway.analysis.declared.api import analyze, rule_list, simulate, strategy_table
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.private_showdown.pick_play import PickPlay, PickPlayer
from houseway.analysis.declared.simulation import Simulator
from houseway.analysis.results.advice import view_of_hand
from houseway.analysis.results.rules import RULE_LIST, RuleList
from houseway.cards import Card
from houseway.cards.streams import deal
from houseway.errors import BadArray, UnknownName
from houseway.games.engine.action import Action
from houseway.games.engine.view import View
from houseway.games.titles.pick_2_poker import Pick2Poker

MOST_LINES = 15


@dataclass
class Ruled:
    """A seat that plays by a rule list."""

    game: Pick2Poker
    rules: RuleList
    name: str = "ruled"

    def choose(self, view: View) -> Action:
        """What the rule says that applies to the hand."""
        applied = declared_rule(self.game, self.rules, view.cards("hand", view.seat), {})
        assert applied is not None
        return applied.action


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runner]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOUSEWAY_CACHE", str(tmp_path_factory.mktemp("counts")))
        yield Runner(jobs=1)


@pytest.mark.slow
@pytest.mark.parametrize("r1", CHOICES["P2-R1"])
def test_rule_list_is_short_and_costs_less_than_a_tenth_of_a_percent(counted: Runner, r1: str) -> None:
    played = table({"P2-R1": r1})
    rules = rule_list(played, runner=counted)
    assert 0 < len(rules.lines()) <= MOST_LINES
    assert 0 <= rules.cost < Fraction(1, 1000)
    optimal, by_rules = analyze(played, runner=counted), analyze(played, strategy="rule-list", runner=counted)
    assert optimal.value - by_rules.value == rules.cost


def test_rule_list_plays_at_a_seat_what_its_analysis_counts() -> None:
    small = table({"P2-R1": "both-push"}, TWELVE_CARDS)
    played = PickPlay.of(RULE_LIST, Payoffs.of(small), UNCACHED)
    seat = Ruled(small, rule_list(small, runner=UNCACHED))
    for row, column in list(enumerate(played.columns.tolist()))[::5]:
        cards = tuple(map(Card, played.hands.cards[row].tolist()))
        assert seat.choose(view_of_hand(cards)) == played.hands.action(column, row)


def test_rule_list_is_worth_what_the_solver_says() -> None:
    small = table(deck=TEN_CARDS)
    solution = solve(small, opening_bet({}), Ruled(small, rule_list(small, runner=UNCACHED)))
    assert solution.agrees_with(analyze(small, strategy="rule-list", runner=UNCACHED).net, ANTE)


def test_strategy_table_has_every_hand_once_and_the_value_of_the_game(counted: Runner) -> None:
    rows = strategy_table(table(), runner=counted)
    assert sum(row.combinations for row in rows) == 2_598_960
    assert sum(row.value * row.combinations for row in rows) / 2_598_960 == analyze(table(), runner=counted).value
    by_kind = {(row.hands, row.best): row.combinations for row in rows}
    assert len(by_kind) == len(rows)
    assert by_kind["royal flush; best 3: suited A-K-Q", "play three"] == 4
    assert by_kind["three of a kind; best 3: three of a kind", "play three"] + 36 + 396 == 54_912


@pytest.mark.slow
@pytest.mark.parametrize("r1", CHOICES["P2-R1"])
def test_simulation_agrees_with_the_exact_value(counted: Runner, r1: str) -> None:
    played = table({"P2-R1": r1, "P2-R2": "both", "P2-R4": "as-set", "P2-R7": "still-paid"})
    simulated = simulate(played, 300_000, seed=2008, runner=counted)
    assert simulated.rounds == 300_000
    assert simulated.agrees_with(analyze(played, runner=counted).value)


@pytest.mark.slow
def test_any_stretch_of_rounds_can_be_simulated_alone(counted: Runner) -> None:
    played = table()
    whole = simulate(played, 50_000, seed=3, jobs=2, runner=counted).net.weights
    parts = [
        simulate(played, rounds, seed=3, first_round=first, runner=counted).net.weights
        for first, rounds in ((0, 20_001), (20_001, 29_999))
    ]
    assert whole == {net: sum(part.get(net, 0) for part in parts) for net in whole}


@pytest.mark.slow
@pytest.mark.parametrize(
    "readings",
    [
        {},
        {"P2-R1": "no-effect", "P2-R2": "both", "P2-R3": "larger", "P2-R7": "still-paid"},
        {"P2-R1": "both-push", "P2-R2": "both", "P2-R4": "as-set", "P2-R5": "felt"},
    ],
)
def test_simulated_rounds_end_as_the_rules_end_them(counted: Runner, readings: dict[str, str]) -> None:
    played = table(readings)
    payoffs = Payoffs.of(played)
    player = PickPlayer.of(PickPlay.best(payoffs, counted))
    simulator = Simulator.of(payoffs, player, seed=5)
    dealt = deal(150, 10, played.deck, seed=5).tolist()
    for number, cards in enumerate(dealt):
        own, dealers = tuple(map(Card, cards[:5])), tuple(map(Card, cards[5:]))
        cell = int(np.flatnonzero(simulator.play(number, 1))[0])
        (path,), picked = player.played({played.hand: np.array([own], np.uint8)})
        option = payoffs.paths[int(path)][0][1]
        cards_set = tuple(Card(card) for card in picked[played.three][0].tolist())
        action = Action.of(option.name, cards_set if option.sets is not None else ())
        assert simulator.settle(cell) * ANTE == result(played, opening_bet(readings), own, action, dealers)


def test_wrong_numbers_of_rounds_and_strategies_are_refused(counted: Runner) -> None:
    with pytest.raises(BadArray, match="got 0 from 0"):
        simulate(table(), 0, seed=1, runner=counted)
    with pytest.raises(BadArray, match="from -1"):
        simulate(table(), 10, seed=1, first_round=-1, runner=counted)
    with pytest.raises(UnknownName, match="optimal"):
        simulate(table(), 10, seed=1, strategy="bluff")
