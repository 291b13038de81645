"""An own pay table of Fast Action Hold'em whose distribution does not ship: what is known is told, nothing counted."""

import json
from pathlib import Path
from typing import NoReturn

import pytest

from houseway.analysis.counting.shards import Job, Runner
from houseway.cli import main

ROWS = """
[bonus]
"royal flush" = 500
"straight flush" = 100
"four of a kind" = 40
"full house" = 36
"flush" = 34
"straight" = 32
"three of a kind" = 31
[envy]
"royal flush" = 25000
"straight flush" = 5000
"""


@pytest.fixture
def generous(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A table of which nearly every hand is split; a count would be an error here."""

    def refuse(runner: Runner, job: Job) -> NoReturn:
        raise AssertionError(f"{job.name} is counted")

    monkeypatch.setattr(Runner, "run", refuse)
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "generous.toml"
    path.write_text(ROWS)
    return str(path)


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr("sys.argv", ["houseway", *arguments])
    with pytest.raises(SystemExit) as stopped:
        main()
    return int(stopped.value.code or 0)


def test_edge_and_decisions_are_told_with_what_is_missing_and_how_to_have_it(
    generous: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "analyze", "fast-action-holdem", "--paytable", generous) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "house edge per Ante" in told
    assert "split the Bonus" in told
    assert "Not shown: variance, return tables and distribution" in told
    assert "Add --count." in told


def test_in_json_what_is_missing_is_null_and_the_reason_is_there(
    generous: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "analyze", "fast-action-holdem", "--paytable", generous, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["ev"]["value"] > 1
    assert told["missing"]["estimated_seconds"] > 0
    assert set(told["missing"]["figures"]) == {name for name, value in told.items() if value is None}
    assert "distribution" in told["missing"]["figures"]


def test_a_count_begins_where_it_is_asked_for(generous: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["houseway", "analyze", "fast-action-holdem", "--paytable", generous, "--count"])
    with pytest.raises(AssertionError, match="fast-action-holdem-52 is counted"):
        main()


@pytest.mark.parametrize("command", ["operate", "compare"])
def test_what_needs_the_variance_says_how_to_have_it(
    command: str, generous: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, command, "fast-action-holdem", "--paytable", generous) == 2
    assert "ask for it with --count of `houseway analyze`" in " ".join(capsys.readouterr().err.split())
