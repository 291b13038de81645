"""Which row of a pay table a hand hits, for all values of a ranking system at once.

Rows of pay tables name a category, or a pair of some rank or better, or the same of the highest category. So hands of
one *kind*, a category, or in these two one rank, hit the same row of every table: counts by kind are made once and
answer any pay table.
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
    """For every value its kind, and for every kind a value that is of it. Value 0 belongs to no hand."""
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
    """For every kind of hand the row of a table that pays it; None where none does."""
    return tuple(table.row_of_value(value) for value in kinds(table.form.system)[1])


def level_by_kind(game: DeclaredGame, paid: Paid) -> Numbers:
    """For every kind of hand the place of its row in the levels of a paid hand; the last one where no row has it."""
    return _places(game.table(paid))


def _places(table: PayTable) -> Numbers:
    places = [len(table.rows) if row is None else table.rows.index(row) for row in rows_by_kind(table)]
    return np.array(places, np.int64)


@lru_cache(maxsize=16)
def row_by_value(table: PayTable) -> Numbers:
    """For every value of the table's ranking system the place of its row; value 0, which no hand has, pays nothing."""
    by_value = _places(table)[kinds(table.form.system)[0]]
    by_value[0] = len(table.rows)
    return by_value


def level_by_value(game: DeclaredGame, paid: Paid) -> Numbers:
    """The same for every value of the ranking system of the table."""
    return row_by_value(game.table(paid))


def level_if_made(term: Between, cards: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The place of each row in the levels of the question; a row has as many cards as the ranking system judges."""
    values = ranking(term.system).evaluate(cards)
    return np.where((values >= term.values.start) & (values < term.values.stop), 0, 1).astype(np.int64)
