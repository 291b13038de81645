"""The 66 titles that the letter of 14 Jun 2023 lists: an index, with nothing claimed of rules that we do not hold."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from houseway.games.engine.sheet import read_sheet_data

PLAYABLE = "playable and analysed"
LISTED = "listed: rules not in the letter"


@dataclass(frozen=True, slots=True)
class Title:
    """One title of the letter. The family is what its name tells, `game` our game if we hold its rules."""

    number: int
    title: str
    family: str
    game: str = ""

    @property
    def status(self) -> str:
        """Whether the rules are in the letter, and so in this package."""
        return PLAYABLE if self.game else LISTED

    def to_dict(self) -> dict[str, object]:
        """A plain form for JSON."""
        return {
            "number": self.number,
            "title": self.title,
            "family": self.family,
            "status": self.status,
            "game": self.game or None,
        }

    def __str__(self) -> str:
        return f"{self.number} {self.title} ({self.family}): {self.status}"


@cache
def titles() -> tuple[Title, ...]:
    """All titles, by their numbers.

    >>> print(titles()[22])
    23 Fast Action Hold'Em (poker): playable and analysed
    """
    return tuple(Title(**entry) for entry in read_sheet_data("catalogue")["titles"])


@cache
def families() -> Mapping[str, str]:
    """What the families stand for."""
    return MappingProxyType(read_sheet_data("catalogue")["families"])
