"""Fast Action Hold'em by simulation: rounds dealt, played from a table of decisions and settled, without the counts.

Each round ends in a cell: how it was played, the categories of the player's hands, and which of them beat the dealer.
The kernels count cells, and each cell is settled once. The dealer's choice between equally good cards is the first in
deal order, as at a table.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.cell_simulation import CellSimulator, dealt_from, seat_of, simulate_cells
from houseway.analysis.counting.shards import Runner
from houseway.analysis.operations.seats import SeatPlay
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.results.simulation import SimulationResult, check_rounds
from houseway.analysis.titles.fast_action_holdem.analyzer import choices_of, plays_by_name, ways_by_name
from houseway.analysis.titles.fast_action_holdem.choices import WAYS, Choices
from houseway.analysis.titles.fast_action_holdem.counting import compiled
from houseway.analysis.titles.fast_action_holdem.endings import NO_HAND, Outcome, Tally, envy_by_outcome
from houseway.analysis.titles.fast_action_holdem.space import BOARD, HAND, PLACES, Integers
from houseway.cards.card import N_NATURAL
from houseway.cards.seed import SeedLike
from houseway.games.engine.game import Game
from houseway.games.house_way import house_way_choices
from houseway.games.titles.fast_action_holdem.options import ANTE, BONUS, BOTH, KEEP
from houseway.ranking import ranking
from houseway.ranking.kernels import trailing_zeros

KINDS = (KEEP, ANTE, BONUS, BOTH)
N_HANDS = comb(N_NATURAL + HAND - 1, HAND)
CHOOSE = np.array(
    [[comb(card_id + place, place + 1) for card_id in range(N_NATURAL)] for place in range(HAND)], np.int64
)
"""A sorted hand's number is the sum of these over its places. Every multiset of four cards has a distinct number."""
SLOT_CARDS = np.array(PLACES, np.int64)
SLOT_OF = np.array([[PLACES.index((min(i, j), max(i, j))) if i != j else 0 for j in range(HAND)] for i in range(HAND)])


def simulate(
    game: Game,
    rounds: int,
    seed: SeedLike = 0,
    strategy: str = OPTIMAL,
    *,
    first_round: int = 0,
    jobs: int = 1,
    runner: Runner | None = None,
    bonus: Fraction | int = 1,
) -> SimulationResult:
    """Play rounds with a strategy and return the results. Any part of the rounds can be played alone."""
    check_rounds(rounds, first_round)
    choices = choices_of(game, runner or Runner(), bonus)
    simulator = Simulator.of(choices, ways_by_name(strategy, choices), seed)
    return simulate_cells(simulator, choices.game, strategy, seed, rounds, first_round, jobs)


def seat_play(game: Game, strategy: str, *, runner: Runner | None = None, bonus: Fraction | int = 1) -> SeatPlay:
    """Return how a seat plays its four cards, and its hands' payout to each lammer of another player (FA-16)."""
    choices = choices_of(game, runner or Runner(), bonus)
    first, *others = plays_by_name(strategy, choices)
    players = [Simulator.of(choices, first, 0)]
    players += [players[0].playing(ways) for ways in others]
    due = envy_by_outcome(choices.game, choices.counted.job.first_values)
    envy = [due(players[0].outcome(cell)) for cell in range(players[0].n_cells)]
    return seat_of(players, HAND, envy)


def hand_numbers(hands: NDArray[np.uint8]) -> Integers:
    """Return the numbers of hands whose cards ascend."""
    numbers: Integers = CHOOSE[np.arange(HAND), hands].sum(axis=1)
    return numbers


def spread(choices: Choices, slots: Integers) -> NDArray[np.uint8]:
    """Return, for every hand by its number, the slot that corresponds to a slot of its class."""
    space = choices.counted.space
    hands = choices.hands[0]
    ids = np.array(space.types, np.uint8)
    table = np.zeros(N_HANDS, np.uint8)
    for image in space.images:
        renamed = ids[image[space.place_of[hands]]]
        order = np.argsort(renamed, axis=1, kind="stable")
        place_after = np.argsort(order, axis=1)
        pair = np.take_along_axis(place_after, SLOT_CARDS[slots], axis=1)
        table[hand_numbers(np.take_along_axis(renamed, order, axis=1))] = SLOT_OF[pair[:, 0], pair[:, 1]]
    return table


@dataclass(frozen=True)
class Simulator(CellSimulator):
    """A simulator of rounds for given ways to play the hands.

    By the number of a hand, it has the first two cards and the split, and the pairs that the house way may keep.
    """

    round_cards = HAND + HAND + BOARD
    rounds_at_once = 1 << 12

    choices: Choices
    first_slots: NDArray[np.uint8]
    kinds: NDArray[np.uint8]
    dealer_slots: NDArray[np.uint8]

    @classmethod
    def of(cls, choices: Choices, ways: Integers, seed: SeedLike) -> "Simulator":
        """Return a simulator of a game for given ways to play its hands."""
        dealt = dealt_from(choices.game.deck, seed)
        return cls(*dealt, choices, *_decisions(choices, ways), dealer_slots(choices))

    def playing(self, ways: Integers) -> "Simulator":
        """Return the same game for other ways to play its hands."""
        first_slots, kinds = _decisions(self.choices, ways)
        return replace(self, first_slots=first_slots, kinds=kinds)

    @property
    def shape(self) -> tuple[int, ...]:
        """Return the shape of the cells: kind of play, classes of the two hands, whether each beats the dealer."""
        n_classes = len(self.choices.payoffs.odds)
        return len(KINDS), n_classes, n_classes, 2, 2

    @property
    def n_cells(self) -> int:
        """Return the number of cells."""
        return prod(self.shape)

    def ends(self, dealt: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return the cell in which each round ends. A row of cards has the player's, the dealer's, then the board."""
        rounds = len(dealt)
        kinds = np.empty(rounds, np.uint8)
        sevens = np.empty((3, rounds, BOARD + 2), np.uint8)
        _arrange(dealt, CHOOSE, SLOT_CARDS, SLOT_OF, self.first_slots, self.kinds, self.dealer_slots, kinds, sevens)
        evaluate = ranking(self.choices.game.showdown).evaluate
        first, second, dealer = (evaluate(rows) for rows in sevens)
        ends = np.empty(rounds, np.int64)
        _compare(kinds, first, second, dealer, self._class_of_value, self.shape[1], ends)
        return ends

    @cached_property
    def _class_of_value(self) -> NDArray[np.int64]:
        values = np.arange(ranking(self.choices.game.showdown).n_values + 1)
        return np.searchsorted(self.choices.counted.job.first_values, values, side="right") - 1

    def settle(self, cell: int) -> Fraction:
        """Return the net result of a cell, in Antes."""
        return Tally({}, self.choices.payoffs).net(self.outcome(cell))

    def outcome(self, cell: int) -> Outcome:
        """Return the outcome of a round that ended in a cell."""
        kind, first, second, first_wins, second_wins = (int(place) for place in np.unravel_index(cell, self.shape))
        has_second = KINDS[kind] != KEEP
        return Outcome(KINDS[kind], first, second if has_second else NO_HAND, bool(first_wins), bool(second_wins))


def _decisions(choices: Choices, ways: Integers) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return, for every hand by its number, the slot of its first two cards and how it is played."""
    kinds = np.array([KINDS.index(way.kind) for way in WAYS])[ways]
    return spread(choices, np.array([way.slot for way in WAYS])[ways]), _by_class(choices, kinds)


def _by_class(choices: Choices, numbers: Integers) -> NDArray[np.uint8]:
    """Return a number of each class of hands, copied to every hand."""
    space = choices.counted.space
    ids = np.array(space.types, np.uint8)
    table = np.zeros(N_HANDS, np.uint8)
    for image in space.images:
        table[hand_numbers(np.sort(ids[image[space.place_of[choices.hands[0]]]], axis=1))] = numbers
    return table


def dealer_slots(choices: Choices) -> NDArray[np.uint8]:
    """Return, for every hand by its number, the pairs that the house way may keep, a bit for each slot."""
    hands = choices.hands[0]
    table = np.zeros(N_HANDS, np.uint8)
    may_keep = np.array([_may_keep(hand, choices) for hand in hands.tolist()])
    for slot, may in enumerate(may_keep.T):
        of_class = np.full(len(hands), slot)
        moved = spread(choices, of_class)
        table |= np.where(_by_class(choices, may.astype(np.int64)) > 0, np.uint8(1) << moved, np.uint8(0)).astype(
            np.uint8
        )
    return table


def _may_keep(hand: list[int], choices: Choices) -> list[bool]:
    """Return, for every slot, whether the house way may keep its two cards."""
    _, kept = house_way_choices(hand, choices.game.house_way)  # type: ignore[arg-type]
    return [tuple(hand[place] for place in places) in kept for places in PLACES]


@compiled
def _arrange(
    dealt: NDArray[np.uint8],
    choose: Integers,
    slot_cards: Integers,
    slot_of: Integers,
    first_slots: NDArray[np.uint8],
    hand_kinds: NDArray[np.uint8],
    dealer_masks: NDArray[np.uint8],
    kinds: NDArray[np.uint8],
    sevens: NDArray[np.uint8],
) -> None:
    """Sort both hands, look up the decisions, and arrange the first hand, the other cards and the dealer's hand."""
    cards = np.empty(4, np.uint8)
    places = np.empty(4, np.int64)
    for row in range(dealt.shape[0]):
        for who in range(2):
            _sort(dealt[row], 4 * who, cards)
            number = choose[0, cards[0]] + choose[1, cards[1]] + choose[2, cards[2]] + choose[3, cards[3]]
            if who == 0:
                slot = np.int64(first_slots[number])
                kinds[row] = hand_kinds[number]
                beside = 5 - slot
                sevens[1, row, 0], sevens[1, row, 1] = cards[slot_cards[beside, 0]], cards[slot_cards[beside, 1]]
            else:
                mask = dealer_masks[number]
                slot = np.int64(trailing_zeros(np.uint64(mask)))
                if mask != 1 << slot:
                    slot = np.int64(_first_dealt(dealt[row, 4:8], cards, mask, slot_of, places))
            target = 0 if who == 0 else 2
            sevens[target, row, 0], sevens[target, row, 1] = cards[slot_cards[slot, 0]], cards[slot_cards[slot, 1]]
        for place in range(5):
            for target in range(3):
                sevens[target, row, 2 + place] = dealt[row, 8 + place]


@compiled
def _sort(dealt: NDArray[np.uint8], start: int, cards: NDArray[np.uint8]) -> None:
    """Sort four cards in ascending order, by five exchanges without a branch."""
    a, b = min(dealt[start], dealt[start + 1]), max(dealt[start], dealt[start + 1])
    c, d = min(dealt[start + 2], dealt[start + 3]), max(dealt[start + 2], dealt[start + 3])
    low, high = max(a, c), min(b, d)
    cards[0], cards[1], cards[2], cards[3] = min(a, c), min(low, high), max(low, high), max(b, d)


@compiled
def _first_dealt(
    hand: NDArray[np.uint8], cards: NDArray[np.uint8], mask: int, slot_of: Integers, places: Integers
) -> int:
    """Return the slot of the pair that was dealt first, of the pairs that may be kept."""
    taken = 0
    for new in range(4):
        for place in range(4):
            if cards[place] == hand[new] and not taken >> place & 1:
                taken |= 1 << place
                places[new] = place
                break
    for one in range(4):
        for other in range(one + 1, 4):
            slot = slot_of[places[one], places[other]]
            if mask >> slot & 1:
                return int(slot)
    return 0


@compiled
def _compare(
    kinds: NDArray[np.uint8],
    first: NDArray[np.uint16],
    second: NDArray[np.uint16],
    dealer: NDArray[np.uint16],
    class_of_value: Integers,
    n_classes: int,
    ends: Integers,
) -> None:
    """Compare the hands with the dealer's and return the number of the round's cell."""
    for row in range(kinds.size):
        kind = kinds[row]
        other = second[row] if kind else np.uint16(0)
        wins = np.int64(first[row] > dealer[row]), np.int64(other > dealer[row])
        other_class = class_of_value[other] if kind else 0
        hands = (np.int64(kind) * n_classes + class_of_value[first[row]]) * n_classes + other_class
        ends[row] = (hands * 2 + wins[0]) * 2 + wins[1]
