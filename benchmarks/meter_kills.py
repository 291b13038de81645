"""Kill a room with SIGKILL while linked tables feed and hit its meters, again and again, and look at what is left.

Three tables share three meters; an operator corrects what they show. Prizes are hit every other round: a hand is given
one by a rule of its own, here and where the logs are verified. After every kill the database is audited as it lies
there: every chain, chip and round, and every meter again from all logs together. Every round that was told to be over
is there, and all accounts sum to zero.

    python benchmarks/meter_kills.py --kills 100 --database sqlite:////tmp/meter-kills.db
"""

import argparse
import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from fractions import Fraction
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread

from sqlalchemy import func, select

from houseway.errors import HousewayError
from houseway.games.engine.action import Action
from houseway.games.engine.meter import MeterRules, Prize, ProgressiveTable
from houseway.room import LiveTable, Room, RoomSettings, TableSpec, models
from houseway.room.database import Database
from houseway.room.inspection import inspect

GAME, PRIZES, TABLES = "mississippi-stud", "PA-C", 3
BETS = {"ante": 500, "progressive": 100}
METERS = {"mega": 50_000, "major": 5_000, "minor": 500}
PATIENT = RoomSettings(bet_time=1e6, decision_time=1e6, alone_time=1e6, idle_close=1e9)
MOST_ROUNDS, LONGEST_REST = 12, 0.05
"""A life: so many rounds at most are heard to be over, and so many seconds pass, before the end comes."""
LONGEST_LIFE = 60.0
OPERATOR = 1
"""The first account."""
CORRECTIONS = 0.05
"""Seconds between two corrections of a meter by the operator."""


def hit_often(table: ProgressiveTable, cards: Sequence[int]) -> Prize | None:
    """A prize for six hands of ten, whatever they are worth at a card table."""
    place = sum(cards) % 10
    return None if place >= len(table.prizes) - 1 else table.prizes[place]


def set_up(url: str) -> None:
    """People, an operator, three meters and the tables that share them."""
    with closing(Room(url, PATIENT)) as room:
        room.register("Olga", "correct horse battery")
        by = room.make_operator("Olga").id
        rules = {name: MeterRules(seed, Fraction("0.2375"), Fraction("0.0125")) for name, seed in METERS.items()}
        linked = {name: room.meters.open(name, each, by) for name, each in rules.items()}
        for _ in range(TABLES):
            spec = TableSpec(GAME, seats=1, options={"prizes": PRIZES}, meters=linked)
            room.table(room.open_table(spec, by=by)).sit(room.guest().id, 0)


def live(url: str, told: Connection) -> None:
    """A room that plays until it is killed, and tells of every round that is over."""
    room = Room(url, PATIENT)
    tables = [room.table(info.id) for info in room.tables()]
    told.send((0, 0))
    workers: list[Callable[[], None]] = [lambda table=table: _play(room, table, told) for table in tables]  # type: ignore[misc]
    for work in (*workers, lambda: _correct(room)):
        Thread(target=work, daemon=True).start()
    time.sleep(LONGEST_LIFE)


def _play(room: Room, table: LiveTable, told: Connection) -> None:
    while True:
        user = table.state.at(0).user_id
        assert user is not None
        if table.state.round is None:
            with suppress(HousewayError):
                room.rebuy(user)
            table.bet(user, BETS)
        number = table.state.number
        table.act(user, Action("fold"), table.state.moves)
        told.send((table.id, number))


def _correct(room: Room) -> None:
    generator = random.Random()
    while True:
        time.sleep(CORRECTIONS)
        room.meters.correct(3, generator.randint(400, 900), "counted again", OPERATOR)


def one_life(url: str, heard: int, rest: float) -> tuple[list[tuple[int, int]], bool]:
    """Start a room, hear of so many rounds, and kill it a little later; the rounds that it told of."""
    context = get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=live, args=(url, there))
    process.start()
    there.close()
    rounds: list[tuple[int, int]] = []
    opened = here.poll(LONGEST_LIFE)
    while len(rounds) <= heard and here.poll(LONGEST_LIFE / 2):
        rounds.append(here.recv())
    time.sleep(rest)
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    with suppress(EOFError, OSError):
        while True:
            rounds.append(here.recv())
    process.join()
    return [each for each in rounds if each[0]], opened


def look(url: str, rounds: Sequence[tuple[int, int]]) -> tuple[list[str], dict[str, int]]:
    """What is wrong with the database as it lies there, and what is in it."""
    wrong = [str(problem) for problem in inspect(url).problems]
    database = Database(url)
    record, account = models.records.c, models.accounts.c
    with database.read() as connection:
        for table, number in rounds:
            found = select(record.seq).where(
                record.chain_id == table, record.kind == "settled", record.number == number
            )
            if connection.execute(found).first() is None:
                wrong.append(f"round {number} of table {table} was told to be over and is not there")
        if total := int(connection.execute(select(func.sum(account.balance))).scalar_one()):
            wrong.append(f"all accounts sum to {total} cents")
        settled = int(connection.execute(select(func.count()).where(record.kind == "settled")).scalar_one())
        entry = models.entries.c
        hits = select(func.count()).where(entry.memo == "meter: hit", entry.amount < 0)
        corrected = select(func.count()).where(record.kind == "meter corrected")
        counts = {
            "rounds": settled,
            "hits": int(connection.execute(hits).scalar_one()),
            "corrections": int(connection.execute(corrected).scalar_one()),
        }
    database.close()
    return wrong, counts


def run(url: str, kills: int, seed: int) -> dict[str, object]:
    """So many kills, or until something is wrong."""
    generator, told, began = random.Random(seed), 0, time.monotonic()
    set_up(url)
    wrong, counts, done = *look(url, []), 0
    while done < kills and not wrong:
        rounds, opened = one_life(url, generator.randint(0, MOST_ROUNDS), generator.uniform(0, LONGEST_REST))
        wrong, counts = look(url, rounds)
        if not opened:
            wrong.append("the room did not open")
        told, done = told + len(rounds), done + 1
    if not wrong and not min(counts.values()):
        wrong.append("no round, no hit or no correction of the operator was seen: nothing was tested of it")
    seconds = round(time.monotonic() - began, 1)
    return {"ok": not wrong, "kills": done, "told": told, **counts, "seconds": seconds, "wrong": wrong}


def main() -> None:
    """Read the options, run, print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", required=True, help="an empty database: sqlite:///FILE or postgresql://...")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    ProgressiveTable.prize_of = hit_often  # type: ignore[method-assign]
    found = run(options.database, options.kills, options.seed)
    print(json.dumps(found, indent=2))
    sys.exit(0 if found["ok"] else 1)


if __name__ == "__main__":
    main()
