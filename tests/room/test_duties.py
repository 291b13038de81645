"""Nobody rules on a table where they play, roles and passwords can be withdrawn and changed, and the log has it all."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection
from support.command_line import houseway
from support.room_play import PATIENT, FakeTime, bet_all, database_file, opened, rewrite_log, seated
from typer.testing import CliRunner

from houseway.cli.accounts import accounts
from houseway.errors import BadName, NotAllowed, UnknownName
from houseway.games.engine.meter import MeterRules
from houseway.room import Room, TableSpec
from houseway.room.accounts import withdraw_operator
from houseway.room.duties import PLAYS_HERE
from houseway.room.inspection import inspect
from houseway.room.log import ROOM, Head, read_record
from houseway.room.state import TableState
from houseway.room.store import head_of
from houseway.room.table import LiveTable

SLUG, PASSWORD = "pick-2-poker", "correct horse"


def operator(room: Room, name: str) -> int:
    room.register(name, PASSWORD)
    return room.make_operator(name).id


def room_log(room: Room) -> list[tuple[str, Any]]:
    with room.database.read() as connection:
        found = "SELECT body FROM records WHERE chain_id = 0 ORDER BY seq"
        return [(read.kind, read.data) for read in map(read_record, connection.exec_driver_sql(found).scalars())]


RULINGS: dict[str, Callable[[LiveTable, int], None]] = {
    "void": lambda table, by: table.declare(by, "house-decision", "a test"),
    "limits": lambda table, by: table.set_limits(by, 0, 2000, "a test"),
    "close": lambda table, by: table.close(by, "a test"),
}


@pytest.mark.slow
@pytest.mark.parametrize("ruling", RULINGS)
def test_an_operator_does_not_rule_where_they_sit(ruling: str) -> None:
    with opened(settings=PATIENT) as room:
        olga, otto, ann = operator(room, "Olga"), operator(room, "Otto"), room.guest().id
        table = seated(room, SLUG, {0: ann, 1: olga})
        if ruling == "void":
            bet_all(table)
        with pytest.raises(NotAllowed, match="another operator must"):
            RULINGS[ruling](table, olga)
        RULINGS[ruling](table, otto)
        assert room.verify().ok
        kind, data = room_log(room)[-1]
        assert (kind, data["by"], data["table"], data["reason"]) == ("ruled", otto, table.id, "a test")


def test_leaving_in_mid_round_does_not_make_an_operator_impartial() -> None:
    with opened(settings=PATIENT) as room:
        olga, ann = operator(room, "Olga"), room.guest().id
        table = seated(room, SLUG, {0: ann, 1: olga})
        bet_all(table)
        table.leave(olga)
        with pytest.raises(NotAllowed, match=PLAYS_HERE):
            table.declare(olga, "house-decision", "I lose this one")
        while table.state.round is not None:
            actor = table.state.round.actor
            assert actor is not None
            table.act(table.state.at(actor).user_id or 0, table.state.round.default_action, table.state.moves)
        assert table.state.seat_of(olga) is None
        table.set_limits(olga, 0, 2000, "now a bystander")


def test_a_lone_owner_closes_a_table_without_any_role() -> None:
    with opened(settings=PATIENT) as room:
        ann = room.guest().id
        table = seated(room, SLUG, {0: ann})
        table.close(ann)
        assert room.verify().ok
        assert "ruled" not in [kind for kind, _ in room_log(room)]


def test_an_operator_releases_no_chips_of_their_own(tmp_path: Path) -> None:
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        olga, otto = operator(room, "Olga"), operator(room, "Otto")
        bet_all(seated(room, SLUG, {0: olga}))
    with closing(sqlite3.connect(tmp_path / "room.db")) as connection:
        connection.execute("UPDATE chains SET head = ? WHERE id = 1", ("f" * 64,))
        connection.commit()
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        with pytest.raises(NotAllowed, match="another operator must"):
            room.release(1, olga)
        assert room.release(1, otto).released


@pytest.mark.slow
@pytest.mark.parametrize("ruling", RULINGS)
def test_a_ruling_is_refused_if_the_role_is_withdrawn_before_it_is_written(
    ruling: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(settings=PATIENT) as room:
        olga, otto, ann = operator(room, "Olga"), operator(room, "Otto"), room.guest().id
        table = seated(room, SLUG, {0: ann})
        if ruling == "void":
            bet_all(table)
        before = table.head

        def withdraw_in_between(state: TableState, user_id: int) -> None:
            room.withdraw_operator("Olga", otto, "left")

        with monkeypatch.context() as patch:
            patch.setattr("houseway.room.duties.check_apart", withdraw_in_between)
            with pytest.raises(NotAllowed, match="Only an operator"):
                RULINGS[ruling](table, olga)
        assert table.head == before
        assert not table.is_stale
        report = room.verify()
        assert report.ok, str(report.problem)
        RULINGS[ruling](table, otto)
        assert room.verify().ok


def test_chips_are_not_released_by_a_role_that_is_withdrawn_before_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        olga, otto = operator(room, "Olga"), operator(room, "Otto")
        bet_all(seated(room, SLUG, {0: room.guest().id}))
    with closing(sqlite3.connect(tmp_path / "room.db")) as connection:
        connection.execute("UPDATE chains SET head = ? WHERE id = 1", ("f" * 64,))
        connection.commit()
    with opened(database_file(tmp_path), settings=PATIENT) as room:

        def head_after_a_wait(connection: Connection, chain_id: int, *, lock: bool) -> Head:
            at = head_of(connection, chain_id).at
            withdraw_operator(connection, "Olga", at, otto, "left while the room's log was locked")
            return head_of(connection, chain_id, lock=lock)

        monkeypatch.setattr("houseway.room.quarantine.head_of", head_after_a_wait)
        with pytest.raises(NotAllowed, match="Only an operator can return the chips"):
            room.release(1, olga)
        assert "released" not in [kind for kind, _ in room_log(room)]


def test_an_operator_changes_no_meter_that_they_play_for() -> None:
    with opened(settings=PATIENT) as room:
        olga, otto = operator(room, "Olga"), operator(room, "Otto")
        rules = MeterRules(50_000, Fraction(1, 5), Fraction(0))
        linked = {name: room.meters.open(name, rules, olga) for name in ("mega", "major", "minor")}
        spec = TableSpec("mississippi-stud", seats=2, options={"prizes": "PA-C"}, meters=linked)
        room.table(room.open_table(spec, by=olga)).sit(olga, 0)
        with pytest.raises(NotAllowed, match="another operator must"):
            room.meters.correct(linked["mega"], 900_000, "for me", olga)
        room.meters.correct(linked["mega"], 60_000, "counted again", otto)
        side = room.meters.open("side", rules, olga)
        room.meters.correct(side, 900_000, "nobody plays for it", olga)
        with pytest.raises(NotAllowed, match="another operator must"):
            room.meters.close(side, "into the one that I play for", olga, into=linked["mega"])
        assert {info.title: info.meter.amount for info in room.meters.all()}["mega"] == 60_000
        room.meters.close(side, "no table has it", otto, into=linked["mega"])
        assert room.verify().ok


def test_a_role_is_withdrawn_and_the_last_one_stays() -> None:
    with opened(settings=PATIENT) as room:
        olga, otto, ann = operator(room, "Olga"), operator(room, "Otto"), room.register("Ann", PASSWORD).id
        with pytest.raises(NotAllowed):
            room.withdraw_operator("Olga", ann, "I want to")
        with pytest.raises(NotAllowed, match="is not an operator"):
            room.withdraw_operator("Ann", olga, "to be sure")
        with pytest.raises(UnknownName):
            room.make_operator("Nobody", olga, "why not")
        room.withdraw_operator("Otto", olga, "left the house")
        assert not room.user(otto).is_operator
        with pytest.raises(NotAllowed):
            room.floor(otto)
        with pytest.raises(NotAllowed, match="last operator"):
            room.withdraw_operator("Olga", olga, "tired")
        room.make_operator("Ann", olga, "a new floor supervisor")
        room.withdraw_operator("Olga", olga, "tired")
        assert [person["name"] for person in room.registered(ann) if person["role"] == "operator"] == ["Ann"]
        report = room.verify()
        assert report.ok, str(report.problem)
        withdrawn = [data for kind, data in room_log(room) if kind == "operator withdrawn"]
        assert withdrawn == [
            {"user": otto, "by": olga, "reason": "left the house"},
            {"user": olga, "by": olga, "reason": "tired"},
        ]


@pytest.mark.slow
def test_a_password_is_changed_with_the_old_one_and_other_sessions_end() -> None:
    with opened() as room:
        ann, guest = room.register("Ann", PASSWORD), room.guest()
        token = room.open_session(ann.id)
        with pytest.raises(NotAllowed, match="Wrong name or password"):
            room.change_password(ann.id, "wrong horse", "battery staple")
        with pytest.raises(BadName):
            room.change_password(ann.id, PASSWORD, "short")
        with pytest.raises(NotAllowed, match="guest"):
            room.change_password(guest.id, "", "battery staple")
        assert room.session_user(token) is not None
        room.change_password(ann.id, PASSWORD, "battery staple")
        assert room.session_user(token) is None
        assert room.sign_in("Ann", "battery staple").id == ann.id
        with pytest.raises(NotAllowed):
            room.sign_in("Ann", PASSWORD)
        report = room.verify()
        assert report.ok, str(report.problem)
        kind, data = room_log(room)[-1]
        assert (kind, data["user"], data["by"]) == ("password", ann.id, ann.id)
        assert "battery" not in json.dumps(data)


@pytest.fixture
def ruled(tmp_path: Path) -> Path:
    """A room in which Otto voided a round of Ann's, and then lost his role."""
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        olga, otto, ann = operator(room, "Olga"), operator(room, "Otto"), room.register("Ann", PASSWORD).id
        table = seated(room, SLUG, {0: ann})
        bet_all(table)
        table.declare(otto, "house-decision", "a spilled drink")
        room.withdraw_operator("Otto", olga, "left the house")
    assert inspect(database_file(tmp_path)).ok
    return tmp_path


def kind_is(kind: str) -> Callable[[dict[str, Any]], bool]:
    return lambda record: bool(record["kind"] == kind)


def test_a_ruling_that_the_rooms_log_does_not_note_is_found(ruled: Path) -> None:
    rewrite_log(ruled, ROOM, lambda records: records.remove(next(filter(kind_is("ruled"), records))))
    (problem,) = inspect(database_file(ruled)).problems
    assert "voided by user 2: the room's log does not note this" in str(problem)


def test_a_ruling_by_somebody_whose_role_was_withdrawn_before_is_found(ruled: Path) -> None:
    def earlier(records: list[dict[str, Any]]) -> None:
        gone = records.pop(next(place for place, each in enumerate(records) if each["kind"] == "operator withdrawn"))
        place = next(place for place, each in enumerate(records) if each["kind"] == "ruled")
        records.insert(place, {**gone, "at": records[place]["at"]})

    rewrite_log(ruled, ROOM, earlier)
    assert "ruled: user 2 was not an operator then" in str(inspect(database_file(ruled)).problem)


def test_a_ruling_that_never_happened_is_found(ruled: Path) -> None:
    def more(records: list[dict[str, Any]]) -> None:
        place = next(place for place, each in enumerate(records) if each["kind"] == "ruled")
        records.insert(place, {**records[place], "data": {**records[place]["data"], "record": 2}})

    rewrite_log(ruled, ROOM, more)
    assert "table 1, record 2, is not 'voided' by user 2" in str(inspect(database_file(ruled)).problem)


def test_an_operator_who_ruled_where_they_played_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.room.duties.check_apart", lambda state, user_id: None)
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        olga = operator(room, "Olga")
        table = seated(room, SLUG, {0: olga})
        bet_all(table)
        table.declare(olga, "house-decision", "I lose this one")
    assert "voided by user 1, who played at this table" in str(inspect(database_file(tmp_path)).problem)


def test_a_room_of_an_older_version_notes_rulings_from_its_next_start_on(tmp_path: Path) -> None:
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        olga, ann = operator(room, "Olga"), room.guest().id
        table = seated(room, SLUG, {0: ann})
        table.set_limits(olga, 0, 2000, "early")

    def as_before(records: list[dict[str, Any]]) -> None:
        records[0]["data"] = {"version": 1}
        records.remove(next(filter(kind_is("ruled"), records)))
        for record in filter(kind_is("operator"), records):
            record["data"] = {"user": record["data"]["user"]}

    rewrite_log(tmp_path, ROOM, as_before)
    assert inspect(database_file(tmp_path)).ok
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        room.table(1).set_limits(olga, 0, 3000, "late")
        assert [kind for kind, _ in room_log(room)][-2:] == ["duties", "ruled"]
    report = inspect(database_file(tmp_path))
    assert report.ok, str(report.problem)
    rewrite_log(tmp_path, ROOM, lambda records: records.remove(records[-1]))
    assert "limited by user 1: the room's log does not note this" in str(inspect(database_file(tmp_path)).problem)


def test_a_room_that_notes_rulings_from_the_start_exempts_no_table_later(ruled: Path) -> None:
    def exempt(records: list[dict[str, Any]]) -> None:
        note = next(filter(kind_is("ruled"), records))
        note |= {"kind": "duties", "data": {"logs": {"1": 1_000_000_000}}}

    rewrite_log(ruled, ROOM, exempt)
    assert "this room notes rulings from its first record on" in str(inspect(database_file(ruled)).problem)


def test_a_role_that_nobody_gave_is_found(ruled: Path) -> None:
    def unsigned(records: list[dict[str, Any]]) -> None:
        del next(filter(kind_is("operator"), records))["data"]["by"]

    rewrite_log(ruled, ROOM, unsigned)
    assert "operator: user None was not an operator then" in str(inspect(database_file(ruled)).problem)


def test_only_the_first_record_gives_the_version_of_the_room(ruled: Path) -> None:
    rewrite_log(ruled, ROOM, lambda records: records.append({**records[0], "at": records[-1]["at"]}))
    assert "only the first record" in str(inspect(database_file(ruled)).problem)


@pytest.fixture
def upgraded(tmp_path: Path) -> Path:
    """A room that noted no ruling at first; an hour after it began to, Olga set other limits."""
    clock = FakeTime()
    with opened(database_file(tmp_path), settings=PATIENT, time=clock) as room:
        olga, ann = operator(room, "Olga"), room.guest().id
        seated(room, SLUG, {0: ann})

    def as_before(records: list[dict[str, Any]]) -> None:
        records[0]["data"] = {"version": 1}
        for record in filter(kind_is("operator"), records):
            record["data"] = {"user": record["data"]["user"]}

    rewrite_log(tmp_path, ROOM, as_before)
    clock.now += 3600
    with opened(database_file(tmp_path), settings=PATIENT, time=clock) as room:
        clock.now += 3600
        room.table(1).set_limits(olga, 0, 3000, "late")
    assert inspect(database_file(tmp_path)).ok
    return tmp_path


@pytest.mark.parametrize(
    ("logs", "found"),
    [
        ({"1": 6}, "did not have 6 records when the room began"),
        ({"1": 1_000_000_000}, "did not have 1000000000 records when the room began"),
        ({}, "limited by user 1: the room's log does not note this"),
        ({"2": 3}, "there was no table 2 yet"),
        ({"1": -1}, "is not the number of records"),
    ],
    ids=["too long", "far too long", "left out", "no such table", "negative"],
)
def test_the_logs_that_a_room_exempts_were_as_long_when_it_began(
    upgraded: Path, logs: dict[str, int], found: str
) -> None:
    def longer(records: list[dict[str, Any]]) -> None:
        assert records.pop()["kind"] == "ruled"
        assert records[-1]["data"] == {"logs": {"1": 3}}
        records[-1]["data"] = {"logs": logs}

    rewrite_log(upgraded, ROOM, longer)
    assert any(found in str(problem) for problem in inspect(database_file(upgraded)).problems)


def test_a_room_begins_to_note_rulings_once(upgraded: Path) -> None:
    def again(records: list[dict[str, Any]]) -> None:
        note = records.pop()
        first = next(record for record in records if record["kind"] == "duties")
        records.append({**first, "at": note["at"]})

    rewrite_log(upgraded, ROOM, again)
    assert "this room had begun to note rulings before" in str(inspect(database_file(upgraded)).problem)


def test_the_command_line_lists_grants_withdraws_and_resets(tmp_path: Path) -> None:
    url = database_file(tmp_path)
    with opened(url) as room:
        ann = room.register("Ann", PASSWORD)
        token = room.open_session(ann.id)

        def command(*words: str, **more: Any) -> str:
            done = CliRunner().invoke(accounts, [*words, "--database", url], **more)
            assert done.exit_code == 0, done.output
            return done.output

        assert command("list") == "player    Ann\n"
        assert "Ann is an operator" in command("grant", "Ann", "--reason", "the owner asked")
        assert json.loads(command("list", "--json"))["people"] == [{"id": 1, "name": "Ann", "role": "operator"}]
        assert "is no longer an operator" in command("withdraw", "Ann", "--reason", "left")
        command("sign-out", "Ann", "--reason", "a lost phone")
        assert room.session_user(token) is None
        command("password", "Ann", "--reason", "forgotten", input="battery staple\nbattery staple\n")
        assert room.sign_in("Ann", "battery staple").id == ann.id
        noted = ("operator", "password", "signed out")
        assert [data["by"] for kind, data in room_log(room) if kind in noted] == [0, 0, 0]
        report = room.verify()
        assert report.ok, str(report.problem)


def test_the_command_line_makes_no_database(tmp_path: Path) -> None:
    done = houseway("accounts", "list", "--database", f"sqlite:///{tmp_path / 'missing.db'}")
    assert done.returncode == 2
    assert "does not exist" in done.stderr
    assert not list(tmp_path.iterdir())
