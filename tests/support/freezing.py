"""The tool that freezes what must not change, for tests: `tools` is no package of the tests."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "tools"))

import freeze
from frozen import leaves, surface
from frozen.leaves import Figure, entries, is_figure, kept, parted
from frozen.parts import Part, every_part
from frozen.store import Entries, accepted, compared, matches, read, summary, write

__all__ = [
    "Entries",
    "Figure",
    "Part",
    "accepted",
    "compared",
    "entries",
    "every_part",
    "freeze",
    "is_figure",
    "kept",
    "leaves",
    "matches",
    "parted",
    "read",
    "summary",
    "surface",
    "write",
]
