"""Reading of a user's TOML file. Any mistake becomes one typed error that names the file and the line."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from houseway.errors import HousewayError

Keys = tuple[str, ...]

_KEY = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_DOTTED = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_TABLE = re.compile(rf"\s*\[\[?\s*({_DOTTED})\s*\]")
_PAIR = re.compile(rf"\s*({_DOTTED})\s*=")
_LONG_QUOTES = ('"' * 3, "'" * 3)


@dataclass(frozen=True, slots=True)
class Place:
    """A part of a file: its name, and its line if that is known.

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
        """Return a place for a source without line numbers, or a place unchanged."""
        return source if isinstance(source, Place) else cls(source)

    def at(self, key: str, words: str = "") -> "Place":
        """Return a part of this part. Without words only its line is shown, not its name."""
        named = f"{self.words}: {words}" if self.words and words else self.words or words
        return replace(self, keys=(*self.keys, key), words=named)

    @property
    def line(self) -> int | None:
        """Return the line of this part, or of the smallest enclosing part with a known line."""
        known = (self.lines.get(self.keys[:length]) for length in range(len(self.keys), 0, -1))
        return next((line for line in known if line is not None), None)

    def __str__(self) -> str:
        where = self.source if self.line is None else f"{self.source}, line {self.line}"
        return f"{where}: {self.words}" if self.words else where


def lines_of(text: str) -> dict[Keys, int]:
    r"""Return the line of each table and each key of a TOML text, counted from 1.

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
    """Return the lines of a file, without those inside a text in triple quotes."""
    closing = ""
    for number, line in enumerate(text.splitlines(), 1):
        if closing:
            closing = "" if closing in line else closing
            continue
        yield number, line
        closing = next((quotes for quotes in _LONG_QUOTES if line.count(quotes) % 2), "")


def _keys(dotted: str) -> Keys:
    return tuple(part.strip("\"'") for part in re.findall(_KEY, dotted))


LARGEST_FILE = 64 * 1024
LARGEST_INTEGER_BITS = 63


Contents = tuple[dict[str, Any], Place]
"""The content of a file, and the places of its parts."""


def read_toml(path: Path, kind: str, error: type[HousewayError]) -> Contents:
    """Return the contents of a file of some kind, such as a pay table. A file too large for that kind is not read."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as problem:
        raise error(f"Cannot read {path}: {getattr(problem, 'strerror', None) or problem}.") from None
    if len(content) > LARGEST_FILE:
        raise error(f"{path} is too large for a {kind}: at most {LARGEST_FILE // 1024} KiB.")
    return parse_toml(content, str(path), error)


def parse_toml(content: bytes, source: str, error: type[HousewayError]) -> Contents:
    """Return the same for contents already read, from a named source."""
    try:
        text = content.decode("utf-8-sig")
        plain = tomllib.loads(text)
        _check_integers(plain)
    except (ValueError, RecursionError) as problem:
        raise error(f"{source} is not a TOML file: {problem}.") from None
    return plain, Place(source, lines_of(text))


def _check_integers(plain: object) -> None:
    """Refuse integers outside TOML's guaranteed range. Python would not even print a number of some thousand digits."""
    if isinstance(plain, int) and plain.bit_length() > LARGEST_INTEGER_BITS:
        raise ValueError(f"a whole number of more than {LARGEST_INTEGER_BITS + 1} bits")
    parts = plain.values() if isinstance(plain, dict) else plain if isinstance(plain, list) else ()
    for part in parts:
        _check_integers(part)
