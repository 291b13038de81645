"""The map in docs/design.md names files and folders that exist."""

import re
from pathlib import Path

import houseway

ROOT = Path(__file__).parents[2]
SOURCES = Path(houseway.__file__).parent
NAMED = re.compile(r"`((?:cards|ranking|games|analysis|room|report|training|web|cli)/[\w./]*)`")


def test_every_place_on_the_map_exists() -> None:
    text = (ROOT / "docs" / "design.md").read_text()
    pictures = "".join(path.read_text() for path in (ROOT / "docs" / "pictures").glob("*.svg"))
    shown = re.findall(r">((?:games|analysis|room|web)/[\w./]*\w(?:\.py|/)?)", pictures)
    named = [name for name in NAMED.findall(text) if "GAME" not in name] + [name.rstrip(",") for name in shown]
    assert len(named) > 15
    assert [name for name in named if not (SOURCES / name).exists()] == []
