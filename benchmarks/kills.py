"""Kill the real server with SIGKILL at random moments, again and again, and look at what is left.

People play a table of each of the six games over WebSockets; an operator sets limits, gives roles and voids rounds,
and tables are opened and closed, over HTTP. What must be refused is asked for too. The server is killed while it
starts, while it takes its tables over, or while they play. Then it is looked whether

- every record is there whose hash a client was told, and whatever else was acknowledged;
- the next server shows each person what the last one did, seat by seat and decision by decision, and uses no commitment
  that the killed one had left open;
- every so many kills and at the end the whole database verifies: chains, ledger, commitments, every round once more.

    python benchmarks/kills.py --kills 1000 --database sqlite:////tmp/kills.db
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from contextlib import closing, suppress
from pathlib import Path

from lives import Lives
from robots import BOT, PEOPLE, SEATS, WAGERS, Floor, Person, Player
from told import Findings, Told

from houseway.room import Room

OPERATOR, SECOND, PASSWORD = "Olga", "Otto", "correct horse battery"
MOST_TABLES, MOST_HEARD = 2, 50
"""A life: players come to one or two of the tables, and hear of so many states before the end comes."""
LONGEST_REST, LONGEST_START, LONGEST_LIFE = 0.03, 60.0, 2.0
AT_START = 0.15
"""The share of servers that are killed at any moment of the time that the last one took to answer, ready or not."""
CALM, LONGEST_CALM = 0.5, 0.2
"""The share of kills, of those later, before which people wait for so many seconds: all then know how things stand."""
SAME_TABLES = 0.75
"""The share of lives that begin at the tables where the last one ended."""
MOST_MORE = 10
"""How many times more kills there are at most than were asked for."""
UNSEEN = 0.5
"""The share of kills after which nobody reads the database before the next server does."""


class Run:
    """One database, one kill after another."""

    def __init__(self, url: str, seed: int, log: Path) -> None:
        self.url = url
        self.findings = Findings(url.rpartition("@")[2].partition("?")[0], seed)
        self._told = Told(url, self.findings)
        self._generator = random.Random(seed)
        self._lives = Lives(url, log)
        self._people = [Person(self._lives.address) for _ in PEOPLE]
        self._operator = Person(self._lives.address)
        self._second = Person(self._lives.address)
        self._tables: list[int] = []
        self._played: list[int] = []
        self._start = 0.5

    async def set_up(self) -> None:
        """People, an operator, and a table of every game with them and an automatic player."""
        self._lives.start()
        for person in self._people:
            await person.arrive()
        await self._operator.arrive(OPERATOR, PASSWORD)
        await self._second.arrive(SECOND, PASSWORD)
        for game in WAGERS:
            spec = {"game": game, "seats": SEATS, "bots": {str(BOT): "random"}}
            opened = await self._people[0].ask("POST", "/tables", spec)
            self._tables.append(opened["table"]["id"])
        self._told.opened = len(self._tables)
        self._lives.kill()
        with closing(Room(self.url)) as room:
            room.make_operator(OPERATOR)

    def _is_enough(self, kills: int) -> bool:
        """So many kills, and something to compare after some of them: chance decides what a kill interrupts."""
        found = self.findings
        compared = min(found.views, found.retired, found.rounds) > 0
        compared = compared and bool(found.done.get("limits")) and bool(found.rightly)
        return found.kills >= (kills if compared else MOST_MORE * kills)

    async def kill(self, kills: int, full_every: int) -> Findings:
        """Kill and look, at least so many times, or until something is wrong."""
        began = time.monotonic()
        try:
            await self.set_up()
            while self.findings.ok and not self._is_enough(kills):
                await self._one_life()
                self.findings.kills += 1
                if self.findings.kills % full_every == 0 or self.findings.kills >= kills:
                    self._told.look_up()
                    self._told.verify()
                    print(self._progress(time.monotonic() - began), file=sys.stderr, flush=True)
                elif self._generator.random() > UNSEEN:
                    self._told.look_up()
        finally:
            self._lives.close()
        self.findings.seconds = round(time.monotonic() - began, 1)
        return self.findings

    async def _one_life(self) -> None:
        generator = self._generator
        if not self._played or generator.random() > SAME_TABLES:
            self._played = generator.sample(self._tables, generator.randint(1, MOST_TABLES))
        tables = self._played
        before, heard, calm = self.findings.told, asyncio.Semaphore(0), asyncio.Event()
        self._lives.start()
        players = [
            asyncio.create_task(Player(person, table, self._told, self.findings, generator).play(heard, calm))
            for table in tables
            for person in self._people
        ]
        floor = Floor(self._operator, self._tables, self._told, self.findings, generator)
        walking = asyncio.create_task(floor.walk(tables, self._people))
        if generator.random() < AT_START:
            await asyncio.sleep(generator.uniform(0, self._start))
        else:
            await self._hear_first(heard)
            await self._hear(heard, generator.randint(0, MOST_HEARD))
            if generator.random() < CALM:
                calm.set()
                await asyncio.sleep(LONGEST_CALM)
            await asyncio.sleep(generator.uniform(0, LONGEST_REST))
        self._lives.kill()
        self.findings.at_start += self.findings.told == before
        await self._let_go([*players, walking])
        self._told.killed()

    async def _hear_first(self, heard: asyncio.Semaphore) -> None:
        """A machine that was stopped meanwhile, as virtual ones are, finds that all time is up at once: wait again."""
        began = time.monotonic()
        for _ in range(2):
            with suppress(TimeoutError):
                async with asyncio.timeout(LONGEST_START):
                    await heard.acquire()
                self._start = min(time.monotonic() - began, LONGEST_LIFE)
                return
        raise RuntimeError(f"the server tells nothing: see {self._lives.log}")

    @staticmethod
    async def _hear(heard: asyncio.Semaphore, count: int) -> None:
        """Wait until players have heard so much; where nobody has more to say, that is enough too."""
        try:
            async with asyncio.timeout(LONGEST_LIFE):
                for _ in range(count):
                    await heard.acquire()
        except TimeoutError:
            return

    @staticmethod
    async def _let_go(tasks: list[asyncio.Task[None]]) -> None:
        """Players read what was sent before the kill. Whoever was never let in waits for the next server in vain."""
        _, waiting = await asyncio.wait(tasks, timeout=0.3)
        for task in waiting:
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(result, Exception):
                raise result

    def _progress(self, seconds: float) -> str:
        found = self.findings
        return (
            f"{found.kills} kills in {seconds:.0f} s: {found.heads} heads kept, {found.views} views the same "
            f"({found.decisions} at a decision), {found.rounds} rounds verified, {'ok' if found.ok else 'NOT OK'}"
        )


def main() -> None:
    """Read the options, run, print a line for every full look and at the end one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", required=True, help="an empty database: sqlite:///FILE or postgresql://...")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--full-every", type=int, default=100, help="verify the whole database after so many kills")
    parser.add_argument("--log", type=Path, help="where the servers write what they have to say")
    options = parser.parse_args()
    log = options.log or Path(tempfile.mkstemp(suffix=".log", prefix="houseway-kills-")[1])
    run = Run(options.database, options.seed, log)
    findings = asyncio.run(run.kill(options.kills, options.full_every))
    print(json.dumps(findings.to_dict(), indent=2))
    sys.exit(0 if findings.ok else 1)


if __name__ == "__main__":
    main()
