"""Pay tables that are chosen one by one: composed over the usual ones, wherever a pay table is named."""

from pathlib import Path

import pytest

from houseway.errors import BadGameFile, BadPayTable, HousewayError, UnknownName
from houseway.games.catalogue import game, games
from houseway.games.engine.game import Game
from houseway.games.engine.sheet import sheet
from houseway.games.files.gamefile import game_from_text
from houseway.games.files.gamefile_text import export_game
from houseway.room.spec import TableSpec
from houseway.web.game_choices import game_in_full, plain_choice

SLUG = "three-card-poker"
PAIR_PLUS, ANTE_BONUS = "pair-plus=40-30-5-4-1", "ante-bonus=2"


def paid(table: Game, form: str) -> dict[str, int]:
    assert table.pay_set is not None
    return {row.label: int(row.pays) for row in table.pay_set[form].rows}


def test_without_a_choice_the_first_of_each_table_is_used() -> None:
    table = game(SLUG)
    assert table.pay_set is not None
    assert table.pay_set.name == "standard"
    assert [paid(table, form)["straight"] for form in ("ante-bonus", "pair-plus", "six-card-bonus")] == [1, 6, 10]


def test_choices_are_composed_over_the_usual_ones_and_named_in_one_order() -> None:
    for text in (f"{PAIR_PLUS}, {ANTE_BONUS}", f"{ANTE_BONUS},{PAIR_PLUS}", f" {ANTE_BONUS} , {PAIR_PLUS} "):
        table = game(SLUG, paytable=text)
        assert table.pay_set is not None
        assert table.pay_set.name == f"{ANTE_BONUS}, {PAIR_PLUS}"
        assert paid(table, "ante-bonus")["straight flush"] == 4
        assert paid(table, "pair-plus")["straight"] == 5
        assert paid(table, "six-card-bonus")["flush"] == 20
        assert table.modifications() == ()
    assert game(SLUG, paytable="ante-bonus=1").pay_set == game(SLUG).pay_set


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("7", r"Unknown pay table '7'. Expected one of 7, such as a path to a .toml file, ante-bonus=1\|2\|3"),
        (
            "bonus=2",
            r"Unknown table 'bonus'. Expected one of: ante-bonus, pair-plus, prime, prime-six, six-card",
        ),
        ("ante-bonus=7", r"Unknown ante-bonus table '7'. Expected one of: 1, 2, 3"),
        ("ante-bonus=1, ante-bonus=2", r"chooses ante-bonus twice"),
        ("ante-bonus=2,", r"Unknown pay table 'ante-bonus=2,'"),
    ],
)
def test_a_wrong_choice_is_refused_with_what_there_is(text: str, message: str) -> None:
    with pytest.raises((UnknownName, BadPayTable), match=message):
        game(SLUG, paytable=text)


def test_a_choice_means_nothing_to_a_game_with_whole_pay_tables() -> None:
    with pytest.raises(UnknownName, match=r"Unknown pay table 'bonus=1'"):
        game("double-draw-poker", paytable="bonus=1")


def test_game_files_and_exports_hold_a_composed_table() -> None:
    named = game_from_text(f'game = "{SLUG}"\npaytable = "{PAIR_PLUS}"\n', "my.toml")
    assert named.pay_set == game(SLUG, paytable=PAIR_PLUS).pay_set
    assert game_from_text(export_game(named), "again.toml") == named
    with pytest.raises(BadGameFile, match=r"my.toml.*ante-bonus=1\|2\|3"):
        game_from_text(f'game = "{SLUG}"\npaytable = "pair-plus=9"\n', "my.toml")


def test_a_pay_table_file_takes_the_rest_from_a_composed_base(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(f'base = "{PAIR_PLUS}"\n["ante-bonus"]\n"straight" = 2\n')
    table = game(SLUG, paytable=file)
    assert paid(table, "ante-bonus") == {"straight": 2}
    assert paid(table, "pair-plus")["straight"] == 5
    assert any("pay table ours is not one of the rule sheet's" in words for words in table.modifications())


def test_tables_and_laboratory_take_a_composed_table() -> None:
    assert TableSpec(SLUG, paytable=PAIR_PLUS).make_game().pay_set == game(SLUG, paytable=PAIR_PLUS).pay_set
    assert plain_choice(SLUG, paytable=f"{PAIR_PLUS},{ANTE_BONUS}")["paytable"] == f"{ANTE_BONUS}, {PAIR_PLUS}"
    with pytest.raises(HousewayError, match="pair-plus=9"):
        TableSpec(SLUG, paytable="pair-plus=9").make_game()
    facts = game_in_full(SLUG)
    assert facts["choices"]["ante-bonus"] == {"title": "Ante Bonus", "names": ["1", "2", "3"]}
    assert {"label": "straight", "pays": "5"} in facts["choice_rows"]["pair-plus"]["40-30-5-4-1"]


@pytest.mark.parametrize("slug", [each.slug for each in games() if each.sheet.pay_sets.choices])
def test_every_form_has_a_choice_and_every_choice_a_word_on_its_source(slug: str) -> None:
    facts = sheet(slug)
    assert set(facts.pay_sets.choices) == set(facts.table_forms)
    chosen = {(form, name) for form, tables in facts.pay_sets.choices.items() for name in tables}
    assert set(facts.choice_sources) == chosen
    assert facts.not_found
