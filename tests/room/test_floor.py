"""What the house can lose on the bets that lie on a table, worked out by hand from the pay tables."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.errors import BadSetting, NotAllowed
from houseway.room import Room, TableSpec
from houseway.room.bankroll import Exposure, exposure_of
from houseway.room.log import read_line, read_record

EACH_ANTE = 1000


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    opened = Room(f"sqlite:///{tmp_path / 'room.sqlite'}")
    yield opened
    opened.close()


def test_2HH_9d_each_ante_and_each_raise_is_paid_one_to_one(room: Room) -> None:
    """Two Antes of $10: with both raises of $20 and every bet paid 1 to 1, twice $60 can come back."""
    ann = room.register("Ann", "correct horse").id
    table = room.table(room.open_table(TableSpec("two-hand-holdem", seats=2, bots={1: "never-raise"}), by=ann))
    table.sit(ann, 0)
    assert exposure_of(table.state) == Exposure()
    table.bet(ann, {"ante_1": EACH_ANTE, "ante_2": EACH_ANTE})
    found = exposure_of(table.state)
    assert (found.staked, found.most_back, found.most_lost) == (2000, 12_000, 10_000), (
        "the automatic player is left out"
    )


def test_nothing_is_at_stake_for_the_house_where_players_win_from_each_other(room: Room) -> None:
    ann = room.register("Ann", "correct horse").id
    table = room.table(room.open_table(TableSpec("five-card-holdout", seats=2, bots={1: "hold-best"}), by=ann))
    table.sit(ann, 0)
    table.bet(ann, {"stack": 20_000})
    assert exposure_of(table.state) == Exposure()


def test_practice_chips_are_nobodys_loss(room: Room) -> None:
    ann = room.register("Ann", "correct horse").id
    spec = TableSpec("two-hand-holdem", seats=1, jurisdiction="none")
    table = room.table(room.open_table(spec, by=ann))
    table.sit(ann, 0)
    table.bet(ann, {"ante_1": EACH_ANTE, "ante_2": EACH_ANTE})
    assert exposure_of(table.state) == Exposure()


def test_the_floor_has_limits_and_readings_that_are_not_the_usual_ones_and_is_for_operators(room: Room) -> None:
    ann = room.register("Ann", "correct horse").id
    frances = room.make_operator(room.register("Frances", "correct horse").name).id
    table = room.table(room.open_table(TableSpec("three-card-poker", readings={"3CP-R3": "player-wins"}), by=ann))
    table.set_limits(frances, 500, 2000, "a quiet evening")
    with pytest.raises(NotAllowed, match="Only an operator"):
        room.floor(ann)
    (shown,) = room.floor(frances)
    assert (shown["id"], shown["title"], list(shown["readings"])) == (table.id, "Three Card Poker", ["3CP-R3"])
    assert (shown["limits"]["least"], shown["limits"]["largest"]) == (500, 2000)
    assert (shown["round"], shown["staked"], shown["most_lost"]) == (None, 0, 0)


def test_why_limits_are_set_and_a_table_is_closed_is_kept_in_the_log_and_played_again(room: Room) -> None:
    ann = room.register("Ann", "correct horse").id
    frances = room.make_operator(room.register("Frances", "correct horse").name).id
    table = room.table(room.open_table(TableSpec("two-hand-holdem"), by=ann))
    with pytest.raises(BadSetting, match="plain text on one line"):
        table.set_limits(frances, 500, 2000, "two\nlines")
    table.set_limits(frances, 500, 2000, " a quiet evening ")
    table.close(frances, "the evening is over")
    records = [read_record(read_line(line)[0]) for line in table.export().splitlines()]
    told = {record.kind: (record.data["by"], record.data["reason"]) for record in records[-2:]}
    assert told == {"limited": (frances, "a quiet evening"), "closed": (frances, "the evening is over")}
    assert room.verify().problems == ()
