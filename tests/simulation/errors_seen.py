"""Errors that people are told of, and tracebacks in the server's log: each needs an injected fault as its cause."""

import logging
import traceback
from collections.abc import Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any

from simulation.disk import InjectedError
from simulation.violation import Violation

if TYPE_CHECKING:
    from simulation.world import World

FAILED, BROKEN = "failed", "broken_log"


class ErrorsSeen(logging.Handler):
    """Listens to the log of the server while a world lives."""

    def __init__(self, world: "World") -> None:
        super().__init__(logging.WARNING)
        self._world = world
        self._log = logging.getLogger("houseway")

    def __enter__(self) -> None:
        self._was = self._log.propagate
        self._log.propagate = False
        self._log.addHandler(self)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._log.removeHandler(self)
        self._log.propagate = self._was

    def emit(self, record: logging.LogRecord) -> None:
        """A line of the log."""
        if self._world.server is not None and self._world.server.is_killed:
            return
        self._world.note(f"log: {record.getMessage()[:160]}")
        if record.exc_info and record.exc_info[1] is not None:
            self.check_cause(record.exc_info[1], record.getMessage())

    def check_answer(self, message: dict[str, Any]) -> None:
        """An answer that says no more than that the server failed, or that what it wrote does not fit together."""
        if message["code"] == BROKEN:
            raise Violation("error", f"someone was told of a broken log: {message['message']}")
        if message["code"] == FAILED and not self._world.faults.counts:
            raise Violation("error", "someone was told that the server failed, and no fault was injected")

    def check_cause(self, error: BaseException | None, where: str) -> None:
        """An error that no injected fault explains ends the world."""
        if error is not None and not any(is_injected(cause) for cause in causes(error)):
            shown = "".join(traceback.format_exception(error))[-3000:]
            self._world.blame(Violation("error", f"{where}\n{shown}"))


def is_injected(error: BaseException) -> bool:
    """Whether an error is the simulated disk's, or the network's."""
    return isinstance(error, InjectedError | OSError) or isinstance(getattr(error, "orig", None), InjectedError)


def causes(error: BaseException) -> Iterator[BaseException]:
    """An error and all that led to it."""
    found: list[BaseException] = [error]
    while found:
        one = found.pop()
        yield one
        found += [cause for cause in (one.__cause__, one.__context__) if cause is not None]
