"""Wrong cards, boards, readings and pay tables: a clear message on standard error, exit status 2, no output."""

from pathlib import Path

import pytest

from houseway.cli import main

PICK_2, DOUBLE_DRAW, TWO_HAND = "pick-2-poker", "double-draw-poker", "two-hand-holdem"
FAST_ACTION, MULTI, HOLDOUT = "fast-action-holdem", "fast-action-holdem-multi", "five-card-holdout"


def refusal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str]) -> str:
    """What a refused command says; it must print nothing else."""
    monkeypatch.setattr("sys.argv", ["houseway", *arguments])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    return printed.err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["advise", PICK_2, "As Ks Qs Js"], "Pick 2 Poker takes 5 cards; you gave 4"),
        (["advise", PICK_2, "As Ks Qs Js Zz"], "Unknown card 'Zz'"),
        (["advise", PICK_2, "As As Qs Js Ts"], "Repeated card As"),
        (["advise", PICK_2, "As Ks Qs Js Jk"], "Jk is not in this deck"),
        (["advise", PICK_2, "As Ks Qs Js Ts", "--dead", "2c Ts"], "Repeated card Ts"),
        (["advise", PICK_2, "As Ks Qs Js Ts", "--dead", "2c 2c"], "Repeated card 2c"),
        (["advise", PICK_2, "As Ks Qs Js Ts", "--board", "2c 3c 4c"], "has no board"),
        (["advise", PICK_2, "As Ks Qs Js Ts", "--decks", "6"], "has one deck"),
        (["advise", TWO_HAND, "As Ks 8d 8c"], "Expected a board of 3 cards"),
        (["advise", TWO_HAND, "As Ks 8d 8c", "--board", "Ah 8h 8c"], "Repeated card 8c"),
        (["advise", TWO_HAND, "As Ks 8d 8c", "--board", "Ah 8h 3d 2c"], "Expected 3 cards; got 4"),
        (["advise", DOUBLE_DRAW, "As Ad Kh Jk 2c", "--stage", "3"], "draw 1 and draw 2; got stage 3"),
        (["advise", DOUBLE_DRAW, "As Ad Kh Jk Jk", "--dead", "Jk"], "Repeated card Jk"),
        (["advise", FAST_ACTION, "Ts 9s 6h 5h", "--board", "2c 3c 4c"], "one decision, before the board"),
        (["advise", FAST_ACTION, "Ts 9s 6h 5h", "--paytable", "1"], "Unknown pay table '1'. Expected one of: 4, 5, 6"),
        (["advise", MULTI, "Ts Ts Ts Ts", "--dead", "Ts Ts Ts"], "Repeated card Ts: it is in this deck only 6 times"),
        (["advise", MULTI, "Ts 9s 6h 5h", "--decks", "5"], "Unknown choice '5' for FA-R8. Expected one of: 6, 7, 8"),
        (["analyze", PICK_2, "--set", "P2-R1=both-push", "--set", "P2-R1=both-pay"], "Choose one"),
        (["advise", "fast-action-holdem-multi", "As As Kd Qd", "--decks", "7", "--set", "FA-R8=8"], "Choose one"),
        (["analyze", PICK_2, "--set", "P2-R1=maybe"], "Expected one of: ante-pays-play-pushes"),
        (["analyze", PICK_2, "--set", "P2-R99=both"], "Unknown reading 'P2-R99'. Did you mean P2-R9?"),
        (["analyze", PICK_2, "--set", "P2-R1"], "--set takes READING=CHOICE"),
        (["analyze", PICK_2, "--strategy", "luck"], "Unknown strategy 'luck' of pick-2-poker"),
        (["analyze", PICK_2, "--jobs", "0"], "greater than or equal to 1"),
        (["analyze", PICK_2, "--paytable", "absent.toml"], "Cannot read absent.toml"),
        (["analyze", HOLDOUT], "Five Card HoldOut has no house edge"),
        (["simulate", PICK_2, "--rounds", "0"], "greater than or equal to 1"),
        (["simulate", PICK_2, "--jobs", "-1"], "greater than or equal to 1"),
        (["equity", HOLDOUT, "Ts Jd"], "Expected 2 to 9 players; got 1"),
        (["equity", HOLDOUT, "Ts Jd | Ts Qd"], "Repeated card Ts"),
        (["equity", HOLDOUT, "Ts Jd | Qd", "--board", "2c 3c 4c 5c 6c"], "Expected 0 or 2 or 4 cards; got 5"),
        (["hold", HOLDOUT, "Ts Jd 2c 3c 4c", "--rule", "luck"], "Unknown hold rule 'luck'"),
        (["rules", "faro"], "Unknown game 'faro'"),
    ],
)
def test_wrong_usage_is_refused_with_status_2(
    arguments: list[str], says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert says in refusal(monkeypatch, capsys, arguments)
    if arguments[0] != "rules":
        assert says in refusal(monkeypatch, capsys, [*arguments, "--json"])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[bonus", "not a TOML file"),
        ("", "table bonus is missing"),
        ("[side]\nflush = 3", "unknown table 'side'"),
        ("[bonus]\nflsh = 3", "unknown row 'flsh'"),
        ("[bonus]\nflush = 2.5", "expected whole odds"),
        ("[bonus]\nflush = -1", "expected whole odds"),
        ('[bonus]\nflush = "3:0"', "expected whole odds"),
        ('[bonus]\n"full house" = 3\nflush = 5', "flush pays 5, more than full house"),
        ("[bonus]\npair = 1", "pair loses all bets and can pay nothing (DD-9)"),
    ],
)
def test_a_malformed_pay_table_is_refused_with_status_2(
    text: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.toml"
    file.write_text(text)
    assert says in refusal(monkeypatch, capsys, ["analyze", DOUBLE_DRAW, "--paytable", str(file)])
