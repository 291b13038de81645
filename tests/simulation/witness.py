"""Sees every transaction as it is committed, by a connection of its own, and remembers all of it.

What was committed once must stay: the room's own memory of it is not asked.
"""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from simulation.disk import Disk
from simulation.violation import Violation

MAY_OWE = ("mint", "house")
NOBODYS = ("void", "deal", "proceed")
"""Kinds of action that are never a seat's."""


@dataclass(frozen=True)
class Seen:
    """A record as it was committed, and when."""

    table: int
    seq: int
    kind: str
    data: dict[str, Any] = field(hash=False)
    transfers: list[list[Any]] = field(hash=False)
    body: str
    hash: str
    at: float


Watch = Callable[[Seen], None]


class Witness:
    """The logs as they were committed, by table; and every balance that an account ever had."""

    def __init__(self, disk: Disk, now: Callable[[], float], note: Callable[[str], None]) -> None:
        self._disk, self._now, self._note = disk, now, note
        self._looks_by: sqlite3.Connection | None = None
        self._last_row = 0
        self.chains: dict[int, list[Seen]] = defaultdict(list)
        self.balances: dict[str, int] = {}
        self.ever_held: dict[str, set[int]] = defaultdict(set)
        self.watches: list[Watch] = []
        self.transactions = 0

    def committed(self) -> None:
        """Look at what is new."""
        self.transactions += 1
        self._check_balances()
        for seen in self._new_records():
            chain = self.chains[seen.table]
            if seen.seq != len(chain) + 1:
                raise Violation("log", f"table {seen.table}: record {seen.seq} was written after {len(chain)}")
            chain.append(seen)
            self._note(f"record {seen.table}/{seen.seq} {seen.kind} {seen.hash}")
            for watch in self.watches:
                watch(seen)

    def _connection(self) -> sqlite3.Connection:
        if self._looks_by is None:
            self._looks_by = self._disk.look()
        return self._looks_by

    def _new_records(self) -> list[Seen]:
        found = self._connection().execute(
            "SELECT rowid, hash, body FROM records WHERE rowid > ? ORDER BY rowid",
            (self._last_row,),
        )
        new: list[Seen] = []
        for row, hash_text, body in found.fetchall():
            self._last_row = row
            new.append(self._seen(hash_text, body))
        return new

    def _seen(self, hash_text: str, body: str) -> Seen:
        plain = json.loads(body)
        named = plain["table"], plain["seq"], plain["kind"], plain["data"], plain["transfers"]
        return Seen(*named, body, hash_text, self._now())

    def _check_balances(self) -> None:
        found = self._connection().execute("SELECT name, kind, balance FROM accounts").fetchall()
        total = 0
        for name, kind, balance in found:
            total += balance
            if balance < 0 and kind not in MAY_OWE:
                raise Violation("chips", f"{name} owes {-balance}")
            if self.balances.get(name) != balance:
                self.balances[name] = balance
                self.ever_held[name].add(balance)
        if total:
            raise Violation("chips", f"all balances sum to {total}")

    def stop_looking(self) -> None:
        """Let go of the database file."""
        if self._looks_by is not None:
            self._looks_by.close()
            self._looks_by = None

    def compare_with_disk(self) -> None:
        """After a kill: everything that was committed is there, nothing else, and unchanged."""
        found = self._disk_records()
        for table, chain in self.chains.items():
            there = found.pop(table, [])
            for seen, (seq, hash_text, body) in zip(chain, there, strict=False):
                if (seen.seq, seen.hash, seen.body) != (seq, hash_text, body):
                    raise Violation("promise", f"table {table}: record {seen.seq} was changed")
            if len(there) != len(chain):
                raise Violation(
                    "promise", f"table {table}: {len(chain)} records were committed, {len(there)} are there"
                )
        if found:
            raise Violation("log", f"records of tables {sorted(found)} that nobody committed")

    def _disk_records(self) -> dict[int, list[tuple[int, str, str]]]:
        found: dict[int, list[tuple[int, str, str]]] = {}
        rows = self._connection().execute("SELECT chain_id, seq, hash, body FROM records ORDER BY chain_id, seq")
        for table, seq, hash_text, body in rows.fetchall():
            found.setdefault(table, []).append((seq, hash_text, body))
        return found

    def roll_back(self) -> None:
        """An older copy was put in place: what came later is forgotten, and no promise any more.

        The copy may hold what nobody has looked at yet, committed in the moment of a kill, and what an earlier copy had
        undone.
        """
        self.stop_looking()
        found = self._disk_records()
        known = {seen.hash: seen for chain in self.chains.values() for seen in chain}
        self.chains.clear()
        for table, rows in found.items():
            self.chains[table] = [known.get(hash_text) or self._seen(hash_text, body) for _, hash_text, body in rows]
        self.balances.clear()
        self._last_row = self._connection().execute("SELECT max(rowid) FROM records").fetchone()[0] or 0
        self._check_balances()


def text_of(plain: object) -> str:
    """JSON in one form, to compare by."""
    return json.dumps(plain, sort_keys=True, separators=(",", ":"))
