"""Write logs of the present version into `tests/room/third_protocol`, to be verified by every later one.

Run this file after a change of what logs can hold, with names for the new logs. A log that is there already is never
written again: it shows that this version verifies what an earlier one wrote.
"""

import random
import sys
from collections.abc import Callable
from pathlib import Path

from houseway.room import LiveTable, Room
from support.fairness_vectors import ANN, BOB, BOT, NOBODY, bot_style, one_round, reproducible
from support.meter_room import meter_table, operator, play, three_meters
from support.room_play import PATIENT, FakeTime, opened, play_rounds, seated

FOLDER = Path(__file__).resolve().parents[1] / "room" / "third_protocol"


def plain(slug: str) -> Callable[[Room, FakeTime], LiveTable]:
    """Two people, and a computer player where the house banks the game: two rounds of random decisions."""

    def played(room: Room, time: FakeTime) -> LiveTable:
        bots = {} if slug == "five-card-holdout" else {BOT: bot_style(slug)}
        table = seated(room, slug, {ANN: room.guest().id, BOB: room.guest().id}, bots=bots)
        play_rounds(table, 2, random.Random(slug))
        return table

    return played


def disturbed(room: Room, time: FakeTime) -> LiveTable:
    """A round that the floor voids, and one in which somebody never reveals a seed."""
    people = {ANN: room.guest().id, BOB: room.guest().id, NOBODY: room.guest().id}
    table, chance = seated(room, "pick-2-poker", people), random.Random("disturbed")
    one_round(room, table, people[ANN], chance, time, silent=False, void=True)
    one_round(room, table, people[ANN], chance, time, silent=True, void=False)
    return table


def metered(room: Room, time: FakeTime) -> LiveTable:
    """A table on three progressive meters."""
    floor = operator(room)
    table = meter_table(room, floor, three_meters(room, floor), {0: room.guest().id})
    play(table)
    return table


LOGS: dict[str, Callable[[Room, FakeTime], LiveTable]] = {
    "three-card-poker": plain("three-card-poker"),
    "five-card-holdout": plain("five-card-holdout"),
    "withheld-and-void": disturbed,
    "meters": metered,
}


def log_of(name: str) -> str:
    """Return the exported log of a table."""
    salts, seeds, choices = reproducible()
    time = FakeTime()
    with salts, seeds, choices, opened(time=time, settings=PATIENT) as room:
        return LOGS[name](room, time).export()


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in sys.argv[1:] or LOGS:
        path = FOLDER / f"{each}.jsonl"
        if not path.exists():
            path.write_text(log_of(each), "utf-8")
            print(f"{path.name}: {path.stat().st_size} bytes")
