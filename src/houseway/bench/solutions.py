"""Whole exact solutions beside the time they may take: counted whole where that takes seconds, else shard by shard.

A shard of a long count is timed after another one has warmed the tables up; the time of all shards is extrapolated from
some that are spread evenly over the job.
"""

from collections.abc import Iterator
from dataclasses import replace
from time import process_time

from houseway.analysis import analyze
from houseway.analysis.fast_action_holdem.analyser import as_fast_action
from houseway.analysis.fast_action_holdem.counted import job_of
from houseway.analysis.samples import FINE_SHARDS
from houseway.analysis.shards import Job, Runner
from houseway.analysis.two_hand_holdem.job import AllFlops
from houseway.bench.measure import Limit
from houseway.games.catalogue import game

CORES = 2
"""The limits are for two cores."""
WHOLE = {"pick-2-poker": 5.0, "double-draw-poker": 60.0}
"""Seconds for games that are solved whole here."""
MINUTES = {"two-hand-holdem": 20.0, "fast-action-holdem": 10.0, "fast-action-holdem-multi": 30.0}
"""Minutes for games of which some shards are counted."""


def solution_limits(n_sampled: int) -> Iterator[Limit]:
    """The time of every solution; `n_sampled` shards are counted of each long one."""
    for slug, seconds in WHOLE.items():
        yield Limit(f"{slug}, whole solution", seconds, _seconds_of_whole(slug), CORES)
    for slug, minutes in MINUTES.items():
        yield _sampled(f"{slug}, full exact counts", 60 * minutes, long_job(slug), n_sampled)


def long_job(slug: str) -> Job:
    """The count of a game that takes minutes, in small shards."""
    if slug == "two-hand-holdem":
        return AllFlops(game(slug).deck.copies)
    return replace(job_of(as_fast_action(game(slug))), n_shards=FINE_SHARDS)


def _seconds_of_whole(slug: str) -> float:
    begin = process_time()
    analyze(game(slug), recompute=True, runner=Runner(jobs=CORES, cache=False))
    return process_time() - begin


def _sampled(what: str, at_most: float, job: Job, n_sampled: int) -> Limit:
    shards = job.shards()
    step = len(shards) // (n_sampled + 1)
    job.run(shards[0])
    begin = process_time()
    for number in range(1, n_sampled + 1):
        job.run(shards[number * step])
    each = (process_time() - begin) / n_sampled
    return Limit(what, at_most, each * len(shards), CORES, counted=n_sampled, of=len(shards))
