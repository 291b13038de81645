"""How hands compare: readable rankers, the tables made from them, and the kernels that read the tables."""

from houseway.ranking.category import Category, HandValue
from houseway.ranking.facade import Ranking, rank, ranking

__all__ = ["Category", "HandValue", "Ranking", "rank", "ranking"]
