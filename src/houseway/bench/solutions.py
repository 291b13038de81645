"""Whole exact solutions beside the time they may take: counted whole where that takes seconds, else shard by shard.

A shard of a long count is timed after another one has warmed the tables up; the time of all shards is extrapolated from
some that are spread evenly over the job.
"""

from collections.abc import Iterator
from time import process_time

from houseway.analysis import ANALYZERS, analyze
from houseway.analysis.counting.samples import FINE_SHARDS
from houseway.analysis.counting.shards import Job, Runner
from houseway.analysis.particulars import particulars
from houseway.bench.measure import Limit
from houseway.games.catalogue import game

CORES = 2
"""The limits are for two cores."""
TIMES_LARGER = 4


def solution_limits(n_sampled: int) -> Iterator[Limit]:
    """The time of every solution; `n_sampled` shards are counted of each long one."""
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
    """A shard has a share of its own, whatever its size, which small ones would multiply: two sizes tell it apart.

    Where a job has shards of one size, they are those in use.
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
    """The average of some shards, spread over the job, after one to warm up."""
    shards = job.shards()
    job.run(shards[0])
    begin = process_time()
    for number in range(1, n_sampled + 1):
        job.run(shards[number * len(shards) // (n_sampled + 1)])
    return (process_time() - begin) / n_sampled
