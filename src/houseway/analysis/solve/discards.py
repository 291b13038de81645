"""A whole game small enough to be solved: a round after blinds, discards, board cards and betting rounds.

Both players are dealt the same number of cards, bet, and hold some of them. The first player holds before the second,
who sees how many cards but not which. Discards are remembered: a player knows that a discarded card will not come.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.solve.betting import BettingTree
from houseway.analysis.solve.boards import Strength, all_sent, boards_of, distinct_boards
from houseway.analysis.solve.kernels import RESPOND, UPDATE
from houseway.analysis.solve.ranges import Range, full_range
from houseway.analysis.solve.rounds import Floats, LastRounds, OpenRound, Step, averaged, present
from houseway.analysis.solve.sets import common_subsets
from houseway.analysis.solve.subgame import MOST_BYTES, Iterated
from houseway.cards.deck import Deck
from houseway.errors import BadSetting

FEW = 20_000_000
"""The most regrets and average-play sums that are stored in double precision. Larger games use single precision."""


@dataclass(frozen=True)
class DrawRules:
    """The terms of such a game. `streets` are the board cards that come before each round after the first."""

    deck: Deck
    cards: int
    least_held: int
    blinds: BettingTree
    rounds: tuple[BettingTree, ...]
    streets: tuple[int, ...]
    strength: Strength
    unit: int
    """The big blind."""
    same_suits: bool = True
    """Whether boards that are equal under a renaming of suits are played once. It does not change results."""

    @property
    def sizes(self) -> range:
        """Return how many cards may be held."""
        return range(self.least_held, self.cards + 1)


class Holds:
    """The possible holds of every dealt hand: for each size all (dealt, held), those of one dealt hand together.

    The actions of a dealt hand are its holds, the smaller sizes first. `columns[size]` are those of a size.
    """

    def __init__(self, rules: DrawRules) -> None:
        self.dealt = full_range(rules.deck, rules.cards)
        self.ranges: dict[int, Range] = {}
        self.columns: dict[int, slice] = {}
        first = 0
        for size in rules.sizes:
            chosen = list(combinations(range(rules.cards), size))
            held = np.stack([self.dealt.hands[:, list(places)] for places in chosen], axis=1)
            hands = np.repeat(self.dealt.hands, len(chosen), axis=0)
            pairs = Range(hands, np.ones(len(hands)), held.reshape(-1, size))
            order = np.argsort(pairs.numbers(np.arange(64, dtype=np.uint8)), kind="stable")
            self.ranges[size] = Range(hands[order], pairs.weights, pairs.playing[order])
            self.columns[size] = slice(first, first + len(chosen))
            first += len(chosen)
        self.count = first

    def texts(self) -> list[list[str]]:
        """Return the holds of each dealt hand in words."""
        told: list[list[str]] = [[] for _ in self.dealt.hands]
        for each in self.ranges.values():
            held = Range(each.playing, each.weights).texts
            for place, words in enumerate(held):
                told[place * len(told) // len(held)].append(words)
        return told


class Street:
    """The play after the discards for two held sizes and board cards: a round, or a round, cards and a last round."""

    def __init__(
        self, rules: DrawRules, holds: Holds, sizes: tuple[int, int], seen: tuple[int, ...], pots: Floats, storage: Any
    ) -> None:
        known = tuple(holds.ranges[size] for size in sizes)
        self.places = [np.flatnonzero(~np.isin(each.hands, list(seen)).any(axis=1)) for each in known]
        ranges = known[0].without(seen), known[1].without(seen)
        subsets = (
            common_subsets(ranges[0].hands, ranges[1].hands),
            common_subsets(ranges[1].hands, ranges[0].hands),
        )
        self.opening = OpenRound(rules.rounds[0], pots, subsets) if len(rules.rounds) > 1 else None
        classes = distinct_boards(rules.deck, seen, rules.streets[-1], ranges, rules.same_suits)
        boards = boards_of(classes, rules.deck, seen, ranges, rules.strength)
        after = pots if self.opening is None else self.opening.pots_after
        self.closing = LastRounds(rules.rounds[-1], after, boards, subsets, storage)

    def values(self, player: int, step: Step, own: Floats, other: Floats) -> Floats:
        """Return the values of all (dealt, held) of a player, 0 for those that the board does not allow."""
        mine, theirs = self.places[player], self.places[1 - player]

        def later(here: Floats, there: Floats) -> Floats:
            return self.closing.values(player, step, here, there)

        given = np.ascontiguousarray(own[:, mine]), np.ascontiguousarray(other[:, theirs])
        found = np.zeros((len(step.parts), *own.shape))
        if self.opening is None:
            found[:, :, mine] = later(*given)
        else:
            found[:, :, mine] = self.opening.values(player, step, *given, later)
        return found


class Draw(Iterated):
    """The game, with both players' regrets and average play before the discards, in them and after."""

    def __init__(self, rules: DrawRules) -> None:
        self.rules, self.holds = rules, Holds(rules)
        dealt = self.holds.dealt.hands
        subsets = common_subsets(dealt, dealt)
        self.flops = self._flops()
        storage = self._storage()
        self.pairs = float(present(np.ones((1, len(dealt))), subsets).sum())
        self.opening = OpenRound(rules.blinds, np.zeros(1), (subsets, subsets))
        self.pot = float(rules.blinds.paid[rules.blinds.folded == 1][0].sum() / rules.unit)
        pots = self.opening.pots_after
        self.entries = len(pots)
        shape = (self.entries, len(dealt), self.holds.count)
        self.regrets = [np.zeros(shape), np.zeros((len(rules.sizes), *shape))]
        self.averages = [np.zeros_like(each) for each in self.regrets]
        self.streets = {
            (one, two): [Street(rules, self.holds, (one, two), seen, pots, storage) for seen, _ in self.flops]
            for one in rules.sizes
            for two in rules.sizes
        }

    def _flops(self) -> "list[tuple[tuple[int, ...], list[NDArray[np.uint8]]]]":
        """Return the cards that come before the last ones, one set for all its images under renamings, or none."""
        rules = self.rules
        if len(rules.streets) == 1:
            return [((), [np.arange(64, dtype=np.uint8)])]
        both = self.holds.dealt, self.holds.dealt
        return list(distinct_boards(rules.deck, (), rules.streets[0], both, rules.same_suits).items())

    def _storage(self) -> Any:
        """Return the storage precision of regrets and average play: double if they are few. Refuse too many of them."""
        rules = self.rules
        hands = 2 * len(rules.sizes) * self.holds.count * len(self.holds.dealt.hands)
        entries = len(rules.blinds.going_on)
        for tree in rules.rounds[:-1]:
            entries *= len(tree.going_on)
        boards = 0
        for seen, _ in self.flops:
            left = self.holds.dealt.without(seen)
            boards += len(distinct_boards(rules.deck, seen, rules.streets[-1], (left, left), rules.same_suits))
        numbers = 2 * hands * entries * boards * max(rules.rounds[-1].n_cells)
        if numbers <= FEW:
            return np.float64
        needed = numbers * np.dtype(np.float32).itemsize
        if needed > MOST_BYTES:
            raise BadSetting(
                f"a game of {rules.cards} cards with {rules.deck.size} cards in the deck takes {needed / 1e9:.1f} GB; "
                f"at most {MOST_BYTES / 1e9:.1f} GB are allowed. Give a smaller deck or fewer bets per round."
            )
        return np.float32

    def mean_values(self, player: int, step: Step) -> list[float]:
        """Return a player's mean win, in big blinds."""
        start = np.ones((1, len(self.holds.dealt.hands)))

        def later(own: Floats, other: Floats) -> Floats:
            return self._discards(player, step, own, other)

        found = self.opening.values(player, step, start, start, later)[:, 0]
        return [float(each.sum() / self.pairs / self.rules.unit) for each in found]

    def learned_arrays(self) -> Iterator[Floats]:
        """Yield the regrets and average-play sums before the discards, in them, and after."""
        for each in self.opening.learned:
            yield from each.arrays
        yield from self.regrets
        yield from self.averages
        for streets in self.streets.values():
            for street in streets:
                for learned in [*(street.opening.learned if street.opening else ()), *street.closing.learned]:
                    yield from learned.arrays

    def facts(self) -> Iterator[Floats]:
        """Yield the deck, the possible holds, strengths and bets."""
        rules = self.rules
        yield np.array([rules.cards, rules.least_held, rules.unit, rules.same_suits, *rules.streets])
        yield np.array(rules.deck.copies)
        for tree in (rules.blinds, *rules.rounds):
            yield tree.children
            yield tree.paid
        for streets in self.streets.values():
            for street in streets:
                for strengths in street.closing.boards.strengths:
                    yield strengths.order
                    yield strengths.values

    # The discards.

    def _discards(self, player: int, step: Step, own: Floats, other: Floats) -> Floats:
        """Return the values of dealt hands before the discards, from both players' reach: (parts, entries, hands)."""
        source = self.regrets if step.mode == UPDATE else self.averages
        plays = [_matched(each) for each in source]
        sizes = self.rules.sizes
        worth = np.zeros((len(step.parts), len(sizes), self.entries, own.shape[1], self.holds.count))
        for row, one in enumerate(sizes):
            for two in sizes:
                mine, theirs = (one, two) if player == 0 else (two, one)
                own_play, other_play = (plays[0], plays[1][row]) if player == 0 else (plays[1][row], plays[0])
                found = self._after((one, two), player, step, self._held(own, own_play, mine),
                                    self._held(other, other_play, theirs))  # fmt: skip
                columns = self.holds.columns[mine]
                worth[:, row, :, :, columns] += found.reshape(*found.shape[:2], own.shape[1], -1)
        if player == 0:
            choices = worth.sum(axis=1)
            return self._chosen(0, step, choices, plays[0], own, ())
        parts = [self._chosen(1, step, worth[:, row], plays[1][row], own, (row,)) for row in range(len(sizes))]
        return np.sum(parts, axis=0)  # type: ignore[no-any-return]

    def _held(self, reach: Floats, play: Floats, size: int) -> Floats:
        """Return the reach of all (dealt, held) of a size."""
        held: Floats = (reach[:, :, None] * play[:, :, self.holds.columns[size]]).reshape(len(reach), -1)
        return held

    def _chosen(
        self, player: int, step: Step, worth: Floats, play: Floats, own: Floats, row: tuple[int, ...]
    ) -> Floats:
        """Return the values of dealt hands from those of their holds (parts, entries, hands, holds).

        Learn if asked to.
        """
        values = np.stack(
            [each.max(axis=2) if how == RESPOND else (each * play).sum(axis=2)
             for how, each in zip(step.parts, worth, strict=True)]
        )  # fmt: skip
        if step.mode == UPDATE:
            regrets, averages = self.regrets[player][row], self.averages[player][row]
            regrets *= np.where(regrets > 0, step.gain, step.loss)
            regrets += worth[0] - values[0][:, :, None]
            averages *= step.fade
            averages += own[:, :, None] * play
        return values

    def _after(self, sizes: tuple[int, int], player: int, step: Step, own: Floats, other: Floats) -> Floats:
        """Return the values of all (dealt, held) over the cards that come first."""
        known = self.holds.ranges[sizes[player]]
        total = np.zeros((len(step.parts), *own.shape))
        for street, (_, images) in zip(self.streets[sizes], self.flops, strict=True):
            found = street.values(player, step, own, other)
            for places in all_sent(known, images):
                total[:, :, places] += found
        return total / self._chances

    @property
    def _chances(self) -> int:
        left = self.rules.deck.size - 2 * self.rules.cards
        return 1 if len(self.rules.streets) == 1 else comb(left, self.rules.streets[0])

    # Reading.

    def hold_play(self, player: int, entry: int, row: int = 0) -> Floats:
        """Return how often each dealt hand is held in each way, for the second player after the size at `row`."""
        averages = self.averages[player][entry] if player == 0 else self.averages[player][row, entry]
        return _matched(averages)

    def first_play(self, player: int) -> Floats:
        """Return the average play of a player before the discards: (own actions, dealt hands)."""
        return averaged(self.rules.blinds, player, self.opening.learned[player].averages[0])


def _matched(source: Floats) -> Floats:
    """Return shares in proportion to the positive part along the last axis, or equal shares if nothing is positive."""
    positive = np.maximum(source, 0)
    total = positive.sum(axis=-1, keepdims=True)
    even = np.full_like(positive, 1 / source.shape[-1])
    matched: Floats = np.divide(positive, total, out=even, where=total > 0)
    return matched
