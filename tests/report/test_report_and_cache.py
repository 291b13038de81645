"""A report depends on version, game and options alone: not on what was counted on this machine before."""

from pathlib import Path

import pytest
from support.counting_job import ResidueJob
from support.every_game import EVERY_HOUSE_GAME

from houseway.analysis.compare.alternatives import NotCountedError, ShippedCounts, reading_effects
from houseway.analysis.counting import shards
from houseway.analysis.counting.shards import Job, Runner, job_folder
from houseway.analysis.counting.sums import MERGED, Counts
from houseway.games.catalogue import game
from houseway.report import report_for

CHEAP = ("face-up-pai-gow", "flush-rush", "four-card-poker")
EVERY = [
    *CHEAP,
    *(pytest.param(*each.values, marks=pytest.mark.proof) for each in EVERY_HOUSE_GAME if each.values[0] not in CHEAP),
]


@pytest.mark.slow
@pytest.mark.parametrize("slug", EVERY)
def test_the_report_is_the_same_with_an_empty_cache_and_with_one_that_has_more(
    slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Job] = []

    def refuse(self: ShippedCounts, job: Job) -> Counts:
        asked.append(job)
        return honest(self, job)

    honest = ShippedCounts.run
    monkeypatch.setattr(ShippedCounts, "run", refuse)
    monkeypatch.setattr(shards, "counts_directory", lambda: tmp_path / "empty")
    before = report_for(slug)
    monkeypatch.setattr(shards, "counts_directory", lambda: tmp_path / "more")
    for job in asked:
        folder = job_folder(job)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / MERGED).write_bytes(b"a report that reads this is not the same everywhere")
    after = report_for(slug)
    assert after.to_dict() == before.to_dict()
    assert after.sheets == before.sheets


def test_counts_on_disk_are_no_answer_of_what_ships(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "counts_directory", lambda: tmp_path)
    job = ResidueJob(7)
    Runner(jobs=1).run(job)
    assert (job_folder(job) / MERGED).exists()
    with pytest.raises(NotCountedError, match="do not ship"):
        ShippedCounts().run(job)


@pytest.mark.parametrize(
    ("slug", "left_out"), [("texas-holdem-bonus", []), ("ultimate-texas-holdem", [("UTH-R2", "4-only")])]
)
def test_readings_of_the_holdem_titles_ship_their_values(slug: str, left_out: list[tuple[str, str]]) -> None:
    effects = reading_effects(game(slug), quick=True)
    assert [(effect.changed, effect.to) for effect in effects if effect.value is None] == left_out
    (ties,) = [effect for effect in effects if effect.changed.endswith("-RT")]
    assert not ties.touches_value


@pytest.mark.parametrize("slug", ["ultimate-texas-holdem", "texas-holdem-bonus", "ez-pai-gow"])
def test_the_table_of_readings_asks_for_no_count_of_this_machine(
    slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Path] = []

    def counts_of_this_machine() -> Path:
        asked.append(tmp_path)
        return tmp_path

    monkeypatch.setattr(shards, "counts_directory", counts_of_this_machine)
    effects = reading_effects(game(slug), quick=True)
    assert asked == []
    assert [effect for effect in effects if "this machine" in effect.why_not] == []
