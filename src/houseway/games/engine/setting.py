"""The house way of games that set a high and a low hand: an ordered list of lines, as data.

A line applies to hands with given numbers of cards of a rank (`holds`, from the most on) and, if given, a top rank.
Each of its ways gives the cards that may go in front, in the low hand. The first line applies that has a way with a
valid setting, in which the low hand does not outrank the high one. Among a way's settings, the highest low hand is
taken, then the highest high hand. The joker is an ace wherever ranks are counted.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from houseway.cards.card import ACE, DEUCE, RANKS, Card, is_joker, rank_of
from houseway.cards.notation import format_cards
from houseway.errors import BadCards, BadSheet
from houseway.games.engine.sheet import read_sheet_data
from houseway.ranking import ranking
from houseway.ranking.jokers import COMPLETE
from houseway.ranking.natural import ranks_by_frequency

HIGH_CARDS, LOW_CARDS = 5, 2
SETTING = "setting"
"""The key of a sheet that has such a house way."""
Cards = tuple[Card, ...]


class Split(NamedTuple):
    """One way to set a hand: the ranks in front, the values of both hands, and the cards in front and behind."""

    ranks: tuple[int, ...]
    low: int
    high: int
    complete: bool
    fouled: bool
    front: Cards = ()
    behind: Cards = ()


@dataclass(frozen=True, slots=True)
class Way:
    """A rule for the cards that may go in front.

    Groups are the ranks of a hand, largest groups first, then highest ranks. `pair` is the number of the group, or the
    rank, of both cards. `any_pair` takes a pair of any rank. `one_of` is the group or rank of one of them. `behind`
    lists groups that stay whole. `places` are the places of the cards among all, the highest first. `complete` requires
    that the high hand is a straight, a flush or better. `least` is the lowest rank of the higher card in front.
    `above_complete` requires that there is a complete hand, and that the low hand is higher than any that leaves one.
    """

    pair: int | str | None = None
    any_pair: bool = False
    one_of: int | str | None = None
    behind: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    complete: bool = False
    least: str = ""
    above_complete: bool = False

    def admits(self, split: Split, groups: Sequence[int], ranks: Sequence[int]) -> bool:
        """Return whether cards may go in front, for a hand whose ranks descend."""
        top, second = split.ranks
        return (
            (self.pair is None or top == second == _rank(self.pair, groups))
            and (not self.any_pair or top == second)
            and (self.one_of is None or (_rank(self.one_of, groups) in split.ranks and top != second))
            and not any(groups[group - 1] in split.ranks for group in self.behind)
            and (not self.places or split.ranks == tuple(ranks[place - 1] for place in self.places))
            and (not self.complete or split.complete)
            and (not self.least or top >= RANKS.index(self.least))
        )


@dataclass(frozen=True, slots=True)
class SettingLine:
    """One line: its number and words, its hands, and its ways. The first way with a valid setting counts.

    `top` bounds the rank of the first group. `singles` lists ranks of which the hand must have exactly one card.
    """

    number: int
    words: str
    holds: tuple[int, ...] = ()
    top: tuple[int, int] = (DEUCE, ACE)
    singles: tuple[int, ...] = ()
    ways: tuple[Way, ...] = field(default=())

    def is_for(self, counts: Sequence[int], groups: Sequence[int], ranks: Sequence[int]) -> bool:
        """Return whether the line is for a hand with these groups and numbers of cards."""
        return (
            len(counts) >= len(self.holds)
            and all(have >= needed for have, needed in zip(counts, self.holds, strict=False))
            and self.top[0] <= groups[0] <= self.top[1]
            and all(ranks.count(rank) == 1 for rank in self.singles)
        )


@dataclass(frozen=True)
class SettingWay:
    """The lines in order, their clause, and the ranking systems of high and low hands."""

    clause: str
    lines: tuple[SettingLine, ...]
    high: str
    low: str

    def set(self, cards: Sequence[Card]) -> tuple[SettingLine, Split]:
        """Return the line that applies, and the hand as it is set.

        >>> from houseway.cards import parse_cards
        >>> way = setting_way("pai-gow-poker", {}, "pai-gow", "pai-gow-low")
        >>> line, split = way.set(parse_cards("Ah Kd Qs 9c 7h 4d 2s"))
        >>> line.number, format_cards(split.front)
        (13, 'Kd Qs')
        """
        return self._known(tuple(cards))

    @cached_property
    def _known(self) -> Callable[[Cards], tuple[SettingLine, Split]]:
        """Return the recently set hands, because a table looks at the same ones repeatedly."""
        return lru_cache(maxsize=1024)(self._set)

    def _set(self, cards: Cards) -> tuple[SettingLine, Split]:
        if len(cards) != HIGH_CARDS + LOW_CARDS:
            raise BadCards(f"A hand is set from {HIGH_CARDS + LOW_CARDS} cards; got {format_cards(cards) or 'none'}.")
        ranks = sorted(map(rank_as_ace, cards), reverse=True)
        found = self.choose(ranks, self.splits(cards))
        if found is None:
            raise BadCards(f"No line of the house way covers {format_cards(cards)}.")
        return found

    def choose(self, ranks: Sequence[int], every: Iterable[Split]) -> tuple[SettingLine, Split] | None:
        """Return the same from all ways to set a hand of descending ranks, None if no line covers it."""
        counted = ranks_by_frequency(ranks)
        counts, groups = [times for times, _ in counted], [rank for _, rank in counted]
        splits = [split for split in every if not split.fouled]
        highest_complete = max((split.low for split in splits if split.complete), default=0)
        for line in self.lines:
            if line.is_for(counts, groups, ranks):
                for way in line.ways:
                    if way.above_complete and not highest_complete:
                        continue
                    above = highest_complete if way.above_complete else 0
                    left = [each for each in splits if each.low > above and way.admits(each, groups, ranks)]
                    if left:
                        return line, max(left, key=lambda each: each[1:3])
        return None

    def settings_like(self, split: Split) -> tuple[Cards, ...]:
        """Return the other cards that may go in front: those that give both hands the same values."""
        others = self.splits((*split.front, *split.behind))
        return tuple(each.front for each in others if (each.low, each.high) == (split.low, split.high))

    def splits(self, cards: Sequence[Card]) -> Iterator[Split]:
        """Return every way to set a hand, including fouled ones."""
        high_value, low_value = ranking(self.high).value, ranking(self.low).value
        ordered = sorted(cards, key=lambda card: (rank_as_ace(card), card), reverse=True)
        for front in combinations(ordered, LOW_CARDS):
            behind = tuple(card for card in ordered if card not in front)
            low, high = low_value(front), high_value(behind)
            ranks = tuple(map(rank_as_ace, front))
            yield Split(ranks, low, high, self.complete_values[high], self.outranks(low, high), front, behind)

    @cached_property
    def complete_values(self) -> tuple[bool, ...]:
        """Return for every value of a high hand whether it is a straight, a flush or better of that kind."""
        ranked = ranking(self.high)
        return (False, *(ranked.category_of(value) in COMPLETE for value in range(1, ranked.n_values + 1)))

    def is_fouled(self, front: Sequence[Card], behind: Sequence[Card]) -> bool:
        """Return whether the cards in front outrank those behind."""
        return self.outranks(ranking(self.low).value(front), ranking(self.high).value(behind))

    def outranks(self, low: int, high: int) -> bool:
        """Return whether a low hand outranks a high hand, which fouls it.

        A low hand that is equal in all its cards does not.
        """
        return low >= self.fouled_from[high]

    @cached_property
    def fouled_from(self) -> tuple[int, ...]:
        """Return for every value of a high hand the lowest value of a low hand that outranks it."""
        return (0, *(fouled_from(self.high, self.low)))


def fouled_from(high: str, low: str) -> Iterator[int]:
    """Return for the values of high hands, in order, the lowest value of a low hand that outranks them."""
    above, below = ranking(high), ranking(low)
    place_of: Callable[[int], int] = [above.categories.index(category) for category in below.categories].__getitem__
    lows = [(place_of(strength[0]), *strength[1:]) for strength in map(below.strength_of, range(1, below.n_values + 1))]
    least = 0
    for value in range(1, above.n_values + 1):
        strength = above.strength_of(value)
        while least < len(lows) and lows[least] <= strength[: len(lows[least])]:
            least += 1
        yield least + 1


def rank_as_ace(card: int) -> int:
    """Return the rank of a card, with a joker as an ace."""
    return ACE if is_joker(card) else rank_of(card)


def _rank(named: int | str, groups: Sequence[int]) -> int:
    if isinstance(named, str):
        return RANKS.index(named)
    return groups[named - 1] if named <= len(groups) else -1


def has_setting_way(slug: str) -> bool:
    """Return whether the sheet of a game has such a house way."""
    return SETTING in read_sheet_data(slug)


def setting_way(slug: str, readings: Mapping[str, str], high: str, low: str) -> SettingWay:
    """Return the house way of a game's sheet, for the ranking systems of its high and low hands.

    `readings` are choices by subject. Another title's sheet may reuse the lines, with different readings about the same
    subjects.
    """
    return _setting_way(slug, tuple(sorted(readings.items())), high, low)


@cache
def _setting_way(slug: str, readings: tuple[tuple[str, str], ...], high: str, low: str) -> SettingWay:
    plain = read_sheet_data(slug)
    if SETTING not in plain:
        raise BadSheet(f"{slug}.toml: no [{SETTING}]: a game whose dealer sets a hand says how")
    found = dict(plain[SETTING])
    if "as" in found:
        found = {**read_sheet_data(found["as"])[SETTING], **found}
    lines = tuple(_line(_under(entry, dict(readings))) for entry in found["lines"])
    return SettingWay(found["clause"], lines, high, low)


def _under(plain: Mapping[str, Any], readings: Mapping[str, str]) -> dict[str, Any]:
    """Return a line with the changes of the choices in force."""
    result = {key: entry for key, entry in plain.items() if key != "under"}
    for subject, changes in plain.get("under", {}).items():
        result.update(changes.get(readings.get(subject), {}))
    return result


def _line(plain: Mapping[str, Any]) -> SettingLine:
    low, high = plain.get("top", (RANKS[DEUCE], RANKS[ACE]))
    return SettingLine(
        number=plain["line"],
        words=plain["keep"],
        holds=tuple(plain.get("holds", ())),
        top=(RANKS.index(low), RANKS.index(high)),
        singles=tuple(map(RANKS.index, plain.get("singles", ()))),
        ways=tuple(_way(way) for way in plain["ways"]),
    )


def _way(plain: Mapping[str, Any]) -> Way:
    entries: dict[str, Any] = {name: tuple(each) if isinstance(each, list) else each for name, each in plain.items()}
    return Way(**entries)
