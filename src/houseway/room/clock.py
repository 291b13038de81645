"""When something is due at a table: closed bets, a decision that nobody made, an automatic move, an idle table.

Deadlines are no part of the log: after a restart everyone has the full time again.
"""

from houseway.room.settings import RoomSettings
from houseway.room.state import BOT, TableState


class Clock:
    """The deadline of what a table waits for now."""

    def __init__(self, settings: RoomSettings, state: TableState, now: float) -> None:
        self._settings = settings
        self._waits_for: object = None
        self._idle_at = now
        self.on_bank = self._extended = False
        self.deadline: float | None = None
        self.shown_deadline: float | None = None
        self.follow(state, now, touched=True)

    def follow(self, state: TableState, now: float, *, touched: bool) -> None:
        """Set the deadline for what the table waits for; the same wait keeps its deadline."""
        if touched:
            self._idle_at = now + self._settings.idle_close
        waits_for = self._wait_of(state)
        if waits_for == self._waits_for:
            return
        self._waits_for, self.on_bank = waits_for, False
        allowed = self._time_for(state)
        self.deadline = None if allowed is None else now + allowed
        hurried = state.round is None or self._bot_acts(state)
        self.shown_deadline = None if hurried and not state.bets else self.deadline

    @staticmethod
    def _wait_of(state: TableState) -> object:
        if state.closed:
            return "closed"
        if state.round is not None:
            return ("decision", state.moves)
        return ("bets", state.number) if state.bets and state.awaited else None

    def _time_for(self, state: TableState) -> float | None:
        if state.closed:
            return None
        if state.round is None:
            return self._settings.bet_time if state.bets and state.awaited else None
        if self._bot_acts(state):
            return self._settings.bot_delay
        people = sum(seat in state.people for seat in state.round.seats)
        return self._settings.decision_time if people > 1 else self._settings.alone_time

    @staticmethod
    def _bot_acts(state: TableState) -> bool:
        seat = None if state.round is None else state.round.actor
        return seat is not None and state.at(seat).kind == BOT

    def is_due(self, now: float) -> bool:
        """Whether the deadline has passed, or the table has been idle too long."""
        return self.is_idle(now) or (self.deadline is not None and now >= self.deadline)

    def is_idle(self, now: float) -> bool:
        """Whether nothing has happened for so long that the table is closed."""
        return self.deadline is None and now >= self._idle_at

    def use_bank(self, bank: int, now: float) -> bool:
        """At the end of the time for a decision, go on with the time bank. Whether there is any left."""
        if self.on_bank or bank <= 0:
            return False
        self.on_bank = self._extended = True
        self.deadline = self.shown_deadline = now + bank / 1000
        return True

    def take_extension(self) -> bool:
        """Whether a deadline was put off since this was last asked: watchers are to be told."""
        extended, self._extended = self._extended, False
        return extended

    def bank_left(self, bank: int, now: float) -> int:
        """What is left of a time bank after a decision made now."""
        if not self.on_bank or self.deadline is None:
            return bank
        return min(bank, max(0, int((self.deadline - now) * 1000)))
