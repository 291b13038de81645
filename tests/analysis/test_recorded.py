"""What ships is what is computed: whole where that takes seconds, sampled shards where it takes minutes."""

import json
from dataclasses import replace
from fractions import Fraction
from importlib.resources import files
from importlib.util import module_from_spec, spec_from_file_location
from itertools import islice
from math import comb
from pathlib import Path
from types import ModuleType

import pytest
from support.quick import sampled

from houseway.analysis import ANALYZERS, analyze, analyzer, rule_list, strategy_table, value_of
from houseway.analysis.counting.shards import Runner
from houseway.analysis.counting.sums import counts_digest
from houseway.analysis.operations.clientele import NAIVE, strategy_of
from houseway.analysis.particulars import particulars
from houseway.analysis.results.recorded import FOLDER, recorded, recorded_strategy, recorded_value, result_key, to_plain
from houseway.analysis.results.result import Analysis
from houseway.cards.deck import Deck
from houseway.games.catalogue import game
from houseway.games.engine.game import Game
from houseway.games.engine.sheet import sheet

SAMPLED = ("two-hand-holdem", "fast-action-holdem", "fast-action-holdem-multi")


def shipped(name: str) -> dict[str, object]:
    plain: dict[str, object] = json.loads(files("houseway.analysis").joinpath(FOLDER, name).read_text("utf-8"))
    return plain


def computed(table: Game, strategy: str = "optimal") -> Analysis:
    return analyze(table, strategy=strategy, recompute=True, runner=Runner(cache=False))


def approved(slug: str) -> list[Game]:
    names: list[str | None] = [*sheet(slug).pay_sets]
    return [game(slug, paytable=name) for name in names or [None]]


@pytest.fixture(scope="module")
def recorder() -> ModuleType:
    """The tool that writes the records: it knows what is to be recorded."""
    spec = spec_from_file_location("record", Path(__file__).parents[2] / "tools" / "record.py")
    assert spec is not None
    assert spec.loader is not None
    tool = module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


@pytest.fixture
def nothing_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(runner: Runner, job: object) -> None:
        raise AssertionError(f"{job} is counted")

    monkeypatch.setattr(Runner, "run", refuse)


@pytest.mark.parametrize("slug", ANALYZERS)
def test_what_ships_is_all_that_is_to_be_recorded_and_nothing_stale(slug: str, recorder: ModuleType) -> None:
    for part in ("whole", "values", "strategy"):
        expected = {result_key(each.game, each.strategy) for each in recorder.questions(slug, (part,))}
        name = f"{recorder.file_name(slug, part)}.json"
        assert (set(shipped(name)) if expected else set()) == expected, name


@pytest.mark.usefixtures("nothing_is_counted")
@pytest.mark.parametrize("slug", ANALYZERS)
def test_the_rule_list_costs_the_difference_of_two_results_that_ship_and_no_play_beats_the_best(slug: str) -> None:
    for table in approved(slug):
        best, ruled = analyze(table), analyze(table, strategy="rule-list")
        assert rule_list(table).cost == best.value - ruled.value >= 0, table.label
        assert analyze(table, strategy=strategy_of(table, NAIVE)).value <= best.value
        assert 1 <= len(rule_list(table).lines()) <= 15


HANDS = {
    "two-hand-holdem": ("hands", 2 * comb(52, 3) * comb(49, 4)),
    "double-draw-poker": ("hands", comb(54, 5)),
    "pick-2-poker": ("combinations", comb(52, 5)),
    "fast-action-holdem": ("first", comb(52, 4)),
    "fast-action-holdem-multi": ("first", comb(6 * 52, 4)),
}
"""By approved game a column of the strategy table, and the number of hands that it must add up to."""


@pytest.mark.usefixtures("nothing_is_counted")
@pytest.mark.parametrize("slug", HANDS)
def test_in_the_approved_games_a_short_rule_list_and_naive_play_give_something_away(slug: str) -> None:
    for table in approved(slug):
        assert rule_list(table).cost > 0, table.label
        assert analyze(table, strategy=strategy_of(table, NAIVE)).value < analyze(table).value


@pytest.mark.usefixtures("nothing_is_counted")
@pytest.mark.parametrize("slug", HANDS)
def test_the_strategy_table_that_ships_covers_every_hand_once(slug: str) -> None:
    column, total = HANDS[slug]
    for table in approved(slug):
        assert sum(getattr(row, column) for row in strategy_table(table)) == total


def test_a_strategy_table_is_computed_where_the_analyzer_does_not_export_its_rows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = game("pick-2-poker")
    assert recorded_strategy(table) is not None
    monkeypatch.delattr(analyzer(table), "StrategyRow")
    assert recorded_strategy(table) is None


@pytest.mark.slow
@pytest.mark.parametrize("first", sampled(range(9), 9))
def test_every_ninth_record_of_pick_2_ships_as_computed(first: int, recorder: ModuleType) -> None:
    for question in list(recorder.questions("pick-2-poker", ("whole", "values", "strategy")))[first::9]:
        table, runner = question.game, Runner()
        if question.part == "whole":
            result = recorded(table, question.strategy)
            again = analyze(table, strategy=question.strategy, recompute=True, runner=runner)
            assert result is not None
            assert to_plain(replace(again, seconds=result.seconds)) == to_plain(result), table.label
        elif question.part == "values":
            assert recorded_value(table, "optimal") == value_of(table, recompute=True, runner=runner), table.label
        else:
            rules = rule_list(table, recompute=True, runner=runner)
            assert (rules.lines(), rules.cost) == (rule_list(table).lines(), rule_list(table).cost)
            assert strategy_table(table) == strategy_table(table, recompute=True, runner=runner)


@pytest.mark.parametrize("slug", ["double-draw-poker", "fast-action-holdem", "fast-action-holdem-multi"])
def test_a_row_one_unit_up_or_down_is_worth_what_its_frequency_bounds(slug: str) -> None:
    """The old best play gains exactly the frequency of the row from a unit more, so the new best play at least that.

    Likewise a unit less costs at most the frequency.
    """
    for table in approved(slug):
        best = recorded(table, "optimal")
        assert best is not None
        assert table.pay_set is not None
        if table.pay_set.name == "sample":
            continue  # Its straight flush row pays wild royal flushes too.
        for row in table.pay_set["bonus"].rows:
            more, less = (recorded_value(changed_row(table, row.label, step), "optimal") for step in (1, -1))
            assert more is not None
            assert less is not None
            frequency = bonus_frequency(best, row.label)
            assert 0 < best.value - less <= frequency <= more - best.value, (table.label, row.label)


def changed_row(table: Game, label: str, step: int) -> Game:
    """The game with a row of the Bonus changed; below a push the row goes."""
    assert table.pay_set is not None
    bonus = table.pay_set["bonus"]
    rows = tuple(
        replace(row, pays=row.pays + step) if row.label == label else row
        for row in bonus.rows
        if row.label != label or row.pays + step >= 0
    )
    tables = {**table.pay_set.tables, "bonus": replace(bonus, rows=rows)}
    return replace(table, pay_set=replace(table.pay_set, tables=tables))


def bonus_frequency(best: Analysis, label: str) -> Fraction:
    """How many Bonus bets of a round are paid by a row on average, from the words of the return table."""
    hits = 0
    for row in best.return_table:
        paid = row.outcome.rpartition("Bonus ")[2].split(" and ")
        hits += paid.count(label) * row.combinations
    return Fraction(hits, best.net.total)


OTHER_READINGS = {
    ("fast-action-holdem", "FA-R3", "first-hand"): "6.8615 11.5222 11.3490",
    ("fast-action-holdem", "FA-R4", "low-first"): "6.6325 11.3125 11.1536",
    ("fast-action-holdem", "FA-R5", "unsuited"): "6.5460 11.2242 11.0656",
    ("fast-action-holdem", "FA-R6", "literal"): "6.6782 11.3551 11.1967",
    ("fast-action-holdem-multi", "FA-R4", "low-first"): "17.7156 7.6457 4.4936",
    ("fast-action-holdem-multi", "FA-R5", "unsuited"): "17.6442 7.5740 4.4214",
    ("fast-action-holdem-multi", "FA-R6", "literal"): "17.7472 7.6773 4.5230",
    ("fast-action-holdem-multi", "FA-R7", "fives-on-top"): "17.7143 7.6444 4.4921",
    ("fast-action-holdem-multi", "FA-R8", "7"): "16.1788 6.1958 3.0713",
    ("fast-action-holdem-multi", "FA-R8", "8"): "14.9639 5.0917 1.9876",
    ("fast-action-holdem-multi", "FA-R11", "any"): "17.7009 7.6310 4.4787",
}
"""House edges per Ante, in percent, by pay table, as an independent port of the counting kernels found them."""


@pytest.mark.usefixtures("nothing_is_counted")
@pytest.mark.parametrize(("slug", "reading", "choice"), OTHER_READINGS)
def test_values_of_other_readings_ship_as_found_before(slug: str, reading: str, choice: str) -> None:
    edges = [-100 * float(value_of(game(slug, paytable=name, readings={reading: choice}))) for name in pay_sets(slug)]
    assert " ".join(f"{edge:.4f}" for edge in edges) == OTHER_READINGS[slug, reading, choice]


def pay_sets(slug: str) -> list[str]:
    return [*sheet(slug).pay_sets]


@pytest.mark.parametrize("slug", ANALYZERS)
def test_every_approved_pay_table_is_answered_from_what_ships(slug: str) -> None:
    for table in approved(slug):
        result = recorded(table, "optimal")
        assert result is not None, table.label
        assert sum(row.combinations for row in result.return_table) == result.net.total


@pytest.mark.usefixtures("nothing_is_counted")
@pytest.mark.parametrize(
    ("slug", "reading", "choice"), [("fast-action-holdem", "FA-R10", "9"), ("double-draw-poker", "DD-R2", "1")]
)
def test_another_number_of_seats_is_answered_from_what_ships_under_its_own_name(
    slug: str, reading: str, choice: str
) -> None:
    usual, other = (analyze(game(slug, readings=readings)) for readings in ({}, {reading: choice}))
    assert other.subject.readings[reading] == choice
    assert to_plain(other) == to_plain(usual)


@pytest.mark.usefixtures("nothing_is_counted")
def test_FA_15i_a_posted_limit_is_left_out_of_what_ships_and_this_is_said() -> None:
    usual, limited = (analyze(game("fast-action-holdem", aggregate_limit=limit)) for limit in (None, 1_500_000))
    assert (limited.net, limited.decisions) == (usual.net, usual.decisions)
    assert [note for note in limited.notes if note not in usual.notes] == [
        "The posted limit of $15,000 is left out: state the Ante to see what it changes (FA-15i)."
    ]


def test_FA_R10_a_count_gives_the_same_for_any_number_of_seats() -> None:
    deck = Deck.stripped("23456", "shd")
    results = [
        to_plain(replace(computed(game("fast-action-holdem", readings={"FA-R10": seats}, deck=deck)), seconds=0))
        for seats in ("6", "9")
    ]
    assert results[0] == results[1]


@pytest.mark.usefixtures("nothing_is_counted")
@pytest.mark.parametrize("slug", ["double-draw-poker", "pick-2-poker"])
def test_every_alternative_reading_of_a_short_game_is_answered_from_what_ships(slug: str) -> None:
    for reading in sheet(slug).readings.values():
        for choice in reading.choices:
            assert analyze(game(slug, readings={reading.id: choice})).subject.readings[reading.id] == choice


@pytest.mark.slow
@pytest.mark.parametrize("paytable", ["typed", "felt"])
def test_pick_2_ships_what_is_computed(paytable: str) -> None:
    table = game("pick-2-poker", paytable=paytable)
    result = recorded(table, "optimal")
    assert result is not None
    assert to_plain(replace(computed(table), seconds=result.seconds)) == to_plain(result)


@pytest.mark.slow
def test_double_draw_ships_what_is_computed() -> None:
    table = game("double-draw-poker", paytable="1")
    result = recorded(table, "optimal")
    assert result is not None
    assert to_plain(replace(computed(table), seconds=result.seconds)) == to_plain(result)


@pytest.mark.proof
def test_double_draw_ships_the_value_of_another_reading_as_its_first_draws_add_up() -> None:
    table = game("double-draw-poker", paytable="2", readings={"DD-R4": "no"})
    rows = strategy_table(table, runner=Runner(cache=False), recompute=True)
    value = sum((row.hands * row.value for row in rows), Fraction(0)) / comb(54, 5)
    assert recorded_value(table, "optimal") == value


@pytest.mark.slow
@pytest.mark.parametrize("first", sampled(range(2), 2))
@pytest.mark.parametrize("slug", SAMPLED)
def test_sampled_shards_are_counted_as_when_the_results_were_recorded(slug: str, first: int) -> None:
    kept, table = shipped(f"{slug}-samples.json"), game(slug)
    jobs = particulars(table).sampled_jobs(table)
    assert kept
    assert jobs.keys() == kept.keys()
    for name, (job, shard) in islice(jobs.items(), first, None, 2):
        assert counts_digest(job.run(shard)) == kept[name]


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


@pytest.mark.parametrize("slug", ANALYZERS)
def test_every_published_figure_that_ours_differs_from_says_why_or_what_was_tried(slug: str) -> None:
    for table in approved(slug):
        result = recorded(table, "optimal")
        assert result is not None
        for check in result.published:
            assert check.reproduced or check.note.startswith(("Explained", "Not explained")), check.what


def test_two_readings_together_give_two_of_the_three_published_multi_deck_edges() -> None:
    readings = {"FA-R2": "no-bonus-only", "FA-R3": "first-hand"}
    edges = {}
    for name in ("1", "2", "3"):
        value = recorded_value(game("fast-action-holdem-multi", paytable=name, readings=readings), "optimal")
        assert value is not None
        edges[name] = f"{-100 * float(value):.2f}"
    assert edges == {"1": "17.83", "2": "7.78", "3": "4.63"}


def test_another_reading_pay_table_or_strategy_is_another_key() -> None:
    keys = {
        result_key(game("pick-2-poker"), "optimal"),
        result_key(game("pick-2-poker"), "rule-list"),
        result_key(game("pick-2-poker", readings={"P2-R1": "both-push"}), "optimal"),
        result_key(game("pick-2-poker", paytable="felt"), "optimal"),
    }
    assert len(keys) == 4


def test_a_result_keeps_its_key_when_a_clause_is_reworded_and_loses_it_when_a_rule_changes() -> None:
    usual = game("pick-2-poker")
    reworded = replace(usual, sheet=replace(usual.sheet, clauses={**usual.sheet.clauses, "P2-2": "In other words."}))
    changed = replace(usual, sheet=replace(usual.sheet, edition=usual.sheet.edition + 1))
    assert result_key(reworded, "optimal") == result_key(usual, "optimal")
    assert result_key(changed, "optimal") != result_key(usual, "optimal")


def test_a_new_setting_at_its_usual_value_is_no_other_key() -> None:
    usual = game("fast-action-holdem")
    assert result_key(game("fast-action-holdem", shuffler="standard"), "optimal") == result_key(usual, "optimal")
    assert result_key(game("fast-action-holdem", shuffler="custom"), "optimal") != result_key(usual, "optimal")


def test_a_table_that_differs_from_the_approved_one_is_not_answered_from_what_ships() -> None:
    assert recorded(game("pick-2-poker", readings={"P2-R3": "larger", "P2-R1": "both-push"}), "optimal") is None
