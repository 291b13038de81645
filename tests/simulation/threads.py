"""Threads without threads: each is a greenlet that gives way at locks and statements, and goes on when told to."""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from types import TracebackType
from typing import Any, TypeVar

from greenlet import GreenletExit, getcurrent, greenlet

from simulation.agenda import Agenda
from simulation.chance import Chance, Faults

Result = TypeVar("Result")
LONGEST_START = 0.004
LONGEST_PREEMPTION = 0.01


class LoopWaits(BaseException):
    """The event loop would have had to wait for a lock that a thread holds."""


class Threads:
    """All threads of one process."""

    def __init__(self, agenda: Agenda, chance: Chance, faults: Faults) -> None:
        self._agenda, self._chance, self.faults = agenda, chance, faults
        self._main = getcurrent()
        self._alive: dict[greenlet, None] = {}
        self.dead = False

    @property
    def in_thread(self) -> bool:
        """Whether a thread of this process runs now, and not the event loop or the world outside."""
        return getcurrent() in self._alive

    def start(self, work: Callable[[], object]) -> None:
        """Run something in a thread of its own, soon."""

        def live() -> None:
            try:
                work()
            except GreenletExit:
                pass
            finally:
                self._alive.pop(thread, None)

        thread = greenlet(live, self._main)
        self._alive[thread] = None
        self.resume(thread, self._chance.threads.uniform(0, LONGEST_START))

    def resume(self, thread: greenlet, delay: float) -> None:
        """Let a thread go on after a while."""

        def go_on() -> None:
            if not self.dead and not thread.dead:
                thread.switch()

        self._agenda.after(delay, go_on)

    def pause(self, seconds: float) -> None:
        """Let the others go on; called in a thread."""
        self.resume(getcurrent(), seconds)
        self.park()

    def park(self) -> None:
        """Wait until somebody resumes this thread."""
        self._main.switch()

    def maybe_preempt(self) -> None:
        """Another thread's turn, perhaps."""
        if self.in_thread and not self.dead and self.faults.strikes("preempted", self._chance.threads):
            self.pause(self._chance.threads.uniform(0, LONGEST_PREEMPTION))

    def kill(self) -> None:
        """End all threads where they stand. What they still do on their way out reaches nobody."""
        self.dead = True
        for thread in tuple(self._alive):
            thread.throw(GreenletExit)
        self._alive.clear()


class SimulatedLock:
    """A lock that threads of one process wait for by giving way."""

    def __init__(self, threads: Threads, *, reentrant: bool) -> None:
        self._threads, self._reentrant = threads, reentrant
        self._owner: greenlet | None = None
        self._depth = 0
        self._waiting: deque[greenlet] = deque()

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        """Take the lock, or wait for it."""
        if self._threads.dead:
            return True
        me = getcurrent()
        if self._owner is me and self._reentrant:
            self._depth += 1
            return True
        self._threads.maybe_preempt()
        while self._owner is not None:
            if not blocking:
                return False
            if not self._threads.in_thread:
                raise LoopWaits("the event loop waits for a lock")
            self._waiting.append(me)
            self._threads.park()
        self._owner, self._depth = me, 1
        return True

    def release(self) -> None:
        """Give the lock back; whoever waits tries again."""
        if self._threads.dead:
            return
        assert self._owner is getcurrent(), "a lock is given back by who holds it"
        self._depth -= 1
        if not self._depth:
            self._owner = None
            while self._waiting:
                self._threads.resume(self._waiting.popleft(), 0)

    def locked(self) -> bool:
        """Whether anybody holds it."""
        return self._owner is not None

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


class SimulatedExecutor:
    """A pool of so many threads."""

    def __init__(self, threads: Threads, most: int) -> None:
        self._threads, self._free = threads, most
        self._waiting: deque[tuple[Future[Any], Callable[[], Any]]] = deque()
        self._closed = False

    def submit(self, work: Callable[..., Result], /, *given: Any, **named: Any) -> "Future[Result]":
        """Do something in one of the threads."""
        if self._closed or self._threads.dead:
            raise RuntimeError("cannot schedule new futures after shutdown")
        future: Future[Result] = Future()
        self._waiting.append((future, lambda: work(*given, **named)))
        self._go_on()
        return future

    def _go_on(self) -> None:
        if self._free and self._waiting:
            self._free -= 1
            self._threads.start(self._serve)

    def _serve(self) -> None:
        """One thread of the pool, until nothing waits."""
        try:
            while self._waiting and not self._threads.dead:
                future, work = self._waiting.popleft()
                if future.set_running_or_notify_cancel():
                    run_into(future, work)
        finally:
            self._free += 1

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more work."""
        self._closed = True


def run_into(future: "Future[Result]", work: Callable[[], Result]) -> None:
    """Do something, and note what came of it."""
    try:
        result = work()
    except GreenletExit:
        raise
    except BaseException as error:
        future.set_exception(error)
    else:
        future.set_result(result)
