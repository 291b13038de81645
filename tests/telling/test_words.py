"""Plain English for every name that a program has for something."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from houseway import game
from houseway.games.catalogue import GAMES
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.sheet import sheet
from houseway.games.strategies import strategy_names
from houseway.games.telling.people import with_names
from houseway.games.telling.styles import STYLES
from houseway.games.telling.units import unit_of, units_of, whose_edge
from houseway.games.telling.words import (
    choice_words,
    pay_table_words,
    plain,
    readings_words,
    table_choice_words,
    table_words,
)
from houseway.web.bots import player_names

TRANSCRIPTS = Path(__file__).parents[1] / "games" / "transcripts"
RAW = re.compile(r"[a-z]+-[a-z]+-[a-z]+")


def test_every_automatic_player_is_told_of_in_words() -> None:
    names = {name for slug in GAMES for name in player_names(slug, strategy_names(slug))}
    assert names <= STYLES.keys()
    assert not [style for style in STYLES.values() if "-" in style.words]


@pytest.mark.parametrize("slug", GAMES)
def test_no_reading_and_no_pay_table_is_told_by_its_raw_name(slug: str) -> None:
    facts = sheet(slug)
    for reading in facts.readings.values():
        for choice in reading.choices:
            words = choice_words(reading, choice)
            assert words[:1].isupper() or words[:1].isdigit()
            assert not (RAW.fullmatch(choice) and choice in words)
    assert not [name for name in facts.pay_sets if RAW.search(pay_table_words(name))]


def test_P2_R1_a_table_says_what_is_not_usual_in_words() -> None:
    table = game("pick-2-poker", readings={"P2-R1": "both-push"})
    assert table_words(table) == "pay table as printed in the letter; P2-R1: The Ante and the Play both push"


def test_a_ten_is_a_10_wherever_ranks_stand_in_a_row() -> None:
    assert plain("flush, T-9-5-3-2") == "flush, 10-9-5-3-2"
    assert plain("seat 1 wins with A-T high; The Ts") == "seat 1 wins with A-10 high; The Ts"


def test_you_are_you() -> None:
    names = ["you", "Player 2"]
    assert with_names("seat 0 stays in with a Draw bet", names) == "you stay in with a Draw bet"
    assert with_names("seat 1 stays in with a Draw bet", names) == "Player 2 stays in with a Draw bet"
    assert with_names("the dealer takes the two discards of seat 0", names) == (
        "the dealer takes the two discards of you"
    )
    assert with_names("seat 0: Hand 1 wins with flush, 10-9-5-3-2", names) == "you: Hand 1 wins with flush, 10-9-5-3-2"
    assert with_names("seat 0 has a pair and wins", names) == "you have a pair and win"


def test_what_is_said_of_any_seat_in_any_transcript_is_said_to_you_in_good_english() -> None:
    """No "you raises": the first word after the seat is a verb that is known, or none that ends in s."""
    lines = [line for file in sorted(TRANSCRIPTS.glob("*.txt")) for line in file.read_text().splitlines()]
    told = [with_names(line, ["you"]) for line in lines if re.search(r"\[.*\bseat 0 \w", line)]
    assert len(told) > 50
    assert [line for line in told if re.search(r"\byou [a-z]{3,}s\b", line)] == []


@pytest.mark.parametrize("slug", GAMES)
def test_every_title_is_valued_in_a_bet_of_its_own(slug: str) -> None:
    """Nobody counts in Antes where no bet is called so, and no unit is a bet bet."""
    table = game(slug)
    titles = " ".join(wager.title for wager in table.wagers)
    assert ("Ante" in unit_of(table)) == ("Ante" in titles or isinstance(table, GameBetweenPlayers))
    assert "bet bet" not in units_of(table).lower()


@pytest.mark.parametrize("slug", GAMES)
def test_no_table_that_is_chosen_is_told_by_its_raw_name(slug: str) -> None:
    names = [name for tables in sheet(slug).pay_sets.choices.values() for name in tables]
    assert not [name for name in names if re.search(r"[a-z]-|-[a-z]", table_choice_words(name))]


def test_the_usual_readings_need_no_words() -> None:
    assert readings_words(game("casino-war")) == "all defaults"
    assert readings_words(game("pick-2-poker", readings={"P2-R3": "larger"})) == (
        "P2-R3: Only the larger of the two is paid; all others default"
    )


def test_an_edge_below_zero_is_the_players() -> None:
    assert [whose_edge(Fraction(edge)) for edge in (-1, 0, 1)] == ["player's edge", "house edge", "house edge"]
