"""Side bets: the census against counts that were printed elsewhere, and a title of nothing else against the solver."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray
from support.side_bet_toys import ToyPool

from houseway.analysis.counting.shards import Runner
from houseway.analysis.counting.solver import solve
from houseway.analysis.declared.analyzer import analyze
from houseway.analysis.declared.choices import stakes_of
from houseway.analysis.declared.family import Observation
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.registry import NotCountableError, family_of, reasons_against
from houseway.analysis.declared.side_bet.census import census, count_sets, counted_apart, touched_by_play
from houseway.analysis.declared.simulation import simulate, unit_and_bet
from houseway.cards.deck import Deck
from houseway.errors import BadCards
from houseway.games.catalogue import game
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Opening
from houseway.ranking import ranking

HERE = Runner(jobs=1, cache=False)
TEN, _, QUEEN, KING, ACE = range(8, 13)
Cards = NDArray[np.uint8]
Numbers = NDArray[np.int64]


def toy(deck: Deck) -> ToyPool:
    table = ToyPool.configure(deck=deck)
    assert isinstance(table, ToyPool)
    return table


def royal_match(groups: Sequence[Cards]) -> Numbers:
    """King and queen of a suit, another two of a suit, neither."""
    ranks, suits = groups[0] // 4, groups[0] % 4
    suited, royal = suits[:, 0] == suits[:, 1], (ranks.min(axis=1) == QUEEN) & (ranks.max(axis=1) == KING)
    return np.where(suited, np.where(royal, 0, 1), 2)


@pytest.mark.parametrize(
    ("decks", "usual", "one_deck_table"),
    [(1, "10.8597", "3.7707"), (2, "8.3271", "0.8215"), (4, "7.0792", "-0.6317"), (6, "6.6658", "-1.1130")],
)
def test_Royal_Match_has_the_printed_edges(decks: int, usual: str, one_deck_table: str) -> None:
    counts = count_sets(Deck.standard(decks), (2,), 3, royal_match)
    if decks == 6:
        assert counts == [144, 11_868, 36_504]
    usual_pays, other_pays = (Fraction(25), Fraction(5, 2), Fraction(-1)), (Fraction(10), Fraction(3), Fraction(-1))
    for pays, printed in ((usual_pays, usual), (other_pays, one_deck_table)):
        edge = -sum((pay * count for pay, count in zip(pays, counts, strict=True)), Fraction(0))
        assert f"{float(100 * edge / sum(counts)):.4f}" == printed


def test_both_hands_a_royal_match_comes_once_in_121_328_deals_of_six_decks() -> None:
    def both(groups: Sequence[Cards]) -> Numbers:
        return np.where((royal_match(groups[:1]) == 0) & (royal_match(groups[1:]) == 0), 0, 1)

    met, others = count_sets(Deck.standard(6), (2, 2), 2, both)
    assert round((met + others) / met) == 121_328


def kings_bounty(groups: Sequence[Cards]) -> Numbers:
    """The rows of the table from the top; kings of one suit stand for those of spades, which are a quarter of them."""
    ranks, suits = np.sort(groups[0] // 4, axis=1), groups[0] % 4
    points = np.where(ranks == ACE, 11, np.minimum(ranks + 2, 10))
    suited, same = suits[:, 0] == suits[:, 1], ranks[:, 0] == ranks[:, 1]
    kings, twenty = same & (ranks[:, 0] == KING), points.sum(axis=1) == 20
    theirs = np.sort(groups[1] // 4, axis=1)
    blackjack = (theirs[:, 1] == ACE) & (theirs[:, 0] >= TEN) & (theirs[:, 0] < ACE)
    rows = [kings & suited & blackjack, kings & suited, same & suited & twenty, suited & twenty, kings, twenty]
    return np.select(rows, range(6), 6)


@pytest.mark.parametrize(
    ("decks", "pays", "printed", "digits"),
    [
        (6, (1000, 100, 30, 20, 9, 6, 4, -1), "23.164", 3),
        (2, (1000, 200, 50, 25, 9, 6, 4, -1), "24.733489", 6),
    ],
)
def test_Kings_Bounty_has_the_printed_edges(decks: int, pays: tuple[int, ...], printed: str, digits: int) -> None:
    beaten, kings, *others = count_sets(Deck.standard(decks), (2, 2), 7, kings_bounty)
    spades = Fraction(beaten, 4), Fraction(kings, 4)
    counts = [*spades, 3 * sum(spades), *others]
    edge = -sum(pay * count for pay, count in zip(pays, counts, strict=True)) / Fraction(sum(counts))
    assert f"{float(100 * edge):.{digits}f}" == printed
    if decks == 6:
        square = sum(pay * pay * count for pay, count in zip(pays, counts, strict=True))
        assert f"{float(square / sum(counts) - edge**2) ** 0.5:.3f}" == "4.871"


@pytest.mark.parametrize("side_bet", [False, True])
@pytest.mark.parametrize(
    "deck", [Deck.stripped(ranks="QKA", suits="sh", decks=2), Deck.stripped(ranks="TJQKA", suits="sh")]
)
def test_the_solver_and_the_family_find_the_same_distribution(deck: Deck, side_bet: bool) -> None:
    table = toy(deck)
    assert family_of(table).name == "side bet"
    bets = {"again": 1} if side_bet else {}
    result = analyze(table, runner=HERE, bets=bets)
    unit, bet = unit_and_bet(Payoffs.of(table, stakes_of(table, bets)))
    assert solve(table, bet, symmetric=True).agrees_with(result.net, unit)


def test_a_pool_of_two_hands_is_one_set_of_cards() -> None:
    table = toy(Deck.stripped(ranks="TJQKA", suits="shd"))
    counts, total = census(Payoffs.of(table, {table.again: Fraction(1)}))
    assert total == 6435
    value = ranking("multi-deck").value
    paid = [str(ranking("multi-deck").category_of(value(cards))) for cards in combinations(table.deck.cards, 7)]
    labels = [row.label for row in table.table(table.seven).rows]
    assert counts == [*(paid.count(label) for label in labels), sum(label not in labels for label in paid)]


def test_the_value_of_the_toy_is_simulated_too_and_nothing_is_advised() -> None:
    table = toy(Deck.stripped(ranks="9TJQKA", suits="shd", decks=2))
    with pytest.raises(NotCountableError, match="sets of cards are too many"):
        family_of(toy(Deck.standard(2)))
    assert simulate(table, 100_000, seed=3).agrees_with(analyze(table, runner=HERE).value)
    with pytest.raises(BadCards, match="nothing is to be decided"):
        family_of(table).situation(Payoffs.of(table), Observation(()))


def test_a_title_with_a_decision_is_refused() -> None:
    table = game("three-card-poker")
    assert isinstance(table, DeclaredGame)
    assert reasons_against(table)["side bet"] == "a seat decides something"


@pytest.mark.slow
def test_a_side_bet_is_counted_apart_unless_the_play_touches_it() -> None:
    table = game("three-card-poker")
    assert isinstance(table, DeclaredGame)
    plus, six, prime = (Payoffs.of(table, {wager: Fraction(1)}) for wager in table.every(Opening) if wager.side_bet)
    assert counted_apart(six)
    assert counted_apart(prime)
    assert not counted_apart(plus), "a fold loses it"
    assert [wager.name for wager in touched_by_play(Payoffs.of(table))] == ["pair_plus"]
    counts, total = census(six)
    assert (total, counts[-1]) == (20_358_520, 18_876_456)
