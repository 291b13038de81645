"""2 Hand Hold 'Em by simulation: rounds dealt from the stream, played by the rule list and settled by the rules.

Nothing of the exact counts is used: every hand, the dealer's three pairs included, is evaluated.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import prod

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.result import Subject
from houseway.analysis.seats import SeatPlay
from houseway.analysis.shards import Runner
from houseway.analysis.simulation import SimulationResult, simulated
from houseway.analysis.two_hand_holdem.analyser import ROUND_CARDS, Stake, as_two_hand, bonus_stake
from houseway.analysis.two_hand_holdem.bonus import N_BONUS_CLASSES, bonus_classes, bonus_rows
from houseway.analysis.two_hand_holdem.holes import arranged
from houseway.analysis.two_hand_holdem.kinds import Array
from houseway.analysis.two_hand_holdem.outcomes import Outcome
from houseway.analysis.two_hand_holdem.point_table import point_table, suit_situation, table_place
from houseway.analysis.two_hand_holdem.rules import PointCount, counted
from houseway.cards.card import N_RANKS, N_SUITS
from houseway.cards.seed import SeedLike
from houseway.cards.streams import Word, fill_hands, simulation_key
from houseway.errors import unknown
from houseway.games.engine.game import Game
from houseway.games.two_hand_holdem import HOLE_CARDS, TwoHandHoldEm
from houseway.ranking import ranking
from houseway.ranking.lookup import Lookup
from houseway.ranking.valuing import value_of

N_HANDS = 5
"""Two of the player and the dealer's three pairs."""
BOARD_PLACES = (4, 5, 6, 10, 11)
NO_POINTS = -1000
ROUNDS_AT_ONCE = 1 << 11
"""So few that the hands of all of them stay in a core's own cache."""
CELL_SHAPE = (N_BONUS_CLASSES, 2, 2, 3, 3)
"""Bonus class, whether each hand was raised, what became of each hand."""
N_CELLS = prod(CELL_SHAPE)

_compiled = numba.njit(nogil=True, cache=True)


def simulate(
    game: Game,
    rounds: int,
    seed: SeedLike = 0,
    strategy: str = PointCount.name,
    *,
    first_round: int = 0,
    jobs: int = 1,
    runner: Runner | None = None,
    bonus: Stake = None,
) -> SimulationResult:
    """Play rounds by the rule list and say what came of them. Any part of the rounds can be played alone.

    The rule list is the only strategy here: a table of the optimal one would have some hundred million entries.
    """
    if strategy != PointCount.name:
        raise unknown(f"strategy to simulate {game.slug}", strategy, [PointCount.name])
    table = as_two_hand(game)
    stake = bonus_stake(table, bonus)
    simulator = Simulator.of(table, seed)
    settle = partial(_settled, table, stake)
    return simulated(Subject.of(table, strategy), seed, simulator.play, settle, rounds, first_round, jobs)


def seat_play(game: Game, strategy: str, *, runner: Runner | None = None, bonus: Stake = None) -> SeatPlay:
    """How a seat plays its four cards by the rule list."""
    if strategy != PointCount.name:
        raise unknown(f"strategy to simulate {game.slug}", strategy, [PointCount.name])
    table = as_two_hand(game)
    stake, simulator = bonus_stake(table, bonus), Simulator.of(table, 0)
    nets = [net for net, _ in _settled(table, stake, np.ones(N_CELLS, np.int64))]
    return SeatPlay.of(simulator.deck, HOLE_CARDS, ROUND_CARDS - HOLE_CARDS, [simulator.ends], nets)


def _settled(game: TwoHandHoldEm, stake: Fraction, cells: NDArray[np.int64]) -> Iterator[tuple[Fraction, int]]:
    """The net results of counted cells with the Bonus, if there is one."""
    paid = bonus_rows(game.pay_set["bonus"]) if game.pay_set else ()
    for outcome in _outcomes(cells.reshape(CELL_SHAPE)):
        yield outcome.net + (stake * paid[outcome.bonus_class][1] if paid else Fraction(0)), outcome.combinations


def _outcomes(cells: NDArray[np.int64]) -> list[Outcome]:
    return [
        Outcome(
            bonus_class, (bool(first), bool(second)), (one, other), int(cells[bonus_class, first, second, one, other])
        )
        for bonus_class, first, second, one, other in np.argwhere(cells).tolist()
    ]


@dataclass(frozen=True)
class Simulator:
    """Everything that rounds need: the deck and the stream of cards, and whether a Bonus is to be read."""

    deck: NDArray[np.uint8]
    key: tuple[Word, Word]
    with_bonus: bool

    @classmethod
    def of(cls, game: TwoHandHoldEm, seed: SeedLike) -> "Simulator":
        """A simulator of a game."""
        return cls(np.array(game.deck.cards, np.uint8), simulation_key(seed), game.pay_set is not None)

    def play(self, first_round: int, rounds: int) -> NDArray[np.int64]:
        """Deal and play rounds: how many end in each cell."""
        cells = np.zeros(N_CELLS, np.int64)
        for done in range(0, rounds, ROUNDS_AT_ONCE):
            dealt = np.empty((min(ROUNDS_AT_ONCE, rounds - done), ROUND_CARDS), np.uint8)
            fill_hands(dealt, self.deck, *self.key, Word(first_round + done))
            cells += np.bincount(self.ends(dealt), minlength=N_CELLS)
        return cells

    def ends(self, dealt: NDArray[np.uint8]) -> NDArray[np.int64]:
        """The cell in which each of some rounds ends, a row of cards for each."""
        rounds = len(dealt)
        sums, masks = np.empty((rounds, N_HANDS), np.uint64), np.empty((rounds, N_HANDS), np.uint64)
        raised, values = np.empty((rounds, 2), np.uint8), np.empty((rounds, N_HANDS), np.uint16)
        lookup = ranking("standard").lookup
        _play_by_rules(dealt, lookup, point_table(), sums, masks, raised)
        _evaluate(lookup, sums.ravel(), masks.ravel(), values.ravel())
        bonuses = bonus_classes(dealt[:, :HOLE_CARDS]) if self.with_bonus else np.zeros(rounds, np.uint8)
        ends = np.empty(rounds, np.int64)
        _compare(values, raised, bonuses, ends)
        return ends


@_compiled
def _play_by_rules(dealt: Array, lookup: Lookup, table: Array, sums: Array, masks: Array, raised: Array) -> None:
    """Add up the seven cards of both hands as the rule list sets them, and of the dealer's three pairs.

    A row holds four hole cards, three of the flop, the dealer's three, turn and river.
    """
    start, card_keys, card_masks = lookup.start, lookup.card_keys, lookup.card_masks
    for row in range(dealt.shape[0]):
        h0, h1, h2, h3 = _descending(int(dealt[row, 0]), int(dealt[row, 1]), int(dealt[row, 2]), int(dealt[row, 3]))
        best, most = 0, NO_POINTS
        for way in range(3):
            a, b, c, d = arranged(way, h0, h1, h2, h3)
            first = _points(a, b, dealt[row], table)
            second = _points(c, d, dealt[row], table)
            both = counted(first) + counted(second)
            better = both > most
            best, most = way if better else best, max(both, most)
            raised[row, 0] = first > 0 if better else raised[row, 0]
            raised[row, 1] = second > 0 if better else raised[row, 1]
        key, mask = start, np.uint64(0)
        for place in BOARD_PLACES:
            key += card_keys[dealt[row, place]]
            mask |= card_masks[dealt[row, place]]
        a, b, c, d = arranged(best, h0, h1, h2, h3)
        x, y, z = dealt[row, 7], dealt[row, 8], dealt[row, 9]
        for hand, (one, other) in enumerate(((a, b), (c, d), (x, y), (x, z), (y, z))):
            sums[row, hand] = key + card_keys[one] + card_keys[other]
            masks[row, hand] = mask | card_masks[one] | card_masks[other]


@_compiled
def _evaluate(lookup: Lookup, sums: Array, masks: Array, out: Array) -> None:
    """The values of hands from the sums of their keys and the unions of their masks."""
    for hand in range(sums.size):
        out[hand] = value_of(lookup, sums[hand], masks[hand])


@_compiled
def _points(one: int, other: int, dealt: Array, table: Array) -> int:
    """The points of a hand, looked up."""
    flop_0, flop_1, flop_2 = int(dealt[4]), int(dealt[5]), int(dealt[6])
    flop_ranks = (flop_0 // N_SUITS * N_RANKS + flop_1 // N_SUITS) * N_RANKS + flop_2 // N_SUITS
    situation = suit_situation(one % N_SUITS, other % N_SUITS, flop_0 % N_SUITS, flop_1 % N_SUITS, flop_2 % N_SUITS)
    return int(table[table_place(situation, flop_ranks, one // N_SUITS, other // N_SUITS)])


@_compiled
def _descending(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """Four cards in order, by five comparisons."""
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    b, d = max(b, d), min(b, d)
    return a, max(b, c), min(b, c), d


@_compiled
def _compare(values: Array, raised: Array, bonuses: Array, ends: Array) -> None:
    """Compare both hands with the dealer's best pair and give the number of the round's cell."""
    for row in range(raised.shape[0]):
        dealer = max(values[row, 2], values[row, 3], values[row, 4])
        one = 1 - np.int64(values[row, 0] > dealer) + np.int64(values[row, 0] < dealer)
        other = 1 - np.int64(values[row, 1] > dealer) + np.int64(values[row, 1] < dealer)
        raises = (np.int64(bonuses[row]) * 2 + raised[row, 0]) * 2 + raised[row, 1]
        ends[row] = (raises * 3 + one) * 3 + other
