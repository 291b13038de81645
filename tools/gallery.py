"""Write docs/screenshots: what the card room looks like, numbered as in docs/room-gallery.md.

`PYTHONPATH=tests .venv/bin/python tools/gallery.py` plays all scenes, with names after it only those; `--to FOLDER`
writes elsewhere. Chromium is needed. Chance is seeded by the scene's name, so that most pictures show the same cards as
before and differ only where the pages do.
"""

import argparse
from pathlib import Path

from gallery_pages import BESIDE_THE_TABLE
from gallery_studio import opened_studio
from gallery_table import AT_THE_TABLE
from playwright.sync_api import sync_playwright
from support.card_room import CHROMIUM, CHROMIUM_ARGUMENTS

FOLDER = Path(__file__).parents[1] / "docs" / "screenshots"
SCENES = {**AT_THE_TABLE, **BESIDE_THE_TABLE}


def main() -> None:
    """Play the scenes that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "scenes", nargs="*", metavar="SCENE", help=f"one of {', '.join(SCENES)}; all of them if none is named"
    )
    parser.add_argument("--to", type=Path, default=FOLDER, metavar="FOLDER")
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
