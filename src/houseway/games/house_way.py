"""The house way: the written rule by which a dealer must choose two cards, as an ordered list of lines, as data.

A line gives the properties that two cards must have. The first line that any two of the cards satisfy applies, and the
highest pair that satisfies it is kept. The lines of a game are in its sheet, with the changes by readings beside each
line. So another game brings another list and no code.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from hashlib import sha256
from itertools import combinations
from typing import Any

from houseway.cards.card import ACE, DEUCE, N_NATURAL, N_SUITS, RANKS, Card, rank_of, suit_of
from houseway.cards.notation import format_cards
from houseway.errors import BadCards, unknown
from houseway.games.engine.sheet import read_sheet_data, sheet

Pair = tuple[Card, Card]
Score = tuple[int, ...]

SUITED, UNSUITED, ANY = "suited", "unsuited", "any"
SUITED_AFTER_RANK = "suited-after-rank"
SUIT_RULES = (SUITED, UNSUITED, ANY, SUITED_AFTER_RANK)
HIGH_FIRST, LOW_FIRST = "high-first", "low-first"

_NO_LINE: Score = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a house way: its number, its words, and the properties of two cards that satisfy it.

    `top` bounds the rank of the higher card, `second_from` is the lowest rank of the other. `suits` may also decide
    only which pair goes first: SUITED_AFTER_RANK puts a suited pair before an unsuited one of the same ranks.
    `two_highest` allows only the two highest of the cards dealt.
    """

    number: int
    words: str
    pair: bool = False
    connected: bool = False
    two_highest: bool = False
    top: tuple[int, int] = (DEUCE, ACE)
    second_from: int = DEUCE
    suits: str = ANY

    def __post_init__(self) -> None:
        if self.suits not in SUIT_RULES:
            raise unknown(f"rule of suits in line {self.number} of a house way", self.suits, SUIT_RULES)

    def admits(self, top: int, second: int, suited: bool, two_highest: bool) -> bool:
        """Return whether two cards of these ranks, the higher one first, satisfy the line."""
        return (
            self.top[0] <= top <= self.top[1]
            and second >= self.second_from
            and (top == second or not self.pair)
            and (top - second == 1 or not self.connected)
            and (two_highest or not self.two_highest)
            and self.suits != (UNSUITED if suited else SUITED)
        )


@dataclass(frozen=True)
class HouseWay:
    """The lines in order, and how two pairs of cards that satisfy the same line compare."""

    clause: str
    compare: str
    lines: tuple[Line, ...]

    def __post_init__(self) -> None:
        if self.compare not in (HIGH_FIRST, LOW_FIRST):
            raise unknown("comparison in a house way", self.compare, (HIGH_FIRST, LOW_FIRST))

    @cached_property
    def scores(self) -> tuple[Mapping[Pair, Score], Mapping[Pair, Score]]:
        """Return the scores of every two cards: as other than the two highest of those dealt, then as those."""
        deck = [Card(card_id) for card_id in range(N_NATURAL)]
        others, highest = (
            {(first, second): self._score(first, second, two_highest) for first in deck for second in deck}
            for two_highest in (False, True)
        )
        return others, highest

    def _score(self, first: Card, second: Card, two_highest: bool) -> Score:
        """Return a score that is higher for an earlier line, then for ranks, then for suits if the line uses them."""
        top, low = sorted((rank_of(first), rank_of(second)), reverse=True)
        suited = suit_of(first) == suit_of(second)
        for line in self.lines:
            if line.admits(top, low, suited, two_highest):
                ranks = (top, low) if self.compare == HIGH_FIRST else (low, top)
                return (-line.number, *ranks, suited and line.suits == SUITED_AFTER_RANK)
        return _NO_LINE

    @cached_property
    def digest(self) -> str:
        """Return a digest of the choices that the lines make.

        It is the same for any words and numbers that give the same order of all pairs.
        """
        order = sorted({score for table in self.scores for score in table.values()})
        places = {score: place for place, score in enumerate(order)}
        ranked = [places[score] for table in self.scores for _, score in sorted(table.items())]
        return sha256(repr(ranked).encode()).hexdigest()[:16]

    @cached_property
    def by_number(self) -> Mapping[int, Line]:
        """Return the lines by their numbers."""
        return {line.number: line for line in self.lines}


def house_way_choices(cards: Sequence[Card], rules: HouseWay) -> tuple[Line, tuple[Pair, ...]]:
    """Return the line that applies to cards in deal order, and its choices. Each is equally likely in analysis.

    The choices differ only in suits and are in deal order, as two of the cards dealt. If they include copies of a card,
    the same two cards may occur more than once, and count each time.

    >>> from houseway.cards import parse_cards
    >>> line, choices = house_way_choices(parse_cards("7h Ks 7d 7c"), house_way("fast-action-holdem"))
    >>> line.words, [format_cards(pair) for pair in choices]
    ('an unsuited pair of 2s to 7s', ['7h 7d', '7h 7c', '7d 7c'])
    """
    if len(cards) < 2:
        raise BadCards(f"The house way chooses two of several cards; got {format_cards(cards) or 'none'}.")
    others, highest = rules.scores
    top, second = sorted(cards)[:-3:-1]
    highest_sum = top // N_SUITS + second // N_SUITS
    pairs = tuple(combinations(cards, 2))
    try:
        # Two of the cards are the two highest exactly if the sum of their ranks is the largest.
        scored = [
            (highest if pair[0] // N_SUITS + pair[1] // N_SUITS == highest_sum else others)[pair] for pair in pairs
        ]
    except KeyError:
        raise BadCards(f"The house way takes no jokers; got {format_cards(cards)}.") from None
    best = max(scored)
    if best == _NO_LINE:
        raise BadCards(f"No line of the house way covers {format_cards(cards)}.")
    choices = tuple([pair for pair, score in zip(pairs, scored, strict=True) if score == best])
    return rules.by_number[-best[0]], choices


def keep(cards: Sequence[Card], rules: HouseWay) -> tuple[Line, Pair]:
    """Return the line that applies at a table and the two cards kept, the first dealt of equally good ones.

    >>> from houseway.cards import parse_cards
    >>> line, pair = keep(parse_cards("9h 8h Tc 2h"), house_way("fast-action-holdem"))
    >>> line.number, line.words, format_cards(pair)
    (10, 'connected cards, suited', '9h 8h')
    """
    line, choices = house_way_choices(cards, rules)
    return line, choices[0]


def house_way(slug: str, readings: Mapping[str, object] | None = None) -> HouseWay:
    """Return the house way of a game under some readings, with defaults for the others."""
    chosen = sheet(slug).check_readings(readings or {})
    return _house_way(slug, tuple(chosen.items()))


@cache
def _house_way(slug: str, chosen: tuple[tuple[str, str], ...]) -> HouseWay:
    plain = _under(read_sheet_data(slug)["house_way"], dict(chosen))
    lines = tuple(_line(_under(entry, dict(chosen))) for entry in plain["lines"])
    return HouseWay(plain["clause"], plain["compare"], lines)


def _under(plain: Mapping[str, Any], chosen: Mapping[str, str]) -> dict[str, Any]:
    """Return the data with the changes of the chosen readings."""
    result = {key: entry for key, entry in plain.items() if key != "under"}
    for reading_id, changes in plain.get("under", {}).items():
        result.update(changes.get(chosen.get(reading_id), {}))
    return result


def _line(plain: Mapping[str, Any]) -> Line:
    conditions = dict(plain)
    line = Line(conditions.pop("line"), conditions.pop("keep"))
    if "top" in conditions:
        lowest, highest = conditions["top"]
        conditions["top"] = RANKS.index(lowest), RANKS.index(highest)
    if "second_from" in conditions:
        conditions["second_from"] = RANKS.index(conditions["second_from"])
    return replace(line, **conditions)
