"""The speed of ranking hands, compared with other evaluators.

Cards are made beforehand in the form that suits each library best, so that only evaluation is timed.

The look-up is a helper, and fast only if Numba compiles it without reference counting (`ranking.kernels`). The lines
written out here serve only as a comparison.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import starmap
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.bench.measure import Case, Measurement, Results, Run, Verdict, measure
from houseway.cards.card import card_text
from houseway.ranking import Ranking, ranking
from houseway.ranking.kernels import trailing_zeros, value_of
from houseway.ranking.keys import COUNTER_BITS, FLUSH_BITS, MASK_BITS, RANK_BITS, RANK_MASK, SUIT_MASK
from houseway.ranking.lookup import ROW_SHIFT, Lookup

Hands = Sequence[Sequence[int]]

ONE_BY_ONE = "call per hand"


def group_of(n_cards: int) -> str:
    """Return the name under which evaluations of this number of cards are compared."""
    return f"{n_cards} cards"


def one_by_one(evaluate: Callable[[Any], object], hands: Sequence[Any]) -> Run:
    """Call the evaluator for each hand. A hand is its only argument."""
    return lambda: sum(1 for _ in map(evaluate, hands))


def other_evaluators(five: Hands, seven: Hands) -> Iterator[Case]:
    """Yield cases for phevaluator, which is the baseline, treys and eval7, if they are installed."""
    for hands in (five, seven):
        group = group_of(len(hands[0]))
        if find_spec("phevaluator"):
            yield from _phevaluator(hands, group)
        if find_spec("treys"):
            yield Case("treys", ONE_BY_ONE, group, 1, _treys(hands))
        if find_spec("eval7"):
            yield Case("eval7", ONE_BY_ONE, group, 1, _eval7(hands))


def _phevaluator(hands: Hands, group: str) -> Iterator[Case]:
    """Yield its fastest call for this number of cards and its general one, both with card ids."""
    import phevaluator

    general: Callable[..., int] = phevaluator.evaluate_cards
    quickest: Callable[..., int] = getattr(phevaluator, f"evaluate_{len(hands[0])}cards", general)
    for evaluate in {quickest.__name__: quickest, general.__name__: general}.values():
        yield Case(
            f"phevaluator.{evaluate.__name__}",
            ONE_BY_ONE,
            group,
            1,
            _called_with_arguments(evaluate, hands),
            baseline=evaluate is quickest,
        )


def _called_with_arguments(evaluate: Callable[..., int], calls: Sequence[Sequence[Any]]) -> Run:
    return lambda: sum(1 for _ in starmap(evaluate, calls))


def _treys(hands: Hands) -> Run:
    import treys

    own = [[treys.Card.new(card_text(card_id)) for card_id in hand] for hand in hands]
    return _called_with_arguments(treys.Evaluator().evaluate, [(hand[:2], hand[2:]) for hand in own])


def _eval7(hands: Hands) -> Run:
    import eval7

    return one_by_one(eval7.evaluate, [[eval7.Card(card_text(card_id)) for card_id in hand] for hand in hands])


GROUP = "look-up in a kernel"
HELPER, WRITTEN_OUT = "value_of", "lines written out"
AT_LEAST = 0.9
HANDS = 200_000
"""Few enough to fit in a cache. With more hands, both ways wait for memory alike."""
TIMES = 20

Words = NDArray[np.uint64]
Kernel = Callable[[Lookup, Words, Words, NDArray[np.uint16]], None]

_ROW_SHIFT, _RANK_MASK, _FLUSH_BITS = np.uint64(ROW_SHIFT), np.uint64(RANK_MASK), np.uint64(FLUSH_BITS)
_SUIT_MASK, _MASK_BITS, _COUNTER_BITS = np.uint64(SUIT_MASK), np.uint64(MASK_BITS), np.uint64(COUNTER_BITS)
_FIRST_FLUSH_BIT = np.uint64(RANK_BITS + COUNTER_BITS - 1)


@numba.njit(nogil=True, cache=True)
def by_helper(lookup: Lookup, keys: Words, masks: Words, out: NDArray[np.uint16]) -> None:
    """Compute the values of hands by the helper."""
    for hand in range(keys.size):
        out[hand] = value_of(lookup, keys[hand], masks[hand])


@numba.njit(nogil=True, cache=True)
def written_out(lookup: Lookup, keys: Words, masks: Words, out: NDArray[np.uint16]) -> None:
    """Compute the same values without a helper."""
    offsets, values, mask_values = lookup.offsets, lookup.values, lookup.mask_values
    for hand in range(keys.size):
        ranks, flush = keys[hand] & _RANK_MASK, keys[hand] & _FLUSH_BITS
        value = values[ranks + np.uint64(offsets[ranks >> _ROW_SHIFT])]
        if flush:
            suit = (trailing_zeros(flush) - _FIRST_FLUSH_BIT) // _COUNTER_BITS
            value = max(value, mask_values[(masks[hand] >> (suit * _MASK_BITS)) & _SUIT_MASK])
        out[hand] = value


def look_up_cases(system: Ranking, hands: NDArray[np.uint8]) -> Iterator[Case]:
    """Yield cases for both ways over the same sums of cards, one core each."""
    lookup, some = system.lookup, hands[:HANDS]
    keys = lookup.start + lookup.card_keys[some].sum(axis=1, dtype=np.uint64)
    masks = np.bitwise_or.reduce(lookup.card_masks[some], axis=1)
    for name, kernel in ((WRITTEN_OUT, written_out), (HELPER, by_helper)):
        yield Case(system.name, name, GROUP, 1, _repeated(kernel, lookup, keys, masks), baseline=name == WRITTEN_OUT)


def _repeated(kernel: Kernel, lookup: Lookup, keys: Words, masks: Words) -> Callable[[], int]:
    out = np.empty(keys.size, np.uint16)

    def run() -> int:
        for _ in range(TIMES):
            kernel(lookup, keys, masks, out)
        return TIMES * keys.size

    return run


def look_up_verdict(measurements: list[Measurement]) -> Verdict:
    """Return the verdict that the helper is about as fast as lines written out.

    If not, Numba's compilation has changed.
    """
    ratio = next(found.ratio for found in measurements if (found.group, found.task) == (GROUP, HELPER))
    return Verdict("one look-up for all kernels", WRITTEN_OUT, AT_LEAST, ratio)


SEQUENTIAL = "sequential"
RANDOM = "random batch"
SHAPES = (
    ("standard", 5),
    ("standard", 7),
    ("bug", 5),
    ("three-card", 3),
    ("three-card", 5),
    ("multi-deck", 5),
    ("multi-deck", 7),
)
TARGETS = {SEQUENTIAL: 500.0, RANDOM: 150.0}
"""Target ratios to phevaluator's fastest call for seven-card evaluation on one core."""
NOTE = """\
sequential: every hand of the deck in order, counted by value; random batch: an array of hands, checked.
Rates are per second of CPU time, so other work on the machine lowers them only a little; with n cores, on n free cores.
Ratios compare with phevaluator's quickest call for the same number of cards. For scale: the best C++
evaluators run through all seven-card hands at 500 to 1,000 million a second on one core."""
SEED = 20240516


@dataclass(frozen=True, slots=True)
class Size:
    """The amount of work: rounds, random hands in an array, and hands for evaluators that take one at a time."""

    rounds: int
    batch: int
    single: int


FULL = Size(rounds=7, batch=2_000_000, single=50_000)
QUICK = Size(rounds=3, batch=1_000_000, single=10_000)


def measure_ranking(quick: bool = False) -> Results:
    """Return all measurements of this section, in hands per second."""
    size = QUICK if quick else FULL
    measurements = measure(list(_cases(size)), size.rounds)
    verdicts = [*_verdicts(measurements), look_up_verdict(measurements)]
    return Results("Hand evaluation", "hands", measurements, verdicts, NOTE)


def _verdicts(measurements: list[Measurement]) -> list[Verdict]:
    seven_cards_one_core = {
        found.task: found.ratio
        for found in measurements
        if (found.subject, found.group, found.cores) == ("standard", group_of(7), 1)
    }
    return [
        Verdict(f"seven cards, one core, {task}", "phevaluator", at_least, seven_cards_one_core[task])
        for task, at_least in TARGETS.items()
    ]


def _cases(size: Size) -> Iterator[Case]:
    cores = sorted({1, os.cpu_count() or 1})
    for name, n_cards in SHAPES:
        system = ranking(name)
        hands = random_hands(system, n_cards, size.batch)
        for n_cores in cores:
            yield _sequential(system, n_cards, n_cores)
            yield _random(system, hands, n_cores)
        singles = hands[: size.single].tolist()
        yield Case(name, ONE_BY_ONE, group_of(n_cards), 1, one_by_one(system.value, singles))
    yield from look_up_cases(ranking("standard"), random_hands(ranking("standard"), 7, size.batch))
    five, seven = (random_hands(ranking("standard"), n_cards, size.single).tolist() for n_cards in (5, 7))
    yield from other_evaluators(five, seven)


def _sequential(system: Ranking, n_cards: int, cores: int) -> Case:
    def run() -> int:
        return int(system.census(n_cards, threads=cores).sum())

    return Case(system.name, SEQUENTIAL, group_of(n_cards), cores, run)


def _random(system: Ranking, hands: NDArray[np.uint8], cores: int) -> Case:
    def run() -> int:
        return len(system.evaluate(hands, threads=cores))

    return Case(system.name, RANDOM, group_of(hands.shape[1]), cores, run)


def random_hands(system: Ranking, n_cards: int, n_hands: int) -> NDArray[np.uint8]:
    """Return random hands of the system's deck. With several decks, each card is drawn as if it were put back."""
    rng = np.random.default_rng(SEED)
    n_ids = len(system.system.deck.distinct)
    hands = rng.integers(n_ids, size=(n_hands, n_cards), dtype=np.uint8)
    if system.system.deck.max_copies == 1:
        while len(bad := np.flatnonzero((np.diff(np.sort(hands), axis=1) == 0).any(axis=1))):
            hands[bad] = rng.integers(n_ids, size=(len(bad), n_cards), dtype=np.uint8)
    return hands
