"""A room of its own for every scene, people in it with windows of a given size, and pictures of what they see."""

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
    "1366x650": {"width": 1366, "height": 650},
    "1280x720": {"width": 1280, "height": 720},
    "1024x640": {"width": 1024, "height": 640},
    "phone": PHONE,
    "phone-on-its-side": {"width": 844, "height": 390},
}
WIDEST, QUALITY = 960, 40
"""Of the WebP files, in pixels and by the format's own measure: words stay readable, and a felt takes some 30 kB."""

DRAWN_BY_THE_HOUSE = """
import random, secrets
drawn = random.Random({name!r})
secrets.token_bytes = lambda size=None: drawn.randbytes(32 if size is None else size)
secrets.randbits, secrets.randbelow, secrets.choice = drawn.getrandbits, drawn.randrange, drawn.choice
"""
"""The names of guests, the seeds of the house and those of automatic players, as far as things happen in one order."""

DRAWN_BY_THE_BROWSER = "crypto.getRandomValues = (bytes) => bytes.fill(7);"
STANDING_TIMERS = (
    "const real = setTimeout; window.setTimeout = (work, ms, ...rest) => ms >= 1000 ? 0 : real(work, ms, ...rest);"
)
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

    def enter(self, size: str = "desk", theme: Theme = "light", *, showing: bool = False) -> Person:
        """Somebody new; `showing` lets the showdown come step by step, each waiting to be skipped."""
        touched = size.startswith("phone")
        context = self._browser.new_context(
            viewport=SIZES[size],
            color_scheme=theme,
            reduced_motion="no-preference" if showing else "reduce",
            has_touch=touched,
            is_mobile=touched,
        )
        person = Person(context, self.address)
        person.page.add_init_script(DRAWN_BY_THE_BROWSER)
        if showing:
            person.page.add_init_script(STANDING_TIMERS)
        return person

    def take(self, person: Person, name: str) -> None:
        """A picture of the window, once the page has fitted itself into it."""
        page = person.page
        page.mouse.move(0, 0)
        page.wait_for_function(FITTED)
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        with Image.open(io.BytesIO(page.screenshot())) as shot:
            picture = shot.convert("RGB")
        picture.thumbnail((WIDEST, 2 * WIDEST), Image.Resampling.LANCZOS)
        picture.save(self.folder / f"{name}.webp", quality=QUALITY, method=6)

    def write(self, name: str, text: str) -> None:
        """What a terminal shows."""
        (self.folder / f"{name}.txt").write_text(text, "utf-8")


Scene = Callable[[Studio], None]


@contextmanager
def opened_studio(browser: Browser, name: str, folder: Path) -> Iterator[Studio]:
    """A studio whose room draws by the scene's name, so that its first cards are the same whenever it is played."""
    with tempfile.TemporaryDirectory() as room, running_server(Path(room), DRAWN_BY_THE_HOUSE.format(name=name)) as at:
        yield Studio(browser, at, folder)
        for context in browser.contexts:
            context.close()
