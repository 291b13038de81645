"""The laboratory's views of a game: a shift, the comparison with the approved game, and its reports."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize
from support.card_room import DESKTOP, PHONE, Person

from houseway.analysis.operations.operation import operate

NewPerson = Callable[..., Person]


def win_shown(person: Person) -> str:
    person.page.wait_for_selector("#view-shift .view:not(.stale) .edge-large")
    return person.page.locator("#view-shift .edge-large").inner_text()


def whole_dollars(cents: float) -> str:
    return f"{'−' if cents < 0 else ''}${abs(round(cents / 100)):,}"


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_shift_follows_what_is_typed(new_person: NewPerson, size: ViewportSize) -> None:
    person = new_person(viewport=size)
    person.go("/lab#game=two-hand-holdem&view=shift&shift.tables=3")
    shares = "optimal=0.2,rule-list=0.8"
    before = operate("two-hand-holdem", tables=3, skill=shares, with_exposure=False)
    assert win_shown(person) == whole_dollars(float(before.win))
    person.page.fill("#shift-ante", "10")
    after = operate("two-hand-holdem", tables=3, skill=shares, ante=1000, with_exposure=False)
    person.page.wait_for_function(
        "words => document.querySelector('#view-shift .edge-large').innerText === words",
        arg=whole_dollars(float(after.win)),
    )
    assert "shift.ante=10" in person.page.url
    assert person.page.locator("#view-shift svg rect").count() > 20
    assert person.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert not person.errors


@pytest.mark.slow
def test_a_shift_is_set_with_the_keyboard_alone(person: Person) -> None:
    person.go("/lab#game=two-hand-holdem")
    person.page.wait_for_selector("#view-figures .edge-large")
    person.tab_to('[role="tab"][aria-selected="true"]')
    person.page.keyboard.press("ArrowRight")
    assert person.page.evaluate("document.activeElement.id") == "tab-shift"
    first = win_shown(person)
    person.tab_to("#shift-tables")
    person.page.keyboard.press("Control+A")
    person.page.keyboard.type("2")
    person.page.wait_for_function(
        "before => document.querySelector('#view-shift .edge-large').innerText !== before", arg=first
    )
    result = operate("two-hand-holdem", tables=2, skill="optimal=0.2,rule-list=0.8", with_exposure=False)
    assert win_shown(person) == whole_dollars(float(result.win))


@pytest.mark.slow
def test_FA_16_the_headline_is_the_win_after_the_envy_bonus_and_shares_may_have_decimals(person: Person) -> None:
    person.go(
        "/lab#game=fast-action-holdem&view=shift&shift.seats=6&shift.ante=5&shift.bonus=5"
        "&shift.optimal=33.3&shift.rule-list=33.3&shift.naive=33.4"
    )
    mix = {"optimal": "0.333", "rule-list": "0.333", "naive": "0.334"}
    result = operate("fast-action-holdem", seats=6, ante=500, bonus=500, skill=mix, with_exposure=False)
    assert win_shown(person) == whole_dollars(float(result.win - result.envy)) != whole_dollars(float(result.win))
    shown = person.page.locator("#view-shift .view").inner_text()
    assert "after the Envy Bonus" in shown
    assert f"{100 * result.swing.losing_shift:.2f}%" in shown
    assert "The correlation between two seats is estimated at 0.0" in shown
    person.page.fill("#shift-naive", "33.5")
    person.page.wait_for_selector("#shift-naive[aria-invalid]")
    assert "add up to 100%" in person.page.locator("#view-shift .problem").inner_text()


def test_a_field_that_cannot_be_says_what_to_type(person: Person) -> None:
    person.go("/lab#game=two-hand-holdem&view=shift")
    win_shown(person)
    person.page.fill("#shift-seats", "9")
    person.page.wait_for_selector("#shift-seats[aria-invalid]")
    assert "1 to 5" in person.page.locator("#view-shift .problem").inner_text()
    person.page.fill("#shift-seats", "5")
    win_shown(person)
    assert person.page.locator("#view-shift .problem").count() == 0


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_an_edited_table_is_set_beside_the_approved_one(new_person: NewPerson, size: ViewportSize) -> None:
    person = new_person(viewport=size)
    person.go("/lab#game=pick-2-poker&P2-R1=both-push&view=changes")
    person.page.wait_for_selector("#view-changes .verdict")
    assert "The edge changes sides." in person.page.locator("#view-changes .verdict").inner_text()
    assert "P2-7, P2-8" in person.page.locator("#view-changes table").first.inner_text()
    assert person.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    person.go("/lab#game=pick-2-poker&view=changes")
    person.page.reload()
    person.page.wait_for_selector("#view-changes .verdict")
    assert "the same game" in person.page.locator("#view-changes .verdict").inner_text()
    assert not person.errors


@pytest.mark.slow
def test_reports_are_saved_as_pdf(person: Person, tmp_path: Path) -> None:
    person.go("/lab#game=pick-2-poker&view=changes")
    person.page.wait_for_selector("#view-changes .verdict")
    for button, name in (
        ('[data-part="report"]', "pick-2-poker.pdf"),
        ("#view-changes .view-tools button", "pick-2-poker-comparison.pdf"),
    ):
        with person.page.expect_download() as saved:
            person.page.click(button)
        assert saved.value.suggested_filename == name
        saved.value.save_as(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(b"%PDF")
