"""Fast Action Hold'em: analyzer, advice, rule list and simulation against the rules played out on stripped decks."""

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest
from support.fixed_strategy import Always
from support.quick import in_proof, sampled

from houseway.analysis.counting.shards import Runner
from houseway.analysis.counting.solver import solve, solve_from
from houseway.analysis.titles.fast_action_holdem import advise, analyze, rule_list, simulate, strategy_table
from houseway.analysis.titles.fast_action_holdem.analyzer import choices_of
from houseway.analysis.titles.fast_action_holdem.choices import WAYS, action_of
from houseway.analysis.titles.fast_action_holdem.endings import envy_value, tally
from houseway.analysis.titles.fast_action_holdem.rule_list import ways_of
from houseway.cards.deck import Deck
from houseway.errors import BadBet, BadCards, UnknownName
from houseway.games.catalogue import game
from houseway.games.engine.action import DEAL, PROCEED, Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.state import CHANCE, DEALER, State
from houseway.games.strategies.base import Strategy
from houseway.games.titles.fast_action_holdem import FastActionGame
from houseway.games.titles.fast_action_holdem.round import FastActionRound

SINGLE, MULTI = "fast-action-holdem", "fast-action-holdem-multi"
ONE_EACH = Bet(ante=100, bonus=100)
AT_ONCE = Runner(jobs=1, cache=False)
SMALL = Deck.stripped("7A", "cd", 4).without([49, 49, 48])

OTHER_READINGS: list[Mapping[str, str]] = [
    {},
    {"FA-R2": "no-bonus-only"},
    {"FA-R3": "first-hand"},
    {"FA-R4": "low-first", "FA-R11": "any"},
    {"FA-R5": "unsuited"},
    {"FA-R6": "literal", "FA-R7": "fives-on-top"},
]


def fast_action(slug: str, deck: Deck, readings: Mapping[str, str] | None = None, **options: Any) -> FastActionGame:
    made = game(slug, deck=deck, readings=readings, **options)
    assert isinstance(made, FastActionGame)
    return made


@pytest.mark.slow
@pytest.mark.parametrize("readings", sampled(OTHER_READINGS, 2), ids=str)
def test_a_small_shoe_is_worth_what_the_rules_played_out_are_worth(readings: Mapping[str, str]) -> None:
    table = fast_action(MULTI, SMALL, readings, paytable="2")
    result = analyze(table, runner=AT_ONCE)
    assert solve(table, ONE_EACH, symmetric=True).agrees_with(result.net, 100)
    assert result.net.total % (comb(13, 4) * comb(9, 5)) == 0
    assert sum(wager.value for wager in result.wagers) == result.value
    assert result.average_wager == sum(wager.staked for wager in result.wagers)


@pytest.mark.slow
@pytest.mark.parametrize("bonus", [0, 50, 300])
def test_any_size_of_the_bonus_is_worth_what_the_rules_played_out_are_worth(bonus: int) -> None:
    table = fast_action(MULTI, SMALL, paytable="1")
    result = analyze(table, runner=AT_ONCE, bonus=Fraction(bonus, 100))
    assert solve(table, Bet(ante=100, bonus=bonus), symmetric=True).agrees_with(result.net, 100)


@pytest.mark.slow
@pytest.mark.parametrize("place", sampled((Fraction(1, 3), Fraction(0), Fraction(1)), 3))
@pytest.mark.parametrize("readings", [{}, {"FA-R2": "no-bonus-only", "FA-R3": "first-hand"}, {"FA-R5": "unsuited"}])
def test_every_way_to_play_a_hand_of_one_deck_is_worth_what_the_rules_played_out_are(
    readings: Mapping[str, str], place: Fraction
) -> None:
    deck = Deck.stripped("9JQA", "cdh").without([28]).without([50])
    deck = Deck.of([*deck.cards, 24, 20, 21])
    table = fast_action(SINGLE, deck, readings, paytable="5", shuffler="custom")
    choices = choices_of(table, AT_ONCE)
    hands = choices.hands[0]
    row = int(place * (len(hands) - 1))
    hand = tuple(hands[row].tolist())
    dealt = table.start([ONE_EACH], open_shoe=True).apply(Action(DEAL, hand))
    advice = advise(table, hand)
    legal = {option.action for option in advice.options}
    assert legal == set(_at_the_seat(dealt).legal_actions())
    for number, way in enumerate(WAYS):
        action = action_of(way, hand)
        assert choices.allowed[number, row] == (action in legal)
        if action in legal:
            expected = solve_from(dealt, Always(action)).value / 100
            assert Fraction(int(choices.values[number, row]), choices.unit) == expected
            assert advice.cost(action) == advice.best.value - expected


def _at_the_seat(state: State) -> State:
    """Some state that follows in which the seat decides."""
    while state.actor != 0:
        state = state.apply(next(state.chance_outcomes())[0] if state.actor == CHANCE else PROCEED)
    return state


@pytest.mark.parametrize("slug", [SINGLE, MULTI])
def test_dead_cards_are_taken_out_of_the_advice_exactly(slug: str) -> None:
    deck = Deck.stripped("9TJQ", "cdhs") if slug == SINGLE else Deck.stripped("9TQ", "cd", 3)
    hand, dead = deck.cards[2:6], (deck.cards[0], deck.cards[9], deck.cards[12])
    whole = game(slug, deck=deck, paytable=None)
    left = (
        fast_action(slug, deck.without(dead), shuffler="custom")
        if slug == SINGLE
        else fast_action(slug, deck.without(dead))
    )
    dealt = left.start([ONE_EACH], open_shoe=True).apply(Action(DEAL, hand))
    advice = advise(whole, hand, dead=dead)
    for option in (advice.options[0], advice.options[len(advice.options) // 2], advice.options[-1]):
        assert solve_from(dealt, Always(option.action)).value / 100 == option.value


@pytest.mark.slow
def test_the_rule_list_costs_what_its_rules_played_out_give_away() -> None:
    table = fast_action(MULTI, SMALL, paytable="2")
    rules = rule_list(table, runner=AT_ONCE)
    assert 0 < len(rules.lines()) <= 15
    best, by_rules = analyze(table, runner=AT_ONCE), analyze(table, strategy="rule-list", runner=AT_ONCE)
    assert best.value - by_rules.value == rules.cost >= 0
    assert solve(table, ONE_EACH, rules, symmetric=True).agrees_with(by_rules.net, 100)


@pytest.mark.parametrize("choice", ["each", "better"])
def test_FA_16_an_envy_lammer_is_worth_what_the_rounds_played_out_owe(choice: str) -> None:
    table = fast_action(MULTI, SMALL, {"FA-R9": choice}, paytable="1")
    choices = choices_of(table, AT_ONCE)
    rules = rule_list(table, runner=AT_ONCE)
    value = envy_value(table, tally(choices, (ways_of(rules, choices),)), choices.counted.job.first_values)
    assert value == _envy_played_out(table, rules)


def _envy_played_out(table: FastActionGame, strategy: Strategy) -> Fraction:
    """What the seat's hands owe to one lammer of another seat, on average over every deal."""
    owed, waiting = Fraction(0), [(table.start([ONE_EACH], open_shoe=True), Fraction(1))]
    while waiting:
        state, weight = waiting.pop()
        assert isinstance(state, FastActionRound)
        if state.values:
            owed += weight * sum(amount for amount, _ in state.envy_hands(0))
        elif state.actor == CHANCE:
            waiting += [(state.apply(deal), weight * chance) for deal, chance in state.chance_outcomes()]
        elif state.actor == DEALER:
            waiting.append((state.apply(PROCEED), weight))
        else:
            waiting.append((state.apply(strategy.choose(state.view(0))), weight))
    return owed


@pytest.mark.slow
def test_simulated_rounds_agree_with_the_exact_value_and_any_part_can_be_played_alone() -> None:
    table = fast_action(MULTI, Deck.stripped("78TA", "cdh", 2), paytable="2")
    exact = analyze(table, runner=AT_ONCE)
    whole = simulate(table, 60_000, seed=3, runner=AT_ONCE)
    assert whole.agrees_with(exact.value)
    parts = [simulate(table, 30_000, seed=3, runner=AT_ONCE, first_round=first) for first in (0, 30_000)]
    joined = {value: sum(part.net.weights.get(value, 0) for part in parts) for value in whole.net.weights}
    assert joined == dict(whole.net.weights)


def test_the_strategy_table_is_consistent_with_the_analysis() -> None:
    table = fast_action(MULTI, SMALL, paytable="2")
    rows, result = strategy_table(table, runner=AT_ONCE), analyze(table, runner=AT_ONCE)
    total = comb(13, 4)
    assert sum(row.dealt for row in rows) == 6 * total
    assert sum(row.first for row in rows) == total
    shares = {share.what: share.combinations for share in result.decisions}
    assert sum(row.ante_split for row in rows) == shares["split the Ante"] + shares["split both"]
    assert sum(row.bonus_split for row in rows) == shares["split the Bonus"] + shares["split both"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "deck", [SMALL, in_proof(Deck.stripped("79A", "cd", 3).without([20, 21, 28, 48, 49]))], ids=["two", "three"]
)
def test_a_pay_table_with_a_row_inside_a_category_is_valued_exactly(deck: Deck, tmp_path: Path) -> None:
    file = tmp_path / "aces.toml"
    rows = '"pair of aces or better" = 1\n"two pair" = 2\n"flush" = 3\n'
    file.write_text(f'base = "2"\nconfirm_gaps = true\n[bonus]\n{rows}', "utf-8")
    table = fast_action(MULTI, deck, paytable=str(file))
    assert solve(table, ONE_EACH, symmetric=True).agrees_with(analyze(table, runner=AT_ONCE).net, 100)


@pytest.mark.parametrize(
    ("cards", "situation"),
    [
        ("As Ks Qs", {}),
        ("As Ks Qs Js Ts", {}),
        ("As As Ks Qs", {}),
        ("As Ks Qs Jk", {}),
        ("As Ks Qs Js", {"dead": "As"}),
        ("As Ks Qs Js", {"dead": "2c 2c"}),
        ("As Ks Qs Js", {"board": "2c 3c 4c"}),
        ("As Ks Qs Js", {"stage": 2}),
    ],
)
def test_impossible_situations_are_refused(cards: str, situation: dict[str, object]) -> None:
    with pytest.raises(BadCards):
        advise(game(SINGLE), cards, **situation)


def test_too_many_dead_cards_are_refused() -> None:
    deck = Deck.standard()
    hand, dead = deck.cards[:4], deck.cards[4:44]
    with pytest.raises(BadCards, match="9 cards"):
        advise(game(SINGLE), hand, dead=dead)


def test_wrong_bets_and_names_are_refused() -> None:
    with pytest.raises(UnknownName):
        analyze(fast_action(MULTI, SMALL), strategy="hope", runner=AT_ONCE)
    with pytest.raises(BadBet, match="equal Ante and Bonus"):
        analyze(fast_action(MULTI, SMALL, paytable="3"), bonus=2, runner=AT_ONCE)
    with pytest.raises(BadBet):
        analyze(fast_action(MULTI, SMALL), bonus=-1, runner=AT_ONCE)
