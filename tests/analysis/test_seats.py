"""The covariance of two seats: rounds of the real state machine seat by seat, and small decks counted by hand."""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from importlib import import_module
from itertools import combinations, permutations
from math import sqrt
from typing import Any

import numpy as np
import pytest
from support.quick import sampled

import houseway as hw
from houseway.analysis import ANALYZERS, package_of
from houseway.analysis.operations.seats import (
    Covariances,
    SeatPlay,
    covariances,
    deviation_interval,
    table_results,
    table_variance,
)
from houseway.analysis.operations.variance import Kind, SeatLink, common_part, covariances_of, net_and_envy, swing_of
from houseway.analysis.results.distribution import Distribution
from houseway.analysis.titles.two_hand_holdem.rule_list import PointCount
from houseway.cards import Deck, parse_cards
from houseway.cards.streams import simulation_key
from houseway.errors import BadArray
from houseway.games.engine.action import Action
from houseway.games.engine.game import Game
from houseway.games.engine.state import State
from houseway.games.engine.view import View
from houseway.games.strategies import play_out, strategy
from houseway.games.strategies.base import Strategy

Row = Callable[[State, "Watched", int], list[int]]


def seat_play(game: Game, name: str, **options: Any) -> SeatPlay:
    simulation = import_module(f"{package_of(game)}.simulation")
    play: SeatPlay = simulation.seat_play(game, name, **options)
    return play


def high_card(n_cards: int, ways: int = 1) -> SeatPlay:
    """A seat with one card against a shared one: the higher wins 1, or, in a second way to play, 3."""

    def ends(stake: int) -> Any:
        return lambda dealt: (dealt[:, 0] > dealt[:, 1]).astype(np.int64) + 2 * stake

    nets = [Fraction(-1), Fraction(1), Fraction(-3), Fraction(3)]
    return SeatPlay.of(np.arange(n_cards, dtype=np.uint8), 1, 1, [ends(way) for way in range(ways)], nets)


@pytest.mark.parametrize("ways", [1, 2])
def test_the_covariance_is_that_of_all_deals_of_a_small_deck(ways: int) -> None:
    deals = list(permutations(range(6), 3))
    signs = [(1 if one > shared else -1, 1 if other > shared else -1) for shared, one, other in deals]
    mean = Fraction(sum(one for one, _ in signs), len(deals))
    exactly = (Fraction(sum(one * other for one, other in signs), len(deals)) - mean**2) * (1 if ways == 1 else 4)
    found = covariances({"high": high_card(6, ways)}, 200_000, seats=4, seed=3)
    value, error = found.of({"high": 1.0})
    assert abs(value - float(exactly)) < 4 * error
    assert 0 < error < 0.02
    assert found.of({"high": 2.0})[0] == pytest.approx(4 * value)


def test_the_standard_error_is_the_spread_of_repeated_estimates() -> None:
    found = [covariances({"high": high_card(8)}, 4_000, seats=3, seed=seed).of({"high": 1.0}) for seed in range(60)]
    spread = float(np.std([value for value, _ in found]))
    assert spread == pytest.approx(float(np.mean([error for _, error in found])), rel=0.35)


def test_more_seats_than_the_deck_serves_are_refused() -> None:
    with pytest.raises(BadArray, match="expected 2 to 5 seats"):
        covariances({"high": high_card(6)}, 10, seats=6)


@dataclass
class Watched:
    """An automatic player whose hands are written down whenever it chooses: by seat, in order."""

    player: Strategy
    hands: dict[int, list[tuple[int, ...]]] = field(default_factory=dict)
    name: str = "watched"

    def choose(self, view: View) -> Action:
        assert view.seat is not None
        self.hands.setdefault(view.seat, []).append(view.cards("hand", view.seat))
        return self.player.choose(view)


def cards_of(state: State, *names: str, seat: int | None = None) -> list[int]:
    piles = {(pile.name, pile.seat): pile.cards for pile in state.piles()}
    return [int(card) for name in names for card in piles.get((name, seat), ())]


def pick_2_row(state: State, watched: Watched, seat: int) -> list[int]:
    return [*cards_of(state, "hand", "three", "rest", seat=seat), *cards_of(state, "dealer")]


def fast_action_row(state: State, watched: Watched, seat: int) -> list[int]:
    return [*cards_of(state, "hand", "discards", seat=seat), *cards_of(state, "dealer", "dealer discards", "community")]


def two_hand_row(state: State, watched: Watched, seat: int) -> list[int]:
    board = cards_of(state, "board")
    return [*cards_of(state, "hand 1", "hand 2", seat=seat), *board[:3], *cards_of(state, "dealer"), *board[3:]]


def double_draw_row(state: State, watched: Watched, seat: int) -> list[int]:
    """The hand that was dealt, then what was drawn; cards that were never drawn may be any others."""
    seen = [*watched.hands[seat], tuple(cards_of(state, "hand", seat=seat))]
    row: list[int] = [int(card) for card in seen[0]]
    for hand in seen[1:]:
        row += [int(card) for card in hand if card not in row]
    others = [card for card in range(54) if card not in row]
    return [*row, *others][:9]


EQUAL = {"ante": 500, "bonus": 500}
ENGINE_CASES: list[tuple[str, str, Strategy | None, dict[str, int], Row]] = [
    ("pick-2-poker", "three-with-straights", None, {"ante": 500, "three_five": 500}, pick_2_row),
    ("pick-2-poker", "five-only", None, {"ante": 500, "three_five": 500}, pick_2_row),
    ("fast-action-holdem", "house-way", None, EQUAL, fast_action_row),
    ("fast-action-holdem-multi", "house-way", None, EQUAL, fast_action_row),
    ("two-hand-holdem", "rule-list", PointCount(), {"ante_1": 500, "ante_2": 500}, two_hand_row),
    ("double-draw-poker", "hold-pairs", None, EQUAL, double_draw_row),
]


@pytest.mark.slow
@pytest.mark.parametrize("part", sampled(range(4), 4))
@pytest.mark.parametrize(("slug", "name", "player", "bet", "row"), ENGINE_CASES)
def test_a_table_of_the_state_machine_ends_seat_by_seat_as_in_the_kernel(
    slug: str, name: str, player: Strategy | None, bet: dict[str, int], row: Row, part: int
) -> None:
    """Where the house way may keep several pairs, one of the kernel's ways must end like the state machine."""
    game, seats = hw.game(slug), 4
    play = seat_play(game, name)
    for seed in range(15 * part, 15 * (part + 1)):
        watched = Watched(player or strategy(slug, name))
        state = play_out(game.start([hw.Bet(**bet)] * seats, seed=seed), watched)
        paid_to_lammers: set[float] = {0.0}
        for seat in range(seats):
            dealt = np.array([row(state, watched, seat)], np.uint8)
            assert dealt.shape[1] == play.own + play.shared
            ends = [end(dealt)[0] for end in play.ends]
            own = sum(entry.net for entry in state.settlements if entry.seat == seat and entry.wager != "envy")
            assert own / 500 in {float(play.nets[end]) for end in ends}
            if play.envy is not None:
                due = {(seats - 1) * float(play.envy[end]) for end in ends}
                paid_to_lammers = {before + each for before in paid_to_lammers for each in due}
        assert sum(entry.net for entry in state.settlements if entry.wager == "envy") in paid_to_lammers


@pytest.mark.slow
def test_FA_16_the_state_machine_pays_every_other_lammer_what_the_kernel_says() -> None:
    """The board of the round makes a straight flush for every hand."""
    game = hw.game("fast-action-holdem")
    shoe = "5h 6h 7h 8h 9h  2c 2d 3c 3d  4c 4d Jc Jd  Qc Qd Kc Kd  Tc Td 2s 3s"
    state = play_out(game.start([hw.Bet(**EQUAL)] * 3, shoe=shoe), strategy(game.slug, "house-way"))
    play, watched = seat_play(game, "house-way"), Watched(strategy(game.slug, "house-way"))
    assert play.envy is not None
    due = [play.envy[play.ends[0](np.array([fast_action_row(state, watched, seat)], np.uint8))[0]] for seat in range(3)]
    paid = [entry.net for entry in state.settlements if entry.wager == "envy"]
    assert sum(paid) == 2 * sum(due) > 0
    assert len(paid) == 6


@pytest.mark.slow
def test_the_covariance_of_a_stripped_deck_is_that_of_all_deals_of_two_seats() -> None:
    """Fifteen cards, five each for two seats and the dealer: 756,756 deals, every one of them played."""
    deck = Deck.of(parse_cards("Ac Kc Qc 9c 8c Ad Kd 9d 8d 7d 5h 4h 5s 4s 3s"))
    game = hw.game("pick-2-poker", deck=deck)
    play = seat_play(game, "optimal")
    cards = np.array(deck.cards, np.uint8)
    products, sums, deals = 0.0, 0.0, 0
    others = np.array(list(combinations(range(10), 5)))
    rest = np.array([[place for place in range(10) if place not in other] for other in others.tolist()])
    for dealer in combinations(range(15), 5):
        left = cards[[place for place in range(15) if place not in dealer]]
        shared = np.tile(cards[list(dealer)], (len(others), 1))
        (one, *_), (other, *_) = (play.results(np.hstack([left[places], shared]), 0) for places in (others, rest))
        products, sums, deals = products + float(one @ other), sums + float(one.sum()), deals + len(others)
    assert deals == 756_756
    exactly = products / deals - (sums / deals) ** 2
    value, error = covariances({"optimal": play}, 400_000, seats=2, seed=4).of({"optimal": 1.0})
    assert abs(value - exactly) < 4 * error < 0.1
    assert sums / deals == pytest.approx(float(hw.analyze(game, strategy="optimal").value), abs=1e-9)


def test_what_ships_agrees_with_rounds_of_another_seed() -> None:
    game = hw.game("pick-2-poker")
    shipped, known = covariances_of(game, [Kind("optimal")])
    assert known
    assert shipped.rounds >= 1_000_000
    value, error = shipped.of({"optimal": 1.0})
    fresh = covariances({"optimal": seat_play(game, "optimal")}, 100_000, seats=7, seed=99)
    other, wider = fresh.of({"optimal": 1.0})
    assert abs(value - other) < 4 * sqrt(error**2 + wider**2)


@pytest.mark.parametrize("slug", list(ANALYZERS))
def test_the_deviation_of_a_full_table_of_what_ships_is_known_within_half_a_percent(slug: str) -> None:
    game = hw.game(slug)
    found, shipped = covariances_of(game, [Kind("rule-list")])
    assert shipped
    variance, seats = hw.analyze(game, strategy="rule-list").net.variance, game.seats[-1]
    covariance, error = found.of({"rule-list": 1.0})
    assert seats * (seats - 1) * error / (2 * table_variance(variance, seats, covariance)) < 0.005


@pytest.mark.slow
def test_a_table_of_its_own_is_dealt_on_the_spot_and_once() -> None:
    game = hw.game("pick-2-poker", readings={"P2-R1": "both-push"})
    first, shipped = covariances_of(game, [Kind("five-only")])
    assert not shipped
    assert covariances_of(game, [Kind("five-only")])[0] is first


def test_FA_16_net_and_envy_together_have_the_known_margins() -> None:
    game = hw.game("fast-action-holdem")
    whole = hw.analyze(game)
    joint = net_and_envy(game, Kind("optimal"))
    total = sum(joint.values())
    net = Distribution.of([(value, weight) for (value, _), weight in joint.items()])
    assert (net.mean, net.variance) == (whole.net.mean, whole.net.variance)
    assert sum((envy * weight for (_, envy), weight in joint.items()), Fraction(0)) / total == whole.envy


def test_covariances_survive_being_written_down() -> None:
    found = covariances({"high": high_card(6)}, 1_000, seats=3, seed=5)
    again = Covariances.from_plain(found.to_plain())
    assert again.of({"high": 1.0}) == pytest.approx(found.of({"high": 1.0}), rel=1e-7)
    assert (again.names, again.rounds, again.seats, again.seed) == (("high",), 1_000, 3, "5")


def link(covariance: float, variance: Fraction) -> SeatLink:
    return SeatLink(covariance, 0.0, variance, 1, 2, "0", shipped=False)


COIN = Distribution.of({Fraction(100): 1, Fraction(-100): 1})


@pytest.mark.parametrize("covariance", [-2_000.0, 0.0, 3_333.0, 10_000.0])
def test_the_swing_has_the_mean_and_the_variance_of_dependent_seats(covariance: float) -> None:
    swing = swing_of(COIN, 4, link(covariance, COIN.variance), 100, rounds=50, risk=0.01)
    assert float(swing.players.variance) == pytest.approx(50 * (4 * 10_000 + 12 * covariance), rel=1e-9)
    start, step, chances = float(swing.players.start), float(swing.players.step), swing.players.chances
    values = start + step * np.arange(len(chances))
    assert float(chances @ values) == pytest.approx(0, abs=1e-6)
    assert float(chances @ values**2) == pytest.approx(float(swing.players.variance), rel=1e-6)


def test_a_common_part_lies_on_the_lattice_and_is_never_too_small() -> None:
    part = common_part(Fraction(10_000), Fraction(30), 50)
    assert part.variance == 10_000
    assert list(part.weights) == [-120, 0, 120]


def test_the_interval_of_the_deviation_widens_with_the_standard_error() -> None:
    narrow, wide = deviation_interval(4.0, 3, 0.5, 0.001), deviation_interval(4.0, 3, 0.5, 0.1)
    assert wide[0] < narrow[0] < sqrt(15) < narrow[1] < wide[1]


def test_shifts_of_dealt_tables_end_as_the_swing_says() -> None:
    """2 Hand Hold 'Em, whose seats hang together most: shifts of 40 rounds of five seats."""
    game, seats, rounds, trials = hw.game("two-hand-holdem"), 5, 40, 4_000
    operation = hw.operate(game, seats=seats, hours=1, rounds_per_hour=rounds, skill="rule-list", with_exposure=False)
    results = table_results({"rule-list": seat_play(game, "rule-list")}, rounds * trials, 0, seats, simulation_key(8))
    house = -25_00 * results[0].sum(axis=1).reshape(trials, rounds).sum(axis=1)
    swing = operation.swing
    assert house.std() == pytest.approx(swing.standard_deviation, rel=4 / sqrt(2 * trials))
    for level, reached in [(0.05, swing.house_at(0.05)), (0.5, swing.house_at(0.5))]:
        spread = 4 * sqrt(level * (1 - level) / trials)
        step = 2 * float(swing.players.step)
        assert float((house < float(reached) - step).mean()) <= level + spread
        assert float((house <= float(reached) + step).mean()) >= level - spread
    assert abs(float((house < 0).mean()) - swing.losing_shift) < 4 * 0.5 / sqrt(trials)
