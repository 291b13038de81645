"""The lobby's list: a table's line is encoded once for all viewers, the whole list once until a table changes."""

import math
import time
from collections.abc import Callable
from dataclasses import fields
from threading import Lock

from houseway.room import Room, TableInfo, User
from houseway.web.responses import write_json

_SHOWN = [field.name for field in fields(TableInfo) if field.name not in ("by", "sitters", "present")]


class Lobby:
    """The list of open tables as JSON. Every method may be called from any thread.

    Private tables are listed to the people there, to the person who opened them, and to operators.
    """

    def __init__(self, room: Room, age: float = 0.0, clock: Callable[[], float] = time.monotonic) -> None:
        """Show visitors who are not signed in the same list for `age` seconds, whatever changes."""
        self._room, self._age, self._clock = room, age, clock
        self._made_at = -math.inf
        self._lock, self._making = Lock(), Lock()
        self._lines: dict[int, tuple[TableInfo, bytes]] = {}
        self._infos: list[TableInfo] = []
        self._body = _list_of([])
        self.written = 0
        """Number of lines encoded since the start."""

    def body(self, user: User | None) -> bytes:
        """Return the list as one viewer sees it. None is a visitor who is not signed in."""
        if user is None:
            with self._making:
                return self.recent() or self._written(None)
        return self._written(user)

    def recent(self) -> bytes | None:
        """Return the list for visitors who are not signed in, if it is recent. This never waits."""
        return self._body if self._clock() - self._made_at < self._age else None

    def _written(self, user: User | None) -> bytes:
        infos = self._room.tables()
        with self._lock:
            everyones = self._for_everyone(infos)
            lines = self._lines
        if user is None or not any((info.private and user.is_operator) or _is_theirs(info, user) for info in infos):
            return everyones
        listed = []
        for info in infos:
            if _is_theirs(info, user):
                listed.append(_line(info, user))
            elif not info.private or user.is_operator:
                listed.append(lines[info.id][1])
        return _list_of(listed)

    def _for_everyone(self, infos: list[TableInfo]) -> bytes:
        """Return the list for all viewers.

        Comparison is quick, because an unchanged table is the same object as before.
        """
        if infos != self._infos:
            self._lines = {info.id: self._known_line(info) for info in infos}
            self._body = _list_of([self._lines[info.id][1] for info in infos if not info.private])
            self._infos = infos
        self._made_at = self._clock()
        return self._body

    def _known_line(self, info: TableInfo) -> tuple[TableInfo, bytes]:
        known = self._lines.get(info.id)
        if known is not None and known[0] == info:
            return known
        self.written += 1
        return info, _line(info, None)


def _is_theirs(info: TableInfo, user: User) -> bool:
    return user.id == info.by or user.id in info.sitters


def _line(info: TableInfo, user: User | None) -> bytes:
    """Write a table's line for one viewer. Users' numbers are left out."""
    shown = {name: getattr(info, name) for name in _SHOWN}
    seated = user is not None and user.id in info.sitters
    yours = seated or (user is not None and user.id == info.by)
    line = {**shown, "yours": yours, "seated": seated, "present": len(info.present & info.sitters)}
    return write_json(line).encode("ascii")


def _list_of(lines: list[bytes]) -> bytes:
    return b'{"tables":[' + b",".join(lines) + b"]}"
