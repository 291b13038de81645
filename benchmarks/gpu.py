"""Whole counts on a GPU, beside the cores, in one run.

    python benchmarks/gpu.py [--cores 2] [--shards 100] [--rounds 36] [--games SLUG ...] [-o FILE.json]
    ncu --metrics ... python benchmarks/gpu.py --profiled

Every game is answered from nothing on the GPU, which also compiles, and held against the results that ship, which the
cores have counted; then its counts are made once more, and timed. Sampled shards are counted in both ways. The cores'
time is the CPU time of the sampled shards, spread over all of them and over so many cores. Last, 2 to the power of
`--rounds` rounds of 2 Hand Hold 'Em are played by its rule list on the GPU, and a part of them on one core: what both
have played must be the same. With `--profiled` every kernel runs in as few launches as can be, for a profiler to look
at, and nothing is compared.
"""

import argparse
import json
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from time import perf_counter, thread_time

from houseway.analysis import analyze, simulate
from houseway.analysis.counting.device.machines import gpu
from houseway.analysis.counting.samples import FINE_SHARDS
from houseway.analysis.counting.shards import CPU, GPU, DeviceJob, Job, Runner
from houseway.analysis.counting.sums import Counts, counts_digest
from houseway.analysis.particulars import particulars
from houseway.analysis.results.recorded import recorded
from houseway.games.catalogue import game
from houseway.games.engine.game import Game

GAMES = (
    ("two-hand-holdem", {}),
    ("fast-action-holdem", {}),
    ("fast-action-holdem-multi", {"FA-R8": "6"}),
    ("fast-action-holdem-multi", {"FA-R8": "7"}),
    ("fast-action-holdem-multi", {"FA-R8": "8"}),
    ("ultimate-texas-holdem", {}),
    ("texas-holdem-bonus", {}),
    ("six-card-poker", {}),
    ("four-card-poker", {}),
    ("pai-gow-poker", {}),
    ("ez-pai-gow", {}),
    ("face-up-pai-gow", {}),
)
ONE_OF_EACH_KERNEL = (
    "two-hand-holdem", "fast-action-holdem", "ultimate-texas-holdem", "six-card-poker", "four-card-poker", "ez-pai-gow",
)  # fmt: skip
"""Games by which a profiler sees every kernel."""


@dataclass(frozen=True)
class Measured:
    """One game: seconds of the kernels, of the counts, of the first whole answer, and what it was held against."""

    game: str
    kernels: float
    counting: float
    whole: float
    as_recorded: bool | None
    shards: int
    shards_agree: bool
    cores_seconds: float | None
    digests: dict[str, str]


class Noting(Runner):
    """Counts on the GPU, keeps nothing, and notes each job."""

    def run(self, job: Job) -> Counts:
        """Note a job and count it."""
        NOTED.append(job)
        return super().run(job)


NOTED: list[Job] = []


def in_both_ways(job: Job, n_shards: int) -> tuple[int, bool, float]:
    """Sampled shards on the GPU and on the cores: how many, whether all agree, and a core's seconds for all shards."""
    assert isinstance(job, DeviceJob)
    shards = list(job.shards())
    sampled = sorted({number * len(shards) // n_shards for number in range(n_shards)})
    job.run(shards[0])

    def counted(shard: int) -> tuple[str, float]:
        started = thread_time()
        return counts_digest(job.run(shard)), thread_time() - started

    with ThreadPoolExecutor(os.cpu_count()) as threads:
        found = list(threads.map(counted, (shards[place] for place in sampled)))
    ours = [counts_digest(job.run_on(gpu(), [shards[place]])) for place in sampled]
    agree = ours == [digest for digest, _ in found]
    return len(sampled), agree, sum(seconds for _, seconds in found) / len(sampled) * len(shards)


def measured(table: Game, n_shards: int, cores: int) -> Measured:
    """Count a game from nothing, then sample it."""
    runner = Noting(device=GPU, cache=False, count=True)
    NOTED.clear()
    started = perf_counter()
    result = analyze(table, recompute=True, runner=runner)
    whole = perf_counter() - started
    counted = [job for job in NOTED if runner.machine(job) is not None]
    started, before = perf_counter(), gpu().kernel_seconds
    digests = {job.name: counts_digest(runner.run(job)) for job in counted}
    counting, kernels = perf_counter() - started, gpu().kernel_seconds - before
    known = recorded(table, "optimal")
    fine = particulars(table).long_job(table, FINE_SHARDS)
    jobs = counted if fine is None else [fine]
    both = [in_both_ways(job, n_shards) for job in jobs] if n_shards else []
    return Measured(
        game=table.label,
        kernels=kernels,
        counting=counting,
        whole=whole,
        as_recorded=None if known is None else known == replace(result, seconds=known.seconds, notes=known.notes),
        shards=sum(shards for shards, _, _ in both),
        shards_agree=all(agree for _, agree, _ in both),
        cores_seconds=sum(seconds for _, _, seconds in both) / cores if both else None,
        digests=digests,
    )


def lines(found: list[Measured], cores: int) -> Iterator[str]:
    """The table."""
    heads = ("kernels, s", "counting, s", "first answer, s", "as recorded", "shards both ways", f"{cores} cores, s")
    yield f"| game, on {gpu().name} | {' | '.join(heads)} |"
    yield "|---|---|---|---|---|---|---|"
    for each in found:
        shards = f"{each.shards} agree" if each.shards_agree else f"{each.shards} DIFFER"
        beside = "" if each.cores_seconds is None else f"{each.cores_seconds:,.0f}"
        same = {None: "no record", True: "yes", False: "NO"}[each.as_recorded]
        times = f"{each.kernels:.2f} | {each.counting:.2f} | {each.whole:.2f}"
        yield f"| {each.game} | {times} | {same} | {shards} | {beside} |"
    kernels, counting, whole = (sum(getattr(each, name) for each in found) for name in ("kernels", "counting", "whole"))
    yield f"| all of them | {kernels:.2f} | {counting:.2f} | {whole:.2f} | | | |"


def simulated(power: int) -> str:
    """Rounds a second on the GPU and on a core, after a part that both play."""
    game_, strategy, part = "two-hand-holdem", "rule-list", 1 << 22
    of_core = simulate(game_, part, strategy=strategy, runner=Runner(device=CPU))
    same = simulate(game_, part, strategy=strategy, runner=Runner(device=GPU)).net == of_core.net
    found = simulate(game_, 1 << power, strategy=strategy, runner=Runner(device=GPU))
    rates = f"{found.rounds / found.seconds:.3g} rounds a second, a core {of_core.rounds / of_core.cpu_seconds:.3g}"
    return f"simulation of {game_} by the {strategy}: {rates}; {part:,} rounds {'agree' if same else 'DIFFER'}"


class InOneGo(Runner):
    """Counts each job on the GPU in as few launches as can be."""

    def run(self, job: Job) -> Counts:
        """Count all shards at once where there is a kernel."""
        if self.machine(job) is None:
            return super().run(job)
        assert isinstance(job, DeviceJob)
        return job.run_on(gpu(), job.shards())


def profiled(slugs: list[str]) -> None:
    """Let every kernel run."""
    for slug in slugs or ONE_OF_EACH_KERNEL:
        analyze(game(slug), recompute=True, runner=InOneGo(device=GPU, cache=False, count=True))
    simulate("two-hand-holdem", 1 << 30, strategy="rule-list", runner=Runner(device=GPU))


def main() -> None:
    """Measure all games and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--shards", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=36)
    parser.add_argument("--games", nargs="*", help="slugs; all if none is named")
    parser.add_argument("--profiled", action="store_true", help="run each kernel, for a profiler")
    parser.add_argument("-o", "--output", type=Path)
    given = parser.parse_args()
    if given.profiled:
        profiled(given.games or [])
        return
    found = []
    for slug, readings in GAMES:
        if not given.games or slug in given.games:
            found.append(measured(game(slug, readings=readings), given.shards, given.cores))
            print(found[-1], flush=True)
    print("\n".join(lines(found, given.cores)))
    print(simulated(given.rounds))
    if given.output:
        given.output.write_text(json.dumps([asdict(each) for each in found], indent=1))


if __name__ == "__main__":
    main()
