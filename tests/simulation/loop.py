"""The event loop of one process, on simulated time: between any two of its steps the process may be killed."""

import asyncio
from asyncio import events
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context
from typing import Any

from simulation.agenda import Agenda, Clocks

MOST_STEPS = 20_000
"""At one moment: a loop that does not come to rest by then never will."""
MOST_FAREWELLS = 9


class Restless(AssertionError):
    """The event loop has something to do for ever, and no time passes."""


class ServerLoop(asyncio.BaseEventLoop):
    """Steps are taken in the order in which asyncio promises them; only time is the world's."""

    def __init__(self, agenda: Agenda, clocks: Clocks, between_steps: Callable[[], bool]) -> None:
        super().__init__()
        self._agenda, self._clocks, self._may_go_on = agenda, clocks, between_steps
        self.dead = False
        self._tasks: dict[asyncio.Task[Any], None] = {}
        self.set_task_factory(self._make_task)

    def _make_task(self, loop: asyncio.AbstractEventLoop, work: Any, **named: Any) -> "asyncio.Task[Any]":
        task: asyncio.Task[Any] = asyncio.Task(work, loop=loop, **named)
        self._tasks[task] = None
        task.add_done_callback(self._forget_task)
        return task

    def _forget_task(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.pop(task, None)

    def time(self) -> float:
        """The monotonic clock."""
        return self._clocks.monotonic()

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., object], *given: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Take a step at a time."""
        handle = asyncio.TimerHandle(when, callback, given, self, context)

        def due() -> None:
            if not self.dead and not handle.cancelled():
                self._ready.append(handle)  # type: ignore[attr-defined]

        self._agenda.after(when - self.time(), due)
        return handle

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """A step that is not taken stays on the agenda, and does nothing."""

    def _write_to_self(self) -> None:
        """Nothing sleeps here that has to be woken."""

    def drain(self) -> None:
        """Take all steps that can be taken at this moment."""
        ready = self._ready  # type: ignore[attr-defined]
        steps = 0
        events._set_running_loop(self)
        try:
            while ready and self._may_go_on():
                handle = ready.popleft()
                if not handle.cancelled():
                    handle._run()
                steps += 1
                if steps > MOST_STEPS:
                    raise Restless(f"the event loop has taken {steps} steps and still does not rest")
        finally:
            events._set_running_loop(None)

    def kill(self) -> None:
        """Take no more steps."""
        self.dead = True
        self._ready.clear()  # type: ignore[attr-defined]
        self.set_exception_handler(lambda loop, context: None)
        for task in tuple(self._tasks):
            _drop(task)


def _drop(task: "asyncio.Task[Any]") -> None:
    """Let a task go that will never end; what it does on its way out reaches nobody."""
    coroutine = task.get_coro()
    for _ in range(MOST_FAREWELLS):
        with suppress(BaseException):
            coroutine.close()
            return
