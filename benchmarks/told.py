"""What clients of a server were told, and whether a database and the next server keep it."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from sqlalchemy import create_engine, func, select
from sqlalchemy.pool import NullPool

from houseway.room import models
from houseway.room.audit import verify_database
from houseway.room.database import Database
from houseway.room.log import ROOM

EXPECTED = ("stale_move", "not_allowed", "bad_bet", "not_enough_chips", "too_often", "unknown_name", "failed")
"""The codes of errors with which a request that is well formed may be refused at a moment that does not suit it."""
OTHERS_CHANGE = ("time_left", "seats", "you", "legal_actions")
"""What else than the table's own log decides: chips, won at other tables too, and who is connected."""
OF_A_SEAT = ("kind", "name", "sitting_out", "leaving", "bet", "ready", "reveals", "time_bank")


@dataclass
class Findings:
    """What a run of kills found; `lost`, `different`, `broken` and `wrong` must stay empty."""

    database: str
    seed: int
    kills: int = 0
    at_start: int = 0
    """Servers that were killed before they had told anyone anything."""
    told: int = 0
    """States and answers that clients had received."""
    heads: int = 0
    """Ends of logs that were told of, each looked up in the database after the kill."""
    views: int = 0
    """Views of one player that were compared with what the next server showed, at the same record."""
    in_rounds: int = 0
    """Those of them in the middle of a round."""
    decisions: int = 0
    """Those of them where that player was to decide."""
    retired: int = 0
    """Commitments that were open at a kill, and that the next server had retired."""
    done: dict[str, int] = field(default_factory=dict)
    """What clients asked for and were told that it was done."""
    refused: dict[str, int] = field(default_factory=dict)
    """What the servers refused, by the code of the error."""
    rightly: dict[str, int] = field(default_factory=dict)
    """What was asked for to be refused, and was, by the code that was expected."""
    wrong: list[str] = field(default_factory=list)
    """Requests that were refused for another reason than a moment that did not suit them, or accepted wrongly."""
    lost: list[str] = field(default_factory=list)
    different: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    verified: int = 0
    """How often the whole database was verified."""
    rounds: int = 0
    records: int = 0
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        """Whether nothing was lost, changed or broken."""
        return not (self.lost or self.different or self.broken or self.wrong)

    def to_dict(self) -> dict[str, Any]:
        """A plain form for JSON."""
        return {"ok": self.ok, **asdict(self)}

    def refuse(self, code: str) -> None:
        """One more request that was refused."""
        self.count(self.refused, code)
        if code not in EXPECTED:
            self.wrong.append(f"a request was refused with {code!r}")

    def count(self, counter: dict[str, int], name: str) -> None:
        """One more of a kind."""
        counter[name] = counter.get(name, 0) + 1


def view_of(state: Mapping[str, Any]) -> str:
    """A snapshot without what other tables and connections decide."""
    own = {name: value for name, value in state.items() if name not in OTHERS_CHANGE}
    own["seats"] = [{name: seat.get(name) for name in OF_A_SEAT} for seat in state["seats"]]
    own["legal_actions"] = [{**action, "affordable": None} for action in state["legal_actions"]]
    if state.get("prompt") is not None:
        choices = [{**choice, "refused": None} for choice in state["prompt"]["choices"]]
        own["prompt"] = {**state["prompt"], "choices": choices}
    own["seat"] = state["you"]["seat"]
    return json.dumps(own, sort_keys=True)


def no_round_is_on(state: Mapping[str, Any]) -> bool:
    """Whether bets are open, so that the commitment is to a round which nobody has bet on for good."""
    return state["phase"] in ("betting", "result")


class Told:
    """The newest state that each person was told of each table, every head, and what was acknowledged."""

    def __init__(self, url: str, findings: Findings) -> None:
        self._url, self._findings = url, findings
        self._engine = create_engine(url, poolclass=NullPool)
        """It keeps no connection: each look is as the first one after the kill."""
        self._heads: dict[tuple[int, int], str] = {}
        self._newest: dict[int, Mapping[str, Any]] = {}
        self._left: dict[int, Mapping[str, Any]] = {}
        self._of_person: dict[tuple[int, int], Mapping[str, Any]] = {}
        self.bought = self.opened = 0
        self.closed: set[int] = set()

    def state(self, user_id: int, state: Mapping[str, Any]) -> None:
        """A person was told where a table stands."""
        table_id, seq = state["table"]["id"], state["seq"]
        self._findings.told += 1
        known = self._heads.setdefault((table_id, seq), state["round"]["head"])
        if known != state["round"]["head"]:
            self._findings.different.append(f"table {table_id}: two heads were told of for record {seq}")
        if seq >= self._newest.get(table_id, state)["seq"]:
            self._newest[table_id] = state
        self._of_person[table_id, user_id] = state

    def killed(self) -> None:
        """The server is dead: what it had told last is what the next one begins with."""
        self._left = dict(self._newest)

    def first_after_a_kill(self, user_id: int, state: Mapping[str, Any]) -> None:
        """What the next server shows first, beside what the killed ones had told this person and anyone."""
        if state["you"]["user_id"] != user_id:
            self._findings.lost.append(f"the session of user {user_id}")
        table_id = state["table"]["id"]
        newest, own = self._left.get(table_id), self._of_person.get((table_id, user_id))
        if newest is not None and state["seq"] < newest["seq"]:
            self._findings.lost.append(f"table {table_id}: told of {newest['seq']} records, shown {state['seq']}")
        if own is not None and own["seq"] == state["seq"]:
            self._compare(table_id, user_id, own, state)
        if newest is not None and no_round_is_on(newest) and no_round_is_on(state):
            self._findings.retired += 1
            if newest["next"]["commitment"] == state["next"]["commitment"]:
                self._findings.different.append(f"table {table_id}: the open commitment of a killed server is kept")

    def _compare(self, table_id: int, user_id: int, own: Mapping[str, Any], state: Mapping[str, Any]) -> None:
        self._findings.views += 1
        self._findings.in_rounds += state["phase"] == "playing"
        self._findings.decisions += bool(state["legal_actions"])
        if view_of(own) != view_of(state):
            self._findings.different.append(f"table {table_id} at record {state['seq']}, as user {user_id} sees it")

    # The database, while no server lives.

    def look_up(self) -> None:
        """Every head that was told of, and what was acknowledged, in the database."""
        record, chain = models.records.c, models.chains.c
        with self._engine.connect() as connection:
            for (table_id, seq), head in self._heads.items():
                found = select(record.hash).where(record.chain_id == table_id, record.seq == seq)
                self._findings.heads += 1
                if connection.execute(found).scalar() != head:
                    self._findings.lost.append(f"table {table_id}: record {seq} with the head that was told of")
            for kind, told in (("bought chips", self.bought), ("table", self.opened)):
                kept = select(func.count()).where(record.chain_id == ROOM, record.kind == kind)
                if connection.execute(kept).scalar_one() < told:
                    self._findings.lost.append(f"{told} records of {kind!r} in the room's log")
            still_open = select(chain.id).where(chain.id.in_(self.closed), chain.open)
            lost = [f"that table {number} is closed" for number in connection.execute(still_open).scalars()]
        self._findings.lost.extend(lost)
        self._heads.clear()
        self.closed.clear()

    def verify(self) -> None:
        """The whole database: chains, ledger, commitments, every round played again."""
        database = Database(self._url)
        try:
            report = verify_database(database)
        finally:
            database.close()
        self._findings.verified += 1
        self._findings.rounds, self._findings.records = report.rounds, report.records
        if not report.ok:
            self._findings.broken.append(str(report.problem))


def acknowledged(findings: Findings, told: Told, what: str, answer: Mapping[str, Any]) -> None:
    """A request was answered: what it did must be kept."""
    findings.count(findings.done, what)
    told.bought += what == "rebuy"
    told.opened += what == "open"
    if what == "close":
        told.closed.add(answer["table"]["id"])
