"""Readers of the printed rule lists of the games whose lists are written by hand, from the words alone."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from houseway.ranking import ranking
from support.printed_rules import NAMES, NUMBERS, PLURALS, RANKS, rank, suit

Cards = Sequence[int]
ACE, JACK, TEN = 12, 9, 8


def in_a_row(ranks: Sequence[int], length: int) -> bool:
    """Whether so many different ranks follow each other, an ace high or low."""
    low = sorted(-1 if each == ACE else each for each in ranks)
    return len(set(ranks)) == length and any(each[-1] - each[0] == length - 1 for each in (sorted(ranks), low))


# Pick 2 Poker: five cards.


def pick_2_line(lines: Sequence[str], cards: Cards) -> tuple[str, str]:
    """The first line that holds, and what it says to play."""
    for line in lines:
        about, colon, answers = line.partition(": ")
        if not colon:
            answer, _, about = line.partition(" with ")
            if _pick_2_holds(about, cards):
                return line, answer.lower()
        elif _pick_2_holds(about.lower(), cards):
            for rule in answers.split("; "):
                answer, _, cut = rule.partition(" with ")
                if cut == "everything else" or _pick_2_cut(cut.removesuffix(" or better"), cards):
                    return line, answer
    raise AssertionError(f"no line holds: {cards}")


def _pick_2_cut(words: str, cards: Cards) -> bool:
    if words in PLURALS:
        pairs = [which for which, times in Counter(map(rank, cards)).items() if times == 2]
        return max(pairs) >= PLURALS.index(words)
    return sorted(map(rank, cards), reverse=True)[:3] >= list(map(RANKS.index, words.split("-")))


def _pick_2_holds(about: str, cards: Cards) -> bool:
    times = sorted(Counter(map(rank, cards)).values(), reverse=True)
    threes = list(combinations(cards, 3))
    straights = [each for each in threes if in_a_row(list(map(rank, each)), 3)]
    flushes = [each for each in threes if len(set(map(suit, each))) == 1]
    n_pairs, whole_straight = times.count(2), in_a_row(list(map(rank, cards)), 5)
    whole_flush = len(set(map(suit, cards))) == 1
    high = max((max(map(rank, each)) for each in flushes), default=-1)
    if about == "three of a kind, or three to a straight flush":
        return times[0] >= 3 or bool(set(straights) & set(flushes))
    if about == "a three-card straight or flush, no pair, and no five-card straight or flush":
        return bool(straights or flushes) and times[0] == 1 and not whole_straight and not whole_flush
    if about == "a three-card straight and one pair":
        return bool(straights) and n_pairs == 1
    if about == "a three-card straight in two pair or in a five-card straight":
        return bool(straights) and (n_pairs == 2 or whole_straight)
    if about == "a three-card flush in two pair or in a five-card flush":
        return bool(flushes) and (n_pairs == 2 or whole_flush)
    if found := re.fullmatch(r"one pair and a three-card flush, (\w+) high", about):
        return n_pairs == 1 and high == NAMES.index(found[1])
    if about == "one pair and a lower three-card flush":
        return n_pairs == 1 and bool(flushes)
    if about == "any other pair or two pair":
        return n_pairs > 0
    assert about == "everything else", about
    return True


# Fast Action Hold 'Em: four cards, of which two are chosen.


def fast_action_lines(lines: Sequence[str], cards: Cards) -> tuple[set[int], str, str]:
    """The two cards to choose, the line that chooses them, and the line that splits them or nothing."""
    chooses = [line for line in lines if line.startswith("Choose ")]
    named = [re.sub(r", if you hold it.*|\.$", "", line.removeprefix("Choose ")) for line in chooses]

    def merit(two: Cards) -> tuple[int, int, int, bool]:
        low, high = sorted(map(rank, two))
        place = next(at for at, words in enumerate(named) if _two_cards(words, low, high, suit(two[0]) == suit(two[1])))
        return -place, low, high, suit(two[0]) == suit(two[1])

    ways = [(at, tuple(other for other in range(4) if other not in at)) for at in combinations(range(4), 2)]
    merits = {at: (merit([cards[i] for i in at]), merit([cards[i] for i in rest])) for at, rest in ways}
    best = max(merits, key=lambda at: merits[at])
    beside = 1 - merits[best][1][0]
    for line in lines[len(chooses) :]:
        found = re.fullmatch(r"If the other two cards are as in lines? (.+): split .+\.", line)
        assert found, line
        first, to, last = found[1].partition(" to ")
        listed = range(int(first), int(last) + 1) if to else [int(each) for each in re.findall(r"\d+", found[1])]
        if beside in listed:
            return {cards[i] for i in best}, chooses[-merits[best][0][0]], line
    return {cards[i] for i in best}, chooses[-merits[best][0][0]], ""


def _two_cards(words: str, low: int, high: int, suited: bool) -> bool:
    """Whether two cards are what a line names; that lines above do not name them is for the caller."""
    words = words.replace("other ", "")
    if found := re.fullmatch(r"a pair of (\w+)(?: or (higher|lower)| to (\w+))", words):
        first = PLURALS.index(found[1])
        last = PLURALS.index(found[3]) if found[3] else ACE if found[2] == "higher" else first
        return low == high and (0 if found[2] == "lower" else first) <= low <= last
    if found := re.fullmatch(r"two (suited )?cards of (\w+) or higher", words):
        return low >= NAMES.index(found[2]) and (suited or not found[1])
    checks = {
        "two suited cards at most two ranks apart, the higher one a five or higher": suited
        and high - low <= 2
        and high >= 3,
        "a suited ace": suited and high == ACE,
        "an unsuited ace with a jack, queen or king": not suited and high == ACE and JACK <= low < ACE,
        "two suited cards": suited,
        "anace, or two cards in sequence": high == ACE or high - low == 1,
        "any two cards": True,
    }
    return bool(checks[words])


# 2 Hand Hold 'Em: points of two cards after a flop.


def two_hand_points(lines: Sequence[str], hand: Cards, flop: Cards) -> int:
    """The points of a hand, with the numbers that the lines print."""
    text = "\n".join(lines)

    def number(pattern: str) -> int:
        found = re.search(pattern, text)
        assert found, pattern
        return int(found[1])

    high, low = sorted(map(rank, hand), reverse=True)
    on, every = Counter(map(rank, flop)), [*hand, *flop]
    ranks, suits = Counter(map(rank, every)), Counter(map(suit, every))
    straight, flush = in_a_row(list(map(rank, every)), 5), max(suits.values()) == 5
    mine = max(ranks[high], ranks[low])
    less_flush = number(r"all one suit and the hand is less than a flush: (\d+) less")
    less_straight = number(r"the hand is less than a straight: (\d+) less")
    one_suit = len(set(map(suit, flop))) == 1
    close = len(on) == 3 and any(
        set(on) <= row for row in ({12, 0, 1, 2, 3}, *(set(range(a, a + 5)) for a in range(9)))
    )
    full = sorted(ranks.values())[-2:] == [2, 3] or max(ranks.values()) == 4
    if (full and _takes_part(hand, ranks)) or (straight and flush):
        return number(r"straight flush: (\d+)\.")
    strong = number(r"three of a kind with a card of the hand: (\d+)")
    if flush:
        return strong
    points = -less_flush if one_suit else 0
    if straight:
        return points + strong
    points -= less_straight if close else 0
    if mine == 3:
        return points + strong
    if high != low and on[high] and on[low]:
        return points + number(r"pairs a different card of the flop: (\d+)")
    points += number(r"four cards to a flush: (\d+) more") if _suited(hand, suits) == 4 else 0
    if suit(hand[0]) == suit(hand[1]) and suits[suit(hand[0])] == 3:
        points += number(r"one card of it in the flop: (\d+) more")
    away = len(_completing(set(ranks)))
    points += number(r"one card away: (\d+) more") if away == 1 else number(r"(\d+) more if two do") if away > 1 else 0
    paired_flop = max(on.values()) > 1
    if mine == 2:
        pair = high if ranks[high] == 2 else low
        points += number(r"(\d+) times its rank") * pair - number(r"times its rank, less (\d+)")
        points -= number(r"less (\d+) for each flop rank above") * sum(each > pair for each in on)
        if high == low:
            points += number(r"A pair in the hand: (\d+) more")
        elif (low if pair == high else high) >= TEN:
            points += number(r"a ten or better beside it: (\d+) more")
        return points + (number(r"(\d+) more with a pair") if paired_flop else 0)
    points += 2 * high + low - number(r"once the lower, less (\d+)")
    return points + (number(r"(\d+) more with nothing") if paired_flop else 0)


def _takes_part(hand: Cards, ranks: Counter[int]) -> bool:
    return any(ranks[rank(card)] > 1 for card in hand)


def _suited(hand: Cards, suits: Counter[int]) -> int:
    return max(suits[suit(card)] for card in hand)


def _completing(ranks: set[int]) -> set[int]:
    rows = [{12, 0, 1, 2, 3}, *(set(range(low, low + 5)) for low in range(9))]
    return {next(iter(row - ranks)) for row in rows if len(row - ranks) == 1}


# Double Draw Poker: five cards of a deck with jokers, which are aces or any card of a straight or flush.


def double_draw_line(lines: Sequence[str], hand: Cards, draw: int, system: str) -> tuple[str, set[int]]:
    """The first line that holds at a draw, and the cards to hold; none means to fold."""
    for line in lines[:-1]:
        about = line.rpartition(": hold")[0] if ": hold it; with" not in line else line.partition(": hold it")[0]
        only_first = about.startswith("First draw: ")
        for part in _parts(about.removeprefix("First draw: "), only_first):
            text, draws = part
            if draw in draws and (found := _held(text, line, list(hand), system)):
                return line, found
    return lines[-2], set()


def _parts(about: str, only_first: bool) -> list[tuple[str, tuple[int, ...]]]:
    """What a line names, in order, with the draws at which it counts."""
    found = []
    about = re.sub(r" \(a joker is any card[^)]*\)", "", about)
    for text in re.split(r", or else,? ", about):
        draws: tuple[int, ...] = (1,) if only_first else (1, 2)
        lead = re.match(r"[Aa]t the (first|second) draw,? ", text)
        if lead:
            draws, text = ((1,) if lead[1] == "first" else (2,)), text[lead.end() :]
        both, _, _ = text.partition(" or, at the second draw, with a joker one")
        found.append((both, draws))
        if both != text:
            found.append(("a joker and three to a straight", (2,)))
    return found


def _held(text: str, line: str, hand: list[int], system: str) -> set[int]:
    jokers = [card for card in hand if card >= 52]
    as_paired = Counter(ACE if card >= 52 else rank(card) for card in hand)
    aces = {card for card in hand if card >= 52 or rank(card) == ACE}
    order = ranking(system)
    kind = str(order.category_of(order.value(hand)))
    text = text[0].lower() + text[1:]
    if text in ("a straight flush or five aces", "a full house", "a straight or a flush"):
        kinds = {
            "a straight flush or five aces": ("straight flush", "royal flush", "wild royal flush", "five aces"),
            "a full house": ("full house",),
            "a straight or a flush": ("straight", "flush"),
        }[text]
        return set(hand) if kind in kinds else set()
    if text.startswith("three or four aces"):
        return aces if len(aces) >= 3 else set()
    if text == "three or four of a kind":
        which = [each for each, times in as_paired.items() if times >= 3]
        return {card for card in hand if (ACE if card >= 52 else rank(card)) in which}
    if text == "two pair":
        which = [each for each, times in as_paired.items() if times == 2]
        held = {card for card in hand if (ACE if card >= 52 else rank(card)) in which}
        return held if len(which) == 2 else set()
    if text.startswith("a pair of aces"):
        if len(aces) != 2:
            return set()
        natural = [card for card in aces if card < 52]
        if len(natural) == len(jokers) == 1:
            suited = [card for card in hand if card < 52 and card not in aces and suit(card) == suit(natural[0])]
            fitting = [card for card in suited if _straights([card, natural[0]])]
            return aces | set(sorted(fitting)[-1:])
        return aces
    if text.startswith("any pair"):
        pair = max((each for each, times in as_paired.items() if times == 2), default=-1)
        held = {card for card in hand if (ACE if card >= 52 else rank(card)) == pair}
        return held | aces if held else set()
    if text == "a joker and three to a straight":
        return _group(hand, 4, 1, suited=False, with_joker=True)
    if text in ("an ace and a card of its suit", "an ace and a card that fits a straight with it"):
        natural = [card for card in hand if card < 52 and rank(card) == ACE]
        others = [card for card in hand if card < 52 and rank(card) != ACE]
        pairs = [{one, ace} for ace in natural for one in others]
        if "suit" in text:
            pairs = [pair for pair in pairs if len({suit(card) for card in pair}) == 1]
        else:
            pairs = [pair for pair in pairs if _straights(list(pair))]
        return max(
            pairs, key=lambda pair: (_straights(list(pair)), sorted(map(rank, pair), reverse=True)), default=set()
        )
    found = re.fullmatch(
        r"(two|three|four)( suited)?(?: cards)?(?: that (?:fit (\w+)(?: different)? straights(?: or more)?|(do)))?",
        text,
    )
    if found:
        fits = NUMBERS.index(found[3]) if found[3] else 3
        return _group(hand, NUMBERS.index(found[1]), fits, suited=bool(found[2]))
    found = re.fullmatch(r"(two|three|four) to (?:a |any )(straight flush|flush|straight)", text)
    assert found, text
    return _group(hand, NUMBERS.index(found[1]), 0 if found[2] == "flush" else 1, suited="flush" in found[2])


def _group(hand: list[int], size: int, fits: int, *, suited: bool, with_joker: bool = False) -> set[int]:
    """The group that fits the most straights, then of the highest ranks."""
    best: tuple[tuple[object, ...], set[int]] = ((), set())
    for group in combinations(sorted(hand), size):
        natural = [card for card in group if card < 52]
        if (with_joker and len(natural) == size) or (suited and len(set(map(suit, natural))) > 1) or not natural:
            continue
        score = (_straights(natural), *sorted(map(rank, natural), reverse=True))
        if score[0] >= fits and score > best[0]:
            best = score, set(group)
    return best[1]


def _straights(cards: Cards) -> int:
    """How many straights hold the ranks of all these cards."""
    ranks = [rank(card) for card in cards if card < 52]
    rows = [{12, 0, 1, 2, 3}, *(set(range(low, low + 5)) for low in range(9))]
    return sum(set(ranks) <= row for row in rows) if len(set(ranks)) == len(ranks) else 0
