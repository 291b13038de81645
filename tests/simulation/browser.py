"""A person's page at a table: it keeps what it was told, answers, asks again, reconnects; some do it in bad faith."""

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simulation.choices import choose
from simulation.mischief import nonsense

if TYPE_CHECKING:
    from simulation.network import Wire
    from simulation.world import World

Snapshot = dict[str, Any]
PATIENCE = 4.0
"""After so many seconds without an answer a page asks again, or makes a new connection."""


@dataclass(frozen=True)
class Habits:
    """How a person plays: seconds between seeing and doing, and how likely they are to do odd things."""

    slowest: float = 3.0
    sleepy: float = 0.02
    """Of leaving a decision to the clock."""
    restless: float = 0.02
    """Of leaving, sitting out or changing a bet."""
    wicked: bool = False
    """Whether this person sends what no page sends, as often as is usual in this world."""


class Browser:
    """One person, or a spectator, at one table."""

    def __init__(self, world: "World", user_id: int | None, token: str | None, table_id: int, habits: Habits) -> None:
        self.world, self.user_id, self.token, self.table_id, self.habits = world, user_id, token, table_id, habits
        self.wire: Wire | None = None
        self.seen: Snapshot | None = None
        self.is_open = self.is_done = False
        self.asleep_at: int | None = None
        self.withholds: str | None = None
        self.kept = world.kept[(user_id, table_id)]
        """What this person has promised, and does not tell before its time: by promise."""
        self._asked_at: float | None = None
        self._heard_at = 0.0
        self._planned = False
        self.plays_on = True
        self.is_called = self.has_answered = False
        """Whether this page asks if anybody is there, and whether it was told so."""
        self.messages = 0
        world.agenda.after(world.chance.people.uniform(0, 2), self._look_after_connection)

    # The connection.

    def _look_after_connection(self) -> None:
        """Now and then: connect, or wonder why nothing comes."""
        if self.is_done:
            return
        now = self.world.agenda.now
        if self.wire is None:
            self._connect()
        elif self._asked_at is not None and now - self._asked_at > PATIENCE:
            self._asked_at = None
            if self.world.chance.people.random() < 0.5 and self.is_open:
                self._plan()
            else:
                self.wire.cut()
        elif not self.is_open and now - self._heard_at > PATIENCE:
            self.wire.cut()
        elif self.is_open and (self.is_called or now - self._heard_at > 4 * PATIENCE):
            self.say({"type": "ping"})
        self.world.agenda.after(self.world.chance.people.uniform(0.5, 3), self._look_after_connection)

    def _connect(self) -> None:
        server = self.world.server
        if server is None or not server.is_serving:
            return
        self._heard_at = self.world.agenda.now
        self.wire = server.wire(self, self.table_id, self.token, self._told)

    def _told(self, text: str) -> None:
        self.world.tell(self.user_id, self.table_id, text)

    def opened(self) -> None:
        """The server has taken the connection."""
        self.is_open = True
        self._heard_at = self.world.agenda.now
        self._asked_at = self.world.agenda.now

    def closed(self, code: int) -> None:
        """The connection is over; what was known is asked anew."""
        self.wire, self.is_open, self.seen, self._asked_at = None, False, None, None

    # What comes, and what is done about it.

    def received(self, text: str) -> None:
        """A message of the server."""
        self._heard_at = self.world.agenda.now
        self._asked_at = None
        message = json.loads(text)
        kind = message["type"]
        if kind == "state":
            if self.seen is None or message["seq"] >= self.seen["seq"]:
                self.seen = message
        elif kind == "error":
            self.world.refused(self, message)
        elif kind == "pong":
            self.has_answered = self.is_called
        self._plan()

    def _plan(self) -> None:
        if not self._planned and not self.is_done:
            self._planned = True
            think = self.world.chance.people.uniform(0.05, self.habits.slowest)
            self.world.agenda.after(think, self._do)

    def _do(self) -> None:
        self._planned = False
        if self.seen is None or not self.is_open or self.is_done:
            return
        if self.seen["phase"] == "closed":
            self.is_done = True
            if self.wire is not None:
                self.wire.cut()
            return
        people = self.world.chance.people
        if self.habits.wicked and self.world.faults.strikes("wicked", people):
            self.say_text(nonsense(self.seen, people))
        if self.user_id is None:
            return
        message = choose(self.seen, self, people)
        if message is not None:
            self.say(message)

    def say(self, message: dict[str, Any]) -> None:
        """Send what a page sends."""
        self.say_text(json.dumps(message))

    def say_text(self, text: str) -> None:
        """Send any text."""
        if self.wire is None:
            return
        self.messages += 1
        self._asked_at = self.world.agenda.now
        self.world.said(self.user_id, self.table_id, text)
        self.wire.say(text)
