"""The operator's page: an irregularity declared while two browsers play, limits, a table closed, and nobody else."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Route
from support.card_room import OPERATOR, PHONE, Person

NewPerson = Callable[..., Person]
REASON = "The shuffler jammed & dealt <six> cards"


def playing(new_person: NewPerson) -> tuple[Person, Person, int]:
    ann, bob = new_person(), new_person(viewport=PHONE)
    table_id = ann.open_table(game="pick-2-poker", seats=2)
    bob.go("/")
    bob.api("POST", "/api/session", {"guest": True})
    bob.sit(table_id, 1)
    ann.page.click('[data-focus="deal"]')
    ann.page.wait_for_selector("text=Waiting for")
    bob.deal()
    ann.wait_for_turn()
    return ann, bob, table_id


def at_the_desk(new_person: NewPerson) -> Person:
    frances = new_person()
    frances.go("/")
    frances.api("POST", "/api/session", OPERATOR)
    frances.go("/")
    frances.page.click('nav a[href="/operator"]')
    frances.page.wait_for_selector('[data-part="tables"]')
    return frances


@pytest.mark.slow
def test_P2_12_both_browsers_see_what_the_operator_declares(new_person: NewPerson) -> None:
    ann, bob, table_id = playing(new_person)
    frances = at_the_desk(new_person)
    desk = frances.page
    desk.click(f'[data-focus="declare/{table_id}"]')
    desk.check('input[value="shuffler-fault"]')
    desk.fill("textarea", REASON)
    desk.click("text=Continue")
    assert ann.snapshot()["phase"] == "playing", "nothing is void before it is confirmed"
    desk.click('[data-focus="void"]')
    for person in (ann, bob):
        banner = person.page.wait_for_selector(".felt-banner .void")
        assert banner is not None
        words = banner.inner_text()
        assert "Round void: all bets are returned" in words
        assert "jammed or dealt a wrong number" in words
        assert "P2-12" in words
        assert REASON in words
        assert person.snapshot()["you"]["chips"] == 100_000
    ann.page.click("#tab-rounds")
    assert REASON in (ann.page.text_content('[data-part="rounds"] .void-note') or "")
    desk.wait_for_selector(f"text=Round 1 of table {table_id} is void.")
    desk.locator('[data-part="rulings"]', has_text=REASON).wait_for()


@pytest.mark.slow
def test_limits_are_set_and_a_table_is_closed(new_person: NewPerson) -> None:
    ann = new_person()
    table_id = ann.open_table(game="two-hand-holdem", seats=1)
    desk = at_the_desk(new_person).page
    desk.click(f'[data-focus="limits/{table_id}"]')
    desk.fill('input[name="least"]', "7")
    desk.fill('input[name="largest"]', "12.50")
    desk.fill('textarea[name="reason"]', "a quiet evening")
    desk.click('dialog button:text("Set limits")')
    desk.wait_for_selector(f"text=Table {table_id} has new limits.")
    assert ann.snapshot()["table"]["limits"] == {"least_wager": 700, "largest_wager": 1250}
    assert desk.locator(f'[data-focus="declare/{table_id}"]').is_disabled(), "no round is in progress"
    desk.click(f'[data-focus="close/{table_id}"]')
    desk.fill('textarea[name="reason"]', "the evening is over")
    desk.click('dialog button:text("Close table")')
    ann.page.wait_for_selector("text=This table is closed.")


def test_a_part_that_cannot_be_read_is_named_and_read_later_and_all_others_are_shown(new_person: NewPerson) -> None:
    frances = new_person()
    frances.go("/")
    frances.api("POST", "/api/session", OPERATOR)
    desk = frances.page
    failing = {"/api/ledger", "/api/people"}

    def answer(route: Route) -> None:
        if any(path in route.request.url for path in failing):
            route.fulfill(status=503, json={"message": "The server is busy. Try again in a moment."})
        else:
            route.continue_()

    desk.route("**/api/*", answer)
    frances.go("/operator")
    desk.wait_for_selector("text=Could not read the accounts and the ledger. The server is busy.")
    desk.wait_for_selector('[data-part="exposure"] p')
    assert desk.inner_text('[data-part="ledger"]') == ""
    assert "No log has failed a check. The ledger is not read yet." in desk.inner_text('[data-part="alarms"]')
    failing.clear()
    desk.wait_for_selector('[data-part="ledger"] table')
    desk.wait_for_selector('[data-part="unread"]', state="hidden")
    assert "No failed checks." in desk.inner_text('[data-part="alarms"]')
    frances.errors = [error for error in frances.errors if "503" not in error]


def test_a_server_that_does_not_say_who_is_signed_in_is_asked_again(new_person: NewPerson) -> None:
    frances = new_person()
    frances.go("/")
    frances.api("POST", "/api/session", OPERATOR)
    desk = frances.page
    answers = iter([503, 503])
    desk.route("**/api/me", lambda route: route.fulfill(status=s) if (s := next(answers, None)) else route.continue_())
    frances.go("/operator")
    desk.wait_for_selector('[data-part="exposure"] p')
    frances.errors = [error for error in frances.errors if "503" not in error]


def test_nobody_else_has_the_page(new_person: NewPerson) -> None:
    eve = new_person()
    eve.go("/")
    eve.api("POST", "/api/session", {"guest": True})
    eve.go("/operator")
    eve.page.wait_for_selector("text=This page is for operators.")
    assert eve.page.locator('[data-part="for-operators"]').is_hidden()
    assert eve.page.locator('nav a[href="/operator"]').count() == 0


@pytest.mark.slow
def test_a_table_of_practice_chips_says_so(new_person: NewPerson) -> None:
    ann = new_person()
    ann.open_table(game="pick-2-poker", seats=1, jurisdiction="none")
    assert ann.page.inner_text('[data-part="practice"]') == "Practice chips: they stay at this table"
    ann.deal()
    ann.play_round()
    assert ann.snapshot()["you"]["chips"] == 100_000


def test_the_console_shows_exposure_limits_and_a_ledger_that_sums_to_zero(new_person: NewPerson) -> None:
    """Two Antes of $10 can bring back $120 with both raises, $100 more than lies there (2HH-8, 2HH-9d)."""
    ann = new_person()
    table_id = ann.open_table(game="two-hand-holdem", seats=1)
    ann.deal()
    assert ann.wait_for_turn()
    desk = at_the_desk(new_person).page
    row = desk.locator(f'[data-part="tables"] tr[data-table="{table_id}"]')
    row.locator("td.figures", has_text="$100").wait_for()
    assert row.locator("td.figures").all_inner_texts()[1:] == ["$20", "$100"]
    desk.locator('[data-part="alarms"]', has_text="No failed checks.").wait_for()
    assert desk.inner_text('[data-part="ledger-sum"]') == "$0"
    desk.click('[data-focus="accounts/house"]')
    desk.click(f'[data-focus="entries/house:{table_id}"]')
    desk.wait_for_selector(f"text=Newest entries: house:{table_id}")
