"""Three processes hold the tables of one PostgreSQL database and play them; one after another is killed, or stopped.

Each process adopts tables, plays a person's part at those that it holds, and tells what it has written: table, length
and hash of the log, and the epoch by which it wrote. At random moments one is ended with SIGKILL and another takes its
place, or one is stopped for longer than its lease and then goes on. At the end it is looked whether

- every record is there whose hash was told;
- no epoch of a table was ever written by two processes, and no log has a newer epoch's record before an older one's;
- the whole database verifies: chains, ledger, commitments, every round once more.

    python benchmarks/lease_kills.py --database postgresql+psycopg://houseway@127.0.0.1/houseway --kills 50

How long a table stood still after its process was killed or stopped is measured from the signal to the first record
that another process tells of it, the lease included; a process plays first at tables that it has just taken.

A long run can be made in parts: `--notes FILE` keeps what was told and found, and the next part, on the same database,
goes on from there. Every part looks at all that was ever told.
"""

import argparse
import json
import os
import random
import secrets
import selectors
import signal
import sys
import time
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import Any

from sqlalchemy import select

from houseway.errors import HousewayError
from houseway.room import Room, RoomSettings, TableSpec, models
from houseway.room.audit import verify_database
from houseway.room.database import Database
from houseway.room.settings import Quota
from houseway.room.shared_room import SharedRoom
from houseway.room.table import LiveTable

GAME, WAGERS = "pick-2-poker", {"ante": 500, "three_five": 500}
EXPECTED = ("LeaseLost", "HeldElsewhere")
"""Why a change may be refused to a process that holds the table no longer."""
FEW_CHIPS = 10_000
PLENTY = Quota(at_once=1_000_000, every=1.0)
RULES = RoomSettings(
    bet_time=1e6,
    decision_time=1e6,
    alone_time=1e6,
    idle_close=1e9,
    most_tables_of_a_player=1_000_000,
    changes_of_a_person=PLENTY,
    changes_at_a_table=PLENTY,
)


def play(room: Room, table: LiveTable, generator: random.Random) -> None:
    """The next thing that the person at a table does."""
    user_id = table.opened.by
    if table.state.round is not None:
        table.act(user_id, generator.choice(table.state.round.prices)[0], table.state.moves)
        return
    if room.user(user_id).chips < FEW_CHIPS:
        with suppress(HousewayError):
            room.rebuy(user_id)
    table.bet(user_id, WAGERS)


def stay_alive(room: SharedRoom, every: float) -> None:
    """Say so again and again, in a thread of its own, as a server does."""
    while True:
        room.pulse()
        time.sleep(every)


def take_more(room: SharedRoom, every: float) -> None:
    """Take tables that nobody holds, again and again, while others are played at: as a server does."""
    while True:
        with suppress(HousewayError):
            room.adopt_all()
        time.sleep(every)


def work(url: str, lease: float, out: int, seed: int) -> None:
    """One process, until it is killed: a line for every change that was written, and for every one that was refused."""
    generator = random.Random(seed)
    room = SharedRoom(url, RULES, lease=lease, expected=3)
    for chore in (stay_alive, take_more):
        Thread(target=chore, args=(room, lease / 6), daemon=True).start()
    played = set[int]()
    while True:
        held = room.held
        if not held:
            time.sleep(0.02)
            continue
        played &= set(held)
        told: dict[str, Any] = {"table": generator.choice([table for table in held if table not in played] or held)}
        played.add(told["table"])
        try:
            table = room.table(told["table"])
            play(room, table, generator)
            told |= {"length": table.head.length, "hash": table.head.hash, "epoch": table.epoch}
        except HousewayError as error:
            told["refused"] = type(error).__name__
        os.write(out, json.dumps(told).encode() + b"\n")


@dataclass
class Process:
    """One of them, as the program that kills sees it."""

    pid: int
    pipe: int
    unread: bytes = b""


@dataclass
class Findings:
    """What a run found; `lost`, `broken`, `twice` and `wrong` must stay empty."""

    kills: int = 0
    stops: int = 0
    told: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    rounds: int = 0
    lost: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    """Changes that were refused for another reason than a table that had changed hands."""
    still: list[float] = field(default_factory=list)

    def percentile(self, share: float) -> float | None:
        """Of the seconds that tables stood still."""
        ordered = sorted(self.still)
        return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 2) if ordered else None

    def to_dict(self) -> dict[str, Any]:
        """A plain form for JSON."""
        times = {"p50": self.percentile(0.5), "p99": self.percentile(0.99), "largest": self.percentile(1.0)}
        plain = {name: value for name, value in vars(self).items() if name != "still"}
        return {**plain, "tables_that_stood_still": len(self.still), "seconds_still": times}


class Run:
    """Processes on one database, and what they told."""

    def __init__(self, url: str, lease: float, stopped: float, seed: int) -> None:
        self._url, self._lease, self._stopped, self._generator = url, lease, stopped, random.Random(seed)
        self._processes: dict[int, Process] = {}
        self._part = secrets.randbits(32)
        self._selector = selectors.DefaultSelector()
        self._heads: dict[tuple[int, int], str] = {}
        self._writers: dict[tuple[int, int], set[str]] = {}
        self._ends: dict[tuple[int, int], list[int]] = {}
        self._teller: dict[int, int] = {}
        self._waiting: dict[int, tuple[int, float]] = {}
        self.findings = Findings()

    def go_on_from(self, notes: Path) -> bool:
        """What an earlier part has told and found; whether there was one."""
        if not notes.exists():
            return False
        kept = json.loads(notes.read_text())
        self._heads = {(table, length): text for table, length, text in kept["heads"]}
        self._writers = {(table, epoch): set(writers) for table, epoch, writers, _ in kept["epochs"]}
        self._ends = {(table, epoch): ends for table, epoch, _, ends in kept["epochs"]}
        self.findings = Findings(**{**kept["findings"], "refused": Counter(kept["findings"]["refused"])})
        return True

    def keep(self, notes: Path) -> None:
        """For the next part."""
        heads = [[*place, text] for place, text in self._heads.items()]
        epochs = [[*place, sorted(writers), self._ends[place]] for place, writers in self._writers.items()]
        kept = {"heads": heads, "epochs": epochs, "findings": vars(self.findings)}
        notes.write_text(json.dumps(kept))

    def open_tables(self, count: int) -> None:
        """Tables with a person at each, whom nobody holds yet."""
        with closing(SharedRoom(self._url, RULES)) as room:
            for _ in range(count):
                room.pulse()
                user_id = room.guest().id
                room.table(room.open_table(TableSpec(GAME, seats=1), by=user_id)).sit(user_id, 0)

    def start(self) -> None:
        """One more process, forked: it has everything loaded."""
        reading, writing = os.pipe()
        seed = self._generator.randrange(2**32)
        pid = os.fork()
        if pid == 0:
            os.close(reading)
            try:
                work(self._url, self._lease, writing, seed)
            finally:
                os._exit(3)
        os.close(writing)
        os.set_blocking(reading, False)
        self._processes[pid] = process = Process(pid, reading)
        self._selector.register(reading, selectors.EVENT_READ, process)

    def listen(self, seconds: float) -> None:
        """Hear what they tell, for so long."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            for key, _ in self._selector.select(left):
                self._hear(key.data)

    def _hear(self, process: Process) -> None:
        text = os.read(process.pipe, 1 << 16)
        *lines, process.unread = (process.unread + text).split(b"\n")
        for line in lines:
            self._note(process.pid, json.loads(line))
        if not text:
            self._selector.unregister(process.pipe)
            os.close(process.pipe)

    def _note(self, pid: int, told: dict[str, Any]) -> None:
        if "refused" in told:
            self.findings.refused[told["refused"]] += 1
            if told["refused"] not in EXPECTED:
                self.findings.wrong.append(f"table {told['table']}: a change was refused: {told['refused']}")
            return
        table, epoch, length = told["table"], told["epoch"], told["length"]
        self.findings.told += 1
        self._heads[table, length] = told["hash"]
        self._writers.setdefault((table, epoch), set()).add(f"{self._part}/{pid}")
        self._ends.setdefault((table, epoch), []).append(length)
        self._teller[table] = pid
        if table in self._waiting and self._waiting[table][0] != pid:
            self.findings.still.append(time.monotonic() - self._waiting.pop(table)[1])

    def strike(self) -> None:
        """Kill a process and start another, or stop one for longer than its lease."""
        pid = self._generator.choice(sorted(self._processes))
        now = time.monotonic()
        self._waiting |= {table: (pid, now) for table, teller in self._teller.items() if teller == pid}
        if self._generator.random() < self._stopped:
            self.findings.stops += 1
            os.kill(pid, signal.SIGSTOP)
            self.listen(1.5 * self._lease)
            os.kill(pid, signal.SIGCONT)
            return
        self.findings.kills += 1
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        process = self._processes.pop(pid)
        with suppress(BlockingIOError, OSError):
            self._hear(process)
        self.start()

    def end(self) -> None:
        """No more processes."""
        for pid in self._processes:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)

    def look(self) -> None:
        """Whether all that was told is there, by one writer at a time, and everything verifies."""
        found = self.findings
        last: dict[int, int] = {}
        for (table, epoch), writers in sorted(self._writers.items()):
            if len(writers) > 1:
                found.twice.append(f"table {table}, epoch {epoch}: written by {len(writers)} processes")
            if min(self._ends[table, epoch]) <= last.get(table, 0):
                found.twice.append(f"table {table}: an older epoch wrote after epoch {epoch}")
            last[table] = max(self._ends[table, epoch])
        with closing(Database(self._url)) as database:
            record = models.records.c
            with database.read() as connection:
                rows = connection.execute(select(record.chain_id, record.seq, record.hash)).all()
            stored = {(chain, seq): text for chain, seq, text in rows}
            told = sorted(self._heads.items())
            found.lost += [f"table {place[0]}, record {place[1]}" for place, text in told if stored.get(place) != text]
            report = verify_database(database)
        found.rounds = report.rounds
        found.broken += [str(problem) for problem in report.problems]


def main() -> None:
    """Read the options, run, print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", required=True, help="postgresql+psycopg://..., empty, or that of the part before")
    parser.add_argument("--kills", type=int, default=50, help="processes that are killed or stopped")
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--lease", type=float, default=6.0, help="seconds that a silent process keeps its tables")
    parser.add_argument("--pause", type=float, default=6.0, help="seconds between two of them, at most")
    parser.add_argument("--stopped", type=float, default=0.3, help="the share that is stopped, and goes on, not killed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--notes", type=Path, default=None, help="a file by which the next part goes on")
    chosen = parser.parse_args()
    run = Run(chosen.database, chosen.lease, chosen.stopped, chosen.seed)
    if chosen.notes is None or not run.go_on_from(chosen.notes):
        run.open_tables(chosen.tables)
    try:
        for _ in range(3):
            run.start()
        run.listen(chosen.pause)
        for _ in range(chosen.kills):
            run.strike()
            run.listen(random.Random(run.findings.told).uniform(0.3, 1.0) * chosen.pause)
    finally:
        run.end()
    run.look()
    if chosen.notes is not None:
        run.keep(chosen.notes)
    print(json.dumps(run.findings.to_dict(), indent=2))
    found = run.findings
    sys.exit(1 if found.lost or found.twice or found.broken or found.wrong else 0)


if __name__ == "__main__":
    main()
