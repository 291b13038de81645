"""How much may be written into the logs without a chip being risked: by one person, and at one table.

To bet and play costs nothing here, however fast. What can be done and undone again and again for nothing is counted:
seats taken, sitting out, bets replaced, promises not kept, tables opened, chips bought. To leave a seat, to come back
and to close a table is paid for when the seat is taken, the sitting out begins and the table is opened: nobody is ever
kept in a seat.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Lock

from houseway.errors import TooOften

SEAT, SIT_OUT, REPLACED_BET, WITHHELD, OPENED_TABLE, BOUGHT_CHIPS, LIMITS = 3, 3, 1, 5, 10, 1, 1
"""What each costs: its records, with a bet and the undoing of both; those of an opened table are large."""
MOST_KEPT = 10_000
"""Where more keys are known, those that have all of their allowance back are forgotten."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """So many records at once, and one more every so many seconds."""

    at_once: int
    every: float


class Allowances:
    """What is left of an allowance, by key. Every method may be called from any thread."""

    def __init__(self, allowance: Allowance, monotonic: Callable[[], float]) -> None:
        self._allowance, self._monotonic = allowance, monotonic
        self._left: dict[Hashable, tuple[float, float]] = {}
        self._lock = Lock()

    def take(self, key: Hashable, cost: int, what: str) -> None:
        """Use some of it up, or say when it is there again.

        >>> allowances = Allowances(Allowance(at_once=3, every=10.0), monotonic=lambda: 0.0)
        >>> allowances.take("ann", 3, "changes of seats")
        >>> allowances.take("ann", 1, "bets replaced")
        Traceback (most recent call last):
            ...
        houseway.errors.TooOften: Too many bets replaced in a short time. Try again in 10 seconds.
        """
        with self._lock:
            now = self._monotonic()
            left = self._left_of(key, now)
            if left < cost:
                seconds = (cost - left) * self._allowance.every
                raise TooOften(
                    f"Too many {what} in a short time. Try again in {max(1, round(seconds))} seconds.", seconds
                )
            self._left[key] = (left - cost, now)
            if len(self._left) > MOST_KEPT:
                self._forget(now)

    def _left_of(self, key: Hashable, now: float) -> float:
        left, since = self._left.get(key, (float(self._allowance.at_once), now))
        return min(float(self._allowance.at_once), left + max(0.0, now - since) / self._allowance.every)

    def _forget(self, now: float) -> None:
        full = self._allowance.at_once
        self._left = {key: kept for key, kept in self._left.items() if self._left_of(key, now) < full}
