"""Whole exact solutions, advice and simulated rounds a second, the last beside a plain loop over phevaluator."""

import os
import random
from collections.abc import Callable, Iterator
from importlib.util import find_spec

from houseway.analysis import advise, analyze, simulate
from houseway.analysis.shards import Runner
from houseway.bench.measure import Case, Measurement, Results, Verdict, measure
from houseway.games.catalogue import game

NOTE = (
    "Solutions and advice are counted by the second: 0.2 means five seconds. Fast Action Hold'em and 2 Hand Hold 'Em "
    "take minutes and are left out here: `houseway analyze GAME --recompute --json` tells the seconds. The plain loop "
    "deals with `random.sample` and compares hands with phevaluator, with no decision at all."
)
SIMULATION_AIM = 5_000_000
"""Rounds a second on one core."""
SITUATIONS = {
    "two-hand-holdem": ("As Ks 8d 8c", "Ah 8h 3d"),
    "double-draw-poker": ("As Ad Kh Jk 2c", ""),
    "pick-2-poker": ("As Ks 8d 8c 2h", ""),
    "fast-action-holdem": ("Ts 9s 6h 5h", ""),
}
SIMULATED = "simulated rounds"
PLAIN_LOOPS = {"two-hand-holdem": (12, 7), "double-draw-poker": (5, 5), "pick-2-poker": (10, 5)}
"""Games whose simulation needs no counts of minutes: cards in a round, and in a hand that is compared."""


def measure_analysis(quick: bool = False) -> Results:
    """All measurements of this section."""
    rounds = 200_000 if quick else 4_000_000
    cases = [*_simulations(rounds), *_advice(), *([] if quick else _solutions())]
    measurements = measure(cases, 1 if quick else 3)
    return Results("Analysis", "done", measurements, _verdicts(measurements), NOTE)


def _verdicts(measurements: list[Measurement]) -> list[Verdict]:
    """The aim is a rate, so its measure is the rate itself, in aims."""
    return [
        Verdict(f"{found.subject}, simulation", "5 million rounds a second", 1, found.per_second / SIMULATION_AIM)
        for found in measurements
        if found.task == SIMULATED
    ]


def _simulations(rounds: int) -> Iterator[Case]:
    for slug, (dealt, hand) in PLAIN_LOOPS.items():
        group = f"{slug}, rounds"
        yield Case(slug, SIMULATED, group, 1, _simulated(slug, rounds))
        if find_spec("phevaluator"):
            yield Case("loop over phevaluator", "rounds", group, 1, _plain_loop(dealt, hand, rounds // 200), True)


def _simulated(slug: str, rounds: int) -> Callable[[], int]:
    table = game(slug)

    def run() -> int:
        return simulate(table, rounds, seed=1, jobs=1).rounds

    return run


def _plain_loop(dealt: int, hand: int, rounds: int) -> Callable[[], int]:
    from phevaluator import evaluate_cards

    generator = random.Random(1)
    deck = range(52)

    def run() -> int:
        for _ in range(rounds):
            cards = generator.sample(deck, dealt)
            evaluate_cards(*cards[:hand])
            if dealt > hand:
                evaluate_cards(*cards[-hand:])
        return rounds

    return run


def _advice() -> Iterator[Case]:
    for slug, (cards, board) in SITUATIONS.items():
        yield Case(slug, "advice", f"{slug}, advice", 1, _advised(slug, cards, board))


def _advised(slug: str, cards: str, board: str) -> Callable[[], int]:
    table = game(slug)

    def run() -> int:
        advise(table, cards, board=board)
        return 1

    return run


def _solutions() -> Iterator[Case]:
    cores = os.cpu_count() or 1
    for slug in ("pick-2-poker", "double-draw-poker"):
        yield Case(slug, "whole solutions", f"{slug}, solution", cores, _solved(slug))


def _solved(slug: str) -> Callable[[], int]:
    table = game(slug)

    def run() -> int:
        analyze(table, recompute=True, runner=Runner(cache=False))
        return 1

    return run
