"""How many tables a server bears: people at every table, played by a program over WebSockets on the loopback.

    python benchmarks/load.py --tables 200 --seconds 30

starts a server of its own with a fresh SQLite file (or `--database URL`), seats a player beside an automatic one at
every table, and lets each bet and decide after a pause, round after round. The latency of an action is the time from
sending a decision to receiving the state that follows it: rules, ledger, log and commit to disk included. Automatic
players are random ones that answer at once, within that time; with `--players lobby` they are the everyday ones of each
game, which take their time as under `houseway serve`: at Five Card HoldOut they ask for exact chances.
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
from houseway.web.settings import Settings

sys.setswitchinterval(SWITCH_INTERVAL)
settings = Settings.without_rates(coach=sys.argv[3] == "coach", warm=True)
delay = BOT_DELAY if sys.argv[4] == "lobby" else 0.0
room = Room(sys.argv[1], RoomSettings(most_tables_of_a_player=100_000, bot_delay=delay))
uvicorn.run(create_app(room, settings), port=int(sys.argv[2]), **{**served(settings), "log_level": "error"})
"""
PLAYERS = ("random", "lobby")


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

    async def play(self, address: str, begin: asyncio.Event, until: float) -> None:
        """Round after round, until the time is over."""
        url = f"{address.replace('http', 'ws', 1)}/api/tables/{self.table_id}/ws"
        async with connect(url, additional_headers={"Cookie": self.cookie}, compression=None) as link:
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
        bet = {"type": "bet", "wagers": self._bet(state), "promise": promised}
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


async def seat_robots(address: str, tables: int, pause: float, figures: Figures, players: str) -> list[Robot]:
    """A guest and a table for each robot, over the HTTP API."""
    robots = []
    names = await opponents(address, players)
    for number in range(tables):
        game = list(BETS)[number % len(BETS)]
        async with httpx.AsyncClient(base_url=address, timeout=30) as client:
            csrf = (await client.get("/api/me")).json()["csrf"]
            guest = await client.post("/api/session", json={"guest": True}, headers={"X-CSRF-Token": csrf})
            spec = {"game": game, "seats": 2, "bots": {"1": names[game]}}
            opened = await client.post("/api/tables", json=spec, headers={"X-CSRF-Token": guest.json()["csrf"]})
            opened.raise_for_status()
            cookie = f"houseway_session={client.cookies['houseway_session']}"
        table_id = opened.json()["table"]["id"]
        robots.append(Robot(game, table_id, cookie, pause, random.Random(number), figures))
    return robots


def cpu_seconds(pid: int) -> float:
    """What a process has used of the processor so far, as Linux tells it."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def drive(address: str, server: int, tables: int, seconds: float, pause: float, players: str) -> dict[str, Any]:
    """Play at all tables at once, and measure."""
    figures = Figures()
    robots = await seat_robots(address, tables, pause, figures, players)
    begin = asyncio.Event()
    until = time.monotonic() + 5 + tables * 0.02 + seconds
    playing = [asyncio.create_task(robot.play(address, begin, until)) for robot in robots]
    await asyncio.sleep(until - seconds - time.monotonic())
    client_before = time.process_time()
    started, cpu_before = time.monotonic(), cpu_seconds(server)
    begin.set()
    outcomes = await asyncio.gather(*playing, return_exceptions=True)
    elapsed, server_cpu = time.monotonic() - started, cpu_seconds(server) - cpu_before
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
        "cores": os.cpu_count(),
        "server_cpu_seconds": round(server_cpu, 2),
        "server_cpu_ms_per_message": round(1000 * server_cpu / max(1, len(figures.latencies) + figures.bets), 2),
        "client_cpu_seconds": round(time.process_time() - client_before, 2),
    }


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
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = chosen.database or f"sqlite:///{Path(folder) / 'room.sqlite'}"
        port = chosen.port or free_port()
        coach = "coach" if chosen.coach else ""
        server = subprocess.Popen([sys.executable, "-c", START_SERVER, database, str(port), coach, chosen.players])
        try:
            address = f"http://127.0.0.1:{port}"
            wait_until_open(address, server)
            figures = asyncio.run(
                drive(address, server.pid, chosen.tables, chosen.seconds, chosen.pause, chosen.players)
            )
        finally:
            server.terminate()
            server.wait()
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
