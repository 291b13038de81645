"""Which line of a rule list applies to the cards in sight, read from the words in which `Play.rules` writes it.

A list is kept as its words: they say all that a person needs to play by it, and so all that is needed here.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from houseway.cards.card import RANK_NAMES, RANK_PLURALS, RANKS, Card, rank_of
from houseway.errors import BadCards
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Compare, Option, Paid
from houseway.ranking import ranking
from houseway.ranking.category import with_article

SHOWN = re.compile(r"Dealer shows (?P<first>.+?)(?: to (?P<last>.+?))?: (?P<rules>.+)")
CUT = re.compile(r"(?P<option>.+?) with (?:(?P<least>.+) or (?:better|fewer)|everything else)")
Up = tuple[int, int]
"""Up cards by how often their most frequent rank is there, and that rank."""


class Applied(NamedTuple):
    """The place of a line in its list, and the option that it takes here."""

    place: int
    option: Option


def applied_line(game: DeclaredGame, lines: Sequence[str], own: Sequence[Card], up: Sequence[Card]) -> Applied | None:
    """The first line that takes an option with these cards; None where they are no whole hand, or the lines no cuts."""
    options = {option.title.lower(): option for decision in game.decisions() for option in decision.offered(game)}
    system = named_by(game)
    try:
        value = ranking(system).value(own)
    except BadCards:
        return None
    for place, line in enumerate(lines):
        shown = SHOWN.fullmatch(line)
        if shown is not None and not _is_among(shown, up):
            continue
        for rule in (shown["rules"] if shown is not None else line).split("; "):
            cut = CUT.fullmatch(rule)
            if cut is None or cut["option"].lower() not in options:
                return None
            least = 0 if cut["least"] is None else values_named(system).get(cut["least"])
            if least is None:
                return None
            if value >= least:
                return Applied(place, options[cut["option"].lower()])
    return None


def named_by(game: DeclaredGame) -> str:
    """The system of `situations.naming_system`, without the arrays that come with that module: servers load none."""
    compared = game.every(Compare)
    return game.system(compared[0]) if compared else game.table(game.every(Paid)[0]).form.system


@cache
def values_named(system: str) -> dict[str, int]:
    """The lowest value of each name of a hand, as a rule has it."""
    ranked = ranking(system)
    return {with_article(ranked.describe(value).name): value for value in range(ranked.n_values, 0, -1)}


def _is_among(shown: re.Match[str], up: Sequence[Card]) -> bool:
    """Whether up cards are of one of the kinds that a line is about."""
    counts = Counter(map(rank_of, up))
    kind = max((times, rank) for rank, times in counts.items())
    kinds = _kinds(len(up))
    first, last = kinds.get(shown["first"]), kinds.get(shown["last"] or shown["first"])
    return first is not None and last is not None and first <= kind <= last


@cache
def _kinds(n_up: int) -> dict[str, Up]:
    """Every kind of up cards by its name."""
    single = RANKS if n_up == 1 else [f"{name} high" for name in RANK_NAMES]
    names: dict[str, Up] = {name: (1, rank) for rank, name in enumerate(single)}
    for times, words in ((2, "a pair of"), (3, "three"), (4, "four")):
        names |= {f"{words} {plural}": (times, rank) for rank, plural in enumerate(RANK_PLURALS)}
    return names
