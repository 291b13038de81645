"""What all tests share.

No property test is timed, so that a busy machine fails none. No test starts a count of minutes: it would pass at once
where the counts are kept, and hold up everything elsewhere.
"""

import pytest
from hypothesis import settings

from houseway.analysis.counting.shards import MERGED, Counts, Job, Runner, job_folder

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

LONG_COUNTS = {
    "two-hand-holdem": "copies",
    **{f"fast-action-holdem-{decks * 52}": "deck" for decks in (1, 6, 7, 8)},
}
"""Names of jobs that take minutes with a whole deck, and the parameter that holds it."""
WHOLE_DECK = 52
count = Runner.run


def refuse_long_counts(runner: Runner, job: Job) -> Counts:
    """Count, unless that takes minutes."""
    deck = job.parameters[LONG_COUNTS[job.name]] if job.name in LONG_COUNTS else []
    assert isinstance(deck, list)
    if sum(deck) >= WHOLE_DECK and not (job_folder(job) / f"{MERGED}.npz").exists():
        pytest.fail(f"{job.name} counts a whole deck: use a result that ships, a shard, or a stripped deck")
    return count(runner, job)


def pytest_sessionstart() -> None:
    """Put the guard before every count of this process."""
    Runner.run = refuse_long_counts  # type: ignore[method-assign]
