"""Shards give the same integers however they are cut and wherever they run, and go on after a crash."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from support.counting_job import N_SHARDS, NUMBERS_A_SHARD, ByTwo, ResidueJob
from support.ports import free_port
from typer.testing import CliRunner

from houseway.analysis.counting import shards, sums
from houseway.analysis.counting.cache import everything_kept
from houseway.analysis.counting.shards import Runner, job_folder
from houseway.analysis.counting.sums import Counts
from houseway.cli import app
from houseway.errors import HousewayError

TESTS = Path(__file__).parents[1]
PATHS = {"PYTHONPATH": os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")])}
TOTAL = N_SHARDS * NUMBERS_A_SHARD
RESIDUES_OF_7 = [len(range(residue, TOTAL, 7)) for residue in range(7)]


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path / "cache"))


def counted(trace: Path) -> list[int]:
    return [int(line.split()[0]) for line in trace.read_text().splitlines()] if trace.exists() else []


def shards_on_disk() -> int:
    path = job_folder(ResidueJob(7)) / f"part-of-{N_SHARDS}.npz"
    if not path.exists():
        return 0
    with np.load(path) as kept:
        return int(np.unpackbits(kept["shards done"]).sum())


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_counts_do_not_depend_on_the_number_of_cores(jobs: int) -> None:
    counts = Runner(jobs=jobs, cache=False).run(ResidueJob(7))
    assert counts["residues"].tolist() == RESIDUES_OF_7


def test_finished_counts_come_from_disk(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    first = Runner(jobs=1).run(ResidueJob(7, str(trace)))
    again = Runner(jobs=1).run(ResidueJob(7, str(trace)))
    assert sorted(counted(trace)) == list(range(N_SHARDS))
    assert np.array_equal(first["residues"], again["residues"])


def test_other_parameters_are_counted_for_themselves() -> None:
    assert job_folder(ResidueJob(7)) != job_folder(ResidueJob(5))
    assert Runner(jobs=1).run(ResidueJob(5))["residues"].sum() == TOTAL
    assert Runner(jobs=1).run(ResidueJob(7))["residues"].tolist() == RESIDUES_OF_7


def test_shards_of_two_ways_to_cut_a_job_do_not_mix() -> None:
    def stop(done: int, total: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Runner(jobs=1, progress=lambda name, total: stop).run(ResidueJob(7))
    assert list(job_folder(ResidueJob(7)).iterdir()), "some shards of the first cut are on disk"
    assert Runner(jobs=1).run(ResidueJob(7, n_shards=5))["residues"].tolist() == RESIDUES_OF_7


def test_a_damaged_file_is_counted_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Runner(jobs=1).run(ResidueJob(7))
    merged = job_folder(ResidueJob(7)) / "merged.npz"
    merged.write_bytes(merged.read_bytes()[:-40])
    assert Runner(jobs=1).run(ResidueJob(7))["residues"].tolist() == RESIDUES_OF_7


def test_counts_that_do_not_match_their_checksum_are_counted_again(capsys: pytest.CaptureFixture[str]) -> None:
    Runner(jobs=1).run(ResidueJob(7))
    merged = job_folder(ResidueJob(7)) / "merged.npz"
    with np.load(merged) as stored:
        arrays = {name: stored[name] for name in stored.files}
    arrays["residues"] = arrays["residues"] + 1
    np.savez(merged, **arrays)
    assert Runner(jobs=1).run(ResidueJob(7))["residues"].tolist() == RESIDUES_OF_7
    assert "its checksum is wrong" in capsys.readouterr().err


def test_progress_reaches_the_end() -> None:
    seen: list[tuple[int, int]] = []
    runner = Runner(jobs=1, cache=False, progress=lambda name, total: lambda done, total: seen.append((done, total)))
    runner.run(ResidueJob(7))
    assert seen == [(done, N_SHARDS) for done in range(1, N_SHARDS + 1)]


def test_killed_in_the_middle_the_same_job_goes_on_from_the_shards_on_disk(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    script = (
        "from support.counting_job import SlowAfter; from houseway.analysis.counting.shards import Runner; "
        f"Runner(jobs=1).run(SlowAfter(7, {str(trace)!r}))"
    )
    child = subprocess.Popen([sys.executable, "-c", script], env={**os.environ, **PATHS})
    deadline = time.monotonic() + 60
    while (len(counted(trace)) < 3 + 1 or shards_on_disk() < 3) and time.monotonic() < deadline:
        time.sleep(0.01)
    child.send_signal(signal.SIGKILL)
    child.wait()
    assert counted(trace) == [0, 1, 2, 3], "three are counted, and the fourth was begun"
    counts = Runner(jobs=2).run(ResidueJob(7, str(trace)))
    assert counts["residues"].tolist() == RESIDUES_OF_7
    again = counted(trace)[3 + 1 :]
    assert sorted(again) == list(range(3, N_SHARDS)), "only the shard in flight is lost"


def start_quietly(module: str, *arguments: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", module, *arguments],
        env={**os.environ, **PATHS},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """A real scheduler and two workers, each a process of its own."""
    port = free_port()
    address = f"tcp://127.0.0.1:{port}"
    scheduler = "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"
    worker = "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-dashboard", "--no-nanny"
    processes = [start_quietly(*scheduler), start_quietly(*worker), start_quietly(*worker)]
    try:
        from distributed import Client

        with Client(address, timeout="60s") as client:
            client.wait_for_workers(2, timeout=60)
        yield address
    finally:
        for process in reversed(processes):
            process.terminate()
            process.wait(timeout=60)


def test_a_cluster_of_two_worker_processes_gives_the_same_integers(cluster: str, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    counts = Runner(cluster=cluster).run(ByTwo(7, str(trace)))
    assert counts["residues"].tolist() == RESIDUES_OF_7
    workers = {line.split()[1] for line in trace.read_text().splitlines()}
    assert len(workers) == 2
    assert str(os.getpid()) not in workers


def test_a_scheduler_that_does_not_answer_is_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "LONGEST_CONNECTING", 0.5)
    with pytest.raises(HousewayError, match=r"No Dask scheduler answers at tcp://127\.0\.0\.1:1"):
        Runner(cluster="tcp://127.0.0.1:1", cache=False).run(ResidueJob(7))


def test_a_job_of_many_shards_leaves_one_file_of_sums_and_then_one_of_counts() -> None:
    seen: list[list[str]] = []

    def look(done: int, total: int) -> None:
        seen.append(sorted(path.name for path in job_folder(ResidueJob(7)).iterdir()))

    Runner(jobs=1, progress=lambda name, total: look).run(ResidueJob(7))
    assert all(names == ["about.json", f"part-of-{N_SHARDS}.npz"] for names in seen)
    assert sorted(path.name for path in job_folder(ResidueJob(7)).iterdir()) == ["about.json", "merged.npz"]


def test_large_sums_are_written_seldom_and_when_the_work_stops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Path] = []
    save = sums.save_counts

    def saved(path: Path, counts: Counts) -> None:
        written.append(path)
        save(path, counts)

    monkeypatch.setattr(sums, "SMALL_BYTES", 0)
    monkeypatch.setattr(sums, "WRITING_SHARE", 1e-9)
    monkeypatch.setattr(sums, "save_counts", saved)

    def stop(done: int, total: int) -> None:
        if done == 9:
            raise KeyboardInterrupt

    trace = tmp_path / "trace"
    with pytest.raises(KeyboardInterrupt):
        Runner(jobs=1, progress=lambda name, total: stop).run(ResidueJob(7, str(trace)))
    assert len(written) <= 2, "the first shard, after which writing has a known cost, and the end"
    before = len(counted(trace))
    assert Runner(jobs=1).run(ResidueJob(7, str(trace)))["residues"].tolist() == RESIDUES_OF_7
    assert len(counted(trace)) - before == N_SHARDS - 9


def test_an_interrupt_is_answered_while_shards_are_in_flight_and_says_what_is_kept(tmp_path: Path) -> None:
    """A shard takes two minutes here; whoever presses Ctrl-C does not wait for it.

    A shell starts what runs behind it with interrupts ignored, which a child would inherit.
    """
    trace = tmp_path / "trace"
    script = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from support.counting_job import SlowAfter; from houseway.analysis.counting.shards import Runner; "
        f"Runner(jobs=2, progress=lambda name, total: lambda done, total: None).run(SlowAfter(7, {str(trace)!r}))"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", script], env={**os.environ, **PATHS}, stderr=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 600
    while len(counted(trace)) < 3 + 2 or shards_on_disk() < 3:
        assert time.monotonic() < deadline, "the child never came to its slow shards"
        time.sleep(0.01)
    child.send_signal(signal.SIGINT)
    _, said = child.communicate(timeout=60)
    assert "3 of 12 shards are counted, and the same command goes on from them" in said
    assert child.returncode != 0
    with np.load(job_folder(ResidueJob(7)) / f"part-of-{N_SHARDS}.npz") as kept:
        assert int(kept["residues"].sum()) == 3 * NUMBERS_A_SHARD
    assert Runner(jobs=1).run(ResidueJob(7))["residues"].tolist() == RESIDUES_OF_7


@pytest.mark.parametrize(("load", "words"), [(0.0, "10 min"), (6.0, "40 min")])
def test_the_time_that_a_long_job_will_take_is_said_first(
    load: float, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two threads beside a load of six get a quarter of two cores."""
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(os, "getloadavg", lambda: (load, load, load))

    class Estimated(ResidueJob):
        def estimated_seconds(self) -> float:
            return 1200.0

    Runner(jobs=2, cache=False, progress=lambda name, total: lambda done, total: None).run(Estimated(7))
    assert f"12 of 12 shards to count, about {words} on 2 cores" in capsys.readouterr().err


def test_an_error_in_a_shard_reaches_the_caller_and_what_was_counted_stays() -> None:
    class Failing(ResidueJob):
        def run(self, shard: int) -> Counts:
            if shard == 4:
                raise HousewayError("shard 4 fails")
            return ResidueJob.run(self, shard)

    with pytest.raises(HousewayError, match="shard 4 fails"):
        Runner(jobs=1).run(Failing(7))
    assert shards_on_disk() == 4


def test_sums_that_were_stopped_in_the_middle_of_an_addition_are_not_written() -> None:
    class Torn(ResidueJob):
        def run(self, shard: int) -> Counts:
            counts = ResidueJob.run(self, shard)
            return {**counts, "second": np.zeros(2 if shard < 4 else 3, np.int64)}

    with pytest.raises(ValueError, match="broadcast"):
        Runner(jobs=1).run(Torn(7))
    assert shards_on_disk() == 4
    with np.load(job_folder(ResidueJob(7)) / f"part-of-{N_SHARDS}.npz") as kept:
        assert int(kept["residues"].sum()) == 4 * NUMBERS_A_SHARD


def test_the_cache_tells_whole_part_and_orphaned_counts_apart_and_clears_the_last(tmp_path: Path) -> None:
    Runner(jobs=1).run(ResidueJob(7))
    with pytest.raises(KeyboardInterrupt):
        Runner(jobs=1, progress=lambda name, total: interrupt_after(3)).run(ResidueJob(5))
    Runner(jobs=1).run(ResidueJob(3))
    about = job_folder(ResidueJob(3)) / "about.json"
    about.write_text(about.read_text().replace('"code": "', '"code": "0'))
    half = job_folder(ResidueJob(7)) / "merged.npz.123.tmp"
    half.write_bytes(b"half")
    states = {str(each.path.name): each.state for each in everything_kept()}
    assert states == {
        job_folder(ResidueJob(7)).name: "whole",
        job_folder(ResidueJob(5)).name: f"3 of {N_SHARDS} shards",
        job_folder(ResidueJob(3)).name: "orphaned",
        half.name: "orphaned",
    }
    assert CliRunner().invoke(app, ["cache", "--clear", "orphaned"]).exit_code == 0
    left = {each.path.name: each.state for each in everything_kept()}
    assert left == {name: state for name, state in states.items() if state != "orphaned"}
    assert CliRunner().invoke(app, ["cache", "--clear", "all"]).exit_code == 0
    assert everything_kept() == []


def interrupt_after(shards: int) -> Callable[[int, int], None]:
    def report(done: int, total: int) -> None:
        if done == shards:
            raise KeyboardInterrupt

    return report
