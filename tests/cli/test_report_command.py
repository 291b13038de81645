"""`houseway report`: files by their ending, and refusals before any work is done."""

import json
from pathlib import Path

import pytest

from houseway.cli import main


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr("sys.argv", ["houseway", "report", *arguments])
    with pytest.raises(SystemExit) as stopped:
        main()
    code = stopped.value.code
    return code if isinstance(code, int) else 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["pick-2-poker", "-o", "report.txt"], "must end in one of .pdf, .html, .xlsx, .json; got 'report.txt'"),
        (["pick-2-poker", "-o", "absent/report.pdf"], "'absent' does not exist"),
        (["pick-3-poker", "-o", "report.pdf"], "Unknown game 'pick-3-poker'"),
        (["pick-2-poker"], "-o"),
        (["pick-2-poker", "-o", "report.pdf", "--paytable", "9"], "Unknown pay table '9'"),
        (["pick-2-poker", "-o", "report.pdf", "--decks", "6"], "has one deck"),
        (["pick-2-poker", "-o", "report.pdf", "--date", "May 1"], "--date"),
        (["pick-2-poker", "-o", "report.pdf", "--rounds", "0"], "greater than or equal to 1"),
        (["five-card-holdout", "-o", "report.pdf", "--rounds", "10"], "Five Card HoldOut is player vs. player"),
    ],
)
def test_wrong_usage_says_what_was_expected_and_exits_with_2(
    arguments: list[str],
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(monkeypatch, *arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert says in " ".join(printed.err.split())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_game_file_is_reported_with_a_date_and_a_new_simulation(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    source, target = tmp_path / "mine.toml", tmp_path / "mine.json"
    source.write_text('game = "pick-2-poker"\n[limits]\njurisdiction = "washington-tribal"\n')
    assert run(monkeypatch, str(source), "-o", str(target), "--date", "2025-03-01", "--rounds", "20000") == 0
    plain = json.loads(target.read_text())
    assert plain["data"]["analysis"]["ev"]["value"] == pytest.approx(0.009567, abs=5e-7)
    assert plain["data"]["simulation"]["rounds"] == 20000
    assert plain["data"]["exposure"]["largest_single_wager_cents"] == 50000
    assert ["Date of this report", "March 1, 2025"] in plain["facts"]
    listing = plain["sections"][-1]["parts"][0]["blocks"][-1]["text"]
    assert "date = 2025-03-01" in listing
    assert 'jurisdiction = "washington-tribal"' in listing
