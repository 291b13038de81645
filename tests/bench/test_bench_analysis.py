"""The bench of the analysis: what it times, what it extrapolates, and what it says of an aim."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from houseway.analysis.counting.samples import FINE_SHARDS
from houseway.analysis.counting.shards import Job
from houseway.analysis.counting.sums import Counts
from houseway.analysis.particulars import particulars
from houseway.bench import analysis as section
from houseway.bench.measure import Case, Limit, Timed, measure
from houseway.games.catalogue import game

HOUSE_BANKED = {
    "two-hand-holdem",
    "double-draw-poker",
    "pick-2-poker",
    "fast-action-holdem",
    "fast-action-holdem-multi",
}
"""The approved games that are played against the house: those that have an aim."""


@dataclass
class TenShards:
    """A job that remembers which of its shards were counted."""

    name: str = "ten"
    parameters: Mapping[str, object] = field(default_factory=dict)
    modules: Sequence[str] = ()
    counted: list[int] = field(default_factory=list)

    def shards(self) -> Sequence[int]:
        return range(10)

    def run(self, shard: int) -> Counts:
        self.counted.append(shard)
        return {"n": np.ones(1, np.int64)}


def test_every_approved_house_banked_game_is_simulated_and_advised() -> None:
    assert set(section.benchmarks()) == HOUSE_BANKED


def test_a_declared_title_of_every_family_is_simulated() -> None:
    assert set(section.of_each_family()) >= {
        "board showdown",
        "draw",
        "private showdown",
        "shoe",
        "staged stud",
        "suits",
    }


def test_every_approved_house_banked_game_is_solved_whole_or_in_shards() -> None:
    jobs = {slug: particulars(game(slug)).long_job(game(slug), FINE_SHARDS) for slug in HOUSE_BANKED}
    assert {slug for slug, job in jobs.items() if job is None} == {"pick-2-poker", "double-draw-poker"}
    assert all(len(job.shards()) > 100 for job in jobs.values() if job is not None)


def test_a_case_that_times_itself_is_taken_at_its_word() -> None:
    cases = [
        Case("own clock", "", "a", 1, lambda: Timed(done=300, seconds=2.0)),
        Case("baseline", "", "a", 1, lambda: Timed(done=100, seconds=2.0), baseline=True),
    ]
    own, baseline = measure(cases, rounds=2)
    assert (own.per_second, baseline.per_second, own.ratio) == (150, 50, 3)


def test_the_clock_of_a_measurement_can_be_chosen() -> None:
    ticks = iter(range(100))
    (found,) = measure([Case("one", "", "a", 1, lambda: 8)], rounds=3, clock=lambda: next(ticks) * 4.0)
    assert found.per_second == 2


def test_a_limit_is_for_the_cores_together_and_says_what_was_extrapolated() -> None:
    whole = Limit("pick", 5, cpu_seconds=9.0, cores=2)
    part = Limit("flops", 60, cpu_seconds=130.0, cores=2, counted=3, of=351)
    assert (whole.seconds, whole.reached, whole.extrapolated) == (4.5, True, False)
    assert (part.seconds, part.reached, part.extrapolated) == (65, False, True)
    assert "extrapolated" not in str(whole)
    assert str(whole).endswith("reached")
    assert "extrapolated from 3 of 351 shards" in str(part)
    assert str(part).endswith("missed")
    assert part.as_json()["extrapolated"] is True


def test_sampled_shards_are_spread_over_the_job_after_one_to_warm_up(monkeypatch: pytest.MonkeyPatch) -> None:
    job, ticks = TenShards(), iter([100.0, 106.0])
    monkeypatch.setattr(section, "process_time", lambda: next(ticks))
    assert section._seconds_of_shards(job, n_sampled=3) == 2
    assert job.counted == [0, 2, 5, 7]


def test_what_every_shard_costs_whatever_its_size_is_not_multiplied(monkeypatch: pytest.MonkeyPatch) -> None:
    """Say a shard costs 3 s and each of 4096 parts of the boards 0.5 s: the 256 shards in use cost 768 s and 2048 s."""

    def seconds(job: Job, n_sampled: int) -> float:
        return 3 + 0.5 * 4096 / len(job.shards())

    monkeypatch.setattr(section, "_seconds_of_shards", seconds)
    table = game("fast-action-holdem")
    small = particulars(table).long_job(table, FINE_SHARDS)
    assert small is not None
    found = section._sampled(table.slug, 600.0, small, n_sampled=3)
    assert found.cpu_seconds == pytest.approx(768 + 2048)
    assert found.extrapolated


def test_a_plain_loop_compares_as_many_hands_as_the_round_has(monkeypatch: pytest.MonkeyPatch) -> None:
    import phevaluator

    calls: list[int] = []
    monkeypatch.setattr(phevaluator, "evaluate_7cards", lambda *cards: calls.append(len(set(cards))) or 1)  # type: ignore[func-returns-value]
    assert section._plain_loop(section.benchmarks()["two-hand-holdem"], rounds=4)() == 4
    assert calls == [7] * 20


def test_the_aims_of_simulation_and_advice_come_from_their_measurements() -> None:
    cases = [
        Case("pick-2-poker", section.SIMULATED, "a", 1, lambda: Timed(10_000_000, 1.0)),
        Case("pick-2-poker", section.ADVICE, "b", 1, lambda: Timed(1, 0.25)),
    ]
    rate, advice = section._verdicts(measure(cases, rounds=1))
    assert "2.00x, reached" in str(rate)
    assert "at most 1 s; 0.25 s of CPU" in str(advice)


def test_simulated_rounds_are_timed_without_their_tables() -> None:
    done = section._simulated("pick-2-poker", rounds=20_000)()
    assert isinstance(done, Timed)
    assert done.done == 20_000
    assert done.seconds > 0
