"""Several server processes of one room under play: how it grows, what a kill costs, and what a rolling restart.

    python benchmarks/processes.py --database postgresql+psycopg://houseway@127.0.0.1/houseway --workers 1 2 4

starts the parent of `houseway serve` with so many processes, each time in a new schema of the database, seats a player
beside an automatic one at every table, and lets each bet and decide after a pause. `--kills N` kills a random process
with SIGKILL so often during play; `--restart` asks the parent for a rolling restart; `--cut-off SECONDS` lets one
process reach PostgreSQL by a way that is stalled for so long, no connection ending; `--during COMMAND` has the shell do
anything else, such as stop PostgreSQL for a while. Players whose connection ends come back at once, as the pages do
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
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
from load import BETS, cpu_seconds, free_port, tree_of, wait_until_open
from players import Figures, Player
from sqlalchemy import create_engine, make_url, select
from stalled import StalledWay

from houseway.room import models
from houseway.room.audit import verify_database
from houseway.room.database import Database

PARENT = """
import json, sys
from houseway.cli.serve import forgetter, say
from houseway.cli.workers import Workers, listen
url, port, count, *child = sys.argv[1:]
told = {"database": url, "log_format": "text"}
Workers(int(count), listen("127.0.0.1", int(port)), told, forgetter(url), say, [sys.executable, "-c", *child]).run()
"""
CHILD = """
import sys
from contextlib import suppress
from houseway.cli.worker_process import serve_beside_others, told_by_parent
from houseway.room import RoomSettings
from houseway.room.settings import Quota
from houseway.web.settings import Settings
plenty = Quota(at_once=1_000_000, every=1e-6)
rules = RoomSettings(most_tables_of_a_player=100_000, changes_of_a_person=plenty, changes_at_a_table=plenty)
told = told_by_parent()
if sys.argv[1:]:
    other_way, claim = sys.argv[1:]
    with suppress(FileExistsError):
        open(claim, "x").close()
        told["database"] = other_way
serve_beside_others(told, Settings.without_rates(coach=False, warm=True), rules)
"""
MOST_TRIES = 8
GAMES = [game for game in BETS if game != "five-card-holdout"]


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
    async with httpx.AsyncClient(base_url=address, timeout=60, verify=False) as client:
        csrf = (await client.get("/api/me")).raise_for_status().json()["csrf"]
        guest = await client.post("/api/session", json={"guest": True}, headers={"X-CSRF-Token": csrf})
        csrf = guest.raise_for_status().json()["csrf"]
        spec = {"game": game, "seats": 2, "bots": {"1": "random"}}
        opened = await client.post("/api/tables", json=spec, headers={"X-CSRF-Token": csrf})
        table_id = opened.raise_for_status().json()["table"]["id"]
        cookie = f"houseway_session={client.cookies['houseway_session']}"
    return Player(game, table_id, cookie, random.Random(number), figures)


async def strike(parent: int, chosen: argparse.Namespace, until: float, way: StalledWay | None) -> int:
    """Kill processes at random moments, have them replaced, or cut one off; how many were killed."""
    generator, killed = random.Random(chosen.seed), 0
    if way is not None:
        await asyncio.sleep(chosen.seconds / 4)
        way.stall()
        await asyncio.sleep(chosen.cut_off)
        way.let_go()
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


async def drive(
    address: str, parent: int, chosen: argparse.Namespace, way: StalledWay | None
) -> tuple[dict[str, Any], Figures]:
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
    killed = await strike(parent, chosen, until, way)
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
        with suppress(OSError):
            if "postgres" in Path(f"/proc/{backend}/cmdline").read_text():
                return _parent_of(backend)
    return 0


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
            connection.exec_driver_sql(f"DROP SCHEMA IF EXISTS {name}, {name}_secrets CASCADE")
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
    command = [sys.executable, "-c", PARENT, url, str(port), str(workers), CHILD]
    way, claim = None, Path(tempfile.gettempdir()) / f"houseway-{secrets.token_hex(8)}"
    if chosen.cut_off:
        through = make_url(url)
        way = StalledWay(through.host or "127.0.0.1", through.port or 5432)
        other = through.set(host="127.0.0.1", port=way.port).render_as_string(hide_password=False)
        command += [other, str(claim)]
    parent = subprocess.Popen(command)
    try:
        wait_until_open(address, parent)
        time.sleep(chosen.settle)
        found, figures = asyncio.run(drive(address, parent.pid, chosen, way))
    finally:
        parent.terminate()
        parent.wait()
        claim.unlink(missing_ok=True)
        if way is not None:
            way.close()
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
    parser.add_argument("--cut-off", type=float, default=0, help="seconds for which one does not reach the database")
    parser.add_argument("--during", default="", help="a command for the shell, run when a quarter of the time is over")
    parser.add_argument("--in-place", action="store_true", help="play in the database itself, not in a new schema")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    for workers in chosen.workers:
        print(json.dumps(run(workers, chosen)), flush=True)


if __name__ == "__main__":
    main()
