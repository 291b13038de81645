"""Tables of other processes: shown from the records, played by asking whoever holds them.

No test waits for a clock: what is looked at once a second is looked at by hand.
"""

import random
import socket
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from support.postgres import empty_schema, needs_postgres
from support.room_play import CONTRIBUTION, PATIENT, WAGERS, FakeTime, promise_of, seated

from houseway.errors import HeldElsewhere, NotAllowed, OutcomeUnknown, StaleMove, TableSetAside
from houseway.games.engine.action import Action
from houseway.room import LiveTable, RoomSettings, TableSpec
from houseway.room import peers as neighbors_of_others
from houseway.room.channel import _CHANNEL, PeerClient, PeerServer, Plain, Seals
from houseway.room.leases import Worker, expire
from houseway.room.peers import Peers
from houseway.room.replica import ReplicaTable, Table
from houseway.room.shared_room import SharedRoom

SLUG = "pick-2-poker"
FOR_EVER = 1e6


@pytest.fixture
def url() -> Iterator[str]:
    with empty_schema() as found:
        yield found


@pytest.fixture
def folder() -> Iterator[Path]:
    """A short one: the name of a Unix socket has at most a hundred characters."""
    with tempfile.TemporaryDirectory(prefix="houseway-") as made:
        yield Path(made)


@pytest.fixture
def rooms(url: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[SharedRoom]]:
    """Two processes of one room. They wait for each other's answers as long as a busy machine needs."""
    monkeypatch.setattr(neighbors_of_others, "SHORT_PATIENCE", 60.0)
    monkeypatch.setattr(neighbors_of_others, "LONG_PATIENCE", 60.0)
    opened = [SharedRoom(url, PATIENT, folder=folder, lease=FOR_EVER) for _ in range(2)]
    yield opened
    for room in opened:
        room.close()


def without_time(snapshot: dict[str, Any]) -> dict[str, Any]:
    return {**snapshot, "time_left": None}


def watched(room: SharedRoom, table_id: int) -> Table:
    """A table that somebody watches in a process: else it is forgotten there after a while."""
    room.subscribe(table_id, lambda length: None)
    return room.seen(table_id)


def play_round(room: SharedRoom, table: Table, user_id: int, generator: random.Random) -> None:
    """A whole round of random decisions, asked of `room`."""
    promised = promise_of(table, 0)  # type: ignore[arg-type]
    room.do(table.id, lambda now: now.bet(user_id, WAGERS[SLUG], promised))
    room.do(table.id, lambda now: now.reveal(user_id, CONTRIBUTION))
    while (playing := table.state.round) is not None:
        decide(room, table, user_id, generator.choice(playing.prices)[0])


def decide(room: SharedRoom, table: Table, user_id: int, action: Action) -> None:
    move = table.state.moves
    room.do(table.id, lambda now: now.act(user_id, action, move))


@needs_postgres
def test_a_round_is_played_through_a_process_that_does_not_hold_the_table(rooms: list[SharedRoom]) -> None:
    holder, other = rooms
    ann = holder.guest().id
    held = holder.table(holder.open_table(TableSpec(SLUG, seats=2, bots={1: "random"}), by=ann))
    followed = watched(other, held.id)
    assert isinstance(followed, ReplicaTable)
    other.do(held.id, lambda table: table.sit(ann, 0))
    generator = random.Random(5)
    for _ in range(3):
        play_round(other, followed, ann, generator)
        assert followed.state == held.state
        for viewer in (ann, None):
            assert without_time(followed.snapshot(viewer)) == without_time(held.snapshot(viewer))
    assert held.epoch == 1, "nobody took the table"
    assert holder.verify().ok


def asked_and_followed(holder: SharedRoom, other: SharedRoom) -> tuple[int, LiveTable, ReplicaTable, Action, int]:
    """Somebody who is asked at a table, the table in both processes, an answer, and the number of the question."""
    ann = holder.guest().id
    held = seated(holder, SLUG, {0: ann})
    held.bet(ann, WAGERS[SLUG])
    followed = watched(other, held.id)
    assert isinstance(followed, ReplicaTable)
    playing = followed.up_to_date().state.round
    assert playing is not None
    return ann, held, followed, playing.prices[0][0], followed.state.moves


@needs_postgres
def test_an_answer_that_comes_again_is_refused_by_the_same_error_as_at_the_holder(rooms: list[SharedRoom]) -> None:
    holder, other = rooms
    ann, held, followed, action, move = asked_and_followed(holder, other)
    other.do(held.id, lambda table: table.act(ann, action, move))
    length = held.head.length
    with pytest.raises(StaleMove):
        other.do(held.id, lambda table: table.act(ann, action, move))
    with pytest.raises(NotAllowed):
        other.do(held.id, lambda table: table.act(other.guest().id, action, move))
    assert held.head.length == followed.head.length == length


@needs_postgres
def test_whoever_is_refused_for_what_was_not_shown_yet_is_shown_it(rooms: list[SharedRoom]) -> None:
    holder, other = rooms
    assert holder.peers is not None
    ann, held, followed, action, move = asked_and_followed(holder, other)
    holder.peers._notices.send = lambda *_: None  # type: ignore[method-assign]
    held.act(ann, action, move)
    with pytest.raises(StaleMove):
        other.do(held.id, lambda table: table.act(ann, action, move))
    assert followed.state == held.state


@needs_postgres
def test_a_table_whose_holder_ended_is_taken_by_the_process_where_somebody_plays_on(rooms: list[SharedRoom]) -> None:
    holder, other = rooms
    ann = holder.guest().id
    held = seated(holder, SLUG, {0: ann})
    held.bet(ann, WAGERS[SLUG])
    asked = held.state
    followed = watched(other, held.id)
    assert isinstance(followed, ReplicaTable)
    expire(holder.database, holder.leases.worker.id)
    assert asked.round is not None
    action = asked.round.prices[0][0]
    other.do(held.id, lambda table: table.act(ann, action, asked.moves))
    taken = other.table(held.id)
    assert taken.epoch == 2
    assert taken.state.moves == asked.moves + 1 or taken.state.round is None
    assert other.verify().ok


@needs_postgres
def test_a_change_whose_notice_is_lost_is_found_when_the_tables_are_looked_at(rooms: list[SharedRoom]) -> None:
    holder, other = rooms
    assert holder.peers is not None
    assert other.peers is not None
    ann = holder.guest().id
    held = seated(holder, SLUG, {0: ann})
    followed = watched(other, held.id)
    told: list[int] = []
    other.subscribe(held.id, told.append)
    holder.peers._notices.send = lambda *_: None  # type: ignore[method-assign]
    held.bet(ann, WAGERS[SLUG])
    other.peers.look()
    assert followed.state == held.state
    assert told[-1] == held.head.length


@needs_postgres
def test_the_time_that_is_left_is_shown_where_the_viewer_is_and_outlives_a_hand_over(url: str, folder: Path) -> None:
    clock = FakeTime()
    times: dict[str, Any] = {"time": clock, "monotonic": clock}
    rules = RoomSettings(alone_time=100.0)
    first, second = (SharedRoom(url, rules, folder=folder, lease=FOR_EVER, **times) for _ in range(2))
    try:
        ann = first.guest().id
        held = seated(first, SLUG, {0: ann})
        held.bet(ann, WAGERS[SLUG])
        clock.now += 40.0
        shown = second.seen(held.id).snapshot(ann)
        assert shown["time_left"] == pytest.approx(60.0, abs=5.0)
        first.leave()
        assert second.peers is not None
        second.peers.find_again(held.id)
        again = second.table(held.id)
        assert again.state.moves == held.state.moves
        assert again.time_left == pytest.approx(60.0)
        with pytest.raises(HeldElsewhere):
            first.table(held.id)
    finally:
        first.close()
        second.close()


@needs_postgres
def test_the_lobby_and_the_floor_of_one_process_have_the_tables_of_all(rooms: list[SharedRoom]) -> None:
    first, second = rooms
    ann = first.register("Ann", "correct horse").id
    first.make_operator("Ann")
    tables = [room.open_table(TableSpec(SLUG), by=ann) for room in rooms]
    first.table(tables[0]).sit(ann, 0)
    for room in rooms:
        assert [info.id for info in room.tables()] == tables
        assert [info.names for info in room.tables()] == [("Ann",), ()]
        assert [table["id"] for table in room.floor(ann)] == tables
    assert first.held == tables[:1]
    assert second.held == tables[1:]


@needs_postgres
def test_a_process_that_was_stopped_is_waited_for_once_and_its_tables_stay_listed(
    rooms: list[SharedRoom], monkeypatch: pytest.MonkeyPatch
) -> None:
    (here, stopped), long_ago = rooms, 1e-9
    assert here.peers is not None
    assert stopped.peers is not None
    table = stopped.open_table(TableSpec(SLUG, seats=2), by=stopped.guest().id)
    assert table in {info.id for info in here.tables()}
    monkeypatch.setattr(neighbors_of_others, "SHORT_PATIENCE", 0.01)
    goes_on, asked = Event(), list[float | None]()
    monkeypatch.setattr(stopped, "own_infos", lambda: goes_on.wait(60) and [])
    ask = here.peers._client.ask

    def counted(worker: Worker, question: Plain, patience: float | None = None) -> Plain:
        if question["what"] == "tables":
            asked.append(patience)
        return ask(worker, question, patience)

    monkeypatch.setattr(here.peers._client, "ask", counted)
    for _ in range(5):
        here.peers._infos = (long_ago, here.peers._infos[1])
        assert table in {info.id for info in here.tables()}
    goes_on.set()
    assert asked == [0.01], "once, and not for long"


@needs_postgres
def test_who_is_at_a_table_in_another_process_is_seen_at_its_holder(rooms: list[SharedRoom]) -> None:
    holder, other = rooms
    assert other.peers is not None
    ann = holder.guest().id
    held = seated(holder, SLUG, {0: ann})
    followed = watched(other, held.id)
    assert not held.snapshot(None)["seats"][0]["connected"]
    followed.connect(ann)
    other.peers.look()
    assert held.snapshot(None)["seats"][0]["connected"]
    assert held.is_watched_elsewhere
    followed.connect(ann, False)
    other.peers.look()
    assert not held.snapshot(None)["seats"][0]["connected"]


@needs_postgres
def test_a_table_that_is_set_aside_by_its_holder_is_shown_by_nobody(rooms: list[SharedRoom]) -> None:
    holder, other = rooms
    ann = holder.guest().id
    held = seated(holder, SLUG, {0: ann})
    followed = watched(other, held.id)
    holder.quarantine(held.id, ValueError("a record is gone"))
    with pytest.raises(TableSetAside):
        other.do(held.id, lambda table: followed.sit(ann, 1))
    with pytest.raises(TableSetAside):
        other.seen(held.id)


# How processes talk: no database is needed.

KEY = bytes(32)


def test_whoever_does_not_know_the_key_is_answered_nothing(folder: Path) -> None:
    asked: list[Plain] = []

    def answer(question: Plain) -> Plain:
        asked.append(question)
        return {"heard": True}

    channel = PeerServer(folder / "a.sock", KEY, answer)
    try:
        right = Worker(1, str(folder / "a.sock"), KEY)
        assert PeerClient().ask(right, {"what": "tables"}) == {"heard": True}
        with pytest.raises(HeldElsewhere):
            PeerClient().ask(Worker(1, right.address, bytes([1] * 32)), {"what": "tables"})
        assert len(asked) == 1
        assert (folder / "a.sock").stat().st_mode & 0o077 == 0
    finally:
        channel.close()
    with pytest.raises(HeldElsewhere):
        PeerClient().ask(right, {"what": "tables"})


def test_a_process_that_ends_before_it_answers_leaves_the_outcome_open(folder: Path) -> None:
    """One that proves that it knows the key, reads the question, and is gone."""
    from houseway.room.channel import _is_known, _receive

    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(folder / "b.sock"))
    listening.listen(1)

    def die() -> None:
        connection, _ = listening.accept()
        with connection:
            assert _is_known(connection, KEY)
            _receive(connection)

    dying = Thread(target=die)
    dying.start()
    with pytest.raises(OutcomeUnknown):
        PeerClient().ask(Worker(1, str(folder / "b.sock"), KEY), {"what": "change"})
    dying.join()
    listening.close()


@needs_postgres
def test_what_is_done_after_nobody_waits_for_the_answer_is_shown_and_not_done_twice(
    rooms: list[SharedRoom], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A holder that is too busy to answer in time may carry it out all the same, and tells the asker of it no more."""
    holder, other = rooms
    peers = by_hand(other, monkeypatch)
    ann, held, followed, action, move = asked_and_followed(holder, other)
    told = list[int]()
    other.subscribe(held.id, told.append)
    peers._client = PeerClient(patience=0.2)
    with held._lock, pytest.raises(OutcomeUnknown):
        other.do(held.id, lambda table: table.act(ann, action, move))
    until = time.monotonic() + 60
    while held.state.moves == move and held.state.round is not None:
        assert time.monotonic() < until, "it is carried out once the holder gets to it"
        time.sleep(0.01)
    peers._client = PeerClient()
    peers.look()
    assert followed.state == held.state
    assert told[-1] == held.head.length, "whoever watches is shown it"
    with pytest.raises(StaleMove):
        other.do(held.id, lambda table: table.act(ann, action, move))
    assert held.head.length == told[-1]


@needs_postgres
def test_a_process_that_alone_does_not_reach_the_database_knows_it(
    rooms: list[SharedRoom], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nobody reaches it, all wait: another process would serve nobody better."""
    one, other = rooms
    peers = by_hand(one, monkeypatch)
    peers.look()
    assert not one.is_cut_off
    one.leases._renewed -= 2 * FOR_EVER
    assert one.is_cut_off
    other.leases._renewed -= 2 * FOR_EVER
    assert not one.is_cut_off
    other.pulse()
    assert one.is_cut_off
    one.pulse()
    assert not one.is_cut_off
    one.leases._renewed -= 2 * FOR_EVER
    one.leave()
    assert not one.is_cut_off, "it ends already"


def test_a_notice_is_believed_of_who_signed_it_and_once() -> None:
    ann, bob = Worker(1, "", bytes([1] * 32)), Worker(2, "", bytes([2] * 32))
    keys = {1: ann.key, 2: bob.key}
    heard = Seals(lambda: bob, keys.get)
    notice = Seals(lambda: ann, keys.get).sealed([["table", 7]])
    assert heard.opened(notice) == (1, [["table", 7]])
    for forged in (notice, notice.replace("7", "8"), Seals(lambda: Worker(1, "", bob.key), keys.get).sealed([["x"]])):
        with pytest.raises(ValueError, match=r"before|signed"):
            heard.opened(forged)
    with pytest.raises(ValueError, match="signed"):
        heard.opened(notice.replace("1", "9", 1))
    assert heard.opened(heard.sealed([["table", 7]])) == (2, [])


@pytest.mark.parametrize(
    "garbage",
    ["9" * 400 + " x y", "9" * 400, "", " ", "1 2", "-1 " + "0" * 64 + " []", "2147483648 " + "0" * 64 + " []"],
)
def test_a_notice_that_has_no_form_is_passed_over_before_the_database_is_asked(garbage: str) -> None:
    asked: list[int] = []
    heard = Seals(lambda: Worker(2, "", bytes(32)), lambda worker: asked.append(worker))
    with pytest.raises(ValueError, match="form of a notice"):
        heard.opened(garbage)
    assert asked == []


@needs_postgres
def test_whatever_a_program_sends_as_a_notice_the_processes_go_on_to_listen(
    rooms: list[SharedRoom], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = Event()
    rooms[0].on_message = lambda message: heard.set()
    assert rooms[0].peers is not None
    notices = rooms[0].peers._notices
    assert notices.listens.wait(60)
    connection_of = notices._engine.connect

    def no_other() -> None:
        raise AssertionError("the connection on which it listens was lost")

    with connection_of() as connection:
        monkeypatch.setattr(notices._engine, "connect", no_other)
        for payload in ("9" * 400 + " " + "0" * 64 + " []", "1" * 10 + " " + "0" * 64 + " []", "nothing"):
            connection.exec_driver_sql(f"SELECT pg_notify({_CHANNEL}, %s)", (payload,))
        connection.commit()
        monkeypatch.undo()
    rooms[1].broadcast("said", 1, {})
    assert heard.wait(60)


def by_hand(room: SharedRoom, monkeypatch: pytest.MonkeyPatch) -> Peers:
    """The other processes as a room knows them, which are looked at no more unless a test does; nobody is new to it."""
    peers = room.peers
    assert peers is not None
    peers._over.set()
    peers._thread.join()
    monkeypatch.setattr(ReplicaTable, "age", FOR_EVER)
    return peers


@needs_postgres
def test_a_table_is_fetched_by_the_process_where_all_its_people_are_and_only_in_a_round(
    rooms: list[SharedRoom], monkeypatch: pytest.MonkeyPatch
) -> None:
    holder, other = rooms
    peers = by_hand(other, monkeypatch)
    ann, held, followed, action, move = asked_and_followed(holder, other)
    followed.connect(ann, True)
    before, left = held.snapshot(ann), held.time_left
    peers.look()
    taken = other.known(held.id)
    assert isinstance(taken, LiveTable)
    assert (taken.epoch, held.is_lost) == (2, True)
    assert {**without_time(taken.snapshot(ann)), "seats": []} == {**without_time(before), "seats": []}
    assert left is not None
    assert taken.time_left is not None
    assert 0 <= left - taken.time_left < PATIENT.alone_time / 2, "the clock goes on from where it stood"
    decide(holder, watched(holder, held.id), ann, action)
    assert taken.state.moves > move
    assert holder.verify().ok


@needs_postgres
@pytest.mark.parametrize("why", ["somebody watches it at the holder", "no round is on", "nobody is there"])
def test_a_table_stays_where_it_is(rooms: list[SharedRoom], monkeypatch: pytest.MonkeyPatch, why: str) -> None:
    holder, other = rooms
    peers = by_hand(other, monkeypatch)
    ann, held, followed, _, move = asked_and_followed(holder, other)
    if why == "somebody watches it at the holder":
        held.connect(holder.guest().id, True)
    if why == "no round is on":
        held.act(ann, Action("fold"), move)
        assert held.state.round is None
    if why != "nobody is there":
        followed.connect(ann, True)
    peers.look()
    peers.look()
    assert held.epoch == 1
    assert isinstance(other.known(held.id), ReplicaTable)
