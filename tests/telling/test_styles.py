"""Automatic players have names of their own, and a line that says how they play."""

from itertools import chain

from houseway.games.catalogue import game
from houseway.games.telling.styles import STYLES, UNDECLARED, automatic_names, introductions
from houseway.room.names import check_name, skeleton


def test_no_two_automatic_players_have_names_that_look_alike() -> None:
    names = [*UNDECLARED, *chain.from_iterable(style.names for style in STYLES.values())]
    assert len({skeleton(check_name(name)) for name in names}) == len(names)


def test_each_of_a_full_table_has_a_name_of_its_own() -> None:
    for style in (*STYLES, "of-someone-else"):
        names = automatic_names(dict.fromkeys(range(10), style))
        assert len(set(names.values())) == len(names) == 10


def test_a_name_tells_the_style() -> None:
    named = [name for style in STYLES for name in automatic_names(dict.fromkeys(range(3), style)).values()]
    assert len(set(named)) == len(named)


def test_a_line_is_said_of_each_in_order_of_the_seats() -> None:
    styles = {4: "never-folds", 2: "rule-list"}
    assert introductions(game("three-card-poker"), styles) == ["Ruth plays the simplified strategy", "Ehud never folds"]


def test_nobody_is_said_not_to_fold_where_nobody_can() -> None:
    told = {slug: introductions(game(slug), {1: "never-folds"}) for slug in ("let-it-ride", "ez-pai-gow")}
    assert told == {"let-it-ride": ["Ehud pulls back Bet 1 and Bet 2"], "ez-pai-gow": ["Ehud sets by the house way"]}
