"""The trainer in the browser: a spot, the buttons of the table, the verdict, and the mistake that comes back."""

from support.card_room import Person

ASKED = 'body[data-spot]:not([data-spot=""])'
OWN_CARDS = ".felt-spot hw-card"


def cards(person: Person) -> list[str | None]:
    return [card.get_attribute("card") for card in person.page.locator(OWN_CARDS).all()]


def test_a_mistake_gets_its_verdict_at_once_and_comes_back_with_the_same_cards(person: Person) -> None:
    page = person.page
    person.go("/practice?game=three-card-poker&what=kind&kind=fold or play: pair")
    page.wait_for_selector(f"{ASKED} .choice")
    missed = cards(person)
    assert len({str(card)[0] for card in missed}) == 2, "a pair"
    page.keyboard.press("f")
    page.wait_for_selector("[data-part=next]:not([hidden])")
    verdict = page.inner_text("[data-part=judgment]")
    assert verdict.startswith("Blunder: folding costs ")
    assert verdict.endswith(" more than playing.")
    assert page.locator("[data-part=verdict] .options li").count() == 2
    assert page.inner_text("[data-part=streak]").startswith("1 decision · streak 0")
    page.click("#tab-progress")
    assert page.locator(".curve circle").count() == 1
    page.click(".curve summary")
    assert page.inner_text(".curve tbody td >> nth=0") == "1"
    page.click("#tab-again")
    assert "Fold or play: pair" in page.inner_text("[data-part=again]")

    page.select_option("select[name=what]", "mistakes")
    page.wait_for_selector(f"{ASKED} .choice")
    assert cards(person) == missed
    assert page.inner_text("[data-part=judgment]") == "You missed this spot before."
    page.keyboard.press("p")
    page.wait_for_selector("[data-part=next]:not([hidden])")
    assert page.inner_text("[data-part=judgment]").startswith("Correct: playing is best (")
    assert page.inner_text("[data-part=streak]").startswith("2 decisions · streak 1")

    page.click("[data-part=next]")
    nothing = page.locator("[data-part=nothing]")
    nothing.wait_for()
    assert "is your only missed spot in this game" in nothing.inner_text()
    assert page.locator("hw-felt").is_hidden(), "no blank felt"
    assert nothing.locator("a").get_attribute("href") == "/"
    person.errors.clear()  # the browser notes the refusal
    nothing.locator("button").click()
    page.wait_for_selector(f"{ASKED} .choice")
    assert page.input_value("select[name=what]") == "any"
    assert nothing.is_hidden()
