"""A strategy of setting hands and its endings: from the dealer's hands that are beaten to counts of endings.

The dealer wins copies, so for each half it matters only whether the player wins it. The counts of a class's endings
follow from the number of dealer's hands, by kind, that it beats in both halves, in one, or in none.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import gcd, prod

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.family import Solution, StrategyRow
from houseway.analysis.declared.levels import level_by_value
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.set_a_hand.all_suits import Gains, Question, divided
from houseway.analysis.declared.set_a_hand.counting import BOTH, HIGH, LOW
from houseway.analysis.declared.set_a_hand.layout import BONUS, Beaten, Layout, beaten_by, is_small, kinds_of
from houseway.analysis.declared.set_a_hand.settings import Numbers, Settings
from houseway.analysis.declared.side_bet.census import side_bets, side_payoffs
from houseway.errors import BadDeclaration
from houseway.games.engine.declared.vocabulary import Between, Compare, Option, Paid
from houseway.ranking import ranking

WON, LOST = 0, 2
HALVES = ((WON, WON), (WON, LOST), (LOST, WON), (LOST, LOST))
"""Outcomes of the high and of the low hand, in the order of the counts."""


def halves(beaten: Numbers, every: Numbers) -> Numbers:
    """Return hands won in both, high only, low only, none (last axis), from those beaten in both, high, low, all."""
    both, high, low = beaten[..., BOTH], beaten[..., HIGH], beaten[..., LOW]
    return np.stack([both, high - both, low - both, every - high - low + both], axis=-1)


@dataclass(frozen=True)
class Cells:
    """The places of a title's endings among the cells of its payoffs."""

    payoffs: Payoffs
    layout: Layout

    def __post_init__(self) -> None:
        for term in (self.layout.highs, self.layout.lows):
            if term in self.payoffs.features:
                by_level = np.moveaxis(self._nets, 1 + self.payoffs.features.index(term), 0)
                if (by_level[1] != by_level[LOST]).any():
                    raise BadDeclaration(f"{self.payoffs.game.title}: a copy is not the dealer's in {term}")

    @property
    def _nets(self) -> NDArray[np.int64]:
        return self.payoffs.net.reshape(-1, *self.payoffs.shape)

    def at(self, halves_won: int, kind: int, settings: Settings) -> Numbers:
        """Return, by class, the cell of an outcome of both halves against a kind of the dealer's hands."""
        made = kinds_made(self.payoffs, kind)
        cells = np.zeros(len(settings.hands), np.int64)
        for term, n_levels in zip(self.payoffs.features, self.payoffs.shape, strict=True):
            level: Numbers | int
            if isinstance(term, Compare):
                level = HALVES[halves_won][term is self.layout.lows]
            elif isinstance(term, Between):
                level = int(not made[term])
            else:
                assert isinstance(term, Paid), "nothing else is in such a title"
                level = level_by_value(self.payoffs.game, term)[settings.bonus_values]
            cells = cells * n_levels + level
        return cells


def kinds_made(payoffs: Payoffs, kind: int) -> dict[Between, bool]:
    """Return which of the dealer's hands in question a kind is."""
    terms = payoffs.game.every(Between)
    return {term: bool(kind >> place & 1) for place, term in enumerate(reversed(terms))}


@dataclass(frozen=True)
class SetPlay:
    """Player hands in groups that are set alike, with the halves that they win: `won[group, kind, half]`.

    `high` and `low` are the values of each group's hands as they are set, and `path` is its path. `house` holds the
    halves that the house way wins.
    """

    payoffs: Payoffs
    layout: Layout
    beaten: Beaten
    won: Numbers
    house: Numbers
    high: Numbers
    low: Numbers
    path: Numbers

    @classmethod
    def by_house_way(cls, payoffs: Payoffs, runner: Runner, *, by_class: bool = False) -> "SetPlay":
        """Return the play in which every hand is set by the house way."""
        layout = Layout.of(payoffs.game)
        beaten = beaten_by(payoffs, runner, by_class=by_class)
        first = beaten.first_rows
        house = halves(beaten.of_rows[first], beaten.every)
        path = np.full(len(house), house_path(payoffs, layout), np.int64)
        high, low = (each[first].astype(np.int64) for each in (beaten.rows.high, beaten.rows.low))
        return cls(payoffs, layout, beaten, house, house, high, low, path)

    @classmethod
    def best(cls, payoffs: Payoffs, runner: Runner, *, by_class: bool = False) -> "SetPlay":
        """Return the best setting of every hand, or of every class if `by_class`; against a seen hand, the best one."""
        house = cls.by_house_way(payoffs, runner, by_class=by_class)
        if house.layout.dealer_seen:
            return house._seeing()
        if not by_class and not is_small(payoffs.game.deck):
            house = house._divided(runner)
        return house._choosing()

    def _divided(self, runner: Runner) -> "SetPlay":
        """Return the same play with classes divided into groups of hands that are best set alike."""
        game, rows = self.payoffs.game, self.beaten.rows
        gains = self._gains()
        different, gains_of = np.unique(gains.reshape(len(gains), -1), axis=0, return_inverse=True)
        least = gcd(*different.ravel().tolist()) or 1
        question = Question(
            game.deck,
            game.house_way,
            tuple(kinds_of(game, self.beaten.settings).tolist()),
            tuple(tuple(_gains_of(some) for some in each.reshape(-1, 3) // least) for each in different),
            tuple(gains_of.ravel().tolist()),
            game.smaller_on_ties,
        )
        of_rows = self.beaten.of_rows
        by_half = np.stack([of_rows[:, :, HIGH], of_rows[:, :, LOW], of_rows[:, :, BOTH]], axis=2)
        worth = (by_half * (gains[rows.of_class] // least)).sum(axis=(1, 2))
        beaten = divided(question, self.beaten, worth, runner)
        first = beaten.first_rows
        house = halves(beaten.of_rows[first], beaten.every)
        path = np.full(len(house), self.house_path, np.int64)
        high, low = (each[first].astype(np.int64) for each in (beaten.rows.high, beaten.rows.low))
        return replace(self, beaten=beaten, won=house, house=house, high=high, low=low, path=path)

    def _gains(self) -> Numbers:
        """Return, by class and kind of the dealer's hand, the gains of the high half, the low half, and both beyond
        these.
        """
        net = self.payoffs.net[self.path_when_free]
        kinds = range(self.won.shape[1])
        won = [[net[self.cells.at(half, kind, self.beaten.settings)] for half in range(len(HALVES))] for kind in kinds]
        gains = [(high - none, low - none, both - high - low + none) for both, high, low, none in won]
        return np.moveaxis(np.array(gains, np.int64), 2, 0)

    def _candidates(self) -> tuple[Numbers, Numbers, NDArray[np.bool_]]:
        """Return, by row, the halves that it wins, their value, and whether it is a setting to choose from."""
        rows = self.beaten.rows
        won = halves(self.beaten.of_rows, self.beaten.every[rows.of_class])
        worth = self._worth(won, rows.of_class, np.full(len(won), self.path_when_free))
        number = np.arange(len(worth)) - rows.start[:-1][rows.of_class]
        return won, worth, (number >= 1) & (number <= rows.n_best[rows.of_class])

    def _choosing(self) -> "SetPlay":
        rows = self.beaten.rows
        starts = rows.start[:-1]
        won, worth, candidate = self._candidates()
        best = np.full(len(starts), np.iinfo(np.int64).min)
        np.maximum.at(best, rows.of_class[candidate], worth[candidate])
        is_best = np.flatnonzero(candidate & (worth == best[rows.of_class]))
        chosen = np.zeros(len(starts), np.int64)
        in_turn = is_best if self.payoffs.game.smaller_on_ties else is_best[::-1]
        chosen[rows.of_class[in_turn]] = in_turn
        same = (rows.high[chosen] == rows.high[starts]) & (rows.low[chosen] == rows.low[starts])
        path = np.where(same, self.path, self.path_when_free)
        high, low = (each[chosen].astype(np.int64) for each in (rows.high, rows.low))
        return replace(self, won=won[chosen], high=high, low=low, path=path)

    def _seeing(self) -> "SetPlay":
        """Return the play against a seen hand: won where some setting wins both halves, lost where none wins either.

        In all other cases one half is won. Where one setting wins the high hand and another the low hand, both have the
        same value. The one with the higher high hand is taken, or the one with the higher low hand if the reading about
        ties takes the smaller choice.
        """
        beaten, rows = self.beaten, self.beaten.rows
        starts, counts = rows.start[:-1], rows.n_best
        number = np.arange(len(rows.of_class)) - starts[rows.of_class]
        last = counts[rows.of_class]
        sign = np.where(number == 0, 0, np.where(number <= last, 1, np.where(number < 2 * last, -1, 0)))
        both = np.zeros_like(beaten.every)
        np.add.at(both, rows.of_class, beaten.of_rows[:, :, BOTH] * sign[:, None])
        top = halves(beaten.of_rows[starts + 2 * counts], beaten.every)
        either, high_only, low_only, lost = np.moveaxis(top, -1, 0)
        either = either - both
        smaller = self.payoffs.game.smaller_on_ties
        high, low = (high_only, low_only + either) if smaller else (high_only + either, low_only)
        won = np.stack([both, high, low, lost], axis=-1)
        path = np.full(len(starts), self.path_when_free)
        return replace(self, won=won, path=path)

    @property
    def path_when_free(self) -> int:
        """Return the path of a hand that is set freely."""
        return free_path(self.payoffs, self.layout)

    @cached_property
    def cells(self) -> Cells:
        """Return the places of the endings."""
        return Cells(self.payoffs, self.layout)

    def _worth(self, won: Numbers, groups: Numbers, path: Numbers) -> Numbers:
        """Return the values of the halves that groups win on their paths, in 1 / scale units."""
        total = np.zeros(len(won), np.int64)
        for kind in range(won.shape[1]):
            for half in range(len(HALVES)):
                cells = self.cells.at(half, kind, self.beaten.settings)[self.beaten.class_of_group[groups]]
                total += won[:, kind, half] * self.payoffs.net[path, cells]
        return total

    @property
    def total(self) -> int:
        """Return the number of all rounds."""
        return int(self.beaten.every.sum())

    def solution(self) -> Solution:
        """Return the counts of endings, of side bets, and the strategy by kind of hand."""
        counts = self._counts(self.payoffs, self.cells)
        asked = dict.fromkeys(self.layout.decision.offered(self.payoffs.game), 0)
        for path, option in self._options():
            asked[option] = int(counts[path].sum())
        others = {
            wager: self._counts(alone, Cells(alone, self.layout)) for wager, alone in side_payoffs(self.payoffs).items()
        }
        rounds = side_bets(self.payoffs, self.total, others)
        return Solution(
            self.payoffs,
            counts,
            self.total,
            {self.layout.decision: asked},
            tuple(self._rows()),
            rounds,
            self._envy(),
        )

    def _envied(self) -> Numbers:
        """Return, by group, the Envy Bonus that its hands earn each other player, in cents."""
        envy = self.payoffs.game.envy
        if envy is None:
            return np.zeros(len(self.won), np.int64)
        table, ranked = self.payoffs.game.pays_fixed(envy.table), ranking(BONUS)
        by_value = np.array([0, *(int(table.pays_value(value) or 0) for value in range(1, ranked.n_values + 1))])
        return np.asarray(by_value[self.beaten.settings.bonus_values[self.beaten.class_of_group]], np.int64)

    def _envy(self) -> Fraction | None:
        if self.payoffs.game.envy is None:
            return None
        every, earned = self.beaten.every.sum(axis=1), self._envied()
        cents = sum(int(sum_) * int(every[earned == sum_].sum()) for sum_ in np.unique(earned))
        return Fraction(cents, self.total)

    def net_and_envy(self) -> dict[tuple[Fraction, Fraction], int]:
        """Return how often a round ends with a net result, in units, and an Envy Bonus per other player, in cents."""
        earned, found = self._envied(), Counter[tuple[Fraction, Fraction]]()
        for sum_ in np.unique(earned).tolist():
            these = replace(self, won=self.won * (earned == sum_)[:, None, None])
            counts = these._counts(self.payoffs, self.cells)
            for path, cell in zip(*np.nonzero(counts), strict=True):
                net = Fraction(int(self.payoffs.net[path, cell]), self.payoffs.scale)
                found[net, Fraction(sum_)] += int(counts[path, cell])
        return dict(found)

    @property
    def house_path(self) -> int:
        """Return the path of a hand that is set by the house way."""
        return house_path(self.payoffs, self.layout)

    def _options(self) -> tuple[tuple[int, Option], ...]:
        return (self.house_path, self.layout.by_house_way), (self.path_when_free, self.layout.freely)

    def _counts(self, payoffs: Payoffs, cells: Cells) -> NDArray[np.object_]:
        counts = np.zeros((len(payoffs.paths), prod(payoffs.shape)), np.int64)
        unasked = unasked_kinds(payoffs, self.layout)
        for kind in range(self.won.shape[1]):
            paths = np.full(len(self.path), payoffs.paths.index(())) if kind in unasked else self.path
            for half in range(len(HALVES)):
                places = cells.at(half, kind, self.beaten.settings)[self.beaten.class_of_group]
                np.add.at(counts, (paths, places), self.won[:, kind, half])
        return counts.astype(object)

    def _rows(self) -> Sequence[StrategyRow]:
        """Return rows by the hand in the seven cards, and by whether the best setting is that of the house way."""
        values = self.beaten.settings.bonus_values[self.beaten.class_of_group]
        ranked, found = ranking("pai-gow-bonus"), []
        groups = np.arange(len(self.won))
        ours = self._worth(self.won, groups, self.path)
        theirs = self._worth(self.house, groups, np.full(len(groups), self.house_path))
        every = self.beaten.every.sum(axis=1)
        for value in range(ranked.n_values, 0, -1):
            for path, option in self._options():
                rows = np.flatnonzero((values == value) & (self.path == path) & (every > 0))
                if not len(rows):
                    continue
                rounds = int(every[rows].sum())
                unit = rounds * self.payoffs.scale
                worth = {
                    self.layout.by_house_way: Fraction(int(theirs[rows].sum()), unit),
                    self.layout.freely: Fraction(int(ours[rows].sum()), unit),
                }
                seen = tuple(self.beaten.settings.hands[self.beaten.class_of_group[rows[0]]].tolist())
                label = str(ranked.describe(value))
                found.append(StrategyRow(self.layout.decision, (), seen, label, rounds, worth, option))
        return found


def _gains_of(some: Numbers) -> Gains:
    high, low, both = some.tolist()
    return high, low, both


def house_path(payoffs: Payoffs, layout: Layout) -> int:
    """Return the path of a hand that is set by the house way."""
    return payoffs.paths.index(((layout.decision, layout.by_house_way),))


def free_path(payoffs: Payoffs, layout: Layout) -> int:
    """Return the path of a hand that is set freely."""
    return payoffs.paths.index(((layout.decision, layout.freely),))


def unasked_kinds(payoffs: Payoffs, layout: Layout) -> frozenset[int]:
    """Return the kinds of the dealer's hand with which no seat is asked."""
    term = layout.decision.unless_made
    if term is None:
        return frozenset()
    n_kinds = 1 << len(payoffs.game.every(Between))
    return frozenset(kind for kind in range(n_kinds) if kinds_made(payoffs, kind)[term])
