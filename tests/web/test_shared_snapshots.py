"""After a change, what several viewers see alike is made and encoded once; nobody sees more than before."""

import json
from types import SimpleNamespace
from typing import Any, cast

import pytest

from houseway.room import Room, TableSpec, table_view
from houseway.room.table_view import Viewer
from houseway.room.table_view import snapshot as real_snapshot
from houseway.web import hub
from houseway.web.hub import Feed, Hub

PICK_2 = "pick-2-poker"
BET = {"ante": 500, "three_five": 500}


class Watching:
    """A connection that keeps what it is shown."""

    token = ""

    def __init__(self, user_id: int | None) -> None:
        self.user_id = user_id
        self.shown: list[dict[str, Any]] = []

    def show(self, state: str) -> None:
        self.shown.append(json.loads(state))


def feed_of(room: Room, table_id: int) -> Feed:
    hub = SimpleNamespace(room=room, loop=None, on_loop=lambda work, *given: work(*given))
    made = Feed(room.table(table_id), cast(Hub, hub), lambda: None)
    made.set_alarm = lambda: None  # type: ignore[method-assign]  # no loop runs here
    return made


def test_many_people_without_a_seat_cost_one_snapshot_and_see_their_own_account(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = Room()
    player, onlookers = room.guest().id, [room.guest().id for _ in range(50)]
    table = room.table(room.open_table(TableSpec(PICK_2, seats=2), by=player))
    table.sit(player, 0)
    table.bet(player, BET)
    assert table.state.round is not None
    alone = {user: table.snapshot(user) for user in (None, player, *onlookers)}
    made = list[int | None]()
    encoded, write = list[dict[str, Any]](), hub._write

    def written(plain: dict[str, Any]) -> str:
        encoded.append(plain)
        return write(plain)

    def counted(state: Any, head: Any, viewer: Viewer, facts: Any) -> dict[str, Any]:
        made.append(viewer.user_id)
        return real_snapshot(state, head, viewer, facts)

    monkeypatch.setattr(table_view, "snapshot", counted)
    monkeypatch.setattr(hub, "_write", written)
    on_air = feed_of(room, table.id)
    watchers = [Watching(user) for user in (None, player, *onlookers)]
    on_air.watchers = dict.fromkeys(watchers)  # type: ignore[arg-type]
    on_air.notify()
    assert sorted(made, key=str) == sorted([player, None], key=str)
    assert sum(plain.get("type") == "state" for plain in encoded) == 2
    for watcher in watchers:
        (shown,) = watcher.shown
        assert shown["you"]["user_id"] == watcher.user_id
        assert {**shown, "time_left": None} == {**json.loads(json.dumps(alone[watcher.user_id])), "time_left": None}
    room.close()


def test_a_player_who_left_the_seat_sees_the_cards_of_the_round_they_played_and_no_other_onlooker_does() -> None:
    room = Room()
    players = [room.guest().id, room.guest().id]
    table = room.table(room.open_table(TableSpec(PICK_2, seats=2), by=players[0]))
    for seat, player in enumerate(players):
        table.sit(player, seat)
    for player in players:
        table.bet(player, BET)
    playing = table.state.round
    assert playing is not None
    first = players[playing.actor or 0]
    table.leave(first)
    hidden = {user: json.dumps(table.snapshot(user)["piles"]) for user in (None, room.guest().id, first)}
    texts = list(hidden.values())
    assert texts[0] == texts[1]
    on_air = feed_of(room, table.id)
    watchers = [Watching(user) for user in hidden]
    on_air.watchers = dict.fromkeys(watchers)  # type: ignore[arg-type]
    on_air.notify()
    assert [json.dumps(watcher.shown[0]["piles"]) for watcher in watchers] == texts
    room.close()


def test_one_viewer_s_snapshot_that_fails_keeps_no_other_from_being_told(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room()
    player = room.guest().id
    table = room.table(room.open_table(TableSpec(PICK_2, seats=2), by=player))
    table.sit(player, 0)

    def failing(state: Any, head: Any, viewer: Viewer, facts: Any) -> dict[str, Any]:
        if viewer.user_id == player:
            raise RuntimeError("no snapshot")
        return real_snapshot(state, head, viewer, facts)

    monkeypatch.setattr(table_view, "snapshot", failing)
    on_air, later = feed_of(room, table.id), list[float]()
    monkeypatch.setattr(on_air, "_notify_after", later.append)
    watchers = [Watching(player), Watching(None)]
    on_air.watchers = dict.fromkeys(watchers)  # type: ignore[arg-type]
    on_air.notify()
    assert [len(watcher.shown) for watcher in watchers] == [0, 1]
    assert later == [hub.WAIT_AFTER_ERROR]
    room.close()
