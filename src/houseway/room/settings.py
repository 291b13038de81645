"""The house rules of a room: how long people have, what they may do, and how much may be written for nothing.

Betting and playing cost nothing here, however fast. Acts that can be done and undone again and again for nothing are
counted: seats taken, sitting out, bets replaced, player seeds not revealed, tables opened, chips bought. Leaving a
seat, coming back and closing a table are paid for when the seat is taken, the sitting out begins and the table is
opened, so that nobody is ever kept in a seat. Times are in seconds.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Lock

from houseway.errors import TooOften

SEAT, SIT_OUT, REPLACED_BET, WITHHELD, OPENED_TABLE, BOUGHT_CHIPS, LIMITS = 3, 3, 1, 5, 10, 1, 1
"""What each costs: its records, with a bet and the undoing of both; those of an opened table are large."""
MOST_KEPT = 10_000
"""Where more keys are known, those that have all of their quota back are forgotten."""


@dataclass(frozen=True, slots=True)
class Quota:
    """How many records may be written at once, and after how many seconds one more is allowed."""

    at_once: int
    every: float


class Quotas:
    """What is left of a quota, by key. Every method may be called from any thread."""

    def __init__(self, quota: Quota, monotonic: Callable[[], float]) -> None:
        self._quota, self._monotonic = quota, monotonic
        self._left: dict[Hashable, tuple[float, float]] = {}
        self._lock = Lock()

    def take(self, key: Hashable, cost: int, what: str) -> None:
        """Use up some of a key's quota; raise TooOften, with the wait, if too little is left.

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

    A lone person among automatic players keeps nobody waiting, and gets `alone_time` for a decision, until another
    person sits down and waits. A person for whom the clock has decided has `away_time` for each later decision of that
    round, and no time bank. The time bank
    is for player-against-player games: it is used up over a whole session at the table, after `decision_time`. Browsers
    reveal by themselves and at once: `reveal_time` is how long the table waits for one that is out of reach. `bankroll`
    is what the house is ready to lose at one table, in cents: no bet is taken that could cost it more.
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
    """What one person may have written, at all tables together, without risking a chip."""
    changes_at_a_table: Quota = A_TABLE
    """The same for all people at one table together."""
