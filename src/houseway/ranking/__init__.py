"""How hands compare: readable rankers, the tables made from them, and the kernels that read the tables.

The package can be called, `houseway.ranking("standard")`, as it shares its name with the function that users want.
"""

import sys
from types import ModuleType

from houseway.ranking.category import Category, HandValue
from houseway.ranking.facade import Ranking, rank, ranking

__all__ = ["Category", "HandValue", "Ranking", "rank", "ranking"]


class _CallableModule(ModuleType):
    def __call__(self, name: str) -> Ranking:
        return ranking(name)


sys.modules[__name__].__class__ = _CallableModule
