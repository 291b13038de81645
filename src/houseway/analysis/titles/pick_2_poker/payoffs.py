"""What every choice with every hand of Pick 2 Poker pays, and how rounds end under a strategy.

The game's readings and pay tables are applied to the counts. Amounts are whole numbers: net results in Antes times a
scale that clears every fraction of the pay tables. Ante and Play depend on both hands, ten cards. The Bonus wagers
depend on the player's five cards alone, also through the choice that is made with them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import Array
from houseway.analysis.declared.levels import row_by_value
from houseway.analysis.results.endings import Ended, Part
from houseway.analysis.results.result import NO_HIT, NOT_BET
from houseway.analysis.titles.pick_2_poker.hands import TRIPLES, Hands, lowest_qualifying
from houseway.errors import BadBet
from houseway.games.engine.declared.ending import Compared, Ending, Feature
from houseway.games.engine.declared.vocabulary import Cause, Paid
from houseway.games.engine.paytable import PayRow
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


FOLDED = "folded"
BY_THE_HAND = ("three_five", "five_card_bonus")
"""The wagers to which no card of the dealer's makes a difference."""

Rows = NDArray[np.intp]


def ends_of(game: Pick2Poker, payoffs: Payoffs, columns: Rows) -> Iterator[Ended]:
    """All ways in which rounds end where each hand makes the choice of its column."""
    hands = payoffs.hands
    paid = (game.five_cards, game.bonus_three, game.five_cards_only)
    values = (hands.five, _three_values(game, payoffs, columns), hands.five)
    hit = [row_by_value(game.table(term))[each] for term, each in zip(paid, values, strict=True)]
    shape = tuple(len(game.levels(term)) for term in paid)
    code_of_hand = np.ravel_multi_index(hit, shape)
    for option, outcome, rows, dealer_hands in _chosen(payoffs, columns):
        sums = np.zeros(np.prod(shape), np.int64)
        np.add.at(sums, code_of_hand[rows], hands.weights[rows] * dealer_hands)
        for code in np.flatnonzero(sums).tolist():
            places = tuple(int(place) for place in np.unravel_index(code, shape))
            ending = _Ending(game, option, outcome, paid, places)
            yield ending.ended(int(sums[code]), payoffs.bonus_only_stake)


def _three_values(game: Pick2Poker, payoffs: Payoffs, columns: Rows) -> Array:
    """The value of the three cards that count for the 3-5 Bonus (P2-R4); 0 where none do."""
    hands = payoffs.hands
    if game.bonus_three is game.best_three:
        return hands.best_three
    values = np.zeros(len(columns), hands.threes.dtype)
    chosen = np.flatnonzero(columns >= FIRST_THREE_COLUMN)
    values[chosen] = hands.threes[chosen, columns[chosen] - FIRST_THREE_COLUMN]
    return values


def _chosen(payoffs: Payoffs, columns: Rows) -> Iterator[tuple[str, Outcome, Rows, Array]]:
    """The choices made with their outcomes: the hands, and for each of them the dealer hands that bring it about."""
    folded, fives = np.flatnonzero(columns == FOLD_COLUMN), np.flatnonzero(columns == FIVE_COLUMN)
    threes = np.flatnonzero(columns >= FIRST_THREE_COLUMN)
    everything = np.full(len(folded), payoffs.hands.dealer_hands, np.int64)
    yield FOLD, Outcome(FOLDED, "fold", -1, 0, everything), folded, everything
    for each in payoffs.five:
        yield FIVE, each, fives, each.dealer_hands[fives]
    for each in payoffs.three:
        yield THREE, each, threes, each.dealer_hands[threes, columns[threes] - FIRST_THREE_COLUMN]


@dataclass(frozen=True, slots=True)
class _Ending:
    """What was done, what became of it, and the places of the rows that the hand hits in the tables of `paid`."""

    game: Pick2Poker
    option: str
    outcome: Outcome
    paid: tuple[Paid, ...]
    places: tuple[int, ...]

    def ended(self, combinations: int, stake: Fraction) -> Ended:
        """The ending in words and wager by wager; `stake` is on the 5 Card Bonus Only."""
        game, folded = self.game, self.option == FOLD
        features: dict[Cause, Feature] = {
            term: game.levels(term)[place] for term, place in zip(self.paid, self.places, strict=True)
        }
        nets = settled(game, self.option, features)
        five, three, only = self.places
        both = five * len(game.levels(self.paid[1])) + three
        names = [self.outcome.label, f"3-5 Bonus {_pays(nets['three_five'])}"]
        parts = [
            *self._compared(),
            Part("three_five", self._hit(self._of_both()), Fraction(1), nets["three_five"], 2 * both + folded),
        ]
        if stake:
            net = nets["five_card_bonus"]
            label = "".join(row.label for row in self._rows(2))
            names.append(f"5 Card Bonus Only {_pays(net)}")
            parts.append(Part("five_card_bonus", self._hit(label), stake, stake * net, 2 * only + folded))
        return Ended("; ".join(names), combinations, tuple(parts))

    def _compared(self) -> Iterator[Part]:
        """Ante and Play: a fold loses the Ante and makes no Play bet."""
        how, ante, play = self.outcome.how, Fraction(self.outcome.ante), Fraction(self.outcome.play)
        folded = self.option == FOLD
        yield Part("ante", FOLDED if folded else f"{how}: {ended(ante)}", Fraction(1), ante)
        amount = Fraction(PLAY_MULTIPLE[self.option])
        yield Part("play", NOT_BET if folded else f"{how}: {ended(play)}", amount, play)

    def _of_both(self) -> str:
        """The rows that pay the 3-5 Bonus: both of them, or under P2-R3=larger the one that pays more."""
        hit = [(row.pays, f"five cards: {row.label}") for row in self._rows(0)]
        hit += [(row.pays, f"three cards: {row.label}") for row in self._rows(1)]
        if hit and self.game.reading("P2-R3") == "larger":
            hit = [max(hit, key=lambda each: each[0])]
        return " and ".join(text for _, text in hit)

    def _rows(self, which: int) -> tuple[PayRow, ...]:
        """The row hit in one of the tables, if any."""
        place = self.places[which]
        return self.game.table(self.paid[which]).rows[place : place + 1]

    def _hit(self, rows: str) -> str:
        """The rows that pay, if any; under P2-R7=lost a fold loses whatever the hand is."""
        return FOLDED if self.option == FOLD and self.game.reading("P2-R7") == "lost" else rows or NO_HIT


def _pays(odds: Fraction) -> str:
    return "loses" if odds < 0 else f"pays {odds}"
