"""What ships is what is computed: whole where that takes seconds, sampled shards where it takes minutes."""

import json
from dataclasses import replace
from importlib.resources import files

import pytest

from houseway.analysis import ANALYSERS, analyze
from houseway.analysis.recorded import FOLDER, recorded, result_key, to_plain
from houseway.analysis.result import Analysis
from houseway.analysis.samples import sampled_jobs
from houseway.analysis.shards import Runner, counts_digest
from houseway.games.catalogue import game
from houseway.games.engine.game import Game
from houseway.games.engine.sheet import sheet

SAMPLED = ("two-hand-holdem", "fast-action-holdem", "fast-action-holdem-multi")


def shipped(name: str) -> dict[str, object]:
    plain: dict[str, object] = json.loads(files("houseway.analysis").joinpath(FOLDER, name).read_text("utf-8"))
    return plain


def computed(table: Game) -> Analysis:
    return analyze(table, recompute=True, runner=Runner(cache=False))


@pytest.mark.parametrize("slug", ANALYSERS)
def test_every_approved_pay_table_is_answered_from_what_ships(slug: str) -> None:
    names: list[str | None] = [*sheet(slug).pay_sets]
    for name in names or [None]:
        result = recorded(game(slug, paytable=name), "optimal")
        assert result is not None, (slug, name)
        assert sum(row.combinations for row in result.return_table) == result.net.total


@pytest.mark.parametrize("paytable", ["typed", "felt"])
def test_pick_2_ships_what_is_computed(paytable: str) -> None:
    table = game("pick-2-poker", paytable=paytable)
    result = recorded(table, "optimal")
    assert result is not None
    assert to_plain(replace(computed(table), seconds=result.seconds)) == to_plain(result)


def test_double_draw_ships_what_is_computed() -> None:
    table = game("double-draw-poker", paytable="1")
    result = recorded(table, "optimal")
    assert result is not None
    assert to_plain(replace(computed(table), seconds=result.seconds)) == to_plain(result)


@pytest.mark.parametrize("slug", SAMPLED)
def test_sampled_shards_are_counted_as_when_the_results_were_recorded(slug: str) -> None:
    kept = shipped(f"{slug}-samples.json")
    assert kept
    assert {name: counts_digest(job.run(shard)) for name, (job, shard) in sampled_jobs(slug).items()} == kept


def test_published_single_deck_edges_come_out_under_no_bonus_only_splits() -> None:
    for name, edge in (("4", "6.88"), ("5", "11.47"), ("6", "11.28")):
        result = recorded(game("fast-action-holdem", paytable=name, readings={"FA-R2": "no-bonus-only"}), "optimal")
        assert result is not None
        assert f"{100 * float(result.house_edge('ante')):.2f}" == edge


def test_published_six_deck_edges_are_met_within_a_twentieth_of_a_point() -> None:
    for name, edge in (("1", 17.80), ("2", 7.78), ("3", 4.63)):
        readings = {"FA-R2": "no-bonus-only", "FA-R8": "6"}
        result = recorded(game("fast-action-holdem-multi", paytable=name, readings=readings), "optimal")
        assert result is not None
        assert abs(100 * float(result.house_edge("ante")) - edge) < 0.05


def test_published_double_draw_edges_are_met_within_a_fiftieth_of_a_point() -> None:
    for name, edge in (("1", 3.37), ("2", 7.40)):
        result = recorded(game("double-draw-poker", paytable=name), "optimal")
        assert result is not None
        assert abs(100 * float(result.house_edge("initial wager")) - edge) < 0.02


def test_another_reading_pay_table_or_strategy_is_another_key() -> None:
    keys = {
        result_key(game("pick-2-poker"), "optimal"),
        result_key(game("pick-2-poker"), "rule-list"),
        result_key(game("pick-2-poker", readings={"P2-R1": "both-push"}), "optimal"),
        result_key(game("pick-2-poker", paytable="felt"), "optimal"),
    }
    assert len(keys) == 4


def test_a_table_that_differs_from_the_approved_one_is_not_answered_from_what_ships() -> None:
    assert recorded(game("pick-2-poker", readings={"P2-R3": "larger"}), "optimal") is None
