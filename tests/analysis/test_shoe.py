"""Titles dealt from a shoe against counts of their own: a few lines that know nothing of the family."""

from fractions import Fraction
from itertools import product
from math import perm, sqrt

import pytest

from houseway.analysis import analyze, simulate
from houseway.analysis.counting.shards import Runner
from houseway.analysis.counting.solver import solve_from
from houseway.analysis.declared.advice import advise
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.played import simulate_engine, unit_and_bet
from houseway.analysis.declared.registry import family_of, reasons_against
from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards
from houseway.errors import BadCards, HousewayError
from houseway.games.catalogue import game
from houseway.games.engine.action import DEAL, Action
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.strategies import strategy

RANKS = range(13)
HERE = Runner(jobs=1, cache=False)


def declared(slug: str, **readings: str) -> DeclaredGame:
    prefix = {"casino-war": "CW"}[slug]
    table = game(slug, readings={f"{prefix}-{name}": choice for name, choice in readings.items()})
    assert isinstance(table, DeclaredGame)
    return table


def war_by_hand(decks: int, *, bonus: bool = False, surrender: bool = False) -> dict[int | Fraction, Fraction]:
    """The net results of Casino War by their chances: four ranks in turn, each drawn from what is left of it."""
    results: dict[int | Fraction, int] = {}
    for ranks in product(RANKS, repeat=4):
        left, ways = [4 * decks] * 13, 1
        for rank in ranks:
            ways *= left[rank]
            left[rank] -= 1
        mine, theirs, again, against = ranks
        net: int | Fraction = 1 if mine > theirs else -1
        if mine == theirs:
            net = 1 + (bonus and again == against) if again >= against else -2
            net = Fraction(-1, 2) if surrender else net
        results[net] = results.get(net, 0) + ways
    return {net: Fraction(ways, perm(52 * decks, 4)) for net, ways in results.items() if ways}


@pytest.mark.parametrize(("decks", "bonus"), [(6, False), (6, True), (1, False), (8, False)])
def test_casino_war_has_the_distribution_of_four_ranks_drawn_by_hand(decks: int, bonus: bool) -> None:
    table = declared("casino-war", R2=str(decks), R1="bonus" if bonus else "no-bonus")
    net = analyze(table, recompute=True).net
    assert {value: Fraction(times, net.total) for value, times in net.weights.items()} == war_by_hand(
        decks, bonus=bonus
    )


def test_the_published_figures_of_casino_war_are_reproduced() -> None:
    """2.88% and 2.33% for who goes to war, 3.70% for who surrenders, 18.65% for the Tie bet; six decks."""
    edges = [-analyze(declared("casino-war", R1=each)).value for each in ("no-bonus", "bonus")]
    assert [f"{float(edge):.2%}" for edge in edges] == ["2.88%", "2.33%"]
    surrendered = war_by_hand(6, surrender=True)
    mean = sum(net * chance for net, chance in surrendered.items())
    assert f"{float(-mean):.2%}" == "3.70%"
    tie = Fraction(6 * 4 - 1, 6 * 52 - 1)
    (alone,) = analyze("casino-war").side_bets
    assert alone.value == 11 * tie - 1
    assert f"{float(-alone.value):.2%}" == "18.65%"


def test_of_three_printed_deviations_one_is_a_deviation_and_one_a_variance() -> None:
    """1.05 is printed for the war, 0.94 for surrender and 8.32 for the Tie bet, whose variance is 8.29."""
    assert f"{analyze('casino-war').net.standard_deviation:.2f}" == "1.05"
    surrendered = war_by_hand(6, surrender=True)
    mean = sum(net * chance for net, chance in surrendered.items())
    variance = sum((net - mean) ** 2 * chance for net, chance in surrendered.items())
    assert (f"{sqrt(variance):.2f}", f"{float(variance):.2f}") == ("0.97", "0.94")
    tie = Fraction(23, 311)
    assert f"{float(121 * tie * (1 - tie)):.2f}" == "8.29"


def test_advice_after_a_tie_is_the_solvers_value() -> None:
    table = declared("casino-war").with_deck(Deck.stripped(ranks="9QKA", suits="s", decks=3))
    unit, bet = unit_and_bet(Payoffs.of(table))
    for card in parse_cards("9s As"):
        state = table.start([bet], open_shoe=True)
        for _ in range(2):
            state = state.apply(Action(DEAL, (card,)))
        advice = advise(table, [card], dealer=[card])
        assert advice.best.value * unit == solve_from(state).value
        assert {str(each.action): each.value for each in advice.options}["surrender"] == Fraction(-1, 2)


def test_nothing_is_advised_where_nothing_is_decided() -> None:
    with pytest.raises(BadCards, match="tie"):
        advise(declared("casino-war"), "As", dealer="Ks")


def test_simulations_of_the_kernel_and_of_the_table_hold_the_exact_value() -> None:
    table = declared("casino-war")
    value = analyze(table).value
    assert simulate(table, 300_000, seed=5).agrees_with(value)
    player = strategy("casino-war", "never-folds")
    assert simulate_engine(Payoffs.of(table), 1500, seed=5, player=player).agrees_with(value)


def test_other_families_refuse_what_depends_on_the_cards_before() -> None:
    table = declared("casino-war")
    assert family_of(table).name == "shoe"
    refusals = reasons_against(table)
    assert all("surrender or go to war" in reason for name, reason in refusals.items() if name != "shoe")


def test_the_shoe_refuses_titles_whose_suits_count() -> None:
    poker = game("three-card-poker")
    assert isinstance(poker, DeclaredGame)
    assert "suits count" in reasons_against(poker)["shoe"]
    with pytest.raises(HousewayError, match="cards are dealt"):
        family_of(declared("casino-war").with_deck(Deck.stripped(ranks="KA", suits="s")))
