"""Double Draw Poker by simulation: rounds dealt, played from tables of both draws and settled, without the counts.

The tables are small ones by pattern, which stay in a core's cache. The *pattern* of a hand in ascending order is its
ranks and which of its cards share a suit. It decides the first draw. The second option depends on less: on the ranks,
and on which four or five cards share a suit.

For most hands it does not depend on the dead cards. With k of them, a discard x has the value G(K) - g(h) - k q, less
r(y) for each dead out y of K (see `draws`). Let x be the best option as if no out were dead. While none of the outs of
x's K is dead, x keeps its value. The others can only lose value, so x is still the best.

If a pattern leaves a decision open, as it may in a deck whose suits differ, the number of the hand decides it.

A round uses nine cards: five to the hand, then those drawn at the two draws, as needed. The second option is looked up
in a table, or computed now if a dead card could change it. Each step is done for a whole block of rounds before the
next, so that the look-ups of many rounds overlap. A folded hand is carried along without a result.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb
from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.cell_simulation import CellSimulator, seat_of, simulate_cells
from houseway.analysis.counting.shards import Runner
from houseway.analysis.operations.seats import SeatPlay
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.results.simulation import SimulationResult, check_rounds
from houseway.analysis.titles.double_draw_poker.analyzer import as_double_draw, masks_of_all_hands, plan_by_name
from houseway.analysis.titles.double_draw_poker.draws import FOLD_HAND, Tables
from houseway.analysis.titles.double_draw_poker.endings import paired_ranks
from houseway.analysis.titles.double_draw_poker.jobs import Plan, Problem, kernel_tables
from houseway.analysis.titles.double_draw_poker.space import (
    FOLD_FIRST,
    FOLD_SECOND,
    IN_HAND,
    MOST_DEAD,
    N_OUTCOMES,
    Array,
    Payoffs,
    all_sets,
    number_without,
    set_number,
)
from houseway.cards.card import ACE, N_RANKS, N_SUITS, Card, is_joker, rank_of, suit_of
from houseway.cards.seed import SeedLike
from houseway.cards.streams import simulation_key
from houseway.games.engine.game import Game
from houseway.games.titles.double_draw_poker import MOST_DISCARDS, PACKET, DoubleDrawPoker
from houseway.ranking.kernels import population_count, trailing_zeros

JOKER_RANK, JOKER_SUIT = N_RANKS, N_SUITS
N_RANK_SETS = comb(N_RANKS + PACKET, PACKET)
"""The number of combinations of five ranks, with repeated ones and jokers included."""
SUIT_BITS = 3
CODE_SHIFT = 16
"""A key is the number of the hand's ranks and, from this bit on, its suits, SUIT_BITS for each card."""
RANKS_MASK = np.uint32((1 << CODE_SHIFT) - 1)
ALL_SUITS = (1 << N_SUITS) - 1

FOLD, STAND, DISCARD_LOWEST = 0, 1, 2
"""Second choices: fold, stand, or discard the card at a place of the ascending hand."""
OPEN_DRAW = 64
"""A marker for a first draw that the pattern does not decide."""
OPEN = DISCARD_LOWEST + PACKET
"""A marker for a second choice that the pattern does not decide."""
OUTCOME_BITS, CHOICE_BITS = 4, 3
OUTS_SHIFT = OUTCOME_BITS + CHOICE_BITS
"""The bits of a packed second option: outcome, choice, and the outs (first the suit of the kept cards, then ranks)."""

_compiled = numba.njit(nogil=True, cache=True)


class RoundTables(NamedTuple):
    """The look-up tables of a round.

    The first draw is `draws` by ranks and suit pattern, or else `masks` by the number of the hand. The second option is
    `seconds` by ranks and shared suits, or else `second_masks` by number. If that is empty, it is the best option.
    """

    keys: Array
    marks: Array
    suit_patterns: Array
    shared_suits: Array
    draws: Array
    seconds: Array
    masks: Array
    second_masks: Array
    ranks: Array


def round_tables(problem: Problem, plan: Plan) -> RoundTables:
    """Return the tables of a plan."""
    tables, space = kernel_tables(problem), problem.space
    hands = all_sets(space.n_cards, PACKET)
    suit_patterns, shared_suits = suit_tables()
    cards = [Card(card_id) for card_id in space.cards.tolist()]
    masks = masks_of_all_hands(space, plan.masks)
    rounds = RoundTables(
        keys=np.array([[_card_key(card_id, place) for place in range(PACKET)] for card_id in cards], np.uint32),
        marks=np.array([_mark(card_id) for card_id in cards], np.uint32),
        suit_patterns=suit_patterns,
        shared_suits=shared_suits,
        draws=np.zeros(N_RANK_SETS * (int(suit_patterns.max()) + 1), np.uint8),
        seconds=np.zeros(N_RANK_SETS * (int(shared_suits.max()) + 1), np.uint32),
        masks=masks,
        second_masks=plan.second_masks,
        ranks=paired_ranks(space),
    )
    outs = np.zeros(len(tables.kept_gain), np.uint32)
    if not plan.second_masks.size:
        _outs_of_kept(tables, rounds.marks, all_sets(space.n_cards, PACKET - 1), outs)
    _fill(rounds, tables, hands, outs)
    return rounds


def _card_key(card_id: Card, place: int) -> int:
    """Return the amount that a card adds to the key of a hand in which it has a place."""
    rank, suit = (JOKER_RANK, JOKER_SUIT) if is_joker(card_id) else (rank_of(card_id), suit_of(card_id))
    return comb(rank + place, place + 1) + (suit << (CODE_SHIFT + SUIT_BITS * place))


def _mark(card_id: Card) -> int:
    """Return the rank and the suit of a card as bits."""
    if is_joker(card_id):
        return 1 << JOKER_RANK
    return 1 << rank_of(card_id) | 1 << (CODE_SHIFT + suit_of(card_id))


def suit_tables() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return two tables by the suits of a hand: its suit pattern, and which four or five cards share a suit."""
    patterns, shared = (np.zeros(1 << SUIT_BITS * PACKET, np.uint8) for _ in range(2))
    numbers: dict[tuple[int, ...], int] = {}
    for suits in product(range(N_SUITS + 1), repeat=PACKET):
        if suits != tuple(sorted(suits, key=JOKER_SUIT.__eq__)):
            continue  # jokers come last
        code = sum(suit << SUIT_BITS * place for place, suit in enumerate(suits))
        naturals = [suit for suit in suits if suit != JOKER_SUIT]
        like = tuple(JOKER_SUIT if suit == JOKER_SUIT else naturals.index(suit) + JOKER_SUIT + 1 for suit in suits)
        patterns[code] = numbers.setdefault(like, len(numbers))
        odd = [place for place in range(PACKET) if _one_suit(suits[:place] + suits[place + 1 :])]
        shared[code] = 0 if not odd else PACKET + 1 if _one_suit(suits) else 1 + odd[0]
    return patterns, shared


def _one_suit(suits: tuple[int, ...]) -> bool:
    return len({suit for suit in suits if suit != JOKER_SUIT}) == 1


@_compiled
def _fill(rounds: RoundTables, tables: Tables, hands: Array, outs: Array) -> None:
    """Enter every hand under its pattern. If two hands of a pattern differ, the entry stays open."""
    drawn, seen = np.zeros(rounds.draws.size, np.bool_), np.zeros(rounds.seconds.size, np.bool_)
    kept = np.empty(PACKET, np.int64)
    for number in range(hands.shape[0]):
        hand, key = hands[number], np.uint32(0)
        for place in range(PACKET):
            key += rounds.keys[hand[place], place]
            kept[place] = number_without(hand, place)
        ranks, code = key & RANKS_MASK, key >> np.uint32(CODE_SHIFT)
        at = np.int64(rounds.suit_patterns[code]) * N_RANK_SETS + ranks
        differs = drawn[at] and rounds.draws[at] != rounds.masks[number]
        rounds.draws[at] = OPEN_DRAW if differs else rounds.masks[number]
        drawn[at] = True
        at = np.int64(rounds.shared_suits[code]) * N_RANK_SETS + ranks
        outcome = int(tables.outcome_of_hand[number])
        if rounds.second_masks.size:
            choice, out = _choice_by_mask(rounds, hand, rounds.second_masks[number])
        else:
            choice = _settled_choice(tables, kept, outcome)
            out = int(outs[kept[choice - DISCARD_LOWEST]]) if DISCARD_LOWEST <= choice < OPEN else 0
        second = outcome | choice << OUTCOME_BITS | out << OUTS_SHIFT
        differs = seen[at] and rounds.seconds[at] != second
        rounds.seconds[at] = outcome | OPEN << OUTCOME_BITS if differs else second
        seen[at] = True


@_compiled
def _choice_by_mask(rounds: RoundTables, hand: Array, mask: int) -> tuple[int, int]:
    """Return a mask's choice if no rank of its cards is dead, and these ranks as outs if there are several."""
    choice = thrown_by_mask(mask, hand, np.uint64(0), rounds.ranks)
    out = 0
    for place in range(PACKET):
        if mask >> place & 1 and mask & (mask - 1) and mask != FOLD_HAND:
            rank = int(rounds.ranks[hand[place]])
            out |= 1 << (rank + 1) | int(rank == ACE) << (JOKER_RANK + 1)
    return choice, out


@_compiled
def thrown_by_mask(mask: int, hand: Array, dead: np.uint64, ranks: Array) -> int:
    """Return the second choice of a mask of the cards not held: the rank most often dead, of these the lowest."""
    if mask == FOLD_HAND:
        return FOLD
    choice, most = STAND, -1
    for place in range(PACKET):
        if mask >> place & 1:
            times, left = 0, dead
            while left:
                times += ranks[trailing_zeros(left)] == ranks[hand[place]]
                left &= left - np.uint64(1)
            if times > most:
                choice, most = DISCARD_LOWEST + place, times
    return choice


@_compiled
def _settled_choice(tables: Tables, kept: Array, outcome: int) -> int:
    """Return the best choice as if no out were dead, or OPEN if it is not the same for every number of dead cards."""
    settled, own = OPEN, tables.gains[outcome]
    for n_dead in range(MOST_DEAD + 1):
        best = max(own, tables.fold_gain) * (tables.n_cards - PACKET - n_dead)
        choice = STAND if own > tables.fold_gain else FOLD
        for back in range(PACKET):
            place = PACKET - 1 - back
            value = tables.kept_gain[kept[place]] - own - n_dead * tables.gains[tables.kept_base[kept[place]]]
            if value > best:
                best, choice = value, DISCARD_LOWEST + place
        if n_dead and choice != settled:
            return OPEN
        settled = choice
    return settled


@_compiled
def _outs_of_kept(tables: Tables, marks: Array, kept_sets: Array, outs: Array) -> None:
    """Find the cards that improve four kept ones: the suit that these share, in the lowest bit, and ranks above it."""
    for kept in range(kept_sets.shape[0]):
        shared = np.uint32(ALL_SUITS)
        for card in kept_sets[kept]:
            suit = marks[card] >> np.uint32(CODE_SHIFT)
            shared &= suit if suit else np.uint32(ALL_SUITS)
        base = tables.gains[tables.kept_base[kept]]
        for card in range(tables.n_cards):
            outcome = tables.outcome_with[kept, card]
            if outcome != IN_HAND and tables.gains[outcome] > base:
                in_suit = marks[card] >> np.uint32(CODE_SHIFT) & shared != 0
                outs[kept] |= np.uint32(1) if in_suit else (marks[card] & RANKS_MASK) << np.uint32(1)


ROUND_CARDS = PACKET + sum(MOST_DISCARDS)
FOLDED_FIRST, FOLDED_SECOND = N_OUTCOMES, N_OUTCOMES + 1
N_ENDS = N_OUTCOMES + 2
"""The number of ways in which a round can end: by outcome, then the two folds."""

CHUNK = 512
"""The number of rounds that go through the steps together."""

_ZERO, _ONE = np.uint64(0), np.uint64(1)
_CODE_SHIFT, _RANKS, _RANK_SETS = np.uint64(CODE_SHIFT), np.uint64(RANKS_MASK), np.uint64(N_RANK_SETS)
_SUIT_BITS, _SUIT_MASK = np.uint64(SUIT_BITS), np.uint64((1 << SUIT_BITS) - 1)
_OUTCOME_BITS, _OUTCOME_MASK = np.uint64(OUTCOME_BITS), np.uint64((1 << OUTCOME_BITS) - 1)
_CHOICE_MASK, _DISCARD_LOWEST, _OPEN = np.uint64((1 << CHOICE_BITS) - 1), np.uint64(DISCARD_LOWEST), np.uint64(OPEN)
_OUTS_SHIFT = np.uint64(OUTS_SHIFT)


def simulate(
    game: Game,
    rounds: int,
    seed: SeedLike = 0,
    strategy: str = OPTIMAL,
    *,
    first_round: int = 0,
    jobs: int = 1,
    runner: Runner | None = None,
) -> SimulationResult:
    """Play rounds with a strategy and return the results. Any part of the rounds can be played alone."""
    table = as_double_draw(game)
    check_rounds(rounds, first_round)
    simulator = _simulator(table, strategy, seed, runner)
    return simulate_cells(simulator, table, strategy, seed, rounds, first_round, jobs)


def seat_play(game: Game, strategy: str, *, runner: Runner | None = None) -> SeatPlay:
    """Return how a seat plays the cards dealt to it, with separate cards to draw."""
    return seat_of([_simulator(as_double_draw(game), strategy, 0, runner)], ROUND_CARDS)


def _simulator(game: DoubleDrawPoker, strategy: str, seed: SeedLike, runner: Runner | None) -> "Simulator":
    problem = Problem.of(game)
    return Simulator.of(problem, plan_by_name(strategy, game, problem, runner or Runner()), seed)


@dataclass(frozen=True)
class Simulator(CellSimulator):
    """A simulator of a plan's rounds: decisions, the tables of the exact second option, and the net of each ending.

    The deck holds the numbers of the cards, as the tables do.
    """

    round_cards = ROUND_CARDS
    n_cells = N_ENDS

    rules: RoundTables
    tables: Tables
    payoffs: Payoffs

    @classmethod
    def of(cls, problem: Problem, plan: Plan, seed: SeedLike) -> "Simulator":
        """Return a simulator of a plan."""
        tables = kernel_tables(problem)
        deck = np.arange(tables.n_cards, dtype=np.uint8)
        return cls(deck, simulation_key(seed), round_tables(problem, plan), tables, problem.payoffs)

    def settle(self, cell: int) -> Fraction:
        """Return the net result of a way in which a round can end, in Antes."""
        folds = {FOLDED_FIRST: Fraction(FOLD_FIRST), FOLDED_SECOND: Fraction(FOLD_SECOND)}
        return folds[cell] if cell in folds else self.payoffs.antes(self.payoffs.gains[cell])

    def ends(self, dealt: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return the way in which each of some rounds ends, a row of cards for each."""
        ends = np.empty(len(dealt), np.int64)
        _play_rounds(self.rules, self.tables, dealt, ends)
        return ends


class Rounds(NamedTuple):
    """Buffers for some rounds between their steps.

    Hands and dead cards are stored as bits; marks are of the dead cards.
    """

    hands: Array
    dead: Array
    marks: Array
    discards: Array
    choices: Array
    open_rows: Array


@_compiled
def _new_rounds() -> Rounds:
    return Rounds(
        np.empty(CHUNK, np.uint64),
        np.empty(CHUNK, np.uint64),
        np.empty(CHUNK, np.uint32),
        np.empty(CHUNK, np.uint8),
        np.empty(CHUNK, np.uint8),
        np.empty(CHUNK, np.uint16),
    )


@_compiled
def _play_rounds(rules: RoundTables, tables: Tables, dealt: Array, ends: Array) -> None:
    """Play all rounds, a chunk at a time."""
    rounds = _new_rounds()
    for start in range(0, dealt.shape[0], CHUNK):
        part = dealt[start : start + CHUNK]
        _first_option(rules, part, rounds)
        _first_replacement(rules, part, rounds)
        n_open = _second_option(rules, part.shape[0], rounds)
        _open_options(rules, tables, n_open, rounds)
        _second_replacement(rules, part, rounds, ends[start : start + CHUNK])


@_compiled
def _key(bits: np.uint64, keys: Array) -> np.uint64:
    """Return the key of a hand that is given as bits."""
    key = _ZERO
    for place in range(PACKET):
        key += np.uint64(keys[trailing_zeros(bits), place])
        bits &= bits - _ONE
    return key


@_compiled
def _hand(bits: np.uint64, hand: Array) -> None:
    """Write the cards of a hand that is given as bits, ascending."""
    for place in range(PACKET):
        hand[place] = trailing_zeros(bits)
        bits &= bits - _ONE


@_compiled
def _first_option(rules: RoundTables, dealt: Array, rounds: Rounds) -> None:
    """Look up the first draw of every hand."""
    keys, suit_patterns, draws = rules.keys, rules.suit_patterns, rules.draws
    hand = np.empty(PACKET, np.int64)
    for row in range(dealt.shape[0]):
        bits = _ZERO
        for place in range(PACKET):
            bits |= _ONE << np.uint64(dealt[row, place])
        key = _key(bits, keys)
        discards = draws[np.uint64(suit_patterns[key >> _CODE_SHIFT]) * _RANK_SETS + (key & _RANKS)]
        if discards == OPEN_DRAW:
            _hand(bits, hand)
            discards = rules.masks[set_number(hand)]
        rounds.hands[row] = bits
        rounds.discards[row] = discards


@_compiled
def _first_replacement(rules: RoundTables, dealt: Array, rounds: Rounds) -> None:
    """Replace the discards with new cards. The discards are then dead."""
    marks = rules.marks
    for row in range(dealt.shape[0]):
        mask, left, dead, mark = np.uint64(rounds.discards[row]), rounds.hands[row], _ZERO, np.uint32(0)
        for place in range(PACKET):
            goes, card = mask >> np.uint64(place) & _ONE, trailing_zeros(left)
            dead |= goes << card
            mark |= marks[card] * np.uint32(goes)
            left &= left - _ONE
        bits, n_dead = rounds.hands[row] ^ dead, population_count(dead)
        for each in range(MOST_DEAD):
            bits |= np.uint64(each < n_dead) << np.uint64(dealt[row, PACKET + each])
        rounds.hands[row], rounds.dead[row], rounds.marks[row] = bits, dead, mark


@_compiled
def _second_option(rules: RoundTables, n_rounds: int, rounds: Rounds) -> int:
    """Look up the second choices. List those that are open, or that a dead out may change, and return their number."""
    keys, shared_suits, seconds = rules.keys, rules.shared_suits, rules.seconds
    n_open = 0
    for row in range(n_rounds):
        key = _key(rounds.hands[row], keys)
        suits = key >> _CODE_SHIFT
        second = np.uint64(seconds[np.uint64(shared_suits[suits]) * _RANK_SETS + (key & _RANKS)])
        choice = second >> _OUTCOME_BITS & _CHOICE_MASK
        mark = np.uint64(rounds.marks[row])
        kept_suit = suits >> (_SUIT_BITS * np.uint64(choice == _DISCARD_LOWEST)) & _SUIT_MASK
        dead = mark >> _CODE_SHIFT >> kept_suit & _ONE | (mark & _RANKS) << _ONE
        rounds.choices[row] = choice
        rounds.open_rows[n_open] = row
        n_open += (choice == _OPEN) | (second >> _OUTS_SHIFT & dead != _ZERO)
    return n_open


@_compiled
def _open_options(rules: RoundTables, tables: Tables, n_open: int, rounds: Rounds) -> None:
    """Make the open choices: by the plan, or the best one for the cards that the player has seen."""
    hand = np.empty(PACKET, np.int64)
    for at in range(n_open):
        row = rounds.open_rows[at]
        _hand(rounds.hands[row], hand)
        if rules.second_masks.size:
            mask = int(rules.second_masks[set_number(hand)])
            rounds.choices[row] = thrown_by_mask(mask, hand, rounds.dead[row], rules.ranks)
        else:
            rounds.choices[row] = _best_option(tables, hand, rounds.dead[row])


@_compiled
def _best_option(tables: Tables, hand: Array, dead: np.uint64) -> int:
    """Return the best second option, and of equal ones the first in the order of the legal actions."""
    gains, outcome_with = tables.gains, tables.outcome_with
    own = gains[tables.outcome_of_hand[set_number(hand)]]
    choice = STAND if own > tables.fold_gain else FOLD
    best = max(own, tables.fold_gain) * (tables.n_cards - PACKET - np.int64(population_count(dead)))
    for back in range(PACKET):
        place = PACKET - 1 - back
        kept = number_without(hand, place)
        value = tables.kept_gain[kept] - own
        left = dead
        while left and value > best:
            value -= gains[outcome_with[kept, trailing_zeros(left)]]
            left &= left - _ONE
        if value > best:
            best, choice = value, DISCARD_LOWEST + place
    return choice


@_compiled
def _second_replacement(rules: RoundTables, dealt: Array, rounds: Rounds, ends: Array) -> None:
    """Carry out the second options and record how the rounds end."""
    keys, shared_suits, seconds = rules.keys, rules.shared_suits, rules.seconds
    for row in range(dealt.shape[0]):
        choice, bits = np.int64(rounds.choices[row]), rounds.hands[row]
        left = bits
        for below in range(PACKET - 1):
            left &= left - np.uint64(below < choice - DISCARD_LOWEST)
        draws = np.uint64(choice >= DISCARD_LOWEST)
        thrown = (left & (~left + _ONE)) * draws
        drawn = draws << np.uint64(dealt[row, np.uint64(PACKET) + population_count(rounds.dead[row])])
        key = _key(bits ^ thrown | drawn, keys)
        second = seconds[np.uint64(shared_suits[key >> _CODE_SHIFT]) * _RANK_SETS + (key & _RANKS)]
        end = np.uint64(FOLDED_SECOND) if choice == FOLD else np.uint64(second) & _OUTCOME_MASK
        ends[row] = np.uint64(FOLDED_FIRST) if rounds.discards[row] == FOLD_HAND else end
