"""Who has a browser at a table, in this process."""

from collections import Counter
from threading import Lock


class Presence:
    """Connections by person. Every method may be called from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._counts: Counter[int] = Counter()
        self._people: frozenset[int] = frozenset()

    def note(self, user_id: int, is_here: bool) -> bool:
        """A browser of a person has come or gone; whether it was their first or last."""
        with self._lock:
            before = self._counts.pop(user_id, 0)
            after = max(0, before + (1 if is_here else -1))
            if after:
                self._counts[user_id] = after
            if bool(before) != bool(after):
                self._people = frozenset(self._counts)
            return bool(before) != bool(after)

    def people(self) -> frozenset[int]:
        """Who is here."""
        return self._people
