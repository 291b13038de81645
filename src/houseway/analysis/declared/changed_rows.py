"""What a changed row of a pay table is worth to somebody who plays on as before: the same endings, paid anew.

That needs no second count, but the counts of the first, which for some titles take minutes: the values ship for those.
"""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.results.recorded import records, result_key
from houseway.analysis.results.result import OPTIMAL
from houseway.games.engine.declared.ending import NOTHING, PayClass
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Cause

RECORD = "rows"


def recorded_row(changed: DeclaredGame) -> Fraction | None:
    """The value that ships for a table with a changed row, if there is one."""
    plain = records(f"{changed.slug}-{RECORD}").get(result_key(changed, OPTIMAL))
    return None if plain is None else Fraction(plain["value"])


def paid_anew(usual: Payoffs, counts: NDArray[np.object_], changed: Payoffs) -> Fraction | None:
    """The value of endings, counted by path and cell of the usual payoffs, under changed ones; None where other facts
    decide there.
    """
    if usual.features != changed.features or usual.paths != changed.paths:
        return None
    places = [_places(usual.game, changed.game, term) for term in usual.features]
    digits = np.indices(usual.shape).reshape(len(usual.shape), -1) if usual.shape else np.zeros((0, 1), np.int64)
    cells = np.zeros(digits.shape[1], np.int64)
    for place, digit, n_levels in zip(places, digits, changed.shape, strict=True):
        cells = cells * n_levels + place[digit]
    net = int((counts * changed.net[:, cells].astype(object)).sum())
    return Fraction(net, int(counts.sum()) * changed.scale)


def _places(usual: DeclaredGame, changed: DeclaredGame, term: Cause) -> NDArray[np.int64]:
    """For every level of a feature its place among those of the changed table; a row that is gone pays nothing."""
    levels = changed.levels(term)
    names = [level.label if isinstance(level, PayClass) else level for level in levels]
    found = [level.label if isinstance(level, PayClass) else level for level in usual.levels(term)]
    return np.array([names.index(name if name in names else NOTHING) for name in found], np.int64)
