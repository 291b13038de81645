"""The two clocks of a room, which are never mixed: the wall clock dates records, a stopwatch keeps deadlines.

The stopwatch follows a monotonic clock, so that a wall clock which is set, or jumps, changes nobody's time. And it runs
only while the room could take an answer: while the database does not answer, or the process is held up, it stands
still, and what a person had left before is left after.
"""

from collections.abc import Callable
from threading import Lock

LONGEST_GAP = 3.0
"""Seconds between two signs of life; where more go by, the room was held up and the time between counts for nobody."""


class Clocks:
    """What a room and its tables tell the time by."""

    def __init__(self, wall: Callable[[], float], monotonic: Callable[[], float]) -> None:
        self.wall, self.monotonic = wall, monotonic
        self.stopwatch = Stopwatch(monotonic)

    def date(self) -> int:
        """The wall clock in milliseconds since 1970, as records carry it."""
        return int(self.wall() * 1000)


class Stopwatch:
    """Seconds that count.

    The reading runs on after a sign of life, in the trust that the next one comes, and goes back to the last one where
    it does not come in time or the room is known to have failed. Until a first sign shows that someone gives them at
    all, the clock simply runs.
    """

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._sign = self._reading = monotonic()
        self._watched = self._stopped = False
        self._lock = Lock()

    def __call__(self) -> float:
        """The reading now."""
        with self._lock:
            return self._read(self._monotonic())

    def _read(self, moment: float) -> float:
        since = moment - self._sign
        if self._stopped or (self._watched and since > LONGEST_GAP):
            return self._reading
        return self._reading + since

    def run_on(self) -> bool:
        """The room works at this moment. Whether the time had stood still until now."""
        with self._lock:
            moment = self._monotonic()
            stood = self._stopped or (self._watched and moment - self._sign > LONGEST_GAP)
            self._reading = self._read(moment)
            self._sign, self._watched, self._stopped = moment, True, False
            return stood

    def stop(self) -> None:
        """The room does not work: no time counts from its last sign of life until the next."""
        with self._lock:
            if not self._watched:
                self._sign, self._reading = self._monotonic(), self._read(self._monotonic())
            self._watched = self._stopped = True
