"""The house rules of a room: time limits, permitted actions, and quotas for changes that cost no chips.

Betting and playing have no quota, however fast. Acts that can be done and undone repeatedly for nothing are counted:
seats taken, sitting out, bets replaced, player seeds not revealed, tables opened, chips bought. Leaving a seat, coming
back and closing a table are charged in advance: when the seat is taken, the sitting out begins and the table is opened.
So no player is ever kept in a seat. Times are in seconds.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Lock

from houseway.errors import TooOften

SEAT, SIT_OUT, REPLACED_BET, WITHHELD, OPENED_TABLE, BOUGHT_CHIPS, LIMITS = 3, 3, 1, 5, 10, 1, 1
"""The cost of each act: its records, with a bet and the undoing of both. Those of an opened table are large."""
MOST_KEPT = 10_000
"""Above this number of keys, those with a full quota are forgotten."""


@dataclass(frozen=True, slots=True)
class Quota:
    """The number of records that may be written at once, and the seconds until one more is allowed."""

    at_once: int
    every: float


class Quotas:
    """The remaining quotas, by key. Every method may be called from any thread."""

    def __init__(self, quota: Quota, monotonic: Callable[[], float]) -> None:
        self._quota, self._monotonic = quota, monotonic
        self._left: dict[Hashable, tuple[float, float]] = {}
        self._lock = Lock()

    def take(self, key: Hashable, cost: int, what: str) -> None:
        """Use up some of a key's quota. Raise TooOften, with the wait, if too little is left.

        >>> quotas = Quotas(Quota(at_once=3, every=10.0), monotonic=lambda: 0.0)
        >>> quotas.take("ann", 3, "changes of seats")
        >>> quotas.take("ann", 1, "bets replaced")
        Traceback (most recent call last):
            ...
        houseway.errors.TooOften: Too many bets replaced in a short time. Try again in 10 seconds.
        """
        with self._lock:
            now = self._monotonic()
            left = self._left_of(key, now)
            if left < cost:
                seconds = (cost - left) * self._quota.every
                raise TooOften(
                    f"Too many {what} in a short time. Try again in {max(1, round(seconds))} seconds.", seconds
                )
            self._left[key] = (left - cost, now)
            if len(self._left) > MOST_KEPT:
                self._forget(now)

    def _left_of(self, key: Hashable, now: float) -> float:
        left, since = self._left.get(key, (float(self._quota.at_once), now))
        return min(float(self._quota.at_once), left + max(0.0, now - since) / self._quota.every)

    def _forget(self, now: float) -> None:
        full = self._quota.at_once
        self._left = {key: kept for key, kept in self._left.items() if self._left_of(key, now) < full}


A_PERSON, A_TABLE = Quota(at_once=300, every=10.0), Quota(at_once=600, every=1.0)


@dataclass(frozen=True, slots=True)
class RoomSettings:
    """One room's house rules.

    A lone person among computer players keeps no one waiting, and gets `alone_time` for a decision, until another
    person sits down and waits. A person for whom the clock has decided has `away_time` for each later decision of that
    round, and no time bank. The time bank is for player vs. player games. It is used up over a whole session at the
    table, after `decision_time`. Browsers reveal automatically and at once. `reveal_time` is how long the table waits
    for a browser that is out of reach. `bankroll` is the maximum loss of the house at one table, in cents. No bet is
    taken that could cost it more.
    """

    bet_time: float = 30.0
    reveal_time: float = 10.0
    decision_time: float = 45.0
    alone_time: float = 900.0
    away_time: float = 5.0
    time_bank: float = 60.0
    bot_delay: float = 0.0
    idle_close: float = 3600.0
    bankroll: int = 10**13
    tables_by_operators_only: bool = False
    most_tables_of_a_player: int = 50
    changes_of_a_person: Quota = A_PERSON
    """The quota of one person's changes without a chip at risk, at all tables together."""
    changes_at_a_table: Quota = A_TABLE
    """The same quota for all people at one table together."""
