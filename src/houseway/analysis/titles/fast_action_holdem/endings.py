"""Joint outcomes: how often each way of playing ends in which hands and wins, for one choice per class of hands.

Of the two hands of a split, the better one wins whenever the worse one does. So on the boards where q is better than p,
both win as often as p does. Only q wins as often as q does, less that.

The value of another player's hand to a player with an Envy lammer also follows from these (FA-16).

The shipped counts answer the values, wagers and decisions of any pay table exactly, without a further count. The value
of a split is a sum over its two hands, whether or not they are known together. Only the frequency of both at once, and
so the distribution, needs them together.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from houseway.analysis.results.endings import Ended, Part
from houseway.analysis.results.result import NO_HIT, WagerValue
from houseway.analysis.titles.fast_action_holdem.choices import (
    SPLITS_ANTE,
    SPLITS_BONUS,
    WAY_SLOTS,
    WAYS,
    Choices,
    Payoffs,
)
from houseway.analysis.titles.fast_action_holdem.counts import Counted
from houseway.analysis.titles.fast_action_holdem.space import Integers
from houseway.games.titles.fast_action_holdem import FastActionGame
from houseway.games.titles.fast_action_holdem.options import ANTE, BONUS, BOTH, KEEP

NO_HAND = -1
DECISIONS = {KEEP: "keep two cards", ANTE: "split the Ante", BONUS: "split the Bonus", BOTH: "split both"}
BY_THE_HAND = ("bonus", "split_bonus")
"""The wagers that depend on the player's cards and the board alone."""


class Outcome(NamedTuple):
    """The end of a round: the way it was played, the classes of the two hands, and which of them beat the dealer.

    The bet that is not split goes with the first hand. If two cards were kept, a second hand does not exist.
    """

    kind: str
    first: int
    second: int
    first_wins: bool
    second_wins: bool

    def antes_won(self) -> int:
        """Return the net result of Ante and Split Ante, in Antes."""
        first = 1 if self.first_wins else -1
        return first + (1 if self.second_wins else -1) if self.kind in (ANTE, BOTH) else first

    def bonus_hands(self) -> tuple[int, ...]:
        """Return the classes of the hands with a Bonus."""
        return (self.first, self.second) if self.kind in (BONUS, BOTH) else (self.first,)


@dataclass(frozen=True)
class Tally:
    """The number of combinations of each outcome."""

    combinations: Mapping[Outcome, int]
    payoffs: Payoffs

    def net(self, outcome: Outcome) -> Fraction:
        """Return the net result of an outcome, in Antes."""
        return outcome.antes_won() + sum(self.payoffs.settled(*outcome.bonus_hands()), Fraction(0))

    @property
    def total(self) -> int:
        """Return the number of combinations."""
        return sum(self.combinations.values())

    def ends(self, names: tuple[str, ...]) -> list[Ended]:
        """Return all outcomes in words, by decision, with the best hands first. `names` are those of classes."""
        ordered = sorted(self.combinations.items(), key=lambda each: _order(each[0]))
        return [
            Ended(self._described(outcome, names), times, tuple(self._parts(outcome, names)))
            for outcome, times in ordered
        ]

    def _parts(self, outcome: Outcome, names: tuple[str, ...]) -> Iterator[Part]:
        """Yield every wager that was bet in a round."""
        yield _compared("ante", outcome.kind, outcome.first_wins)
        hands, payoffs = outcome.bonus_hands(), self.payoffs
        nets, unlimited = payoffs.settled(*hands), replace(payoffs, limit=None).settled(*hands)
        bonuses = [
            Part(wager, self._hand_name(hand, names, net < due), payoffs.bonus, net)
            for wager, hand, net, due in zip(BY_THE_HAND, hands, nets, unlimited, strict=False)
        ]
        if payoffs.bonus:
            yield bonuses[0]
        if outcome.kind in (ANTE, BOTH):
            yield _compared("split_ante", outcome.kind, outcome.second_wins)
        if payoffs.bonus:
            yield from bonuses[1:]

    def _hand_name(self, hand: int, names: tuple[str, ...], is_cut: bool) -> str:
        """Return the row that pays a hand, and whether a posted limit cuts it. Losing hands are not distinguished."""
        if self.payoffs.odds[hand] < 0:
            return NO_HIT
        return f"{names[hand]}, less by the limit" if is_cut else names[hand]

    def _described(self, outcome: Outcome, names: tuple[str, ...]) -> str:
        """Return an outcome in words. Hands that the Bonus does not pay are not distinguished."""
        wins = outcome.first_wins + outcome.second_wins
        if outcome.kind in (ANTE, BOTH):
            ante = ("both hands lose", "one hand wins", "both hands win")[wins]
        else:
            ante = "Ante wins" if outcome.first_wins else "Ante loses"
        if not self.payoffs.bonus:
            return f"{DECISIONS[outcome.kind]}: {ante}"
        hands = sorted(outcome.bonus_hands(), reverse=True)
        paid = " and ".join(names[hand] if self.payoffs.odds[hand] >= 0 else "nothing" for hand in hands)
        return f"{DECISIONS[outcome.kind]}: {ante}, Bonus {paid}"


def _compared(wager: str, kind: str, wins: bool) -> Part:
    return Part(wager, f"{DECISIONS[kind]}: {'wins' if wins else 'loses'}", Fraction(1), Fraction(1 if wins else -1))


def _order(outcome: Outcome) -> tuple[int, int, int]:
    return [*DECISIONS].index(outcome.kind), -outcome.first, -outcome.second


def tally(choices: Choices, plays: tuple[Integers, ...]) -> Tally:
    """Count the outcomes if every class of hands is played in one of the given ways, all equally likely."""
    found: dict[Outcome, int] = defaultdict(int)
    for place, way in enumerate(WAYS):
        times = np.sum([ways == place for ways in plays], axis=0)
        rows = np.flatnonzero(times)
        if len(rows):
            slots = choices.counted.space.slots[rows]
            weights = choices.hands[1][rows] * times[rows]
            first, second = slots[:, way.slot], slots[:, 5 - way.slot]
            outcomes = (
                _kept(choices.counted, first, weights)
                if way.kind == KEEP
                else _split(choices.counted, way.kind, first, second, weights)
            )
            for outcome, combinations in outcomes:
                found[outcome] += combinations
    return Tally({outcome: times for outcome, times in found.items() if times}, choices.payoffs)


def _kept(counted: Counted, arrangements: Integers, weights: Integers) -> Iterator[tuple[Outcome, int]]:
    wins, boards = counted.by_class(arrangements, weights)
    for own in range(counted.n_classes):
        yield Outcome(KEEP, own, NO_HAND, True, False), wins[own]
        yield Outcome(KEEP, own, NO_HAND, False, False), boards[own] * counted.n_dealer - wins[own]


def _split(
    counted: Counted, kind: str, first: Integers, second: Integers, weights: Integers
) -> Iterator[tuple[Outcome, int]]:
    n, equal, better = counted.n_classes, counted.n_classes, counted.n_classes + 1
    (wins, boards), (wins_beside, _) = counted.by_cell(first, weights), counted.by_cell(second, weights)
    cells = [((i, j), (j, i), i < j) for i in range(n) for j in range(n) if i != j]
    cells += [((i, i), (i, better), True) for i in range(n)] + [((i, better), (i, i), False) for i in range(n)]
    for own, others, second_is_better in cells:
        if boards[own]:
            classes = own[0], others[0]
            own_wins, other_wins = wins[own], wins_beside[others]
            yield Outcome(kind, *classes, True, True), min(own_wins, other_wins)
            yield Outcome(kind, *classes, not second_is_better, second_is_better), abs(own_wins - other_wins)
            yield Outcome(kind, *classes, False, False), boards[own] * counted.n_dealer - max(own_wins, other_wins)
    for i in range(n):
        yield Outcome(kind, i, i, True, True), wins[i, equal]
        yield Outcome(kind, i, i, False, False), boards[i, equal] * counted.n_dealer - wins[i, equal]


def envy_value(game: FastActionGame, tally: Tally, first_values: tuple[int, ...]) -> Fraction:
    """Return the expected Envy Bonus, in cents per round, for each other player that plays as the tally does."""
    due = envy_by_outcome(game, first_values)
    total = sum((due(outcome) * times for outcome, times in tally.combinations.items()), Fraction(0))
    return total / tally.total


def envy_by_outcome(game: FastActionGame, first_values: tuple[int, ...]) -> Callable[[Outcome], Fraction]:
    """Return a function from an outcome to the cents it pays each lammer of another player.

    Each played hand counts, or only the better of two (FA-R9).
    """
    pays = [game.pays["envy"].pays_value(value, game.showdown) or Fraction(0) for value in first_values]
    better_only = game.reading("FA-R9") == "better"

    def due(outcome: Outcome) -> Fraction:
        if outcome.second == NO_HAND:
            return pays[outcome.first]
        if better_only:
            return pays[max(outcome.first, outcome.second)]
        return pays[outcome.first] + pays[outcome.second]

    return due


ONE_DECK_SECONDS, SEVERAL_DECKS_SECONDS = 1_157.0, 3_286.0
"""CPU seconds of a whole count, as measured by `houseway bench`, for an estimate before anything is counted.

From five decks on, the different boards are the same ones.
"""


def usual_seconds(game: FastActionGame) -> float:
    """Return the approximate time of a whole count, without measuring anything here."""
    return ONE_DECK_SECONDS if game.deck.max_copies == 1 else SEVERAL_DECKS_SECONDS


def wager_values(choices: Choices, plays: tuple[Integers, ...]) -> tuple[WagerValue, ...]:
    """Return each wager's average amount and expected net, in Antes, from the values of single hands."""
    weights = choices.hands[1].astype(object)
    rows, total = np.arange(len(weights)), int(weights.sum()) * len(plays)
    ante, bonus, shared = choices.ante_values, choices.bonus_values, choices.shared_values
    values, times = [0, 0, 0, 0], [0, 0, 0, 0]
    for ways in plays:
        slots, slot = choices.counted.space.slots, WAY_SLOTS[ways]
        first, other = slots[rows, slot], slots[rows, 5 - slot]
        nets = (ante[first], bonus[first], ante[other], bonus[other] - shared[first])
        bet = (np.ones(len(rows), bool), np.ones(len(rows), bool), SPLITS_ANTE[ways], SPLITS_BONUS[ways])
        for place, (net, placed) in enumerate(zip(nets, bet, strict=True)):
            values[place] += int(np.dot(weights[placed], net[placed]))
            times[place] += int(weights[placed].sum())
    names, amounts = ("ante", "bonus", "split_ante", "split_bonus"), (Fraction(1), choices.bonus) * 2
    return tuple(
        WagerValue(name, amount * Fraction(bet_on, total), Fraction(value, total * choices.unit))
        for name, amount, bet_on, value in zip(names, amounts, times, values, strict=True)
        if amount and bet_on
    )
