"""The house way of a game in which a hand is set as a high and a low hand: an ordered list of lines that is data.

A line applies to hands with so many cards of a rank (`holds`, from the most on) and, where it says so, a top rank. Each
of its ways says which cards may go in front, in the low hand. The first line applies of which some way leaves a setting
in which the low hand does not outrank the high one; of the settings that a way leaves, the highest low hand is
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
"""The key of a sheet that holds such a house way."""
Cards = tuple[Card, ...]


class Split(NamedTuple):
    """One way to set a hand: the ranks in front, what both hands are worth, and the cards in front and behind."""

    ranks: tuple[int, ...]
    low: int
    high: int
    complete: bool
    fouled: bool
    front: Cards = ()
    behind: Cards = ()


@dataclass(frozen=True, slots=True)
class Way:
    """Which cards may go in front. Groups are the ranks of a hand, those with most cards and then the highest first.

    `pair` is the number of the group, or the rank, of which both are; `any_pair` takes a pair of any rank. `one_of` is
    the group or rank that one of them is of. `behind` lists groups that stay whole. `places` are those of the cards
    among all, the highest first. `complete`: the high hand is a straight, a flush or better. `least` is the least
    rank of the higher one in front. `above_complete`: there is a complete hand, and the low hand is higher than
    any that leaves one.
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
        """Whether cards may go in front, of a hand whose ranks descend."""
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
    """One line: its number and words, the hands that it is for, and its ways, the first that leaves a setting first.

    `top` bounds the rank of the first group; `singles` lists ranks of which just one card must be there.
    """

    number: int
    words: str
    holds: tuple[int, ...] = ()
    top: tuple[int, int] = (DEUCE, ACE)
    singles: tuple[int, ...] = ()
    ways: tuple[Way, ...] = field(default=())

    def is_for(self, counts: Sequence[int], groups: Sequence[int], ranks: Sequence[int]) -> bool:
        """Whether a hand with these groups, and so many cards in each, is meant."""
        return (
            len(counts) >= len(self.holds)
            and all(have >= needed for have, needed in zip(counts, self.holds, strict=False))
            and self.top[0] <= groups[0] <= self.top[1]
            and all(ranks.count(rank) == 1 for rank in self.singles)
        )


@dataclass(frozen=True)
class SettingWay:
    """The lines in order, the clause that calls for them, and the ranking systems of high and low hands."""

    clause: str
    lines: tuple[SettingLine, ...]
    high: str
    low: str

    def set(self, cards: Sequence[Card]) -> tuple[SettingLine, Split]:
        """The line that applies, and the hand as it is set.

        >>> from houseway.cards import parse_cards
        >>> way = setting_way("pai-gow-poker", {}, "pai-gow", "pai-gow-low")
        >>> line, split = way.set(parse_cards("Ah Kd Qs 9c 7h 4d 2s"))
        >>> line.number, format_cards(split.front)
        (13, 'Kd Qs')
        """
        return self._known(tuple(cards))

    @cached_property
    def _known(self) -> Callable[[Cards], tuple[SettingLine, Split]]:
        """Hands that were set lately: a table looks at the same ones again and again."""
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
        """The same for all ways to set a hand of descending ranks; None where no line covers it."""
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
        """What may go in front as well: cards that make both hands worth the same."""
        others = self.splits((*split.front, *split.behind))
        return tuple(each.front for each in others if (each.low, each.high) == (split.low, split.high))

    def splits(self, cards: Sequence[Card]) -> Iterator[Split]:
        """Every way to set a hand, fouled ones too."""
        high_value, low_value = ranking(self.high).value, ranking(self.low).value
        ordered = sorted(cards, key=lambda card: (rank_as_ace(card), card), reverse=True)
        for front in combinations(ordered, LOW_CARDS):
            behind = tuple(card for card in ordered if card not in front)
            low, high = low_value(front), high_value(behind)
            ranks = tuple(map(rank_as_ace, front))
            yield Split(ranks, low, high, self.complete_values[high], self.outranks(low, high), front, behind)

    @cached_property
    def complete_values(self) -> tuple[bool, ...]:
        """For every value of a high hand whether it is a straight, a flush or better of that kind."""
        ranked = ranking(self.high)
        return (False, *(ranked.category_of(value) in COMPLETE for value in range(1, ranked.n_values + 1)))

    def is_fouled(self, front: Sequence[Card], behind: Sequence[Card]) -> bool:
        """Whether the cards in front outrank those behind."""
        return self.outranks(ranking(self.low).value(front), ranking(self.high).value(behind))

    def outranks(self, low: int, high: int) -> bool:
        """Whether a low hand outranks a high hand, which fouls it; equal in all cards of the low hand, it does not."""
        return low >= self.fouled_from[high]

    @cached_property
    def fouled_from(self) -> tuple[int, ...]:
        """For every value of a high hand the least value of a low hand that outranks it."""
        return (0, *(fouled_from(self.high, self.low)))


def fouled_from(high: str, low: str) -> Iterator[int]:
    """For the values of high hands in order the least value of a low hand that outranks them."""
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
    """The rank of a card, a joker being an ace."""
    return ACE if is_joker(card) else rank_of(card)


def _rank(named: int | str, groups: Sequence[int]) -> int:
    if isinstance(named, str):
        return RANKS.index(named)
    return groups[named - 1] if named <= len(groups) else -1


def has_setting_way(slug: str) -> bool:
    """Whether the sheet of a game has such a house way."""
    return SETTING in read_sheet_data(slug)


def setting_way(slug: str, readings: Mapping[str, str], high: str, low: str) -> SettingWay:
    """The house way of a game's sheet, for the ranking systems of its high and low hands.

    `readings` are choices by what they are about: the sheet of another title may take the lines over, with readings of
    its own about the same.
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
    """A line with the changes that the choices in force make."""
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
