"""The exact values of Double Draw Poker: proved by the generic solver, and against published figures."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
import pytest
from support.double_draw_cases import ANTE, BET, JOKER_READINGS, NINE_CARDS, SYMMETRIC, UNCACHED, WHEEL, dealt, table
from support.quick import in_proof

from houseway.analysis.counting.shards import Runner
from houseway.analysis.counting.solver import solve, solve_from
from houseway.analysis.results.result import Analysis
from houseway.analysis.titles.double_draw_poker import advise, analyze, jobs, simulate
from houseway.analysis.titles.double_draw_poker.analyzer import published_checks
from houseway.analysis.titles.double_draw_poker.draws import MASKS, common_deals
from houseway.analysis.titles.double_draw_poker.jobs import OutcomeCount, Problem, optimal_plan, solve_first_draw
from houseway.analysis.titles.double_draw_poker.rule_list import RuleList
from houseway.analysis.titles.double_draw_poker.simulation import FOLDED_FIRST, FOLDED_SECOND, ROUND_CARDS, Simulator
from houseway.analysis.titles.double_draw_poker.space import LOSES, WINNING
from houseway.cards import Card, Deck
from houseway.cards.streams import deal
from houseway.errors import BadCards, BadPayTable, UnknownName
from houseway.games.catalogue import game
from houseway.games.strategies import strategy
from houseway.games.titles.double_draw_poker import DoubleDrawPoker
from houseway.ranking import ranking

OWN_TABLE = """
monotone = false
confirm_gaps = true
[bonus]
"five aces" = 40
"natural royal flush" = 30
"straight flush" = "7:2"
"four of a kind" = 11
"full house" = "push"
"flush" = "5:4"
"three of a kind" = 2
"""
"""Fractions, rows missing (a straight and two pair win, but lose their Bonus), better hands that pay less."""


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runner]:
    """A place where the full deck is solved once for all tests of this module."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOUSEWAY_CACHE", str(tmp_path_factory.mktemp("counts")))
        yield Runner(jobs=2)


@pytest.fixture(scope="module")
def full(counted: Runner) -> Analysis:
    """The solution of the game as the letter has it."""
    return analyze(table(), runner=counted)


@pytest.fixture(scope="module")
def own_table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "own.toml"
    path.write_text(OWN_TABLE)
    return path


@pytest.mark.proof
@pytest.mark.parametrize("joker", ["bug", "wild"])
def test_DD_R1_full_solution_equals_the_generic_solver(joker: str) -> None:
    small = table({"DD-R1": joker}, deck=SYMMETRIC)
    assert solve(small, BET, symmetric=True).agrees_with(analyze(small, runner=UNCACHED).net, ANTE)


@pytest.mark.proof
def test_DD_R4_full_solution_equals_the_generic_solver_where_the_wheel_is_no_straight() -> None:
    small, other = (table({"DD-R4": wheel}, deck=WHEEL) for wheel in ("no", "yes"))
    solved = analyze(small, runner=UNCACHED)
    assert solve(small, BET, symmetric=True).agrees_with(solved.net, ANTE)
    assert analyze(other, runner=UNCACHED).value > solved.value


@pytest.mark.proof
def test_DD_8b_a_table_of_fractions_and_gaps_equals_the_generic_solver(own_table: Path) -> None:
    small = table(paytable=own_table, deck=SYMMETRIC)
    assert solve(small, BET, symmetric=True).agrees_with(analyze(small, runner=UNCACHED).net, ANTE)


@pytest.mark.slow
@pytest.mark.parametrize("name", [in_proof("hold-pairs"), "stand-pat", "rule-list"])
def test_a_strategy_is_worth_what_the_generic_solver_says(name: str) -> None:
    small = table(deck=SYMMETRIC)
    player = RuleList(small) if name == "rule-list" else strategy(small.slug, name)
    assert solve(small, BET, player, symmetric=True).agrees_with(
        analyze(small, strategy=name, runner=UNCACHED).net, ANTE
    )


@pytest.mark.parametrize("readings", JOKER_READINGS)
def test_DD_R4_first_draws_equal_the_generic_solver_under_every_reading(readings: dict[str, str]) -> None:
    check_first_draws(table(readings, deck=NINE_CARDS))


def test_DD_8b_first_draws_for_a_table_of_fractions_and_gaps_equal_the_generic_solver(own_table: Path) -> None:
    check_first_draws(table(paytable=own_table, deck=NINE_CARDS))


def check_first_draws(small: DoubleDrawPoker) -> None:
    """The draws of one and of three cards of two hands."""
    for cards, gains in zip(*_option_values(small, [5, 90]), strict=True):
        state = dealt(small, cards)
        for action in state.legal_actions():
            if action.kind == "draw" and len(action.cards) in (1, 3):
                mask = sum(1 << place for place, card_id in enumerate(cards) if card_id in action.cards)
                assert solve_from(state.apply(action)).value == gains[mask] * ANTE


def _option_values(game: DoubleDrawPoker, rows: list[int]) -> tuple[list[tuple[Card, ...]], list[dict[int, Fraction]]]:
    """Some hands, and for each the value of every mask by the full solution."""
    problem = Problem.of(game)
    solution = solve_first_draw(problem, UNCACHED)
    hands = problem.space.hand_classes[0][rows]
    gains = solution.option_gains(hands, solution.pats[rows])
    total = common_deals(problem.space.n_cards)
    cards = [tuple(map(Card, row)) for row in problem.space.cards[hands].tolist()]
    values = [
        {int(mask): problem.payoffs.antes(int(gain), total) for mask, gain in zip(MASKS, row, strict=True)}
        for row in gains
    ]
    return cards, values


@pytest.mark.slow
@pytest.mark.parametrize("readings", JOKER_READINGS)
def test_the_whole_is_the_average_of_the_best_advice(readings: dict[str, str], own_table: Path) -> None:
    small = table(readings, own_table, NINE_CARDS)
    hands, weights = Problem.of(small).space.hand_classes
    values = [advise(small, [small.deck.cards[place] for place in hand]).best.value for hand in hands]
    average = sum((value * int(weight) for value, weight in zip(values, weights, strict=True)), Fraction(0))
    assert analyze(small, runner=UNCACHED).value == average / comb(9, 5)


@pytest.mark.slow
def test_the_full_deck_is_solved_as_every_draw_laid_out_says(counted: Runner) -> None:
    """Advice lays out every draw of one hand; the full solution sums over dead cards. All draws agree."""
    whole = table()
    problem = Problem.of(whole)
    solution = solve_first_draw(problem, counted)
    hands = problem.space.hand_classes[0]
    rows = np.random.default_rng(20140114).integers(0, len(hands), 3)
    gains = solution.option_gains(hands[rows], solution.pats[rows])
    for hand, row in zip(hands[rows], gains.tolist(), strict=True):
        cards = [whole.deck.cards[place] for place in hand]
        options = [option for option in advise(whole, cards).options if option.action.kind == "draw"]
        assert len(options) > 20
        for option in options:
            mask = sum(1 << place for place, card_id in enumerate(cards) if card_id in option.action.cards)
            gain = row[MASKS.tolist().index(mask)]
            assert option.value == problem.payoffs.antes(gain, common_deals(54))


@pytest.mark.slow
def test_published_figures_of_pay_table_1(full: Analysis) -> None:
    checks = {(check.what, check.source): check for check in full.published}
    assert len(checks) == 18
    letter = checks.pop(("house edge per initial wager", "letter"))
    assert abs(letter.difference) < Fraction(2, 10_000)
    wild = checks.pop(("probability of a wild royal flush at the end, best play", "public analysis"))
    assert abs(wild.difference) < Fraction(7, 1_000_000)
    assert "straight flush" in wild.note
    assert all(check.reproduced for check in checks.values())
    assert f"{float(full.house_edge('ante')):.4f}" == "0.0672"


@pytest.mark.parametrize("readings", JOKER_READINGS)
def test_dealt_hands_are_those_published_only_with_the_bug_and_the_wheel(readings: dict[str, str]) -> None:
    chosen = table(readings)
    checks = list(published_checks(chosen, Problem.of(chosen).space, {}, None))
    assert len(checks) == 13
    assert all(check.reproduced for check in checks) == (readings == {"DD-R1": "bug", "DD-R4": "yes"})


@pytest.mark.parametrize(("base", "ours"), [("initial-wager", 2), ("ante", 1), ("unit-bet", 3)])
def test_DD_R3_names_the_base_of_the_letters_edge(base: str, ours: int) -> None:
    chosen = table({"DD-R3": base}, "2")
    edges = {"ante": Fraction(1), "initial wager": Fraction(2), "unit bet": Fraction(3)}
    checks = published_checks(chosen, Problem.of(chosen).space, edges, {})
    assert [check.ours for check in checks if check.source == "letter"] == [ours]


@pytest.mark.slow
def test_simulation_agrees_with_the_exact_value(full: Analysis, counted: Runner) -> None:
    result = simulate(table(), 600_000, seed=5, runner=counted)
    assert result.rounds == 600_000
    assert result.agrees_with(full.value)
    assert set(result.net.weights) <= set(full.net.weights)


@pytest.mark.slow
def test_simulated_rounds_go_as_advice_says_round_by_round(counted: Runner) -> None:
    """Advice lays out every draw for what was seen; the simulation looks decisions up by pattern."""
    whole, n_rounds, seed = table(), 25, 8
    simulator = Simulator.of(Problem.of(whole), optimal_plan(Problem.of(whole), counted), seed)
    dealt_cards = deal(n_rounds, ROUND_CARDS, whole.deck, seed).tolist()
    for number, cards in enumerate(dealt_cards):
        hand, stock = cards[:5], cards[5:]
        first = advise(whole, hand).best.action
        if first.kind == "fold":
            end = FOLDED_FIRST
        else:
            stock, hand = stock[len(first.cards) :], _replaced(hand, first.cards, stock)
            second = advise(whole, hand, stage=2, dead=first.cards).best.action
            hand = _replaced(hand, second.cards, stock)
            end = FOLDED_SECOND if second.kind == "fold" else _outcome(whole, hand)
        assert np.flatnonzero(simulator.play(number, 1)).tolist() == [end]


def _replaced(hand: list[int], thrown: tuple[Card, ...], stock: list[int]) -> list[int]:
    return [card_id for card_id in hand if card_id not in thrown] + stock[: len(thrown)]


def _outcome(game: DoubleDrawPoker, hand: list[int]) -> int:
    order = ranking(game.bonus_table.form.system)
    category = order.category_of(order.value(hand))
    return 1 + WINNING.index(category) if category in WINNING else LOSES


@pytest.mark.slow
@pytest.mark.parametrize("name", ["optimal", "rule-list"])
def test_simulation_of_a_small_deck_agrees_and_any_stretch_can_be_played_alone(name: str) -> None:
    small = table(deck=NINE_CARDS)
    whole = simulate(small, 40_000, 1, name, runner=UNCACHED, jobs=2)
    assert whole.agrees_with(analyze(small, strategy=name, runner=UNCACHED).value)
    parts = [simulate(small, 20_000, 1, name, first_round=first, runner=UNCACHED) for first in (0, 20_000)]
    weights = whole.net.weights
    assert weights == {net: sum(part.net.weights.get(net, 0) for part in parts) for net in weights}


def test_every_wager_adds_up_to_the_whole() -> None:
    analysis = analyze(table(deck=SYMMETRIC), runner=UNCACHED)
    assert sum(wager.value for wager in analysis.wagers) == analysis.value
    assert analysis.net.total == comb(9, 5) * common_deals(9)
    assert analysis.bases["initial wager"] == 2
    first = [share for share in analysis.decisions if share.what.startswith("first")]
    assert sum(share.probability for share in first) == 1


def test_shards_of_any_size_give_the_same_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem.of(table(deck=NINE_CARDS))

    def solved() -> tuple[list[int], list[list[int]]]:
        plan = optimal_plan(problem, UNCACHED)
        return plan.masks.tolist(), UNCACHED.run(OutcomeCount(problem, plan))["counts"].tolist()

    whole = solved()
    n_shards = len(problem.blocks())
    monkeypatch.setattr(jobs, "SHARD_SETS", {2: 3, 3: 7, 4: 20, 5: 31})
    assert len(problem.blocks()) > n_shards
    assert solved() == whole


def test_DD_9_a_stripped_deck_has_no_published_figures() -> None:
    assert analyze(table(deck=NINE_CARDS), runner=UNCACHED).published == ()


def test_what_cannot_be_analyzed_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="optimal"):
        analyze(table(), strategy="by-feel")
    with pytest.raises(UnknownName, match="double-draw-poker"):
        analyze(game("pick-2-poker"))
    with pytest.raises(BadCards, match="9 cards; the deck has 8"):
        analyze(table(deck=Deck.stripped(ranks="KA")))
    with pytest.raises(BadCards, match="one copy"):
        analyze(table(deck=Deck.standard(decks=2)))
    fine = tmp_path / "fine.toml"
    rows = '"five aces" = "999999998:999999929"\n"flush" = "999999999:999999937"\n'
    fine.write_text(f"confirm_gaps = true\n[bonus]\n{rows}")
    with pytest.raises(BadPayTable, match="finely divided"):
        analyze(table(paytable=fine))
