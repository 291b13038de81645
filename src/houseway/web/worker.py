"""A separate process for calculations, so that tables never wait for one and any of them can be stopped."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Lock, Timer
from typing import Any

from houseway.errors import HousewayError

MIB = 1024 * 1024
FAILED = "failed"
"""The code of an error in the calculation itself."""

OUT_OF_MEMORY = "out_of_memory"
"""The code of an error of a calculation that exceeded its memory limit."""

NICENESS = 10
"""The priority of calculations, below that of tables."""

MOST_TIMES = 6
"""Maximum time of a calculation by the clock, as a multiple of its deadline, if other work slows it down."""

Progress = Callable[[dict[str, Any]], None]


def out_of_memory(memory: int) -> str:
    """Return the message for a calculation that ran out of memory.

    >>> out_of_memory(512 * 2**20)
    'This calculation needs more memory than the room allows (512 MiB). Run it on the command line.'
    """
    return f"This calculation needs more memory than the room allows ({memory // MIB} MiB). Run it on the command line."


def processor_seconds(pid: int) -> float | None:
    """Return the processor time that a process has used so far, or None if the system does not report it."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return None


class CalculationFailed(HousewayError):
    """The calculation ended in an error. `code` is that error's kind."""

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.code = code


class Stopped(HousewayError):
    """The process was stopped before the calculation was done."""


class OutOfTime(Stopped):
    """The process was stopped because its time was up."""


class Deadline:
    """A timer that kills a process after its seconds of processor time. On a busy machine they take longer to pass.

    If the processor time is unknown, clock seconds count. After `MOST_TIMES` as many seconds it ends in any case.
    """

    def __init__(
        self,
        process: "subprocess.Popen[str]",
        seconds: float,
        used: Callable[[int], float | None] = processor_seconds,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._process, self._seconds, self._used, self._clock = process, seconds, used, clock
        self._before, self._last_moment = used(process.pid), clock() + MOST_TIMES * seconds
        self._lock, self._is_over = Lock(), False
        self.has_passed = False
        """Whether the timer has ended the process."""
        self._wait(seconds)

    def cancel(self) -> None:
        """Cancel the timer, because the process finished in time."""
        with self._lock:
            self._is_over = True
            self._timer.cancel()

    def look(self) -> None:
        """End the process, or check again when its time may be up."""
        with self._lock:
            if self._is_over:
                return
            used = self._used(self._process.pid)
            left = 0.0 if used is None or self._before is None else self._seconds - (used - self._before)
            if left <= 0 or self._clock() >= self._last_moment:
                self._is_over = self.has_passed = True
                self._process.kill()
            else:
                self._wait(left)

    def _wait(self, seconds: float) -> None:
        self._timer = Timer(seconds, self.look)
        self._timer.start()


class Worker:
    """One process, started when it is first needed, which does one calculation at a time.

    `call` blocks, so call it from a thread. `stop` ends the process from any other thread, and the next call starts a
    new one. `memory` limits the process's bytes. A calculation that needs more fails with the code `OUT_OF_MEMORY`.
    """

    def __init__(self, memory: int | None = None) -> None:
        self._memory = memory
        self._turn = Lock()
        self._process: subprocess.Popen[str] | None = None
        self._ended: subprocess.Popen[str] | None = None
        """The process that this worker has ended."""

    def call(
        self, request: Mapping[str, Any], progress: Progress | None = None, seconds: float | None = None
    ) -> dict[str, Any]:
        """Return the result of a request of `houseway.web.calculations`.

        It is stopped after `seconds` of processor time.
        """
        with self._turn:
            process = self._running()
            deadline = None if seconds is None else Deadline(process, seconds)
            try:
                return _converse(process, request, progress)
            except Stopped:
                if deadline is not None and deadline.has_passed:
                    raise OutOfTime("The calculation took too long.") from None
                if self._memory is not None and self._ended is not process:
                    raise CalculationFailed(out_of_memory(self._memory), OUT_OF_MEMORY) from None
                raise
            finally:
                if deadline is not None:
                    deadline.cancel()

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        process = self._process
        if process is not None:
            self._end(process)
            process.wait()

    def _end(self, process: "subprocess.Popen[str]") -> None:
        self._ended = process
        process.kill()

    def _running(self) -> "subprocess.Popen[str]":
        if self._process is None or self._process.poll() is not None:
            limit = [] if self._memory is None else [str(self._memory)]
            self._process = subprocess.Popen(
                [sys.executable, "-m", "houseway.web.calculations", *limit],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="ascii",
            )
            os.setpriority(os.PRIO_PROCESS, self._process.pid, NICENESS)
        return self._process


def _converse(
    process: "subprocess.Popen[str]", request: Mapping[str, Any], progress: Progress | None
) -> dict[str, Any]:
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(json.dumps(request) + "\n")
        process.stdin.flush()
    except OSError:
        raise Stopped("The calculation was stopped.") from None
    for line in process.stdout:
        message: dict[str, Any] = json.loads(line)
        if "result" in message:
            result: dict[str, Any] = message["result"]
            return result
        if "error" in message:
            raise CalculationFailed(message["error"]["message"], message["error"]["code"])
        if progress is not None:
            progress(message["progress"])
    process.wait()
    raise Stopped("The calculation was stopped.")
