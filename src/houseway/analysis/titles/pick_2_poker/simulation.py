"""Pick 2 Poker by simulation: rounds dealt, played from a table of decisions and settled, all without the counts.

Each round ends in a cell: what the player did, how the hands compared, whether the dealer qualified, and which rows of
the pay tables the player's cards hit. The kernel counts cells; each cell is then settled once by the readings.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import prod

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import PLACES, Array, spread
from houseway.analysis.counting.cell_simulation import CellSimulator, dealt_from, seat_of, simulate_cells
from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.levels import row_by_value
from houseway.analysis.operations.seats import SeatPlay
from houseway.analysis.results.advice import check_strategy
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.results.simulation import SimulationResult, check_rounds
from houseway.analysis.titles.pick_2_poker.analyzer import STRATEGY_NAMES, as_pick_2, columns_by_name
from houseway.analysis.titles.pick_2_poker.hands import TRIPLES, Hands, count_hands, lowest_qualifying
from houseway.analysis.titles.pick_2_poker.payoffs import (
    PLAY_MULTIPLE,
    Payoffs,
    bonus_only_stake,
    settled,
)
from houseway.cards.deck import Deck
from houseway.cards.seed import SeedLike
from houseway.games.engine.declared.ending import Feature
from houseway.games.engine.declared.vocabulary import Cause, Paid
from houseway.games.engine.game import Game
from houseway.games.titles.pick_2_poker import Pick2Poker
from houseway.games.titles.pick_2_poker.hands import FIVE, FIVE_CARDS, FOLD, HAND_CARDS, SET_CARDS, THREE, THREE_CARDS
from houseway.ranking import ranking
from houseway.ranking.kernels import trailing_zeros

KINDS = (FOLD, FIVE, THREE)
FOLDED, PLAYED_FIVE, PLAYED_THREE = range(3)
N_COMPARED = 3
"""A comparison is won, tied or lost, in the order of the title's levels."""
ALL_FIVE = (1 << HAND_CARDS) - 1
NO_HAND = 0
"""The value that no hand has, and that no pay table pays."""

_ZERO, _ONE = np.uint64(0), np.uint64(1)

SET_PLACES = np.array(
    [
        [*(place for place in range(HAND_CARDS) if mask >> place & 1), 0, 1, 2][:SET_CARDS]
        for mask in range(ALL_FIVE + 1)
    ],
    np.uint8,
)
"""Which cards, from the lowest, are the three in play; without meaning where no three are."""

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
    five_card_bonus: Fraction | int | None = None,
) -> SimulationResult:
    """Play rounds with a strategy and say what came of them. Any part of the rounds can be played alone."""
    check_strategy(game, strategy, STRATEGY_NAMES)
    check_rounds(rounds, first_round)
    simulator = _simulator(game, strategy, seed, runner, five_card_bonus)
    return simulate_cells(simulator, simulator.game, strategy, seed, rounds, first_round, jobs)


def seat_play(
    game: Game, strategy: str, *, runner: Runner | None = None, five_card_bonus: Fraction | int | None = None
) -> SeatPlay:
    """How a seat plays its five cards."""
    return seat_of([_simulator(game, strategy, 0, runner, five_card_bonus)], HAND_CARDS)


def _simulator(
    game: Game, strategy: str, seed: SeedLike, runner: Runner | None, five_card_bonus: Fraction | int | None
) -> "Simulator":
    table = as_pick_2(game)
    stake = bonus_only_stake(table, five_card_bonus)
    hands = count_hands(table.deck, runner or Runner())
    decisions = decision_masks(table.deck, hands, columns_by_name(strategy, Payoffs.of(table, hands, stake)))
    return Simulator.of(table, stake, decisions, seed)


def decision_masks(deck: Deck, hands: Hands, columns: NDArray[np.intp]) -> NDArray[np.uint8]:
    """For every hand of five, by its number, the cards in play as bits: bit i is the i-th lowest card.

    No bits: fold. All five: 5 Card Poker.
    """
    by_column = [0, ALL_FIVE, *(sum(1 << (HAND_CARDS - 1 - place) for place in triple) for triple in TRIPLES)]
    in_play = np.array(by_column, np.uint8)[columns]
    return spread(deck, hands.cards[:, ::-1], in_play)


@dataclass(frozen=True)
class Simulator(CellSimulator):
    """Rounds of a game for given decisions: by the number of a hand the cards in play, as `decision_masks` has them."""

    round_cards = 2 * HAND_CARDS

    game: Pick2Poker
    stake: Fraction
    masks: NDArray[np.uint8]

    @classmethod
    def of(cls, game: Pick2Poker, stake: Fraction, masks: NDArray[np.uint8], seed: SeedLike) -> "Simulator":
        """A simulator of a game for given decisions."""
        return cls(*dealt_from(game.deck, seed), game, stake, masks)

    @property
    def paid(self) -> tuple[Paid, Paid, Paid]:
        """The hands that the Bonus wagers are paid by."""
        return self.game.five_cards, self.game.bonus_three, self.game.five_cards_only

    @property
    def shape(self) -> tuple[int, ...]:
        """The cells: kind of play, qualified or not, comparison, and the rows of the three pay tables."""
        five, three, only = (len(self.game.levels(term)) for term in self.paid)
        return len(KINDS), 2, N_COMPARED, five, three, only

    @property
    def n_cells(self) -> int:
        """All of them."""
        return prod(self.shape)

    def ends(self, dealt: NDArray[np.uint8]) -> NDArray[np.int64]:
        """The cell in which each of some rounds ends, a row of cards for each: the player's, then the dealer's."""
        rounds = len(dealt)
        own, dealers = np.ascontiguousarray(dealt[:, :HAND_CARDS]), np.ascontiguousarray(dealt[:, HAND_CARDS:])
        in_play, sets = np.empty(rounds, np.uint8), np.empty((rounds, SET_CARDS), np.uint8)
        _choose(own, PLACES, self.masks, SET_PLACES, in_play, sets)
        fives, threes = ranking(FIVE_CARDS).evaluate, ranking(THREE_CARDS).evaluate
        own_five, own_set, dealer_five = fives(own), threes(sets), fives(dealers)
        ends = np.empty(rounds, np.int64)
        five, three, only = (row_by_value(self.game.table(term)) for term in self.paid)
        if self.game.bonus_three is self.game.best_three:
            three_rows = three[threes(own)]
        else:
            no_set = (in_play == 0) | (in_play == ALL_FIVE)
            three_rows = three[np.where(no_set, NO_HAND, own_set)]
        hit = (five[own_five], three_rows, only[own_five])
        _compare(in_play, own_five, own_set, dealer_five, threes(dealers), lowest_qualifying(), hit, self.shape, ends)
        return ends

    def settle(self, cell: int) -> Fraction:
        """The net result of a cell, in Antes."""
        kind, not_qualified, compared, *hit = (int(place) for place in np.unravel_index(cell, self.shape))
        game, option = self.game, KINDS[kind]
        features: dict[Cause, Feature] = {
            game.five_card_poker: game.levels(game.five_card_poker)[N_COMPARED * not_qualified + compared],
            game.three_card_poker: game.levels(game.three_card_poker)[compared],
            **{term: game.levels(term)[level] for term, level in zip(self.paid, hit, strict=True)},
        }
        nets = settled(game, option, features)
        bonus = nets["three_five"] + self.stake * nets["five_card_bonus"]
        return nets["ante"] + PLAY_MULTIPLE[option] * nets.get("play", Fraction(0)) + bonus


@_compiled
def _choose(own: Array, places: Array, masks: Array, set_places: Array, in_play: Array, sets: Array) -> None:
    """Look every hand's decision up: the cards in play as bits, and the three cards set (any three where none are).

    The cards are put in order without a branch: as bits of one number, the lowest bit taken out five times.
    """
    cards = np.empty(HAND_CARDS, np.uint64)
    for row in range(own.shape[0]):
        bits = _ZERO
        for place in range(HAND_CARDS):
            bits |= _ONE << np.uint64(own[row, place])
        number = np.uint64(0)
        for place in range(HAND_CARDS):
            cards[place] = trailing_zeros(bits)
            bits &= bits - _ONE
            number += np.uint64(places[cards[place], place])
        mask = np.uint64(masks[number])
        in_play[row] = mask
        for place in range(SET_CARDS):
            sets[row, place] = cards[set_places[mask, place]]


@_compiled
def _compare(
    in_play: Array,
    own_five: Array,
    own_set: Array,
    dealer_five: Array,
    dealer_three: Array,
    qualifying: int,
    hit: tuple[Array, Array, Array],
    shape: tuple[int, ...],
    ends: Array,
) -> None:
    """Compare the hands that are in play and give the number of the round's cell."""
    five_rows, three_rows, only_rows = hit
    for row in range(in_play.size):
        kind = PLAYED_THREE
        if in_play[row] == 0:
            kind = FOLDED
        elif in_play[row] == ALL_FIVE:
            kind = PLAYED_FIVE
        own, dealers = own_five[row], dealer_five[row]
        not_qualified = dealers < qualifying
        if kind == PLAYED_THREE:
            own, dealers = own_set[row], dealer_three[row]
        compared = 1 + np.int64(own < dealers) - np.int64(own > dealers)
        played = (kind * shape[1] + np.int64(not_qualified)) * shape[2] + compared
        ends[row] = ((played * shape[3] + five_rows[row]) * shape[4] + three_rows[row]) * shape[5] + only_rows[row]
