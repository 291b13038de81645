"""A mean that was estimated by dealing, with its interval."""

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from houseway.analysis.solve.answer import CHIPS_A_BLIND

WITHIN = 1.96
"""The number of standard errors in half of a 95% confidence interval."""


@dataclass(frozen=True)
class Estimate:
    """A mean in big blinds with its 95% confidence interval, from a number of hands or rivers."""

    mean: float
    within: float
    count: int
    pot: float

    @classmethod
    def of(cls, parts: list[float], count: int, pot: float) -> "Estimate":
        """Return the estimate from the means of two or more independent parts."""
        known = np.array(parts)
        spread = float(known.std(ddof=1)) / sqrt(len(parts))
        return cls(float(known.mean()), WITHIN * spread, count, pot)

    def to_dict(self) -> dict[str, Any]:
        """Return the figures in chips, in thousandths of a big blind and of the pot."""
        return {
            "chips": self.mean * CHIPS_A_BLIND,
            "mbb": 1000 * self.mean,
            "within_mbb": 1000 * self.within,
            "pot_share": self.mean / self.pot,
            "count": self.count,
        }
