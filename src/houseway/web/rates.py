"""Rate limits: a bucket of tokens for each key, which fills again as time passes."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable

from houseway.web.errors import TooFast
from houseway.web.settings import Rate

MOST_BUCKETS = 20_000
"""How many keys are remembered; the one unused for longest goes first."""


class Buckets:
    """Token buckets by key. Used from the event loop only, so it needs no lock."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self._clock = clock
        self._levels: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def wait(self, key: Hashable) -> float:
        """Take a token: 0 if there was one, else the seconds until there is.

        >>> now = iter([0.0, 0.0, 0.0, 0.5])
        >>> buckets = Buckets(Rate(per_second=2, burst=2), clock=lambda: next(now))
        >>> [buckets.wait("ann") for _ in range(4)]
        [0.0, 0.0, 0.5, 0.0]
        """
        now = self._clock()
        level, since = self._levels.pop(key, (float(self.rate.burst), now))
        level = min(float(self.rate.burst), level + (now - since) * self.rate.per_second)
        allowed = level >= 1
        self._levels[key] = (level - 1 if allowed else level, now)
        if len(self._levels) > MOST_BUCKETS:
            self._levels.popitem(last=False)
        return 0.0 if allowed else (1 - level) / self.rate.per_second

    def take(self, key: Hashable, what: str) -> None:
        """Take a token or raise TooFast."""
        seconds = self.wait(key)
        if seconds:
            raise TooFast(f"too many {what}; try again in {seconds:.1f} seconds", seconds)
