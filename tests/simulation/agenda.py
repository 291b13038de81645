"""What will happen, in the order of simulated time; and the two clocks that the room is shown."""

import heapq
from collections.abc import Callable
from itertools import count

Deed = Callable[[], None]
START_OF_WALL_CLOCK = 1_800_000_000.0
START_OF_MONOTONIC_CLOCK = 5_000.0


class Agenda:
    """Deeds by their time. Time only passes when nothing is left to do at this moment."""

    def __init__(self) -> None:
        self.now = 0.0
        self._deeds: list[tuple[float, int, Deed]] = []
        self._order = count()

    def at(self, when: float, deed: Deed) -> None:
        """Do something at a time; two deeds at the same time keep their order."""
        heapq.heappush(self._deeds, (max(when, self.now), next(self._order), deed))

    def after(self, delay: float, deed: Deed) -> None:
        """Do something after a while."""
        self.at(self.now + delay, deed)

    @property
    def next_time(self) -> float | None:
        """When the next deed is due."""
        return self._deeds[0][0] if self._deeds else None

    def next_deed(self) -> Deed:
        """The next deed; it is now as late as that."""
        self.now, _, deed = heapq.heappop(self._deeds)
        return deed


class Clocks:
    """A monotonic clock, and a wall clock that somebody may set."""

    def __init__(self, agenda: Agenda) -> None:
        self._agenda = agenda
        self._offset = START_OF_WALL_CLOCK
        self._monotonic_offset = START_OF_MONOTONIC_CLOCK

    def monotonic(self) -> float:
        """Seconds since some moment; never set, but another moment after every boot."""
        return self._monotonic_offset + self._agenda.now

    def wall(self) -> float:
        """Seconds since 1970, if nobody has set the clock."""
        return self._offset + self._agenda.now

    def set_wall(self, seconds: float) -> None:
        """Put the wall clock forward or back."""
        self._offset += seconds

    def reboot(self, monotonic: float) -> None:
        """The monotonic clock of a process that starts on a machine that was booted at another time."""
        self._monotonic_offset = monotonic - self._agenda.now
