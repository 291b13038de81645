"""The room on PostgreSQL: the same rounds, the same checks."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, text
from support.asking import ASKING
from support.every_game import FIRST_OF_THEIR_KIND
from support.postgres import empty_schema, needs_postgres
from support.room_play import PATIENT, act_once, bet_all, opened, play_rounds, seated

from houseway.errors import NotEnoughChips
from houseway.room import LiveTable
from houseway.room.accounts import STARTING_CHIPS
from houseway.room.models import metadata, secret_metadata

pytestmark = needs_postgres


@pytest.mark.slow
def test_rounds_of_every_game_are_played_rebuilt_and_verified() -> None:
    generator = random.Random(51)
    with empty_schema() as url:
        with opened(url, settings=PATIENT) as room:
            people = {0: room.guest().id, 2: room.guest().id}
            tables = [seated(room, slug, people, seats=3, bots={1: "random"}) for slug in FIRST_OF_THEIR_KIND]
            for table in tables:
                play_rounds(table, 2, generator)
                bet_all(table)
            # Between rounds a new server retires the open commitment: what must stand is a round that is on.
            states = {table.id: table.state for table in tables if table.state.round is not None}
            assert len(states) >= len(set(ASKING).intersection(FIRST_OF_THEIR_KIND))
        with opened(url, settings=PATIENT) as room:
            assert {table_id: room.table(table_id).state for table_id in states} == states
            for table_id in states:
                while room.table(table_id).state.round is not None:
                    act_once(room.table(table_id), generator)
            report = room.verify()
            assert report.ok, str(report.problem)
            assert report.rounds == 3 * len(FIRST_OF_THEIR_KIND)


def test_an_edit_is_found_there_too() -> None:
    with empty_schema() as url, opened(url) as room:
        table = seated(room, "pick-2-poker", {0: room.guest().id})
        play_rounds(table, 1, random.Random(52))
        room.database.write(lambda connection: connection.execute(text("UPDATE entries SET amount = 2 * amount")))
        assert not room.verify().ok


def test_one_account_is_never_spent_twice_there_either() -> None:
    with empty_schema() as url, opened(url, settings=PATIENT) as room:
        ann, bob = room.guest().id, room.guest().id
        tables = [seated(room, "pick-2-poker", {0: ann, 1: bob}) for _ in range(6)]

        def try_to_bet(table: LiveTable) -> bool:
            try:
                table.bet(ann, {"ante": 15_000, "three_five": 15_000})
            except NotEnoughChips:
                return False
            return True

        with ThreadPoolExecutor(6) as pool:
            assert sum(pool.map(try_to_bet, tables)) == STARTING_CHIPS // 30_000
        assert room.verify().ok


def test_the_schema_is_that_of_the_models() -> None:
    with empty_schema() as url, opened(url) as room, room.database.read() as connection:
        apart = {"include_name": lambda name, kind, parents: kind != "table" or name not in secret_metadata.tables}
        assert compare_metadata(MigrationContext.configure(connection, opts=apart), metadata) == []
        schema = str(connection.exec_driver_sql("SELECT current_schema()").scalar())
        found = inspect(connection)
        assert not {*found.get_table_names(schema=schema)} & {*secret_metadata.tables}
        assert {*found.get_table_names(schema=f"{schema}_secrets")} == {*secret_metadata.tables}
