"""Time in a room: the wall clock dates records, the stopwatch measures deadlines, and a table's clock has the next one.

The stopwatch follows a monotonic clock, so setting the wall clock changes no player's time. It runs only while the room
can accept an answer. While the database or the process is stalled, it is stopped, and all players keep the time that
they had left. Deadlines are not logged. After a restart all players have the full time again, and the time bank that
was left when the decision began.
"""

from collections.abc import Callable
from threading import Lock

from houseway.room.settings import RoomSettings
from houseway.room.state import BOT, TableState

LONGEST_GAP = 3.0
"""Seconds between two heartbeats. If more pass, the room was stalled, and the time between counts for no player."""


class Clocks:
    """The time sources of a room and its tables."""

    def __init__(self, wall: Callable[[], float], monotonic: Callable[[], float]) -> None:
        self.wall, self.monotonic = wall, monotonic
        self.stopwatch = Stopwatch(monotonic)

    def date(self) -> int:
        """Return the wall clock in milliseconds since 1970, as records carry it."""
        return int(self.wall() * 1000)


class Stopwatch:
    """A count of the seconds that the room could accept answers.

    After a heartbeat the reading runs on, on the assumption that the next one follows. It goes back to the last
    heartbeat if the next is late or the room is known to have failed. Before the first heartbeat the clock simply runs.
    """

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._sign = self._reading = monotonic()
        self._watched = self._stopped = False
        self._lock = Lock()

    def __call__(self) -> float:
        """Return the reading now."""
        with self._lock:
            return self._read(self._monotonic())

    def _read(self, moment: float) -> float:
        since = moment - self._sign
        if self._stopped or (self._watched and since > LONGEST_GAP):
            return self._reading
        return self._reading + since

    def run_on(self) -> bool:
        """Note that the room works, and return whether time had stopped until now."""
        with self._lock:
            moment = self._monotonic()
            stood = self._stopped or (self._watched and moment - self._sign > LONGEST_GAP)
            self._reading = self._read(moment)
            self._sign, self._watched, self._stopped = moment, True, False
            return stood

    def stop(self) -> None:
        """Stop time: none counts from the last heartbeat until the next."""
        with self._lock:
            if not self._watched:
                self._sign, self._reading = self._monotonic(), self._read(self._monotonic())
            self._watched = self._stopped = True


AFTER_FAILURE = 10.0
"""Seconds given again when a due action could not be written, because an answer could not have been written either."""


class Clock:
    """The deadline of the table's current wait. `left` is the time that was left in the process that had the table."""

    def __init__(self, settings: RoomSettings, state: TableState, now: float, left: float | None = None) -> None:
        self._settings = settings
        self._waits_for: object = None
        self._began = self._idle_at = now
        self._allowed: float | None = None
        self.silent: set[int] = set()
        """Seats for which the clock has decided in the round in progress. They have less time from then on."""
        self._held_at: float | None = None
        self.on_bank = self._extended = False
        self.deadline: float | None = None
        self.shown_deadline: float | None = None
        self.follow(state, now, touched=True)
        if state.promises:
            self.deadline = self.shown_deadline = now + self._time_to_come_back
        elif left is not None and self.deadline is not None:
            self._put_off(min(left, self.deadline - now) - (self.deadline - now))

    @property
    def _time_to_come_back(self) -> float:
        """Return the longer wait for player seeds at a restored table, because browsers must find the server first."""
        return max(self._settings.reveal_time, self._settings.bet_time)

    def follow(self, state: TableState, now: float, *, touched: bool) -> None:
        """Set the deadline for the table's current wait. The same wait keeps its deadline."""
        if touched:
            self._idle_at = now + self._settings.idle_close
        if state.round is None:
            self.silent.clear()
        waits_for, allowed = self._wait_of(state), self._time_for(state)
        if waits_for == self._waits_for:
            self._allow(allowed, now)
            return
        self._waits_for, self._allowed, self._began, self.on_bank = waits_for, allowed, now, False
        self.deadline = None if allowed is None else now + allowed
        hurried = state.round is None or self._bot_acts(state)
        self.shown_deadline = None if hurried and not state.bets else self.deadline

    def _allow(self, allowed: float | None, now: float) -> None:
        """Shorten or extend the time for the open decision after a waiting player came or went.

        A player who came gives it the full time of a shared table, but never more than it had.
        """
        if allowed == self._allowed or allowed is None or self.deadline is None or self.on_bank:
            return
        came = self._allowed is not None and allowed < self._allowed
        self.deadline = min(self.deadline, now + allowed) if came else self._began + allowed
        self.shown_deadline, self._allowed = self.deadline, allowed

    @staticmethod
    def _wait_of(state: TableState) -> object:
        if state.closed:
            return "closed"
        if state.round is not None:
            return ("decision", state.moves)
        if state.promises:
            return ("reveals", state.number)
        return ("bets", state.number) if state.bets and state.awaited else None

    def _time_for(self, state: TableState) -> float | None:
        if state.closed:
            return None
        if state.promises:
            return self._settings.reveal_time
        if state.round is None:
            return self._settings.bet_time if state.bets and state.awaited else None
        if self._bot_acts(state):
            return self._settings.bot_delay
        if not _others_wait(state):
            return self._settings.alone_time
        return self._settings.away_time if state.round.actor in self.silent else self._settings.decision_time

    @staticmethod
    def _bot_acts(state: TableState) -> bool:
        seat = None if state.round is None else state.round.actor
        return seat is not None and state.at(seat).kind == BOT

    def is_due(self, now: float) -> bool:
        """Return whether the deadline has passed, or the table has been idle too long."""
        return self.is_idle(now) or (self.deadline is not None and now >= self.deadline)

    def is_idle(self, now: float) -> bool:
        """Return whether the table has been idle long enough to be closed."""
        return self.deadline is None and now >= self._idle_at

    def time_left(self, now: float) -> float | None:
        """Return the seconds until something is due, or None."""
        return None if self.deadline is None else max(0.0, self.deadline - now)

    def shown_time_left(self, now: float) -> float | None:
        """Return the seconds left to show to the player who must act."""
        return None if self.shown_deadline is None else max(0.0, self.shown_deadline - now)

    def hold(self, now: float) -> None:
        """Stop the table's time until `go_on`, while the table cannot be read."""
        if self._held_at is None:
            self._held_at = now

    def go_on(self, now: float) -> None:
        """Resume with the time that was left when the table was held."""
        if self._held_at is not None:
            self._put_off(max(0.0, now - self._held_at))
            self._held_at = None

    def due_again(self, now: float) -> None:
        """Set a new deadline after a failed attempt. Players may still answer until then."""
        if self.deadline is not None and self._held_at is None:
            self._put_off(max(0.0, now + AFTER_FAILURE - self.deadline))

    def _put_off(self, seconds: float) -> None:
        self._idle_at += seconds
        self._began += seconds
        if self.deadline is not None:
            self.deadline += seconds
        if self.shown_deadline is not None:
            self.shown_deadline += seconds

    def use_bank(self, seat: int, bank: int, now: float) -> bool:
        """Go on with a seat's time bank when its decision time is up, and return whether any is left."""
        if self.on_bank or bank <= 0 or seat in self.silent:
            return False
        self.on_bank = self._extended = True
        self.deadline = self.shown_deadline = now + bank / 1000
        return True

    def take_extension(self) -> bool:
        """Return whether a deadline was extended since the last call, so that watchers must be updated."""
        extended, self._extended = self._extended, False
        return extended

    def bank_left(self, bank: int, now: float) -> int:
        """Return what is left of a time bank after a decision made now."""
        if not self.on_bank or self.deadline is None:
            return bank
        return min(bank, max(0, int((self.deadline - now) * 1000)))


def _others_wait(state: TableState) -> bool:
    """Return whether more than one person plays the round in progress, or waits at the table for the next one."""
    playing = () if state.round is None else state.round.seats
    waiting = (seat in playing or not (state.at(seat).sitting_out or state.at(seat).leaving) for seat in state.people)
    return sum(waiting) > 1
