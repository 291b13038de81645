"""Logs of the time when contributions came in clear with the bet: they verify, open and go on by today's."""

import json
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from support.room_play import PATIENT, act_once, database_file, opened, play_rounds

from houseway.errors import StaleMove
from houseway.room.log import FIRST_PREVIOUS, canonical, export_line, hash_of
from houseway.room.verify import verify_bytes

OLD = Path(__file__).parent / "first_protocol"
"""A database with two tables, one of them in the middle of a hand and the other with a bet for its third round, and the
exported log of that one, all written before players committed to their seeds."""
BETTING, PLAYING = 1, 2


@pytest.fixture
def old_database(tmp_path: Path) -> str:
    connection = sqlite3.connect(tmp_path / "room.db")
    connection.executescript((OLD / "room.sql").read_text("ascii"))
    connection.close()
    return database_file(tmp_path)


def test_an_old_export_verifies() -> None:
    report = verify_bytes((OLD / "table.jsonl").read_bytes())
    assert report.ok, str(report.problem)
    assert report.rounds == report.in_clear == 2


def test_an_old_database_opens_and_is_played_on_by_todays_protocol(old_database: str) -> None:
    with opened(old_database, settings=PATIENT) as room:
        table = room.table(BETTING)
        assert table.state.protocol == 3
        assert table.snapshot(None)["retired"]["number"] == 3
        assert not table.state.bets
        assert room.user(1).chips > 0
        play_rounds(table, 1, random.Random(1))
        assert table.proof(1)["protocol"] == 1
        assert table.proof(1)["round_text"].startswith("houseway/round/1:")
        assert table.proof(4)["protocol"] == 3
        assert room.verify().ok
        assert room.verify(BETTING).in_clear == 2


def test_a_hand_that_was_on_goes_on_by_the_old_protocol(old_database: str) -> None:
    with opened(old_database, settings=PATIENT) as room:
        table = room.table(PLAYING)
        assert table.state.protocol == 1
        with pytest.raises(StaleMove):
            table.reveal(1, "00" * 32)
        while table.state.round is not None:
            act_once(table, random.Random(2))
        assert table.proof(2)["protocol"] == 1
        assert table.proof(2)["contributions"] == {"0": "abcd", "2": "abcd"}
        assert table.state.protocol == 3
        play_rounds(table, 1, random.Random(3))
        assert room.verify().ok


def test_contributions_in_clear_do_not_come_back_after_promises(old_database: str) -> None:
    """Else a house could go back to the old rules for the round that it wishes to choose."""

    def as_in_clear(record: dict[str, Any]) -> None:
        if record["kind"] == "committed" and record["data"]["number"] == 5:
            del record["data"]["protocol"], record["data"]["checkpoint"]["barred"]

    with opened(old_database, settings=PATIENT) as room:
        table = room.table(BETTING)
        play_rounds(table, 2, random.Random(1))
        lines, previous = [], FIRST_PREVIOUS
        for line in table.export().splitlines():
            record = {**json.loads(line)["record"], "previous": previous}
            as_in_clear(record)
            previous = hash_of(canonical(record))
            lines.append(export_line(canonical(record), previous) + "\n")
    problem = verify_bytes("".join(lines).encode()).problem
    assert problem is not None
    assert "protocol 1 is too old for the next one" in problem.what
