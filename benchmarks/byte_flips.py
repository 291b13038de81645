"""Change single bytes of an export, of every stored value and of the database file: `houseway verify` must find each.

    python benchmarks/byte_flips.py --flips 200 --seed 1

A small room is played; then for every table of its SQLite database so many values are changed by one byte each, by
SQL, all columns in turn, each in a fresh copy; and so many bytes of the file itself, and of an export. What is not
found must be something that may change: a session, or a byte of the file that belongs to no value, so that every row of
every table reads as before. Anything else is printed as UNEXPLAINED, and the exit status is 1.
"""

import argparse
import random
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from houseway.errors import HousewayError
from houseway.room import LiveTable, Room, TableSpec
from houseway.room.inspection import inspect
from houseway.room.secret_store import secrets_file
from houseway.room.verify import Report, verify_bytes

TABLES = ("users", "accounts", "chains", "records", "entries", "alembic_version")
NO_VALUE = "the byte belongs to no value: every row of every table reads as before"
UNEXPLAINED = "UNEXPLAINED"


@dataclass(frozen=True)
class Flip:
    """One changed byte: where, whether it was found, whether the right place was named, and else why it may change."""

    where: str
    found: bool
    named: bool
    why: str = ""


def make_room(folder: Path, generator: random.Random) -> tuple[Path, bytes]:
    """A room with finished rounds, one that is on, a closed table and a session: its database, and an export."""
    with closing(Room(f"sqlite:///{folder / 'room.db'}")) as room:
        ann, bob = room.register("Ann", "correct horse").id, room.guest().id
        room.make_operator("Ann")
        room.open_session(ann)
        first = _table(room, TableSpec("pick-2-poker", seats=3, bots={1: "random"}), ann, bob)
        for _ in range(2):
            _play_round(first, {"ante": 500, "three_five": 500}, generator)
        export = first.export().encode()
        first.bet(ann, {"ante": 500, "three_five": 500})
        second = _table(room, TableSpec("five-card-holdout", seats=3, bots={1: "random"}), ann, bob)
        _play_round(second, {"stack": 20_000}, generator)
        room.table(room.open_table(TableSpec("two-hand-holdem"), by=ann)).close(ann)
    return folder / "room.db", export


def _table(room: Room, spec: TableSpec, *people: int) -> LiveTable:
    table = room.table(room.open_table(spec, by=people[0]))
    for seat, user_id in zip((0, 2), people, strict=True):
        table.sit(user_id, seat)
    return table


def _play_round(table: LiveTable, wagers: dict[str, int], generator: random.Random) -> None:
    for seat in table.state.people:
        user_id = table.state.at(seat).user_id
        assert user_id is not None
        table.bet(user_id, wagers)
    while (playing := table.state.round) is not None:
        assert playing.actor is not None
        user_id = table.state.at(playing.actor).user_id
        assert user_id is not None
        table.act(user_id, generator.choice(playing.prices)[0], table.state.moves)


def verified(path: Path) -> tuple[bool, str, Report]:
    """Whether all is said to hold, and what is said otherwise."""
    try:
        report = inspect(f"sqlite:///{path}")
    except HousewayError as error:
        return False, str(error), Report()
    return report.ok, "; ".join(map(str, report.problems)), report


def rows_of(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Everything that is stored, as SQLite reads it."""
    with closing(sqlite3.connect(f"file:{path}?immutable=1", uri=True)) as connection:
        connection.text_factory = bytes
        return {
            table: connection.execute(f"SELECT rowid, * FROM {table} ORDER BY rowid").fetchall() for table in TABLES
        }


def flipped_bytes(content: bytes, generator: random.Random) -> bytes:
    """The same with one byte that is another."""
    place = generator.randrange(len(content))
    other = content[place] ^ generator.randrange(1, 256)
    return content[:place] + bytes([other]) + content[place + 1 :]


def flipped_value(value: bytes | int | None, generator: random.Random) -> bytes | int:
    """A stored value with one byte that is another; in the place of no value, one byte."""
    if isinstance(value, int):
        raw = value.to_bytes(8, "big", signed=True)
        return int.from_bytes(flipped_bytes(raw, generator), "big", signed=True)
    return flipped_bytes(value, generator) if value else generator.randbytes(1)


class Stored:
    """The values of a database, flipped one at a time in a copy."""

    def __init__(self, path: Path, generator: random.Random) -> None:
        self._path, self._copy, self._generator = path, path.with_name("flipped.db"), generator
        self._content, self._rows = path.read_bytes(), rows_of(path)
        secrets_file(self._copy).write_bytes(secrets_file(path).read_bytes())

    def flip_values(self, table: str, count: int) -> Iterator[Flip]:
        """Values of one table, its columns in turn."""
        with closing(sqlite3.connect(self._path)) as connection:
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        done = 0
        while done < count:
            column = done % len(columns)
            row = self._generator.choice(self._rows[table])
            value = flipped_value(row[1 + column], self._generator)
            if self._write(table, columns[column], row[0], value):
                done += 1
                named = dict(zip(columns, row[1:], strict=True))
                yield self._judged(f"{table}.{columns[column]}", table, named, columns[column])

    def _write(self, table: str, column: str, rowid: int, value: bytes | int) -> bool:
        """Whether a copy has the value now, in the place of another."""
        self._copy.write_bytes(self._content)
        with closing(sqlite3.connect(self._copy)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
            connection.execute("PRAGMA ignore_check_constraints=ON")
            written = "CAST(? AS TEXT)" if isinstance(value, bytes) else "?"
            try:
                connection.execute(f"UPDATE {table} SET {column} = {written} WHERE rowid = ?", (value, rowid))
            except sqlite3.IntegrityError:
                return False
            connection.commit()
        return rows_of(self._copy)[table] != self._rows[table]

    def _judged(self, where: str, table: str, row: dict[str, Any], column: str) -> Flip:
        ok, said, report = verified(self._copy)
        why = "" if not ok else UNEXPLAINED
        return Flip(where, not ok, not ok and _names(table, row, column, said, report), why)

    def flip_file(self, count: int) -> Iterator[Flip]:
        """Bytes of the file itself."""
        for _ in range(count):
            self._copy.write_bytes(flipped_bytes(self._content, self._generator))
            ok, said, _ = verified(self._copy)
            yield Flip("the file", not ok, not ok and bool(said), self._why_unfound() if ok else "")

    def _why_unfound(self) -> str:
        try:
            now = rows_of(self._copy)
        except sqlite3.DatabaseError:
            return UNEXPLAINED
        changed = {table for table in TABLES if now[table] != self._rows[table]}
        return UNEXPLAINED if changed else NO_VALUE


def _names(table: str, row: dict[str, Any], column: str, said: str, report: Report) -> bool:
    """Whether the answer names the record, person, account or table that was changed."""
    places = {(problem.table, problem.seq) for problem in report.problems}
    match table:
        case "records" | "entries" if column not in ("chain_id", "seq"):
            return (row["chain_id"], row["seq"]) in places
        case "records" | "entries":
            return row["chain_id"] in {table for table, _ in places} or f"table {row['chain_id']}" in said
        case "chains":
            return row["id"] in {table for table, _ in places} or f"table {row['id']}" in said
        case "users":
            return f"user {row['id']}" in said
        case "accounts":
            return row["name"].decode() in said
    return bool(said)


def flip_export(content: bytes, count: int, generator: random.Random) -> Iterator[Flip]:
    """Bytes of an export: the line that is named is the one that was changed."""
    for _ in range(count):
        changed = flipped_bytes(content, generator)
        place = next(place for place, byte in enumerate(content) if changed[place] != byte)
        problem = verify_bytes(changed).problem
        line = 1 + content.count(b"\n", 0, place)
        named = problem is not None and problem.seq == line
        yield Flip("an export", problem is not None, named, UNEXPLAINED if problem is None else "")


def flips(folder: Path, count: int, seed: int) -> Iterator[Flip]:
    """All of them, the same for the same seed but for what is random in a room: its seeds and salts."""
    generator = random.Random(seed)
    path, export = make_room(folder, generator)
    yield from flip_export(export, count, generator)
    stored = Stored(path, generator)
    for table in TABLES:
        yield from stored.flip_values(table, count)
    yield from stored.flip_file(count)


def main() -> int:
    """Print what was found, by place; 1 where something was not and must have been."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--flips", type=int, default=200, help="for each table, for the file and for an export")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    tried, found, named, reasons = Counter[str](), Counter[str](), Counter[str](), Counter[tuple[str, str]]()
    with tempfile.TemporaryDirectory() as folder:
        for flip in flips(Path(folder), asked.flips, asked.seed):
            tried[flip.where] += 1
            found[flip.where] += flip.found
            named[flip.where] += flip.named
            if flip.why:
                reasons[flip.where, flip.why] += 1
    print(f"{'where':26}{'flips':>7}{'found':>7}{'place named':>13}")
    for where in tried:
        print(f"{where:26}{tried[where]:7}{found[where]:7}{named[where]:13}")
    for (where, why), number in reasons.items():
        print(f"{where}: {number} not found: {why}")
    return int(any(why == UNEXPLAINED for _, why in reasons))


if __name__ == "__main__":
    sys.exit(main())
