"""The 66 titles that the letter of June 14, 2023 lists. This index claims nothing about rules that we do not have.

The letter encloses the rules of one title. Those of others are restated from public sources, and marked so.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from houseway.games.catalogue import GAMES
from houseway.games.engine.sheet import read_sheet_data, sheet

PLAYABLE = "playable and analyzed: approved, rules enclosed with the letter"
UNCONFIRMED = "playable and analyzed: not confirmed to be this title, rules restated from public sources"
RESTATED = "playable and analyzed: listed, rules restated from public sources"
LISTED = "listed"


@dataclass(frozen=True, slots=True)
class Title:
    """One title of the letter. The family follows from its name. `game` is our game if we have its rules."""

    number: int
    title: str
    family: str
    game: str = ""
    why_only_listed: str = ""

    @property
    def status(self) -> str:
        """Return whether the rules are in this package and their source, else why not."""
        if not self.game:
            return f"{LISTED}: {self.why_only_listed}"
        letter = sheet(self.game).letter
        if letter.listed is None:
            return PLAYABLE
        return RESTATED if letter.confirmed else UNCONFIRMED

    @property
    def missing(self) -> tuple[str, ...]:
        """Return the points of an included title that no source gives."""
        return sheet(self.game).not_found if self.game else ()

    def to_dict(self) -> dict[str, object]:
        """Return a plain form for JSON."""
        return {
            "number": self.number,
            "title": self.title,
            "family": self.family,
            "status": self.status,
            "game": self.game or None,
            "name": sheet(self.game).title if self.game else None,
            "missing": list(self.missing),
        }

    def __str__(self) -> str:
        return f"{self.number} {self.title} ({self.family}): {self.status}"


@cache
def titles() -> tuple[Title, ...]:
    """Return all titles, by their numbers.

    >>> print(titles()[22])
    23 Fast Action Hold'Em (poker): playable and analyzed: approved, rules enclosed with the letter
    """
    letters = {slug: sheet(slug).letter for slug in GAMES}
    restated = {
        number: slug for slug, letter in letters.items() for number in (letter.listed, *letter.also_listed) if number
    }
    return tuple(
        Title(**{"game": restated.get(entry["number"], ""), **entry})
        for entry in read_sheet_data("catalogue")["titles"]
    )


@cache
def families() -> Mapping[str, str]:
    """Return the meanings of the families."""
    return MappingProxyType(read_sheet_data("catalogue")["families"])
