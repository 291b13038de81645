"""The 66 titles that the letter of 14 Jun 2023 lists: an index, with nothing claimed of rules that we do not hold.

The letter encloses the rules of one. Those of others are restated from public sources, and said to be so.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from houseway.games.catalogue import GAMES
from houseway.games.engine.sheet import read_sheet_data, sheet

PLAYABLE = "playable and analysed"
RESTATED = "playable and analysed: rules restated from public sources"
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
        """Whether the rules are in this package, and whence."""
        if not self.game:
            return LISTED
        return PLAYABLE if sheet(self.game).letter.listed is None else RESTATED

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
    restated = {sheet(slug).letter.listed: slug for slug in GAMES if sheet(slug).letter.listed is not None}
    return tuple(
        Title(**{"game": restated.get(entry["number"], ""), **entry})
        for entry in read_sheet_data("catalogue")["titles"]
    )


@cache
def families() -> Mapping[str, str]:
    """What the families stand for."""
    return MappingProxyType(read_sheet_data("catalogue")["families"])
