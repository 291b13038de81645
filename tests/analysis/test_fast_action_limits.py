"""Fast Action Hold'em: stated bets within an aggregate limit, and the player who sets cards as the dealer does."""

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any

import pytest
from support.fixed_strategy import Always
from support.quick import in_proof

from houseway.analysis.counting.shards import Runner
from houseway.analysis.counting.solver import solve, solve_from
from houseway.analysis.titles.fast_action_holdem import analyze, rule_list
from houseway.cards.classes import classes
from houseway.cards.deck import Deck
from houseway.errors import BadBet, LimitExceeded
from houseway.games.catalogue import game
from houseway.games.engine.action import DEAL, Action
from houseway.games.engine.bet import Bet
from houseway.games.house_way import house_way_choices
from houseway.games.titles.fast_action_holdem import FastActionGame
from houseway.games.titles.fast_action_holdem.options import KEEP

MULTI = "fast-action-holdem-multi"
AT_ONCE = Runner(jobs=1, cache=False)
TWO_RANKS = Deck.stripped("7A", "cd", 4).without([49, 49, 48])
SIX_SEVENS = Deck.of([20] * 6 + [48] * 4 + [49] * 3)
LOWEST_LIMIT = 1_500_000
"""In cents: 50 times the largest wager of 300 dollars (WAC 230-15-490)."""


def fast_action(deck: Deck, **options: Any) -> FastActionGame:
    made = game(MULTI, deck=deck, **options)
    assert isinstance(made, FastActionGame)
    return made


@pytest.mark.slow
@pytest.mark.parametrize(
    ("deck", "ante", "bonus", "scope"),
    [
        (TWO_RANKS, 20_000, 20_000, "round"),
        (SIX_SEVENS, 1_000, 2_500, "hand"),
        in_proof((TWO_RANKS, 20_000, 20_000, "hand")),
        in_proof((SIX_SEVENS, 1_000, 2_500, "round")),
    ],
    ids=["pairs-round", "sevens-hand", "pairs-hand", "sevens-round"],
)
def test_FA_15i_a_round_within_an_aggregate_limit_is_worth_what_the_rules_played_out_are(
    deck: Deck, ante: int, bonus: int, scope: str
) -> None:
    table = fast_action(deck, paytable="2", aggregate_limit=LOWEST_LIMIT, aggregate_scope=scope)
    result = analyze(table, runner=AT_ONCE, bonus=Fraction(bonus, ante), ante=ante)
    assert solve(table, Bet(ante=ante, bonus=bonus), symmetric=True).agrees_with(result.net, ante)
    assert sum(wager.value for wager in result.wagers) == result.value
    unlimited = analyze(fast_action(deck, paytable="2"), runner=AT_ONCE, bonus=Fraction(bonus, ante))
    binds = scope == "round" or deck is SIX_SEVENS
    assert (result.value < unlimited.value) == binds


def test_FA_15i_both_hands_of_a_split_share_the_limit_of_the_round() -> None:
    by_scope = {
        scope: analyze(
            fast_action(TWO_RANKS, paytable="2", aggregate_limit=LOWEST_LIMIT, aggregate_scope=scope),
            runner=AT_ONCE,
            ante=20_000,
        )
        for scope in ("round", "hand")
    }
    unlimited = analyze(fast_action(TWO_RANKS, paytable="2"), runner=AT_ONCE)
    most_by_odds = max(unlimited.net.weights)
    assert most_by_odds == 2 + 40 + 40
    assert max(by_scope["hand"].net.weights) == most_by_odds
    assert max(by_scope["round"].net.weights) == 2 + Fraction(LOWEST_LIMIT, 20_000)


def test_FA_15i_the_rule_list_under_a_limit_is_worth_what_its_rules_played_out_are() -> None:
    table = fast_action(TWO_RANKS, paytable="1", aggregate_limit=LOWEST_LIMIT)
    by_rules = analyze(table, strategy="rule-list", runner=AT_ONCE, ante=20_000)
    rules = rule_list(table, runner=AT_ONCE)
    assert solve(table, Bet(ante=20_000, bonus=20_000), rules, symmetric=True).agrees_with(by_rules.net, 20_000)


def test_broken_cents_of_a_stated_bet_stay_with_the_house(tmp_path: Any) -> None:
    file = tmp_path / "halves.toml"
    file.write_text('base = "2"\n[bonus]\n"four of a kind" = "5/2"\n"full house" = "3/2"\n', "utf-8")
    table = fast_action(TWO_RANKS, paytable=str(file))
    result = analyze(table, runner=AT_ONCE, ante=25)
    assert solve(table, Bet(ante=25, bonus=25), symmetric=True).agrees_with(result.net, 25)
    assert result.value < analyze(table, runner=AT_ONCE).value


def test_results_say_which_bets_and_which_limit_they_are_of() -> None:
    table = fast_action(TWO_RANKS, paytable="2", aggregate_limit=LOWEST_LIMIT)
    stated, unstated = analyze(table, runner=AT_ONCE, ante=20_000), analyze(table, runner=AT_ONCE)
    assert stated.to_dict()["aggregate_limit_cents"] == LOWEST_LIMIT
    assert stated.to_dict()["ante_cents"] == 20_000
    assert "ante_cents" not in unstated.to_dict()
    assert any("$15,000 is left out" in note for note in unstated.notes)
    assert any("Ante of $200" in note and "only player" in note for note in stated.notes)
    assert unstated.net == analyze(fast_action(TWO_RANKS, paytable="2"), runner=AT_ONCE).net


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"ante": 0}, BadBet),
        ({"ante": True}, BadBet),
        ({"ante": 10.0}, BadBet),
        ({"ante": 5, "bonus": Fraction(1, 2)}, BadBet),
        ({"ante": 40_000}, LimitExceeded),
        ({"ante": 20_000, "bonus": 2}, LimitExceeded),
    ],
    ids=str,
)
def test_impossible_bets_are_refused(options: Mapping[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        analyze(fast_action(TWO_RANKS), runner=AT_ONCE, **options)


@pytest.mark.parametrize("readings", [{}, {"FA-R11": "any", "FA-R4": "low-first"}], ids=str)
def test_the_house_way_as_a_strategy_is_worth_the_mean_of_its_equally_good_choices(
    readings: Mapping[str, str],
) -> None:
    table = fast_action(TWO_RANKS, paytable="2", readings=readings)
    result = analyze(table, strategy="house-way", runner=AT_ONCE)
    start = table.start([Bet(ante=100, bonus=100)], open_shoe=True)
    expected = Fraction(0)
    for (hand,), weight in classes(TWO_RANKS, (4,)):
        dealt = start.apply(Action(DEAL, hand))
        _, pairs = house_way_choices(hand, table.house_way)
        values = [solve_from(dealt, Always(Action(KEEP, tuple(sorted(pair, reverse=True))))).value for pair in pairs]
        expected += weight * sum(values, Fraction(0)) / len(values) / 100
    assert result.value == expected / comb(13, 4)
    assert result.value < analyze(table, runner=AT_ONCE).value
    assert result.average_wager == 2
    assert {share.what: share.probability for share in result.decisions}["keep two cards"] == 1
