"""Rate limits: a bucket of tokens for each key, which refills over time.

Half of the total for all clients is reserved for those who have used little. Once the other half is gone, an address
gets no more than its share of the whole. So a few addresses cannot shut out all others.
"""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Any

from houseway.room import Room
from houseway.web.addresses import Source
from houseway.web.errors import Busy, TooFast
from houseway.web.settings import WIDE, Rate

MOST_BUCKETS = 20_000
"""Number of keys that are remembered. The one unused for longest is dropped first."""
EVERYONE = "everyone"
SHARES, SHARES_OF_NETWORKS = 16, 8
"""The share of one address, and of the network around it, in the reserved half: this part of the whole."""


class Buckets:
    """Token buckets by key. Used from the event loop only, so it needs no lock."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self._clock = clock
        self._levels: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def level(self, key: Hashable) -> float:
        """Return the number of tokens."""
        level, since = self._levels.get(key, (float(self.rate.burst), 0.0))
        return min(float(self.rate.burst), level + (self._clock() - since) * self.rate.per_second)

    def wait(self, key: Hashable, cost: float = 1) -> float:
        """Take tokens. Return 0 if there were enough, else the seconds until there are.

        >>> now = iter([0.0, 0.0, 0.0, 0.5])
        >>> buckets = Buckets(Rate(per_second=2, burst=2), clock=lambda: next(now))
        >>> [buckets.wait("ann") for _ in range(4)]
        [0.0, 0.0, 0.5, 0.0]
        """
        now = self._clock()
        level, since = self._levels.pop(key, (float(self.rate.burst), now))
        level = min(float(self.rate.burst), level + (now - since) * self.rate.per_second)
        allowed = level >= cost
        self._levels[key] = (level - cost if allowed else level, now)
        if len(self._levels) > MOST_BUCKETS:
            self._levels.popitem(last=False)
        return 0.0 if allowed else (cost - level) / self.rate.per_second

    def count(self, key: Hashable, cost: float = 1) -> None:
        """Take tokens that were used elsewhere, as far as there are any."""
        self._levels[key] = (max(0.0, self.level(key) - cost), self._clock())
        self._levels.move_to_end(key)
        if len(self._levels) > MOST_BUCKETS:
            self._levels.popitem(last=False)

    def take(self, key: Hashable, what: str, cost: float = 1) -> None:
        """Take tokens or raise TooFast."""
        seconds = self.wait(key, cost)
        if seconds:
            raise TooFast(f"Too many {what}. Try again in {seconds:.1f} seconds.", seconds)


class RateLimit:
    """A limit on the requests of one address, the network around it, and all clients together.

    `everyone` is None if only addresses are counted. No value that a client can make up, such as a cookie, is a key.
    """

    def __init__(
        self, what: str, each: Rate, everyone: Rate | None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._what = what
        self._near = Buckets(each, clock)
        self._wide = Buckets(Rate(WIDE * each.per_second, WIDE * each.burst), clock)
        self._counts_everyone = everyone is not None
        self._all = Buckets(everyone or each, clock)
        self._near_share, self._wide_share = (
            Buckets(_part(everyone or each, shares), clock) for shares in (SHARES, SHARES_OF_NETWORKS)
        )
        self.taken: Callable[[Source, float], None] = lambda source, cost: None
        """Called with each admitted request."""

    def take(self, source: Source, cost: float = 1) -> None:
        """Take tokens. Raise TooFast if the source has used too many, or Busy if all clients together have."""
        self._near.take(source.near, self._what, cost)
        if source.wide is not None:
            self._wide.take(source.wide, f"{self._what} from your network", cost)
        seconds = self._wait(self._over_share(source, cost), cost) if self._counts_everyone else 0.0
        if seconds:
            raise Busy(f"The room is busy: too many {self._what} right now. Try again.", seconds)
        self.taken(source, cost)

    def count(self, source: Source, cost: float = 1) -> None:
        """Count a request that another process admitted."""
        self._near.count(source.near, cost)
        self._near_share.count(source.near, cost)
        if source.wide is not None:
            self._wide.count(source.wide, cost)
            self._wide_share.count(source.wide, cost)
        self._all.count(EVERYONE, cost)

    def _wait(self, over_share: float, cost: float) -> float:
        missing = self._all.rate.burst / 2 - self._all.level(EVERYONE)
        if over_share and missing > 0:
            return min(over_share, missing / self._all.rate.per_second)
        return self._all.wait(EVERYONE, cost)

    def _over_share(self, source: Source, cost: float) -> float:
        """Return the seconds until a source is within its share again. Every request counts."""
        wide = 0.0 if source.wide is None else _wait_for_share(self._wide_share, source.wide, cost)
        return max(wide, _wait_for_share(self._near_share, source.near, cost))


def _part(everyone: Rate, shares: int) -> Rate:
    return Rate(everyone.per_second / shares, max(1, everyone.burst // shares))


def _wait_for_share(share: Buckets, key: str, cost: float) -> float:
    """Return the wait for a share. A request that costs more than a whole share counts as one share."""
    return share.wait(key, min(cost, share.rate.burst))


class Slots:
    """A limit on simultaneous work, for one source and for all. Event loop only."""

    def __init__(self, what: str, each: int, everyone: int) -> None:
        self._what, self._each, self._everyone = what, each, everyone
        self._has_shares = each < everyone
        self._taken: Counter[str] = Counter()
        self.total = 0

    def enter(self, source: Source) -> None:
        """Take a slot."""
        if self._taken[source.near] >= self._each:
            raise TooFast(f"At most {self._each} {self._what} are allowed from one address at a time.", 2.0)
        if source.wide is not None and self._taken[source.wide] >= WIDE * self._each:
            raise TooFast(f"At most {WIDE * self._each} {self._what} are allowed from one network at a time.", 2.0)
        if self.total >= self._everyone or self._is_over_share(source):
            raise Busy(f"The room is busy: too many {self._what} right now. Try again.", 2.0)
        self.total += 1
        for key in _keys(source):
            self._taken[key] += 1

    def _is_over_share(self, source: Source) -> bool:
        if not self._has_shares or self.total < self._everyone / 2:
            return False
        wide = 0 if source.wide is None else self._taken[source.wide]
        return has_its_share(self._everyone, self._taken[source.near], wide)

    def leave(self, source: Source) -> None:
        """Give the slot back."""
        self.total -= 1
        for key in _keys(source):
            self._taken[key] -= 1
            if self._taken[key] <= 0:
                del self._taken[key]

    @contextmanager
    def held(self, source: Source) -> Iterator[None]:
        """Hold a slot during the block."""
        self.enter(source)
        try:
            yield
        finally:
            self.leave(source)


def _keys(source: Source) -> Iterator[str]:
    yield source.near
    if source.wide is not None:
        yield source.wide


def has_its_share(everyone: int, near: int, wide: int) -> bool:
    """Return whether an address, or the network around it, has used its share of the reserved half.

    >>> has_its_share(24, near=0, wide=2), has_its_share(24, near=1, wide=0), has_its_share(24, near=0, wide=3)
    (False, True, True)
    """
    return near >= max(1, everyone // SHARES) or wide >= max(1, everyone // SHARES_OF_NETWORKS)


LIMIT = "limit"
"""The kind of these messages to other processes."""


class SharedLimits:
    """Limits for all processes of a room together. Each process counts the others' admissions. Event loop only.

    Sign-ins, new accounts and guests, wrong passwords and opened tables are few, and each leaves data behind or tests a
    password. A visitor who spreads them over the processes gets no more of them than from one. A process learns of
    another's admissions a moment later, so at one instant each of them could admit the last one.
    """

    def __init__(self, room: Room) -> None:
        self._room = room
        self._hears: dict[str, Callable[..., None]] = {}

    def share(self, name: str, limit: RateLimit) -> None:
        """Count this limit's admissions in all processes."""

        def share_spending(source: Source, cost: float) -> None:
            self._room.broadcast(LIMIT, name, source.near, source.wide, cost)

        def hear(near: str, wide: str | None, cost: float) -> None:
            limit.count(Source(near, wide), cost)

        limit.taken = share_spending
        self._hears[name] = hear

    def share_event(self, name: str, hear: Callable[..., None]) -> Callable[..., None]:
        """Share an event that counts everywhere.

        `hear` is called in all other processes with the values of each call.
        """
        self._hears[name] = hear
        return lambda *what: self._room.broadcast(LIMIT, name, *what)

    def hear(self, message: list[Any]) -> None:
        """Handle another process's admissions."""
        name, *what = message
        if name in self._hears:
            self._hears[name](*what)
