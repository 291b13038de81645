"""One real server after another on one database and one port: each is forked in milliseconds, and killed with SIGKILL.

Run as a program this is a process that has loaded all that `houseway serve` loads and has no threads. It listens on the
loopback and forks a server whenever it reads a line; the server takes the port over. `Lives` is the other end.

    python benchmarks/lives.py sqlite:////tmp/kills.db /tmp/kills.server.log
"""

import faulthandler
import gc
import os
import signal
import socket
import subprocess
import sys
import threading
import traceback
from contextlib import suppress
from datetime import date
from pathlib import Path

BOT_DELAY = 0.005
"""Automatic players move when the clock says so, as under `houseway serve`, but soon."""
UNHURRIED = 1e6
TOO_LONG = 30.0
"""Seconds after which a server that still lives, and should be dead, says where all of its threads are."""


class Lives:
    """Starts servers and kills them. At most one lives at a time."""

    def __init__(self, url: str, log: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__, url, str(log)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.log = log
        self.address = f"127.0.0.1:{self._hear()}"
        self.alive: int | None = None

    def start(self) -> None:
        """Another server; it listens at once and answers when it is ready."""
        assert self.alive is None, "the last server is dead"
        self._say("live")
        self.alive = int(self._hear())

    def kill(self) -> None:
        """End it with SIGKILL, wherever it is; an error if it had ended by itself."""
        assert self.alive is not None, "a server lives"
        self.alive = None
        self._say("kill")
        status = int(self._hear())
        if not os.WIFSIGNALED(status) or os.WTERMSIG(status) != signal.SIGKILL:
            raise RuntimeError(f"the server ended by itself with status {status}: see {self.log}")

    def close(self) -> None:
        """No more servers."""
        if self.alive is not None:
            self.kill()
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(20)

    def _say(self, word: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(word + "\n")
        self._process.stdin.flush()

    def _hear(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the process that starts servers is gone")
        return line.strip()


def serve(url: str, listening: socket.socket) -> None:
    """A server as `houseway serve` runs it, but for rates, advice and hurry: one address plays for everyone."""
    import uvicorn

    from houseway.cli.serve import SWITCH_INTERVAL, served
    from houseway.room import Room, RoomSettings
    from houseway.room.settings import Quota
    from houseway.web.app import create_app
    from houseway.web.settings import Settings

    sys.setswitchinterval(SWITCH_INTERVAL)
    plenty = Quota(at_once=1_000_000, every=1.0)
    house_rules = RoomSettings(
        bet_time=UNHURRIED,
        reveal_time=UNHURRIED,
        decision_time=UNHURRIED,
        alone_time=UNHURRIED,
        bot_delay=BOT_DELAY,
        idle_close=1e9,
        changes_of_a_person=plenty,
        changes_at_a_table=plenty,
    )
    settings = Settings.without_rates(coach=False)
    app = create_app(Room(url, house_rules), settings)
    uvicorn.Server(uvicorn.Config(app, **served(settings))).run(sockets=[listening])


def load_everything() -> None:
    """Import what a server imports and play a round of each game, so that a fork has it all."""
    import uvicorn  # noqa: F401
    from uvicorn.lifespan import on  # noqa: F401
    from uvicorn.loops import auto as loops  # noqa: F401
    from uvicorn.protocols.http import auto as http  # noqa: F401
    from uvicorn.protocols.websockets import auto as websockets  # noqa: F401

    import houseway.cli.serve
    import houseway.web.app  # noqa: F401
    from houseway.room.warmup import warm_up

    with suppress(ImportError):
        import psycopg  # noqa: F401
    warm_up(date.today())
    gc.collect()
    gc.freeze()


def fork_servers(url: str, log: str) -> None:
    """Read `live` and `kill`, a line each, and tell the new process's number, or how the old one ended."""
    listening = socket.create_server(("127.0.0.1", 0), backlog=256)
    load_everything()
    assert threading.active_count() == 1, "a process with threads is not forked"
    print(listening.getsockname()[1], flush=True)
    child = 0
    for line in sys.stdin:
        if line.strip() == "live":
            child = os.fork()
            if child == 0:
                os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
                os.dup2(os.open(os.devnull, os.O_RDWR), 0)
                os.dup2(0, 1)
                faulthandler.dump_traceback_later(TOO_LONG)
                try:
                    serve(url, listening)
                except BaseException:
                    traceback.print_exc()
                finally:
                    os._exit(3)
            print(child, flush=True)
        else:
            os.kill(child, signal.SIGKILL)
            print(os.waitpid(child, 0)[1], flush=True)
            child = 0
    if child:
        os.kill(child, signal.SIGKILL)


if __name__ == "__main__":
    fork_servers(sys.argv[1], sys.argv[2])
