"""Kill a card room with SIGKILL at random moments, again and again, and look at what is left.

A child process plays a table of every game against a database, and tells its parent through a pipe where each table
stood after each change. The parent kills it, opens the database, and checks that

- every change that was told of is there, and no chip was made or lost;
- every table stands at the very decision that was told of, seat by seat what its player could see;
- the logs verify: chain, ledger, commitments, shuffles, every round played again.

Then the next child takes every table over: it continues each round, and retires each commitment to a round whose bets
were still open. At the end all rounds are played to their end and everything is verified.

    python benchmarks/crash.py --kills 500 --database sqlite:////tmp/crash.db
"""

import argparse
import json
import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import Any

from sqlalchemy import select

from houseway.errors import NotEnoughChips
from houseway.games.catalogue import GAMES
from houseway.room import LiveTable, Room, RoomSettings, TableSpec, models
from houseway.room.audit import verify_database
from houseway.room.database import Database
from houseway.room.fairness import promise
from houseway.room.stopwatch import Clocks
from houseway.room.stored import load

SEATS, PEOPLE = 4, 3
MOST_CHANGES, LONGEST_REST = 6, 0.03
"""A process is killed up to 0.03 s after it has told of 0 to 6 changes: at any point of the next one or two."""
WAGERS = {
    "two-hand-holdem": {"ante_1": 500, "ante_2": 500},
    "pick-2-poker": {"ante": 500, "three_five": 500},
    "five-card-holdout": {},
}
USUAL_WAGERS = {"ante": 500, "bonus": 500}
BUY_IN = 20_000
NO_HURRY = RoomSettings(bet_time=1e6, reveal_time=1e6, decision_time=1e6, alone_time=1e6, idle_close=1e9)


@dataclass
class Findings:
    """What a run of kills found; `lost` and `different` must stay empty."""

    database: str
    kills: int = 0
    in_progress: int = 0
    """Rounds that were on at a kill, all tables together."""
    compared: int = 0
    """Tables whose decision was compared with what the killed process had told."""
    lost: list[str] = field(default_factory=list)
    different: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    changes: int = 0
    """Changes that were told of."""
    rounds: int = 0
    records: int = 0
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        """Whether nothing was lost, changed or broken."""
        return not (self.lost or self.different or self.broken)


def set_up(url: str) -> None:
    """People, and a table of every game with them and an automatic player."""
    with closing(Room(url, NO_HURRY)) as room:
        if room.tables():
            return
        people = [room.guest().id for _ in range(PEOPLE)]
        for slug in GAMES:
            table = room.table(room.open_table(TableSpec(slug, seats=SEATS, bots={1: "random"}), by=people[0]))
            for seat, person in zip((0, 2, 3), people, strict=True):
                table.sit(person, seat)


def play(room: Room, table: LiveTable, generator: random.Random) -> bool:
    """One change at a table: a bet, a revealed contribution, or a decision chosen at random. Whether there was one."""
    state = table.state
    playing = state.round
    if playing is None:
        for seat in state.unrevealed:
            return reveal(table, seat)
        for seat in state.people:
            if seat not in state.bets:
                return bet(room, table, seat)
        return False
    actor = playing.actor
    assert actor is not None, "a round that is on waits for someone"
    person = state.at(actor).user_id
    assert person is not None, "automatic players have moved"
    action, _ = generator.choice(playing.prices)
    try:
        table.act(person, action, state.moves)
    except NotEnoughChips:
        table.act(person, playing.default_action, state.moves)
    return True


def contribution(table: LiveTable, seat: int) -> str:
    """What a person adds to the shuffle: one that the next process can tell again after this one is killed."""
    return sha256(f"{table.id}/{table.state.number}/{seat}".encode()).hexdigest()


def reveal(table: LiveTable, seat: int) -> bool:
    """A person reveals what was promised."""
    person = table.state.at(seat).user_id
    assert person is not None
    table.reveal(person, contribution(table, seat))
    return True


def bet(room: Room, table: LiveTable, seat: int) -> bool:
    """The usual bet of a person, who buys chips again where they run out."""
    state = table.state
    person = state.at(seat).user_id
    assert person is not None
    wagers = dict(WAGERS.get(state.game.slug, USUAL_WAGERS))
    if state.between_players and state.stacks[seat] < BUY_IN // 2:
        wagers = {"stack": BUY_IN}
    if room.user(person).chips < 2 * BUY_IN:
        room.rebuy(person)
    table.bet(person, wagers, promise(state.commitment, state.id, state.number, seat, contribution(table, seat)))
    return True


def standing(table: LiveTable) -> dict[str, Any]:
    """Where a table stands: the length of its log, and a digest of all that its people see."""
    seen = [table.snapshot(table.state.at(seat).user_id) for seat in table.state.people]
    for view in seen:
        for volatile in ("time_left", "seats", "you", "legal_actions"):  # chips change at other tables
            view.pop(volatile)
    digest = sha256(json.dumps(seen, sort_keys=True).encode()).hexdigest()
    return {"table": table.id, "length": table.head.length, "digest": digest}


def live(url: str, seed: int, tell: int) -> None:
    """The child: play all tables for ever, and tell of every change after it is written.

    At a table without a round all bets are made and revealed at once: those that a kill finds open go back, so that few
    rounds would start if bets were made at one table and another by turns.
    """
    generator = random.Random(seed)
    room = Room(url, NO_HURRY)
    tables = [room.table(info.id) for info in room.tables()]
    os.write(tell, b"\n")
    while True:
        table = generator.choice(tables)
        while play(room, table, generator):
            os.write(tell, json.dumps(standing(table)).encode() + b"\n")
            if table.state.round is not None:
                break


def kill_once(url: str, generator: random.Random) -> list[dict[str, Any]]:
    """Let a child live for a moment, kill it, and return what it told."""
    hear, tell = os.pipe()
    seed = generator.getrandbits(64)
    child = os.fork()
    if child == 0:
        os.close(hear)
        try:
            live(url, seed, tell)
        finally:
            os._exit(3)
    os.close(tell)
    with os.fdopen(hear, "rb") as told:
        heard = [told.readline() for _ in range(1 + generator.randint(0, MOST_CHANGES))]
        if not heard[-1]:
            raise RuntimeError("the room ended by itself")
        time.sleep(generator.uniform(0, LONGEST_REST))
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            raise RuntimeError(f"the room ended by itself with status {status}")
        return list(whole_lines(b"".join(heard[1:]) + told.read()))


def whole_lines(content: bytes) -> Iterator[dict[str, Any]]:
    """What was told completely: the last line may be cut off."""
    for line in content.split(b"\n")[:-1]:
        yield json.loads(line)


def inspect(url: str, told: dict[int, dict[str, Any]], findings: Findings, *, full: bool) -> None:
    """Compare a database after a kill with what was told before it."""
    with closing(Database(url)) as database:
        for table in tables_as_left(database):
            findings.in_progress += table.state.round is not None
            if table.id in told:
                compare(table, told[table.id], findings)
        if full:
            report = verify_database(database)
            if not report.ok:
                findings.broken.append(str(report.problem))


def tables_as_left(database: Database) -> list[LiveTable]:
    """The open tables as the killed process left them: no server takes them over."""
    with database.read() as connection:
        open_ones = select(models.chains.c.id).where(models.chains.c.id > 0, models.chains.c.open)
        stored = [load(connection, table_id) for table_id in connection.execute(open_ones).scalars().all()]
    clocks = Clocks(time.time, time.monotonic)
    return [LiveTable(database, NO_HURRY, table, clocks, lambda *_: None) for table in stored]


def compare(table: LiveTable, told: dict[str, Any], findings: Findings) -> None:
    """One table: what was told is there, and the decision is the same unless a later change was written untold."""
    now = standing(table)
    if now["length"] < told["length"]:
        findings.lost.append(f"table {table.id}: {told['length']} records were told of, {now['length']} are there")
    elif now["length"] == told["length"]:
        findings.compared += 1
        if now["digest"] != told["digest"]:
            findings.different.append(f"table {table.id} at record {now['length']}")


def finish(url: str, findings: Findings) -> None:
    """Play every round to its end, and verify everything."""
    with closing(Room(url, NO_HURRY)) as room:
        generator = random.Random(0)
        for info in room.tables():
            table = room.table(info.id)
            while table.state.round is not None or table.state.promises:
                play(room, table, generator)
            stakes = sum(sum(placed.bet.values()) for placed in table.state.bets.values())
            if not table.state.between_players and stakes != held(room, f"stakes:{table.id}"):
                findings.broken.append(f"table {table.id}: stakes without a bet")
        report = verify_database(room.database)
        findings.rounds, findings.records = report.rounds, report.records
        if not report.ok:
            findings.broken.append(str(report.problem))


def held(room: Room, account: str) -> int:
    """What an account holds."""
    from houseway.room.book import balances

    with room.database.read() as connection:
        return balances(connection, [account])[account]


def run(url: str, kills: int, seed: int, full_every: int) -> Findings:
    """Kill and look, so many times."""
    began = time.monotonic()
    findings = Findings(url.rpartition("@")[2])
    generator = random.Random(seed)
    told: dict[int, dict[str, Any]] = {}
    set_up(url)
    for number in range(1, kills + 1):
        changes = kill_once(url, generator)
        told.update({change["table"]: change for change in changes})
        findings.kills += 1
        findings.changes += len(changes)
        inspect(url, told, findings, full=number % full_every == 0)
        if not findings.ok:
            break
    finish(url, findings)
    findings.seconds = round(time.monotonic() - began, 1)
    return findings


def main() -> None:
    """Read the options, run, print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", required=True, help="an empty database: sqlite:///FILE or postgresql://...")
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--full-every", type=int, default=25, help="verify the whole database after so many kills")
    options = parser.parse_args()
    findings = run(options.database, options.kills, options.seed, options.full_every)
    print(json.dumps({"ok": findings.ok, **asdict(findings)}, indent=2))
    sys.exit(0 if findings.ok else 1)


if __name__ == "__main__":
    main()
