"""A reader of printed rule lists: English words become checks on cards, by code that knows nothing of the rules' data.

It reads the lines as a player does: from the top, the first that holds says what to do. Hands are ranked by the ranking
systems; everything else is worked out here from the cards.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from houseway.ranking import Category, ranking

RANKS = "23456789TJQKA"
NAMES = ["deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
PLURALS = ["sixes" if name == "six" else f"{name}s" for name in NAMES]
NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven"]
Cards = Sequence[int]


@dataclass(frozen=True)
class Observation:
    """What a seat sees; `system` ranks its hand, `decision` is the title of what it decides."""

    own: Cards
    board: Cards = ()
    up: Cards = ()
    system: str = "standard"
    decision: str = ""


def rank(card: int) -> int:
    return card // 4


def suit(card: int) -> int:
    return card % 4


# Hands in the order of their ranking.


def lowest_named(words: str, system: str) -> tuple[int, tuple[int, ...]]:
    """The place of the category and the ranks that words such as `a pair of fours with K-9` name."""
    order = ranking(system).categories
    words = re.sub(r"^an? ", "", words)
    if found := re.fullmatch(r"(\d+) points", words):
        return order.index(Category(f"{found[1]} points")), ()
    if found := re.fullmatch(r"(?:(.+), )?((?:[2-9TJQKA]-)+[2-9TJQKA]|\w+ high)", words):
        category = Category(found[1]) if found[1] else Category.HIGH_CARD
        if found[2].endswith(" high"):
            return order.index(category), (NAMES.index(found[2].removesuffix(" high")),)
        return order.index(category), tuple(map(RANKS.index, found[2].split("-")))
    kickers: tuple[int, ...] = ()
    if found := re.fullmatch(r"(.+) with (?:an? (\w+)|((?:[2-9TJQKA]-)+[2-9TJQKA]))", words):
        words = found[1]
        kickers = (NAMES.index(found[2]),) if found[2] else tuple(map(RANKS.index, found[3].split("-")))
    if words.startswith("pair of "):
        return order.index(Category.PAIR), (PLURALS.index(words.removeprefix("pair of ")), *kickers)
    if found := re.fullmatch(r"(three|four) of a kind, (\w+)", words):
        return order.index(Category(f"{found[1]} of a kind")), (PLURALS.index(found[2]), *kickers)
    if found := re.fullmatch(r"(two pair|full house), (\w+) (?:and|over) (\w+)", words):
        return order.index(Category(found[1])), (PLURALS.index(found[2]), PLURALS.index(found[3]), *kickers)
    return order.index(Category(words)), ()


def is_at_least(words: str, system: str, strength: tuple[int, ...]) -> bool:
    """Whether a hand of a strength is what the words name, or better."""
    named = re.sub(r" or (better|fewer)$", "", words)
    assert named != words, words
    place, ranks = lowest_named(named, system)
    return strength >= (place, *ranks)


def strength(system: str, cards: Cards) -> tuple[int, ...]:
    """The strength of a hand: its category's place, then its ranks."""
    return ranking(system).strength_of(ranking(system).value(cards))


# What the dealer shows.


def shows(words: str, up: Cards) -> bool:
    """Whether up cards are of a kind, or of one in a run of kinds, such as `four high to jack high`."""
    first, _, last = words.partition(" to ")
    counts = Counter(map(rank, up))
    kind = max((times, which) for which, times in counts.items())
    return up_kind(first) <= kind <= up_kind(last or first)


def up_kind(words: str) -> tuple[int, int]:
    """How often the most frequent rank of up cards is there, and that rank."""
    if words in RANKS:
        return 1, RANKS.index(words)
    if words.endswith(" high"):
        return 1, NAMES.index(words.removesuffix(" high"))
    times, _, which = words.replace("a pair of", "two").partition(" ")
    return NUMBERS.index(times), PLURALS.index(which)


# Cards to keep in a draw.

KEPT = ("cards of one rank", "suited cards that fit a straight", "suited cards", "cards that fit a straight")


def kept(own: Cards) -> tuple[str, Cards]:
    """The first kind that some cards but one have, and those cards, the highest of several."""
    ways = sorted(combinations(own, len(own) - 1), key=lambda way: sorted(map(rank, way), reverse=True), reverse=True)
    for kind in KEPT:
        for way in ways:
            if _is_kept(kind, way, len(own)):
                return kind, way
    return "nothing of these kinds", ways[0]


def _is_kept(kind: str, way: Cards, n_own: int) -> bool:
    ranks, one_suit = list(map(rank, way)), len(set(map(suit, way))) == 1
    apart = [max(each) - min(each) for each in (ranks, [-1 if r == 12 else r for r in ranks])]
    fits = len(set(ranks)) == len(ranks) and min(apart) <= n_own - 1
    if kind == "cards of one rank":
        return len(set(ranks)) < len(ranks)
    return (one_suit or "suited" not in kind) and (fits or "fit" not in kind)


# Staged stud.


def stud(words: str, cards: Cards, notes: Sequence[str]) -> bool:
    """Whether the cards in sight have what all parts of the words ask."""
    return all(_stud(part, cards, notes) for part in words.split(" and "))


def _stud(words: str, cards: Cards, notes: Sequence[str]) -> bool:
    ranks, times = list(map(rank, cards)), Counter(map(rank, cards))
    most_suited = max(Counter(map(suit, cards)).values())
    if found := re.fullmatch(r"(\d+) points or more( without a pair)?", words):
        counts = _points(next(note for note in notes if note.startswith("Points: ")))
        return sum(counts[each] for each in ranks) >= int(found[1]) and (not found[2] or max(times.values()) == 1)
    if found := re.fullmatch(r"(\d+) cards of a suit( or more)?", words):
        assert found[2] or int(found[1]) == len(cards)
        return most_suited >= int(found[1])
    if found := re.fullmatch(r"(\d+) to a straight( flush)? with (no|at most (\d+)) gaps?", words):
        assert int(found[1]) == len(cards)
        spans = [max(each) - min(each) + 1 for each in (ranks, [-1 if r == 12 else r for r in ranks])]
        fits = max(times.values()) == 1 and min(spans) <= 5
        gaps = min(spans) - len(cards)
        return fits and gaps <= int(found[4] or 0) and (not found[2] or most_suited == len(cards))
    lowest = words.removesuffix(" or better")
    pairs = [which for which, n in times.items() if n == 2]
    three = max(times.values()) > 2
    if lowest == "three of a kind":
        return three
    if lowest == "two pair":
        return three or len(pairs) > 1
    least = 0 if lowest == "a pair" else PLURALS.index(lowest.removeprefix("a pair of "))
    return three or len(pairs) > 1 or any(which >= least for which in pairs)


def _points(note: str) -> list[int]:
    points = [0] * 13
    for part in note.removeprefix("Points: ").removesuffix(".").split(", "):
        found = re.fullmatch(r"(\d) for each (\w+)(?: to (\w+))?", part)
        assert found, part
        first, last = NAMES.index(found[2]), NAMES.index(found[3] or found[2])
        points[first : last + 1] = [int(found[1])] * (last - first + 1)
    return points


# Two cards with a board.


def starting(words: str, own: Cards) -> bool:
    """Whether two cards are among `K-5+`, `3-2 to 7-2 offsuit`, `any ace`."""
    low, high = sorted(map(rank, own))
    if words == "every hand":
        return True
    if words == "any pair":
        return low == high
    if words == "any ace":
        return high == 12 and low != high
    found = re.fullmatch(r"(.)-(.)(\+| to (.)-(.))?( suited| offsuit)?", words)
    assert found, words
    if found[6] and (suit(own[0]) == suit(own[1])) != (found[6] == " suited"):
        return False
    first = RANKS.index(found[1]), RANKS.index(found[2])
    if first[0] == first[1]:
        last = RANKS.index(found[4]) if found[4] else 12 if found[3] else first[0]
        return low == high and first[0] <= high <= last
    if found[3] == "+":
        return high == first[0] and first[1] <= low < high
    last_high, last_low = (RANKS.index(found[4]), RANKS.index(found[5])) if found[4] else first
    return low != high and first[0] <= high <= last_high and first[1] <= low <= last_low


def on_board(words: str, own: Cards, board: Cards) -> bool:
    """Whether two cards with a board have what all parts of the words ask."""
    return all(_on_board(part, own, board) for part in re.split(r" and (?!higher)", words))


def _on_board(words: str, own: Cards, board: Cards) -> bool:
    mine, every = sorted(map(rank, own)), [*own, *board]
    if found := re.fullmatch(r"an? (\w+)( or higher)? of yours", words):
        return mine[1] >= NAMES.index(found[1])
    if found := re.fullmatch(r"both your cards (\w+?)s?( or higher)?", words):
        return mine[0] >= NAMES.index(found[1] if found[1] in NAMES else f"{found[1]}s")
    if found := re.fullmatch(r"(\w+) to a flush(?: with your (\w+)(?: or higher)? in it)?", words):
        many = [each for each in range(4) if sum(suit(card) == each for card in every) == NUMBERS.index(found[1])]
        in_it = [rank(card) for card in own if suit(card) in many]
        return bool(in_it) and max(in_it) >= (NAMES.index(found[2]) if found[2] else 0)
    if found := re.fullmatch(r"(\w+) to a straight( in two ways)?", words):
        length = NUMBERS.index(found[1]) + 1
        fresh = _completing(set(map(rank, every)), length) - _completing(set(map(rank, board)), length)
        return len(fresh) >= (2 if found[2] else 1)
    if found := re.fullmatch(r"at most (\d+) dealer outs?", words):
        order = ranking("standard")
        value = order.value(every)
        unseen = [card for card in range(52) if card not in every]
        return sum(order.value([*board, card]) > value for card in unseen) <= int(found[1])
    return _hidden(words.removesuffix(" or better"), own, board)


def _completing(ranks: set[int], many: int) -> set[int]:
    """The ranks that are lacking and would make so many in a row."""
    rows = [{12, *range(many - 1)}, *(set(range(low, low + many)) for low in range(14 - many))]
    return {next(iter(row - ranks)) for row in rows if len(row - ranks) == 1}


def _hidden(words: str, own: Cards, board: Cards) -> bool:
    """A pair or more that a card of the player's makes, where the hand is of a higher kind than the board's."""
    if _kind([*own, *board]) <= _kind(board):
        return False
    on = Counter(map(rank, board))
    one, other = map(rank, own)
    if one == other:
        pair, more = one, on[one] > 0
    else:
        pairing = [each for each in (one, other) if on[each]]
        pair, more = max(pairing, default=-1), len(pairing) > 1 or any(on[each] > 1 for each in pairing)
    if more or _kind([*own, *board]) > 2:
        return True
    above = sum(each > pair for each in on)
    most = {"a hidden pair": 99, "a hidden second pair": 1, "a hidden top pair": 0}
    return pair >= 0 and above <= most.get(words, -1)


def _kind(cards: Cards) -> int:
    """0 high card, 1 pair, 2 two pair, and so on; of fewer than five cards what they are by rank."""
    if len(cards) >= 5:
        return int(ranking("standard").category_places[ranking("standard").value(cards)])
    times = sorted(Counter(map(rank, cards)).values(), reverse=True)
    return {(4,): 7, (3,): 3, (3, 1): 3, (2, 2): 2, (2,): 1, (2, 1): 1, (2, 1, 1): 1}.get(tuple(times), 0)


# Whole lists.


def first_line(lines: Sequence[str], sight: Observation) -> tuple[str, str]:
    """The first line whose words hold, and the title of the option that it takes."""
    notes = [line for line in lines if " with " not in line.partition(": ")[2] and ": " in line]
    for line in lines:
        if line in notes:
            continue
        rest = line
        if sight.decision:
            if not rest.startswith(sight.decision):
                continue
            rest = re.sub(r"^(, after [^:]+)?: ", "", rest.removeprefix(sight.decision))
        elif found := re.fullmatch(r"Dealer shows (.+?): (.+)", rest):
            if not shows(found[1], sight.up):
                continue
            rest = found[2]
        elif found := re.fullmatch(r"With (.+?) to keep: (.+)", rest):
            if kept(sight.own)[0] != found[1]:
                continue
            rest = found[2]
        for option, checks in _rules(rest):
            if any(holds(check, sight, notes) for check in checks):
                return line, option
    raise AssertionError(f"no line holds: {sight}")


def _rules(rest: str) -> list[tuple[str, list[str]]]:
    """The options of a line with what each asks; words without an option of their own belong to the one before."""
    found: list[tuple[str, list[str]]] = []
    for part in rest.split("; "):
        option, divider, check = part.partition(" with ")
        asks = re.match(r"an? |\d|four |three |at most |both |hidden |two ", option)
        if divider and not asks:
            found.append((option[0].lower() + option[1:], [check]))
        else:
            found[-1][1].append(part)
    return found


def holds(check: str, sight: Observation, notes: Sequence[str]) -> bool:
    """Whether one check of a line holds."""
    if check == "everything else":
        return True
    if not sight.decision:
        return is_at_least(check, sight.system, strength(sight.system, sight.own))
    if sight.system == "stud":
        return stud(check, [*sight.own, *sight.board], notes)
    return on_board(check, sight.own, sight.board) if sight.board else starting(check, sight.own)
