"""Bets on own and dealer's cards beside a board showdown: by themselves, with the round, and in advice."""

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from support.arranged import declared_game
from support.quick import in_proof
from support.streets_by_hand import ByHand, mean_of

from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.board_showdown.family import BoardShowdown
from houseway.analysis.declared.board_showdown.independent import groups_of
from houseway.analysis.declared.board_showdown.jobs import Passes
from houseway.analysis.declared.board_showdown.layout import Layout
from houseway.analysis.declared.board_showdown.outcome_counts import best_counts, group_counts
from houseway.analysis.declared.choices import NEVER_FOLDS, stakes_of
from houseway.analysis.declared.family import Observation, Solution
from houseway.analysis.declared.payoffs import Payoffs, Stakes
from houseway.analysis.declared.simulation import Simulator
from houseway.analysis.results.distribution import Distribution
from houseway.analysis.results.recorded import recorded
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.results.rules import RULE_LIST
from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.titles.texas_holdem_bonus import TexasHoldEmBonus as Title

FAMILY, HERE = BoardShowdown(), Runner(jobs=1, cache=False)
SHOWN = ((Title.before_flop, 0), (Title.on_flop, 3), (Title.on_turn, 4))
TEN_CARDS = "Ac Ad Ah As 2c 2d Kc Kd Jh 9s"
"""Four aces, and deuces that are folded by themselves, but not with a bet on them that a fold would lose."""
NINE_CARDS = "Ac Ad Ah As 2c 2d Kc Kd Jh"
BONUS = Fraction(sum((6 * 30, 4 * 25, 8 * 20, 12 * 15, 18 * 10, 24 * 5, 54 * 3)) - 1_200, 1_326) + Fraction(
    6 * (1_000 - 30), 1_326 * 1_225
)
"""On paper: six pairs of aces at 30 and so on, 1,200 hands that lose, and the other two aces among 1,225 dealers."""


def small(reading: str, cards: str = TEN_CARDS) -> tuple[DeclaredGame, Stakes]:
    table = declared_game("texas-holdem-bonus", R3=reading).with_deck(Deck.of(parse_cards(cards)))
    assert isinstance(table, DeclaredGame)
    return table, stakes_of(table, {"bonus": Fraction(1, 2)})


def distribution(solution: Solution) -> Distribution:
    payoffs, counts = solution.payoffs, solution.counts
    return Distribution.of(
        (Fraction(int(net), payoffs.scale), int(times))
        for net, times in zip(payoffs.net.ravel().tolist(), counts.ravel().tolist(), strict=True)
    ).reduced()


def test_the_bonus_by_itself_is_what_paper_says() -> None:
    shipped = recorded(declared_game("texas-holdem-bonus"), OPTIMAL)
    assert shipped is not None
    (bonus,) = shipped.side_bets
    assert bonus.value == BONUS == Fraction(-13_873, 162_435)


@pytest.mark.slow
def test_the_round_with_the_bonus_as_it_ships_adds_up() -> None:
    """The mean is that of both parts, and the bet falls as it does by itself, although the same cards play on."""
    table = declared_game("texas-holdem-bonus")
    shipped = recorded(table, OPTIMAL)
    assert shipped is not None
    together = FAMILY.solve(Payoffs.of(table, stakes_of(table, {"bonus": 1})), HERE)
    found = distribution(together)
    assert found.mean == shipped.value + BONUS
    aces = sum(times for net, times in found.weights.items() if net >= 1_000 - 5)
    assert Fraction(aces, found.total) == Fraction(6, 1_326 * 1_225)


@pytest.mark.parametrize("paytable", ["standard", "ante=flush"])
def test_groups_that_ship_add_up_to_the_counts_without_them(paytable: str) -> None:
    payoffs = Payoffs.of(declared_game("texas-holdem-bonus", paytable))
    layout = Layout.of(payoffs.game)
    passes = Passes.of(layout, payoffs)
    groups, counts = group_counts(passes, groups_of(layout)), best_counts(passes)
    assert groups is not None
    assert counts is not None
    assert (groups.sum(axis=0) == counts).all()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reading", "cards"),
    [("lost-on-fold", NINE_CARDS), in_proof(("pays", TEN_CARDS)), in_proof(("lost-on-fold", TEN_CARDS))],
)
def test_play_by_hand_gives_the_same_distribution(reading: str, cards: str) -> None:
    table, stakes = small(reading, cards)
    by_hand = ByHand(table, stakes, SHOWN, last=True).everything()
    assert distribution(FAMILY.solve(Payoffs.of(table, stakes), HERE)) == Distribution.of(by_hand).reduced()


def test_a_bet_that_a_fold_loses_is_not_folded() -> None:
    table, stakes = small("lost-on-fold")
    deuces = Observation(parse_cards("2c 2d"))
    alone, with_bet = Payoffs.of(table), Payoffs.of(table, stakes)
    best = [
        max(values, key=values.__getitem__).name
        for values in (FAMILY.situation(each, deuces) for each in (alone, with_bet))
    ]
    assert best == ["fold", "bet-2x"]


@pytest.mark.parametrize(("own", "board"), [("2c 2d", ""), ("Ac Ad", "Kc 9s 2d"), ("Ac Kc", "Ad 9s 2d")])
def test_a_situation_is_worth_what_play_by_hand_makes_of_it(own: str, board: str) -> None:
    table, stakes = small("lost-on-fold")
    cards = [list(parse_cards(text)) if text else [] for text in (own, board)]
    path = () if not board else ((Title.before_flop, Title.before_flop.options[1]),)
    by_hand = ByHand(table, stakes, SHOWN, last=True).options(cards[0], cards[1], path, int(bool(board)))
    found = FAMILY.situation(Payoffs.of(table, stakes), Observation(cards[0], cards[1]))
    assert found == {option: mean_of(results) for option, results in by_hand.items()}


@pytest.mark.slow
@pytest.mark.parametrize("strategy", [NEVER_FOLDS, in_proof(RULE_LIST), OPTIMAL])
def test_every_deal_ends_as_it_is_counted(strategy: str) -> None:
    """All deals laid out: own cards, dealer's, flop, turn and river."""
    table, stakes = small("pays")
    payoffs = Payoffs.of(table, stakes)
    rounds = [
        (*own, *dealer, *flop, turn, river)
        for own in combinations(table.deck.distinct, 2)
        for dealer in combinations(sorted({*table.deck.distinct} - {*own}), 2)
        for flop in combinations(sorted({*table.deck.distinct} - {*own, *dealer}), 3)
        for turn in {*table.deck.distinct} - {*own, *dealer, *flop}
        for river in {*table.deck.distinct} - {*own, *dealer, *flop, turn}
    ]
    player = FAMILY.player(payoffs, HERE, strategy)
    ends = Simulator.of(payoffs, player, 0).ends(np.array(rounds, np.uint8))
    times = np.bincount(ends, minlength=len(payoffs.paths) * payoffs.n_cells)
    solution = FAMILY.solve(payoffs, HERE, strategy)
    assert len(rounds) == solution.total == comb(10, 2) * comb(8, 2) * comb(6, 3) * 3 * 2
    assert times.tolist() == solution.counts.ravel().tolist()


@pytest.mark.slow
def test_a_bet_that_is_not_made_is_lost_with_the_hands_that_best_play_folds() -> None:
    """By hand: of 45 hands six are A-A, against the other aces once in 28; two A-K suited, six not; A-J suited once,
    three times not. Deuces and kings are folded, and lose with the other 25.
    """
    table, _ = small("lost-on-fold")
    solution = FAMILY.solve(Payoffs.of(table), HERE)
    alone, counts = solution.side_bets[Title.bonus]
    value = Fraction(int((counts * alone.net).sum()), int(counts.sum()) * alone.scale)
    aces = Fraction(27 * 30 + 1_000, 28)
    assert value == (6 * aces + 2 * 25 + 6 * 15 + 20 + 3 * 5 - 27) / 45
    folded = sum(row.combinations for row in solution.rows if row.best.folds)
    assert counts.sum() == solution.total
    assert Fraction(folded, solution.total) == Fraction(15, 45)
