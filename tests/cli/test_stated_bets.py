"""`houseway analyze --ante --aggregate-limit`: what cannot be is refused before anything is counted."""

import json

import pytest

from houseway.cli import main
from houseway.cli.output import cents

FAST_ACTION = "fast-action-holdem"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([FAST_ACTION, "--ante", "five"], "--ante takes dollars, such as 25 or 2.50; got 'five'"),
        ([FAST_ACTION, "--ante", "0.005"], "--ante takes dollars"),
        ([FAST_ACTION, "--ante", "inf"], "--ante takes dollars"),
        ([FAST_ACTION, "--ante", "nan"], "--ante takes dollars"),
        ([FAST_ACTION, "--ante", "0"], "Expected an Ante of one cent or more"),
        ([FAST_ACTION, "--ante", "301"], "Ante of $301 is over the limit of $300"),
        ([FAST_ACTION, "--aggregate-limit", "15000"], "Add --ante DOLLARS"),
        ([FAST_ACTION, "--ante", "5", "--aggregate-limit", "14999"], "needs at least $15,000 (WAC 230-15-490)"),
        ([FAST_ACTION, "--ante", "5", "--aggregate-limit", "much"], "--aggregate-limit takes dollars"),
        (["pick-2-poker", "--ante", "5"], "has no aggregate payout limit"),
        (
            ["pick-2-poker", "--ante", "5", "--aggregate-limit", "15000"],
            "Unknown table setting 'aggregate_limit' of pick-2-poker",
        ),
    ],
)
def test_FA_15i_wrong_bets_and_limits_are_refused_with_status_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    monkeypatch.setattr("sys.argv", ["houseway", "analyze", *arguments])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert says in " ".join(printed.err.split())


def test_dollars_are_read_to_the_cent() -> None:
    assert [cents("--ante", text) for text in ("300", "$2.50", "15,000", "0.05")] == [30_000, 250, 1_500_000, 5]


def test_a_side_bet_may_be_written_with_a_hyphen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = []
    for name in ("pair_plus", "pair-plus"):
        monkeypatch.setattr("sys.argv", ["houseway", "analyze", "three-card-poker", "--bet", f"{name}=1", "--json"])
        with pytest.raises(SystemExit) as stopped:
            main()
        assert stopped.value.code == 0
        found.append([(wager["wager"], wager["ev"]) for wager in json.loads(capsys.readouterr().out)["wagers"]])
    assert "pair_plus" in dict(found[0])
    assert found[0] == found[1]
