"""The best setting of every single hand, with all its suits, by dividing classes of hands by their best setting.

Hands of a class can be set alike, but the dealer's hands beside them differ. In a suit of which a hand has many cards,
the dealer has fewer flushes. Let D be the dealer's hands beside a player's hand h. The ranks of a hand of D decide its
value, unless it has five cards of a suit, counting a joker as one of them. At most one suit of a hand has five. So

    hands of D that a setting beats = those that it beats if no flush counted
        + sum over suits s, over hands of D with a flush in s, of (beaten with the flush - beaten if no flush counted).

The first term depends on the ranks of h alone. A term of the sum depends on the ranks that h has in s and on those that
it has in all other suits together. The latter are all its ranks but the ones in s. So for each class and setting, one
table by the subset of its ranks in one suit has everything that suits can change. A hand is the sum of four rows of the
table.

A dealer's hand with a flush in s is a set T of suited ranks and up to two other cards, with or without the joker. It
counts if T has no rank that h holds in s, as often as its other cards can be drawn from those that are left. The ranks
that T shares with h have at most 128 forms. T is added up by that form and by the other cards. Then sums over subsets
of forms are taken, and the other cards are weighed.

The term without flushes is never counted. The count by class (`counting`) gives the sum over all hands of a class. So
the term is the remainder after subtracting the tables, divided by the number of hands.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import sha256
from itertools import combinations, combinations_with_replacement, product
from math import comb
from threading import Lock
from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.shards import Runner
from houseway.analysis.counting.sums import Counts, counts_directory
from houseway.analysis.declared.set_a_hand.classes import FLUSH, HAND, KING_AND_QUEEN, OTHERS, classes_of
from houseway.analysis.declared.set_a_hand.counting import BOTH, HIGH, LOW
from houseway.analysis.declared.set_a_hand.layout import Beaten
from houseway.analysis.declared.set_a_hand.settings import Numbers, Rows, settings_of
from houseway.cards.card import N_NATURAL, N_RANKS, N_SUITS, card
from houseway.cards.deck import Deck
from houseway.errors import BadDeclaration, HousewayError
from houseway.games.engine.setting import SettingWay
from houseway.ranking.kernels import leaf

NEVER = 65_535
"""A value that no setting beats."""
EVERY = 3
"""In addition to BOTH, HIGH and LOW: all dealer's hands."""
ALWAYS = NEVER - 1
"""A value that beats every hand except those of another view."""
ROOM = (1, 16, 96)
"""Columns for none, one and two other cards: a little more than needed, for vectors of a round size."""
FORMS = 1 << HAND
MOST_SETTINGS = 21
SHARDS = 64
MOST_GAIN = 10**5
"""The most gain of one half, in whole units. With more, sums could exceed 32 bits."""
Gains = tuple[int, int, int]
"""The gains of a setting: for winning the high half alone, the low half alone, and both beyond the sum of these."""
Marks = NDArray[np.bool_]


class Flushes(NamedTuple):
    """The dealer's hands with a flush and one number of other cards. There is a row for each set of suited ranks, with
    the joker and without, and a column for each choice of other cards.

    `values[view, WITH_FLUSH | BY_RANKS, HIGH - 1 | LOW - 1]` are as the house way sets the hand. In a view, all
    dealer's hands but those of some kinds have values that no setting beats.
    """

    suited: NDArray[np.int32]
    joker: Marks
    values: NDArray[np.uint16]


class Tables(NamedTuple):
    """The flushes with two, one and no other cards, and the deck: ranks by suit, and cards by rank."""

    two: Flushes
    one: Flushes
    none: Flushes
    suits: NDArray[np.int32]
    copies: NDArray[np.int32]


class Hands(NamedTuple):
    """The cards of each class: their ranks and how many there are of each, the joker, and the suited ranks of a flush
    (0 if there is none). Also whether the cards beside a flush are a suited king and queen.
    """

    n_ranks: NDArray[np.int32]
    ranks: NDArray[np.int32]
    times: NDArray[np.int32]
    joker: Marks
    flush: NDArray[np.int32]
    alike: Marks


class Room(NamedTuple):
    """Room for one class: sums by form and other cards, weights of other cards, a table for each suit, row and form,
    the forms of every hand, and the values of its settings.
    """

    two: NDArray[np.int32]
    one: NDArray[np.int32]
    none: NDArray[np.int32]
    weights_two: Numbers
    weights_one: Numbers
    tables: Numbers
    forms: NDArray[np.uint8]
    worth: Numbers
    picks: Numbers
    left: Numbers
    chosen: Numbers
    is_open: Marks


class Asked(NamedTuple):
    """The input of the kernels: tables, hands and rows of all classes. By number of gains it has the view and the gains
    of each pass, and how many passes. It also has the number of gains of each class, and the value of each row over its
    class. For each suit it has the first one with the same ranks. Finally it has the choice among equally good
    settings, and the most that suits change a comparison.
    """

    tables: Tables
    hands: Hands
    rows: Rows
    passes: Numbers
    n_passes: Numbers
    gains_of: Numbers
    worth: Numbers
    alike: NDArray[np.int32]
    last_of_equals: bool
    swing: int


@leaf
def _add_flushes(
    flushes: Flushes, view: int, allowed: int, joker: bool, ranks: NDArray[np.int32], n_ranks: int,
    high: int, low: int, gains: Numbers, sums: NDArray[np.int32],
) -> None:  # fmt: skip
    """Add the flushes of a suit with these ranks by the form of their suited ranks. Each adds the gain of a setting
    against them, less its gain if no flush counted.
    """
    with_high, with_low = flushes.values[view, 0, 0], flushes.values[view, 0, 1]
    by_high, by_low = flushes.values[view, 1, 0], flushes.values[view, 1, 1]
    above, before = np.uint16(high), np.uint16(low)
    on_high, on_low, on_both = np.int32(gains[0]), np.int32(gains[1]), np.int32(gains[2])
    for row in range(len(flushes.suited)):
        suited = flushes.suited[row]
        if suited & ~allowed or (flushes.joker[row] and not joker):
            continue
        form = 0
        for place in range(n_ranks):
            form |= (suited >> ranks[place] & 1) << place
        total = sums[form]
        one, two, three, four = with_high[row], with_low[row], by_high[row], by_low[row]
        for column in range(len(total)):
            first, second = np.int32(one[column] < above), np.int32(two[column] < before)
            third, fourth = np.int32(three[column] < above), np.int32(four[column] < before)
            total[column] += (
                on_high * (first - third) + on_low * (second - fourth) + on_both * (first * second - third * fourth)
            )


@leaf
def _sum_subsets(sums: NDArray[np.int32], n_ranks: int) -> None:
    """Replace each form's sum with the sum over all forms within it."""
    for place in range(n_ranks):
        for form in range(1 << n_ranks):
            if form >> place & 1:
                whole, part = sums[form], sums[form ^ (1 << place)]
                for column in range(len(whole)):
                    whole[column] += part[column]


@leaf
def _weigh_others(tables: Tables, hands: Hands, which: int, suit: int, room: Room) -> None:
    """Count the ways to draw the dealer's other cards, by form of the ranks that a hand has in a suit."""
    left = room.left
    n_ranks = hands.n_ranks[which]
    for form in range(1 << n_ranks):
        for rank in range(N_RANKS):
            left[rank] = tables.copies[rank] - (tables.suits[suit] >> rank & 1)
        for place in range(n_ranks):
            left[hands.ranks[which, place]] -= hands.times[which, place] - (form >> place & 1)
        column = 0
        for rank in range(N_RANKS):
            room.weights_one[form, rank] = left[rank]
            room.weights_two[form, column] = left[rank] * (left[rank] - 1) // 2
            column += 1
            for other in range(rank + 1, N_RANKS):
                room.weights_two[form, column] = left[rank] * left[other]
                column += 1


@leaf
def _tabulate(
    tables: Tables, hands: Hands, which: int, suit: int, view: int,
    high: int, low: int, gains: Numbers, room: Room, table: Numbers,
) -> None:  # fmt: skip
    """Add to a table everything that suits change, by form of the ranks that a hand has in this suit. This is the gain
    of a setting with these values against the dealer's hands of a view. The weights of other cards must be those of the
    class and suit.
    """
    n_ranks, joker = hands.n_ranks[which], not hands.joker[which]
    every = (1 << n_ranks) - 1
    room.two[: every + 1] = 0
    room.one[: every + 1] = 0
    room.none[: every + 1] = 0
    allowed, ranks = tables.suits[suit], hands.ranks[which]
    _add_flushes(tables.two, view, allowed, joker, ranks, n_ranks, high, low, gains, room.two)
    _add_flushes(tables.one, view, allowed, joker, ranks, n_ranks, high, low, gains, room.one)
    _add_flushes(tables.none, view, allowed, joker, ranks, n_ranks, high, low, gains, room.none)
    _sum_subsets(room.two, n_ranks)
    _sum_subsets(room.one, n_ranks)
    _sum_subsets(room.none, n_ranks)
    for form in range(every + 1):
        rest = every ^ form
        total = np.int64(room.none[rest, 0])
        for rank in range(N_RANKS):
            total += room.weights_one[form, rank] * room.one[rest, rank]
        weights, sums = room.weights_two[form], room.two[rest]
        for column in range(len(weights)):
            total += weights[column] * sums[column]
        table[form] += total


@leaf
def _list_hands(tables: Tables, hands: Hands, which: int, forms: NDArray[np.uint8], chosen: Numbers) -> int:
    """List the hands of a class by the form of their ranks in each suit, and return how many there are."""
    n_ranks, flush, joker = hands.n_ranks[which], hands.flush[which], hands.joker[which]
    found = 0
    every = (1 << N_SUITS) - 1
    for flush_suit in range(N_SUITS if flush else 1):
        if flush & ~tables.suits[flush_suit]:
            continue
        depth = 0
        chosen[0] = -1
        while depth >= 0:
            chosen[depth] += 1
            if chosen[depth] > every:
                depth -= 1
                continue
            rank, suits = hands.ranks[which, depth], chosen[depth]
            size, fits = 0, True
            for suit in range(N_SUITS):
                if suits >> suit & 1:
                    size += 1
                    fits &= bool(tables.suits[suit] >> rank & 1)
            if flush:
                fits &= (suits >> flush_suit & 1) == (flush >> rank & 1)
            if size != hands.times[which, depth] or not fits:
                continue
            if depth < n_ranks - 1:
                depth += 1
                chosen[depth] = -1
                continue
            longest, kings = 0, False
            for suit in range(N_SUITS):
                form, held, mask = 0, 0, 0
                for place in range(n_ranks):
                    there = chosen[place] >> suit & 1
                    form |= there << place
                    mask |= there << hands.ranks[which, place]
                    held += there
                forms[found, suit] = form
                longest = max(longest, held)
                kings |= mask == KING_AND_QUEEN and held == OTHERS
            if flush:
                found += kings == hands.alike[which]
            else:
                found += longest + joker < FLUSH
    return found


@leaf
def _pick(asked: Asked, which: int, room: Room) -> int:
    """Pick the best setting of each hand of a class, by its number among those of the class.

    Return how many hands there are, or -1 if the sum of their values differs from the count by class.

    A setting whose value is below the best by more than `swing` for each hand, on average, is best for none.
    """
    tables, hands, rows, worth, alike = asked.tables, asked.hands, asked.rows, asked.worth, asked.alike
    net = asked.gains_of[which]
    first, n_best = rows.start[which] + 1, rows.n_best[which]
    n_hands = _list_hands(tables, hands, which, room.forms, room.chosen)
    if n_hands == 0:
        return 0
    top = 0
    for number in range(1, n_best):
        if worth[first + number] > worth[first + top]:
            top = number
    n_open = 0
    for number in range(n_best):
        room.is_open[number] = worth[first + top] - worth[first + number] <= asked.swing * n_hands
        n_open += room.is_open[number]
    if n_open == 1:
        room.picks[:n_hands] = top
        return n_hands
    for suit in range(N_SUITS):
        if alike[suit] != suit:
            continue
        _weigh_others(tables, hands, which, suit, room)
        for number in range(n_best):
            if not room.is_open[number]:
                continue
            room.tables[suit, number, : 1 << hands.n_ranks[which]] = 0
            high, low = rows.high[first + number], rows.low[first + number]
            for each in range(asked.n_passes[net]):
                view, gains = asked.passes[net, each, 0], asked.passes[net, each, 1:]
                _tabulate(tables, hands, which, suit, view, high, low, gains, room, room.tables[suit, number])
    for number in range(n_best):
        if not room.is_open[number]:
            continue
        total = np.int64(0)
        for hand in range(n_hands):
            so_far = np.int64(0)
            for suit in range(N_SUITS):
                so_far += room.tables[alike[suit], number, room.forms[hand, suit]]
            room.worth[hand, number] = so_far
            total += so_far
        rest = worth[first + number] - total
        if rest % n_hands:
            return -1
        for hand in range(n_hands):
            room.worth[hand, number] += rest // n_hands
    for hand in range(n_hands):
        best = top
        for number in range(n_best):
            if not room.is_open[number]:
                continue
            more = room.worth[hand, number] - room.worth[hand, best]
            if more > 0 or (more == 0 and (number > best) == asked.last_of_equals):
                best = number
        room.picks[hand] = best
    return n_hands


@numba.njit(nogil=True, cache=True)
def _divide(
    asked: Asked, classes: Numbers, room: Room, picked: Numbers, first_view: int, beaten: Numbers, every: Numbers,
    group_of_row: Numbers, groups: Numbers,
) -> int:  # fmt: skip
    """Count, for every row of some classes, the hands whose best setting it is.

    Where groups are wanted, divide classes by the best setting. Each group gets the dealer's hands that the house way
    and the best setting beat by kind: in both halves, in the high one, in the low one, and all of them. Return 0, or -1
    minus the number of a class whose sums differ.
    """
    tables, hands, rows, alike = asked.tables, asked.hands, asked.rows, asked.alike
    gains, sums = np.zeros(3, np.int64), np.zeros((N_SUITS, FORMS), np.int64)
    for which in classes:
        n_hands = _pick(asked, which, room)
        if n_hands < 0:
            return -1 - int(which)
        for hand in range(n_hands):
            picked[rows.start[which] + 1 + room.picks[hand]] += 1
        if len(groups) == 0:
            continue
        start = rows.start[which]
        for number in range(rows.n_best[which] + 1):
            row = start + number
            if number and group_of_row[row] < 0:
                continue
            for kind in range(every.shape[1]):
                for what in range(EVERY if number else EVERY + 1):
                    gains[:] = 0
                    gains[HIGH - 1] = what in (HIGH, EVERY)
                    gains[LOW - 1] = what == LOW
                    gains[2] = what == BOTH
                    high, low = rows.high[row], rows.low[row]
                    if what == EVERY:
                        high = ALWAYS
                    for suit in range(N_SUITS):
                        if alike[suit] == suit:
                            _weigh_others(tables, hands, which, suit, room)
                            sums[suit] = 0
                            _tabulate(tables, hands, which, suit, first_view + kind, high, low, gains, room, sums[suit])
                    total = np.int64(0)
                    for hand in range(n_hands):
                        for suit in range(N_SUITS):
                            total += sums[alike[suit], room.forms[hand, suit]]
                    rest = (every[which, kind] if what == EVERY else beaten[row, kind, what]) - total
                    if rest % n_hands:
                        return -1 - int(which)
                    for hand in range(n_hands):
                        best = start + 1 + room.picks[hand]
                        if number and best != row:
                            continue
                        of_hand = rest // n_hands
                        for suit in range(N_SUITS):
                            of_hand += sums[alike[suit], room.forms[hand, suit]]
                        groups[group_of_row[best], 1 if number else 0, kind, what] += of_hand
    return 0


@dataclass(frozen=True)
class Question:
    """The question about every class: the deck, the house way, the kind of each class as a dealer's hand, the gains of
    a setting by kind of the dealer's hand, and which of equally good settings is taken.

    `gains` has the different ones and `gains_of` the one of each class, because a title may pay by the cards in a hand.
    """

    deck: Deck
    way: SettingWay
    dealer: tuple[int, ...]
    gains: tuple[tuple[Gains, ...], ...]
    gains_of: tuple[int, ...]
    last_of_equals: bool

    def __post_init__(self) -> None:
        most = max(abs(gain) for some in self.gains for each in some for gain in each)
        if most > MOST_GAIN:
            raise BadDeclaration(
                f"odds of a wager on two hands need {most} parts of a unit; expected at most {MOST_GAIN}. Use odds "
                f"with a smaller denominator."
            )

    @property
    def n_kinds(self) -> int:
        """Return how many kinds of dealer's hands are distinguished."""
        return len(self.gains[0])

    @property
    def parameters(self) -> dict[str, object]:
        """Return all fields, for the name of a folder."""
        told = sha256(repr((self.dealer, self.gains_of)).encode()).hexdigest()
        way = [repr(line) for line in self.way.lines]
        systems = [self.way.high, self.way.low]
        return {
            "copies": list(self.deck.copies), "way": way, "systems": systems, "told": told,
            "gains": [[list(each) for each in some] for some in self.gains], "last": self.last_of_equals,
        }  # fmt: skip

    @cached_property
    def swing(self) -> int:
        """Return how much the suits of two hands of a class can change the difference between two settings, at most.

        Only a dealer's hand with a flush has a value that differs from that of its ranks. Of two settings that no other
        beats, one has the higher high hand and the other the higher low hand. Against one hand they differ by winning a
        half more, a half less, or one in place of the other. With and without a flush, beside one hand and beside
        another, there are four such differences for every flush that the dealer can have.
        """
        most = 0
        for some in self.gains:
            for high, low, both in some:
                one_more = (high, low, high + both, low + both, high - low)
                most = max(most, *map(abs, one_more))
        return 4 * most * most_flushes(self.deck)

    @cached_property
    def views(self) -> tuple[tuple[frozenset[int], ...], NDArray[np.int64], NDArray[np.int64]]:
        """Return kinds counted together; by number of gains, the view and gains of each pass, and how many."""
        of_each = []
        for some in self.gains:
            kinds: dict[Gains, set[int]] = {}
            for kind, each in enumerate(some):
                if any(each):
                    kinds.setdefault(each, set()).add(kind)
            of_each.append({each: frozenset(together) for each, together in kinds.items()})
        views = list(dict.fromkeys(view for passes in of_each for view in passes.values()))
        most = max(1, *map(len, of_each)) if of_each else 1
        passes = np.zeros((len(of_each), most, 4), np.int64)
        for number, some_passes in enumerate(of_each):
            for place, (each, view) in enumerate(some_passes.items()):
                passes[number, place] = views.index(view), *each
        return tuple(views), passes, np.array([len(each) for each in of_each], np.int64)

    def asked(self, worth: Numbers, views: tuple[frozenset[int], ...]) -> Asked:
        """Return the arrays of the kernels, with the dealer's flushes in these views."""
        _, passes, n_passes = self.views
        return Asked(
            tables_of(self.deck, self.way, self.dealer, views),
            hands_of(self.deck),
            settings_of(self.deck, self.way).rows,
            passes,
            n_passes,
            np.array(self.gains_of),
            worth,
            _suits_alike(self.deck),
            self.last_of_equals,
            self.swing,
        )


_ONE_AT_A_TIME = Lock()
MODULES = (
    __name__,
    "houseway.analysis.declared.set_a_hand.classes",
    "houseway.analysis.declared.set_a_hand.counting",
    "houseway.analysis.declared.set_a_hand.settings",
    "houseway.analysis.declared.set_a_hand.classes",
    "houseway.games.engine.setting",
    "houseway.ranking.jokers",
    "houseway.ranking.natural",
)


@dataclass(frozen=True)
class BestOfEveryHand:
    """The job that counts how many hands of a class each setting is best for. `worth` is by row and class."""

    question: Question
    worth: Numbers = field(compare=False, repr=False)

    @property
    def name(self) -> str:
        """Return the job's name, for messages and for the folder."""
        return "set-every-hand"

    @property
    def parameters(self) -> Mapping[str, object]:
        """Return the parameters of the question; they determine the values of the classes."""
        return self.question.parameters

    @property
    def modules(self) -> Sequence[str]:
        """Return the modules of the counting code, the interpreter of house ways, and the rankings."""
        return MODULES

    def shards(self) -> Sequence[int]:
        """Return the shards: each n-th class with a choice."""
        return range(SHARDS)

    def run(self, shard: int) -> Counts:
        """Count the hands of some classes by best setting."""
        question = self.question
        settings = settings_of(question.deck, question.way)
        rows = settings.rows
        classes = np.flatnonzero(rows.n_best > 1)[shard::SHARDS]
        picked = np.zeros(len(rows.high), np.int64)
        none, no_pairs = np.zeros((0, 1), np.int64), np.zeros((0, 1, 1), np.int64)
        no_groups = np.zeros((0, 2, 1, EVERY + 1), np.int64)
        asked = question.asked(self.worth, question.views[0])
        wrong = _divide(asked, classes, _room(), picked, 0, no_pairs, none, none[:, 0].copy(), no_groups)
        _check(wrong)
        return {"picked": picked}


@dataclass(frozen=True)
class DividedClasses:
    """The job that divides classes whose hands are best set in different ways into groups that are set alike.

    `picked` are rows, one for each group. `beaten` and `every` are those of the count by class.
    """

    question: Question
    picked: tuple[int, ...]
    worth: Numbers = field(compare=False, repr=False)
    beaten: Numbers = field(compare=False, repr=False)
    every: Numbers = field(compare=False, repr=False)

    @property
    def name(self) -> str:
        """Return the job's name, for messages and for the folder."""
        return "set-divided-classes"

    @property
    def parameters(self) -> Mapping[str, object]:
        """Return the parameters of the question; they determine the rows."""
        return self.question.parameters

    @property
    def modules(self) -> Sequence[str]:
        """Return the modules of the counting code, the interpreter of house ways, and the rankings."""
        return MODULES

    def shards(self) -> Sequence[int]:
        """Return the shards: each n-th class."""
        return range(SHARDS)

    def run(self, shard: int) -> Counts:
        """Count the dealer's hands that are beaten, by group, of some classes."""
        question = self.question
        settings = settings_of(question.deck, question.way)
        rows, picked = settings.rows, np.array(self.picked, np.int64)
        classes = np.unique(rows.of_class[picked])[shard::SHARDS]
        group_of_row = np.full(len(rows.high), -1, np.int64)
        group_of_row[picked] = np.arange(len(picked))
        views = question.views[0]
        alone = tuple(frozenset({kind}) for kind in range(question.n_kinds))
        groups, counted = np.zeros((len(picked), 2, question.n_kinds, EVERY + 1), np.int64), np.zeros_like(group_of_row)
        asked = question.asked(self.worth, (*views, *alone))
        wrong = _divide(asked, classes, _room(), counted, len(views), self.beaten, self.every, group_of_row, groups)
        _check(wrong)
        return {"groups": groups}


def divided(question: Question, beaten: Beaten, worth: Numbers, runner: Runner) -> Beaten:
    """Divide classes into groups of hands that are best set alike; a group asks for its best setting alone.

    `worth` has the gain of each row of the count by class, in the units of the question.
    """
    rows = beaten.rows
    picked = runner.run(BestOfEveryHand(question, worth))["picked"]
    several = np.bincount(rows.of_class[picked > 0], minlength=len(rows.n_best)) > 1
    of_groups = np.flatnonzero((picked > 0) & several[rows.of_class])
    if not len(of_groups):
        return beaten
    job = DividedClasses(question, tuple(of_groups.tolist()), worth, beaten.of_rows, beaten.every)
    groups = runner.run(job)["groups"]
    kept = np.flatnonzero(~several)
    kept_rows = np.flatnonzero(~several[rows.of_class])
    house = rows.start[rows.of_class[of_groups]]
    their_rows = np.stack([house, of_groups, of_groups], axis=1).ravel()
    sizes = np.concatenate([np.diff(rows.start)[kept], np.full(len(of_groups), 3)])
    start = np.concatenate([[0], np.cumsum(sizes)])
    every_row = np.concatenate([kept_rows, their_rows])
    sums = groups[:, [0, 1, 1], :, :EVERY].reshape(-1, question.n_kinds, EVERY)
    return Beaten(
        beaten.settings,
        np.concatenate([kept, rows.of_class[of_groups]]),
        Rows(
            start,
            np.repeat(np.arange(len(sizes)), sizes),
            rows.high[every_row],
            rows.low[every_row],
            np.concatenate([rows.n_best[kept], np.ones(len(of_groups), np.int64)]),
        ),
        np.concatenate([beaten.of_rows[kept_rows], sums]),
        np.concatenate([beaten.every[kept], groups[:, 0, :, EVERY]]),
    )


def tables_of(deck: Deck, way: SettingWay, dealer: tuple[int, ...], views: tuple[frozenset[int], ...]) -> Tables:
    """Return the dealer's flushes with their values in every view, made once for all threads."""
    with _ONE_AT_A_TIME:
        return _tables_of(deck, way, dealer, views)


@lru_cache(maxsize=4)
def _tables_of(deck: Deck, way: SettingWay, dealer: tuple[int, ...], views: tuple[frozenset[int], ...]) -> Tables:
    settings, kinds = settings_of(deck, way), np.array(dealer)
    by_ranks, by_flush = _numbered(deck)
    jokers = (False, True) if any(deck.copies[N_NATURAL:]) else (False,)
    suits = [sum(1 << rank for rank in range(N_RANKS) if deck.copies[card(rank, suit)]) for suit in range(N_SUITS)]
    there = [rank for rank in range(N_RANKS) if any(mask >> rank & 1 for mask in suits)]
    every = []
    for n_others in range(OTHERS + 1):
        beside = tuple(combinations_with_replacement(range(N_RANKS), n_others))
        suited, joker, found = [], [], []
        for with_joker in jokers:
            for ranks in combinations(there, HAND - with_joker - n_others):
                suited.append(sum(1 << rank for rank in ranks))
                joker.append(with_joker)
                found.append(
                    [
                        (by_flush.get((suited[-1], other, with_joker), -1),
                         by_ranks.get((tuple(sorted((*ranks, *other))), with_joker), -1))
                        for other in beside
                    ]
                )  # fmt: skip
        numbers = np.array(found, np.int64).reshape(len(suited), len(beside), 2)
        values = np.full((len(views), 2, 2, len(suited), ROOM[n_others]), NEVER, np.uint16)
        known = (numbers >= 0).all(axis=2)
        for place, view in enumerate(views):
            for which in range(2):
                classes = numbers[:, :, which]
                seen = known & np.isin(kinds, list(view))[classes]
                for half, of_class in enumerate((settings.house_high, settings.house_low)):
                    values[place, which, half, :, : len(beside)] = np.where(seen, of_class[classes], NEVER)
        every.append(Flushes(np.array(suited, np.int32), np.array(joker, np.bool_), values))
    copies = [sum(mask >> rank & 1 for mask in suits) for rank in range(N_RANKS)]
    none, one, two = every
    return Tables(two, one, none, np.array(suits, np.int32), np.array(copies, np.int32))


Ranks = tuple[int, ...]


def _numbered(deck: Deck) -> tuple[dict[tuple[Ranks, bool], int], dict[tuple[int, Ranks, bool], int]]:
    """Return classes without a flush by their ranks, and those with one by suited ranks and others."""
    hands = hands_of(deck)
    by_ranks: dict[tuple[Ranks, bool], int] = {}
    by_flush: dict[tuple[int, Ranks, bool], int] = {}
    every = zip(hands.ranks.tolist(), hands.times.tolist(), hands.joker.tolist(), hands.flush.tolist(), strict=True)
    for number, (ranks, times, joker, flush) in enumerate(every):
        if flush:
            beside = [rank for rank, many in zip(ranks, times, strict=True) for _ in range(many - (flush >> rank & 1))]
            by_flush.setdefault((flush, tuple(beside), joker), number)
        else:
            held = [rank for rank, many in zip(ranks, times, strict=True) for _ in range(many)]
            by_ranks[tuple(held), joker] = number
    return by_ranks, by_flush


@lru_cache(maxsize=4)
def hands_of(deck: Deck) -> Hands:
    """Return the cards of the classes of a deck."""
    cards = classes_of(deck)[0].astype(np.int64)
    is_joker = cards >= N_NATURAL
    ranks, suits = cards // N_SUITS, cards % N_SUITS
    joker: Marks = np.asarray(is_joker.any(axis=1), np.bool_)
    counts = np.stack([((ranks == rank) & ~is_joker).sum(axis=1) for rank in range(N_RANKS)], axis=1)
    bits = np.where(is_joker, 0, 1 << np.minimum(ranks, N_RANKS))
    masks = np.stack([np.where(suits == suit, bits, 0).sum(axis=1) for suit in range(N_SUITS)], axis=1)
    held = np.stack([((suits == suit) & ~is_joker).sum(axis=1) for suit in range(N_SUITS)], axis=1)
    flush = np.where(held[:, 0] + joker >= FLUSH, masks[:, 0], 0)
    alike = (flush > 0) & (masks[:, 1:] == KING_AND_QUEEN).any(axis=1) & (held.sum(axis=1) - held[:, 0] == OTHERS)
    order = np.argsort(counts == 0, axis=1, kind="stable")[:, :HAND]
    times = np.take_along_axis(counts, order, axis=1)
    return Hands(
        (counts > 0).sum(axis=1).astype(np.int32), np.ascontiguousarray(order, np.int32), times.astype(np.int32),
        joker, flush.astype(np.int32), alike,
    )  # fmt: skip


@lru_cache(maxsize=4)
def most_flushes(deck: Deck) -> int:
    """Return how many hands with a flush a dealer can have at most, beside any seven cards."""
    sizes = [sum(deck.copies[card(rank, suit)] for rank in range(N_RANKS)) for suit in range(N_SUITS)]
    jokers, most = sum(deck.copies[N_NATURAL:]), 0
    for held in product(*(range(min(size, HAND) + 1) for size in sizes)):
        mine = HAND - sum(held)
        if 0 <= mine <= jokers:
            left = sum(sizes) - sum(held)
            there = [size - many for size, many in zip(sizes, held, strict=True)]
            found = 0
            for joker in range(jokers - mine + 1):
                rest = HAND - joker
                found += sum(
                    comb(suited, many) * comb(left - suited, rest - many)
                    for suited in there
                    for many in range(FLUSH - joker, rest + 1)
                )
            most = max(most, found)
    return most


def _suits_alike(deck: Deck) -> NDArray[np.int32]:
    """Return, for each suit, the first one that has the same ranks."""
    ranks = [tuple(deck.copies[card(rank, suit)] for rank in range(N_RANKS)) for suit in range(N_SUITS)]
    return np.array([ranks.index(each) for each in ranks], np.int32)


def _room() -> Room:
    most = N_SUITS**HAND
    return Room(
        np.zeros((FORMS, ROOM[2]), np.int32),
        np.zeros((FORMS, ROOM[1]), np.int32),
        np.zeros((FORMS, ROOM[0]), np.int32),
        np.zeros((FORMS, ROOM[2]), np.int64),
        np.zeros((FORMS, ROOM[1]), np.int64),
        np.zeros((N_SUITS, MOST_SETTINGS, FORMS), np.int64),
        np.zeros((most + 1, N_SUITS), np.uint8),
        np.zeros((most, MOST_SETTINGS), np.int64),
        np.zeros(most, np.int64),
        np.zeros(N_RANKS, np.int64),
        np.zeros(HAND + 1, np.int64),
        np.zeros(MOST_SETTINGS, np.bool_),
    )


def _check(wrong: int) -> None:
    """Raise an error if the hands of a class do not add up to its count."""
    if wrong:
        raise HousewayError(
            f"hands of class {-1 - wrong} do not add up to the count by class; expected equal sums. Delete the folder "
            f"{counts_directory()} and count again; if it stays so, report the game and its readings."
        )
