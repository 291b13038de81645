"""Finding a game among many in the lobby: words, kinds, order, and an address that keeps them."""

import pytest
from support.card_room import Person

SEARCH = "input[type=search]"


def titles(person: Person) -> list[str]:
    person.page.wait_for_selector("[data-part=games] .game h3")
    return person.page.locator(".game h3").all_inner_texts()


def test_a_wager_finds_its_game_while_one_types(person: Person) -> None:
    person.go("/")
    every = titles(person)
    person.page.locator(SEARCH).press_sequentially("PAIR  pl")
    person.page.locator("[data-part=shelf] [role=status]", has_text=f"of {len(every)} games").wait_for()
    assert "Three Card Poker" in titles(person)
    assert len(titles(person)) < len(every)
    assert person.page.evaluate("document.activeElement.type") == "search"
    person.page.fill(SEARCH, "no such game")
    assert "No game matches. Remove a word" in person.page.inner_text("[data-part=games]")
    person.page.fill(SEARCH, "")
    assert titles(person) == every


@pytest.mark.slow
def test_a_kind_shows_only_its_games_and_the_address_keeps_it(person: Person) -> None:
    page = person.page
    person.go("/")
    titles(person)
    page.click("[data-kind='player vs. player']")
    assert titles(person) == ["Five Card HoldOut"]
    assert page.get_attribute("[data-kind='player vs. player']", "aria-pressed") == "true"
    page.reload()
    assert titles(person) == ["Five Card HoldOut"]
    page.click("[data-kind='']")
    assert len(titles(person)) > 6


@pytest.mark.slow
def test_the_order_by_edge_begins_with_the_game_that_favors_the_player(person: Person) -> None:
    person.go("/#order=edge")
    ordered = titles(person)
    assert ordered[0] == "Pick 2 Poker"
    assert ordered[-1] == "Five Card HoldOut", "a game without an edge comes last"
    shown = [
        float(text[:-1].replace("−", "-")) for text in person.page.locator(".game .edge .figures").all_inner_texts()
    ]
    assert shown == sorted(shown)
    person.page.select_option("select[aria-label='Sort games']", "name")
    assert titles(person) == sorted(ordered, key=str.lower)
