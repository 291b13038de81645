"""One mistake: asked about before it is made, and followed from the table to the review to the trainer."""

import pytest
from support.card_room import Person

KEPT_FROM = 0.05
"""What a decision must give away, in Antes, to come back in the trainer."""
MOST_ROUNDS = 40
OWN_CARDS = ".felt-spot hw-card"


def cards(person: Person) -> list[str | None]:
    return [card.get_attribute("card") for card in person.page.locator(OWN_CARDS).all()]


def blunder(person: Person) -> tuple[str, str]:
    """Deal until the worse of fold and play costs enough to be kept, and choose it: the words of it and of the best."""
    page = person.page
    for _ in range(MOST_ROUNDS):
        person.deal()
        person.wait_for_turn()
        page.keyboard.press("h")
        page.wait_for_selector("[data-part=advice] .options li")
        best, worse = page.locator("[data-part=advice] .option-words").all_inner_texts()
        values = page.locator("[data-part=advice] .option-line .figures").all_inner_texts()
        worth = [float(value.replace("−", "-")) for value in values]
        chosen = worse if worth[0] - worth[1] >= KEPT_FROM else best
        page.click(f'.choice[data-kind="{chosen.split()[0].lower()}"]')
        page.wait_for_selector("hw-result:not([hidden]) h2")
        if chosen == worse:
            return worse, best
    raise AssertionError(f"no hand of {MOST_ROUNDS} could be misplayed")


@pytest.mark.slow
def test_a_mistake_leads_to_its_replay_and_is_decided_once_more(person: Person) -> None:
    person.open_table(game="three-card-poker", seats=1)
    page = person.page
    wrong, best = (words.lower() for words in blunder(person))
    missed = cards(person)
    page.wait_for_selector("[data-part=judgment] b")
    verdict = page.inner_text("[data-part=judgment]")
    assert f"{wrong}ing costs " in verdict
    assert verdict.endswith(f" more than {best}ing.")
    page.click("#tab-session")
    listed = page.locator(".review li").first
    assert verdict in listed.inner_text()
    assert listed.locator("text=Try again").count() == 1

    listed.locator("a").first.click()
    page.wait_for_selector(".worth .judgment")
    assert page.inner_text(".worth .judgment") == verdict
    assert page.inner_text(".moment[aria-current]").lower().endswith(wrong)
    assert cards(person) == missed
    assert page.locator(".worth .options li").count() == 2

    page.click("text=Try this decision again")
    page.wait_for_selector('body[data-spot]:not([data-spot=""]) .choice')
    assert cards(person) == missed
    assert page.inner_text("[data-part=judgment]").startswith("You ")
    page.click(f'.choice[data-kind="{best.split()[0]}"]')
    page.wait_for_selector("[data-part=next]:not([hidden])")
    assert page.inner_text("[data-part=judgment]").startswith(f"Correct: {best}ing is best (")


@pytest.mark.slow
def test_who_wants_to_be_warned_is_asked_again_before_a_blunder(person: Person) -> None:
    """The switch is in the Session tab. A decision that costs less than a blunder is taken without a word."""
    person.open_table(game="three-card-poker", seats=1)
    page = person.page
    page.click("#tab-session")
    page.check("[data-focus=warn]")
    for _ in range(MOST_ROUNDS):
        person.deal()
        person.wait_for_turn()
        page.keyboard.press("h")
        page.wait_for_selector("[data-part=advice] .options li")
        worse = page.locator("[data-part=advice] .option-words").all_inner_texts()[1].split()[0].lower()
        page.click(f'.choice[data-kind="{worse}"]')
        page.wait_for_selector(".warning:not([hidden]), hw-result:not([hidden]) h2")
        if page.locator(".warning:not([hidden])").count():
            break
    assert page.inner_text(".warning").startswith(f"This is a blunder. {worse.capitalize()}ing costs ")
    moment = person.moment()
    page.keyboard.press("Enter")
    page.wait_for_selector(".warning", state="hidden")
    assert person.moment() == moment, "the focus is on Go back: nothing is decided"
    page.click(f'.choice[data-kind="{worse}"]')
    page.click("[data-focus=sure]")
    page.wait_for_selector("hw-result:not([hidden]) h2")
