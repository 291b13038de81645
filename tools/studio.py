"""A card room of its own for every scene, people in it with windows of a given size, and pictures of what they see."""

import io
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, ViewportSize
from support.card_room import DESKTOP, PHONE, Person, running_server

Theme = Literal["light", "dark"]
SIZES: dict[str, ViewportSize] = {
    "desk": DESKTOP,
    "1280x720": {"width": 1280, "height": 720},
    "phone": PHONE,
}
WIDEST, QUALITY = 960, 40
"""Width in pixels and WebP quality: words stay readable, and one picture takes about 30 kB."""
PICTURES = Path(__file__).parents[1] / "docs" / "screenshots"

DRAWN_BY_THE_HOUSE = """
import random, secrets
drawn = random.Random({name!r})
secrets.token_bytes = lambda size=None: drawn.randbytes(32 if size is None else size)
secrets.randbits, secrets.randbelow, secrets.choice = drawn.getrandbits, drawn.randrange, drawn.choice
"""
"""Seed guest names, house seeds and bot seeds, as far as things happen in one order."""

DRAWN_BY_THE_BROWSER = "crypto.getRandomValues = (bytes) => bytes.fill(7);"
FITTED = """() => {
    const dock = document.querySelector(".dock");
    return !dock || dock.dataset.fitted === undefined || dock.dataset.fitted === `${innerWidth}x${innerHeight}`;
}"""


class Studio:
    """Where a scene is played: it lets people in and takes their pictures."""

    def __init__(self, browser: Browser, address: str, folder: Path) -> None:
        self.address = address
        self.folder = folder
        self._browser = browser

    def enter(self, size: str = "desk", theme: Theme = "light", *, animated: bool = False) -> Person:
        """Return a new person with a window; `animated` keeps the motion of cards and chips."""
        touched = size.startswith("phone")
        context = self._browser.new_context(
            viewport=SIZES[size],
            color_scheme=theme,
            reduced_motion="no-preference" if animated else "reduce",
            has_touch=touched,
            is_mobile=touched,
        )
        person = Person(context, self.address)
        person.page.add_init_script(DRAWN_BY_THE_BROWSER)
        return person

    def take(self, person: Person, name: str) -> None:
        """Write a picture of the window, once the page has fitted itself into it."""
        page = person.page
        page.mouse.move(0, 0)
        settle(person)
        shot(person).save(self.folder / f"{name}.webp", quality=QUALITY, method=6)


def settle(person: Person) -> None:
    """Wait until the page has fitted itself into its window and drawn that."""
    person.page.wait_for_function(FITTED)
    person.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def shot(person: Person, widest: int = WIDEST) -> Image.Image:
    """Return what the window shows now, scaled down to a width."""
    with Image.open(io.BytesIO(person.page.screenshot())) as taken:
        picture = taken.convert("RGB")
    picture.thumbnail((widest, 2 * widest), Image.Resampling.LANCZOS)
    return picture


Scene = Callable[[Studio], None]


@contextmanager
def opened_studio(browser: Browser, name: str, folder: Path) -> Iterator[Studio]:
    """Open a studio whose room draws by the scene's name, so that its first cards are always the same."""
    with tempfile.TemporaryDirectory() as room, running_server(Path(room), DRAWN_BY_THE_HOUSE.format(name=name)) as at:
        yield Studio(browser, at, folder)
        for context in browser.contexts:
            context.close()
