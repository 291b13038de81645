"""Verify a log: the chain, the chips, the commitments, the shuffles, and every round replayed from its decisions.

No stored value is trusted if it can be derived again. The first record that fails verification is named.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from itertools import islice
from math import inf
from pathlib import Path
from typing import IO, Any

from houseway.cards.seed import Seed
from houseway.errors import BrokenLog
from houseway.games.telling.words import counted
from houseway.room.duties import Act, act_of, is_seed_lost
from houseway.room.fairness import IN_CLEAR
from houseway.room.ledger import HOUSE, METER, MINT, RESERVE, SEAT, STAKES, USER, kind_of, stakes_account
from houseway.room.log import LARGEST_RECORD, Head, Record, check_link, read_line, read_record
from houseway.room.replay import Seeds, UnknownSeed, redo, shown_seeds
from houseway.room.round_check import check_cards_dealt
from houseway.room.state import TableState

_KINDS = {USER, SEAT, STAKES, HOUSE, MINT, METER, RESERVE}
EARLIEST = 1_577_836_800_000
"""The start of 2020, before which no record was written."""
TOLERANCE = 5 * 60 * 1000
"""Maximum difference, in milliseconds, between the clocks of the writer and the verifier."""

LONGEST_LINE = LARGEST_RECORD + 1024
"""The maximum length of an export's line. More is not read into memory."""

Progress = Callable[[int, int], None]
"""Called with a table's number and its number of verified records."""


@dataclass(frozen=True, slots=True)
class Problem:
    """The first problem of a log: the log, the record (0: none), and the message."""

    table: int | None
    seq: int
    what: str

    def __str__(self) -> str:
        unnumbered = "the file" if self.seq else "the database"
        where = unnumbered if self.table is None else f"table {self.table}" if self.table else "the room's log"
        return f"{where}, record {self.seq}: {self.what}" if self.seq else f"{where}: {self.what}"

    def to_dict(self) -> dict[str, Any]:
        """Return a plain form for JSON."""
        return {"table": self.table, "seq": self.seq, "what": self.what, "text": str(self)}


@dataclass(frozen=True, slots=True)
class Report:
    """The verified data and the problems found: the first of each log, and of all other data."""

    tables: int = 0
    records: int = 0
    rounds: int = 0
    transfers: int = 0
    head: str = ""
    problems: tuple[Problem, ...] = ()
    in_clear: int = 0
    """Rounds of the first protocol, in which the last bettor knew the other contributions."""
    table: int | None = None
    """The table, if the log of one table was verified."""
    reworded: int = 0
    """Records of another version, which describe the same events in other words."""
    seeds_lost: int = 0
    """Commitments that were retired without their seeds, all wagers returned."""
    unseen: int = 0
    """Rounds in progress whose cards were not compared, because their seeds could not be read."""
    warnings: tuple[str, ...] = ()
    """Oddities that prove nothing, such as a wrong clock or a lost seed."""

    @property
    def problem(self) -> Problem | None:
        """Return the first problem."""
        return self.problems[0] if self.problems else None

    def with_problem(self, problem: Problem | None) -> "Report":
        """Return the report with one more problem."""
        return self if problem is None else replace(self, problems=(*self.problems, problem))

    def with_warnings(self, warnings: tuple[str, ...]) -> "Report":
        """Return the report with more warnings, before those that it has."""
        return replace(self, warnings=(*warnings, *self.warnings))

    @property
    def ok(self) -> bool:
        """Return whether everything verified."""
        return self.problem is None

    def plus(self, other: "Report") -> "Report":
        """Return two reports as one."""
        return Report(
            self.tables + other.tables,
            self.records + other.records,
            self.rounds + other.rounds,
            self.transfers + other.transfers,
            other.head,
            (*self.problems, *other.problems),
            self.in_clear + other.in_clear,
            reworded=self.reworded + other.reworded,
            seeds_lost=self.seeds_lost + other.seeds_lost,
            unseen=self.unseen + other.unseen,
            warnings=(*self.warnings, *other.warnings),
        )

    def lines(self) -> tuple[str, ...]:
        """Return the report in words."""
        found = (
            f"{counted(self.records, 'record')}, {counted(self.rounds, 'finished round')} "
            f"and {counted(self.transfers, 'transfer')} verified"
        )
        if self.in_clear:
            found += f"; player seeds were sent in clear in {self.in_clear} of the rounds"
        if self.reworded:
            found += f"; {self.reworded} of the records use the wording of an older version"
        if self.seeds_lost:
            found += f"; commitments retired because the seed was lost, with all wagers returned: {self.seeds_lost}"
        if self.unseen:
            found += (
                f"; rounds in progress whose cards were not compared because their seeds are missing: {self.unseen}"
            )
        but = ", except as listed above" if self.unseen or self.seeds_lost else ""
        holds = f"OK: every record, chip, commitment, deck and round verified{but}."
        noted = [f"WARNING: {warning}" for warning in self.warnings]
        return found, *([f"FAILED: {problem}" for problem in self.problems] or [holds]), *noted

    def to_dict(self) -> dict[str, Any]:
        """Return a plain form for JSON."""
        plain = [problem.to_dict() for problem in self.problems]
        return {
            "ok": self.ok,
            "tables": self.tables,
            "records": self.records,
            "rounds": self.rounds,
            "rounds_in_clear": self.in_clear,
            "records_in_other_words": self.reworded,
            "seeds_lost": self.seeds_lost,
            "rounds_not_compared": self.unseen,
            "transfers": self.transfers,
            "head": self.head,
            "problem": plain[0] if plain else None,
            "problems": plain,
            "warnings": list(self.warnings),
            "error": None,
        }


class Times:
    """The times of one log.

    None may be before that of the preceding record, and some can only come from a wrong clock. A record is dated by the
    server's clock, or like the record before it if the clock went back. So a clock that once ran ahead leaves times in
    the future, for as long as it had run ahead. This breaks nothing, because the chain gives the order of the records.
    It is a warning.
    """

    def __init__(self, now: int | None) -> None:
        self._last_moment = inf if now is None else now + TOLERANCE
        self._before = 0
        self._odd: list[tuple[int, int]] = []

    def take(self, record: Record) -> None:
        """Check one more record."""
        if record.at < self._before:
            raise BrokenLog(
                f"the time of the record ({record.at}) is before that of the record before it ({self._before})"
            )
        self._before = record.at
        if not EARLIEST <= record.at <= self._last_moment:
            self._odd.append((record.seq, record.at))

    def warnings(self, table: int | None) -> tuple[str, ...]:
        """Return a sentence for each oddity of the times."""
        if not self._odd:
            return ()
        place = "the room's log" if not table else f"table {table}"
        seq, at = self._odd[0]
        when = "before 2020" if at < EARLIEST else "after this audit"
        return (
            f"{place}: the server's clock was wrong. {len(self._odd)} of its records are dated {when}, "
            f"the first is record {seq}.",
        )


class TableCheck:
    """A verifier of one table's records, in order."""

    def __init__(self, table: int, seeds: Seeds, acts: list[Act]) -> None:
        self.table, self.seeds, self.acts = table, seeds, acts
        self._opened_by: object = None
        self.state: TableState | None = None
        self.balances: Counter[str] = Counter()
        self.rounds = self.in_clear = self.transfers = self.reworded = self.contradicted = 0
        self.lost: list[int] = []
        """The rounds whose seeds the house did not show, because they were lost."""
        self._round: list[Record] = []
        """The records since the last commitment."""

    def take(self, record: Record) -> None:
        """Verify one more record. Raise BrokenLog with the problem if it fails."""
        for transfer in record.transfers:
            for entry in transfer.entries():
                self._check_account(entry.account)
                self.balances[entry.account] += entry.amount
        self._check_own_balances()
        act = act_of(self.state, self._opened_by, record)
        self.state = redo(self.state, record, self.seeds, self._note_other_words)
        if record.kind == "opened":
            self._opened_by = record.data["by"]
        if act is not None:
            self.acts.append(act)
        self._check_stacks(record)
        self._check_round(record)
        self.rounds += record.kind == "settled"
        self.in_clear += record.kind == "settled" and self.state.protocol == IN_CLEAR
        self.transfers += len(record.transfers)
        if is_seed_lost(record):
            self.lost.append(record.data["number"])

    def _check_round(self, record: Record) -> None:
        """Check the cards of a finished round against its deck, apart from the replay."""
        if record.kind == "committed":
            self._round = []
        self._round.append(record)
        if record.kind == "settled":
            assert self.state is not None
            check_cards_dealt(self._round, self.state.spec.game, self.state.game.readings)
            self._round = []

    def _note_other_words(self, same_facts: bool) -> None:
        self.reworded += 1
        self.contradicted += not same_facts

    def report(self, records: int, head: Head, problem: Problem | None) -> Report:
        """Return the report on the table."""
        problems = () if problem is None else (problem,)
        return Report(
            1,
            records,
            self.rounds,
            self.transfers,
            head.hash,
            problems,
            self.in_clear,
            self.table,
            self.reworded,
            len(self.lost),
            int(self.state is not None and self.state.unseen is not None),
            self._warnings(),
        )

    def _warnings(self) -> tuple[str, ...]:
        lost = [
            f"table {self.table}, round {number}: the house showed no seed because it was lost, so the round is "
            "void and every wager was returned. Its cards cannot be verified. Ask the operator how it was lost."
            for number in self.lost
        ]
        if not self.contradicted:
            return tuple(lost)
        return (
            *lost,
            f"table {self.table}: {self.contradicted} of its records hold sentences, as older protocols did, that name "
            "other cards, amounts or results than today's sentences do. The facts of these records verified, and the "
            "sentences are never shown. Another version may have worded them, or somebody changed them.",
        )

    def _check_account(self, account: str) -> None:
        kind, _, number = account.partition(":")
        number = number.partition("/")[0] if kind == SEAT else number
        if kind not in _KINDS or (kind in (SEAT, STAKES, HOUSE) and number != str(self.table)):
            raise BrokenLog(f"chips of an account that is not this table's: {account!r}")
        own_meters = set() if self.state is None else {str(meter) for meter in self.state.spec.meters.values()}
        if kind in (METER, RESERVE) and number not in own_meters:
            raise BrokenLog(f"money of a meter that is not this table's: {account!r}")
        if kind in (USER, MINT) and self.state is not None and self.state.practice:
            raise BrokenLog(f"practice chips stay at their table; these are of {account!r}")

    def _check_own_balances(self) -> None:
        for account, balance in self.balances.items():
            if balance < 0 and kind_of(account) in (SEAT, STAKES):
                raise BrokenLog(f"{account} would hold {balance} cents")
        if sum(self.balances.values()):
            raise BrokenLog(f"the chips sum to {sum(self.balances.values())} cents, not to zero")

    def _check_stacks(self, record: Record) -> None:
        """Check that the stakes on the table equal the wagers of its state."""
        state = self.state
        assert state is not None
        staked = state.round.staked if state.round is not None else state.unseen or {}
        placed = 0 if state.between_players else sum(sum(placed.bet.values()) for placed in state.bets.values())
        if self.balances[stakes_account(self.table)] != sum(staked.values()) + placed:
            raise BrokenLog(f"{record.kind}: the stakes on the table are not the wagers that were made")


Stored = Callable[[], Iterable[tuple[str, str]]]
"""The bodies and hashes of a log, for repeated reading. A long log is never in memory as a whole."""


def verify_bytes(content: bytes, head: str | None = None) -> Report:
    """Verify the file of an exported log: ASCII, one record per line."""
    return _verify_export(lambda: BytesIO(content), head)


def verify_lines(lines: Iterable[str], head: str | None = None) -> Report:
    """Verify an exported log from its lines."""
    return verify_bytes("".join(lines).encode("latin-1", "replace"), head)


def verify_file(
    path: Path, head: str | None = None, now: int | None = None, progress: Progress | None = None
) -> Report:
    """Verify an exported log, reading a line at a time. `now` is the moment of the audit."""
    return _verify_export(lambda: path.open("rb"), head, now, progress)


def _verify_export(
    open_lines: Callable[[], IO[bytes]],
    head: str | None = None,
    now: int | None = None,
    progress: Progress | None = None,
) -> Report:
    """Verify an exported log of one table. `head` is the hash that a player saw at its end."""
    cut: list[Problem] = []

    def stored() -> Iterator[tuple[str, str]]:
        cut.clear()
        with open_lines() as lines:
            for number, line in enumerate(iter(lambda: lines.readline(LONGEST_LINE), b""), 1):
                try:
                    if not line.endswith(b"\n"):
                        raise BrokenLog("the line is cut off")
                    yield read_line(line[:-1].decode("latin-1"))
                except BrokenLog as error:
                    cut.append(Problem(None, number, str(error)))
                    return

    report = verify_stored(None, stored, broken=cut, now=now, progress=progress)
    if not report.records and report.ok:
        return Report(problems=(Problem(None, 0, "the log is empty"),))
    if report.ok and head is not None and report.head != head.lower():
        return report.with_problem(Problem(report.table, report.records, f"the log does not end with {head}"))
    return report


@dataclass(slots=True)
class Linked:
    """A log whose chain verified up to some record, with the data needed to replay it."""

    table: int | None
    head: Head = field(default_factory=Head)
    seeds: dict[int, Seed | None] = field(default_factory=dict)
    current: object = None
    """The number of the latest committed round."""
    problem: Problem | None = None
    warnings: tuple[str, ...] = ()


def verify_stored(
    table: int | None,
    stored: Stored,
    secret: Seed | None = None,
    broken: Sequence[Problem] = (),
    now: int | None = None,
    progress: Progress | None = None,
    acts: list[Act] | None = None,
) -> Report:
    """Verify the bodies and hashes of one table's records in two passes: links and seeds, then the rounds.

    `secret` is the seed of the unfinished round. Without it, in a database, the cards of that round are not compared.
    An export ends before them. `broken` is a problem found after the last of these records. `now` is the moment of the
    audit. The rulings of operators are added to `acts`.
    """
    linked = _linked(table, stored, Times(now))
    if linked.problem is None and broken:
        linked.problem = Problem(linked.table, broken[0].seq, broken[0].what)
    length, problem = linked.head.length, linked.problem
    if not length:
        return Report(head=linked.head.hash, problems=() if problem is None else (problem,))
    if problem is None and secret is None and table is not None and isinstance(linked.current, int):
        linked.seeds.setdefault(linked.current, None)
    if problem is None and secret is not None and isinstance(linked.current, int):
        shown = linked.seeds.setdefault(linked.current, secret)
        problem = None if shown == secret else Problem(linked.table, 0, "the secret seed is not that of its round")
    assert linked.table is not None
    check = TableCheck(linked.table, linked.seeds, [] if acts is None else acts)
    for body, _ in islice(stored(), length):
        record = read_record(body)
        try:
            check.take(record)
        except BrokenLog as error:
            unknown = problem if isinstance(error, UnknownSeed) else None
            found = unknown or Problem(record.table, record.seq, str(error))
            return check.report(record.seq - 1, linked.head, found).with_warnings(linked.warnings)
        if progress is not None:
            progress(record.table, record.seq)
    return check.report(length, linked.head, problem).with_warnings(linked.warnings)


def _linked(table: int | None, stored: Stored, times: Times) -> Linked:
    """Verify the chain and its times, up to the first place where they fail."""
    linked = Linked(table)
    for place, (body, hash_text) in enumerate(stored(), 1):
        try:
            record = read_record(body)
            head = check_link(
                record, hash_text, body, record.table if linked.table is None else linked.table, linked.head
            )
            times.take(record)
        except BrokenLog as error:
            linked.problem = Problem(linked.table, place, str(error))
            return linked
        linked.table, linked.head = record.table, head
        linked.seeds |= shown_seeds([record])
        if record.kind == "committed":
            linked.current = record.data.get("number")
    linked.warnings = times.warnings(linked.table)
    return linked
