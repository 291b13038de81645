"""After everything that is written at a table in these tests, the table is built again from its log and compared."""

import json
from typing import Any

import pytest
from sqlalchemy import Connection, select

from houseway.room import models
from houseway.room.log import read_record
from houseway.room.opening import load
from houseway.room.replay import Work, in_any_words, redo, shown_seeds
from houseway.room.state import TableState
from houseway.room.table import LiveTable
from houseway.room.table_view import Viewer, facts_of_game, snapshot

LONGEST_REPLAY = 60
"""Of a longer log only what follows its last checkpoint is played again."""


@pytest.fixture(autouse=True)
def live_is_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is live is what the log leads to, from its last checkpoint and from its very first record."""
    write = LiveTable._write

    def write_and_compare(table: LiveTable, work: Work) -> bool:
        written = write(table, work)
        if written:
            compare_with_log(table)
        return written

    monkeypatch.setattr(LiveTable, "_write", write_and_compare)


def compare_with_log(table: LiveTable) -> None:
    """The whole state, and every viewer's snapshot to the byte."""
    with table._database.read() as connection:
        stored = load(connection, table.id)
        assert stored.head == table.head
        rebuilt = [stored.state]
        if stored.head.length <= LONGEST_REPLAY:
            rebuilt.append(replayed(connection, table))
    for state in rebuilt:
        assert state == table.state
        assert shown(state, table) == shown(table.state, table)


def replayed(connection: Connection, table: LiveTable) -> TableState:
    """The table after every record since it was opened."""
    record = models.records.c
    found = select(record.body).where(record.chain_id == table.id).order_by(record.seq)
    records = [read_record(body) for body in connection.execute(found).scalars()]
    seeds = {table.state.number: table._secret, **shown_seeds(records)}
    state: TableState | None = None
    for entry in records:
        state = redo(state, entry, seeds, in_any_words)
    assert state is not None
    return state


def shown(state: TableState, table: LiveTable) -> list[str]:
    """What each seat and a spectator see, as it would go out."""
    people = [sitter.user_id for sitter in state.seats if sitter is not None and sitter.user_id is not None]
    return [written(state, table, user_id) for user_id in (None, *people)]


def written(state: TableState, table: LiveTable, user_id: int | None) -> str:
    viewer = Viewer(user_id, {}, frozenset(), None)
    facts: dict[str, Any] = facts_of_game(state)
    return json.dumps(snapshot(state, table.head, viewer, facts))
