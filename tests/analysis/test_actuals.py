"""Actual against expected: probabilities beside direct sums over outcomes; wrong files are refused with their line."""

import json
from fractions import Fraction
from itertools import product
from pathlib import Path
from statistics import NormalDist

import pytest
from typer.testing import CliRunner

import houseway as hw
from houseway.analysis.operations.actuals import Verdict, chance_of, interval_of, verdict_of
from houseway.analysis.operations.shift_file import Usual, read_shifts, shifts_of
from houseway.cli import app
from houseway.errors import BadSetting

GAME = "pick-2-poker"
HEADING = "table,shift,game,rounds,seats,ante,drop,win\n"


def results_of_a_round(ante: int) -> list[tuple[Fraction, Fraction]]:
    """What the house wins of one seat in a round, and how likely, from the distribution that the analysis ships."""
    net = hw.analyze(GAME).net
    return [(-value * ante, Fraction(weight, net.total)) for value, weight in net.weights.items()]


def test_two_rounds_of_one_seat_are_as_likely_as_a_direct_sum_says() -> None:
    one = results_of_a_round(1000)
    win = 4_000
    low = sum((c * d for (x, c), (y, d) in product(one, one) if x + y <= win), Fraction(0))
    high = sum((c * d for (x, c), (y, d) in product(one, one) if x + y >= win), Fraction(0))
    (shift,) = shifts_of(f"{HEADING}7,,{GAME},2,1,10,,40\n", "a.csv", Usual()).shifts
    assert chance_of(shift.swing, win) == pytest.approx(min(1.0, 2 * float(min(low, high))), abs=1e-9)
    bottom, top = interval_of(shift.swing, 0.9)
    inside = sum((c * d for (x, c), (y, d) in product(one, one) if bottom <= x + y <= top), Fraction(0))
    assert inside >= Fraction(9, 10)


def test_the_interval_is_wider_than_that_of_independent_seats_and_narrower_than_that_of_seats_as_one() -> None:
    """Seats against one dealer: the variance lies between those of seats on their own and of seats as one."""
    (shift,) = shifts_of(f"{HEADING}7,,{GAME},300,6,10,,40\n", "a.csv", Usual()).shifts
    one = float(hw.analyze(GAME).net.variance) * 1000**2
    variance = float(shift.swing.players.variance) / 300
    assert 6 * one < variance < 36 * one
    low, high = interval_of(shift.swing, 0.95)
    assert float(high - low) == pytest.approx(2 * 1.96 * shift.swing.standard_deviation, rel=0.02)


def test_several_shifts_add_up_their_variances() -> None:
    text = f"{HEADING}7,mon,{GAME},300,6,10,,40\n7,tue,{GAME},200,3,10,,-80\n"
    actuals = shifts_of(text, "a.csv", Usual())
    variances = [float(shift.swing.players.variance) for shift in actuals.shifts]
    assert actuals.total.standard_deviation**2 == pytest.approx(sum(variances))
    off = abs(float(actuals.total.win - actuals.total.expected)) / actuals.total.standard_deviation
    assert actuals.total.chance == pytest.approx(2 * (1 - NormalDist().cdf(off)))


def test_expected_win_is_the_edge_times_what_is_bet_and_a_far_result_is_looked_into() -> None:
    text = f"{HEADING}7,mon,double-draw-poker,300,5,25,18000,2400\n7,tue,double-draw-poker,300,5,25,18000,-99000\n"
    actuals = shifts_of(text, "a.csv", Usual())
    honest, off = actuals.shifts
    assert float(honest.expected) == pytest.approx(300 * 5 * 2500 * 0.067152, rel=1e-5)
    assert verdict_of(honest, 0.95) is Verdict.WITHIN
    assert verdict_of(off, 0.95) is Verdict.OFF
    assert actuals.of(Verdict.OFF) == (off,)
    assert actuals.total.win == 100 * (2400 - 99000)
    assert actuals.total.expected == honest.expected + off.expected
    assert [each.name for each in actuals.tables] == ["7"]
    assert actuals.by_chance == pytest.approx(0.1)


def test_what_a_line_leaves_out_is_as_usual_and_hours_give_rounds() -> None:
    usual = Usual(hw.game(GAME), rounds_per_hour="37.5", seats=3, ante=1500)
    text = 'Table, Hours, Win, Drop\nA,8,"$1,200.50","9,000"\n\nB,0.5,(75),\n'
    first, second = shifts_of(text, "a.csv", usual).shifts
    assert (first.operation.rounds, first.operation.seats, first.win, first.drop) == (300, 3, 120_050, 900_000)
    assert (second.operation.rounds, second.win, second.drop, second.line) == (18, -7500, None, 4)
    assert first.operation.bet["ante"] == 1500


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1: a column 'table' is needed; got nothing"),
        ("table,rounds\n", "line 1: a column 'win' is needed"),
        ("table,win\n", "line 1: a column 'rounds' or 'hours' is needed"),
        ("table,win,rounds,luck\n", "line 1: unknown column 'luck'. Expected one of 14, such as ante, bonus, decks"),
        ("table,win,rounds,win\n", "line 1: duplicate column 'win'"),
        (HEADING, "no shifts below the heading"),
        (f"{HEADING}7,,{GAME},10,3,25,,\n", "line 2: column 'win': it is empty"),
        (f"{HEADING}7,,{GAME},10,3,25,,much\n", "line 2: column 'win': expected a number; got 'much'"),
        (f"{HEADING}7,,{GAME},10,3,25,,1.005\n", "line 2: column 'win': expected a number"),
        (
            f"{HEADING}7,,{GAME},2.5,3,25,,1\n",
            "line 2: column 'rounds': expected a whole number from 1 to 10,000,000",
        ),
        (
            f"{HEADING}7,,{GAME},0,3,25,,1\n",
            "line 2: column 'rounds': expected a whole number from 1 to 10,000,000",
        ),
        (f"{HEADING}7,,{GAME},,3,25,,1\n", "line 2: column 'rounds': it is empty, and so is hours"),
        (f"{HEADING}7,,,10,3,25,,1\n", "line 2: column 'game': it is empty, and no game was named"),
        (f"{HEADING}7,,faro,10,3,25,,1\n", "line 2: Unknown game 'faro'"),
        (f"{HEADING}7,,{GAME},10,9,25,,1\n", "line 2: seats: expected a whole number from 1 to"),
        (f"{HEADING}7,,{GAME},10,3,9999,,1\n", "line 2: The Ante"),
        (f"{HEADING}7,,{GAME},10,3,25,-5,1\n", "line 2: column 'drop': expected zero or more"),
        (f"{HEADING}7,,{GAME},10\n", "line 2: expected 8 fields; got 4"),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(text: str, says: str) -> None:
    with pytest.raises(BadSetting) as caught:
        shifts_of(text, "a.csv", Usual())
    assert str(caught.value).startswith("a.csv: ")
    assert says in str(caught.value)


def test_the_command_reads_a_file_and_answers_in_words_or_json(tmp_path: Path) -> None:
    path = tmp_path / "shifts.csv"
    path.write_text(f"{HEADING}7,mon,{GAME},300,6,10,8000,12000\n")
    shown = CliRunner().invoke(app, ["operate", "--actual", str(path)])
    assert shown.exit_code == 0
    assert "Review 1 of 1 shifts: 7 mon." in " ".join(shown.stdout.split())
    plain = json.loads(CliRunner().invoke(app, ["operate", "--actual", str(path), "--json"]).stdout)
    assert plain["shifts"][0]["verdict"] == "look into"
    assert plain["shifts"][0]["hold_of_drop"] == 1.5
    with pytest.raises(BadSetting, match="Cannot read"):
        read_shifts(tmp_path / "absent.csv")
