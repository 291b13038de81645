"""What every declared noun is: it has a name, a clause and the line where it stands; and what readings it holds under.

A mistake in a declaration is reported at that line.
"""

import sys
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from houseway.games.engine.game import Game

HERE = str(Path(__file__).parent)


class Owner(Enum):
    """Whose a hand is: each seat has one, or the dealer, or it lies in the middle for everybody."""

    SEAT = "seat"
    DEALER = "dealer"
    TABLE = "table"


SEAT, DEALER, TABLE = Owner

Conditions = Mapping[str, tuple[str, ...]]
"""Readings, each with the choices under which something holds."""


def holds(game: "Game", conditions: Conditions) -> bool:
    """Whether the readings in force are among those named."""
    return not conditions or all(game.reading(reading) in choices for reading, choices in conditions.items())


class Term:
    """A declared thing: `name` is the attribute it is bound to, `place` the file and line of its declaration."""

    name: str = ""

    def __init__(self, title: str, clause: str) -> None:
        self.title = title
        self.clause = clause
        self.place = _line_of_declaration()

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"{type(self).__name__} {self.name or self.title!r}"


def _line_of_declaration() -> str:
    """The file and line outside this package that made the term."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(HERE):
        frame = frame.f_back
    return f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}"
