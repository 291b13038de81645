"""Shards give the same integers however they are cut and wherever they run, and go on after a crash."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from counting_job import N_SHARDS, NUMBERS_A_SHARD, ResidueJob

from houseway.analysis.shards import Runner, job_folder
from houseway.errors import HousewayError

HERE = Path(__file__).parent
TOTAL = N_SHARDS * NUMBERS_A_SHARD
RESIDUES_OF_7 = [len(range(residue, TOTAL, 7)) for residue in range(7)]


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path / "cache"))


def counted(trace: Path) -> list[int]:
    return [int(line.split()[0]) for line in trace.read_text().splitlines()] if trace.exists() else []


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
        "from counting_job import ResidueJob; from houseway.analysis.shards import Runner; "
        f"Runner(jobs=1).run(ResidueJob(7, {str(trace)!r}, 0.1))"
    )
    child = subprocess.Popen([sys.executable, "-c", script], env={**os.environ, "PYTHONPATH": str(HERE)})
    deadline = time.monotonic() + 60
    while len(counted(trace)) < 4 and time.monotonic() < deadline:
        time.sleep(0.01)
    child.send_signal(signal.SIGKILL)
    child.wait()
    before = counted(trace)
    assert 4 <= len(before) < N_SHARDS
    counts = Runner(jobs=2).run(ResidueJob(7, str(trace)))
    assert counts["residues"].tolist() == RESIDUES_OF_7
    again = counted(trace)[len(before) :]
    kept = set(range(N_SHARDS)) - set(again)
    assert len(kept) >= len(before) - 1, "at most the shard in flight is lost"


def start_quietly(module: str, *arguments: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", module, *arguments],
        env={**os.environ, "PYTHONPATH": str(HERE)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """A real scheduler and two workers, each a process of its own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
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
            process.wait(timeout=30)


def test_a_cluster_of_two_worker_processes_gives_the_same_integers(cluster: str, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    counts = Runner(cluster=cluster).run(ResidueJob(7, str(trace), 0.05))
    assert counts["residues"].tolist() == RESIDUES_OF_7
    workers = {line.split()[1] for line in trace.read_text().splitlines()}
    assert len(workers) == 2
    assert str(os.getpid()) not in workers


def test_a_scheduler_that_does_not_answer_is_a_clear_error() -> None:
    with pytest.raises(HousewayError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1"):
        Runner(cluster="tcp://127.0.0.1:1", cache=False).run(ResidueJob(7))
