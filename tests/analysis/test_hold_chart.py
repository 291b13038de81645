"""The chart of holds: counts of kinds that are known, and the best hold of a hand by counting every board."""

import json
from math import comb

import pytest
from typer.testing import CliRunner

from houseway.analysis.between_players import players_analysis
from houseway.analysis.results.hold_chart import HoldChart
from houseway.analysis.titles.five_card_holdout.hold_chart import hold_chart
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


def test_the_command_prints_the_chart_and_what_it_rests_on() -> None:
    shown = CliRunner().invoke(app, ["solve", "five-card-holdout", "--chart", "holds"])
    assert shown.exit_code == 0, shown.output
    assert "no equilibrium" in " ".join(shown.stdout.split())
    told = json.loads(CliRunner().invoke(app, ["solve", "five-card-holdout", "--chart", "holds", "--json"]).stdout)
    assert told["rows"][-1]["hands"] == comb(52, 5)
    assert CliRunner().invoke(app, ["solve", "five-card-holdout", "--chart", "moon"]).exit_code != 0
