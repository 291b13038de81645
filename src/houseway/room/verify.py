"""Verify a log: the chain, the chips, the commitments, the shuffles, and every round played again from its decisions.

Nothing that is stored is believed where it can be derived again. The first record that does not hold is named.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from houseway.cards.seed import Seed
from houseway.errors import BrokenLog
from houseway.room.fairness import IN_CLEAR
from houseway.room.ledger import HOUSE, MINT, SEAT, STAKES, USER, kind_of, stakes_account
from houseway.room.log import Head, Record, check_link, read_line, read_record
from houseway.room.replay import Seeds, UnknownSeed, redo, shown_seeds
from houseway.room.state import TableState

_KINDS = {USER, SEAT, STAKES, HOUSE, MINT}


@dataclass(frozen=True, slots=True)
class Problem:
    """The first thing that is wrong: in which log, at which record (0: in none of them), and what."""

    table: int | None
    seq: int
    what: str

    def __str__(self) -> str:
        where = "the database" if self.table is None else f"table {self.table}" if self.table else "the room's log"
        return f"{where}, record {self.seq}: {self.what}" if self.seq else f"{where}: {self.what}"


@dataclass(frozen=True, slots=True)
class Report:
    """What was verified, and the first problem if there is one."""

    tables: int = 0
    records: int = 0
    rounds: int = 0
    transfers: int = 0
    head: str = ""
    problem: Problem | None = None
    in_clear: int = 0
    """Rounds of the first protocol, in which the last bettor knew the other contributions."""

    @property
    def ok(self) -> bool:
        """Whether everything holds."""
        return self.problem is None

    def plus(self, other: "Report") -> "Report":
        """Two reports as one; the first problem stands."""
        return Report(
            self.tables + other.tables,
            self.records + other.records,
            self.rounds + other.rounds,
            self.transfers + other.transfers,
            other.head,
            self.problem or other.problem,
            self.in_clear + other.in_clear,
        )

    def lines(self) -> tuple[str, str]:
        """The report in words."""
        found = f"{self.records} records, {self.rounds} finished rounds and {self.transfers} transfers verified"
        if self.in_clear:
            found += f"; contributions came in clear in {self.in_clear} of the rounds"
        holds = "every record, chip, commitment, deck and round holds"
        return found, holds if self.problem is None else f"BROKEN: {self.problem}"

    def to_dict(self) -> dict[str, Any]:
        """A plain form for JSON."""
        problem = self.problem
        return {
            "ok": self.ok,
            "tables": self.tables,
            "records": self.records,
            "rounds": self.rounds,
            "rounds_in_clear": self.in_clear,
            "transfers": self.transfers,
            "head": self.head,
            "problem": None
            if problem is None
            else {"table": problem.table, "seq": problem.seq, "what": problem.what, "text": str(problem)},
        }


class TableCheck:
    """Goes through the records of one table, in order."""

    def __init__(self, table: int, seeds: Seeds) -> None:
        self.table, self.seeds = table, seeds
        self.state: TableState | None = None
        self.balances: Counter[str] = Counter()
        self.rounds = self.in_clear = self.transfers = 0

    def take(self, record: Record) -> None:
        """One more record, or a BrokenLog that says what is wrong with it."""
        for transfer in record.transfers:
            for entry in transfer.entries():
                self._check_account(entry.account)
                self.balances[entry.account] += entry.amount
        self._check_own_balances()
        self.state = redo(self.state, record, self.seeds)
        self._check_stacks(record)
        self.rounds += record.kind == "settled"
        self.in_clear += record.kind == "settled" and self.state.protocol == IN_CLEAR
        self.transfers += len(record.transfers)

    def report(self, records: int, head: Head, problem: Problem | None) -> Report:
        """What was found up to here."""
        return Report(1, records, self.rounds, self.transfers, head.hash, problem, self.in_clear)

    def _check_account(self, account: str) -> None:
        kind, _, number = account.partition(":")
        own = {SEAT: f"{self.table}/", STAKES: str(self.table), HOUSE: str(self.table)}
        if kind not in _KINDS or (kind in own and not number.startswith(own[kind])):
            raise BrokenLog(f"chips of an account that is not this table's: {account!r}")
        if kind in (USER, MINT) and self.state is not None and self.state.practice:
            raise BrokenLog(f"practice chips stay at their table; these are of {account!r}")

    def _check_own_balances(self) -> None:
        for account, balance in self.balances.items():
            if balance < 0 and kind_of(account) in (SEAT, STAKES):
                raise BrokenLog(f"{account} would hold {balance} cents")
        if sum(self.balances.values()):
            raise BrokenLog(f"the chips sum to {sum(self.balances.values())} cents, not to zero")

    def _check_stacks(self, record: Record) -> None:
        """What lies on the table is what its state says: nothing is left behind by a finished round."""
        state = self.state
        assert state is not None
        staked = state.round.staked if state.round is not None else {}
        placed = 0 if state.between_players else sum(sum(placed.bet.values()) for placed in state.bets.values())
        if self.balances[stakes_account(self.table)] != sum(staked.values()) + placed:
            raise BrokenLog(f"{record.kind}: the stakes on the table are not the wagers that were made")


def verify_bytes(content: bytes, head: str | None = None) -> Report:
    """Verify the file of an exported log: ASCII, one record a line."""
    lines = content.decode("latin-1").split("\n")
    whole = [f"{line}\n" for line in lines[:-1]]
    return verify_lines([*whole, lines[-1]] if lines[-1] else whole, head)


def verify_lines(lines: Iterable[str], head: str | None = None) -> Report:
    """Verify an exported log of one table; `head` is the hash that a player saw at its end."""
    stored: list[tuple[str, str]] = []
    for number, line in enumerate(lines, 1):
        try:
            if not line.endswith("\n"):
                raise BrokenLog("the line is cut off")
            stored.append(read_line(line[:-1]))
        except BrokenLog as error:
            return verify_stored(None, stored, broken=Problem(_table_of(stored), number, str(error)))
    if not stored:
        return Report(problem=Problem(None, 0, "the log is empty"))
    report = verify_stored(None, stored)
    if report.ok and head is not None and report.head != head.lower():
        return _with(report, Problem(_table_of(stored), report.records, f"the log does not end with {head}"))
    return report


def _with(report: Report, problem: Problem) -> Report:
    return report.plus(Report(head=report.head, problem=problem))


def _table_of(stored: list[tuple[str, str]]) -> int | None:
    try:
        return read_record(stored[0][0]).table if stored else None
    except BrokenLog:
        return None


def verify_stored(
    table: int | None, stored: list[tuple[str, str]], secret: Seed | None = None, broken: Problem | None = None
) -> Report:
    """Verify the bodies and hashes of one table's records.

    `secret` is the seed of the round that is not over, `broken` what is known to be wrong after these records.
    """
    records, head, problem = _linked(table, stored)
    problem = problem or broken
    if not records:
        return Report(head=head.hash, problem=problem)
    seeds = shown_seeds(records)
    current = [record.data.get("number") for record in records if record.kind == "committed"]
    if problem is None and secret is not None and current and isinstance(current[-1], int):
        seeds.setdefault(current[-1], secret)
    check = TableCheck(records[0].table, seeds)
    for record in records:
        try:
            check.take(record)
        except UnknownSeed as error:
            found = problem or Problem(record.table, record.seq, str(error))
            return check.report(record.seq - 1, head, found)
        except BrokenLog as error:
            found = Problem(record.table, record.seq, str(error))
            return check.report(record.seq - 1, head, found)
    return check.report(len(records), head, problem)


def _linked(table: int | None, stored: Iterable[tuple[str, str]]) -> tuple[list[Record], Head, Problem | None]:
    """The records whose chain holds, and the first place where it does not."""
    records: list[Record] = []
    head = Head()
    for place, (body, hash_text) in enumerate(stored, 1):
        try:
            record = read_record(body)
            own = record.table if table is None else table
            head = check_link(record, hash_text, body, records[0].table if records else own, head)
        except BrokenLog as error:
            return records, head, Problem(records[0].table if records else table, place, str(error))
        records.append(record)
    return records, head, None
