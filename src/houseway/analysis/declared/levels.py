"""Which row of a pay table a hand hits, for all values of a ranking system at once.

Rows of pay tables name a category, or a pair of some rank or better, or the same of the highest category. So hands of
one *kind*, a category, or in these two one rank, hit the same row of every table: counts by kind are made once and
answer any pay table.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Paid
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


def level_by_kind(game: DeclaredGame, paid: Paid) -> Numbers:
    """For every kind of hand the place of its row in the levels of a paid hand; the last one where no row has it."""
    table = game.table(paid)
    ranked = ranking(table.form.system)
    rows = [table.row_of(ranked.category_of(value), ranked.strength_of(value)[1:]) for value in kinds(ranked.name)[1]]
    return np.array([len(table.rows) if row is None else table.rows.index(row) for row in rows], np.int64)


def level_by_value(game: DeclaredGame, paid: Paid) -> Numbers:
    """The same for every value of the ranking system of the table."""
    return level_by_kind(game, paid)[kinds(game.table(paid).form.system)[0]]
