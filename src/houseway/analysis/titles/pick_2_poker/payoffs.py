"""What every choice with every hand pays: the game's readings and pay tables laid over the counts.

Amounts are whole numbers: net results in Antes times a scale that clears every fraction of the pay tables.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import Array
from houseway.analysis.declared.levels import row_by_value
from houseway.analysis.titles.pick_2_poker.hands import TRIPLES, Hands, lowest_qualifying
from houseway.errors import BadBet
from houseway.games.engine.declared.ending import Compared, Ending, Feature
from houseway.games.engine.declared.vocabulary import Cause, Paid
from houseway.games.titles.pick_2_poker import Pick2Poker
from houseway.games.titles.pick_2_poker.hands import FIVE, FOLD, THREE

FOLD_COLUMN, FIVE_COLUMN, FIRST_THREE_COLUMN = 0, 1, 2
N_COLUMNS = FIRST_THREE_COLUMN + len(TRIPLES)
"""Choices in the order of the game's legal actions: fold, five, the ten ways to set three."""

FIVE_CARD_POKER, THREE_CARD_POKER = Pick2Poker.five_card_poker.title, Pick2Poker.three_card_poker.title

Dtype = np.dtype[np.int64] | np.dtype[np.object_]
"""Whole numbers of 64 bits, or of any size where a pay table has very large or very odd numbers."""

_SAFE = 2**62
_OPTIONS = {option.name: option for option in Pick2Poker.fold_or_play.options}
PLAY_MULTIPLE = {name: option.times for name, option in _OPTIONS.items()}
"""The Play bet of each option, in Antes (P2-4)."""


def settled(game: Pick2Poker, option: str, features: Mapping[Cause, Feature]) -> dict[str, Fraction]:
    """What every wager wins or loses, as a multiple of itself, by the title: features that are not given lose."""
    path = ((game.fold_or_play, _OPTIONS[option]),)
    lowest = {term: game.levels(term)[-1] for term in game.features_of(path)}
    given = {term: level for term, level in features.items() if term in lowest}
    nets = game.settle(Ending(dict(path), {**lowest, **given}))
    return {each.wager.name: Fraction(-1) if each.odds is None else each.odds for each in nets}


def bonus_only_stake(game: Pick2Poker, stake: Fraction | int | None) -> Fraction:
    """The 5 Card Bonus Only bet in Antes: by default none, or one Ante where all bets equal it (P2-R2=both)."""
    read_as = game.reading("P2-R2")
    equal = game.five_card_bonus.must_equal(game) is not None
    if stake is None:
        return Fraction(int(read_as == "both"))
    if stake < 0 or (equal and stake not in (0, 1)):
        expected = f"0 or 1 Antes (P2-R2={read_as})" if equal else "0 Antes or more"
        raise BadBet(f"5 Card Bonus Only: expected {expected}; got {stake}")
    return Fraction(stake)


@dataclass(frozen=True)
class Outcome:
    """One way in which Ante and Play end, for all hands: the net results in Antes and the dealer hands that do it.

    `how` says what was played and, of a dealer who does not qualify, that; `label` also what became of the bets.
    """

    how: str
    label: str
    ante: int
    play: int
    dealer_hands: Array


def five_outcomes(game: Pick2Poker, hands: Hands) -> list[Outcome]:
    """5 Card Poker: compared with a dealer who qualifies, as P2-R1 has it with one who does not."""
    strong = hands.five >= lowest_qualifying()
    below, at = hands.five_below.astype(np.int64), hands.five_at.astype(np.int64)
    unqualified, everything = hands.unqualified.astype(np.int64), np.int64(hands.dealer_hands)
    below_qualified, at_qualified = np.where(strong, below - unqualified, 0), np.where(strong, at, 0)
    below_unqualified, at_unqualified = np.where(strong, unqualified, below), np.where(strong, 0, at)
    counts = (
        below_qualified,
        at_qualified,
        everything - unqualified - below_qualified - at_qualified,
        below_unqualified,
        at_unqualified,
        unqualified - below_unqualified - at_unqualified,
    )
    levels = game.levels(game.five_card_poker)
    return [_outcome(game, FIVE, level, dealer) for level, dealer in zip(levels, counts, strict=True)]


def _outcome(game: Pick2Poker, option: str, level: Feature, dealer_hands: Array) -> Outcome:
    """What a comparison does to Ante and Play."""
    assert isinstance(level, Compared), "a comparison"
    nets = settled(game, option, {level.of: level})
    ante, play = int(nets["ante"]), int(nets["play"])
    how, label = level.of.title, f"{level.of.title} {ended(ante)}"
    if not level.qualified:
        how = f"{how}, dealer does not qualify"
        label = f"{how}: Ante {ended(ante)}, Play {ended(play)}"
    return Outcome(how, label, ante, PLAY_MULTIPLE[option] * play, dealer_hands)


def ended(net: Fraction | int) -> str:
    """What became of a wager."""
    return "wins" if net > 0 else "loses" if net < 0 else "pushes"


def three_outcomes(game: Pick2Poker, hands: Hands) -> list[Outcome]:
    """3 Card Poker with every choice of three: rows by choices."""
    below, at = hands.threes_below.astype(np.int64), hands.threes_at.astype(np.int64)
    counts = (below, at, hands.dealer_hands - below - at)
    levels = game.levels(game.three_card_poker)
    return [_outcome(game, THREE, level, dealer) for level, dealer in zip(levels, counts, strict=True)]


@dataclass(frozen=True)
class Payoffs:
    """Net results by hand and column, scaled; Ante and Play as sums over the dealer hands, Bonus wagers for each."""

    hands: Hands
    scale: int
    five: list[Outcome]
    three: list[Outcome]
    three_five: Array
    bonus_only: Array
    bonus_only_stake: Fraction

    @classmethod
    def of(cls, game: Pick2Poker, hands: Hands, stake: Fraction) -> "Payoffs":
        """The payoffs of a game for hands that have been counted."""
        three_five = _bonus_nets(game, hands, "three_five", (game.five_cards, game.bonus_three), Fraction(1))
        bonus_only = _bonus_nets(game, hands, "five_card_bonus", (game.five_cards_only,), stake)
        amounts = [net for by_kind in (three_five, bonus_only) for net in by_kind.different]
        scale = lcm(*(net.denominator for net in amounts))
        largest = 2 * max(abs(net) for net in amounts) + 4 + stake
        fits = largest * scale * hands.dealer_hands * int(hands.weights.sum()) < _SAFE
        dtype: Dtype = np.dtype(np.int64) if fits else np.dtype(object)
        return cls(
            hands,
            scale,
            five_outcomes(game, hands),
            three_outcomes(game, hands),
            three_five.whole(scale, dtype),
            bonus_only.whole(scale, dtype),
            stake,
        )

    def ante_play(self) -> Array:
        """Ante and Play together: rows by columns, summed over the dealer hands, scaled."""
        sums = np.empty(self.three_five.shape, self.three_five.dtype)
        sums[:, FOLD_COLUMN] = -self.hands.dealer_hands * self.scale
        sums[:, FIVE_COLUMN] = sum((each.ante + each.play) * each.dealer_hands for each in self.five) * self.scale
        sums[:, FIRST_THREE_COLUMN:] = (
            sum((each.ante + each.play) * each.dealer_hands for each in self.three) * self.scale
        )
        return sums

    def bonus(self) -> Array:
        """The Bonus wagers together, for one dealer hand, scaled."""
        return np.asarray(self.three_five + self.bonus_only)

    def values(self) -> Array:
        """What each choice is worth: rows by columns, summed over the dealer hands, scaled."""
        return np.asarray(self.ante_play() + self.bonus() * self.hands.dealer_hands)


@dataclass(frozen=True)
class BonusNets:
    """The net result of a Bonus wager, in Antes: its different amounts, and which of them each hand and column has."""

    different: tuple[Fraction, ...]
    which: NDArray[np.intp]

    def whole(self, scale: int, dtype: Dtype) -> Array:
        """By hand and column, in whole numbers."""
        return np.array([int(net * scale) for net in self.different], dtype)[self.which]


def _bonus_nets(game: Pick2Poker, hands: Hands, wager: str, paid: tuple[Paid, ...], stake: Fraction) -> BonusNets:
    """What a Bonus wager comes to with every hand and column, by the rows of the tables that its hands hit."""
    places: dict[Fraction, int] = {}
    which = np.empty((len(hands.five), N_COLUMNS), np.intp)
    for option, columns in _COLUMNS.items():
        shape = tuple(len(game.levels(term)) for term in paid)
        by_level = np.empty(shape, np.intp)
        for levels in np.ndindex(*shape):
            features: dict[Cause, Feature] = {
                term: game.levels(term)[level] for term, level in zip(paid, levels, strict=True)
            }
            net = stake * settled(game, option, features)[wager]
            by_level[levels] = places.setdefault(net, len(places))
        for column in columns:
            hit = tuple(row_by_value(game.table(term))[_values(game, hands, term, column)] for term in paid)
            which[:, column] = by_level[hit]
    return BonusNets(tuple(places), which)


_COLUMNS = {FOLD: (FOLD_COLUMN,), FIVE: (FIVE_COLUMN,), THREE: tuple(range(FIRST_THREE_COLUMN, N_COLUMNS))}


def _values(game: Pick2Poker, hands: Hands, term: Paid, column: int) -> Array:
    """The values of the cards that a table looks at, with the choice of a column; 0 where there are none."""
    if term is game.best_three:
        return hands.best_three
    if term is not game.set_three:
        return hands.five
    return hands.threes[:, column - FIRST_THREE_COLUMN] if column >= FIRST_THREE_COLUMN else np.zeros_like(hands.five)
