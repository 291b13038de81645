"""Limits that hold for all processes of a room together: what one of them lets through, the others count as well.

Signing in, new accounts and guests, wrong passwords and opened tables are few, and each leaves something behind or
tries something out: a stranger who spreads them over the processes gets no more of them than from one. A process hears
of another's a moment later, so that at one instant each could let the last one through.
"""

from collections.abc import Callable
from typing import Any

from houseway.room import Room
from houseway.web.addresses import Source
from houseway.web.rate_limits import RateLimit

LIMIT = "limit"
"""The kind of what is told to other processes."""


class SharedLimits:
    """Tells others what was taken here, and takes here what others tell. Event loop only."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._hears: dict[str, Callable[..., None]] = {}

    def share(self, name: str, limit: RateLimit) -> None:
        """Count everywhere what this limit lets through."""

        def tell(source: Source, cost: float) -> None:
            self._room.tell_others(LIMIT, name, source.near, source.wide, cost)

        def hear(near: str, wide: str | None, cost: float) -> None:
            limit.count(Source(near, wide), cost)

        limit.taken = tell
        self._hears[name] = hear

    def share_event(self, name: str, hear: Callable[..., None]) -> Callable[..., None]:
        """Something that counts everywhere: `hear` is called in all other processes, with what the result is called."""
        self._hears[name] = hear
        return lambda *what: self._room.tell_others(LIMIT, name, *what)

    def hear(self, told: list[Any]) -> None:
        """What another process has let through."""
        name, *what = told
        if name in self._hears:
            self._hears[name](*what)
