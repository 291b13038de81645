"""How long is left, by what was done so far."""

import pytest

from houseway.cli import progress
from houseway.cli.progress import Remaining


def test_the_first_tick_of_two_workers_stands_for_two_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two workers take 10 s a shard: 100 shards are 500 s, of which the first tick leaves 490."""
    now = 0.0
    monkeypatch.setattr(progress, "monotonic", lambda: now)
    remaining = Remaining(workers=2)
    now = 10.0
    assert remaining(1, 100) == "about 8 min left"
    now = 250.0
    assert remaining(50, 100) == "about 4 min left"
    now = 500.0
    assert remaining(100, 100) == "about 0 s left"


def test_shards_of_an_earlier_run_take_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(progress, "monotonic", lambda: now)
    remaining = Remaining()
    now = 30.0
    assert remaining(91, 101) == "about 5 min left"
