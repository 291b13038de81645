"""Turn plain documents into named entries: figures apart from words, short values as they are, long ones as hashes.

A figure is a number, an amount, a fraction, cards, a clause, an identifier or a JSON key: it may never change. Words
are what people read: labels and sentences. A rewording changes entries of words only, because the figures of a sentence
are taken out of it and kept with the figures.
"""

import json
import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

LONGEST_LITERAL = 44
"""Longer texts are kept as a hash."""
WHOLE, EACH = 10, 3
"""Hexadecimal digits of the hash of an entry, and of one item of a list, by which the item that differs is found."""
EMPTY = "~"
"""The entry that has the keys of an object that hold nothing."""
DIGITS = 10
"""Significant digits of floating-point numbers: the last ones may depend on the machine."""
MOST_ITEMS = 64
"""A longer list is kept as a hash of its stretches, which are at most so many."""

IDENTIFIERS = frozenset(
    [
        "about",
        "action",
        "base",
        "block",
        "changed",
        "clause",
        "clauses",
        "code",
        "default",
        "edition",
        "form",
        "format",
        "game",
        "id",
        "jurisdiction",
        "kind",
        "paytable",
        "ranking",
        "seed",
        "skill",
        "slug",
        "source",
        "strategy",
        "to",
        "wager",
    ]
)
"""Keys whose texts are names that programs read."""
SPOKEN = frozenset(
    [
        "caption",
        "help",
        "label",
        "note",
        "notes",
        "question",
        "reason",
        "subtitle",
        "summary",
        "text",
        "title",
        "words",
    ]
)
"""Keys whose texts are words, whatever they look like."""
KEYED_BY_WORDS = frozenset({"decisions"})
"""Keys of objects whose keys are words even where they look like names."""

_FIGURE = re.compile(r"[\s$+\-−±≈<>≤≥(]*[\d.][\d\s.,:;/()×%$+\-−±e–^]*(?:to 1|for 1|%|x)?\)?")
_CARDS = re.compile(r"(?:[2-9TJQKA][shdc]|\?\?|[BR]J|Jk)(?: (?:[2-9TJQKA][shdc]|\?\?|[BR]J|Jk))*")
_NAME = re.compile(r"[A-Za-z0-9]+(?:[-_.:/=][A-Za-z0-9]+)+|[0-9a-f]{16,}|[A-Z0-9]{2,4}-[A-Z0-9]+[a-z]?")
_READING = re.compile(r"[0-9A-Z]{1,4}-R\w{1,2}")
_IN_TEXT = re.compile(r"\$?\d[\d,]*\.\d+%?|\$\d[\d,]*|\d+/\d+|\d[\d,]*%|\d{1,3}(?:,\d{3})+|\d{4,}")

Plain = Any
"""What JSON can hold."""


DIGESTS_OF_WORDS = {"clauses_version"}
"""Keys whose texts are hashes of words: they change with every rewording, and their digits are no figures."""


class Figure(str):
    """A text that programs read, whatever it looks like."""

    __slots__ = ()


def is_figure(key: str, text: str) -> bool:
    """Return whether a text is a figure or a name rather than words for people.

    >>> [is_figure("ev", "-1/37"), is_figure("cards", "As Kd"), is_figure("game", "pick-2-poker")]
    [True, True, True]
    >>> [is_figure("3CP-R3", "push"), is_figure("3CP-R3", "Who wins ties?")]
    [True, False]
    >>> [is_figure("title", "Flush"), is_figure("note", "The house edge is 3.37%.")]
    [False, False]
    """
    if key in SPOKEN:
        return False
    if not text or key in IDENTIFIERS or (_READING.fullmatch(key) and " " not in text):
        return True
    return any(pattern.fullmatch(text) for pattern in (_FIGURE, _CARDS, _NAME))


def figures_in(text: str) -> list[str]:
    """Return the figures of a sentence, sorted: decimals, fractions, amounts, shares and large numbers.

    >>> figures_in("The edge is 3.37% of a $10 Ante, or 1/30, on 5 cards.")
    ['$10', '1/30', '3.37%']
    """
    return sorted(_IN_TEXT.findall(text))


def parted(value: Plain, key: str = "") -> tuple[Plain, Plain]:
    """Return the figures of a document, and its words; None where it has no words.

    Words leave the figures that are in them. A list of words alone leaves the figures of all of them, sorted, so that a
    sentence more or less, or in another place, changes no figure.
    """
    if isinstance(value, Figure):
        return str(value), None
    if isinstance(value, str) and key in DIGESTS_OF_WORDS:
        return [], value
    if isinstance(value, str):
        return (value, None) if is_figure(key, value) else (figures_in(value), value)
    if isinstance(value, Mapping):
        return _parted_object(value, key)
    if isinstance(value, list | tuple):
        pairs = [parted(item, key) for item in value]
        spoken = {f"{place:02}": words for place, (_, words) in enumerate(pairs) if words is not None}
        if pairs and all(isinstance(words, str) for _, words in pairs):
            return sorted(figure for figures, _ in pairs for figure in figures), spoken
        return [figures for figures, _ in pairs], spoken or None
    return (float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value), None


def _parted_object(value: Mapping[str, Plain], key: str) -> tuple[Plain, Plain]:
    figures: dict[str, Plain] = {}
    words: dict[str, Plain] = {}
    for place, (name, item) in enumerate(value.items()):
        spoken = key in KEYED_BY_WORDS or " " in str(name)
        kept = f"{place:02}" if spoken else str(name)
        if spoken:
            words[f"{kept} name"] = str(name)
        figures[kept], said = parted(item, kept)
        if said is not None:
            words[kept] = said
    return figures, words or None


def canonical(value: Plain) -> str:
    """Return a document as one text."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def digest(value: Plain, length: int = WHOLE) -> str:
    """Return the first digits of the hash of a document."""
    return sha256(canonical(value).encode()).hexdigest()[:length]


def kept(value: Plain) -> Plain:
    """Return how a value is stored: itself where it is short, else a hash.

    A list also has a few digits for each item, or for each stretch of a long list.
    """
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str) and len(value) <= LONGEST_LITERAL:
        return value
    if isinstance(value, list) and value:
        short = canonical(value)
        if len(short) <= LONGEST_LITERAL:
            return short
        items = "".join(digest(item, EACH) for item in stretches(value))
        return f"#{digest(value)} {len(value)}:{items}"
    return f"#{digest(value)}"


def stretches(items: list[Plain]) -> list[Plain]:
    """Return the items of a list, or, of a long one, its stretches."""
    if len(items) <= MOST_ITEMS:
        return items
    size = -(-len(items) // MOST_ITEMS)
    return [items[start : start + size] for start in range(0, len(items), size)]


def differing_items(stored: Plain, items: list[Plain]) -> list[int]:
    """Return the places of a list whose digits differ from the stored ones; empty where they cannot be compared."""
    if not isinstance(stored, str) or not stored.startswith("#") or ":" not in stored:
        return []
    count, _, digits = stored.partition(" ")[2].partition(":")
    if int(count) != len(items) or len(items) > MOST_ITEMS:
        return []
    now = [digest(item, EACH) for item in items]
    before = [digits[start : start + EACH] for start in range(0, len(digits), EACH)]
    return [place for place, (old, new) in enumerate(zip(before, now, strict=True)) if old != new]


def entries(name: str, value: Plain, depth: int) -> Iterator[tuple[str, Plain]]:
    """Yield the entries of a document, name and value: objects are taken apart down to a depth.

    The keys of an object that hold no figure, such as words without any, share one entry.
    """
    if isinstance(value, Mapping) and value and depth > 0:
        if empty := sorted(str(key) for key in value if value[key] in ([], {}, "")):
            yield f"{name}/{EMPTY}", " ".join(empty)
        for key in value:
            if str(key) not in empty:
                yield from entries(f"{name}/{str(key).replace('/', ':')}", value[key], depth - 1)
    else:
        yield name, value
