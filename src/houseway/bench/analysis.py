"""The speed of exact analysis and of solutions.

A shard of a long count is timed after another one has warmed up the tables. The time of all shards is extrapolated from
some that are spread evenly over the job.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from time import process_time

from houseway.analysis import ANALYZERS, HOOKS, advise, analyze, simulate
from houseway.analysis.counting.samples import FINE_SHARDS
from houseway.analysis.counting.shards import Job, Runner
from houseway.analysis.counting.sums import Counts
from houseway.analysis.declared.registry import family_of, reasons_against
from houseway.analysis.particulars import Benchmark, Particulars, particulars
from houseway.bench.measure import Case, Limit, Measurement, Results, Run, Timed, Verdict, measure
from houseway.games.catalogue import GAMES, game
from houseway.games.engine.declared.title import DeclaredGame

CORES = 2
"""The number of cores for which the limits are stated."""
TIMES_LARGER = 4


def solution_limits(n_sampled: int) -> Iterator[Limit]:
    """Yield the time of every solution. Of each long one, `n_sampled` shards are counted."""
    for slug in ANALYZERS:
        table = game(slug)
        known = particulars(table)
        aim = known.benchmark(table)
        if aim is None:
            continue
        small = known.long_job(table, FINE_SHARDS)
        if small is None:
            yield Limit(f"{slug}, whole solution", aim.seconds, _seconds_of_whole(slug), CORES)
        else:
            yield _sampled(slug, aim.seconds, small, n_sampled)


def _seconds_of_whole(slug: str) -> float:
    begin = process_time()
    analyze(game(slug), recompute=True, runner=Runner(jobs=CORES, cache=False))
    return process_time() - begin


def _sampled(slug: str, at_most: float, small: Job, n_sampled: int) -> Limit:
    """Return the extrapolated time of a long count. Each shard has a fixed cost, which two shard sizes separate.

    Small shards would multiply that cost. If a job has shards of one size only, they are those in use.
    """
    table, what = game(slug), f"{slug}, full exact counts"
    n_small, each = len(small.shards()), _seconds_of_shards(small, n_sampled)
    long_job = particulars(table).long_job
    large, in_use = long_job(table, n_small // TIMES_LARGER), long_job(table)
    assert large is not None
    assert in_use is not None
    if len(large.shards()) == n_small:
        return Limit(what, at_most, each * n_small, CORES, counted=n_sampled, of=n_small)
    per_small = (_seconds_of_shards(large, 1) - each) / (TIMES_LARGER - 1)
    own = max(0.0, each - per_small) * len(in_use.shards())
    return Limit(what, at_most, per_small * n_small + own, CORES, counted=n_sampled + TIMES_LARGER, of=n_small)


def _seconds_of_shards(job: Job, n_sampled: int) -> float:
    """Return the average time of some shards, spread over the job, after one to warm up."""
    shards = job.shards()
    job.run(shards[0])
    begin = process_time()
    for number in range(1, n_sampled + 1):
        job.run(shards[number * len(shards) // (n_sampled + 1)])
    return (process_time() - begin) / n_sampled


NOTE = """\
Everything here is by seconds of CPU, all threads together, so that other work on the machine counts little.
Advice is counted by the second: 20 means 0.05 s each. The plain loop deals with `random.sample` and calls phevaluator
for each hand that is compared, with no decision at all. Simulated rounds of games whose counts take minutes are played
by decisions from a small part of them, which is the same work. "Extrapolated" means: some shards were counted, and
their time multiplied."""
SIMULATION_AIM = 5_000_000
"""Rounds per second on one core."""
ADVICE_LIMIT = 1.0
"""Seconds for one situation after start-up."""
SIMULATED, ADVICE = "simulated rounds", "advice"


@dataclass(frozen=True, slots=True)
class Size:
    """The number of turns of every case, of rounds simulated in each, and of shards counted of each long solution."""

    turns: int
    rounds: int
    shards: int


FULL = Size(turns=3, rounds=4_000_000, shards=3)
QUICK = Size(turns=1, rounds=400_000, shards=1)


def measure_analysis(quick: bool = False) -> Results:
    """Return all measurements of this section."""
    size = QUICK if quick else FULL
    cases = [*_simulations(size.rounds), *_declared_simulations(size.rounds), *_advice()]
    measurements = measure(cases, size.turns)
    verdicts = [*_verdicts(measurements), *solution_limits(size.shards)]
    return Results("Analysis, by CPU seconds", "done", measurements, verdicts, NOTE)


def _verdicts(measurements: list[Measurement]) -> Iterator[Verdict | Limit]:
    """Yield the verdicts. The aim of a simulation is a rate, so its measure is the rate itself, in aims."""
    for found in measurements:
        if found.task == SIMULATED:
            rate = found.per_second / SIMULATION_AIM
            yield Verdict(f"{found.subject}, simulation on one core", "5 million rounds a second", 1, rate)
        elif found.task == ADVICE:
            yield Limit(f"{found.subject}, advice on one situation", ADVICE_LIMIT, 1 / found.per_second, cores=1)


@dataclass(frozen=True)
class SampledCounts(Runner):
    """A runner that counts a small part of every long count of a game, instead of all."""

    known: Particulars | None = None

    def run(self, job: Job) -> Counts:
        """Return sampled counts. Decisions from them are slightly inaccurate, and take as long to look up."""
        sampled = self.known.sampled_counts(job) if self.known is not None else None
        return Runner.run(self, job) if sampled is None else sampled


def benchmarks() -> dict[str, Benchmark]:
    """Return the benchmarks by game. Games whose analysis is written by hand have aims."""
    tables = {slug: game(slug) for slug in (*ANALYZERS, *HOOKS)}
    found = {slug: particulars(table).benchmark(table) for slug, table in tables.items()}
    return {slug: each for slug, each in found.items() if each is not None}


def _simulations(rounds: int) -> Iterator[Case]:
    for slug, loop in benchmarks().items():
        group = f"{slug}, rounds"
        yield Case(slug, SIMULATED, group, 1, _simulated(slug, rounds))
        if find_spec("phevaluator"):
            yield Case("loop over phevaluator", "rounds", group, 1, _plain_loop(loop, rounds // 200), baseline=True)


def of_each_family() -> dict[str, str]:
    """Return the first declared title in the catalogue for each counting method."""
    titles = (table for table in map(game, GAMES) if isinstance(table, DeclaredGame))
    counted = [table for table in titles if not all(reasons_against(table).values())]
    return {family_of(table).name: table.slug for table in reversed(counted)}


def _declared_simulations(rounds: int) -> Iterator[Case]:
    for family, slug in sorted(of_each_family().items()):
        yield Case(slug, SIMULATED, f"{family}, rounds", 1, _simulated(slug, rounds))


def _simulated(slug: str, rounds: int) -> Run:
    """Time the rounds alone, without the tables that are made first."""
    table = game(slug)

    def run() -> Timed:
        result = simulate(table, rounds, seed=1, jobs=1, runner=SampledCounts(jobs=1, known=particulars(table)))
        return Timed(result.rounds, result.cpu_seconds)

    return run


def _plain_loop(loop: Benchmark, rounds: int) -> Run:
    import phevaluator

    evaluate: Callable[..., int] = getattr(phevaluator, f"evaluate_{loop.hand_cards}cards")
    generator = random.Random(1)
    deck = range(52)

    def run() -> int:
        for _ in range(rounds):
            cards = generator.sample(deck, loop.dealt)
            for hand in range(loop.hands):
                evaluate(*cards[hand : hand + loop.hand_cards])
        return rounds

    return run


def _advice() -> Iterator[Case]:
    for slug, each in benchmarks().items():
        yield Case(slug, ADVICE, f"{slug}, advice", 1, _advised(slug, each.cards, each.board))


def _advised(slug: str, cards: str, board: str) -> Run:
    table = game(slug)

    def run() -> int:
        advise(table, cards, board=board)
        return 1

    return run
