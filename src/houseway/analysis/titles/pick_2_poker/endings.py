"""How rounds end under a strategy: Ante and Play by the comparison, the Bonus wagers by the rows that the hand hits.

Ante and Play depend on both hands, ten cards. The Bonus wagers depend on the player's five cards alone, also through
the choice that is made with them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import Array
from houseway.analysis.declared.levels import row_by_value
from houseway.analysis.results.return_table import NO_HIT, NOT_BET
from houseway.analysis.shell.ends import Ended, Part
from houseway.analysis.titles.pick_2_poker.payoffs import (
    FIRST_THREE_COLUMN,
    FIVE_COLUMN,
    FOLD_COLUMN,
    PLAY_MULTIPLE,
    Outcome,
    Payoffs,
    ended,
    settled,
)
from houseway.games.engine.declared.ending import Feature
from houseway.games.engine.declared.vocabulary import Cause, Paid
from houseway.games.engine.paytable import PayRow
from houseway.games.titles.pick_2_poker import Pick2Poker
from houseway.games.titles.pick_2_poker.hands import FIVE, FOLD, THREE

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
