"""Fixed phrases in the browser: said from a menu, shown at the seat, hidden on request."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from support.card_room import Person

SAID_HERE = """
window.saidHere = [];
const layer = document.querySelector("[data-part=said]");
new MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const node of addedNodes) saidHere.push(node.textContent);
}).observe(layer, { childList: true });
"""
"""What is shown goes after some seconds: the page notes that it was there."""


@pytest.mark.slow
def test_a_phrase_is_shown_to_those_who_want_to_see_what_others_say(new_person: Callable[..., Person]) -> None:
    ann, bob, carl = new_person(), new_person(), new_person()
    table_id = ann.open_table(game="pick-2-poker", seats=2)
    for watching in (bob, carl):
        watching.go(f"/table?id={table_id}")
        watching.page.wait_for_selector('.pod[data-seat="0"]')
    expect(bob.page.locator("[data-part=say]")).to_be_hidden()
    for person in (ann, bob, carl):
        person.page.evaluate(SAID_HERE)
    carl.page.click("text=Settings")
    carl.page.click("[name=phrases][value=off]")
    ann.page.click("[data-part=say] summary")
    ann.page.click("[data-phrase=nice-hand]")
    for person in (ann, bob):
        person.page.wait_for_function("() => saidHere[0]?.endsWith(' Nice hand')")
    ann.deal()
    carl.page.wait_for_selector(".pod.acting")
    assert any('"nice-hand"' in message for message in carl.received)
    assert carl.page.evaluate("saidHere") == []
    carl.page.reload()
    expect(carl.page.locator("[name=phrases][value=off]")).to_be_checked()
