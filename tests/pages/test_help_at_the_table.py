"""How to play, strategy and the hand look-up: beside the cards at the table, and in the laboratory."""

import pytest
from playwright.sync_api import expect
from support.card_room import Person

from houseway.analysis import advise


@pytest.mark.slow
def test_rules_strategy_and_a_look_up_stand_beside_the_cards(person: Person) -> None:
    person.open_table(game="three-card-poker", seats=2, bots={"1": "never-folds"})
    page = person.page
    page.click('[data-part="open-how-to"]')
    how_to = page.locator('[data-part="how-to"]')
    expect(how_to.locator(".how-to h3")).to_have_text(
        ["Before the deal", "The deal", "Your decision", "The dealer", "Results and payouts"]
    )
    expect(how_to.locator("table.pays caption").first).to_have_text("Ante Bonus")
    page.click('[data-part="open-strategy"]')
    expect(how_to).to_be_hidden()
    rules = page.locator('[data-part="strategy"] .rule-list li')
    expect(rules).to_have_text(["Play with Q-6-4 or better", "Fold with everything else"])
    page.fill('[data-place="cards"]', "Qs 6d 3h")
    page.click('[data-focus="look-up"]')
    expect(page.locator("hw-lookup .options .best .option-words")).to_have_text("Fold")
    page.click('.card-key[data-card="3h"]')
    page.click('.card-key[data-card="4h"]')
    page.click('[data-focus="look-up"]')
    expect(page.locator("hw-lookup .options .best .option-words")).to_have_text("Play")
    page.click('[data-part="strategy"] .sheet-close')
    expect(page.locator('[data-part="strategy"]')).to_be_hidden()
    assert page.evaluate("document.activeElement.dataset.part") == "open-strategy"


@pytest.mark.slow
def test_the_laboratory_tells_the_rule_list_and_looks_hands_up(person: Person) -> None:
    person.go("/lab#game=caribbean-stud-poker&view=strategy")
    page = person.page
    expect(page.locator("#view-strategy .rule-list li").last).to_have_text("Fold with everything else")
    page.fill('[data-place="cards"]', "As Ah 9d 5c 2s")
    page.fill('[data-place="dealer"]', "Kd")
    page.click('[data-focus="look-up"]')
    value = float(advise("caribbean-stud-poker", "As Ah 9d 5c 2s", dealer="Kd").best.value)
    expect(page.locator("hw-lookup .options .best .figures")).to_have_text(f"{value:+.4f}")
    page.fill('[data-place="cards"]', "As Xx")
    page.click('[data-focus="look-up"]')
    expect(page.locator("hw-lookup .problem")).to_have_text("“Xx” is not a card. Type cards such as As, 10d or Jh.")
