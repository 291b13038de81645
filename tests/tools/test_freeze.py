"""The freeze names what differs, accepts what is named and nothing else; and nothing that it holds has changed."""

import doctest
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from support.freezing import (
    Entries,
    Figure,
    Part,
    accepted,
    compared,
    entries,
    every_part,
    freeze,
    is_figure,
    kept,
    leaves,
    matches,
    parted,
    read,
    summary,
    surface,
    write,
)

from houseway.games.catalogue import GAMES

DEAR = {"ez-pai-gow", "face-up-pai-gow", "fast-action-holdem", "fast-action-holdem-multi", "pai-gow-poker"}
"""Games whose advice takes more than a second, mostly for tables that are made first."""
KNOWN_ERRORS = ["compare/three-card-draw-poker/standard"]
"""A comparison that fails: its sampled decisions give the drawn card as a community card."""
QUICK_SECTIONS = {
    "analyze",
    "api",
    "cli",
    "dealt",
    "log",
    "money",
    "ranking",
    "recorded",
    "rounds",
    "sheet",
    "shuffle",
    "simulate",
    "strategy",
    "transcript",
}


def document() -> dict[str, Any]:
    rows = [{"outcome": f"row {place}", "combinations": 10 + place, "pays": f"{place}/7"} for place in range(5)]
    return {
        "game": "toy-poker",
        "ev": {"exact": "-1/37", "decimal": -0.027},
        "return_table": rows,
        "notes": ["The edge is 2.70% of the Ante.", "Aces are high."],
        "decisions": {"fold": "1/3", "play": "2/3"},
    }


def toy(change: dict[str, Any] | None = None, quick: bool = True) -> Part:
    return Part("toy/one", lambda: {**document(), **(change or {})}, quick=quick, words_depth=2)


def stored() -> dict[str, Any]:
    return {name: kept(value) for name, value in toy().values().items()}


def differences(change: dict[str, Any]) -> dict[str, str]:
    return {each.name: f"{each.kind}: {each.shown}" for each in compared("toy/one", stored(), toy(change).values())}


def test_what_is_the_same_does_not_differ() -> None:
    assert differences({}) == {}


def test_a_changed_figure_is_named_with_its_old_and_new_value() -> None:
    found = differences({"ev": {"exact": "-1/38", "decimal": -0.027}})
    assert found == {"toy/one/ev/exact": "changed: was -1/37, is -1/38"}


def test_a_changed_row_is_named_by_its_place() -> None:
    rows = document()["return_table"]
    rows[3] = {**rows[3], "combinations": 14}
    found = differences({"return_table": rows})
    assert list(found) == ["toy/one/return_table"]
    assert found["toy/one/return_table"].startswith('changed: [3] is {"combinations":14')


def test_a_rewording_changes_words_alone() -> None:
    found = differences({"notes": ["Aces are low.", "Per Ante the house edge is 2.70%."]})
    assert found
    assert all(name.startswith("words/toy/one/notes") for name in found)


def test_a_figure_that_moves_in_a_sentence_is_among_the_figures() -> None:
    found = differences({"notes": ["The edge is 2.71% of the Ante.", "Aces are high."]})
    assert found["toy/one/notes"] == 'changed: was ["2.70%"], is ["2.71%"]'


def test_a_renamed_decision_is_a_rewording_and_a_renamed_key_is_not() -> None:
    assert list(differences({"decisions": {"give up": "1/3", "play": "2/3"}})) == ["words/toy/one/decisions/00 name"]
    renamed = {key.replace("ev", "value"): value for key, value in document().items()}
    values = Part("toy/one", lambda: renamed, words_depth=2).values()
    kinds = {each.name: each.kind for each in compared("toy/one", stored(), values)}
    assert kinds["toy/one/ev/exact"] == "missing"
    assert kinds["toy/one/value/exact"] == "new"


def test_a_key_of_words_without_figures_is_frozen_as_well() -> None:
    before = dict(entries("x", parted({"title": "Ante", "count": 1})[0], 1))
    after = dict(entries("x", parted({"heading": "Ante", "count": 1})[0], 1))
    assert before["x/~"] == "title"
    assert after["x/~"] == "heading"


def test_an_error_in_place_of_a_document_is_a_difference() -> None:
    def fails() -> Any:
        raise ValueError("no such game")

    found = compared("toy/one", stored(), Part("toy/one", fails).values())
    assert {"toy/one/~error", "words/toy/one/~error"} <= {each.name for each in found if each.kind == "new"}


@pytest.mark.parametrize(
    "text", ["3", "-1/37", "3.37%", "$1,200", "As Kd 2c", "2HH-9b", "pick-2-poker", "100 to 1", "2023-06-14"]
)
def test_figures_and_names(text: str) -> None:
    assert is_figure("", text)


@pytest.mark.parametrize("text", ["Flush", "pair of aces", "The edge is 3.37%.", "3 of a kind", "fold"])
def test_words(text: str) -> None:
    assert not is_figure("", text)


def test_a_text_marked_as_a_figure_is_one() -> None:
    assert parted([Figure("raise the hand = 1/2")]) == (["raise the hand = 1/2"], None)


@pytest.mark.parametrize("module", [leaves, surface])
def test_the_examples_of_the_tool(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0
    assert doctest.testmod(module).attempted


# Acceptance.


def test_accepting_by_glob_accepts_only_that() -> None:
    now = toy({"ev": {"exact": "-1/38", "decimal": -0.03}, "notes": ["Aces are low."]}).values()
    found = compared("toy/one", stored(), now)
    result = accepted(stored(), {name: kept(value) for name, value in now.items()}, found, ["toy/one/ev/*"])
    assert result["toy/one/ev/exact"] == "-1/38"
    assert result["toy/one/ev/decimal"] == -0.03
    unchanged = [name for name in stored() if not name.startswith("toy/one/ev/")]
    assert {name: result[name] for name in unchanged} == {name: stored()[name] for name in unchanged}


def test_accepting_removes_what_is_missing_and_adds_what_is_new() -> None:
    values = Part("toy/one", lambda: {"new_figure": 7}).values()
    found = compared("toy/one", stored(), values)
    kinds = {each.name: each.kind for each in found}
    assert kinds["toy/one/new_figure"] == "new"
    assert kinds["toy/one/ev/exact"] == "missing"
    assert accepted(stored(), dict(values), found, ["*"]) == {"toy/one/new_figure": 7}


def test_a_star_stands_for_every_name_below() -> None:
    assert matches("words/cli/analyze/--set/help", ["words/cli/*"])
    assert not matches("cli/analyze/--set/kind", ["words/*"])


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    write(tmp_path / "frozen.json", stored())
    assert read(tmp_path / "frozen.json") == stored()
    assert read(tmp_path / "none.json") == {}


def test_the_summary_is_short_and_counts_by_section_with_figures_first() -> None:
    values = Part("toy/one", lambda: {f"figure_{place}": place for place in range(90)}).values()
    lines = summary(compared("toy/one", stored(), values), 40)
    assert len(lines) == 42
    assert not any("words/" in line for line in lines[:40])
    assert lines[-1] == "106 differences: toy 7 missing, toy 90 new, words/toy 9 missing"


# The command.


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    write(tmp_path / "frozen.json", stored())
    return tmp_path / "frozen.json"


def command(monkeypatch: pytest.MonkeyPatch, file: Path, part: Part, *options: str) -> int:
    monkeypatch.setattr(freeze, "every_part", lambda: iter([part]))
    return freeze.main(["--jobs", "1", "--file", str(file), *options])


def test_the_command_fails_on_a_difference_and_writes_nothing(
    toys: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = toys.read_bytes()
    assert command(monkeypatch, toys, toy()) == 0
    assert command(monkeypatch, toys, toy({"game": "toy-stud"})) == 1
    assert "changed toy/one/game: was toy-poker, is toy-stud" in capsys.readouterr().out
    assert command(monkeypatch, toys, toy({"game": "toy-stud"}), "--write") == 1
    assert toys.read_bytes() == before


def test_the_command_accepts_by_name_and_then_all_is_as_stored(toys: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = toy({"game": "toy-stud", "notes": ["Other words."]})
    assert command(monkeypatch, toys, changed, "--accept", "toy/one/game") == 0
    assert command(monkeypatch, toys, changed) == 1
    assert command(monkeypatch, toys, changed, "--accept", "words/*", "--accept", "toy/one/notes toy/one/~") == 0
    assert command(monkeypatch, toys, changed) == 0


def test_an_entry_that_nothing_makes_any_more_is_missing(
    toys: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(toys, {**stored(), "gone/for/ever": 1})
    assert command(monkeypatch, toys, toy()) == 1
    assert "missing gone/for/ever" in capsys.readouterr().out
    assert command(monkeypatch, toys, toy(), "--accept", "gone/*") == 0
    assert "gone" not in json.loads(toys.read_text())


def test_an_interrupted_acceptance_keeps_what_was_made(toys: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop() -> Any:
        raise KeyboardInterrupt

    parts = [toy({"game": "toy-stud"}), Part("toy/two", stop)]
    monkeypatch.setattr(freeze, "every_part", lambda: iter(parts))
    assert freeze.main(["--jobs", "1", "--file", str(toys), "--accept-all"]) == freeze.INTERRUPTED
    assert read(toys)["toy/one/game"] == "toy-stud"


# What is frozen.


@pytest.fixture(scope="module")
def every() -> dict[str, Part]:
    """Every part by name: they are listed once for all tests, as that imports the whole package."""
    return {part.name: part for part in every_part()}


@pytest.fixture(scope="module")
def by_part(every: dict[str, Part]) -> dict[str, Entries]:
    return freeze.owned(read(freeze.FILE), every.values())


def changed_in(chosen: list[Part], by_part: dict[str, Entries]) -> list[str]:
    return [str(each) for part in chosen for each in freeze.examine(part, by_part[part.name]).differences]


@pytest.mark.parametrize("section", sorted(QUICK_SECTIONS))
def test_nothing_frozen_has_changed(section: str, every: dict[str, Part], by_part: dict[str, Entries]) -> None:
    chosen = [part for part in every.values() if part.quick and part.name.partition("/")[0] == section]
    assert chosen
    assert changed_in(chosen, by_part) == [], f"accept it if it is wanted: make freeze ONLY='{section}/*'"


@pytest.mark.parametrize("slug", [pytest.param(slug, marks=[pytest.mark.slow] * (slug in DEAR)) for slug in GAMES])
def test_no_frozen_advice_has_changed(slug: str, every: dict[str, Part], by_part: dict[str, Entries]) -> None:
    """A game in which nothing is decided has no advice, and more frozen rounds."""
    chosen = [part for part in every.values() if part.quick and part.name.startswith(f"advice/{slug}/")]
    assert chosen or f"rounds/{slug}/950-999" in every
    assert changed_in(chosen, by_part) == []


def test_every_quick_section_is_compared_here(every: dict[str, Part]) -> None:
    quick = {part.name.partition("/")[0] for part in every.values() if part.quick}
    assert quick == QUICK_SECTIONS | {"advice"}


def test_every_stored_entry_belongs_to_a_part_and_every_part_has_entries(
    every: dict[str, Part], by_part: dict[str, Entries]
) -> None:
    assert freeze.without_part(read(freeze.FILE), list(every.values())) == []
    assert [name for name, found in by_part.items() if not found] == []
    assert len(every) == len(list(every_part()))


def test_no_error_is_frozen_in_place_of_a_document(by_part: dict[str, Entries]) -> None:
    errors = [name for name, found in by_part.items() if f"{name}/~error" in found]
    assert errors == KNOWN_ERRORS


def test_every_game_has_a_thousand_frozen_situations_or_rounds() -> None:
    """Batches of fifty, by the names in the file."""
    tree = json.loads(freeze.FILE.read_text("utf-8"))
    for slug in GAMES:
        batches = [name for name in tree["advice"].get(slug, tree["rounds"][slug]) if name != "quick"]
        assert len(batches) * 50 >= 1000, slug


def test_every_kept_log_verifies(by_part: dict[str, Entries]) -> None:
    """Every protocol, as written by the first version that had it and by later ones."""
    verified = {
        name: found[f"{name}/ok"] for name, found in by_part.items() if name.startswith("log/") and "_protocol" in name
    }
    assert {name.split("/")[1] for name in verified} == {"first_protocol", "second_protocol", "third_protocol"}
    assert all(verified.values())
