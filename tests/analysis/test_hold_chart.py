"""The chart of holds: counts of kinds that are known, and the best hold of a hand by counting every board."""

import json
from math import comb

import numpy as np
import pytest
from support.blueprints import always
from typer.testing import CliRunner

from houseway.analysis.between_players import players_analysis
from houseway.analysis.results.equity import ButtonChart, HoldChart, SeatWorth
from houseway.analysis.titles.five_card_holdout.blueprint_reading import ReadPlan
from houseway.analysis.titles.five_card_holdout.hold_chart import hold_chart
from houseway.analysis.titles.five_card_holdout.opening_chart import opening_chart
from houseway.cli import app

KINDS = {
    "royal flush": 4, "straight flush": 36, "four of a kind": 624, "full house": 3744, "flush": 5108,
    "straight": 10_200, "three of a kind": 54_912, "two pair": 123_552, "pair": 1_098_240, "all hands": comb(52, 5),
}  # fmt: skip
"""How many hands of five cards are of each kind."""


@pytest.fixture(scope="module")
def chart() -> HoldChart:
    return hold_chart("hold-best")


def test_every_hand_is_in_one_row(chart: HoldChart) -> None:
    counted = {row.kind: row.hands for row in chart.rows}
    assert {kind: counted[kind] for kind in KINDS} == KINDS
    assert sum(counted.values()) == 2 * comb(52, 5)
    four_to_a_flush = 4 * comb(13, 4) * 39
    paired = 4 * comb(13, 4) * 4 * 3
    straights = 4 * 10 * 5 * 3
    assert counted["four to a flush"] == four_to_a_flush - paired - straights
    assert all(sum(row.sizes) == pytest.approx(1) for row in chart.rows)
    assert all(row.lost_by_rule >= 0 for row in chart.rows)
    assert all(sum(row.planned) == pytest.approx(1) for row in chart.rows)


def test_a_pair_is_held_with_another_card_as_dealing_it_out_finds() -> None:
    """Every way to hold a pair of kings, dealt out: the largest share has three cards, more than the pair alone."""
    found = players_analysis("five-card-holdout").sampled_holds("Kd Kh 9c 4c 3s", 1, rule="hold-best")
    assert len(found.best.held) == 3
    alone = next(each for each in found.holds if len(each.held) == 2 and {int(card) // 4 for card in each.held} == {11})
    assert float(found.best.share - alone.share) > alone.margin + found.best.margin


def test_pairs_are_held_in_threes_and_made_hands_whole(chart: HoldChart) -> None:
    rows = {row.kind: row for row in chart.rows}
    assert rows["pair"].sizes[2] > 0.9
    assert all(rows[kind].sizes[4] == 1 for kind in ("full house", "flush", "straight"))
    assert rows["two pair"].sizes[3] == 1
    assert rows["pair"].lost_by_rule > 0.05, "hold-best keeps the pair alone"


@pytest.mark.slow
def test_the_command_prints_the_chart_and_what_it_rests_on() -> None:
    shown = CliRunner().invoke(app, ["solve", "five-card-holdout", "--chart", "holds"])
    assert shown.exit_code == 0, shown.output
    assert "no equilibrium" in " ".join(shown.stdout.split())
    told = json.loads(CliRunner().invoke(app, ["solve", "five-card-holdout", "--chart", "holds", "--json"]).stdout)
    assert told["rows"][-1]["hands"] == comb(52, 5)
    assert CliRunner().invoke(app, ["solve", "five-card-holdout", "--chart", "moon"]).exit_code != 0


# The blueprint.


def test_who_holds_what_is_best_by_equity_holds_as_many_cards_as_the_chart_says(chart: HoldChart) -> None:
    read = ReadPlan(always(("check", "call")))
    held = read.held_by_hand()
    assert np.allclose(held.sum(axis=1), 2), "every hand comes to the discards from both seats"
    shares = (read.counts[:, None] * held).sum(axis=0) / (2 * comb(52, 5))
    assert shares.tolist() == pytest.approx(chart.rows[-1].sizes)
    assert read.held_by_seat(1).tolist() == pytest.approx(chart.rows[-1].sizes)


def test_the_opening_chart_has_every_hand_once_and_what_the_plan_does_with_it() -> None:
    chart = opening_chart()
    counted = {row.kind: row.hands for row in chart.rows}
    assert counted["pair of aces"] == 1_098_240 // 13
    assert sum(counted.values()) == 2 * comb(52, 5)
    rows = {row.kind: row.play for row in chart.rows}
    assert all(sum(often.values()) == pytest.approx(1) for play in rows.values() for often in play.values())
    assert rows["full house"][""]["raise"] > 0.9
    assert rows["full house"]["raise"]["fold"] < 0.01
    assert rows["king high, none of these"]["raise"]["fold"] > 0.2 > rows["pair of aces"]["raise"]["fold"]


@pytest.mark.slow
def test_who_folds_the_button_gives_half_a_big_blind_a_hand() -> None:
    """The small blind is half of the big one, and nothing else is ever won."""
    chart = ReadPlan(always(("fold", "check"))).seats(visits=2, deals=50)
    assert [seat.seat for seat in chart.seats] == ["big blind", "button"]
    assert [seat.worth for seat in chart.seats] == pytest.approx([0.5, -0.5])
    assert [seat.within for seat in chart.seats] == pytest.approx([0.0, 0.0])


@pytest.mark.proof
def test_both_seats_are_worth_the_same_to_those_who_only_check_and_call() -> None:
    big_blind, button = ReadPlan(always(("check", "call"))).seats(visits=20, deals=2000).seats
    assert big_blind.worth == -button.worth
    assert abs(button.worth) < 2 * button.within


def test_the_opening_and_the_button_are_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = CliRunner().invoke(app, ["solve", "five-card-holdout", "--chart", "opening"])
    assert shown.exit_code == 0, shown.output
    assert "pair of aces" in shown.stdout
    assert "approximation" in shown.stdout
    monkeypatch.setattr(
        ReadPlan, "seats", lambda self: ButtonChart("rests", 2, (SeatWorth("button", 0.05, 0.01, (0.0, 1.0)),))
    )
    shown = CliRunner().invoke(app, ["solve", "five-card-holdout", "--chart", "button"])
    assert "+0.0500 +- 0.0100" in shown.stdout
    told = json.loads(CliRunner().invoke(app, ["solve", "five-card-holdout", "--chart", "button", "--json"]).stdout)
    assert told["seats"][0]["worth"] == 0.05
