"""The data that a game's quick answers need, made once, outside every deadline, and cached.

On a fresh install the first question about a game compiles code, ranks every hand and tabulates a house way. Under a
question's deadline that would never finish, because the process is stopped and starts over each time. So a separate
process asks all common questions of each game, one game at a time, the most requested first. Tables, counts and
compiled code stay on disk, and a note beside them records that they exist. Until then a question is answered with
`BeingPrepared` and the seconds until the game is ready.
"""

import hashlib
import json
import logging
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from math import ceil
from pathlib import Path
from threading import Condition, Thread
from typing import Any

import houseway
from houseway.errors import HousewayError
from houseway.ranking.array_cache import cache_directory
from houseway.web.errors import BeingPrepared
from houseway.web.worker import Progress, Worker

FOLDER = "prepared"
TYPICAL = 20.0
"""Estimated seconds for a game if none was ever prepared on this machine."""
LOOK = 0.5
"""Seconds between two checks whether another process has finished its preparation."""
WAITING, RUNNING, READY, FAILED = "waiting", "running", "ready", "failed"
Prepare = Callable[[str, Progress], dict[str, Any]]
Plain = dict[str, Any]
log = logging.getLogger(__name__)


@cache
def source_version() -> str:
    """Return a digest of everything that prepared data depends on: the sources, and the versions that compile them."""
    digest = hashlib.sha256(" ".join([sys.version, version("numba"), version("numpy")]).encode())
    package = Path(str(houseway.__file__)).parent
    for path in sorted(package.rglob("*.py")):
        digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


class Notes:
    """Notes on disk: the prepared games, their sources' version, the seconds it took, and the results."""

    def __init__(self, folder: Path | None = None, sources: Callable[[], str] = source_version) -> None:
        self._folder, self._sources = folder or cache_directory() / FOLDER, sources

    def read(self, game: str) -> Plain | None:
        """Return the note of a game. Return None if there is none for these sources, or it is incomplete."""
        found = _read(self._path(game))
        return None if found is None or found.get("version") != self._sources() else found

    def seconds(self, game: str) -> float | None:
        """Return how long a game took before, with any sources."""
        found = _read(self._path(game))
        return None if found is None else float(found["seconds"])

    def write(self, game: str, seconds: float, result: Plain) -> None:
        """Note that a game is prepared. If the note cannot be written, the only cost is time at the next start."""
        about = {"game": game, "version": self._sources(), "seconds": round(seconds, 1), "result": result}
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=self._folder, suffix=".part")
            try:
                with os.fdopen(handle, "w", encoding="ascii") as file:
                    file.write(json.dumps({**about, "sum": _sum(about)}))
                os.replace(temporary, self._path(game))
            except BaseException:
                os.unlink(temporary)
                raise

    def forget(self, game: str) -> None:
        """Remove a note that was found to be wrong."""
        with suppress(OSError):
            self._path(game).unlink(missing_ok=True)

    @contextmanager
    def alone(self) -> Iterator[bool]:
        """Yield whether no other process on this machine prepares anything during the block."""
        try:
            import fcntl

            self._folder.mkdir(parents=True, exist_ok=True)
            file = (self._folder / "lock").open("a")
        except (OSError, ImportError):
            yield True
            return
        with file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                yield False
            else:
                yield True

    def _path(self, game: str) -> Path:
        return self._folder / f"{game}.json"


def _read(path: Path) -> Plain | None:
    try:
        found = json.loads(path.read_text("ascii"))
        given = found.pop("sum")
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return found if given == _sum(found) else None


def _sum(about: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()


@dataclass
class Stand:
    """The progress of one game."""

    state: str = WAITING
    wanted: int = 0
    began: float = 0.0
    done: int = 0
    total: int = 0
    seconds: float | None = None
    result: Plain = field(default_factory=dict)
    here: bool = False
    """Whether this server prepared it, not an earlier one."""


class Preparations:
    """A thread that prepares games one at a time. Until `start`, all games count as prepared."""

    def __init__(
        self,
        games: Mapping[str, str],
        prepare: Prepare,
        notes: Notes | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._titles, self._prepare, self._clock = dict(games), prepare, clock
        self._notes = notes or Notes()
        self._stands: dict[str, Stand] = {}
        self._changed = Condition()
        self._closed = False
        self._thread: Thread | None = None

    def start(self, afterwards: Callable[[], None] = lambda: None) -> None:
        """Find out which games are prepared, and prepare the others in the background.

        Call `afterwards` once all are.
        """
        for game in self._titles:
            note = self._notes.read(game)
            known = self._notes.seconds(game)
            self._stands[game] = Stand(seconds=known) if note is None else Stand(READY, result=note["result"])
        self._thread = Thread(target=self._run, args=(afterwards,), name="preparations", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Start no more preparations. The caller ends the process that prepares."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def check(self, game: str) -> None:
        """Refuse a question about a game that is not prepared, and move the game ahead of less requested ones."""
        with self._changed:
            stand = self._stands.get(game)
            if stand is None or stand.state in (READY, FAILED):
                return
            stand.wanted += 1
            self._changed.notify_all()
            raise BeingPrepared(self._titles[game], ceil(self._seconds_left(game)))

    def late(self, game: str) -> None:
        """Prepare a game again after a question timed out, because an earlier server's data is gone."""
        with self._changed:
            stand = self._stands.get(game)
            if stand is None or stand.state != READY or stand.here:
                return
            self._notes.forget(game)
            self._stands[game] = Stand()
            self._changed.notify_all()
        self.check(game)

    @property
    def made_any(self) -> bool:
        """Return whether a game was not prepared when this server started."""
        return any(stand.here for stand in self._stands.values())

    def result(self, game: str) -> Plain:
        """Return the results found while a game was prepared, or nothing before that."""
        with self._changed:
            stand = self._stands.get(game)
            return {} if stand is None else stand.result

    def to_list(self) -> list[Plain]:
        """Return every game that is not prepared, the next first, with the seconds until it is."""
        with self._changed:
            return [
                {
                    "game": game,
                    "title": self._titles[game],
                    "state": self._stands[game].state,
                    "done": self._stands[game].done,
                    "total": self._stands[game].total,
                    "seconds": ceil(self._seconds_left(game)),
                }
                for game in self._order()
            ]

    # In the thread.

    def _run(self, afterwards: Callable[[], None]) -> None:
        is_logged = False
        while True:
            with self._changed:
                if not is_logged and not self._order():
                    is_logged = True
                    afterwards()
                self._changed.wait_for(lambda: self._order() or self._closed)
                if self._closed:
                    return
                game = self._order()[0]
            with self._notes.alone() as is_alone:
                if not is_alone and self._notes.read(game) is None:
                    time.sleep(LOOK)
                    continue
                self._make(game)

    def _make(self, game: str) -> None:
        stand, note = self._stands[game], self._notes.read(game)
        if note is not None:  # another process was faster
            self._finish(stand, READY, note["result"])
            return
        with self._changed:
            stand.state, stand.began = RUNNING, self._clock()

        def report(progress: Mapping[str, Any]) -> None:
            stand.done, stand.total = progress["done"], progress["total"]

        try:
            result = self._prepare(game, report)
        except HousewayError as error:
            if not self._closed:
                log.warning("%s could not be prepared: %s", game, error)
            self._finish(stand, FAILED, {})
            return
        except Exception:
            log.exception("%s could not be prepared", game)
            self._finish(stand, FAILED, {})
            return
        self._notes.write(game, self._clock() - stand.began, result)
        self._finish(stand, READY, result)

    def _finish(self, stand: Stand, state: str, result: Plain) -> None:
        with self._changed:
            stand.seconds = self._clock() - stand.began if stand.began else stand.seconds
            stand.state, stand.result, stand.here = state, result, True
            self._changed.notify_all()

    # How long it takes.

    def _order(self) -> Sequence[str]:
        """Return the games that are not prepared: the one in progress, then the most requested."""
        open_ = [game for game, stand in self._stands.items() if stand.state in (WAITING, RUNNING)]
        return sorted(open_, key=lambda game: (self._stands[game].state != RUNNING, -self._stands[game].wanted))

    def _seconds_left(self, game: str) -> float:
        order = self._order()
        return max(1.0, sum(self._left(each) for each in order[: order.index(game) + 1]))

    def _left(self, game: str) -> float:
        stand = self._stands[game]
        if stand.state != RUNNING:
            return self._usual(stand)
        passed = self._clock() - stand.began
        if 0 < stand.done < stand.total:
            return passed * (stand.total - stand.done) / stand.done
        return max(1.0, self._usual(stand) - passed)

    def _usual(self, stand: Stand) -> float:
        """Return the expected seconds for a game: as before, or the average of those that this server prepared."""
        if stand.seconds is not None:
            return stand.seconds
        made = [each.seconds for each in self._stands.values() if each.here and each.seconds is not None]
        return sum(made) / len(made) if made else TYPICAL


def in_a_process(worker: Worker) -> Prepare:
    """Prepare games in a separate process, without a deadline."""
    return lambda game, progress: worker.call({"task": "prepare", "game": game}, progress)
