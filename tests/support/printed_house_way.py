"""A reader of the printed house way of pai gow: English words become settings, by code that knows nothing of its data.

It reads the lines as a dealer does: from the top, the first that is for the hand and can be followed is used. A line
that is printed as an exception to another is tried before that one.
A joker counts as an ace. Hands are ranked by the ranking systems; everything else is worked out here from the cards.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from houseway.ranking import Category, ranking
from support.printed_rules import NAMES, PLURALS

ACE = NAMES.index("ace")
JOKER = 52
SUCH = {Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}
"""A straight, flush or straight flush; a royal flush is the highest of these."""
NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
Settings = list["Setting"]


def rank(card: int) -> int:
    return ACE if card >= JOKER else card // 4


@dataclass(frozen=True)
class Setting:
    """Two cards in front and five behind, with the ranks of the two from the top and both hands' values."""

    front: tuple[int, ...]
    ranks: tuple[int, ...]
    low: int
    high: int
    category: Category
    outranked: bool


@dataclass(frozen=True)
class Hand:
    """Seven cards: how often each rank is there, and every setting in which the front does not outrank the back."""

    cards: tuple[int, ...]
    times: Counter[int]
    settings: tuple[Setting, ...]

    def of(self, least: int, but: int = -1) -> list[int]:
        """The ranks of which there are so many cards or more, the highest first."""
        return sorted((each for each, times in self.times.items() if times >= least and each != but), reverse=True)

    @property
    def such(self) -> Settings:
        """The settings with a straight, flush or straight flush behind."""
        return [each for each in self.settings if each.category in SUCH]


def hand_of(cards: Sequence[int], high: str, low: str) -> Hand:
    settings = []
    for front in combinations(cards, 2):
        behind = [card for card in cards if card not in front]
        above, below = ranking(high).value(behind), ranking(low).value(front)
        ranks = tuple(sorted(map(rank, front), reverse=True))
        category = ranking(high).category_of(above)
        settings.append(Setting(front, ranks, below, above, category, _outranks(ranks, category, behind)))
    return Hand(tuple(cards), Counter(map(rank, cards)), tuple(each for each in settings if not each.outranked))


def _outranks(front: tuple[int, ...], category: Category, behind: Sequence[int]) -> bool:
    """Whether two cards beat the hand behind them: by their pair, or by their cards from the top."""
    times = Counter(map(rank, behind))
    if front[0] == front[1]:
        pairs = [each for each, n in times.items() if n >= 2]
        return category is Category.HIGH_CARD or (category is Category.PAIR and front[0] > max(pairs))
    return category is Category.HIGH_CARD and list(front) > sorted(times, reverse=True)[:2]


# Which hands a line is for.


def holds(words: str, hand: Hand) -> bool:
    """Whether a hand is of the kind that the words before the colon name."""
    counted = "|".join(NUMBERS)
    if found := re.fullmatch(rf"({counted}) ({'|'.join(PLURALS)})(?: (or higher|or lower)| to (\w+))?", words):
        return any(_within(each, found[2], found[3], found[4]) for each in hand.of(NUMBERS[found[1]]))
    if found := re.fullmatch(r"two pairs, the higher of (\w+) (?:or above|to (\w+))", words):
        pairs = hand.of(2)
        return len(pairs) >= 2 and _within(pairs[0], found[1], None if found[2] else "or higher", found[2])
    if found := re.fullmatch(r"one ace and a pair of (\w+) to (\w+)", words):
        pairs = [each for each in hand.of(2) if _within(each, found[1], None, found[2])]
        return hand.times[ACE] == 1 and bool(pairs)
    kinds: dict[str, Callable[[], bool]] = {
        "four of a kind with a pair or three of a kind": lambda: bool(hand.of(4)) and len(hand.of(2)) >= 2,
        "two threes of a kind": lambda: len(hand.of(3)) >= 2,
        "full house": lambda: bool(hand.of(3)) and len(hand.of(2)) >= 2,
        "three pairs": lambda: len(hand.of(2)) >= 3,
        "three of a kind with a straight or flush": lambda: bool(hand.of(3)) and bool(hand.such),
        "straight, flush or straight flush": lambda: bool(hand.such),
        "one pair": lambda: bool(hand.of(2)),
        "nothing": lambda: True,
    }
    return kinds[words]()


def _within(which: int, first: str, onwards: str | None, last: str | None) -> bool:
    """Whether a rank is the one that is named, or from it upwards, downwards, or to another."""
    named = PLURALS.index(first)
    if onwards == "or higher":
        return which >= named
    if onwards == "or lower":
        return which <= named
    return named <= which <= PLURALS.index(last) if last else which == named


# How such a hand is set.


def follow(kind: str, words: str, hand: Hand, general: Callable[[int], Settings]) -> Settings:
    """The settings that the words after the colon ask for; none where they cannot be followed.

    `general` is how the line of a number sets the hand, to which an exception is compared.
    """
    if found := re.fullmatch(r"(.+), if that low hand is higher than the one that line (\d+) leaves", words):
        least = max(each.low for each in general(int(found[2])))
        return [each for each in follow(kind, found[1], hand, general) if each.low > least]
    first, *otherwise = words.split(", otherwise ", maxsplit=1)
    return _asked(kind, first, hand) or (follow(kind, otherwise[0], hand, general) if otherwise else [])


def _asked(kind: str, words: str, hand: Hand) -> Settings:
    most = max(hand.times.values())
    main = next(each for each in hand.of(most) if hand.times[each] == most)
    pairs = hand.of(2)
    others = hand.of(1, but=main)

    def in_front(*ranks: int) -> Settings:
        return [each for each in hand.settings if each.ranks == ranks]

    def pair_but_main() -> Settings:
        return in_front(*[next(each for each in pairs if each != main)] * 2)

    def paired(settings: Iterable[Setting]) -> Settings:
        return [each for each in settings if each.ranks[0] == each.ranks[1]]

    def highest(settings: Settings) -> Settings:
        return [each for each in settings if each.low == max(setting.low for setting in settings)]

    def together() -> Settings:
        """The settings with the two pairs, or all cards of the main rank, behind and the highest others in front."""
        return in_front(*hand_but(hand, pairs[:2])[:2]) if kind.startswith("two pairs") else in_front(*others[:2])

    if found := re.fullmatch(
        r"keep (?:both|both pairs) behind if (.+) can go in front|keep them together if (.+) can go in front", words
    ):
        allowed = [NAMES.index(re.sub(r"^an? ", "", each)) for each in (found[1] or found[2]).split(" or ")]
        return [each for each in together() if each.ranks[0] in allowed]
    if found := re.fullmatch(r"(?:put )?a pair of (\w+)(?: in front if there is one)?", words):
        return in_front(*[PLURALS.index(found[1])] * 2)
    asked: dict[str, Callable[[], Settings]] = {
        "put that pair, or a pair from the three, in front": pair_but_main,
        "split them": lambda: in_front(main, main),
        "keep them together and put the two highest other cards in front": together,
        "put a pair from the higher one in front": lambda: in_front(*[hand.of(3)[0]] * 2),
        "put the higher pair in front": pair_but_main,
        "put the highest pair in front": lambda: in_front(pairs[0], pairs[0]),
        "put the lower pair in front": lambda: in_front(pairs[1], pairs[1]),
        "put the highest pair in front that does not outrank the hand behind, even a pair from the three": lambda: (
            highest(paired(hand.settings))
        ),
        "keep the straight or flush behind and put a pair in front": lambda: paired(hand.such),
        "keep a straight or flush behind and put a pair in front if one is left": lambda: paired(hand.such),
        "put the highest low hand in front that leaves a straight or flush behind": lambda: highest(hand.such),
        "if there is a straight or flush, put the highest low hand in front that leaves one behind": lambda: highest(
            hand.such
        ),
        "put the highest low hand in front that leaves any such hand behind": lambda: highest(hand.such),
        "put one ace and the next highest card in front": lambda: in_front(ACE, others[0]),
        "put the two highest other cards in front": lambda: in_front(*others[:2]),
        "keep the pair behind and put the ace and the next highest card in front": lambda: in_front(
            ACE, hand_but(hand, [main, ACE])[0]
        ),
        "keep the pair behind and put the two highest other cards in front": lambda: in_front(*others[:2]),
        "put the second and third highest cards in front": lambda: in_front(*hand.of(1)[1:3]),
    }
    return asked[words]()


def hand_but(hand: Hand, ranks: Sequence[int]) -> list[int]:
    """The ranks of a hand without some, the highest first."""
    return [each for each in hand.of(1) if each not in ranks]


@dataclass(frozen=True)
class Part:
    """A part of a printed line: its line's number, the hands it is for, how those are set, and what it excepts from."""

    number: int
    kind: str
    words: str
    excepts: int | None


def parts_of(lines: Sequence[str]) -> list[Part]:
    """The parts of the printed lines in the order in which they are tried, an exception before the line it names."""
    parts = []
    for number, line in enumerate(lines, 1):
        for part in line.split("; "):
            kind, colon, words = part.partition(": ")
            assert colon, line
            found = re.fullmatch(r"exception to line (\d+), with (.+)", kind)
            excepts = int(found[1]) if found else None
            assert excepts is None or (excepts != number and 1 <= excepts <= len(lines)), line
            parts.append(Part(number, found[2] if found else kind, words, excepts))
    return sorted(parts, key=lambda part: (part.excepts or part.number, part.excepts is None))


def set_by_words(lines: Sequence[str], hand: Hand) -> tuple[int, Setting]:
    """The number of the printed line that is followed, and the hand as it sets it, the best hand behind."""
    parts = parts_of(lines)

    def by_line(number: int) -> Settings:
        """How a line sets the hand; nothing where the line is not for it."""
        meant = (part for part in parts if part.number == number and holds(part.kind, hand))
        return next(filter(None, (follow(part.kind, part.words, hand, by_line) for part in meant)), [])

    for part in parts:
        applies = part.excepts is None or bool(by_line(part.excepts))
        if applies and holds(part.kind, hand) and (found := follow(part.kind, part.words, hand, by_line)):
            return part.number, max(found, key=lambda each: (each.low, each.high))
    raise AssertionError(f"no line is for {hand.cards}")
