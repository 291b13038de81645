"""Hand rankings: readable rankers, the tables made from them, and the kernels that read the tables.

The package can be called, `houseway.ranking("standard")`, because it has the same name as the public function.
"""

from houseway.callables import make_callable
from houseway.ranking.category import Category, HandValue
from houseway.ranking.facade import Ranking, rank, ranking

__all__ = ["Category", "HandValue", "Ranking", "rank", "ranking"]

make_callable(__name__, ranking)
