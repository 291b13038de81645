"""One address does not open the whole room, and what everyone has left is closed."""

from collections.abc import Callable

import pytest
from support.web_players import Player

from houseway.errors import NotAllowed
from houseway.room import Room, TableSpec
from houseway.web.addresses import Source
from houseway.web.errors import Busy, TooFast
from houseway.web.hub import Hub
from houseway.web.metrics import Measures
from houseway.web.settings import Settings
from houseway.web.table_quotas import Deserted, IdleSeats, Openers

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


def test_people_who_play_no_round_give_up_their_seats_at_a_full_table_and_a_newcomer_sits_down(room: Room) -> None:
    idlers, newcomer = [room.guest().id for _ in range(3)], room.guest().id
    table = room.table(room.open_table(TableSpec("pick-2-poker", seats=3), by=idlers[0]))
    for seat, idler in enumerate(idlers):
        table.sit(idler, seat)
    with pytest.raises(NotAllowed):
        table.sit(newcomer, 0)
    hub = Hub(room, Settings(), Measures())
    now = [0.0]
    hub._idle_seats = IdleSeats(Settings().idle_seat, clock=lambda: now[0])
    hub.give_idle_seats_up()
    now[0] = Settings().idle_seat - 1
    hub.give_idle_seats_up()
    assert table.info.free == 0
    now[0] += 1
    hub.give_idle_seats_up()
    assert table.info.free == 3
    table.sit(newcomer, 0)
    assert room.verify().ok


def test_whoever_plays_keeps_the_seat_and_so_does_everyone_where_nobody_is_kept_out(room: Room) -> None:
    people, now = [room.guest().id for _ in range(2)], [0.0]
    full = room.table(room.open_table(TableSpec("pick-2-poker", seats=2), by=people[0]))
    roomy = room.table(room.open_table(TableSpec("pick-2-poker", seats=3), by=people[0]))
    private = room.table(room.open_table(TableSpec("pick-2-poker", seats=2, invitation="0" * 64), by=people[0]))
    alone = room.table(room.open_table(TableSpec("pick-2-poker", seats=2, bots={1: "random"}), by=people[0]))
    alone.sit(people[0], 0)
    for table in (full, roomy, private):
        for seat, person in enumerate(people):
            table.sit(person, seat)
    seats, tables = IdleSeats(100, clock=lambda: now[0]), (full, roomy, private, alone)

    def idle() -> list[tuple[int, int]]:
        return seats.among([table.state for table in tables])

    assert idle() == []
    now[0] = 90
    full.sit_out(people[1])
    full.bet(people[0], {"ante": 500, "three_five": 500})
    assert idle() == []
    now[0] = 150
    assert idle() == [(full.id, people[1])], "the other one plays"
    full.leave(people[1])
    now[0] = 1000
    assert idle() == []
