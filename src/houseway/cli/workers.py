"""Several server processes on one port: a parent that starts them, replaces those that end, and ends them in order."""

import json
import os
import secrets
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from houseway.errors import BadSetting, HousewayError

MOST_WORKERS = 64
BACKLOG = 2048
TIME_TO_END = 20.0
"""Seconds after which a process that was asked to end is killed."""
TIME_TO_START = 300.0
"""Seconds within which a started process must be ready. If it is not, the others are not replaced."""
QUICK_END = 10.0
"""Seconds after the start. A process that ends sooner is restarted with growing delays."""
FIRST_WAIT, LONGEST_WAIT = 1.0, 30.0
LOOK, SHORT_LOOK = 0.5, 0.1
MARK_SIZE = 4
VARIABLE = "HOUSEWAY_ONE_OF_SEVERAL"
"""The variable with a process's options. The command line, which others can read, carries no secret."""
MODULE = "houseway.cli.worker_process"
WATCHED = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGCHLD)


class Ending(Exception):
    """The server was asked to end."""


@dataclass
class Member:
    """One server process."""

    process: "subprocess.Popen[bytes]"
    mark: str
    ready_pipe: int
    started: float = field(default_factory=time.monotonic)
    is_ready: bool = False

    def look(self) -> bool:
        """Return whether it serves requests."""
        if not self.is_ready and select.select([self.ready_pipe], [], [], 0)[0]:
            self.is_ready = os.read(self.ready_pipe, 1) == b"1"
        return self.is_ready

    @property
    def has_ended(self) -> bool:
        """Return whether it has ended."""
        return self.process.poll() is not None


class Signals:
    """Signals sent to this process, in whichever thread they arrived."""

    def __init__(self) -> None:
        self._reading, writing = os.pipe()
        for end in (self._reading, writing):
            os.set_blocking(end, False)
        for each in WATCHED:
            signal.signal(each, lambda number, frame: None)
        signal.set_wakeup_fd(writing)

    def wait(self, seconds: float) -> set[int]:
        """Wait up to `seconds` and return the signals received since the last call."""
        if not select.select([self._reading], [], [], seconds)[0]:
            return set()
        return set(os.read(self._reading, 1 << 10))


class Workers:
    """Several server processes behind one listening socket.

    `forget` is called with the address of a process that ended unexpectedly, so that its tables need not wait for its
    lease.
    """

    def __init__(
        self,
        count: int,
        listening: socket.socket,
        options: dict[str, Any],
        forget: Callable[[str], None],
        say: Callable[[str], None],
        command: Sequence[str] = (sys.executable, "-m", MODULE),
    ) -> None:
        if not 1 <= count <= MOST_WORKERS:
            raise BadSetting(f"--workers takes 1 to {MOST_WORKERS}; got {count}.")
        self._count, self._listening, self._options, self._forget, self._say = count, listening, options, forget, say
        self._command = command
        self._members: list[Member] = []
        self._wait, self._not_before = FIRST_WAIT, 0.0
        self._is_replacing = self._replace_again = False
        self._lifeline: tuple[int, int] = (-1, -1)
        self._folder = Path()

    def run(self) -> None:
        """Serve until SIGTERM or SIGINT. SIGHUP replaces all processes, one after the other."""
        self._lifeline = os.pipe()
        self._signals = Signals()
        with tempfile.TemporaryDirectory(prefix="houseway-") as folder:
            self._folder = Path(folder)
            try:
                self._members = [self._start() for _ in range(self._count)]
                while True:
                    self._heed(LOOK)
                    if self._replace_again:
                        self._replace_all()
            except Ending:
                self._end(list(self._members))
            finally:
                for member in self._members:
                    if not member.has_ended:
                        member.process.kill()
                        member.process.wait()
                for end in self._lifeline:
                    os.close(end)

    def _start(self) -> Member:
        reading, writing = os.pipe()
        mark = secrets.token_hex(MARK_SIZE)
        fds = {"listening": self._listening.fileno(), "ready": writing, "lifeline": self._lifeline[0]}
        told = {**self._options, **fds, "mark": mark, "folder": str(self._folder), "workers": self._count}
        process = subprocess.Popen(
            self._command,
            env={**os.environ, VARIABLE: json.dumps(told)},
            pass_fds=tuple(fds.values()),
            process_group=0,
        )
        os.close(writing)
        return Member(process, mark, reading)

    def _heed(self, seconds: float) -> None:
        """Handle signals and ended processes, for some seconds or until the next signal."""
        came = self._signals.wait(seconds)
        if came & {signal.SIGTERM, signal.SIGINT}:
            raise Ending
        self._replace_again |= signal.SIGHUP in came
        self._mend()

    def _mend(self) -> None:
        """Start another process for each that ended. One that ends at once is retried less and less often."""
        now = time.monotonic()
        for member in [member for member in self._members if member.has_ended]:
            self._members.remove(member)
            self._say(f"process {member.process.pid} ended with status {member.process.returncode}; starting another")
            self._bury(member)
            quick = now - member.started < QUICK_END
            self._wait = min(LONGEST_WAIT, 2 * self._wait) if quick else FIRST_WAIT
            self._not_before = now + self._wait if quick else 0.0
        if now >= self._not_before and not self._is_replacing:
            while len(self._members) < self._count:
                self._members.append(self._start())

    def _bury(self, member: Member) -> None:
        os.close(member.ready_pipe)
        address = self._folder / f"{member.mark}.sock"
        try:
            self._forget(str(address))
        except HousewayError as error:
            self._say(f"could not end the lease of process {member.process.pid}, which will expire: {error}")
        address.unlink(missing_ok=True)

    def _replace_all(self) -> None:
        """Replace all processes one after the other. Each successor serves before the old one is asked to end."""
        self._replace_again, self._is_replacing = False, True
        try:
            for old in list(self._members):
                new = self._start()
                self._members.append(new)
                self._until_ready(new)
                if not new.is_ready:
                    self._say("a new process did not start; the old ones keep running")
                    self._end([new])
                    return
                self._end([old])
            self._say(f"all {self._count} processes were replaced")
        finally:
            self._is_replacing = False

    def _until_ready(self, member: Member) -> None:
        """Wait until a process serves, has ended, or takes too long."""
        until = time.monotonic() + TIME_TO_START
        while member in self._members and not member.look() and time.monotonic() < until:
            self._heed(SHORT_LOOK)

    def _end(self, members: list[Member]) -> None:
        """Ask processes to end, and wait until they have."""
        there = [member for member in members if member in self._members]
        for member in there:
            with suppress(ProcessLookupError):
                member.process.send_signal(signal.SIGTERM)
        until = time.monotonic() + TIME_TO_END
        for member in there:
            try:
                member.process.wait(max(0.1, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                self._say(f"process {member.process.pid} did not stop; killing it")
                member.process.kill()
                member.process.wait()
            self._members.remove(member)
            self._bury(member)


def listen(host: str, port: int) -> socket.socket:
    """Return the socket that all processes accept from, so that a process that ends loses no waiting connection."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        hint = " Try a port above 1023." if isinstance(error, PermissionError) else " Choose another --port."
        raise BadSetting(f"Cannot listen on {host}:{port}: {(error.strerror or str(error)).lower()}.{hint}") from None
    listening.listen(BACKLOG)
    return listening
