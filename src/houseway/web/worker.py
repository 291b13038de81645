"""A process of its own for calculations, so that the tables never wait for one and any of them can be stopped."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from threading import Lock, Timer
from typing import Any

from houseway.errors import HousewayError

FAILED = "failed"
"""The code of an error that is the calculation's own fault."""

NICENESS = 10
"""Tables come before calculations where both want the processor."""

Progress = Callable[[dict[str, Any]], None]


class CalculationFailed(HousewayError):
    """The calculation ended in an error; `code` is that error's kind."""

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.code = code


class Stopped(HousewayError):
    """The process was stopped before the calculation was done."""


class Worker:
    """One process, started when it is first needed, which does one calculation at a time.

    `call` blocks: call it from a thread. `stop` ends the process from any other thread; the next call starts a new one.
    """

    def __init__(self) -> None:
        self._turn = Lock()
        self._process: subprocess.Popen[str] | None = None

    def call(
        self, request: Mapping[str, Any], progress: Progress | None = None, seconds: float | None = None
    ) -> dict[str, Any]:
        """The result of a request of `houseway.web.calculations`; after so many seconds it is stopped."""
        with self._turn:
            process = self._running()
            timer = Timer(seconds, process.kill) if seconds is not None else None
            if timer is not None:
                timer.start()
            try:
                return _converse(process, request, progress)
            finally:
                if timer is not None:
                    timer.cancel()

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        process = self._process
        if process is not None:
            process.kill()
            process.wait()

    def _running(self) -> "subprocess.Popen[str]":
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "houseway.web.calculations"],
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
        raise Stopped("the calculation was stopped") from None
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
    raise Stopped("the calculation was stopped")
