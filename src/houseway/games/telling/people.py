"""Names for seats in the texts of a game, and "you" for the reader."""

import re
from collections.abc import Sequence

YOU = "you"
_SEAT = re.compile(r"\bseat (\d+)('s)?((?: \w+)?)")
_ALSO = re.compile(r"\b(and) (\w+)")
IRREGULAR = {"has": "have", "goes": "go", "does": "do"}
VERBS = frozenset((
    "bets", "calls", "checks", "discards", "draws", "folds", "gets", "goes", "has", "holds", "keeps", "loses",
    "makes", "plays", "posts", "pulls", "puts", "raises", "sets", "shows", "splits", "stands", "stays",
    "surrenders", "takes", "wins",
))  # fmt: skip
"""Verbs that games use for seats."""


def with_names(text: str, names: Sequence[str]) -> str:
    """Return a text with names for seat numbers. Verbs about the reader are in the second person.

    >>> with_names("seat 0 keeps two cards and discards two", ["you", "Player 2"])
    'you keep two cards and discard two'
    >>> with_names("four cards to seat 1; seat 0's bets", ["you", "Player 2"])
    'four cards to Player 2; your bets'
    """
    to_reader = False

    def named(found: re.Match[str]) -> str:
        nonlocal to_reader
        seat, owns, then = int(found[1]), found[2], found[3]
        name = names[seat] if seat < len(names) else f"seat {seat}"
        if name != YOU:
            return f"{name}{owns or ''}{then}"
        to_reader = to_reader or then.strip() in VERBS
        return f"your{then}" if owns else f"{name}{_spoken(then)}"

    told = _SEAT.sub(named, text)
    return _ALSO.sub(lambda found: f"{found[1]}{_spoken(f' {found[2]}')}", told) if to_reader else told


def _spoken(verb: str) -> str:
    """Return a verb, with the space before it, in the second person."""
    word = verb.strip()
    if word not in VERBS:
        return verb
    return f" {IRREGULAR.get(word) or word.removesuffix('s')}"
