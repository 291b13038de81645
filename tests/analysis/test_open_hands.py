"""Hands of other seats that lie open, as information: counted, advised and simulated as they are laid out by hand."""

from collections import defaultdict
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from support.arranged import declared_game
from support.declared_by_hand import features_of, net_of

import houseway as hw
from houseway.analysis import advise, analyzer, simulate
from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.choices import stakes_of
from houseway.analysis.declared.payoffs import Stakes, usual_stakes
from houseway.analysis.declared.registry import family_of, reasons_against
from houseway.analysis.results.recorded import recorded
from houseway.analysis.results.result import OPTIMAL
from houseway.cards.classes import classes
from houseway.cards.deck import Deck
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Hand

HERE = Runner(jobs=1, cache=False)


def table(seats: str, **readings: str) -> DeclaredGame:
    return declared_game("three-card-poker", R5="players", R8=seats, **readings)


def laid_out(game: DeclaredGame, others: int, stakes: Stakes) -> dict[Fraction, int]:
    """How many deals give each net result: every own hand, others' cards, every dealer's hand; the first of equals."""
    own, dealer = (hand for hand in game.every(Hand))
    results: dict[Fraction, int] = defaultdict(int)
    for (mine,), weight in classes(game.deck, (own.cards,)):
        left = [card for card in game.deck.distinct if card not in mine]
        nets = {
            hand: [net_of(game, path, features_of(game, {own: mine, dealer: hand}), stakes) for path in game.paths]
            for hand in combinations(left, dealer.cards)
        }
        for seen in combinations(left, others):
            dealt = [net for hand, net in nets.items() if not set(hand) & set(seen)]
            for net in max(zip(*dealt, strict=True), key=sum):
                results[net] += weight
    return dict(results)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "others", "deck"),
    [
        ("one-seat", 3, Deck.stripped(ranks="9TJQK", suits="sh")),
        pytest.param("one-seat", 3, Deck.stripped(ranks="2QKA", suits="shd"), marks=pytest.mark.proof),
        ("two-seats", 6, Deck.stripped(ranks="8TQK", suits="shd")),
        pytest.param("two-seats", 6, Deck.stripped(ranks="479JQKA", suits="sh"), marks=pytest.mark.proof),
    ],
)
def test_every_sight_laid_out_gives_the_same_distribution(seats: str, others: int, deck: Deck) -> None:
    game = table(seats, R7="smaller").with_deck(deck)
    assert isinstance(game, DeclaredGame)
    expected = laid_out(game, others, usual_stakes(game))
    found = analyzer(game).analyze(game, runner=HERE).net
    assert found.total == sum(expected.values())
    assert found.weights == expected


def test_what_ships_counts_every_sight_and_each_open_hand_is_worth_something() -> None:
    """Own cards, others' and the dealer's, in every way; without looking it is 3.3730%."""
    shipped = {seats: recorded(table(seats), OPTIMAL) for seats in ("one-seat", "two-seats")}
    edges = []
    for others, found in zip((3, 6), shipped.values(), strict=True):
        assert found is not None
        assert comb(52, 3) * comb(49, others) * comb(49 - others, 3) % found.net.reduced().total == 0
        edges.append(-found.value)
    assert Fraction(686_689, 20_358_520) > edges[0] > edges[1] == Fraction(5_102_944_368_707, 158_912_143_289_900)


@pytest.mark.slow
def test_the_side_bets_beside_an_open_hand() -> None:
    """All of them bet: the 6 Card Bonus looks at the dealer's cards, and a fold loses the Pair Plus."""
    game = table("one-seat", R7="smaller").with_deck(Deck.stripped(ranks="9TJQK", suits="sh"))
    assert isinstance(game, DeclaredGame)
    bets = {"pair_plus": 1, "six_card": 1}
    expected = laid_out(game, 3, stakes_of(game, bets))
    mean = sum((net * count for net, count in expected.items()), Fraction(0)) / sum(expected.values())
    assert analyzer(game).analyze(game, runner=HERE, bets=bets).value == mean


def test_a_side_bet_that_a_fold_loses_is_not_counted_on_the_dealers_cards() -> None:
    assert "6 Card Bonus" in reasons_against(table("one-seat", R4="lost"))["private showdown"]
    assert family_of(table("own", R4="lost")).name == "private showdown"


def test_cards_that_lie_face_down_tell_nothing() -> None:
    assert declared_game("three-card-poker", R8="one-seat").others is None
    assert table("own").others is None


@pytest.mark.proof
def test_a_seat_asks_with_the_open_cards_of_the_others() -> None:
    """Q-6-3 is folded by itself; without four aces and two kings in the dealer's hands it is played."""
    shoe = "Qc 6d 3h As Ad Ah Ac Ks Kd 9c 8d 4h"
    state = table("two-seats").start([Bet(ante=1000)] * 3, shoe=shoe).advance()
    asked = state.game.situation(state.view(0))
    assert asked is not None
    assert asked.cards == "Qc 6d 3h"
    assert asked.known == {"dead": "As Ah Ad Ac Ks Kd"}
    assert advise(state.game, asked.cards).best.action.kind == "fold"
    assert advise(state.game, asked.cards, **asked.known).best.action.kind == "play"


@pytest.mark.slow
def test_advice_beside_open_hands_is_what_every_hand_of_the_dealers_gives() -> None:
    game, mine, seen = table("one-seat"), "Qc 6d 4h", "Qd Qh Qs"
    own, dealer = (hand for hand in game.every(Hand))
    known = hw.parse_cards(f"{mine} {seen}")
    left = [card for card in game.deck.distinct if card not in known]
    values = {
        path[0][1].name: sum(
            net_of(game, path, features_of(game, {own: known[:3], dealer: hand}), usual_stakes(game))
            for hand in combinations(left, 3)
        )
        / Fraction(15_180)
        for path in game.paths
    }
    advice = advise(game, mine, dead=seen)
    assert {option.action.kind: option.value for option in advice.options} == values


@pytest.mark.proof
def test_the_simulation_looks_at_the_open_hand() -> None:
    """On a deck where it matters: the mean is that of the exact value beside the hand, far from that without it."""
    game = table("one-seat").with_deck(Deck.stripped(ranks="9TJQK", suits="sh"))
    value = analyzer(game).analyze(game, runner=HERE).value
    blind = table("own").with_deck(game.deck)
    assert value > analyzer(blind).analyze(blind, runner=HERE).value
    assert simulate(game, 1_000, seed=3).agrees_with(value)
