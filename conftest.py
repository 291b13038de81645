"""What all tests share.

What is left to chance in a test comes from the test's name: it passes always or never, and what fails can be repeated.
HOUSEWAY_TEST_CHANCE, any text, gives every test other chances. No property test is timed, so that a busy machine fails
none. No test starts a count of minutes: it would pass at once where the counts are kept, and hold up everything
elsewhere.
"""

import gc
import os
import random
from collections import Counter
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from support.chance import seeded_randomness
from support.compiling import compile_once
from support.cpu_time import CpuTime

from houseway.analysis.counting.shards import MERGED, Counts, Job, Runner, job_folder

CHANCE = os.environ.get("HOUSEWAY_TEST_CHANCE", "")
settings.register_profile(
    "untimed", deadline=None, derandomize=not CHANCE, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("untimed")

LONG_COUNTS = {
    "two-hand-holdem": "copies",
    **{f"fast-action-holdem-{decks * 52}": "deck" for decks in (1, 6, 7, 8)},
}
"""Names of jobs that take minutes with a whole deck, and the parameter that holds it."""
WHOLE_DECK = 52
SLOW_AS_A_WHOLE = "\npytestmark = pytest.mark.slow\n"
SEEN: Counter[str] = Counter()
"""How often a test of each name has begun: generated tests share a name, and a room between them must not meet a token
twice."""
RARELY = 50_000
"""After how many new objects garbage is collected: with Python's own number that was 4 % of the time of the random
rounds, and 18 % of that of a file of web tests."""
count = Runner.run


def refuse_long_counts(runner: Runner, job: Job) -> Counts:
    """Count, unless that takes minutes."""
    deck = job.parameters[LONG_COUNTS[job.name]] if job.name in LONG_COUNTS else []
    assert isinstance(deck, list)
    if sum(deck) >= WHOLE_DECK and not (job_folder(job) / f"{MERGED}.npz").exists():
        pytest.fail(f"{job.name} counts a whole deck: use a result that ships, a shard, or a stripped deck")
    return count(runner, job)


def pytest_configure(config: pytest.Config) -> None:
    """Measure the CPU time of every test."""
    config.pluginmanager.register(CpuTime(), "cpu-time")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave files that are slow as a whole unread where slow tests are not wanted: reading some takes seconds."""
    if "not slow" not in config.option.markexpr or not collection_path.name.startswith("test_"):
        return None
    return SLOW_AS_A_WHOLE in collection_path.read_text() or None


def pytest_sessionstart() -> None:
    """Put the guard before every count of this process, and let its kernels be compiled once for all processes."""
    compile_once()
    Runner.run = refuse_long_counts  # type: ignore[method-assign]
    gc.set_threshold(RARELY)


def pytest_collection_finish() -> None:
    """What all tests share stays to the end: it is not looked through for garbage again and again."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Seed everything from before a test's first fixture is made until after its last is gone."""
    SEEN[item.nodeid] += 1
    name = f"houseway/tests/{CHANCE}/{item.nodeid}/{SEEN[item.nodeid]}"
    random.seed(name)
    with seeded_randomness(random.Random(name)):
        return (yield)
