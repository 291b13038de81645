"""The return table of each wager by itself.

Ante and Play depend on both hands, ten cards. The Bonus wagers depend on the player's five cards alone, also through
the choice that is made with them, so their tables count five-card hands.
"""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import Array
from houseway.analysis.results.return_table import NOT_BET, WagerTable
from houseway.analysis.titles.pick_2_poker.hands import Hands
from houseway.analysis.titles.pick_2_poker.outcomes import FOLDED, Joint
from houseway.analysis.titles.pick_2_poker.payoffs import (
    FIRST_THREE_COLUMN,
    FOLD_COLUMN,
    Payoffs,
    ended,
    levels_by_value,
)
from houseway.games.titles.pick_2_poker import Pick2Poker

NO_HIT = "no hand that pays"
End = tuple[str, Fraction, int]


def wager_tables(
    game: Pick2Poker, payoffs: Payoffs, columns: NDArray[np.intp], joints: list[Joint]
) -> tuple[WagerTable, ...]:
    """A table for each wager that is bet, where each hand makes the choice of its column."""
    tables = [
        WagerTable.of("ante", [(_ended(each.how, each.ante), each.ante, each.combinations) for each in joints]),
        WagerTable.of("play", [(_ended(each.how, each.play), each.play, each.combinations) for each in joints]),
        WagerTable.of("three_five", _three_five(game, payoffs, columns)),
    ]
    if payoffs.bonus_only_stake:
        tables.append(WagerTable.of("five_card_bonus", _bonus_only(game, payoffs, columns)))
    return tuple(tables)


def _ended(how: str, net: Fraction) -> str:
    """What became of Ante or Play, in words: a fold loses the Ante and makes no Play bet."""
    if how == FOLDED:
        return FOLDED if net else NOT_BET
    return f"{how}: {ended(net)}"


def _three_five(game: Pick2Poker, payoffs: Payoffs, columns: NDArray[np.intp]) -> Iterator[End]:
    """Named by the rows that pay: both of them, or under P2-R3=larger the one that pays more."""
    hands, five_table, three_table = payoffs.hands, game.table(game.five_cards), game.table(game.bonus_three)
    five, three = (
        levels_by_value(five_table)[hands.five],
        levels_by_value(three_table)[_three_values(game, hands, columns)],
    )
    nets = payoffs.three_five[hands.rows, columns]
    for (of_five, of_three, folded), net, count in _grouped(payoffs, columns, nets, five, three):
        parts = [
            (table.rows[row].pays, f"{cards} cards: {table.rows[row].label}")
            for cards, table, row in (("five", five_table, of_five), ("three", three_table, of_three))
            if row < len(table.rows)
        ]
        if parts and game.reading("P2-R3") == "larger":
            parts = [max(parts, key=lambda part: part[0])]
        yield _name(game, folded, " and ".join(text for _, text in parts)), net, count


def _three_values(game: Pick2Poker, hands: Hands, columns: NDArray[np.intp]) -> Array:
    """The value of the three cards that count for the 3-5 Bonus (P2-R4); 0 where none do."""
    if game.bonus_three is game.best_three:
        return hands.best_three
    values = np.zeros(len(columns), hands.threes.dtype)
    chosen = np.flatnonzero(columns >= FIRST_THREE_COLUMN)
    values[chosen] = hands.threes[chosen, columns[chosen] - FIRST_THREE_COLUMN]
    return values


def _bonus_only(game: Pick2Poker, payoffs: Payoffs, columns: NDArray[np.intp]) -> Iterator[End]:
    table, hands = game.table(game.five_cards_only), payoffs.hands
    nets = payoffs.bonus_only[hands.rows, columns]
    for (row, folded), net, count in _grouped(payoffs, columns, nets, levels_by_value(table)[hands.five]):
        yield _name(game, folded, table.rows[row].label if row < len(table.rows) else ""), net, count


def _name(game: Pick2Poker, folded: int, paid: str) -> str:
    """The row that pays, if any; under P2-R7=lost a fold loses whatever the hand is."""
    return FOLDED if folded and game.reading("P2-R7") == "lost" else paid or NO_HIT


def _grouped(
    payoffs: Payoffs, columns: NDArray[np.intp], nets: Array, *rows: Array
) -> Iterator[tuple[tuple[int, ...], Fraction, int]]:
    """The hands that the same rows pay alike: those rows and whether it was folded, the net result, the hands.

    The best rows come first, as a row is known by its place in its table; no row at all comes last.
    """
    sums: dict[tuple[tuple[int, ...], int], int] = defaultdict(int)
    folded = (columns == FOLD_COLUMN).astype(np.int64)
    keys = zip(*(each.tolist() for each in (*rows, folded)), strict=True)
    for key, net, weight in zip(keys, nets.tolist(), payoffs.hands.weights.tolist(), strict=True):
        sums[key, net] += weight
    for key, net in sorted(sums, key=lambda each: each[0]):
        yield key, Fraction(net, payoffs.scale), sums[key, net]
