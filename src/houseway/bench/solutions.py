"""Whole exact solutions beside the time they may take: counted whole where that takes seconds, else shard by shard.

A shard of a long count is timed after another one has warmed the tables up; the time of all shards is extrapolated from
some that are spread evenly over the job.
"""

from collections.abc import Iterator
from dataclasses import replace
from time import process_time

from houseway.analysis import analyze
from houseway.analysis.counting.samples import FINE_SHARDS
from houseway.analysis.counting.shards import Job, Runner
from houseway.analysis.titles.fast_action_holdem.analyser import as_fast_action
from houseway.analysis.titles.fast_action_holdem.counted import job_of
from houseway.analysis.titles.two_hand_holdem.jobs import AllFlops
from houseway.bench.measure import Limit
from houseway.games.catalogue import game

CORES = 2
"""The limits are for two cores."""
WHOLE = {"pick-2-poker": 5.0, "double-draw-poker": 60.0}
"""Seconds for games that are solved whole here."""
MINUTES = {"two-hand-holdem": 20.0, "fast-action-holdem": 10.0, "fast-action-holdem-multi": 30.0}
"""Minutes for games of which some shards are counted."""
TIMES_LARGER = 4
SHARDS_IN_USE = 16
"""Into how many shards `analyze` cuts Fast Action Hold'em."""


def solution_limits(n_sampled: int) -> Iterator[Limit]:
    """The time of every solution; `n_sampled` shards are counted of each long one."""
    for slug, seconds in WHOLE.items():
        yield Limit(f"{slug}, whole solution", seconds, _seconds_of_whole(slug), CORES)
    for slug in MINUTES:
        yield _sampled(slug, n_sampled)


def long_job(slug: str, n_shards: int = FINE_SHARDS) -> Job:
    """The count of a game that takes minutes, in small shards; the shards of 2 Hand Hold 'Em are small as they are."""
    if slug == "two-hand-holdem":
        return AllFlops(game(slug).deck.copies)
    return replace(job_of(as_fast_action(game(slug))), n_shards=n_shards)


def _seconds_of_whole(slug: str) -> float:
    begin = process_time()
    analyze(game(slug), recompute=True, runner=Runner(jobs=CORES, cache=False))
    return process_time() - begin


def _sampled(slug: str, n_sampled: int) -> Limit:
    """A shard has a share of its own, whatever its size, which small ones would multiply: two sizes tell it apart."""
    what, at_most = f"{slug}, full exact counts", 60 * MINUTES[slug]
    small = long_job(slug)
    n_small, each = len(small.shards()), _seconds_of_shards(small, n_sampled)
    if slug == "two-hand-holdem":
        return Limit(what, at_most, each * n_small, CORES, counted=n_sampled, of=n_small)
    large = long_job(slug, n_small // TIMES_LARGER)
    per_small = (_seconds_of_shards(large, 1) - each) / (TIMES_LARGER - 1)
    own = max(0.0, each - per_small) * len(long_job(slug, SHARDS_IN_USE).shards())
    return Limit(what, at_most, per_small * n_small + own, CORES, counted=n_sampled + TIMES_LARGER, of=n_small)


def _seconds_of_shards(job: Job, n_sampled: int) -> float:
    """The average of some shards, spread over the job, after one to warm up."""
    shards = job.shards()
    job.run(shards[0])
    begin = process_time()
    for number in range(1, n_sampled + 1):
        job.run(shards[number * len(shards) // (n_sampled + 1)])
    return (process_time() - begin) / n_sampled
