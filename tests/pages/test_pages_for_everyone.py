"""Contrast, names for screen readers, phone width, motion: on every page."""

from collections.abc import Callable
from typing import Any

import pytest
from support.card_room import PHONE, Person
from support.page_paths import PATHS, READY

NewPerson = Callable[..., Person]
LEAST_CONTRAST, LEAST_CONTRAST_OF_LARGE_TEXT = 4.5, 3.0
READ_TEXTS = """() => {
    const rgba = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
    const over = ([r, g, b, a = 1], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a)];
    const luminance = (color) => color.slice(0, 3).map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
        .reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0);
    const backgrounds = (element) => {
        const layers = [];
        for (let at = element; at; at = at.parentElement) {
            const style = getComputedStyle(at);
            if (style.backgroundImage !== "none") return null;
            layers.push(rgba(style.backgroundColor));
        }
        return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
    };
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        const text = walker.currentNode.textContent.trim();
        const skipped = element.closest("script, svg, :disabled, .offscreen, .skip");
        if (!text || skipped || !element.checkVisibility()) continue;
        const below = backgrounds(element);
        if (!below) continue;
        const style = getComputedStyle(element);
        const ink = over(rgba(style.color), below);
        const [light, dark] = [luminance(ink), luminance(below)].sort((one, other) => other - one);
        const size = parseFloat(style.fontSize);
        const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
        found.push({ text: text.slice(0, 40), contrast: (light + 0.05) / (dark + 0.05), large });
    }
    return found;
}"""


def too_faint(texts: list[Any]) -> list[Any]:
    least = {True: LEAST_CONTRAST_OF_LARGE_TEXT, False: LEAST_CONTRAST}
    return [text for text in texts if text["contrast"] < least[text["large"]]]


def wait_for_page(person: Person, path: str) -> None:
    person.go(path)
    person.page.wait_for_selector(READY.get(path, ".edge-large"), state="attached")


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_text_has_enough_contrast(new_person: NewPerson, theme: str) -> None:
    person = new_person(color_scheme=theme)
    for path in PATHS:
        wait_for_page(person, path)
        texts = person.page.evaluate(READ_TEXTS)
        assert len(texts) > 8
        assert too_faint(texts) == [], path
    person.open_table(game="two-hand-holdem", seats=3, bots={"1": "random"})
    person.deal()
    texts = person.page.evaluate(READ_TEXTS)
    assert len(texts) > 15
    assert too_faint(texts) == []


def test_no_page_is_wider_than_a_phone(new_person: NewPerson) -> None:
    person = new_person(viewport=PHONE)
    for path in PATHS:
        wait_for_page(person, path)
        assert person.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], path


def test_every_control_has_a_name(person: Person) -> None:
    nameless = """() => [...document.querySelectorAll("button, a, input, select, [role=img], hw-card:not(button *)")]
        .filter((element) => element.checkVisibility() && !element.closest('[aria-hidden="true"]'))
        .filter((element) => !(element.ariaLabel || element.innerText?.trim() || element.title))
        .filter((element) => !element.labels?.length)
        .map((element) => element.outerHTML.slice(0, 120))"""
    for path in PATHS:
        wait_for_page(person, path)
        assert person.page.evaluate(nameless) == [], path
    person.open_table(game="fast-action-holdem", seats=2, bots={"1": "random"})
    assert person.page.evaluate(nameless) == []
    person.deal()
    assert person.page.evaluate(nameless) == []
    card = person.page.locator(".card-button").first
    assert "key 1" in str(card.get_attribute("aria-label"))
    assert person.page.get_attribute(".steps", "aria-live") == "polite"


@pytest.mark.slow
def test_cards_move_within_a_quarter_second_unless_motion_is_reduced(new_person: NewPerson) -> None:
    for preference, moves in (("no-preference", True), ("reduce", False)):
        person = new_person(reduced_motion=preference)
        person.open_table(game="double-draw-poker", seats=1)
        person.page.evaluate(
            """() => { const felt = document.querySelector("hw-felt"); window.seen = [];
            const note = () => { window.seen.push(...felt.getAnimations({ subtree: true })
                .map((each) => each.effect.getTiming().duration)); requestAnimationFrame(note); }; note(); }"""
        )
        person.deal()
        person.wait_for_turn()
        if moves:
            person.page.wait_for_function("window.seen.some((duration) => duration > 150)")
        person.page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        durations = set(person.page.evaluate("window.seen")) - {0}
        assert any(duration > 150 for duration in durations) is moves
        assert all(duration <= 250 for duration in durations)


@pytest.mark.slow
def test_the_look_is_kept(person: Person) -> None:
    person.go("/")
    person.page.click("text=Settings")
    person.page.click("text=Four colors")
    person.page.click("text=Dark")
    person.page.keyboard.press("Escape")
    person.page.wait_for_selector(".settings .menu-body", state="hidden")
    assert person.page.evaluate("document.activeElement.textContent") == "Settings"
    person.page.click("text=Settings")
    person.page.click("h1")
    person.page.wait_for_selector(".settings .menu-body", state="hidden")
    person.page.reload()
    root = person.page.locator("html")
    assert root.get_attribute("data-suits") == "four"
    assert root.get_attribute("data-theme") == "dark"
    assert root.get_attribute("data-sound") == "off", "nothing is heard unless it is asked for"
