"""Write docs/screenshots: every page as it looks on a desk and on a phone. Run `python -m support.screenshots`.

The cards are dealt by a fresh shuffle, so the pictures differ from run to run: they are to be looked at, not compared.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from houseway.games.catalogue import GAMES
from support.card_room import CHROMIUM, CHROMIUM_ARGUMENTS, DESKTOP, PHONE, Person, running_server

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
Scene = Callable[[Person], None]


def decision(slug: str) -> Scene:
    """A player's first decision, with cards picked."""

    def play(person: Person) -> None:
        sit_down(person, slug)
        person.wait_for_turn()
        for key in "12":
            if person.page.locator(".card-button").count():
                person.page.keyboard.press(key)

    return play


def result(slug: str) -> Scene:
    """A finished round."""

    def play(person: Person) -> None:
        sit_down(person, slug)
        person.play_round()

    return play


def sit_down(person: Person, slug: str) -> None:
    others = {str(seat): "random" for seat in range(1, 4)}
    person.open_table(game=slug, seats=4, bots=others)
    person.deal()


def advice(person: Person) -> None:
    sit_down(person, "pick-2-poker")
    person.wait_for_turn()
    person.page.keyboard.press("h")
    person.page.wait_for_selector(".options li", timeout=60_000)


def verification(person: Person) -> None:
    result("double-draw-poker")(person)
    person.page.click("#tab-proof")
    person.page.click("text=Verify round 1")
    person.page.wait_for_selector(".verdict")


def lobby(person: Person) -> None:
    person.go("/")
    person.page.wait_for_selector(".game")


def laboratory(person: Person) -> None:
    person.go("/lab#game=pick-2-poker&five-card/flush=8")
    person.page.wait_for_selector(".edge-large", timeout=120_000)


def shift(person: Person) -> None:
    person.go("/lab#game=double-draw-poker&view=shift&shift.tables=4")
    person.page.wait_for_selector("#view-shift .view:not(.stale) .edge-large", timeout=120_000)


def changes(person: Person) -> None:
    person.go("/lab#game=pick-2-poker&P2-R1=both-push&view=changes")
    person.page.wait_for_selector("#view-changes .verdict", timeout=120_000)


def drill(person: Person) -> None:
    person.go("/drill?game=fast-action-holdem")
    person.page.wait_for_selector("option[value=pick-2-poker]", state="attached")
    person.page.click("text=Deal a round")
    person.page.wait_for_selector(".question")
    person.page.evaluate("document.activeElement.blur()")


SCENES: dict[str, Scene] = {
    "lobby": lobby,
    **{slug: decision(slug) for slug in GAMES},
    "result": result("two-hand-holdem"),
    "advice": advice,
    "verification": verification,
    "laboratory": laboratory,
    "laboratory-shift": shift,
    "laboratory-changes": changes,
    "drill": drill,
}


def shoot(browser: Browser, address: str, name: str, scene: Scene) -> None:
    """One scene in both sizes; the laboratory also in the dark."""
    take(browser, address, name, scene, DESKTOP)
    take(browser, address, f"{name}-phone", scene, PHONE)
    if scene is laboratory:
        take(browser, address, f"{name}-dark", scene, DESKTOP, "dark")


def take(
    browser: Browser,
    address: str,
    name: str,
    scene: Scene,
    size: ViewportSize,
    theme: Literal["light", "dark"] = "light",
) -> None:
    """One picture, in few colours where pngquant is at hand: a felt of many greens makes a large file."""
    context = browser.new_context(viewport=size, color_scheme=theme, reduced_motion="reduce")
    person = Person(context, address)
    scene(person)
    person.page.mouse.move(0, 0)
    file = FOLDER / f"{name}.png"
    person.page.screenshot(path=file)
    context.close()
    if quantizer := shutil.which("pngquant"):
        subprocess.run([quantizer, "--force", "--output", str(file), "192", str(file)], check=True)


def main(names: list[str]) -> None:
    """All scenes, or those named."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder)) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=CHROMIUM_ARGUMENTS)
        for name in names or SCENES:
            shoot(browser, address, name, SCENES[name])
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
