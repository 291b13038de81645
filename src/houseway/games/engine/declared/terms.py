"""The base of every declared term: its name, clause and source line, and the readings under which it applies.

A mistake in a declaration is reported at that line.
"""

import sys
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, overload

from houseway.errors import BadDeclaration

if TYPE_CHECKING:
    from houseway.games.engine.game import Game

HERE = str(Path(__file__).parent)


class Owner(Enum):
    """The owner of a hand: each seat has one, the dealer has it, or it is common to all."""

    SEAT = "seat"
    DEALER = "dealer"
    TABLE = "table"


SEAT, DEALER, TABLE = Owner

Conditions = Mapping[str, tuple[str, ...]]
"""Readings, each with the choices under which a term applies."""


def holds(game: "Game", conditions: Conditions) -> bool:
    """Return whether the readings in force are among those named."""
    return not conditions or all(game.reading(reading) in choices for reading, choices in conditions.items())


class Term:
    """A declared term. `name` is the attribute it is bound to, `place` the file and line of its declaration."""

    name: str = ""

    def __init__(self, title: str, clause: str) -> None:
        self.title = title
        self.clause = clause
        self.place = _line_of_declaration()

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"{type(self).__name__} {self.name or self.title!r}"


class Choice(str):
    """The choice in force of a reading. Comparing it with a text that is not a choice of the reading is an error."""

    __slots__ = ("known", "reading")
    known: tuple[str, ...]
    reading: str

    def __new__(cls, text: str, reading: str, known: tuple[str, ...]) -> "Choice":
        """Make the choice of a reading that has these choices."""
        new = super().__new__(cls, text)
        new.known, new.reading = known, reading
        return new

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str) and other not in self.known:
            raise BadDeclaration(f"{self.reading} is never {other!r}; its choices are {', '.join(self.known)}")
        return str.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__

    def __reduce__(self) -> tuple[type["Choice"], tuple[str, str, tuple[str, ...]]]:
        return Choice, (str(self), self.reading, self.known)


class Reading(Term):
    """A reading of the sheet on which the title's methods depend. On a game, the attribute is the choice in force.

    With `ties = Reading("T-R1")`, `settle` can test `if self.ties == "push"`. Readings that only terms use, by `when`
    and the like, need no such term. Neither do those that the engine uses, such as which hands rank higher.
    """

    def __init__(self, reading_id: str) -> None:
        super().__init__(reading_id, "")
        self.id = reading_id

    @overload
    def __get__(self, game: None, owner: type) -> "Reading": ...
    @overload
    def __get__(self, game: "Game", owner: type) -> Choice: ...
    def __get__(self, game: "Game | None", owner: type) -> "Reading | Choice":
        if game is None:
            return self
        choice = Choice(game.reading(self.id), f"{self.place}: {self.id}", tuple(game.sheet.readings[self.id].choices))
        game.__dict__[self.name] = choice  # found there from now on, because this is not a data descriptor
        return choice

    def choice(self, readings: Mapping[str, str]) -> str:
        """Return the choice among some readings, for a method that is called before there is a game."""
        return readings[self.id]


def _line_of_declaration() -> str:
    """Return the file and line outside this package that made the term."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(HERE):
        frame = frame.f_back
    return f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}"
