"""The row of a pay table that a hand hits, for all values of a ranking system at once.

Rows of pay tables name a category, or a pair of some rank or better, or the same of the highest category. A *kind* is a
category, or one rank in these two categories. Hands of one kind hit the same row of every table. So counts by kind are
made once and answer any pay table.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Between, Paid
from houseway.games.engine.paytable import PayRow, PayTable
from houseway.ranking import ranking
from houseway.ranking.category import Category

Numbers = NDArray[np.int64]


@lru_cache(maxsize=16)
def kinds(system: str) -> tuple[Numbers, tuple[int, ...]]:
    """Return the kind of every value, and one value of every kind. Value 0 does not belong to any hand."""
    ranked = ranking(system)
    by_rank = (Category.PAIR, ranked.categories[-1])
    kind_of: dict[tuple[int, ...], int] = {}
    by_value, samples = np.zeros(ranked.n_values + 1, np.int64), list[int]()
    for value in range(1, ranked.n_values + 1):
        strength = ranked.strength_of(value)
        named = strength[:2] if ranked.category_of(value) in by_rank else strength[:1]
        if named not in kind_of:
            kind_of[named] = len(samples)
            samples.append(value)
        by_value[value] = kind_of[named]
    return by_value, tuple(samples)


def rows_by_kind(table: PayTable) -> tuple[PayRow | None, ...]:
    """Return, for every kind of hand, the row of a table that pays it; None where no row does."""
    return tuple(table.row_of_value(value) for value in kinds(table.form.system)[1])


def level_by_kind(game: DeclaredGame, paid: Paid) -> Numbers:
    """Return, for every kind of hand, the place of its row in the levels of a paid hand; the last one without a row."""
    return _places(game.table(paid))


def _places(table: PayTable) -> Numbers:
    places = [len(table.rows) if row is None else table.rows.index(row) for row in rows_by_kind(table)]
    return np.array(places, np.int64)


@lru_cache(maxsize=16)
def row_by_value(table: PayTable) -> Numbers:
    """Return, for every value of the table's ranking system, the place of its row. Value 0 (no hand) pays nothing."""
    by_value = _places(table)[kinds(table.form.system)[0]]
    by_value[0] = len(table.rows)
    return by_value


def level_by_value(game: DeclaredGame, paid: Paid) -> Numbers:
    """Return the level for every value of the ranking system of the table."""
    return row_by_value(game.table(paid))


def level_if_made(term: Between, cards: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the place of each row in the levels of the question. A row has the cards that the ranking system needs."""
    values = ranking(term.system).evaluate(cards)
    return np.where((values >= term.values.start) & (values < term.values.stop), 0, 1).astype(np.int64)
