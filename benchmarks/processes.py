"""Several server processes of one room under play: how it grows, what a kill costs, and what a rolling restart.

    python benchmarks/processes.py --database postgresql+psycopg://houseway@127.0.0.1/houseway --workers 1 2 4

starts the parent of `houseway serve` with so many processes, each time in a new schema of the database, seats a player
beside an automatic one at every table, and lets each bet and decide after a pause. `--kills N` kills a random process
with SIGKILL so often during play; `--restart` asks the parent for a rolling restart; `--during COMMAND` has the shell
do anything else, such as stop PostgreSQL for a while. Players whose connection ends come back at once, as the pages do
after their countdown, and send again what the table does not show.

The latency of an action is the time from first sending a decision to receiving the state that follows it, coming back
included. At the end the whole database is verified, and every state that a player was shown must be in its log.

`busy` tells by how many cores each part was busy: the server processes, the players (this program), and PostgreSQL, if
it runs on this machine. The part that has all it can get is the limit.
"""

import argparse
import asyncio
import json
import os
import random
import secrets
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from load import BETS, cpu_seconds, free_port, tree_of, wait_until_open
from sqlalchemy import create_engine, select
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from houseway.room import models
from houseway.room.audit import verify_database
from houseway.room.database import Database
from houseway.room.fairness import promise

PARENT = """
import json, sys
from houseway.cli.serve import forgetter, say
from houseway.cli.workers import Workers, listen
url, port, count, child = sys.argv[1:]
told = {"database": url, "log_format": "text"}
Workers(int(count), listen("127.0.0.1", int(port)), told, forgetter(url), say, [sys.executable, "-c", child]).run()
"""
CHILD = """
from houseway.cli.one_of_several import serve_beside_others, told_by_parent
from houseway.room import RoomSettings
from houseway.room.allowance import Allowance
from houseway.web.settings import Settings
plenty = Allowance(at_once=1_000_000, every=1e-6)
rules = RoomSettings(most_tables_of_a_player=100_000, changes_of_a_person=plenty, changes_at_a_table=plenty)
serve_beside_others(told_by_parent(), Settings.without_rates(coach=False, warm=True), rules)
"""
MOST_TRIES = 8
WORDS = 40
"""Letters of an answer's sentence that are told."""
GAMES = [game for game in BETS if game != "five-card-holdout"]
AGAIN = ("failed", "outcome_unknown", "held_elsewhere", "lease_lost", "stale_move", "not_allowed", "illegal_action")
"""Answers after which a player looks at the table and goes on from what it shows."""


@dataclass
class Figures:
    """What all players measured."""

    latencies: list[float] = field(default_factory=list)
    bets: int = 0
    rounds: int = 0
    came_back: int = 0
    breaks: list[float] = field(default_factory=list)
    """Seconds from the end of a connection until the table was shown again."""
    sent_again: int = 0
    seated_again: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    shown: dict[int, int] = field(default_factory=dict)

    def begin(self) -> None:
        """Count from now on: everyone is there."""
        self.latencies.clear()
        self.bets = self.rounds = 0

    def percentile(self, share: float, times: list[float] | None = None) -> float | None:
        """In milliseconds; of the latencies, unless other times are given."""
        ordered = sorted(self.latencies if times is None else times)
        return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1) if ordered else None


@dataclass
class Player:
    """One person: what to do next follows from the state that is shown, whatever happened before."""

    game: str
    table_id: int
    cookie: str
    generator: random.Random
    figures: Figures
    state: dict[str, Any] = field(default_factory=dict)
    secrets: dict[str, str] = field(default_factory=dict)
    began: float | None = None
    """When the decision that is to be answered was first sent."""
    sent: int | None = None

    async def play(self, address: str, pause: float, until: float, wait: float = 0.0) -> None:
        """Until the time is over, over as many connections as it takes."""
        await asyncio.sleep(wait)
        url = f"{address.replace('http', 'ws', 1)}/api/tables/{self.table_id}/ws"
        lost: float | None = None
        while time.monotonic() < until:
            try:
                async with connect(url, additional_headers={"Cookie": self.cookie}, compression=None) as link:
                    self.state = await self._next(link, lambda state: True)
                    if lost is not None:
                        self.figures.breaks.append(time.perf_counter() - lost)
                        lost = None
                    while time.monotonic() < until:
                        await self._turn(link)
                        if self.began is None:
                            await asyncio.sleep(self.generator.uniform(0.5, 1.5) * pause)
            except (WebSocketException, OSError, TimeoutError):
                self.figures.came_back += 1
                lost = time.perf_counter() if lost is None else lost
                await asyncio.sleep(self.generator.uniform(0.05, 0.15))

    async def _turn(self, link: ClientConnection) -> None:
        state, figures = self.state, self.figures
        if state["legal_actions"]:
            move = state["move"]
            figures.sent_again += move == self.sent
            if move != self.sent or self.began is None:
                self.began, self.sent = time.perf_counter(), move
            action = self.generator.choice([each for each in state["legal_actions"] if each["affordable"]])
            chosen = {name: action[name] for name in ("kind", "cards", "amount", "option")}
            await self._do(link, {"type": "act", "action": chosen, "move": move})
        elif state["phase"] == "revealing":
            promised = state["round"]["promises"].get(str(state["you"]["seat"]))
            revealed = self.secrets.get(promised, secrets.token_hex(32))
            await self._do(link, {"type": "reveal", "contribution": revealed})
        elif state["you"]["seat"] is None:
            await self._do(link, {"type": "sit", "seat": 0})
        elif state["you"]["chips"] < 10_000:
            await link.send('{"type":"rebuy"}')
            await self._bet(link)
        elif state["phase"] == "playing":
            self.state = await self._next(link, lambda new: True)
        else:
            await self._bet(link)
        if self.began is not None and (self.state["move"] != self.sent or self.state["phase"] == "result"):
            figures.latencies.append(time.perf_counter() - self.began)
            figures.rounds += self.state["phase"] == "result"
            self.began = None

    async def _bet(self, link: ClientConnection) -> None:
        coming, contribution = self.state["next"], secrets.token_hex(32)
        promised = promise(coming["commitment"], self.table_id, coming["number"], 0, contribution)
        self.secrets[promised] = contribution
        self.figures.bets += 1
        placed = {"type": "bet", "wagers": BETS[self.game], "promise": promised, "number": coming["number"]}
        await self._do(link, placed)

    async def _do(self, link: ClientConnection, message: dict[str, Any]) -> None:
        """Send it; the first state after it, or after a refusal the state as it is."""
        seq = self.state["seq"]
        await link.send(json.dumps(message))
        self.state = await self._next(link, lambda state: state["seq"] > seq)

    async def _next(self, link: ClientConnection, wanted: Any) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(await asyncio.wait_for(link.recv(), 30))
            if message["type"] == "state":
                figures = self.figures
                figures.shown[self.table_id] = max(message["seq"], figures.shown.get(self.table_id, 0))
                if wanted(message):
                    return message
                self.state = message
            elif message["type"] == "error":
                self.figures.answers[f"{message['code']}: {message['message'][:WORDS]}"] += 1
                if message["code"] not in AGAIN:
                    raise OSError(message["message"])
                await self._settle(link)
                return self.state

    async def _settle(self, link: ClientConnection) -> None:
        """After a refusal: whatever was sent before is answered before the answer to a ping."""
        await link.send('{"type":"ping"}')
        while (message := json.loads(await asyncio.wait_for(link.recv(), 30)))["type"] != "pong":
            if message["type"] == "state":
                self.state = message


async def seat_players(address: str, tables: int, figures: Figures) -> list[Player]:
    """A guest and a table for each, over the HTTP API, some at a time."""
    gate = asyncio.Semaphore(8)

    async def seat(number: int) -> Player:
        for tries in range(1, MOST_TRIES + 1):
            try:
                async with gate:
                    return await seat_one(address, number, figures)
            except httpx.HTTPError:
                if tries == MOST_TRIES:
                    raise
                figures.seated_again += 1
                await asyncio.sleep(0.2 * tries)
        raise AssertionError("the last try is raised")

    return list(await asyncio.gather(*(seat(number) for number in range(tables))))


async def seat_one(address: str, number: int, figures: Figures) -> Player:
    """One guest with a table; a connection that ends on the way leaves a table at which nobody plays."""
    game = GAMES[number % len(GAMES)]
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        csrf = (await client.get("/api/me")).raise_for_status().json()["csrf"]
        guest = await client.post("/api/session", json={"guest": True}, headers={"X-CSRF-Token": csrf})
        csrf = guest.raise_for_status().json()["csrf"]
        spec = {"game": game, "seats": 2, "bots": {"1": "random"}}
        opened = await client.post("/api/tables", json=spec, headers={"X-CSRF-Token": csrf})
        table_id = opened.raise_for_status().json()["table"]["id"]
        cookie = f"houseway_session={client.cookies['houseway_session']}"
    return Player(game, table_id, cookie, random.Random(number), figures)


async def strike(parent: int, chosen: argparse.Namespace, until: float) -> int:
    """Kill processes at random moments, or have them replaced; how many were killed."""
    generator, killed = random.Random(chosen.seed), 0
    if chosen.during:
        await asyncio.sleep(chosen.seconds / 4)
        await (await asyncio.create_subprocess_shell(chosen.during)).wait()
    if chosen.restart:
        await asyncio.sleep(chosen.seconds / 4)
        os.kill(parent, signal.SIGHUP)
    while killed < chosen.kills and time.monotonic() < until:
        await asyncio.sleep(generator.uniform(0.5, 1.5) * chosen.seconds / chosen.kills)
        serving = [pid for pid in tree_of(parent)[1:] if _parent_of(pid) == parent]
        if serving:
            os.kill(generator.choice(serving), signal.SIGKILL)
            killed += 1
    return killed


def _parent_of(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return int(stat.read().rpartition(")")[2].split()[1])
    except OSError:
        return 0


async def drive(address: str, parent: int, chosen: argparse.Namespace) -> tuple[dict[str, Any], Figures]:
    """Play at all tables at once, and measure."""
    figures = Figures()
    began = time.monotonic()
    players = await seat_players(address, chosen.tables, figures)
    seating = time.monotonic() - began
    arrival = time.monotonic() + chosen.arrival
    until = arrival + chosen.seconds
    playing = [
        asyncio.create_task(player.play(address, chosen.pause, until, chosen.arrival * place / len(players)))
        for place, player in enumerate(players)
    ]
    await asyncio.sleep(arrival - time.monotonic())
    figures.begin()
    postgres = postmaster_of(chosen.database)
    before, theirs, own = used_by(parent), used_by(postgres), time.process_time()
    killed = await strike(parent, chosen, until)
    await asyncio.sleep(until - time.monotonic())
    used, theirs, own = used_by(parent) - before, used_by(postgres) - theirs, time.process_time() - own
    outcomes = await asyncio.gather(*playing, return_exceptions=True)
    messages = len(figures.latencies) + 2 * figures.bets
    return {
        "tables": chosen.tables,
        "seconds": chosen.seconds,
        "seating_seconds": round(seating, 1),
        "seated_again": figures.seated_again,
        "decisions": len(figures.latencies),
        "messages_per_second": round(messages / chosen.seconds, 1),
        "rounds": figures.rounds,
        "p50_ms": figures.percentile(0.50),
        "p95_ms": figures.percentile(0.95),
        "p99_ms": figures.percentile(0.99),
        "longest_ms": figures.percentile(1.0),
        "killed": killed,
        "came_back": figures.came_back,
        "break_ms": [figures.percentile(share, figures.breaks) for share in (0.5, 0.99, 1.0)],
        "sent_again": figures.sent_again,
        "answers": dict(figures.answers),
        "failed_players": [repr(outcome) for outcome in outcomes if outcome is not None][:3],
        "cpu_ms_per_message": None if killed or chosen.restart else round(1000 * used / max(1, messages), 2),
        "busy": {
            "servers": None if killed or chosen.restart else round(used / chosen.seconds, 2),
            "postgres": round(theirs / chosen.seconds, 2) if theirs > 0 else None,
            "players": round(own / chosen.seconds, 2),
        },
        "load_average": os.getloadavg()[0],
    }, figures


def postmaster_of(url: str) -> int:
    """The process that started PostgreSQL's others, where it runs on this machine; else 0."""
    with closing(Database(url)) as database, database.read() as connection:
        backend = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
    try:
        is_here = "postgres" in Path(f"/proc/{backend}/cmdline").read_text()
    except OSError:
        return 0
    return _parent_of(backend) if is_here else 0


def used_by(parent: int) -> float:
    """Seconds of CPU of a process and all that it started, those that ended included; nothing of one that is gone."""
    total = 0.0
    with suppress(OSError):
        ended = Path(f"/proc/{parent}/stat").read_text().rpartition(")")[2].split()[13:15]
        total = sum(map(int, ended)) / os.sysconf("SC_CLK_TCK")
    for pid in tree_of(parent):
        with suppress(OSError):
            total += cpu_seconds(pid)
    return total


@contextmanager
def new_schema(url: str) -> Iterator[str]:
    """The address of an empty schema of the database, dropped at the end."""
    name = f"processes_{secrets.token_hex(4)}"
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.exec_driver_sql(f"CREATE SCHEMA {name}")
    try:
        yield f"{url}{'&' if '?' in url else '?'}options=-csearch_path%3D{name}"
    finally:
        with engine.begin() as connection:
            connection.exec_driver_sql(f"DROP SCHEMA {name} CASCADE")
        engine.dispose()


def look(url: str, shown: dict[int, int]) -> dict[str, Any]:
    """Whether everything verifies, and all that players were shown is there."""
    with closing(Database(url)) as database:
        report = verify_database(database)
        with database.read() as connection:
            chains = models.chains.c
            lengths = dict(connection.execute(select(chains.id, chains.length)).all())
    lost = [table for table, seq in shown.items() if lengths.get(table, 0) < seq]
    return {"problems": [str(each) for each in report.problems], "rounds_verified": report.rounds, "lost": lost}


def run(workers: int, chosen: argparse.Namespace) -> dict[str, Any]:
    """One run with so many processes."""
    if chosen.in_place:
        return run_on(chosen.database, workers, chosen)
    with new_schema(chosen.database) as url:
        return run_on(url, workers, chosen)


def run_on(url: str, workers: int, chosen: argparse.Namespace) -> dict[str, Any]:
    """The same on a database that nobody else uses."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    parent = subprocess.Popen([sys.executable, "-c", PARENT, url, str(port), str(workers), CHILD])
    try:
        wait_until_open(address, parent)
        time.sleep(chosen.settle)
        found, figures = asyncio.run(drive(address, parent.pid, chosen))
    finally:
        parent.terminate()
        parent.wait()
    return {"workers": workers, **found, **look(url, figures.shown)}


def main() -> None:
    """Read the options; one JSON object a run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", required=True, help="postgresql+psycopg://..., best an empty one")
    parser.add_argument("--workers", type=int, nargs="+", default=[2])
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds between a player's decisions, on average")
    parser.add_argument("--arrival", type=float, default=5.0, help="seconds over which the players arrive, not counted")
    parser.add_argument("--settle", type=float, default=10.0, help="seconds for all processes to be ready")
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--restart", action="store_true")
    parser.add_argument("--during", default="", help="a command for the shell, run when a quarter of the time is over")
    parser.add_argument("--in-place", action="store_true", help="play in the database itself, not in a new schema")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    for workers in chosen.workers:
        print(json.dumps(run(workers, chosen)), flush=True)


if __name__ == "__main__":
    main()
