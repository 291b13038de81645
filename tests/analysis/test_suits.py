"""Titles of the longest flush: the product over suits against hands laid out, the solver, and printed figures."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from support.suit_toys import ToySuits

from houseway.analysis import advise, analyze, rule_list, simulate
from houseway.analysis.counting.card_sets import all_sets
from houseway.analysis.counting.shards import Runner
from houseway.analysis.counting.solver import solve
from houseway.analysis.declared import analyzer
from houseway.analysis.declared.choices import NEVER_FOLDS, stakes_of
from houseway.analysis.declared.family import Observation
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.registry import family_of, reasons_against
from houseway.analysis.declared.simulation import unit_and_bet
from houseway.analysis.declared.suits.counting import n_classes
from houseway.cards.classes import class_arrays
from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards
from houseway.errors import BadCards
from houseway.games.catalogue import game
from houseway.games.engine.declared.title import DeclaredGame
from houseway.ranking import ranking

HERE = Runner(jobs=1, cache=False)
SLUG = "i-luv-suits-poker"


@pytest.mark.parametrize("side_bet", [False, True])
@pytest.mark.parametrize(
    "deck",
    [
        Deck.stripped(ranks="9QK", suits="shd"),
        Deck.stripped(ranks="345K", suits="sh"),
        Deck.of(parse_cards("As Ks Qs Js Kh Qh 2h Ad 2c")),
    ],
)
def test_the_solver_and_the_family_find_the_same_distribution(deck: Deck, side_bet: bool) -> None:
    """The last deck has another set of ranks in every suit."""
    table = ToySuits.configure(deck=deck)
    assert family_of(table).name == "suits"
    bets = {"side": 1} if side_bet else {}
    unit, bet = unit_and_bet(Payoffs.of(table, stakes_of(table, bets)))
    best = solve(table, bet, symmetric=True)
    result = analyzer.analyze(table, runner=HERE, bets=bets)
    assert best.value == result.value * unit
    assert result.net.total == comb(deck.size, 3) * comb(deck.size - 3, 4)


def largest_only(deck: Deck) -> DeclaredGame:
    table = game(SLUG, deck=deck, readings={"ILS-R4": "maximum"})
    assert isinstance(table, DeclaredGame)
    return table


@pytest.mark.proof
def test_ILS_R4_the_largest_play_only_is_that_of_the_solver() -> None:
    table = largest_only(Deck.of(parse_cards("2s 3s 4s 6s 8s Ts Ks 2h 4h 5h 7h 9h Jh Ad Qd")))
    unit, bet = unit_and_bet(Payoffs.of(table, stakes_of(table, {})))
    assert solve(table, bet, symmetric=True).value == analyzer.analyze(table, runner=HERE).value * unit


def test_ILS_R4_who_never_folds_makes_the_largest_play() -> None:
    """Two suits of seven cards: 2,450 hands hold four of a suit at most, 882 five, 98 six and 2 seven."""
    table = largest_only(Deck.stripped(ranks="23468TK", suits="sh"))
    result = analyzer.analyze(table, runner=HERE, strategy=NEVER_FOLDS)
    assert result.average_wager == 1 + Fraction(2450 + 2 * 882 + 3 * 100, 3432)
    mean = simulate(table, 20_000, seed=5, strategy=NEVER_FOLDS)
    assert mean.agrees_with(result.value)


def test_ILS_R4_advice_names_no_bet_that_is_closed() -> None:
    options = advise(largest_only(Deck.standard()), "Kc Jc 9c 7c 5c 3d 2d").options
    assert {each.action.kind for each in options} == {"fold", "play-2x"}


@pytest.mark.parametrize("cards", [3, 4])
@pytest.mark.parametrize("deck", [Deck.standard(), Deck.stripped(ranks="23456", suits="shd")])
def test_own_hands_are_as_many_as_there_are_classes_under_renaming_of_suits(deck: Deck, cards: int) -> None:
    assert n_classes(deck, cards) == len(class_arrays(deck, (cards,))[1])


@pytest.mark.parametrize(
    ("own", "dead"),
    [
        ("Tc 8c 6c 5d 4d 3h 2h", "2c 3c 4c 5c 7c 2d 3d 6d 7d 8d Td Jd 4h 5h 6h 7h 8h 9h Th 2s 3s 4s 5s 6s"),
        ("8h 3h 2h Ac Kc Qs Js", "2c 3c 4c 5c 7c 2d 3d 6d 7d 8d Td Jd 4h 5h 6h 7h 9h Th 2s 3s 4s 5s 6s 7s"),
        ("Ac Kc Qc Jc 9c 2h 3d", "2c 3c 4c 5c 7c 2d 4d 6d 7d 8d Td Jd 4h 5h 6h 7h 8h 9h Th 2s 3s 4s 5s 6s"),
    ],
)
def test_one_situation_is_every_dealers_hand_laid_out(own: str, dead: str) -> None:
    """21 cards are left, of which the dealer has seven: valued one by one, and settled from the sheet."""
    hand, gone = parse_cards(own), parse_cards(dead)
    left = np.array(Deck.standard().without((*hand, *gone)).distinct, np.uint8)
    flush = ranking("longest-flush")
    dealers, mine = flush.evaluate(left[all_sets(len(left), 7)]).astype(int), flush.value(hand)
    least = flush.value(parse_cards("9c 3c 2c"))
    advice = {option.action.kind: option.value for option in advise(SLUG, own, dead=dead).options}
    assert advice.pop("fold") == -1
    for kind, value in advice.items():
        times = {"play": 1, "play-2x": 2, "play-3x": 3}[kind]
        net = np.where(dealers < least, 1, np.sign(mine - dealers) * (1 + times))
        assert value == Fraction(int(net.sum()), len(dealers))
    assert len(advice) == {3: 1, 5: 2}[max(own.count(suit) for suit in "cdhs")]


@pytest.mark.proof
def test_a_dealers_45_million_hands_laid_out() -> None:
    hand = parse_cards("Tc 8c 6c 5d 4d 3h 2h")
    left = np.array(Deck.standard().without(hand).distinct, np.uint8)
    flush = ranking("longest-flush")
    mine, least, total = flush.value(hand), flush.value(parse_cards("9c 3c 2c")), 0
    for highest in range(6, len(left)):
        below = all_sets(highest, 6)
        hands = left[np.column_stack([below, np.full(len(below), highest, np.uint8)])]
        dealers = flush.evaluate(hands).astype(int)
        total += int(np.where(dealers < least, 1, np.sign(mine - dealers) * 2).sum())
    values = {option.action.kind: option.value for option in advise(SLUG, hand).options}
    assert values["play"] == Fraction(total, comb(45, 7))


@pytest.mark.slow
def test_best_play_is_better_than_the_printed_strategies() -> None:
    """2.6855% is printed for a strategy near the best one; T-8-6 or better is printed as 0.06% above the best."""
    best = analyze(SLUG, recompute=True)
    assert best.value == Fraction(-1348050875653, 50592437455560)
    assert best.house_edge("ante") < Fraction("0.026855")
    rules = rule_list(SLUG)
    assert rules.lines() == (
        "Play 3x with a six-card flush or better",
        "Play 2x with a five-card flush or better",
        "Play with a three-card flush, T-8-6 or better",
        "Fold with everything else",
    )
    assert Fraction("0.026855") < best.house_edge("ante") + rules.cost < Fraction("0.0272")
    assert sum(share.combinations for share in best.decisions) == best.net.total


def test_never_folding_is_the_mean_of_all_values_of_playing() -> None:
    """Once the Ante with every hand: the dealer's hands that do not qualify are a census, the others win or lose."""
    result = analyze(SLUG, strategy=NEVER_FOLDS)
    flush = ranking("longest-flush")
    unqualified = int(flush.census(7)[: flush.value(parse_cards("9c 3c 2c"))].sum())
    not_qualified = Fraction(unqualified, comb(52, 7))
    assert result.average_wager == 2
    wins = sum(row.combinations for row in result.return_table if row.pays == 2)
    losses = sum(row.combinations for row in result.return_table if row.pays == -2)
    alone = sum(row.combinations for row in result.return_table if row.pays == 1)
    assert Fraction(alone, result.net.total) == not_qualified
    assert result.value == not_qualified + 2 * Fraction(wins - losses, result.net.total)


def test_the_kernel_plays_by_the_best_strategy() -> None:
    assert simulate(SLUG, 300_000, seed=11).agrees_with(Fraction(-1348050875653, 50592437455560))


def test_a_situation_needs_seven_cards() -> None:
    table = game(SLUG)
    assert isinstance(table, DeclaredGame)
    with pytest.raises(BadCards, match="takes 7 cards"):
        advise(SLUG, "Ac Kc Qc")
    suits, payoffs = family_of(table), Payoffs.of(table)
    with pytest.raises(BadCards, match="The dealer needs 7 cards"):
        suits.situation(payoffs, Observation(tuple(range(7)), dead=tuple(range(7, 48))))


def test_another_ranking_is_refused() -> None:
    table = game("three-card-poker")
    assert isinstance(table, DeclaredGame)
    assert "not by the longest flush" in reasons_against(table)["suits"]
