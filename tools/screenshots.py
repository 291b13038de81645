"""Take the pictures of the documentation: `PYTHONPATH=tests .venv/bin/python tools/screenshots.py [SCENE ...]`.

Chromium is needed. Chance is seeded by the scene's name, so that a picture changes only where the pages do. Look at
each picture before you commit it. `tools/moving_picture.py` makes the moving picture of the README.
"""

import argparse
from pathlib import Path

from playwright.sync_api import sync_playwright
from studio import PICTURES, Scene, Studio, opened_studio
from support.card_room import CHROMIUM, CHROMIUM_ARGUMENTS


def lobby(studio: Studio) -> None:
    """Show the lobby with one table of the viewer's own."""
    ann = studio.enter()
    ann.open_table(game="three-card-poker", seats=3)
    bob = studio.enter()
    bob.open_table(game="pick-2-poker", seats=4, bots={"1": "random"})
    bob.go("/")
    bob.page.wait_for_selector(".game .figures")
    bob.page.wait_for_selector("[data-part=own] a")
    studio.take(bob, "lobby")


def advice(studio: Studio) -> None:
    """Show a decision of Pick 2 Poker with the exact value of every option."""
    person = studio.enter()
    person.open_table(game="pick-2-poker", seats=4, bots={"1": "random", "2": "random", "3": "random"})
    person.deal()
    person.wait_for_turn()
    person.page.keyboard.press("h")
    person.page.wait_for_selector('[data-part="advice"] .options li')
    studio.take(person, "advice")


def drill(studio: Studio) -> None:
    """Show one question of the dealer drill."""
    person = studio.enter()
    person.go("/drill?game=fast-action-holdem")
    person.page.wait_for_selector("option[value=fast-action-holdem]", state="attached")
    person.page.click("text=Deal a round")
    person.page.wait_for_selector(".question")
    person.page.evaluate("document.activeElement.blur()")
    studio.take(person, "drill")


def comparison(studio: Studio) -> None:
    """Show Pick 2 Poker with one reading changed, beside the base game."""
    person = studio.enter()
    person.go("/lab#game=pick-2-poker&P2-R1=both-push&view=changes")
    person.page.wait_for_selector("#view-changes .verdict")
    studio.take(person, "comparison")


def shift(studio: Studio) -> None:
    """Show the result of a shift of four tables of Double Draw Poker."""
    person = studio.enter()
    person.go("/lab#game=double-draw-poker&view=shift&shift.tables=4")
    person.page.wait_for_selector("#view-shift .view:not(.stale) .edge-large")
    person.page.locator("#view-shift svg").first.scroll_into_view_if_needed()
    studio.take(person, "shift")


SCENES: dict[str, Scene] = {
    "lobby": lobby,
    "advice": advice,
    "drill": drill,
    "comparison": comparison,
    "shift": shift,
}


def main() -> None:
    """Take the pictures that are asked for, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help=f"one of {', '.join(SCENES)}; all if none is named")
    parser.add_argument("--to", type=Path, default=PICTURES, metavar="FOLDER")
    chosen = parser.parse_args()
    chosen.to.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=CHROMIUM_ARGUMENTS)
        for name in chosen.scenes or SCENES:
            with opened_studio(browser, name, chosen.to) as studio:
                SCENES[name](studio)
            print(name)
        browser.close()


if __name__ == "__main__":
    main()
