"""The bench counts what it says it counts, compares with the right thing, and prints one JSON object."""

import json
from math import comb

import pytest
import typer
from typer.testing import CliRunner

from houseway.bench import engine as engine_section
from houseway.bench import ranking as ranking_section
from houseway.bench.measure import SECTIONS, Case, Measurement, Verdict, measure, run_section
from houseway.bench.ranking import group_of, other_evaluators
from houseway.cli.bench import bench
from houseway.errors import UnknownName
from houseway.games.catalogue import GAMES
from houseway.ranking import ranking


def spin(turns: int) -> int:
    """Work that grows with its argument but counts as one thing done."""
    return 1 + sum(range(turns)) * 0


def test_the_ratio_compares_with_the_baseline_of_the_same_group() -> None:
    cases = [
        Case("slow", "spin", "a", 1, lambda: spin(200_000), baseline=True),
        Case("quick", "spin", "a", 1, lambda: spin(200)),
        Case("alone", "spin", "b", 1, lambda: spin(200)),
    ]
    slow, quick, alone = measure(cases, rounds=3)
    assert slow.ratio == 1
    assert quick.ratio == quick.per_second / slow.per_second
    assert quick.ratio > 1
    assert alone.ratio is None


def test_every_case_runs_once_to_warm_up_and_once_in_each_round() -> None:
    turns: list[str] = []
    cases = [Case(name, "", "", 1, lambda name=name: len(turns.append(name) or turns)) for name in "ab"]  # type: ignore[misc, func-returns-value]
    measure(cases, rounds=2)
    assert turns == ["a", "b"] * 3


class SimulatedClocks:
    """A machine at some load: each unit of work takes one CPU second and `load` seconds on the wall."""

    def __init__(self, load: float) -> None:
        self.load, self.cpu, self.wall = load, 0.0, 0.0

    def work(self, cpu_seconds: float, done: int) -> int:
        self.cpu += cpu_seconds
        self.wall += cpu_seconds * self.load
        return done


@pytest.mark.parametrize("load", [1.0, 20.0])
def test_hand_evaluation_is_measured_by_cpu_time_whatever_the_load(
    load: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    clocks = SimulatedClocks(load)
    monkeypatch.setattr("houseway.bench.measure.process_time", lambda: clocks.cpu)
    monkeypatch.setattr("time.perf_counter", lambda: clocks.wall)
    seven = group_of(7)
    cases = [
        Case("phevaluator", "call per hand", seven, 1, lambda: clocks.work(1, 4), baseline=True),
        Case("standard", "sequential", seven, 1, lambda: clocks.work(1, 4_000)),
        Case("standard", "sequential", seven, 2, lambda: clocks.work(1, 4_000)),
        Case("standard", "random batch", seven, 1, lambda: clocks.work(2, 4_000)),
        Case("standard", "lines written out", "look-up in a kernel", 1, lambda: clocks.work(1, 9), baseline=True),
        Case("standard", "value_of", "look-up in a kernel", 1, lambda: clocks.work(1, 9)),
    ]
    monkeypatch.setattr(ranking_section, "_cases", lambda size: iter(cases))
    found = {
        (each.subject, each.task, each.cores): each.per_second for each in run_section("ranking", True).measurements
    }
    assert found["standard", "sequential", 1] == 4_000
    assert found["standard", "sequential", 2] == 8_000, "one CPU second of two cores is half a second on free ones"
    assert found["standard", "random batch", 1] == 2_000
    assert found["phevaluator", "call per hand", 1] == 4


@pytest.mark.slow
def test_a_case_counts_the_hands_that_it_evaluates() -> None:
    size = ranking_section.Size(rounds=1, batch=1000, single=50)
    done = {}
    for case in ranking_section._cases(size):
        done[case.subject, case.task, case.group, case.cores] = case.run()
    assert done["standard", "sequential", "7 cards", 1] == comb(52, 7)
    assert done["bug", "sequential", "5 cards", 1] == comb(54, 5)
    assert done["three-card", "sequential", "3 cards", 1] == comb(52, 3)
    assert done["multi-deck", "sequential", "5 cards", 1] == comb(52 + 4, 5)
    for (subject, task, _, _), n_hands in done.items():
        if task == "random batch":
            assert n_hands == 1000
        if task == "call per hand":
            assert n_hands == 50, subject
    assert {subject for subject, *_ in done} >= {
        "phevaluator.evaluate_cards",
        "phevaluator.evaluate_7cards",
        "treys",
        "eval7",
    }


def test_the_baseline_of_each_group_is_one_call_of_phevaluator() -> None:
    five, seven = [[0, 5, 10, 15, 20]], [[0, 5, 10, 15, 20, 25, 30]]
    baselines = [case.subject for case in other_evaluators(five, seven) if case.baseline]
    assert baselines == ["phevaluator.evaluate_5cards", "phevaluator.evaluate_7cards"]


def test_libraries_that_are_not_installed_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.bench.ranking.find_spec", lambda name: None)
    assert list(other_evaluators([[0, 5, 10, 15, 20]], [[0, 5, 10, 15, 20, 25, 30]])) == []


@pytest.mark.parametrize("name", ["standard", "bug", "three-card", "multi-deck"])
def test_random_hands_are_hands_of_the_deck(name: str) -> None:
    system = ranking(name)
    hands = ranking_section.random_hands(system, system.system.hand_size, 5000)
    assert len(system.evaluate(hands)) == 5000
    assert set(hands.ravel().tolist()) == set(system.system.deck.distinct)


@pytest.mark.parametrize(
    ("ratio", "reached", "said"), [(500.0, True, "reached"), (499.9, False, "missed"), (None, None, "not installed")]
)
def test_a_verdict_says_whether_the_target_is_reached(ratio: float | None, reached: bool | None, said: str) -> None:
    verdict = Verdict("seven cards", "phevaluator", 500, ratio)
    assert verdict.reached is reached
    assert str(verdict).endswith(said)


def test_an_unknown_section_is_refused() -> None:
    with pytest.raises(UnknownName, match="ranking"):
        run_section("nonsense")


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> typer.Typer:
    """The command alone, with very little to do."""
    tiny = ranking_section.Size(rounds=1, batch=100, single=10)
    monkeypatch.setattr(ranking_section, "QUICK", tiny)
    monkeypatch.setattr(ranking_section, "SHAPES", (("standard", 5), ("standard", 7)))
    app = typer.Typer()
    app.command()(bench)
    return app


def test_json_is_one_object_on_standard_output(command: typer.Typer) -> None:
    done = CliRunner().invoke(command, ["ranking", "--quick", "--json"])
    assert done.exit_code == 0
    printed = json.loads(done.stdout)
    assert list(printed["sections"]) == ["ranking"]
    assert list(SECTIONS) == ["ranking", "engine", "analysis"]
    rows = printed["sections"]["ranking"]["measurements"]
    by_case = {(row["subject"], row["task"], row["compared_in"], row["cores"]): row for row in rows}
    sequential = by_case["standard", "sequential", "7 cards", 1]
    baseline = by_case["phevaluator.evaluate_7cards", "call per hand", "7 cards", 1]
    assert len(sequential["runs"]) == 1
    assert sequential["median"] == sequential["per_second"] == max(sequential["runs"])
    assert sequential["ratio"] == pytest.approx(sequential["per_second"] / baseline["per_second"])
    assert [verdict["at_least"] for verdict in printed["sections"]["ranking"]["verdicts"]] == [500, 150, 0.9]


def test_the_table_names_every_case_and_all_targets(command: typer.Typer) -> None:
    done = CliRunner().invoke(command, ["ranking", "--quick"], env={"COLUMNS": "120"})
    assert done.exit_code == 0
    for words in (
        "sequential",
        "random batch",
        "phevaluator.evaluate_7cards",
        "at least 500x",
        "at least 150x",
        "at least 0.9x",
    ):
        assert words in done.stdout


def test_the_engine_section_plays_every_game_and_holdout_beside_pokerkit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_section, "QUICK", engine_section.Size(turns=1, rounds=10))
    found = run_section("engine", quick=True)
    played = {measurement.subject for measurement in found.measurements}
    assert played == {*GAMES, "PokerKit hold'em"}
    assert all(measurement.per_second > 0 for measurement in found.measurements)
    assert [verdict.at_least for verdict in found.verdicts if isinstance(verdict, Verdict)] == [10, 10, 10]


def test_a_measurement_as_data_has_every_field() -> None:
    found = Measurement("standard", "sequential", "7 cards", 2, 1e9, None, (1e9, 7e8, 8e8))
    assert found.as_json() == {
        "subject": "standard",
        "task": "sequential",
        "compared_in": "7 cards",
        "cores": 2,
        "per_second": 1e9,
        "ratio": None,
        "median": 8e8,
        "runs": [1e9, 7e8, 8e8],
    }
