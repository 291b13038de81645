"""The page that solves a spot: figures, a hand, a lock, and the link that reopens it all."""

import re

from playwright.sync_api import expect
from support.card_room import Person

SPOT = "/solve#board=2c+Qh+Ks+Ad&holds=2,2&pot=8&range0=As+Ah&range1=3s+3h"


def test_a_spot_is_solved_looked_at_locked_and_reopened(person: Person) -> None:
    """Three aces against a pair of threes, both known: the pot is won, and two more where every bet is called."""
    page = person.page
    person.go(SPOT)
    figures = page.locator('[data-part="figures"]')
    expect(figures).to_contain_text(re.compile(r"\+(4\.0|3\.9)\d\d big blinds"))
    page.locator('[role=radio][aria-checked="true"]').focus()
    for _ in range(2):
        line = page.locator('[aria-checked="true"]').get_attribute("data-line")
        page.keyboard.press("ArrowDown")
        expect(page.locator('[aria-checked="true"]')).not_to_have_attribute("data-line", str(line))
    expect(page.locator('[data-part="decision-title"]')).to_have_text("First player, after check, bet")
    page.keyboard.press("h")
    page.keyboard.type("ah as")
    page.keyboard.press("Enter")
    expect(page.locator(".hand-table")).to_contain_text("+10.000")
    page.click('[data-line="bet"]')
    expect(page.locator('[data-part="decision-title"]')).to_have_text("Second player, after bet")
    page.click("text=Add a node lock")
    for action, percent in (("fold", "0"), ("call", "100"), ("raise", "0")):
        page.fill(f'[data-part="lock-fields"] [name="{action}"]', percent)
    page.click("text=Lock node and solve")
    expect(figures).to_contain_text("in the game with the node locks")
    expect(page.locator('[data-part="locks"]')).to_contain_text("bet: fold 0, call 1, raise 0")
    link = page.url
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator('[data-line="bet"][aria-checked="true"]')).to_contain_text("call 100.0%")
    expect(page.locator('[data-part="locks"] li')).to_have_count(1)
    page.fill('[name="board"]', "2c Qh")
    page.keyboard.press("Enter")
    expect(page.locator('[data-part="problem"]')).to_contain_text("take minutes and gigabytes")
    person.errors = [error for error in person.errors if "400" not in error]
