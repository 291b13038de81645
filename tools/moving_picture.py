"""Make docs/screenshots/tour.webp: one round of Ultimate Texas Hold'em in the running card room, played well.

`PYTHONPATH=tests .venv/bin/python tools/moving_picture.py` starts the product and opens a table in Chromium. It asks
for advice at every decision, takes the best option, shows the showdown and verifies the shuffle. `--frames FOLDER` also
writes every frame as a PNG. Look at them before you commit the picture.
"""

import argparse
import json
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image, ImageChops
from playwright.sync_api import sync_playwright
from studio import PICTURES, Studio, opened_studio, settle, shot
from support.card_room import CHROMIUM, CHROMIUM_ARGUMENTS, MOST_DECISIONS, Person

GAME = "ultimate-texas-holdem"
SCENE = "tour"
WIDE, QUALITY = 880, 55
LARGEST_BYTES = 1_000_000
READ_MS, LOOK_MS, STEP_MS = 3200, 1400, 260
"""How long a frame stays: one with text to read, one to look at, one step of the showdown."""
MOST_STEPS = 80
STILL = """() => document.getAnimations().every((each) =>
    each.playState !== "running" || each.effect?.getTiming().iterations === Infinity)"""
SHOWDOWN = "text=Space shows the end at once"


@dataclass
class Film:
    """The frames taken so far, each with its time in milliseconds."""

    person: Person
    frames: list[Image.Image] = field(default_factory=list)
    times: list[int] = field(default_factory=list)

    def take(self, milliseconds: int, *, settled: bool = True) -> None:
        """Add what the window shows; a frame equal to the last one only lengthens it."""
        if settled:
            self.person.page.wait_for_function(STILL)
            settle(self.person)
        frame = shot(self.person, WIDE)
        if self.frames and ImageChops.difference(frame, self.frames[-1]).getbbox() is None:
            self.times[-1] += milliseconds
            return
        self.frames.append(frame)
        self.times.append(milliseconds)

    def write(self, path: Path) -> None:
        """Write an animated WebP that repeats."""
        first, *others = self.frames
        first.save(
            path, save_all=True, append_images=others, duration=self.times, loop=0, quality=QUALITY, method=6, kmin=0
        )
        if path.stat().st_size > LARGEST_BYTES:
            raise SystemExit(f"{path} has {path.stat().st_size:,} bytes; at most {LARGEST_BYTES:,} are allowed")


def best_choice(person: Person) -> str:
    """Ask for advice and return the selector of the button of the best option."""
    person.page.keyboard.press("h")
    person.page.wait_for_selector('[data-part="advice"] .options li')
    messages = [json.loads(text) for text in person.received]
    advice = [message for message in messages if message["type"] == "advice"][-1]
    action = max(advice["options"], key=lambda option: float(option["value"]["value"]))["action"]
    return f'.choice[data-kind="{action["kind"]}"]:enabled'


def ended(person: Person) -> bool:
    """Say whether the round is over and its showdown has been shown."""
    over = person.page.locator("hw-result:not([hidden])").count() > 0
    return over and person.page.locator(SHOWDOWN).count() == 0


def play(studio: Studio) -> Film:
    """Play one round, taking the best option at every decision; show its end and the verified shuffle."""
    person = studio.enter("1280x720", "dark", animated=True)
    page, film = person.page, Film(person)
    person.open_table(game=GAME, seats=3, bots={"1": "looks-ahead", "2": "looks-ahead"})
    film.take(LOOK_MS)
    person.deal()
    for _ in range(MOST_DECISIONS):
        if not person.wait_for_turn():
            break
        film.take(LOOK_MS)
        chosen = best_choice(person)
        film.take(READ_MS)
        page.click('[data-part="advice"] .sheet-close')
        before = person.moment()
        page.locator(chosen).first.click()
        person.wait_for_change(before)
        for _ in range(MOST_STEPS):
            film.take(STEP_MS, settled=False)
            if page.locator(".choice[data-kind]").count() or ended(person):
                break
    page.wait_for_selector(SHOWDOWN, state="detached")
    film.take(READ_MS)
    page.click("#tab-proof")
    page.click("hw-proof button.primary")
    page.wait_for_selector("hw-proof .verdict.won")
    page.locator("hw-proof .verdict").scroll_into_view_if_needed()
    film.take(READ_MS)
    return film


def main() -> None:
    """Make the picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=PICTURES / f"{SCENE}.webp", metavar="FILE")
    parser.add_argument("--seed", default=f"{SCENE}-e", help="another text deals another round")
    parser.add_argument("--frames", type=Path, metavar="FOLDER", help="also write every frame there")
    chosen = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=CHROMIUM_ARGUMENTS)
        with opened_studio(browser, chosen.seed, chosen.to.parent) as studio:
            film = play(studio)
        browser.close()
    if chosen.frames:
        chosen.frames.mkdir(parents=True, exist_ok=True)
        for number, frame in enumerate(film.frames):
            frame.save(chosen.frames / f"{number:03}.png")
    film.write(chosen.to)
    print(f"{chosen.to}: {len(film.frames)} frames, {sum(film.times) / 1000:g} s, {chosen.to.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
