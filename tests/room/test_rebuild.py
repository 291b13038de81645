"""A room that is opened again stands where it stood: at every decision of every game."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, event, func, select, update
from support.every_game import EVERY_GAME
from support.room_play import (
    CONTRIBUTION,
    PATIENT,
    FakeTime,
    act_once,
    bet_all,
    database_file,
    opened,
    play_rounds,
    promise_all,
    seated,
    secrets_file,
    user_at,
)

from houseway.errors import BadSetting, TableSetAside
from houseway.games import catalogue
from houseway.games.catalogue import GAMES
from houseway.room import Room, TableSpec, models
from houseway.room.fairness import CURRENT
from houseway.room.opening import check_end_of_room, load
from houseway.room.state import TableState


@pytest.mark.slow
@pytest.mark.parametrize("slug", EVERY_GAME)
def test_every_decision_comes_back_after_a_restart(slug: str, tmp_path: Path) -> None:
    time = FakeTime()
    generator = random.Random(11)
    with opened(database_file(tmp_path), time=time, settings=PATIENT) as room:
        people = [room.guest().id for _ in range(2)]
        table_id = seated(room, slug, {0: people[0], 3: people[1]}, bots={1: "random"}).id
        for _ in range(2):
            promise_all(room.table(table_id))
            for seat in room.table(table_id).state.unrevealed:
                with opened(database_file(tmp_path), time=time, settings=PATIENT, alone=False) as again:
                    check_same(room, again, table_id, people)
                room.table(table_id).reveal(user_at(room.table(table_id), seat), CONTRIBUTION)
            while (table := room.table(table_id)).state.round is not None:
                with opened(database_file(tmp_path), time=time, settings=PATIENT, alone=False) as again:
                    check_same(room, again, table_id, people)
                act_once(table, generator)
        with room.database.read() as connection:
            stored = load(connection, table_id)
        assert (stored.state, stored.head) == (table.state, table.head)
        with opened(database_file(tmp_path), time=time, settings=PATIENT, alone=False) as again:
            assert again.table(table_id).snapshot(people[0])["phase"] == "result"


def check_same(room: Room, again: Room, table_id: int, people: list[int]) -> None:
    table, rebuilt = room.table(table_id), again.table(table_id)
    for viewer in (None, *people):
        assert rebuilt.snapshot(viewer) == table.snapshot(viewer)
    assert rebuilt.state == table.state
    assert rebuilt.head == table.head


def test_a_table_whose_game_is_missing_waits_and_the_room_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        known = seated(room, "two-hand-holdem", {0: room.guest().id}).id
        missing = seated(room, "pick-2-poker", {0: room.guest().id})
        bet_all(missing)
        before = missing.state
    with monkeypatch.context() as without:
        without.setattr(catalogue, "GAMES", {slug: place for slug, place in GAMES.items() if slug != "pick-2-poker"})
        with opened(database_file(tmp_path), settings=PATIENT) as room:
            assert room.table(known).id == known
            with pytest.raises(TableSetAside):
                room.table(missing.id)
        told = capsys.readouterr().err
        assert f"table {missing.id} is quarantined" in told
        assert "Unknown game 'pick-2-poker'" in told
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        assert room.table(missing.id).state == before


def test_a_rebuilt_round_is_played_to_its_end(tmp_path: Path) -> None:
    generator = random.Random(12)
    with opened(database_file(tmp_path)) as room:
        table_id = seated(room, "two-hand-holdem", {0: room.guest().id}, bots={2: "raise-pairs"}).id
        bet_all(room.table(table_id))
    with opened(database_file(tmp_path)) as room:
        table = room.table(table_id)
        while table.state.round is not None:
            act_once(table, generator)
        assert room.verify().ok
        assert table.history()[0]["number"] == 1


def test_two_programs_on_one_table_cannot_both_write(tmp_path: Path) -> None:
    with opened(database_file(tmp_path)) as room, opened(database_file(tmp_path), alone=False) as other:
        ann = room.guest().id
        table = room.table(room.open_table(TableSpec("pick-2-poker"), by=ann))
        with other.database.read() as connection:
            load(connection, table.id)
        second = other.table(table.id)
        table.sit(ann, 0)
        with pytest.raises(TableSetAside):
            second.sit(ann, 1)
        assert "another program" in other.quarantined[0].why
        table.leave(ann)
        assert room.verify().ok


@contextmanager
def something_after_each_statement(url: str, happens: Callable[[], object]) -> Iterator[Connection]:
    """A connection without a transaction, as PostgreSQL is read by; while it is used, others write."""
    engine = create_engine(url)
    secrets = str(secrets_file(Path(str(engine.url.database))))
    event.listen(engine, "connect", lambda connection, _: connection.execute("ATTACH ? AS secrets", (secrets,)))
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        event.listen(engine, "after_cursor_execute", lambda *_: happens())
        yield connection
    engine.dispose()


def test_a_table_is_read_as_of_one_moment_while_another_process_writes_it(tmp_path: Path) -> None:
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        table = seated(room, "pick-2-poker", {0: room.guest().id})
        generator = random.Random(5)
        heads, states = [table.head], [table.state]

        def play_on() -> None:
            play_rounds(table, 1, generator)
            heads.append(table.head)
            states.append(table.state)

        with something_after_each_statement(database_file(tmp_path), play_on) as connection:
            stored = load(connection, table.id)
        assert len(heads) > 2, "others wrote between two statements"
        assert (stored.head, stored.state) == (heads[0], states[0])


def test_the_end_of_the_rooms_log_is_read_as_of_one_moment(tmp_path: Path) -> None:
    with (
        opened(database_file(tmp_path)) as room,
        something_after_each_statement(database_file(tmp_path), room.guest) as connection,
    ):
        check_end_of_room(connection)


def test_nothing_is_written_after_a_record_that_is_not_the_one_it_follows(tmp_path: Path) -> None:
    """A log of the same length that another program has written otherwise: its last record has another hash."""
    with opened(database_file(tmp_path)) as room:
        ann = room.guest().id
        table = seated(room, "pick-2-poker", {0: ann})
        chain = models.chains.c
        changed = update(models.chains).where(chain.id == table.id).values(head="f" * 64)
        room.database.write(lambda connection: connection.execute(changed))
        with room.database.read() as connection:
            own = select(func.count()).where(models.records.c.chain_id == table.id)
            before = connection.execute(own).scalar_one()
        with pytest.raises(TableSetAside):
            bet_all(table)
        assert "another program" in room.quarantined[0].why
        with room.database.read() as connection:
            assert connection.execute(own).scalar_one() == before


def test_a_checkpoint_whose_limits_are_no_amounts_is_refused() -> None:
    """It may stand in a log that a stranger wrote and has shown step by step."""
    state = TableState.opened(1, TableSpec("pick-2-poker").completed(date(2026, 1, 1)))
    assert state.from_checkpoint(state.checkpoint(CURRENT)) == state
    wrong: tuple[object, ...] = ([], -1, 0.5, True, None)
    for least in wrong:
        with pytest.raises(BadSetting):
            state.from_checkpoint({**state.checkpoint(CURRENT), "limits": {"least": least, "largest": None}})


def test_a_spec_comes_back_as_it_was_written() -> None:
    spec = TableSpec("five-card-holdout", {"FCH-R1": "pot"}, seats=6, bots={2: "tight"}, options={"big_blind": 400})
    assert TableSpec.from_dict(spec.to_dict()) == spec
