"""What a newcomer meets: a verdict that comes late, a game that is being prepared, and a theme that was chosen."""

import json

import pytest
from playwright.sync_api import Route, expect
from support.card_room import Person

HELD_BACK = """() => {
    // Verdicts wait until the test lets them go.
    let release;
    const gate = new Promise((open) => (release = open));
    window.letVerdictsGo = release;
    window.WebSocket = class extends WebSocket {
        addEventListener(kind, listener) {
            super.addEventListener(kind, async (event) => {
                if (kind === "message" && JSON.parse(event.data).type === "judgment") await gate;
                listener(event);
            });
        }
    };
}"""
VERDICT = "[data-part=judgment]"


@pytest.mark.slow
def test_a_verdict_that_is_late_is_announced_and_then_names_its_round(person: Person) -> None:
    person.page.add_init_script(f"({HELD_BACK})()")
    person.open_table(game="three-card-poker", seats=1)
    page = person.page
    person.deal()
    page.click('.choice[data-kind="fold"]')
    page.wait_for_selector('[data-focus="deal"]')
    expect(page.locator(VERDICT)).to_have_text("Calculating the value of this decision.")
    person.deal()
    expect(page.locator(VERDICT)).to_have_text("Calculating the value of this decision.")
    page.evaluate("letVerdictsGo()")
    expect(page.locator(VERDICT)).to_contain_text("Round 1: ")
    assert "fold" in page.inner_text(VERDICT)


@pytest.mark.slow
def test_a_page_says_that_a_game_is_being_prepared_and_then_goes_on(person: Person) -> None:
    words = "Three Card Poker is being prepared. This takes about 12 seconds."
    refused: list[str] = []

    def prepare(route: Route) -> None:
        if len(refused) >= 2:
            route.continue_()
            return
        refused.append(route.request.url)
        plain = {"code": "being_prepared", "message": words, "seconds": 0.2}
        route.fulfill(status=503, content_type="application/json", body=json.dumps(plain))

    person.page.route("**/api/training/games/*/spots", prepare)
    person.go("/practice?game=three-card-poker")
    person.page.wait_for_selector(f".preparing:has-text('{words}')")
    person.page.wait_for_selector("body:not([data-spot='']) .choice")
    assert len(refused) == 2
    assert person.page.locator(".preparing").inner_text() == ""
    person.errors.clear()  # the browser notes the refusals


@pytest.mark.slow
def test_a_theme_that_was_chosen_lasts_on_tables(person: Person) -> None:
    table = person.open_table(game="pick-2-poker", seats=1)
    theme = "document.documentElement.dataset.theme"
    assert person.page.evaluate(theme) == "dark", "until one is chosen"
    person.page.evaluate("localStorage.setItem('houseway.theme', 'light')")
    for path in (f"/table?id={table}", "/practice", "/review", "/"):
        person.go(path)
        assert person.page.evaluate(theme) == "light", path
