"""Scenes beside the table: the lobby, the laboratory, the drill, the trainer, reviews, the operator, the terminal."""

import os
import re
import subprocess
import sys

from gallery_studio import Scene, Studio, Theme
from gallery_table import PICK_2, dealt
from playwright.sync_api import Page
from support.card_room import OPERATOR, Person

WIDTH = "100"
THEMES: tuple[Theme, ...] = ("light", "dark")
LOOKS: tuple[tuple[str, Theme], ...] = (("desk", "light"), ("desk", "dark"), ("phone", "light"))
TYPED = ("?", "advice", "draw", "draw 1 2 3 4", "fly", "d none", "d none", "q")
"""At Double Draw Poker: what is new to somebody, three mistakes, and a round."""


def lobby(studio: Studio) -> None:
    """One's own tables on top, then those with people."""
    ann = studio.enter()
    ann.open_table(game="three-card-poker", seats=3)
    for theme in THEMES:
        bob = studio.enter(theme=theme)
        bob.open_table(game=PICK_2, seats=4, bots={"1": "random"})
        bob.go("/")
        bob.page.wait_for_selector(".game .figures")
        bob.page.wait_for_selector("[data-part=own] a")
        studio.take(bob, f"08-lobby-{theme}")
    carl = studio.enter("phone")
    carl.open_table(game=PICK_2, seats=4, bots={"1": "random"})
    carl.go("/")
    carl.page.wait_for_selector("[data-part=own] a")
    studio.take(carl, "08-lobby-phone")


def strategy_in_the_laboratory(studio: Studio) -> None:
    """The rule list, and a hand looked up."""
    for theme in THEMES:
        person = studio.enter(theme=theme)
        person.go("/lab#game=caribbean-stud-poker&view=strategy")
        person.page.wait_for_selector("#view-strategy .rule-list li")
        person.page.fill('[data-place="cards"]', "As Ah 9d 5c 2s")
        person.page.fill('[data-place="dealer"]', "Kd")
        person.page.click('[data-focus="look-up"]')
        person.page.wait_for_selector("hw-lookup .options .best")
        person.page.evaluate("scrollTo(0, 0)")
        studio.take(person, f"09-laboratory-{theme}")


def replay(studio: Studio) -> None:
    """The rounds of a table, and one of them gone through again."""
    person = studio.enter()
    dealt(person, PICK_2)
    person.play_round()
    person.page.click("#tab-rounds")
    person.page.wait_for_selector("table.rounds th a")
    studio.take(person, "10-rounds")
    person.page.click("table.rounds th a")
    person.page.wait_for_selector(".worth .options li")
    studio.take(person, "10-review")
    for size in ("1366x650", "phone"):
        watch(studio, person, size)


def watch(studio: Studio, person: Person, size: str) -> None:
    """The same round in another window, by its link."""
    other = studio.enter(size)
    other.page.goto(person.page.url)
    other.page.wait_for_selector(".moment[aria-current]")
    studio.take(other, f"10-review-{size}")


def drill(studio: Studio) -> None:
    """One question, then its verdict, whatever was answered."""
    for size, theme in LOOKS:
        person = studio.enter(size, theme)
        page = person.page
        person.go("/drill?game=fast-action-holdem")
        page.wait_for_selector("option[value=fast-action-holdem]", state="attached")
        page.click("text=Deal a round")
        page.wait_for_selector(".question")
        page.evaluate("document.activeElement.blur()")
        if theme == "light":
            studio.take(person, f"12-question-{size}-{theme}")
        answer_anyhow(page)
        studio.take(person, f"12-verdict-{size}-{theme}")


def answer_anyhow(page: Page) -> None:
    """The first that can be chosen, or some amount; a row is left in its order."""
    question = page.locator(".question")
    if question.locator("input[type=radio]").count():
        question.locator("input[type=radio]").first.check()
    elif question.locator("select").count():
        question.locator("select").select_option(index=1)
    elif question.locator("input").count():
        question.locator("input").fill("10")
    else:
        for place in range(min(2, question.locator(".card-button").count())):
            question.locator(".card-button").nth(place).click()
    page.click(".questions > button.primary")
    page.locator(".question .verdict").scroll_into_view_if_needed()


def practise(studio: Studio) -> None:
    """A spot of the trainer with its verdict."""
    for size in ("1366x650", "phone"):
        person = studio.enter(size)
        page = person.page
        person.go("/practise?game=three-card-poker&what=kind&kind=fold or play: pair")
        page.wait_for_selector('body[data-spot]:not([data-spot=""]) .choice')
        page.locator('.choice[data-kind="fold"]').click()
        page.wait_for_selector("[data-part=next]:not([hidden])")
        studio.take(person, f"05-trainer-{size}")


def changes(studio: Studio) -> None:
    """Another reading of Pick 2 Poker beside the approved game."""
    person = studio.enter()
    person.go("/lab#game=pick-2-poker&P2-R1=both-push&view=changes")
    person.page.wait_for_selector("#view-changes .verdict")
    studio.take(person, "laboratory-changes")


def words(studio: Studio) -> None:
    """Readings, and an address that leads nowhere."""
    person = studio.enter()
    person.go("/lab#game=double-draw-poker")
    person.page.wait_for_selector(".edge-large")
    person.page.locator(".reading").first.scroll_into_view_if_needed()
    studio.take(person, "15-readings")
    person.go("/no-such-page")
    person.page.wait_for_selector("h1")
    studio.take(person, "15-no-such-page")


def shift(studio: Studio) -> None:
    """How a shift of Double Draw Poker ends."""
    for size, theme in LOOKS:
        person = studio.enter(size, theme)
        person.go("/lab#game=double-draw-poker&view=shift&shift.tables=4")
        person.page.wait_for_selector("#view-shift .view:not(.stale) .edge-large")
        person.page.locator("#view-shift svg").first.scroll_into_view_if_needed()
        studio.take(person, f"16-shift-{size}-{theme}")


def operator(studio: Studio) -> None:
    """The console while a round is on."""
    ann = studio.enter()
    dealt(ann, "two-hand-holdem")
    for size, theme in LOOKS:
        frances = studio.enter(size, theme)
        frances.go("/")
        frances.api("POST", "/api/session", OPERATOR)
        frances.go("/operator")
        frances.page.wait_for_selector('[data-part="tables"] td.figures')
        frances.page.wait_for_selector("text=No failed checks.")
        studio.take(frances, f"18-operator-{size}-{theme}")


def terminal(studio: Studio) -> None:
    """A round of Double Draw Poker, with what was typed put behind each prompt."""
    command = ["play", "double-draw-poker", "--seats", "1", "--seed", "5", "--plain", "--coach"]
    played = subprocess.run(
        [sys.executable, "-m", "houseway", *command],
        input="".join(f"{line}\n" for line in TYPED),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "COLUMNS": WIDTH},
    )
    typed = iter(TYPED)
    shown = re.sub(
        r"^(Your move[^:\n]*|Enter deals[^:\n]*): ",
        lambda asked: f"{asked[0]}{next(typed, '')}\n",
        played.stdout,
        flags=re.M,
    )
    studio.write("17-terminal", f"$ houseway {' '.join(command)}\n{shown}")


BESIDE_THE_TABLE: dict[str, Scene] = {
    "lobby": lobby,
    "laboratory": strategy_in_the_laboratory,
    "replay": replay,
    "drill": drill,
    "practise": practise,
    "changes": changes,
    "words": words,
    "shift": shift,
    "operator": operator,
    "terminal": terminal,
}
