"""Places in a user's TOML file, for errors that say which line is meant."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

Keys = tuple[str, ...]

_KEY = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_DOTTED = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_TABLE = re.compile(rf"\s*\[\[?\s*({_DOTTED})\s*\]")
_PAIR = re.compile(rf"\s*({_DOTTED})\s*=")
_LONG_QUOTES = ('"' * 3, "'" * 3)


@dataclass(frozen=True, slots=True)
class Place:
    """A part of a file: what it is called, and in which line it stands as far as that is known.

    >>> file = Place("my.toml", {("limits",): 3, ("limits", "date"): 4})
    >>> str(file.at("limits", "[limits]").at("date", "date"))
    'my.toml, line 4: [limits]: date'
    >>> str(file.at("limits", "[limits]").at("day"))
    'my.toml, line 3: [limits]'
    """

    source: str
    lines: Mapping[Keys, int] = field(default_factory=dict)
    keys: Keys = ()
    words: str = ""

    @classmethod
    def of(cls, source: "str | Place") -> "Place":
        """A source that has no lines to tell of, or a place as it is."""
        return source if isinstance(source, Place) else cls(source)

    def at(self, key: str, words: str = "") -> "Place":
        """A part of this part; without words it is not named, only its line is told."""
        named = f"{self.words}: {words}" if self.words and words else self.words or words
        return replace(self, keys=(*self.keys, key), words=named)

    @property
    def line(self) -> int | None:
        """The line of this part, or of the smallest part around it that has one of its own."""
        known = (self.lines.get(self.keys[:length]) for length in range(len(self.keys), 0, -1))
        return next((line for line in known if line is not None), None)

    def __str__(self) -> str:
        where = self.source if self.line is None else f"{self.source}, line {self.line}"
        return f"{where}: {self.words}" if self.words else where


def lines_of(text: str) -> dict[Keys, int]:
    r"""In which line each table and each key of a TOML text stands, counted from 1.

    >>> lines_of('game = "x"\n[paytable.bonus]\n"full house" = 5')
    {('game',): 1, ('paytable',): 2, ('paytable', 'bonus'): 2, ('paytable', 'bonus', 'full house'): 3}
    """
    lines: dict[Keys, int] = {}
    table: Keys = ()
    for number, line in _outside_long_texts(text):
        if header := _TABLE.match(line):
            table = found = _keys(header[1])
        elif pair := _PAIR.match(line):
            found = (*table, *_keys(pair[1]))
        else:
            continue
        for length in range(1, len(found) + 1):
            lines.setdefault(found[:length], number)
    return lines


def _outside_long_texts(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a file, less those that a text in triple quotes goes on in."""
    closing = ""
    for number, line in enumerate(text.splitlines(), 1):
        if closing:
            closing = "" if closing in line else closing
            continue
        yield number, line
        closing = next((quotes for quotes in _LONG_QUOTES if line.count(quotes) % 2), "")


def _keys(dotted: str) -> Keys:
    return tuple(part.strip("\"'") for part in re.findall(_KEY, dotted))
