"""What a page does for people who are short of chips, leave early, use two tabs or look where nothing is."""

import re

import pytest
from playwright.sync_api import Locator
from support.card_room import Person


@pytest.mark.slow
def test_a_fold_for_want_of_chips_is_not_judged(person: Person) -> None:
    """Double Draw Poker: three folds lose 250 dollars each (DD-9), the fourth bet leaves nothing for a Draw bet."""
    person.open_table(game="double-draw-poker", seats=1)
    page = person.page
    for number in range(1, 5):
        page.fill('[data-wager="ante"]', "125")
        person.deal()
        person.wait_for_turn()
        if number == 4:
            page.keyboard.press("h")
            page.wait_for_selector("text=You do not have enough chips for all of these options.")
        page.click('.choice[data-kind="fold"]')
        page.wait_for_selector("hw-result:not([hidden])")
        if number < 4:
            judged(person, number).wait_for(state="attached")
    page.wait_for_timeout(1500)
    assert judged(person, 3).count() == 1


def judged(person: Person, decisions: int) -> Locator:
    """The session's summary, once it counts so many decisions."""
    return person.page.locator(".tally", has_text=re.compile(rf"graded\s*{decisions}(?!\d)"))


@pytest.mark.slow
def test_leaving_in_a_round_says_what_stays_and_a_reload_does_not_sit_down_again(person: Person) -> None:
    person.open_table(game="pick-2-poker", seats=1)
    page = person.page
    assert "sit=" not in page.url
    person.deal()
    person.wait_for_turn()
    page.click('[data-part="leave"]')
    assert page.inner_text('[data-part="leave"]') == "Leave with $20 in play?"
    page.click('[data-part="leave"]')
    page.wait_for_selector('[data-part="leave"]', state="hidden")
    assert person.said("leave") == 1, "the first click only asks"
    page.reload()
    page.wait_for_selector(".seat, hw-felt")
    page.wait_for_timeout(500)
    assert person.snapshot()["seats"][0]["kind"] == "empty"


@pytest.mark.slow
def test_a_tab_that_was_open_before_another_signed_in_plays_on(person: Person) -> None:
    first = person.page
    person.go("/")
    first.wait_for_selector(".game")
    second = first.context.new_page()
    second.goto(person.address)
    second.click('[data-game="pick-2-poker"] .primary')
    second.wait_for_selector('[data-focus="deal"]')
    first.click('[data-game="double-draw-poker"] .primary')
    first.wait_for_selector('[data-focus="deal"]')
    names = {page.inner_text(".account .user-name") for page in (first, second)}
    assert len(names) == 1, "one person in both tabs"


@pytest.mark.slow
def test_a_session_that_another_tab_ended_is_noticed(person: Person) -> None:
    person.go("/")
    person.page.click('[data-game="pick-2-poker"] button.plain')
    person.page.wait_for_selector("[data-part=chosen-edge] .figures")
    person.api("POST", "/api/session", {"guest": True})
    with person.page.expect_response(lambda answer: answer.url.endswith("/api/edge") and answer.ok):
        person.page.select_option("dialog [name=paytable]", "felt")
    assert not person.page.locator("dialog .problem:not(:empty)").count()
    assert [error for error in person.errors if "403" not in error] == []
    person.errors.clear()


@pytest.mark.slow
def test_the_verification_page_shows_words_only(person: Person) -> None:
    table_id = person.open_table(game="double-draw-poker", seats=1)
    person.deal()
    person.play_round()
    person.go(f"/verify?table={table_id}&round=1")
    person.page.wait_for_selector("hw-proof button")
    assert "null" not in person.page.inner_text("main")


@pytest.mark.slow
def test_the_laboratory_says_that_players_win_from_each_other(person: Person) -> None:
    person.go("/lab#game=five-card-holdout")
    person.page.wait_for_selector("text=No house edge")
    assert not person.page.locator(".lab-tabs").is_visible()
    person.page.select_option("[data-part=game]", "pick-2-poker")
    person.page.wait_for_selector(".edge-large")
    assert person.page.locator(".lab-tabs").is_visible()


@pytest.mark.slow
def test_escape_closes_the_advice(person: Person) -> None:
    person.open_table(game="pick-2-poker", seats=1)
    person.deal()
    person.wait_for_turn()
    person.page.keyboard.press("h")
    person.page.wait_for_selector(".options li")
    person.page.keyboard.press("Escape")
    person.page.wait_for_selector("[data-part=advice]", state="hidden")
