"""One address does not open the whole room, and what everyone has left is closed."""

from collections.abc import Callable

import pytest
from support.web_players import Player

from houseway.room import Room, TableSpec
from houseway.web.addresses import Source
from houseway.web.errors import Busy, TooFast
from houseway.web.hub import Hub
from houseway.web.measures import Measures
from houseway.web.openers import Deserted, Openers
from houseway.web.settings import Settings

pytest_plugins = ["support.web_fixtures"]


class TestFewTables:
    @pytest.fixture
    def settings(self) -> Settings:
        return Settings(most_tables=2)

    def test_new_guests_open_no_more_tables_from_one_address(self, clients: Callable[[], Player]) -> None:
        spec = {"game": "pick-2-poker", "seats": 1}
        statuses = [clients().sign_in().call("POST", "/api/tables", spec).status_code for _ in range(3)]
        assert statuses == [201, 201, 429]


def test_a_closed_table_makes_room_for_another_and_a_full_room_is_busy() -> None:
    openers, source = Openers(Settings(most_tables=1, all_open_tables=2)), Source("192.0.2.1")
    openers.begin(source, [])
    openers.end(source, 1)
    with pytest.raises(TooFast):
        openers.begin(source, [1])
    openers.begin(source, [7])
    openers.end(source, None)
    with pytest.raises(Busy):
        openers.begin(Source("192.0.2.2"), [1, 2])


def test_a_table_is_deserted_after_a_while_without_anybody() -> None:
    now = [0.0]
    deserted = Deserted(10, clock=lambda: now[0])
    assert deserted.among([1, 2]) == []
    now[0] = 9
    assert deserted.among([1]) == []
    now[0] = 10
    assert deserted.among([1, 2]) == [1]


def test_deserted_tables_close_but_an_operators_stay(room: Room) -> None:
    guest, operator = room.guest().id, room.register("Olga", "correct horse").id
    room.make_operator("Olga")
    tables = [room.open_table(TableSpec("pick-2-poker", seats=1), by=by) for by in (guest, operator)]
    room.table(tables[0]).sit(guest, 0)
    hub = Hub(room, Settings(empty_close=0), Measures())
    hub._feeds = {table: type("Feed", (), {"watchers": set(), "table": room.table(table)}) for table in tables}  # type: ignore[misc]
    hub.close_deserted()
    assert [info.id for info in room.tables()] == tables[1:]
    assert room.verify().ok
