"""What is said of every title: approved only where a letter encloses its rules, listed where it is merely named."""

import json
from collections.abc import Mapping
from dataclasses import replace

import pytest
from support.command_line import houseway
from support.room_play import opened, seated

import houseway as hw
from houseway.analysis.compare.comparison import duty_words, source_words
from houseway.games.catalogue import GAMES
from houseway.games.engine.limits import limits_on
from houseway.games.engine.sheet import sheet
from houseway.games.letters import status_of
from houseway.games.listed_titles import titles
from houseway.report.provenance import Request, title_facts
from houseway.web.game_choices import all_games, game_in_full

APPROVED = {
    "two-hand-holdem": "approval letter of May 16, 2024, submission 3154",
    "double-draw-poker": "approval letter of January 14, 2014",
    "five-card-holdout": "approval letter of September 26, 2014",
    "pick-2-poker": "approval letter of May 21, 2008",
    "fast-action-holdem": "approval letter of June 14, 2023, title 23, first enclosure",
    "fast-action-holdem-multi": "approval letter of June 14, 2023, title 23, second enclosure",
}
"""The games whose rules a letter encloses."""
LISTED = {
    "big-raise-stud-poker": 8,
    "caribbean-stud-poker": 12,
    "casino-war": 13,
    "crazy-4-poker": 15,
    "dj-wild-stud-poker": 17,
    "dragon-bonus": 18,
    "dragon-bonus-commission-free": 19,
    "ez-baccarat": 20,
    "ez-pai-gow": 21,
    "face-up-pai-gow": 22,
    "flush-rush": 25,
    "fortune-7-baccarat": 27,
    "pai-gow-poker": 30,
    "four-card-poker": 32,
    "high-five-poker": 34,
    "i-luv-suits-poker": 36,
    "let-it-ride": 39,
    "mississippi-stud": 41,
    "six-card-poker": 48,
    "texas-holdem-bonus": 53,
    "three-card-poker": 57,
    "triple-shot-rummy": 63,
    "ultimate-texas-holdem": 65,
}
"""The titles that the letter of June 14, 2023 only names, by their numbers there."""
NOT_CONFIRMED = {"three-card-baccarat": 54, "three-card-draw-poker": 55, "three-card-poker-face-up": 58}
"""The letter has such a name; no source says that it is this game."""
STATUS: Mapping[str, str] = {
    **dict.fromkeys(APPROVED, "approved"),
    **dict.fromkeys(LISTED, "listed"),
    **dict.fromkeys(NOT_CONFIRMED, "not confirmed"),
}


def test_the_table_of_this_test_has_every_game() -> None:
    assert set(STATUS) == set(GAMES)


@pytest.mark.parametrize(("slug", "number"), {**LISTED, **NOT_CONFIRMED}.items())
def test_a_title_that_is_only_listed_has_its_number_in_the_letter(slug: str, number: int) -> None:
    assert titles()[number - 1].game == slug
    assert "approved" not in titles()[number - 1].status


def test_the_command_lists_the_status_of_every_game() -> None:
    plain = json.loads(houseway("games", "--json").stdout)["games"]
    assert {game["slug"]: game["status"] for game in plain} == STATUS
    shown = houseway("games").stdout
    rows = {name: shown[shown.index(f" {name} ") :] for name in GAMES}
    for slug, row in rows.items():
        words = " ".join(line[30:46].strip() for line in row.splitlines()[:6])
        assert f" {STATUS[slug]} " in f"{words} ", words


def test_the_lobby_and_the_laboratory_have_the_status_of_every_game() -> None:
    assert {game["slug"]: game["status"] for game in all_games()} == STATUS
    for slug, status in STATUS.items():
        full = game_in_full(slug)
        assert full["status"] == status
        assert full["status_words"].startswith(f"{status}: ")


@pytest.mark.parametrize("slug", STATUS)
def test_the_title_page_of_a_report_has_the_status(slug: str) -> None:
    facts = dict(title_facts(hw.game(slug), Request()))
    assert facts["Status"].lower().startswith(STATUS[slug])


@pytest.mark.parametrize("slug", STATUS)
def test_a_comparison_calls_its_base_approved_only_where_a_letter_encloses_it(slug: str) -> None:
    game = hw.game(slug)
    assert ("enclosed with the approval letter" in source_words(game)) is (slug in APPROVED)
    assert source_words(game).startswith(STATUS[slug]) is (slug not in APPROVED)
    assert ("may affect the approval" in duty_words(game)) is (slug in APPROVED)


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["casino-war", "double-draw-poker"])
def test_a_comparison_prints_the_status_of_its_base_and_calls_neither_column_approved(slug: str) -> None:
    found = hw.compare(slug, slug)
    plain = found.to_dict()
    assert plain["base_status"] == STATUS[slug]
    assert plain["base_words"] == source_words(hw.game(slug))
    assert {"base", "changed"} <= plain.keys()
    assert not {"approved", "modified"} & plain.keys()
    shown = houseway("compare", slug, slug).stdout
    assert source_words(hw.game(slug)) in " ".join(shown.split())
    assert "Approved:" not in shown


def test_a_pay_table_that_no_letter_encloses_is_not_called_enclosed() -> None:
    invented = source_words(hw.game("examples/pick-2-poker-invented.toml"))
    assert invented.startswith("changed from the approval letter")


def test_a_draft_is_neither_approved_nor_listed() -> None:
    facts = sheet("casino-war")
    draft = replace(facts, letter=replace(facts.letter, draft=True, listed=None))
    assert status_of(draft) == "draft"


def test_GEN_5_a_limit_is_shown_with_its_rule_its_first_year_and_its_status() -> None:
    limit = limits_on("washington").largest_wager
    assert limit is not None
    assert limit.words == "$300 (WAC 230-15-140, since 2009; newer limits not yet confirmed)"
    tribal = limits_on("washington-tribal").largest_wager
    assert tribal is not None
    assert tribal.words == "$500 (compact, since 1997; not yet confirmed)"
    poker = limits_on("washington").largest_poker_wager
    assert poker is not None
    assert poker.words == "$300 (WAC 230-15-135, since 2018)"


@pytest.mark.parametrize("slug", ["pick-2-poker", "casino-war"])
def test_the_felt_gets_the_status_of_the_game_and_of_the_limit(slug: str) -> None:
    with opened() as room:
        guest = room.guest().id
        facts = seated(room, slug, {0: guest}).snapshot(guest)["table"]
    assert facts["status"] == STATUS[slug]
    assert facts["limit_words"] == "$300 (WAC 230-15-140, since 2009; newer limits not yet confirmed)"
