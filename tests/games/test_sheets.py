"""What a sheet says of its own clauses: every reading, table and setting names those that it is about."""

import pytest

import houseway as hw
from houseway.games.catalogue import GAMES
from houseway.games.engine.sheet import sheet
from houseway.games.files.gamefile import table_settings

ABOUT_A_FIGURE = "DD-R3"
"""This reading interprets a published figure, not a clause."""


@pytest.mark.parametrize("slug", GAMES)
def test_what_a_sheet_cites_are_clauses_of_its_own(slug: str) -> None:
    facts = sheet(slug)
    cited = [reading.clauses for reading in facts.readings.values()]
    cited += [form.clauses for form in facts.table_forms.values()]
    cited += [*facts.setting_clauses.values(), facts.deck_clauses]
    assert {clause for clauses in cited for clause in clauses} <= set(facts.clauses)


@pytest.mark.parametrize("slug", GAMES)
def test_GEN_1_every_reading_pay_table_and_deck_names_clauses(slug: str) -> None:
    facts = sheet(slug)
    silent = [reading.id for reading in facts.readings.values() if not reading.clauses]
    assert silent in ([], [ABOUT_A_FIGURE])
    assert all(form.clauses for form in facts.table_forms.values())
    assert facts.deck_clauses


@pytest.mark.parametrize("slug", GAMES)
def test_clauses_are_given_for_settings_that_the_game_has(slug: str) -> None:
    assert set(sheet(slug).setting_clauses) <= set(table_settings(type(hw.game(slug))))


def test_readings_about_seats_are_those_of_the_number_of_seats() -> None:
    about_seats = {
        reading.id for slug in GAMES for reading in sheet(slug).readings.values() if reading.about == "seats"
    }
    assert about_seats == {"DD-R2", "FA-R10", "P2-R9"}


@pytest.mark.parametrize("slug", GAMES)
def test_every_published_figure_has_a_source_that_a_reader_can_find(slug: str) -> None:
    facts = sheet(slug)
    for figure in facts.published:
        source = facts.sources[figure.source]
        assert all((source.author, source.title, source.date, source.address)), figure.what


@pytest.mark.parametrize("slug", GAMES)
def test_a_motto_fits_on_the_felt(slug: str) -> None:
    """The page writes it on an arc that a window of 1,000 pixels still shows whole up to this length."""
    assert len(sheet(slug).motto) <= 60
