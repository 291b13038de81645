"""How to play, as every face tells it: each clause once, in the order of the round; moments that can be asked about."""

import re

import pytest

from houseway.analysis import advise
from houseway.games.catalogue import GAMES
from houseway.games.engine.sheet import sheet
from houseway.games.telling.guide import clause_in_full, guide_of, without_references


@pytest.mark.parametrize("slug", GAMES)
def test_every_clause_is_told_once_and_no_step_is_empty(slug: str) -> None:
    guide = guide_of(slug)
    told = [clause for step in guide.steps for clause in step.clauses]
    assert sorted(told) == sorted(sheet(slug).clauses)
    assert all(step.clauses or step.choices for step in guide.steps)
    assert all(step.choices for step in guide.steps if step.title == "Your decision")


def test_three_card_poker_is_told_as_its_sheet_goes() -> None:
    # By hand from the sheet: bets, deal, fold or play, the dealer's cards, then everything about winning and paying.
    assert [(step.title, step.choices, step.clauses) for step in guide_of("three-card-poker").steps] == [
        ("Before the deal", (), ("3CP-1",)),
        ("The deal", (), ("3CP-2",)),
        ("Your decision", ("Fold", "Play"), ("3CP-3", "3CP-4")),
        ("The dealer", (), ("3CP-5",)),
        ("Results and payouts", (), tuple(f"3CP-{number}" for number in range(6, 16))),
    ]


def test_what_could_be_chosen_is_told_at_the_decision_even_where_no_round_came_to_it() -> None:
    # By hand from the sheet: fold, stand, draw.
    (decision,) = [step for step in guide_of("three-card-draw-poker").steps if step.title == "Your decision"]
    assert (decision.choices, decision.clauses) == (("Fold", "Stand", "Draw"), ("TCD-4", "TCD-5", "TCD-6"))


def test_what_a_clause_leaves_to_a_reading_is_told_with_the_usual_answer() -> None:
    assert clause_in_full(sheet("crazy-4-poker"), "C4P-4").endswith(
        "depends on the house. What happens to the Queens Up of a folded hand? Default: it is lost with the other bets."
    )
    assert clause_in_full(sheet("three-card-poker"), "3CP-5") == sheet("three-card-poker").clauses["3CP-5"]


def test_a_game_without_decisions_has_no_moment_to_ask_about() -> None:
    guide = guide_of("dragon-bonus")
    assert [step.title for step in guide.steps] == ["Before the deal", "The deal", "Results and payouts"]
    assert guide.moments == ()


def test_irregularities_come_last() -> None:
    last = guide_of("pick-2-poker").steps[-1]
    assert (last.title, last.clauses) == ("Irregularities", ("P2-12",))


def test_between_players_the_board_comes_in_two_parts_with_betting_after_each() -> None:
    titles = [step.title for step in guide_of("five-card-holdout").steps]
    assert titles == [
        "Before the deal",
        "The deal",
        "Your decision",
        "More cards",
        "Your decision",
        "More cards",
        "Your decision",
        "Results and payouts",
    ]


def test_each_street_is_a_moment_with_the_cards_in_sight_there() -> None:
    moments = [moment.to_dict() for moment in guide_of("mississippi-stud").moments]
    assert [len(moment["places"]["cards"].split()) for moment in moments] == [2, 2, 2]
    assert [len(moment["places"].get("board", "").split()) for moment in moments] == [0, 1, 2]
    assert [moment["later"] for moment in moments] == [False, True, True]


def test_the_example_of_a_moment_can_be_asked_about_as_it_stands() -> None:
    (moment,) = guide_of("three-card-poker").moments
    plain = moment.to_dict()
    assert plain["title"] == "Fold or play"
    assert {option.action.kind for option in advise("three-card-poker", **plain["places"]).options} == {"fold", "play"}


def test_references_are_left_out_and_other_brackets_stay() -> None:
    assert without_references("A tie pushes (3CP-R3, 3CP-R4).") == "A tie pushes."
    assert without_references("The Ante (and the Play) loses (see 3CP-8).") == "The Ante (and the Play) loses."
    assert without_references("Limits are set (WAC 230-15-135).") == "Limits are set (WAC 230-15-135)."


@pytest.mark.parametrize("slug", GAMES)
def test_how_to_play_names_no_other_clause_or_reading_by_its_number(slug: str) -> None:
    facts = sheet(slug)
    prefixes = {clause.split("-")[0] for clause in facts.clauses}
    told = [clause["words"] for step in guide_of(slug).to_dict(facts)["steps"] for clause in step["clauses"]]
    assert not [words for words in told if re.search(rf"\b({'|'.join(prefixes)})-R?\d", words)]
