"""Double Draw Poker by simulation: rounds dealt, played from a table of first draws and settled, without the counts.

Nine cards serve a round: five to the hand, then those drawn at the two draws, as far as they are needed. The second
option is looked up in a table, or worked out on the spot for the cards that the player has seen. Each step is done for
a whole block of rounds before the next, so that the look-ups of many rounds are under way at once. A folded hand is
carried along with nothing to show for it.
"""

from dataclasses import dataclass
from fractions import Fraction
from time import perf_counter
from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.distribution import Distribution
from houseway.analysis.double_draw_poker.jobs import Plan, Problem, kernel_tables
from houseway.analysis.double_draw_poker.outcomes import DISCARD_LOWEST, FOLD, STAND
from houseway.analysis.double_draw_poker.payoffs import FOLD_FIRST, FOLD_SECOND, LOSS, winning_nets
from houseway.analysis.double_draw_poker.plan import FOLD_HAND
from houseway.analysis.double_draw_poker.space import BINOMIAL, MOST_DEAD, N_OUTCOMES, Array
from houseway.analysis.double_draw_poker.strategies import OPTIMAL, as_double_draw, masks_of_all_hands, plan_by_name
from houseway.analysis.result import Subject
from houseway.analysis.shards import Runner
from houseway.analysis.simulation import SimulationResult, play_blocks
from houseway.cards.seed import Seed, SeedLike
from houseway.cards.streams import Word, fill_hands, simulation_key
from houseway.games.double_draw_poker import MOST_DISCARDS, PACKET
from houseway.games.engine.game import Game
from houseway.ranking.bits import population_count, trailing_zeros

ROUND_CARDS = PACKET + sum(MOST_DISCARDS)
FOLDED_FIRST, FOLDED_SECOND = N_OUTCOMES, N_OUTCOMES + 1
N_ENDS = N_OUTCOMES + 2
"""The ways in which a round can end: by outcome, then the two folds."""

CHUNK = 512
"""Rounds that go through the steps together."""

_ZERO, _ONE = np.uint64(0), np.uint64(1)
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
) -> SimulationResult:
    """Play rounds with a strategy and say what came of them. Any part of the rounds can be played alone."""
    table = as_double_draw(game)
    problem = Problem.of(table)
    simulator = Simulator.of(problem, plan_by_name(strategy, table, problem, runner or Runner()), seed)
    started = perf_counter()
    ends = play_blocks(simulator.play, rounds, first_round, jobs)
    seconds = perf_counter() - started
    nets = [Fraction(LOSS), *winning_nets(table), Fraction(FOLD_FIRST), Fraction(FOLD_SECOND)]
    net = Distribution.of(zip(nets, ends.tolist(), strict=True))
    return SimulationResult(Subject.of(table, strategy), str(Seed.of(seed)), first_round, net, seconds)


class RoundTables(NamedTuple):
    """What a round looks up: as `second.Tables` has it, in narrow numbers that stay in the processor's cache."""

    n_cards: int
    fold_gain: int
    places: Array
    gains: Array
    outcome_of_hand: Array
    outcome_with: Array
    kept_gain: Array


@dataclass(frozen=True)
class Simulator:
    """Everything that rounds need: decisions, outcomes by hand, and the stream of cards."""

    tables: RoundTables
    masks: NDArray[np.uint8]
    second_choices: NDArray[np.uint8]
    key: tuple[Word, Word]

    @classmethod
    def of(cls, problem: Problem, plan: Plan, seed: SeedLike) -> "Simulator":
        """A simulator of a plan."""
        masks = masks_of_all_hands(problem.space, plan.masks)
        tables = kernel_tables(problem)
        narrow = np.uint16 if tables.kept_gain.max() < 2**16 else np.int64
        rounds = RoundTables(
            n_cards=tables.n_cards,
            fold_gain=tables.fold_gain,
            places=BINOMIAL.astype(np.uint32),
            gains=tables.gains,
            outcome_of_hand=tables.outcome_of_hand,
            outcome_with=tables.outcome_with,
            kept_gain=tables.kept_gain.astype(narrow),
        )
        return cls(rounds, masks, plan.second_choices, simulation_key(seed))

    def play(self, first_round: int, rounds: int) -> NDArray[np.int64]:
        """Deal and play rounds: how many end in each way."""
        dealt = np.empty((rounds, ROUND_CARDS), np.uint8)
        deck = np.arange(self.tables.n_cards, dtype=np.uint8)
        fill_hands(dealt, deck, *self.key, Word(first_round))
        ends = np.zeros(N_ENDS, np.int64)
        _play_rounds(self.tables, self.masks, self.second_choices, dealt, ends)
        return ends


class Rounds(NamedTuple):
    """Room for some rounds between their steps: hands in ascending order, and as bits; masks of discards; choices."""

    hands: Array
    bits: Array
    numbers: Array
    outcomes: Array
    discards: Array
    dead: Array
    choices: Array


@_compiled
def _new_rounds() -> Rounds:
    return Rounds(
        np.empty((CHUNK, PACKET), np.uint8),
        np.empty(CHUNK, np.uint64),
        np.empty(CHUNK, np.uint32),
        np.empty(CHUNK, np.uint8),
        np.empty(CHUNK, np.uint8),
        np.empty((CHUNK, PACKET), np.uint8),
        np.empty(CHUNK, np.uint8),
    )


@_compiled
def _play_rounds(rules: RoundTables, masks: Array, second_choices: Array, dealt: Array, ends: Array) -> None:
    """Play all rounds, a chunk at a time."""
    rounds = _new_rounds()
    for start in range(0, dealt.shape[0], CHUNK):
        part = dealt[start : start + CHUNK]
        _first_option(rules.places, masks, part, rounds)
        _first_replacement(rules, part, rounds)
        if second_choices.size:
            for row in range(part.shape[0]):
                rounds.choices[row] = second_choices[rounds.numbers[row]]
        else:
            _best_options(rules, part.shape[0], rounds)
        _second_replacement(rules, part, rounds, ends)


@_compiled
def _sorted_hand(bits: np.uint64, places: Array, hand: Array) -> np.uint64:
    """The cards of a hand, given as bits, in ascending order; the number of the hand. There is no branch in it."""
    number = _ZERO
    for place in range(PACKET):
        card = trailing_zeros(bits)
        bits &= bits - _ONE
        hand[place] = card
        number += np.uint64(places[card, place + 1])
    return number


@_compiled
def _first_option(places: Array, masks: Array, dealt: Array, rounds: Rounds) -> None:
    """Sort every hand and look its first draw up."""
    hands, discards = rounds.hands, rounds.discards
    for row in range(dealt.shape[0]):
        bits = _ZERO
        for place in range(PACKET):
            bits |= _ONE << np.uint64(dealt[row, place])
        discards[row] = masks[_sorted_hand(bits, places, hands[row])]


@_compiled
def _first_replacement(rules: RoundTables, dealt: Array, rounds: Rounds) -> None:
    """Put new cards in the place of the discards, which are dead, and look the new hands up.

    A card beyond the deck, which no hand can use, fills up the dead ones.
    """
    places, outcome_of_hand = rules.places, rules.outcome_of_hand
    hands, discards, dead = rounds.hands, rounds.discards, rounds.dead
    for row in range(dealt.shape[0]):
        bits, taken = _ZERO, _ZERO
        for place in range(PACKET):
            goes = np.uint64(discards[row] >> place & 1)
            card = hands[row, place]
            dead[row, taken] = card
            card = dealt[row, np.uint64(PACKET) + taken] if goes else card
            bits |= _ONE << np.uint64(card)
            taken += goes
        for each in range(MOST_DEAD):
            dead[row, each] = dead[row, each] if each < taken else rules.n_cards
        number = _sorted_hand(bits, places, hands[row])
        rounds.bits[row] = bits
        rounds.numbers[row] = number
        rounds.outcomes[row] = outcome_of_hand[number]


@_compiled
def _best_options(rules: RoundTables, n_rounds: int, rounds: Rounds) -> None:
    """The best second option for what each player has seen, of equal ones the first in the order of the legal actions.

    The number of a hand without one card is that of the cards below it, each at its place, and of those above it,
    each a place lower. Dead cards are looked up only for a discard that could be best without them.
    """
    places, gains, fold_gain = rules.places, rules.gains, rules.fold_gain
    outcome_with, kept_gain = rules.outcome_with, rules.kept_gain
    for row in range(n_rounds):
        one, two, three = rounds.dead[row, 0], rounds.dead[row, 1], rounds.dead[row, 2]
        n_dead = np.int64(population_count(np.uint64(rounds.discards[row])))
        own = gains[rounds.outcomes[row]]
        choice = STAND if own > fold_gain else FOLD
        best = max(own, fold_gain) * (rules.n_cards - PACKET - n_dead)
        below, above = np.uint64(rounds.numbers[row]), _ZERO
        for back in range(PACKET):
            place = PACKET - 1 - back
            card = rounds.hands[row, place]
            below -= np.uint64(places[card, place + 1])
            kept = below + above
            above += np.uint64(places[card, place])
            value = np.int64(kept_gain[kept]) - own
            if value > best:
                value -= gains[outcome_with[kept, one]]
                value -= gains[outcome_with[kept, two]] + gains[outcome_with[kept, three]]
                choice = DISCARD_LOWEST + place if value > best else choice
                best = max(best, value)
        rounds.choices[row] = choice


@_compiled
def _second_replacement(rules: RoundTables, dealt: Array, rounds: Rounds, ends: Array) -> None:
    """Carry the second options out and count how the rounds end."""
    places, outcome_of_hand = rules.places, rules.outcome_of_hand
    for row in range(dealt.shape[0]):
        choice, discards = rounds.choices[row], rounds.discards[row]
        draws = np.uint64(choice >= DISCARD_LOWEST)
        thrown = np.uint64(rounds.hands[row, max(choice, DISCARD_LOWEST) - DISCARD_LOWEST])
        taken = np.uint64(dealt[row, np.uint64(PACKET) + population_count(np.uint64(discards))])
        left = rounds.bits[row] ^ (draws << thrown | draws << taken)
        number = _ZERO
        for place in range(PACKET):
            number += np.uint64(places[trailing_zeros(left), place + 1])
            left &= left - _ONE
        end = FOLDED_SECOND if choice == FOLD else outcome_of_hand[number]
        ends[FOLDED_FIRST if discards == FOLD_HAND else end] += 1
