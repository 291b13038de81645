"""The lobby's list: made once for all who see the same, and private tables only for their people."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from support.web_players import Player

from houseway.room import Room, TableInfo, TableSpec, User
from houseway.room.table_view import TableView
from houseway.web.lobby import Lobby

pytest_plugins = ["support.web_fixtures"]

PICK_2 = "pick-2-poker"


def listed(lobby: Lobby, user: User | None) -> dict[int, dict[str, Any]]:
    return {line["id"]: line for line in json.loads(lobby.body(user))["tables"]}


def test_a_list_that_nobody_changed_is_not_made_again_however_many_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room()
    opener = room.guest()
    tables = [room.open_table(TableSpec(PICK_2, seats=3), by=opener.id) for _ in range(12)]
    lobby, described, describe = Lobby(room), list[int](), TableView._info

    def counted(table: TableView, *given: Any) -> TableInfo:
        described.append(table.id)
        return describe(table, *given)

    monkeypatch.setattr(TableView, "_info", counted)
    visitors = [None, *(room.guest() for _ in range(20))]
    bodies = {id(lobby.body(visitor)) for visitor in visitors}
    assert (len(bodies), lobby.written, described) == (1, 12, tables)
    room.table(tables[7]).sit(room.guest().id, 0)
    assert listed(lobby, None)[tables[7]]["people"] == 1
    assert (lobby.written, described) == (13, [*tables, tables[7]])
    room.table(tables[9]).connect(opener.id)
    assert listed(lobby, None)[tables[9]]["present"] == 0
    room.table(tables[3]).close(opener.id)
    assert tables[3] not in listed(lobby, None)
    room.close()


def test_everyone_sees_their_own_tables_marked_and_no_private_one_of_others() -> None:
    room, invited = Room(), "0" * 64
    ann, bob = room.guest(), room.guest()
    own = room.open_table(TableSpec(PICK_2, seats=2), by=ann.id)
    private = room.open_table(TableSpec(PICK_2, seats=2, invitation=invited), by=ann.id)
    shared = room.open_table(TableSpec(PICK_2, seats=2), by=bob.id)
    room.table(shared).sit(ann.id, 1)
    lobby = Lobby(room)
    for _ in range(2):
        theirs = {table: (line["yours"], line["seated"]) for table, line in listed(lobby, ann).items()}
        assert theirs == {own: (True, False), private: (True, False), shared: (True, True)}
        assert set(listed(lobby, bob)) == set(listed(lobby, None)) == {own, shared}
        assert listed(lobby, bob)[shared]["yours"]
        assert not listed(lobby, bob)[own]["yours"]
    room.register("Tacoma", "correct horse")
    room.make_operator("Tacoma")
    operator = room.sign_in("Tacoma", "correct horse")
    assert set(listed(lobby, operator)) == {own, private, shared}
    assert not listed(lobby, operator)[private]["yours"]
    assert not any("sitters" in line or "by" in line for line in listed(lobby, ann).values())
    room.close()


def test_the_answer_of_the_api_is_the_lobby_s_list(clients: Callable[[], Player]) -> None:
    ann, bob = clients().sign_in(), clients()
    table = ann.open_table(PICK_2, seats=2)
    answer = bob.client.get("/api/tables")
    assert answer.headers["content-type"] == "application/json"
    (line,) = answer.json()["tables"]
    assert (line["id"], line["yours"], line["free"], line["present"]) == (table, False, 2, 0)
    assert ann.client.get("/api/tables").json()["tables"][0]["yours"]


def test_visitors_are_shown_the_same_list_for_a_moment_and_people_who_signed_in_are_not() -> None:
    room, now = Room(), [0.0]
    ann = room.guest()
    lobby = Lobby(room, age=0.2, clock=lambda: now[0])
    assert listed(lobby, None) == {}
    table = room.open_table(TableSpec(PICK_2, seats=2), by=ann.id)
    now[0] = 0.1
    assert listed(lobby, None) == {}
    assert set(listed(lobby, ann)) == {table}
    now[0] = 0.35
    assert set(listed(lobby, None)) == {table}
    room.close()


def test_visitors_who_ask_at_once_for_a_list_that_is_too_old_have_it_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    room, now = Room(), [0.0]
    room.open_table(TableSpec(PICK_2, seats=2), by=room.guest().id)
    lobby, made, all_ask, tables = Lobby(room, age=0.2, clock=lambda: now[0]), list[int](), Barrier(8), room.tables

    def counted() -> list[TableInfo]:
        made.append(1)
        return tables()

    def ask(_: int) -> bytes:
        all_ask.wait()
        return lobby.body(None)

    monkeypatch.setattr(room, "tables", counted)
    assert lobby.recent() is None
    with ThreadPoolExecutor(8) as threads:
        first = set(threads.map(ask, range(8)))
        assert (first, len(made)) == ({lobby.recent()}, 1)
        now[0] = 0.3
        assert lobby.recent() is None
        assert (set(threads.map(ask, range(8))), len(made)) == (first, 2)
    room.close()
