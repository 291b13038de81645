"""The exact value of every way to play every hand, and the best way.

Let A(p) = 2 P(p wins) - 1 be the value of an Ante. Let B(p) be the value of a Bonus: the sum of its odds times their
probabilities. A hand that is cut into p and q can be played in four ways. Keep p for A(p) + B(p). Split the Ante for
A(p) + A(q) + B(p). Split the Bonus for A(p) + B(p) + B(q). Or split both. So only the six pairs of a hand need to be
known.

Bonus and Split Bonus win by the pay table. If the bets are stated, they win to the cent and within a limit.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.results.partial import CountNeededError
from houseway.analysis.titles.fast_action_holdem.counts import Counted, Exact
from houseway.analysis.titles.fast_action_holdem.space import PLACES, Integers
from houseway.cards.card import Card
from houseway.errors import BadBet
from houseway.games.engine.action import Action, descending
from houseway.games.engine.money import Cents, dollars, share_out, winnings
from houseway.games.titles.fast_action_holdem import FastActionGame
from houseway.games.titles.fast_action_holdem.options import ANTE, BONUS, BOTH, KEEP, SPLIT, hand_options, is_first_hand

LOSES = Fraction(-1)


@dataclass(frozen=True)
class Payoffs:
    """The net results of a player's Bonus bets, in Antes, by the classes of their hands.

    `odds` has the net result of a Bonus of one for each class by the pay table alone. `bonus` is the Bonus in Antes.
    `ante` is the Ante in cents, or None. With it, a broken cent stays with the house and the posted aggregate limit
    counts (FA-15i). The limit applies to each hand, or to both hands of a round's only player. Both hands then share it
    in proportion.
    """

    odds: tuple[Fraction, ...]
    bonus: Fraction
    ante: Cents | None = None
    limit: Cents | None = None
    scope: str = "round"

    @classmethod
    def of(cls, game: FastActionGame, first_values: tuple[int, ...], bonus: Fraction, ante: int | None) -> "Payoffs":
        """Return the payoffs of a game. A stated Ante is checked."""
        odds = odds_by_class(game, first_values)
        if ante is None:
            return cls(odds, bonus)
        if isinstance(ante, bool) or not isinstance(ante, int) or ante <= 0:
            raise BadBet(f"expected an Ante of one cent or more, in whole cents; got {ante!r}")
        if (ante * bonus).denominator != 1:
            raise BadBet(f"A Bonus of {bonus} Antes of {dollars(ante)} is not a whole number of cents.")
        game.limits.check_wager("Ante", ante)
        game.limits.check_wager("Bonus", int(ante * bonus))
        return cls(odds, bonus, Cents(ante), game.aggregate_limit, game.aggregate_scope)

    def settled(self, *hands: int) -> tuple[Fraction, ...]:
        """Return the net result of the Bonus on the first hand and of any Split Bonus on the second."""
        if self.ante is None:
            return tuple(self.bonus * self.odds[hand] for hand in hands)
        stake = int(self.ante * self.bonus)
        due = [winnings(stake, max(self.odds[hand], Fraction(0))) for hand in hands]
        return tuple(
            Fraction(paid, self.ante) if self.odds[hand] >= 0 else -self.bonus
            for hand, paid in zip(hands, self._within_limit(due), strict=True)
        )

    def _within_limit(self, due: list[Cents]) -> tuple[Cents, ...]:
        if self.limit is None:
            return tuple(due)
        if self.scope == "hand":
            return tuple(min(amount, self.limit) for amount in due)
        return share_out(due, self.limit)

    @cached_property
    def alone(self) -> tuple[Fraction, ...]:
        """Return the net result of the only Bonus bet, for each class."""
        return tuple(self.settled(hand)[0] for hand in range(len(self.odds)))

    @cached_property
    def lost_by_sharing(self) -> dict[tuple[int, int], Fraction]:
        """Return the loss from sharing the limit, by the classes of two hands with a Bonus each, if there is a loss."""
        classes = range(len(self.odds))
        losses = {
            (first, second): self.alone[first] + self.alone[second] - sum(self.settled(first, second))
            for first in classes
            for second in classes
        }
        return {hands: loss for hands, loss in losses.items() if loss}


def odds_by_class(game: FastActionGame, first_values: tuple[int, ...]) -> tuple[Fraction, ...]:
    """Return the net result of a Bonus of one for each class of hands."""
    pays = (game.pays["bonus"].pays_value(value, game.showdown) for value in first_values)
    return tuple(LOSES if odds is None else odds for odds in pays)


SLOT_ORDER = (5, 4, 2, 3, 1, 0)
"""The six pairs of a hand whose cards ascend, in the order in which the rules list them: the highest cards first."""


class Way(NamedTuple):
    """A way to play a hand: keep a pair or split, and the slot of the first hand."""

    kind: str
    slot: int


WAYS = (
    *(Way(KEEP, slot) for slot in SLOT_ORDER),
    *(Way(ANTE, slot) for slot in SLOT_ORDER),
    *(Way(BONUS, slot) for slot in SLOT_ORDER),
    *(Way(BOTH, slot) for slot in SLOT_ORDER[:3]),
)
"""Every way, in the order of the rules."""
WAY_SLOTS = np.array([way.slot for way in WAYS])
SPLITS_ANTE = np.array([way.kind in (ANTE, BOTH) for way in WAYS])
SPLITS_BONUS = np.array([way.kind in (BONUS, BOTH) for way in WAYS])
NEAR = 1e-6
"""A margin in Antes: far above any floating-point error, for payouts below a million Antes."""


def bonus_amount(game: FastActionGame, bonus: Fraction | int) -> Fraction:
    """Return the Bonus in Antes, checked. It is zero or more, and equals the Ante if the pay table requires it."""
    amount = Fraction(bonus)
    if amount < 0:
        raise BadBet(f"expected a Bonus of zero Antes or more; got {bonus}")
    if game.pays.equal_bets and amount != 1:
        clause = game.equal_bets_clause or game.cited.bonus
        required = f"pay table {game.pays.name} requires equal Ante and Bonus"
        raise BadBet(f"{required}; got a Bonus of {amount} Antes ({clause})")
    return amount


@dataclass(frozen=True)
class Choices:
    """The values of all ways for all classes of hands, in units of 1 / `unit` Antes, as exact integers."""

    game: FastActionGame
    counted: Counted
    payoffs: Payoffs

    @property
    def bonus(self) -> Fraction:
        """Return the Bonus in Antes."""
        return self.payoffs.bonus

    @cached_property
    def _scale(self) -> int:
        nets = (self.bonus, *self.payoffs.alone, *self.payoffs.lost_by_sharing.values())
        return lcm(*(net.denominator for net in nets))

    @property
    def unit(self) -> int:
        """Return the number of units in one Ante in the integers of this object."""
        return self._scale * self.counted.n_boards * self.counted.n_dealer

    @cached_property
    def ante_values(self) -> Exact:
        """Return the value of an Ante on the pair of each arrangement."""
        values: Exact = self._scale * (2 * self.counted.wins - self.counted.n_boards * self.counted.n_dealer)
        return values

    @cached_property
    def bonus_values(self) -> Exact:
        """Return the value of the Bonus on the pair of each arrangement."""
        nets = np.array([int(net * self._scale) for net in self.payoffs.alone], object)
        boards = self.counted.boards
        small = max(map(abs, nets)) * self.counted.n_boards < 2**63
        sums = nets.astype(np.int64) @ boards if small else np.dot(nets, boards.astype(object))
        values: Exact = sums.astype(object) * self.counted.n_dealer
        return values

    @cached_property
    def shared_values(self) -> Exact:
        """Return the loss of a Bonus split on each arrangement because both hands share an aggregate limit (FA-15i).

        The loss is 0 if the two hands are not known together. The value of a split is then an upper bound.
        """
        values: Exact = np.zeros(self.counted.space.n_arrangements, object)
        for (first, second), loss in self.payoffs.lost_by_sharing.items():
            values += int(loss * self._scale) * self.counted.boards_together(first, second).astype(object)
        return values * self.counted.n_dealer

    @cached_property
    def hands(self) -> tuple[NDArray[np.uint8], Integers]:
        """Return a hand of each class and the number of ways to deal the class."""
        return self.counted.space.hands

    @cached_property
    def values(self) -> Exact:
        """Return a row for each way and a column for each class of hands, with None if the way is not allowed."""
        rows = np.arange(len(self.hands[0]))
        values = np.stack([self.worth(np.full(len(rows), place), rows) for place in range(len(WAYS))])
        values[~self.allowed] = None
        return values

    def worth(self, ways: Integers, hands: Integers) -> Exact:
        """Return the value of each of some classes of hands if it is played in the given way."""
        if self.payoffs.lost_by_sharing and not self.counted.jointly.all():
            raise CountNeededError("what two hands lose by sharing a limit has to be known of every hand here (FA-15i)")
        return self._worth_at_most(ways, hands)

    def _worth_at_most(self, ways: Integers, hands: Integers) -> Exact:
        """Return the same, but too high if two hands that share a limit are not known together."""
        slots = self.counted.space.slots[hands]
        rows, slot, ante, bonus = np.arange(len(hands)), WAY_SLOTS[ways], self.ante_values, self.bonus_values
        first, other = slots[rows, slot], slots[rows, 5 - slot]
        value: Exact = ante[first] + bonus[first]
        value = value + np.where(SPLITS_ANTE[ways], ante[other], 0)
        return value + np.where(SPLITS_BONUS[ways], bonus[other] - self.shared_values[first], 0)

    @cached_property
    def allowed(self) -> NDArray[np.bool_]:
        """Return whether the rules allow a way (FA-R2, FA-R3), by way and class of hands."""
        hands = self.hands[0]
        allowed = np.ones((len(WAYS), len(hands)), np.bool_)
        first = self._may_be_first
        for place, way in enumerate(WAYS):
            if way.kind in (ANTE, BONUS):
                allowed[place] = first[:, way.slot]
            if way.kind in (BONUS, BOTH) and not self.bonus:
                allowed[place] = False
            if way.kind == BONUS and self.game.reading("FA-R2") != "all":
                allowed[place] = False
        return allowed

    @cached_property
    def _may_be_first(self) -> NDArray[np.bool_]:
        hands = self.hands[0]
        may = np.ones((len(hands), len(PLACES)), np.bool_)
        if self.game.reading("FA-R3") == "first-hand" and self.bonus:
            for row, hand in enumerate(hands.tolist()):
                pairs = [[hand[i], hand[j]] for i, j in PLACES]
                may[row] = [is_first_hand(pair, pairs[5 - slot]) for slot, pair in enumerate(pairs)]
        return may

    @cached_property
    def best(self) -> Integers:
        """Return the place in WAYS of the best way of each class of hands, the first of equally good ones.

        Most ways are far worse than another. The exact value is computed only for those that rounding could reorder.
        """
        rough = self._rough_values
        near = rough >= rough.max(axis=0) - NEAR
        best: Integers = near.argmax(axis=0)
        hands = np.flatnonzero(near.sum(axis=0) > 1)
        value = self._worth_at_most(best[hands], hands)
        for place in range(1, len(WAYS)):
            rivals = np.flatnonzero(near[place, hands] & (best[hands] < place))
            worth = self._worth_at_most(np.full(len(rivals), place), hands[rivals])
            better = (worth > value[rivals]).astype(np.bool_)
            best[hands[rivals[better]]], value[rivals[better]] = place, worth[better]
        if self.payoffs.lost_by_sharing:
            self._check_known(best)
        return best

    @cached_property
    def _rough_values(self) -> NDArray[np.float64]:
        """Return the values in Antes by floating point, minus infinity if a way is not allowed."""
        slots = self.counted.space.slots
        ante, bonus, shared = (
            (values / self.unit).astype(np.float64)[slots]
            for values in (self.ante_values, self.bonus_values, self.shared_values)
        )
        rows = []
        for place, way in enumerate(WAYS):
            row = ante[:, way.slot] + bonus[:, way.slot]
            row = row + SPLITS_ANTE[place] * ante[:, 5 - way.slot]
            rows.append(row + SPLITS_BONUS[place] * (bonus[:, 5 - way.slot] - shared[:, way.slot]))
        return np.where(self.allowed, np.stack(rows), -np.inf)

    def _check_known(self, ways: Integers) -> None:
        """Refuse a best way whose stated value is only an upper bound."""
        slots = self.counted.space.slots
        for place, way in enumerate(WAYS):
            if way.kind in (BONUS, BOTH) and not self.counted.jointly[slots[ways == place, way.slot]].all():
                raise CountNeededError("what a split hand loses by sharing a limit is not known of all hands (FA-15i)")

    def value_of(self, ways: Integers) -> Fraction:
        """Return the value of a round in Antes if every class of hands is played in the given way."""
        weights = self.hands[1]
        chosen = self.worth(ways, np.arange(len(ways)))
        return Fraction(int(np.dot(weights.astype(object), chosen)), int(weights.sum()) * self.unit)


def action_of(way: Way, hand: tuple[Card, ...]) -> Action:
    """Return the action of the rules that plays a hand, cards ascending, in a way."""
    i, j = PLACES[way.slot]
    pair = descending((hand[i], hand[j]))
    return Action(KEEP, pair) if way.kind == KEEP else Action(SPLIT, pair, option=way.kind)


def way_of(action: Action, hand: tuple[Card, ...]) -> Way:
    """Return the way that an action of the rules plays a hand, cards ascending."""
    kind = KEEP if action.kind == KEEP else action.option
    found = next(slot for slot in SLOT_ORDER if descending(hand[place] for place in PLACES[slot]) == action.cards)
    return Way(kind, found if kind != BOTH or found in SLOT_ORDER[:3] else 5 - found)


def legal_ways(game: FastActionGame, hand: tuple[Card, ...], has_bonus: bool) -> tuple[tuple[Action, Way], ...]:
    """Return the legal actions of a hand with their ways."""
    actions = hand_options(descending(hand), has_bonus, game.reading("FA-R2"), game.reading("FA-R3"))
    return tuple((action, way_of(action, tuple(sorted(hand)))) for action in actions)
