"""The finished rounds of a table: their events, the derivation of the deck, and the exported log."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy import Connection, func, select

from houseway.cards.notation import format_cards
from houseway.cards.seed import Seed
from houseway.cards.shuffle import shuffle
from houseway.errors import HousewayError, UnknownName
from houseway.games.engine.game import Game
from houseway.room import models
from houseway.room.database import Database
from houseway.room.fairness import IN_CLEAR, round_seed, round_text
from houseway.room.log import ROOM, Record, export_line, read_record
from houseway.room.replay import moments, shown_seeds
from houseway.room.spec import TableSpec
from houseway.room.state import TableState

_RECORDS = models.records.c
LONGEST_HISTORY = 200
PAGE = 512 * 1024
"""Approximate number of characters that an export reads at a time, and the maximum number of lines."""
MOST_LINES = 2000


@dataclass(frozen=True, slots=True)
class Page:
    """A part of an export, and the number of its last record."""

    text: str
    last: int


class Archive:
    """A reader of a table's records. A round in progress is not shown until it is over."""

    def __init__(self, database: Database, table_id: int, spec: TableSpec, game: Game) -> None:
        self._database, self._table_id, self._spec, self._game = database, table_id, spec, game

    @classmethod
    def of_table(cls, database: Database, table_id: int) -> "Archive":
        """Return the archive of a table, open or closed, without the table itself."""
        with database.read() as connection:
            first = connection.execute(
                select(_RECORDS.body).where(_RECORDS.chain_id == table_id, _RECORDS.seq == 1)
            ).scalar()
        if first is None or table_id == ROOM:
            raise UnknownName(f"Unknown table {table_id!r}.")
        spec = TableSpec.from_dict(read_record(first).data["spec"])
        return cls(database, table_id, spec, spec.make_game())

    @property
    def game(self) -> Game:
        """Return the game played at the table."""
        return self._game

    @property
    def opened(self) -> Record:
        """Return the first record of the log."""
        with self._database.read() as connection:
            found = select(_RECORDS.body).where(_RECORDS.chain_id == self._table_id, _RECORDS.seq == 1)
            return read_record(str(connection.execute(found).scalar()))

    def has_sat(self, user_id: int) -> bool:
        """Return whether a person ever sat at the table."""
        found = select(_RECORDS.body).where(_RECORDS.chain_id == self._table_id, _RECORDS.kind == "sat")
        with self._database.read() as connection:
            return any(read_record(body).data["user"] == user_id for body in connection.execute(found).scalars())

    def history(self, limit: int = 20, before: int | None = None, words: bool = True) -> list[dict[str, Any]]:
        """Return the last rounds (before a number), newest first.

        Bets, results and settlements use the table's seat numbers. Events use the game's seat numbers, which count the
        playing seats from 0. Records hold no words: with `words`, each round is replayed to make them.
        """
        make = self._in_words if words else self._facts
        most = max(0, min(limit, LONGEST_HISTORY))
        found = select(_RECORDS.number).where(_RECORDS.chain_id == self._table_id, _RECORDS.kind == "settled")
        if before is not None:
            found = found.where(_RECORDS.number < before)
        with self._database.read() as connection:
            numbers = connection.execute(found.order_by(_RECORDS.number.desc()).limit(most)).scalars()
            return [make(connection, number) for number in list(numbers)]

    def round(self, number: int) -> dict[str, Any]:
        """Return one finished round, in words."""
        with self._database.read() as connection:
            return self._in_words(connection, number)

    def _in_words(self, connection: Connection, number: int) -> dict[str, Any]:
        """Return a round with the words from its replay, or with its facts alone if it cannot be replayed."""
        facts = self._facts(connection, number)
        try:
            _, over = self._moments(connection, number)[-1]
        except HousewayError:
            events = [{"text": "", **event} for event in facts["events"]]
            return {**facts, "events": events, "settlements": [{"reason": "", **each} for each in facts["settlements"]]}
        assert over.last is not None, "a settled round stays in view"
        played, seats = over.last.state, facts["seats"]
        return {
            **facts,
            "events": [event.to_dict() for event in played.events],
            "settlements": [{**each.to_dict(), "seat": seats[each.seat]} for each in played.settlements],
        }

    def _facts(self, connection: Connection, number: int) -> dict[str, Any]:
        by_kind: dict[str, list[Record]] = {}
        for record in self._records(connection, number):
            by_kind.setdefault(record.kind, []).append(record)
        if "settled" not in by_kind:
            raise UnknownName(f"Table {self._table_id} has no finished round {number!r}.")
        (committed,), (started,), (settled,) = by_kind["committed"], by_kind["started"], by_kind["settled"]
        played = (started, *by_kind.get("acted", []), *by_kind.get("voided", []))
        events = [event for record in played for event in record.data["events"]]
        closed = by_kind.get("no more bets", [])
        seats = started.data["seats"]
        return {
            "number": number,
            "at": settled.at,
            "commitment": committed.data["commitment"],
            "server_seed": settled.data["server_seed"],
            "protocol": committed.data.get("protocol", IN_CLEAR),
            "promises": closed[0].data["promises"] if closed else {},
            "contributions": started.data["contributions"],
            "withheld": {str(record.data["seat"]): record.data["name"] for record in by_kind.get("withheld", [])},
            "button": started.data["button"],
            "seats": seats,
            "names": [
                self._spec.automatic.get(seat, name) for seat, name in zip(seats, started.data["names"], strict=True)
            ],
            "automatic": [seat for seat in seats if seat in self._spec.automatic],
            "bets": started.data["bets"],
            "actions": [
                {key: record.data[key] for key in ("seat", "by", "action")} for record in by_kind.get("acted", [])
            ],
            "events": events,
            "settlements": [{**entry, "seat": seats[entry["seat"]]} for entry in settled.data["settlements"]],
            "results": settled.data["results"],
            **_meters_of(started, by_kind.get("meters fell", [])),
            "void": next((_ruling(record) for record in by_kind.get("voided", [])), None),
        }

    def _records(self, connection: Connection, number: int) -> list[Record]:
        found = (
            select(_RECORDS.body)
            .where(_RECORDS.chain_id == self._table_id, _RECORDS.number == number)
            .order_by(_RECORDS.seq)
        )
        return [read_record(body) for body in connection.execute(found).scalars()]

    def moments(self, number: int) -> list[tuple[Record, TableState]]:
        """Return the records of a finished round, from its commitment to its end, each with the table after it."""
        with self._database.snapshot() as connection:
            return self._moments(connection, number)

    def _moments(self, connection: Connection, number: int) -> list[tuple[Record, TableState]]:
        first, last = self._ends(connection, number)
        within = (_RECORDS.chain_id == self._table_id, _RECORDS.seq.between(first, last))
        bodies = connection.execute(select(_RECORDS.body).where(*within).order_by(_RECORDS.seq)).scalars()
        records = [read_record(body) for body in bodies]
        return list(moments(records, self._as_opened, shown_seeds(records)))

    @cached_property
    def _as_opened(self) -> TableState:
        return TableState.opened(self._table_id, self._spec)

    def _ends(self, connection: Connection, number: int) -> tuple[int, int]:
        """Return the numbers of the records that commit to a round and settle it."""
        first, last = (
            connection.execute(
                select(_RECORDS.seq).where(
                    _RECORDS.chain_id == self._table_id, _RECORDS.number == number, _RECORDS.kind == kind
                )
            ).scalar()
            for kind in ("committed", "settled")
        )
        if first is None or last is None:
            raise UnknownName(f"Table {self._table_id} has no finished round {number!r}.")
        return first, last

    def proof(self, number: int) -> dict[str, Any]:
        """Return how the deck of a finished round is derived: commitments, seeds, and the resulting order."""
        with self._database.read() as connection:
            over = self._facts(connection, number)
        server_seed = Seed.from_hex(over["server_seed"])
        contributions = {int(seat): text for seat, text in over["contributions"].items()}
        text = round_text(server_seed, self._table_id, number, contributions, over["protocol"])
        seed = round_seed(server_seed, self._table_id, number, contributions, over["protocol"])
        as_logged = ("protocol", "commitment", "server_seed", "seats", "promises", "contributions", "withheld")
        return {
            "table": self._table_id,
            "number": number,
            **{name: over[name] for name in as_logged},
            "round_text": text,
            "round_seed": seed.hex,
            "deck": {"size": self._game.deck.size, "cards": format_cards(self._game.deck.cards)},
            "order": format_cards(shuffle(self._game.deck, seed)),
            "dealt": self._game.cards_needed(len(over["seats"])),
        }

    def round_log(self, number: int, after: int | None = None) -> dict[str, Any]:
        """Return the exported records of a finished round, with the game of its table.

        They begin with the round's commitment, or right after an earlier record. A reader who has verified the log up
        to there can continue without a gap.
        """
        own = _RECORDS.chain_id == self._table_id
        with self._database.snapshot() as connection:
            first, last = self._ends(connection, number)
            if after is not None and after < first:
                first = max(after + 1, last - MOST_LINES)
            found = select(_RECORDS.body, _RECORDS.hash).where(own, _RECORDS.seq.between(first, last))
            rows = connection.execute(found.order_by(_RECORDS.seq))
            lines = [export_line(body, hash_text) for body, hash_text in rows]
        about = {"game": self._spec.game, "readings": dict(self._spec.readings)}
        return {"table": self._table_id, "number": number, **about, "lines": lines}

    def hash_at(self, seq: int) -> str:
        """Return the hash of a record, so that a player can check that the log is still the same."""
        return hash_at(self._database, self._table_id, seq)

    def export(self) -> str:
        """Return the log as JSON lines. For a round in progress it has only the records before its bets were closed.

        Whether a round is in progress is read with the records themselves, because it may have begun a moment ago.
        """
        text, after = "", 0
        while page := self.export_page(after):
            text, after = text + page.text, page.last
        return text

    def export_page(self, after: int, size: int = PAGE) -> "Page | None":
        """Return the records after one of them, about `size` characters in all, or None if there are no more."""
        own = _RECORDS.chain_id == self._table_id
        found = select(_RECORDS.seq, _RECORDS.body, _RECORDS.hash).where(own, _RECORDS.seq > after)
        lines: list[str] = []
        last = after
        with self._database.snapshot() as connection:
            newest = select(func.max(_RECORDS.number)).where(own, _RECORDS.kind == "committed").scalar_subquery()
            closing = (_RECORDS.number == newest, _RECORDS.kind.in_(("no more bets", "started")))
            begun = connection.execute(select(func.min(_RECORDS.seq)).where(own, *closing)).scalar()
            if begun is not None:
                found = found.where(_RECORDS.seq < begun)
            for seq, body, hash_text in connection.execute(found.order_by(_RECORDS.seq).limit(MOST_LINES)):
                last = seq
                lines.append(export_line(body, hash_text) + "\n")
                size -= len(lines[-1])
                if size <= 0:
                    break
        return Page("".join(lines), last) if lines else None


def hash_at(database: Database, chain_id: int, seq: int) -> str:
    """Return the hash of one record of a log."""
    found = select(_RECORDS.hash).where(_RECORDS.chain_id == chain_id, _RECORDS.seq == seq)
    with database.read() as connection:
        hash_text = connection.execute(found).scalar()
    if hash_text is None:
        raise UnknownName(f"The log of table {chain_id} has no record {seq!r}.")
    return str(hash_text)


def _meters_of(started: Record, fell: list[Record]) -> dict[str, Any]:
    """Return the prize amounts of a round with bets on meters: each amount and seed, in cents."""
    shown = (fell[-1] if fell else started).data.get("meters", {})
    if not shown:
        return {}
    return {"meters": {name: {"amount": amount, "seed": seed} for name, (amount, seed, _) in shown.items()}}


def _ruling(record: Record) -> dict[str, Any]:
    """Return the reason why a round was voided."""
    return {key: record.data[key] for key in ("irregularity", "clause", "reason")}


def read_rulings(connection: Connection, limit: int) -> list[dict[str, Any]]:
    """Return the rulings at the open tables, newest first."""
    found = (
        select(_RECORDS.body)
        .join(models.chains, models.chains.c.id == _RECORDS.chain_id)
        .where(models.chains.c.open, _RECORDS.kind == "voided")
    )
    records = [read_record(body) for body in connection.execute(found).scalars()]
    records.sort(key=lambda record: record.at, reverse=True)
    return [
        {
            "table": record.table,
            "number": record.data["number"],
            "at": record.at,
            "by": record.data["by"],
            **_ruling(record),
        }
        for record in records[: max(0, min(limit, LONGEST_HISTORY))]
    ]
