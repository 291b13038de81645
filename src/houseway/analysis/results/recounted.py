"""Shards of shipped counts, counted again on the cores or on a GPU, and compared with records or with each other.

Where a count is long, digests of a few of its shards ship with its results (`recorded`). Any other shard can be counted
in two ways, by the kernels of the device and by those of the cores: two programs, one set of integers.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter

from houseway.analysis.counting.shards import DeviceJob, Job, Runner
from houseway.analysis.counting.sums import Counts, counts_digest
from houseway.analysis.particulars import particulars
from houseway.analysis.results.recorded import SAMPLES, records
from houseway.games.engine.game import Game
from houseway.plain import Plain

CORES = "the cores"
SHIPPED = "what ships"


@dataclass(frozen=True, slots=True)
class Recount(Plain):
    """A shard that was counted again: its reference, whether it agreed, and how long the counting took."""

    game: str
    what: str
    counted_on: str
    held_against: str
    agrees: bool
    seconds: float


def recount(game: Game, runner: Runner, n_shards: int = 0, first: int = 0) -> Iterator[Recount]:
    """Count the shards noted with the recorded results again, then `n_shards` more, spread over all from `first` on.

    Further shards are counted only where there is a device in addition to the cores.
    """
    facts = particulars(game)
    noted = records(game.slug, SAMPLES)
    for name, (job, shard) in facts.sampled_jobs(game).items():
        place, counts, seconds = _counted(job, shard, runner)
        yield Recount(game.slug, name, place, SHIPPED, counts_digest(counts) == noted.get(name), seconds)
    whole = facts.long_job(game)
    if whole is None or runner.machine(whole) is None:
        return
    shards = list(whole.shards())
    for number in range(n_shards):
        shard = shards[(first + number * len(shards) // n_shards) % len(shards)]
        place, counts, seconds = _counted(whole, shard, runner)
        agrees = counts_digest(counts) == counts_digest(whole.run(shard))
        yield Recount(game.slug, f"shard {shard} of {len(shards)}", place, CORES, agrees, seconds)


def is_sampled(game: Game) -> bool:
    """Return whether shards of the game's count were noted."""
    return bool(records(game.slug, SAMPLES))


def _counted(job: Job, shard: int, runner: Runner) -> tuple[str, Counts, float]:
    started = perf_counter()
    if (machine := runner.machine(job)) is None or not isinstance(job, DeviceJob):
        return CORES, job.run(shard), perf_counter() - started
    return machine.name, job.run_on(machine, [shard]), perf_counter() - started
