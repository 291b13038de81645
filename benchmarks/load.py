"""How many tables a server bears: people at every table, played by a program over WebSockets on the loopback.

    python benchmarks/load.py --tables 200 --seconds 30

starts a server of its own with a fresh SQLite file (or `--database URL`), seats a player beside an automatic one at
every table, and lets each bet and decide after a pause, round after round. The latency of an action is the time from
sending a decision to receiving the state that follows it: rules, ledger, log and commit to disk included. Automatic
players are random ones that answer at once, within that time; with `--players lobby` they are the everyday ones of each
game, which take their time as under `houseway serve`: at Five Card HoldOut they ask for exact chances.

    python benchmarks/load.py --tables 200 --seconds 30 --attackers 60 --addresses 60 --attack crowd

has 60 addresses attack at the same time (`benchmarks/attacks/`), and asks for `/healthz` and `/readyz` twice a second.
"""

import argparse
import asyncio
import json
import os
import random
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from houseway.room.fairness import promise

BETS: dict[str, dict[str, int]] = {
    "two-hand-holdem": {"ante_1": 500, "ante_2": 500},
    "double-draw-poker": {"ante": 500, "bonus": 500},
    "pick-2-poker": {"ante": 500, "three_five": 500},
    "fast-action-holdem": {"ante": 500, "bonus": 500},
    "fast-action-holdem-multi": {"ante": 500, "bonus": 500},
    "five-card-holdout": {},
}
START_SERVER = """
import sys
import uvicorn
from houseway.cli.serve import BOT_DELAY, SWITCH_INTERVAL, served
from houseway.room import Room, RoomSettings
from houseway.web import create_app
from houseway.web.settings import Rate, Settings

sys.setswitchinterval(SWITCH_INTERVAL)
if sys.argv[5] == "attacked":
    seating = Rate(1000, 10_000)
    settings = Settings(coach=sys.argv[3] == "coach", warm=True, all_tables=seating, all_guests=seating)
else:
    settings = Settings.without_rates(coach=sys.argv[3] == "coach", warm=True)
delay = BOT_DELAY if sys.argv[4] == "lobby" else 0.0
room = Room(sys.argv[1], RoomSettings(most_tables_of_a_player=100_000, bot_delay=delay))
uvicorn.run(create_app(room, settings), port=int(sys.argv[2]), **{**served(settings), "log_level": "error"})
"""
PLAYERS = ("random", "lobby")
ATTACKS = ("dear_pages", "crowd")


@dataclass
class Figures:
    """What all players measured."""

    latencies: list[float] = field(default_factory=list)
    bets: int = 0
    rounds: int = 0
    errors: Counter[str] = field(default_factory=Counter)

    def percentile(self, share: float) -> float:
        """In milliseconds."""
        ordered = sorted(self.latencies)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


@dataclass
class Robot:
    """One player: a session, a table and a pause between decisions."""

    game: str
    table_id: int
    cookie: str
    pause: float
    generator: random.Random
    figures: Figures
    local: str

    async def play(self, address: str, begin: asyncio.Event, until: float) -> None:
        """Round after round, until the time is over."""
        url = f"{address.replace('http', 'ws', 1)}/api/tables/{self.table_id}/ws"
        async with connect(
            url, additional_headers={"Cookie": self.cookie}, compression=None, local_addr=(self.local, 0)
        ) as link:
            state = await self._next_state(link)
            state = await self._do(link, {"type": "sit", "seat": 0}, state["seq"])
            await begin.wait()
            await asyncio.sleep(self.generator.uniform(0, self.pause))
            while time.monotonic() < until:
                state = await self._take_turn(link, state)
                await asyncio.sleep(self.generator.uniform(0.5, 1.5) * self.pause)

    async def _take_turn(self, link: ClientConnection, state: dict[str, Any]) -> dict[str, Any]:
        if state["you"]["chips"] < 10_000 and state["phase"] != "playing" and self.game != "five-card-holdout":
            await link.send(json.dumps({"type": "rebuy"}))
        state = await self._turn_or_end(link, state)
        if state["legal_actions"]:
            action = self._choose(state["legal_actions"])
            message = {"type": "act", "action": action, "move": state["move"]}
            sent = time.perf_counter()
            state = await self._do(link, message, state["seq"])
            self.figures.latencies.append(time.perf_counter() - sent)
            return state
        self.figures.rounds += state["phase"] == "result"
        self.figures.bets += 1
        coming, contribution = state["next"], secrets.token_hex(32)
        promised = promise(coming["commitment"], self.table_id, coming["number"], 0, contribution)
        bet = {"type": "bet", "wagers": self._bet(state), "promise": promised, "number": coming["number"]}
        state = await self._do(link, bet, state["seq"])
        if state["phase"] == "revealing":
            state = await self._do(link, {"type": "reveal", "contribution": contribution}, state["seq"])
        return state

    async def _turn_or_end(self, link: ClientConnection, state: dict[str, Any]) -> dict[str, Any]:
        """The state once the automatic player has done what comes before this one's next decision or bet."""
        while state["phase"] == "playing" and not state["legal_actions"]:
            state = await self._next_state(link)
        return state

    def _bet(self, state: dict[str, Any]) -> dict[str, int]:
        if self.game != "five-card-holdout":
            return BETS[self.game]
        return {"stack": 20_000} if state["seats"][0]["chips"] < 20_000 else {}

    def _choose(self, actions: list[dict[str, Any]]) -> dict[str, Any]:
        kinds = ("check", "call") if self.game == "five-card-holdout" else ()
        good = [action for action in actions if action["kind"] in kinds] or [
            action for action in actions if action["kind"] != "fold" and action["affordable"]
        ]
        chosen = self.generator.choice(good or actions)
        return {name: chosen[name] for name in ("kind", "cards", "amount", "option")}

    async def _do(self, link: ClientConnection, message: dict[str, Any], seq: int) -> dict[str, Any]:
        """Send a message; the first state after it."""
        await link.send(json.dumps(message))
        while True:
            state = await self._next_state(link)
            if state["seq"] > seq:
                return state

    async def _next_state(self, link: ClientConnection) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(await asyncio.wait_for(link.recv(), 30))
            if message["type"] == "state":
                return message
            if message["type"] == "error" and message["code"] != "not_allowed":
                self.figures.errors[message["code"]] += 1
                raise RuntimeError(message["message"])


async def opponents(address: str, players: str) -> dict[str, str]:
    """The automatic player for each game: a random one, or the first that the lobby offers."""
    if players == "random":
        return dict.fromkeys(BETS, players)
    async with httpx.AsyncClient(base_url=address, timeout=30) as client:
        offered = (await client.get("/api/games")).json()["games"]
    return {game["slug"]: game["strategies"][0] for game in offered}


async def asked(
    client: httpx.AsyncClient, method: str, path: str, csrf: str = "", body: dict[str, Any] | None = None
) -> httpx.Response:
    """Ask as a browser does: where the room is busy, wait as long as it says and ask again."""
    for _ in range(60):
        answer = await client.request(method, path, json=body, headers={"X-CSRF-Token": csrf})
        if answer.status_code not in (429, 503):
            answer.raise_for_status()
            return answer
        await asyncio.sleep(float(answer.headers["Retry-After"]))
    raise RuntimeError(f"{path} was refused for a minute")


async def seat_robots(address: str, tables: int, pause: float, figures: Figures, players: str) -> list[Robot]:
    """A guest and a table for each robot, over the HTTP API."""
    robots = []
    names = await opponents(address, players)
    for number in range(tables):
        game = list(BETS)[number % len(BETS)]
        local = f"127.{1 + number // 250}.0.{1 + number % 250}"
        transport = httpx.AsyncHTTPTransport(local_address=local)
        async with httpx.AsyncClient(base_url=address, timeout=30, transport=transport) as client:
            csrf = (await asked(client, "GET", "/api/me")).json()["csrf"]
            guest = await asked(client, "POST", "/api/session", csrf, {"guest": True})
            spec = {"game": game, "seats": 2, "bots": {"1": names[game]}}
            opened = await asked(client, "POST", "/api/tables", guest.json()["csrf"], spec)
            cookie = f"houseway_session={client.cookies['houseway_session']}"
        table_id = opened.json()["table"]["id"]
        robots.append(Robot(game, table_id, cookie, pause, random.Random(number), figures, local))
    return robots


def cpu_seconds(pid: int) -> float:
    """What a process has used of the processor so far, as Linux tells it."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_of(pid: int) -> int:
    """What a process holds in memory, in bytes; nothing if it is gone."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS"))


def tree_of(pid: int) -> list[int]:
    """A process and all that it started."""
    found = [pid]
    for parent in found:
        for task in Path(f"/proc/{parent}/task").glob("*/children"):
            with suppress(OSError):
                found.extend(int(child) for child in task.read_text().split())
    return found


@dataclass
class Memory:
    """The most that a server, and all its processes together, held at any time."""

    server: int = 0
    tree: int = 0

    async def watch(self, pid: int) -> None:
        """Look twice a second."""
        while True:
            each = [memory_of(process) for process in tree_of(pid)]
            self.server, self.tree = max(self.server, each[0]), max(self.tree, sum(each))
            await asyncio.sleep(0.5)


@dataclass
class Health:
    """What a monitor sees that asks for the health checks, over a new connection each time."""

    statuses: Counter[str] = field(default_factory=Counter)
    longest: float = 0.0

    async def watch(self, address: str) -> None:
        """Ask for both checks twice per second."""
        while True:
            for path in ("/healthz", "/readyz"):
                began = time.perf_counter()
                try:
                    async with httpx.AsyncClient(base_url=address, timeout=10, verify=False) as client:
                        status = str((await client.get(path)).status_code)
                except httpx.HTTPError as error:
                    status = type(error).__name__
                self.statuses[f"{path} {status}"] += 1
                self.longest = max(self.longest, time.perf_counter() - began)
            await asyncio.sleep(0.5)

    def to_dict(self) -> dict[str, Any]:
        """Return the counts by status, and the longest answer."""
        return {"statuses": dict(self.statuses), "longest_ms": round(1000 * self.longest, 1)}


def prepare(database: str, rounds: int) -> None:
    """A table with a long log, for attackers to read."""
    from houseway.room import Room, RoomSettings, TableSpec

    room, generator = Room(database, RoomSettings()), random.Random(1)
    people = [room.guest().id]
    table = room.table(room.open_table(TableSpec("pick-2-poker", seats=2, bots={1: "random"}), by=people[0]))
    table.sit(people[0], 0)
    for _ in range(rounds):
        if room.user(people[0]).chips < 10_000:
            room.rebuy(people[0])
        table.bet(people[0], BETS["pick-2-poker"])
        while table.state.round is not None:
            table.act(people[0], generator.choice(table.state.round.prices)[0], table.state.moves)
    room.close()


async def drive(address: str, server: int, chosen: argparse.Namespace) -> dict[str, Any]:
    """Play at all tables at once, and measure."""
    figures, tables, seconds, pause, players = Figures(), chosen.tables, chosen.seconds, chosen.pause, chosen.players
    robots = await seat_robots(address, tables, pause, figures, players)
    begin = asyncio.Event()
    until = time.monotonic() + 5 + tables * 0.02 + seconds
    playing = [asyncio.create_task(robot.play(address, begin, until)) for robot in robots]
    await asyncio.sleep(until - seconds - time.monotonic())
    client_before = time.process_time()
    started, cpu_before = time.monotonic(), cpu_seconds(server)
    memory = Memory()
    watching = asyncio.create_task(memory.watch(server))
    attackers = await send_attackers(chosen, address) if chosen.attackers else None
    health = Health()
    checking = asyncio.create_task(health.watch(address))
    begin.set()
    outcomes = await asyncio.gather(*playing, return_exceptions=True)
    elapsed, server_cpu = time.monotonic() - started, cpu_seconds(server) - cpu_before
    watching.cancel()
    checking.cancel()
    told = (await attackers.communicate())[0] if attackers is not None else b"{}"
    return {
        "tables": tables,
        "players": players,
        "pause_seconds": pause,
        "seconds": round(elapsed, 1),
        "actions": len(figures.latencies),
        "bets": figures.bets,
        "actions_per_second": round(len(figures.latencies) / elapsed, 1),
        "rounds": figures.rounds,
        "p50_ms": round(figures.percentile(0.50), 1),
        "p95_ms": round(figures.percentile(0.95), 1),
        "p99_ms": round(figures.percentile(0.99), 1),
        "max_ms": round(figures.percentile(1.0), 1),
        "failed_players": sum(isinstance(outcome, BaseException) for outcome in outcomes),
        "failures": [repr(outcome) for outcome in outcomes if isinstance(outcome, BaseException)][:3],
        "server_mb": round(memory.server / 1e6),
        "all_processes_mb": round(memory.tree / 1e6),
        "cores": os.cpu_count(),
        "load_average": os.getloadavg()[0],
        "server_cpu_seconds": round(server_cpu, 2),
        "server_cpu_ms_per_message": round(1000 * server_cpu / max(1, len(figures.latencies) + figures.bets), 2),
        "client_cpu_seconds": round(time.process_time() - client_before, 2),
        "health_checks": health.to_dict(),
        "attackers": {
            "attack": chosen.attack,
            "clients": chosen.attackers,
            "addresses": chosen.addresses,
            **json.loads(told),
        },
    }


async def send_attackers(chosen: argparse.Namespace, address: str) -> asyncio.subprocess.Process:
    """Attackers, in a process of their own, for as long as the players play."""
    script = Path(__file__).parent / "attacks" / f"{chosen.attack}.py"
    counts = {"addresses": chosen.addresses, "tables": chosen.tables}
    counts |= {"clients": chosen.attackers} if chosen.attack == ATTACKS[0] else {}
    options = [f"--{name}={value}" for name, value in {**counts, "seconds": chosen.seconds}.items()]
    return await asyncio.create_subprocess_exec(
        sys.executable, str(script), address, *options, stdout=asyncio.subprocess.PIPE
    )


def free_port() -> int:
    """A port at which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_open(address: str, server: "subprocess.Popen[bytes]") -> None:
    """Until the server answers."""
    for _ in range(600):
        try:
            httpx.get(f"{address}/api/games")
            return
        except httpx.TransportError:
            if server.poll() is not None:
                sys.exit("the server did not start")
            time.sleep(0.1)
    sys.exit("the server does not answer")


def main() -> None:
    """Start a server, drive it, print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds between a player's decisions, on average")
    parser.add_argument("--port", type=int, default=0, help="0: any that is free")
    parser.add_argument("--database", default=None)
    parser.add_argument("--coach", action="store_true", help="judge decisions by their exact cost, as `serve` does")
    parser.add_argument("--players", choices=PLAYERS, default=PLAYERS[0], help="who the automatic players are")
    parser.add_argument("--attackers", type=int, default=0, help="anonymous clients that ask for the dearest pages")
    parser.add_argument("--addresses", type=int, default=1, help="how many addresses the attackers come from")
    parser.add_argument("--attack", choices=ATTACKS, default=ATTACKS[0], help="what the attackers do")
    parser.add_argument("--rounds", type=int, default=300, help="rounds in the longest log that attackers read")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = chosen.database or f"sqlite:///{Path(folder) / 'room.sqlite'}"
        port = chosen.port or free_port()
        coach = "coach" if chosen.coach else ""
        attacked = "attacked" if chosen.attackers else ""
        if attacked:
            prepare(database, chosen.rounds)
        command = [sys.executable, "-c", START_SERVER, database, str(port), coach, chosen.players, attacked]
        server = subprocess.Popen(command)
        try:
            address = f"http://127.0.0.1:{port}"
            wait_until_open(address, server)
            figures = asyncio.run(drive(address, server.pid, chosen))
        finally:
            server.terminate()
            server.wait()
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
