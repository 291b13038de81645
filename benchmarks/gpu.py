"""Whole counts on a GPU, beside the cores, in one run: `python benchmarks/gpu.py [--cores 2] [--shards 100] [-o FILE.json]`.

Every game is counted from nothing on the GPU, and what follows from the counts is held against the results that ship,
which the cores have counted. Sampled shards are then counted in both ways. The cores' time is that of the sampled
shards, spread over all of them and over so many cores; it is the longest part of this program.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter, thread_time

from houseway.analysis import analyze
from houseway.analysis.counting.device.machines import gpu
from houseway.analysis.counting.shards import GPU, DeviceJob, Job, Runner
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
)


@dataclass(frozen=True)
class Measured:
    """One game: seconds of the counts alone and of the whole answer, and what it was held against."""

    game: str
    counting: float
    whole: float
    as_recorded: bool | None
    shards: int
    shards_agree: bool
    cores_seconds: float | None
    digests: dict[str, str]


class Timed(Runner):
    """Counts on the GPU, keeps nothing, and notes each job with its time and its counts' digest."""

    def run(self, job: Job) -> Counts:
        """Count a job and note it."""
        started = perf_counter()
        counts = super().run(job)
        NOTED.append((job, perf_counter() - started, counts_digest(counts)))
        return counts


NOTED: list[tuple[Job, float, str]] = []


def in_both_ways(job: Job, n_shards: int) -> tuple[int, bool, float]:
    """Sampled shards on the GPU and on a core: how many, whether all agree, and the core's seconds for all shards."""
    assert isinstance(job, DeviceJob)
    shards = list(job.shards())
    sampled = sorted({number * len(shards) // n_shards for number in range(n_shards)})
    job.run(shards[0])
    agree, started = True, thread_time()
    theirs = {shards[place]: counts_digest(job.run(shards[place])) for place in sampled}
    seconds = (thread_time() - started) / len(sampled) * len(shards)
    for shard, digest in theirs.items():
        agree = agree and counts_digest(job.run_on(gpu(), [shard])) == digest
    return len(sampled), agree, seconds


def measured(table: Game, n_shards: int, cores: int) -> Measured:
    """Count a game from nothing, then sample it."""
    NOTED.clear()
    started = perf_counter()
    result = analyze(table, recompute=True, runner=Timed(device=GPU, cache=False, count=True))
    whole = perf_counter() - started
    jobs = [job for job, _, _ in NOTED if isinstance(job, DeviceJob)]
    known = recorded(table, "optimal")
    both = [in_both_ways(job, n_shards) for job in jobs] if n_shards else []
    return Measured(
        game=table.label,
        counting=sum(seconds for job, seconds, _ in NOTED if isinstance(job, DeviceJob)),
        whole=whole,
        as_recorded=None if known is None else known.to_dict() == result.to_dict(),
        shards=sum(shards for shards, _, _ in both),
        shards_agree=all(agree for _, agree, _ in both),
        cores_seconds=sum(seconds for _, _, seconds in both) / cores if both else None,
        digests={job.name: digest for job, _, digest in NOTED},
    )


def lines(found: list[Measured], cores: int) -> Iterator[str]:
    """The table."""
    yield f"| game, on {gpu().name} | counting, s | whole answer, s | as recorded | shards both ways | {cores} cores, s |"
    yield "|---|---|---|---|---|---|"
    for each in found:
        shards = f"{each.shards} agree" if each.shards_agree else f"{each.shards} DIFFER"
        beside = "" if each.cores_seconds is None else f"{each.cores_seconds:,.0f}"
        same = {None: "no record", True: "yes", False: "NO"}[each.as_recorded]
        yield f"| {each.game} | {each.counting:.2f} | {each.whole:.2f} | {same} | {shards} | {beside} |"
    yield f"| all of them | {sum(each.counting for each in found):.2f} | {sum(each.whole for each in found):.2f} | | | |"


def main() -> None:
    """Measure all games and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--shards", type=int, default=100)
    parser.add_argument("--games", nargs="*", help="slugs; all if none is named")
    parser.add_argument("-o", "--output", type=Path)
    given = parser.parse_args()
    found = []
    for slug, readings in GAMES:
        if not given.games or slug in given.games:
            found.append(measured(game(slug, readings=readings), given.shards, given.cores))
            print(found[-1], flush=True)
    print("\n".join(lines(found, given.cores)))
    if given.output:
        given.output.write_text(json.dumps([asdict(each) for each in found], indent=1))


if __name__ == "__main__":
    main()
