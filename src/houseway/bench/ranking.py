"""Hand evaluation: every hand in order and random batches, beside other evaluators."""

import os
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from houseway.bench.evaluators import ONE_BY_ONE, group_of, one_by_one, other_evaluators
from houseway.bench.measure import Case, Measurement, Results, Verdict, measure
from houseway.bench.one_look_up import look_up_cases, look_up_verdict
from houseway.ranking import Ranking, ranking

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
"""Ratios to phevaluator's quickest call that seven-card evaluation on one core is built to reach."""
NOTE = """\
sequential: every hand of the deck in order, counted by value; random batch: an array of hands, checked.
Rates are per second of CPU time, so other work on the machine lowers them only a little; with n cores, on n free cores.
Ratios compare with phevaluator's quickest call for the same number of cards. For scale: the best C++
evaluators run through all seven-card hands at 500 to 1,000 million a second on one core."""
SEED = 20240516


@dataclass(frozen=True, slots=True)
class Size:
    """How much to do: rounds, random hands in an array, and hands for evaluators that take one at a time."""

    rounds: int
    batch: int
    single: int


FULL = Size(rounds=7, batch=2_000_000, single=50_000)
QUICK = Size(rounds=3, batch=1_000_000, single=10_000)


def measure_ranking(quick: bool = False) -> Results:
    """All measurements of this section, in hands a second."""
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
    """Random hands of the system's deck; of several decks, cards drawn as if each were put back."""
    rng = np.random.default_rng(SEED)
    n_ids = len(system.system.deck.distinct)
    hands = rng.integers(n_ids, size=(n_hands, n_cards), dtype=np.uint8)
    if system.system.deck.max_copies == 1:
        while len(bad := np.flatnonzero((np.diff(np.sort(hands), axis=1) == 0).any(axis=1))):
            hands[bad] = rng.integers(n_ids, size=(len(bad), n_cards), dtype=np.uint8)
    return hands
