"""Who is told of changes at tables, once they are written."""

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager

Listener = Callable[[int], None]
"""Called after a change is written, with the new length of the table's log."""
log = logging.getLogger(__name__)


class Listeners:
    """Listeners by table. Every method may be called from any thread."""

    def __init__(self, lock: AbstractContextManager[object]) -> None:
        self._lock = lock
        self._of: dict[int, list[Listener]] = {}

    def subscribe(self, table_id: int, listener: Listener) -> Callable[[], None]:
        """One more; call the result to be told no more."""
        with self._lock:
            self._of.setdefault(table_id, []).append(listener)

        def unsubscribe() -> None:
            with self._lock:
                listeners = self._of.get(table_id, [])
                if listener in listeners:
                    listeners.remove(listener)

        return unsubscribe

    def tables(self) -> set[int]:
        """The tables that somebody listens to."""
        with self._lock:
            return {table_id for table_id, listeners in self._of.items() if listeners}

    def tell(self, table_id: int, length: int) -> None:
        """The change is written: a listener that fails takes it back from nobody."""
        with self._lock:
            listeners = tuple(self._of.get(table_id, ()))
        for listener in listeners:
            try:
                listener(length)
            except Exception:
                log.exception("table %s: a listener failed", table_id)
