"""2 Hand Hold 'Em by simulation: rounds dealt from the stream, played by a table and settled by the rules.

Optimal play takes only its decisions from the exact counts. Every hand, the dealer's three pairs included, is
evaluated. The kernel in `rounds.cu` plays rounds by the rule list on a GPU.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from math import prod
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.cell_simulation import CellSimulator, dealt_from, seat_of, simulate_cells
from houseway.analysis.counting.device.machines import STREAM, Machine, kernel_source, table
from houseway.analysis.counting.shards import Runner
from houseway.analysis.operations.seats import SeatPlay
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.results.simulation import PlayRounds, SimulationResult, check_rounds
from houseway.analysis.titles.two_hand_holdem.analyzer import ROUND_CARDS, Ending, Settlement, as_two_hand
from houseway.analysis.titles.two_hand_holdem.counting import Array
from houseway.analysis.titles.two_hand_holdem.holes import (
    FOUR_CARDS,
    N_BONUS_CLASSES,
    RAISED_STAKE,
    Stake,
    arranged,
    bonus_classes,
    bonus_stake,
    class_of_value,
)
from houseway.analysis.titles.two_hand_holdem.jobs import BestPlay, best_play
from houseway.analysis.titles.two_hand_holdem.rule_list import (
    FLOP_PLACES,
    PointCount,
    counted,
    point_table,
    suit_situation,
    table_place,
)
from houseway.cards.card import N_RANKS, N_SUITS
from houseway.cards.seed import SeedLike
from houseway.cards.streams import Word
from houseway.errors import unknown
from houseway.games.engine.game import Game
from houseway.games.titles.two_hand_holdem import HOLE_CARDS, TwoHandHoldEm
from houseway.ranking import ranking
from houseway.ranking.kernels import value_of
from houseway.ranking.lookup import Lookup

SIMULATED = (OPTIMAL, PointCount.name)
N_HANDS = 5
"""The number of evaluated hands: the player's two and the dealer's three pairs."""
BOARD_PLACES = (4, 5, 6, 10, 11)
NO_POINTS = -1000
CELL_SHAPE = (N_BONUS_CLASSES, 2, 2, 3, 3)
"""The axes of the cells: Bonus class, whether each hand was raised, the result of each hand."""
N_CELLS = prod(CELL_SHAPE)

_compiled = numba.njit(nogil=True, cache=True)


def simulate(
    game: Game,
    rounds: int,
    seed: SeedLike = 0,
    strategy: str = OPTIMAL,
    *,
    first_round: int = 0,
    jobs: int = 1,
    runner: Runner | None = None,
    bonus: Stake = None,
) -> SimulationResult:
    """Play rounds by the optimal strategy or the rule list. Any part of the rounds can be played alone.

    The optimal strategy is counted flop by flop before it is first played, and cached on disk.
    """
    if strategy not in SIMULATED:
        raise unknown("strategy", strategy, SIMULATED, where=f"for simulating {game.slug}")
    table = as_two_hand(game)
    check_rounds(rounds, first_round)
    play = best_play(table.deck, runner or Runner()) if strategy == OPTIMAL else None
    simulator = Simulator.of(table, seed, play, bonus)
    return simulate_cells(simulator, table, strategy, seed, rounds, first_round, jobs, runner)


def seat_play(game: Game, strategy: str, *, runner: Runner | None = None, bonus: Stake = None) -> SeatPlay:
    """Return how a seat plays its four cards by the rule list."""
    if strategy != PointCount.name:
        raise unknown("strategy", strategy, [PointCount.name], where=f"for simulating {game.slug}")
    return seat_of([Simulator.of(as_two_hand(game), 0, None, bonus)], HOLE_CARDS)


@dataclass(frozen=True)
class Simulator(CellSimulator):
    """A simulator of a game's rounds, with the Bonus if it is offered.

    Without a table of optimal play, the rule list is played.
    """

    round_cards = ROUND_CARDS
    rounds_at_once = 1 << 11
    n_cells = N_CELLS

    settlement: Settlement
    best: BestPlay | None

    @classmethod
    def of(cls, game: TwoHandHoldEm, seed: SeedLike, best: BestPlay | None, bonus: Stake = None) -> "Simulator":
        """Return a simulator of a game."""
        return cls(*dealt_from(game.deck, seed), Settlement.of(game, bonus_stake(game, bonus)), best)

    def settle(self, cell: int) -> Fraction:
        """Return the net result of a cell, in Antes."""
        bonus_class, first, second, one, other = (int(place) for place in np.unravel_index(cell, CELL_SHAPE))
        return self.settlement.net(Ending(bonus_class, (bool(first), bool(second)), (one, other)))

    def on_device(self, machine: Machine) -> PlayRounds | None:
        """Return the kernel of the rule list, or None for optimal play, which reads a table of 186 million bytes."""
        if self.best is not None:
            return None
        return partial(play_on, machine, self.deck, self.key, self.n_cells, self.settlement.has_bonus)

    def ends(self, dealt: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return the cell in which each round ends, a row of cards for each. Optimal play may rename their suits."""
        rounds = len(dealt)
        ways, raised = np.empty(rounds, np.uint8), np.empty((rounds, 2), np.uint8)
        if self.best is None:
            _play_by_rules(dealt, point_table(), ways, raised)
        else:
            places = np.empty(rounds, np.int64)
            _find_places(dealt, self.best, places)
            _play_best(self.best.decisions, places, ways, raised)
        sums, masks = np.empty((rounds, N_HANDS), np.uint64), np.empty((rounds, N_HANDS), np.uint64)
        values, lookup = np.empty((rounds, N_HANDS), np.uint16), ranking("standard").lookup
        _add_up(dealt, lookup, ways, sums, masks)
        _evaluate(lookup, sums.ravel(), masks.ravel(), values.ravel())
        bonuses = bonus_classes(dealt[:, :HOLE_CARDS]) if self.settlement.has_bonus else np.zeros(rounds, np.uint8)
        ends = np.empty(rounds, np.int64)
        _compare(values, raised, bonuses, ends)
        return ends


@_compiled
def _play_by_rules(dealt: Array, table: Array, ways: Array, raised: Array) -> None:
    """Set and raise the hands by the rule list.

    A row holds four hole cards, three of the flop, the dealer's three, turn and river.
    """
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
        ways[row] = best


@_compiled
def _find_places(dealt: Array, best: BestPlay, places: Array) -> None:
    """Rename the suits of every round as its flop needs, and find the place of its hole's decision."""
    for row in range(dealt.shape[0]):
        cards = dealt[row]
        low, middle, high = _ascending(int(cards[4]), int(cards[5]), int(cards[6]))
        flop = best.choose[3, high] + best.choose[2, middle] + low
        renamed = best.renamed[best.renaming_of_flop[flop]]
        for place in range(cards.size):
            cards[place] = renamed[cards[place]]
        low, middle, high = _ascending(int(cards[4]), int(cards[5]), int(cards[6]))
        hole = _descending(int(cards[0]), int(cards[1]), int(cards[2]), int(cards[3]))
        found = best.row_of_flop[flop] * best.holes
        for number in range(4):
            card_id = hole[number]
            left = best.place[card_id] - int(card_id > low) - int(card_id > middle) - int(card_id > high)
            found += best.choose[4 - number, left]
        places[row] = found


@_compiled
def _play_best(decisions: Array, places: Array, ways: Array, raised: Array) -> None:
    """Read the decisions of many rounds in sequence, so that the processor fetches several of them at once."""
    for row in range(places.size):
        decision = decisions[places[row] >> 1] >> (4 * (places[row] & 1)) & 15
        ways[row] = decision >> 2
        raised[row, 0], raised[row, 1] = decision >> 1 & 1, decision & 1


@_compiled
def _add_up(dealt: Array, lookup: Lookup, ways: Array, sums: Array, masks: Array) -> None:
    """Add up the seven cards of both hands as they are set, and of the dealer's three pairs."""
    start, card_keys, card_masks = lookup.start, lookup.card_keys, lookup.card_masks
    for row in range(dealt.shape[0]):
        h0, h1, h2, h3 = _descending(int(dealt[row, 0]), int(dealt[row, 1]), int(dealt[row, 2]), int(dealt[row, 3]))
        key, mask = start, np.uint64(0)
        for place in BOARD_PLACES:
            key += card_keys[dealt[row, place]]
            mask |= card_masks[dealt[row, place]]
        a, b, c, d = arranged(int(ways[row]), h0, h1, h2, h3)
        x, y, z = dealt[row, 7], dealt[row, 8], dealt[row, 9]
        for hand, (one, other) in enumerate(((a, b), (c, d), (x, y), (x, z), (y, z))):
            sums[row, hand] = key + card_keys[one] + card_keys[other]
            masks[row, hand] = mask | card_masks[one] | card_masks[other]


@_compiled
def _evaluate(lookup: Lookup, sums: Array, masks: Array, out: Array) -> None:
    """Compute the values of hands from the sums of their keys and the unions of their masks."""
    for hand in range(sums.size):
        out[hand] = value_of(lookup, sums[hand], masks[hand])


@_compiled
def _points(one: int, other: int, dealt: Array, table: Array) -> int:
    """Return the points of a hand, looked up."""
    flop_0, flop_1, flop_2 = int(dealt[4]), int(dealt[5]), int(dealt[6])
    flop_ranks = (flop_0 // N_SUITS * N_RANKS + flop_1 // N_SUITS) * N_RANKS + flop_2 // N_SUITS
    situation = suit_situation(one % N_SUITS, other % N_SUITS, flop_0 % N_SUITS, flop_1 % N_SUITS, flop_2 % N_SUITS)
    return int(table[table_place(situation, flop_ranks, one // N_SUITS, other // N_SUITS)])


@_compiled
def _ascending(a: int, b: int, c: int) -> tuple[int, int, int]:
    """Return three cards in order."""
    a, b = min(a, b), max(a, b)
    b, c = min(b, c), max(b, c)
    return min(a, b), max(a, b), c


@_compiled
def _descending(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """Return four cards in order, by five comparisons."""
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    b, d = max(b, d), min(b, d)
    return a, max(b, c), min(b, c), d


@_compiled
def _compare(values: Array, raised: Array, bonuses: Array, ends: Array) -> None:
    """Compare both hands with the dealer's best pair and write the number of the round's cell."""
    for row in range(raised.shape[0]):
        dealer = max(values[row, 2], values[row, 3], values[row, 4])
        one = 1 - np.int64(values[row, 0] > dealer) + np.int64(values[row, 0] < dealer)
        other = 1 - np.int64(values[row, 1] > dealer) + np.int64(values[row, 1] < dealer)
        raises = (np.int64(bonuses[row]) * 2 + raised[row, 0]) * 2 + raised[row, 1]
        ends[row] = (raises * 3 + one) * 3 + other


@cache
def source() -> str:
    """Return the kernel's source text."""
    return kernel_source("houseway.analysis.titles.two_hand_holdem", "rounds.cu", STREAM)


def play_on(
    machine: Machine,
    deck: NDArray[np.uint8],
    key: tuple[Word, Word],
    n_cells: int,
    has_bonus: bool,
    first_round: int,
    rounds: int,
) -> NDArray[np.int64]:
    """Deal and play rounds, and return how many end in each cell."""
    hand, bonus = ranking("standard").lookup, ranking(FOUR_CARDS).lookup
    numbers = [len(deck), n_cells, RAISED_STAKE, int(has_bonus), int(hand.start), int(bonus.start)]
    arrays: dict[str, NDArray[Any]] = {
        "keys": hand.card_keys,
        "masks": hand.card_masks,
        "bonus_keys": bonus.card_keys,
        "offsets": hand.offsets,
        "bonus_offsets": bonus.offsets,
        "values": hand.values,
        "mask_values": hand.mask_values,
        "bonus_values": bonus.values,
        "bonus_mask_values": bonus.mask_values,
        "flop_places": FLOP_PLACES.astype(np.uint16),
        "deck": deck,
        "bonus_class": class_of_value(),
        "points": point_table(),
    }
    head, held = table(machine, numbers, arrays)
    cells = machine.zeros(n_cells, np.uint64)
    given = [head, np.uint64(first_round), np.uint64(rounds), *(np.uint32(word) for word in key), cells]
    machine.launch(source(), "play_rounds", given, n_cells * np.dtype(np.uint32).itemsize)
    found = machine.get(cells).astype(np.int64)
    del held
    return found
