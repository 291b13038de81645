"""A whole world from one seed: a room with people at its tables, whose server is killed and started again and again."""

from collections import defaultdict, deque
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, TextIO

from support.chance import seeded_randomness

from houseway.room import Room, RoomSettings
from simulation.agenda import Agenda, Clocks
from simulation.audit import check_everything
from simulation.browser import Browser
from simulation.chance import Chance, Faults, Likelihood, some_faults
from simulation.disk import Disk
from simulation.errors_seen import ErrorsSeen
from simulation.house import House
from simulation.injection import simulated_ground
from simulation.network import Network
from simulation.promises import Promises
from simulation.server import Server
from simulation.threads import Threads
from simulation.violation import Violation
from simulation.witness import Witness

LONGEST_CALM = 1200.0
"""By so many seconds after the last fault every round must be over."""
LONGEST_BETWEEN_LIVES = 5.0
SETTINGS = RoomSettings(bet_time=8, reveal_time=5, decision_time=10, alone_time=25, time_bank=8, idle_close=1800)


@dataclass
class Outcome:
    """What became of a world. The digest is that of everything that happened, in order."""

    seed: int
    digest: str = ""
    violation: str = ""
    kind: str = ""
    seconds: float = 0.0
    """Simulated."""
    rounds: int = 0
    records: int = 0
    transactions: int = 0
    messages: int = 0
    told: int = 0
    kills: int = 0
    restores: int = 0
    faults: dict[str, int] = field(default_factory=dict)
    trace: list[str] = field(default_factory=list)


class World:
    """Time, disk, network, people, and one server at a time."""

    def __init__(self, seed: int, folder: Path, template: Path, likelihood: Likelihood | None = None) -> None:
        self.chance = Chance(seed)
        self.agenda = Agenda()
        self.clocks = Clocks(self.agenda)
        self.faults = Faults(likelihood or some_faults(self.chance.plan))
        self.disk = Disk(folder, self.chance, self.faults)
        self.disk.start_from(template)
        self.network = Network(self.agenda, self.chance, self.faults)
        self._digest = sha256()
        self._trace: deque[str] = deque(maxlen=400)
        self.witness = Witness(self.disk, lambda: self.agenda.now, self.note)
        self.disk.committed = self._committed
        self.promises = Promises(self)
        self.errors = ErrorsSeen(self)
        self.server: Server | None = None
        self.browsers: list[Browser] = []
        self.kept: dict[tuple[int | None, int], dict[str, str]] = defaultdict(dict)
        self.house = House(self)
        self.outcome = Outcome(seed)
        self.is_restored = False
        """Whether the database was put back from a copy, and no server has opened it since."""
        self.pending: Violation | None = None
        self.trace_to: TextIO | None = None
        self.longest_calm = LONGEST_CALM

    def note(self, what: str) -> None:
        """One more line of what happened."""
        line = f"{self.agenda.now:.6f} {what}"
        self._digest.update(line.encode())
        self._trace.append(line[:300])
        if self.trace_to is not None:
            self.trace_to.write(line.replace("\n", " | ") + "\n")

    # The life of the world.

    def run(self, seconds: float) -> Outcome:
        """So many simulated seconds with faults, then calm until every round is over; then everything is checked."""
        outcome = self.outcome
        try:
            with seeded_randomness(self.chance.room), self.errors:
                self._live(seconds)
        except Violation as violation:
            outcome.violation, outcome.kind = str(violation), violation.kind
            self.note(f"VIOLATION {violation}")
        finally:
            if self.server is not None:
                self.server.bury()
            self.witness.stop_looking()
        outcome.digest, outcome.seconds = self._digest.hexdigest(), self.agenda.now
        outcome.trace = list(self._trace)
        outcome.faults = dict(self.faults.counts)
        outcome.transactions = self.witness.transactions
        outcome.messages = sum(browser.messages for browser in self.browsers)
        chains = self.witness.chains
        outcome.records = sum(len(chain) for chain in chains.values())
        outcome.rounds = sum(seen.kind == "settled" for chain in chains.values() for seen in chain)
        return outcome

    def _live(self, seconds: float) -> None:
        self._prepare()
        self._start_server()
        self.agenda.after(1.0, self.house.every_second)
        while self.agenda.now < seconds:
            self._step()
        self.note("calm")
        self.faults.on = False
        self.house.let_everyone_finish()
        until = self.agenda.now + self.longest_calm
        while not (self.house.all_at_rest() and self.house.everyone_is_answered()):
            if self.agenda.now > until:
                raise Violation("waits", self.house.who_waits())
            self._step()
        assert self.server is not None
        check_everything(self)

    def _prepare(self) -> None:
        """People and tables, before anything can go wrong."""
        self.faults.on = False
        threads = Threads(self.agenda, self.chance, self.faults)
        with simulated_ground(self.clocks, threads, self.disk, self.promises.written):
            room = Room(self.disk.url, SETTINGS, time=self.clocks.wall, monotonic=self.clocks.monotonic)
            self.house.furnish(room)
            room.close()
        self.disk.lose_connections()
        self.faults.on = True

    def _start_server(self) -> None:
        self.note("start")
        self.server = Server(self, SETTINGS)
        self.server.start()

    def _step(self) -> None:
        if self.agenda.next_time is None:
            raise Violation("waits", "nothing is left to do in this world")
        self.agenda.next_deed()()
        server = self.server
        if server is not None:
            server.loop.drain()
            if server.is_killed:
                self._bury(server)
        if self.pending is not None:
            raise self.pending

    def _bury(self, server: Server) -> None:
        self.note("killed")
        self.outcome.kills += 1
        server.bury()
        self.server = None
        self.witness.compare_with_disk()
        if self.faults.strikes("restored", self.chance.house):
            self.witness.stop_looking()
            if self.disk.restore_image():
                self.note("restored")
                self.outcome.restores += 1
                self.is_restored = True
                self.witness.roll_back()
                self.promises.roll_back()
        if self.chance.house.random() < 0.3:
            self.clocks.reboot(self.chance.house.uniform(0, 10_000))
        self.agenda.after(self.chance.house.uniform(0.05, LONGEST_BETWEEN_LIVES), self._start_server)

    # What is told to whom, and what goes wrong.

    def _committed(self) -> None:
        try:
            self.witness.committed()
        except Violation as violation:
            self.blame(violation)

    def tell(self, user_id: int | None, table_id: int, text: str) -> None:
        """The server has sent a message."""
        self.outcome.told += 1
        self.note(f"told {user_id} at {table_id}: {sha256(text.encode()).hexdigest()}")
        self.promises.told(user_id, table_id, text)

    def said(self, user_id: int | None, table_id: int, text: str) -> None:
        """Somebody has sent a message."""
        self.note(f"said by {user_id} at {table_id}: {text[:120]}")
        self.promises.said(user_id, table_id, text)

    def refused(self, browser: Browser, message: dict[str, Any]) -> None:
        """The server has answered with an error."""
        self.note(f"refused {browser.user_id} at {browser.table_id}: {message['code']}: {message['message'][:80]}")
        self.errors.check_answer(message)

    def blame(self, violation: Violation) -> None:
        """Something was seen where no exception can be raised: the world ends after this step."""
        self.pending = self.pending or violation

    def watch_failed_start(self, error: Exception) -> None:
        """A server that did not start must have had a reason."""
        self.note(f"did not start: {type(error).__name__}")
        self.errors.check_cause(error, "the server did not start")

    def watch_loop_error(self, loop: object, context: dict[str, Any]) -> None:
        """An error that nobody caught on the event loop."""
        error = context.get("exception")
        self.note(f"loop error: {context.get('message')} {error!r}"[:200])
        self.errors.check_cause(error, str(context.get("message")))
