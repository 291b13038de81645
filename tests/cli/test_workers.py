"""The parent of several server processes, with programs in their place that only say that they are ready."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PARENT = """
import sys
from houseway.cli import workers
from houseway.cli.workers import Workers, listen

workers.FIRST_WAIT = 0.01
listening = listen("127.0.0.1", 0)
child = [sys.executable, "-c", sys.argv[1]]
say = lambda words: print(words, flush=True)
Workers(2, listening, {}, lambda address: say("forgotten"), say, child).run()
print("ended", flush=True)
"""
CHILD = """
import json, os, signal
signal.signal(signal.SIGTERM, lambda *_: (os.write(1, b"asked to end\\n"), os._exit(0)))
told = json.loads(os.environ["HOUSEWAY_ONE_OF_SEVERAL"])
os.write(told["ready"], b"1")
os.write(1, b"started %d\\n" % os.getpid())
os.read(told["lifeline"], 1)
os.write(1, b"alone\\n")
"""


@pytest.fixture
def parent() -> Iterator["subprocess.Popen[str]"]:
    running = subprocess.Popen([sys.executable, "-c", PARENT, CHILD], stdout=subprocess.PIPE, text=True)
    yield running
    if running.poll() is None:
        running.kill()
    running.wait()
    assert running.stdout is not None
    running.stdout.close()


def lines_until(parent: "subprocess.Popen[str]", wanted: dict[str, int]) -> list[str]:
    """What is said, until each beginning was heard so often."""
    assert parent.stdout is not None
    heard: list[str] = []
    while any(sum(line.startswith(words) for line in heard) < count for words, count in wanted.items()):
        line = parent.stdout.readline()
        assert line, f"it ended; heard {heard}"
        heard.append(line.strip())
    return heard


def test_a_process_that_is_killed_is_replaced_and_all_end_in_order(parent: "subprocess.Popen[str]") -> None:
    started = lines_until(parent, {"started": 2})
    os.kill(int(started[0].split()[1]), signal.SIGKILL)
    heard = lines_until(parent, {"started": 1, "forgotten": 1})
    assert any("ended with status -9" in line for line in heard)
    parent.send_signal(signal.SIGTERM)
    lines_until(parent, {"asked to end": 2, "ended": 1})
    assert parent.wait() == 0


def test_sighup_replaces_them_one_after_the_other(parent: "subprocess.Popen[str]") -> None:
    lines_until(parent, {"started": 2})
    parent.send_signal(signal.SIGHUP)
    heard = lines_until(parent, {"all 2 processes were replaced": 1})
    kinds = [line.split()[0] for line in heard if line.startswith(("started", "asked"))]
    assert kinds == ["started", "asked", "started", "asked"]


def test_they_end_when_the_parent_is_killed(parent: "subprocess.Popen[str]") -> None:
    lines_until(parent, {"started": 2})
    parent.kill()
    lines_until(parent, {"alone": 2})


def test_more_than_one_process_needs_postgresql(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from houseway.cli import app

    answer = CliRunner().invoke(app, ["serve", "--workers", "2", "--database", f"sqlite:///{tmp_path / 'a.sqlite'}"])
    assert answer.exit_code
    assert "PostgreSQL" in str(answer.exception)


def test_a_process_that_is_cut_off_ends_after_several_looks_and_not_before(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from houseway.cli import worker_process

    class Looked:
        """Cut off twice, then reached again, then cut off for good."""

        answers = iter([True, True, False, True, True, True])

        @property
        def is_cut_off(self) -> bool:
            return next(self.answers)

    ended = list[int]()
    monkeypatch.setattr(worker_process, "LOOK", 0.0)
    monkeypatch.setattr("os._exit", ended.append)
    worker_process._end_if_cut_off(Looked())  # type: ignore[arg-type]
    assert ended == [worker_process.CUT_OFF]
    assert next(Looked.answers, None) is None
    assert "cannot reach the database" in capsys.readouterr().err
