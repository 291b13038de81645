"""The archive is read by another process: bounded by address and in total, in pages, and given up in time."""

import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from signal import SIGUSR1
from subprocess import PIPE, Popen
from typing import Any

import pytest
from sqlalchemy.exc import SQLAlchemyError
from support.own_loop import run_apart
from support.web_players import Player, play_round

from houseway.room import Room, TableSpec
from houseway.room.database import ReadOnlyDatabase
from houseway.room.verify import verify_bytes
from houseway.web.addresses import Source
from houseway.web.archive import ArchiveDesk
from houseway.web.archive_process import GIVEN_UP, Answer
from houseway.web.errors import Busy, TooFast
from houseway.web.settings import Rate, Settings

pytest_plugins = ["support.web_fixtures"]

FREELY = Rate(1e5, 100_000)

MOST_ATTEMPTS = 2_000


def played(player: Player, rounds: int = 2) -> int:
    """A table with finished rounds."""
    player.sign_in()
    table_id = player.open_table("pick-2-poker", seats=2, bots={"1": "random"})
    with player.at(table_id) as seat:
        seat.sit(0)
        for _ in range(rounds):
            seat.bet("pick-2-poker")
            seat.until(lambda state: state["phase"] == "playing")
            play_round([seat], lambda actions: next(each for each in actions if each["affordable"]))
    return table_id


def test_an_export_goes_on_after_a_record_and_history_before_a_round(player: Player) -> None:
    table_id = played(player)
    whole = player.call("GET", f"/api/tables/{table_id}/export")
    assert verify_bytes(whole.content).ok
    lines = whole.text.splitlines(keepends=True)
    rest = player.call("GET", f"/api/tables/{table_id}/export?after=5").text
    assert rest == "".join(lines[5:])
    assert player.call("GET", f"/api/tables/{table_id}/export?after=9999").text == ""
    numbers = [
        [each["number"] for each in player.call("GET", f"/api/tables/{table_id}/history?{query}").json()["rounds"]]
        for query in ("limit=1", "limit=1&before=2", "limit=5&before=1")
    ]
    assert numbers == [[2], [1], []]


def test_a_log_longer_than_a_page_is_exported_whole(room: Room) -> None:
    operator = room.register("Olga", "correct horse").id
    table = room.table(room.open_table(TableSpec("pick-2-poker", seats=1), by=operator))
    table.sit(operator, 0)
    pages, after = [], 0
    while page := table.archive.export_page(after, size=1):
        assert page.last == after + 1
        pages.append(page.text)
        after = page.last
    assert "".join(pages) == table.export()
    assert len(pages) == 3


def test_what_has_not_changed_is_not_sent_again_and_what_is_not_there_is_not_found(player: Player) -> None:
    table_id = played(player, rounds=1)
    for path in ("verify/{}", "tables/{}/history", "tables/{}/export", "tables/{}/hands.json"):
        first = player.call("GET", f"/api/{path.format(table_id)}")
        assert first.status_code == 200
        again = player.call("GET", f"/api/{path.format(table_id)}", **{"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert player.call("GET", f"/api/{path.format(99)}").status_code == 404
    for number in (2, 99):
        assert player.call("GET", f"/api/rounds/{table_id}/{number}/proof").status_code == 404


class TestManyReaders:
    @pytest.fixture
    def settings(self) -> Settings:
        return Settings(reading=Rate(0.001, 8), refusal_pause=0)

    def test_new_cookies_buy_nothing(self, clients: Callable[[], Player], player: Player) -> None:
        table_id = played(player, rounds=1)
        statuses = [clients().call("GET", f"/api/verify/{table_id}").status_code for _ in range(4)]
        assert statuses == [200, 429, 429, 429]


def test_few_wait_from_one_address_and_few_in_all(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(reading=FREELY, all_reading=FREELY, most_readers=2, all_readers=5)

    async def rush() -> list[Any]:
        desk, done = ArchiveDesk(room.database, settings), asyncio.Event()

        async def never(*_: object) -> Answer:
            await done.wait()
            return Answer()

        monkeypatch.setattr(desk, "_in_turn", never)
        asked = [asyncio.create_task(desk.read(Source(f"192.0.2.{n // 3}"), 1, task="verify")) for n in range(12)]
        await asyncio.wait(asked, return_when=asyncio.FIRST_EXCEPTION)
        done.set()
        return await asyncio.gather(*asked, return_exceptions=True)

    outcomes = run_apart(rush())
    assert [type(outcome) for outcome in outcomes] == [
        *(Answer, Answer, TooFast),
        *(Answer, Busy, Busy),
        *(Answer, Busy, Busy),
        *(Answer, Busy, Busy),
    ]


def with_desk(room: Room, work: Callable[[ArchiveDesk], Awaitable[None]], **settings: Any) -> None:
    async def run() -> None:
        desk = ArchiveDesk(room.database, Settings(reading=FREELY, all_reading=FREELY, **settings))
        try:
            await work(desk)
        finally:
            await desk.close()

    run_apart(run())


@pytest.mark.slow
def test_what_takes_too_long_or_is_wanted_no_more_is_given_up_and_the_next_is_answered(room: Room) -> None:
    operator = room.register("Olga", "correct horse").id
    table_id = room.open_table(TableSpec("pick-2-poker", seats=1), by=operator)
    source = Source("192.0.2.1")

    async def work(desk: ArchiveDesk) -> None:
        asked = asyncio.create_task(desk.read(source, 1, task="verify", table=table_id))
        while desk._process is None:
            await asyncio.sleep(0.01)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        answer = await desk.read(source, 1, task="verify", table=table_id)
        assert b'"ok":true' in answer.body
        assert desk._process is not None
        object.__setattr__(desk._settings, "longest_reading", 0.0)
        with pytest.raises(Busy, match="longer"):
            await desk.read(source, 1, task="verify", table=table_id)
        object.__setattr__(desk._settings, "longest_reading", 60.0)
        assert (await desk.read(source, 1, task="verify", table=table_id)).status == 200
        desk._process.kill()
        with pytest.raises(Busy, match="again"):
            await desk.read(source, 1, task="verify", table=table_id)
        assert (await desk.read(source, 1, task="verify", table=table_id)).status == 200

    with_desk(room, work)


def test_readers_who_leave_at_any_moment_cost_the_next_reader_nothing(room: Room) -> None:
    """An interruption used to leak the only connection, after which no reader was answered."""
    operator = room.register("Olga", "correct horse").id
    table_id = room.open_table(TableSpec("pick-2-poker", seats=1), by=operator)
    question = json.dumps({"task": "history", "table": table_id, "limit": 5, "before": None}).encode() + b"\n"
    url = room.database.engine.url.render_as_string(hide_password=False)
    process = Popen([sys.executable, "-m", "houseway.web.archive_process"], stdin=PIPE, stdout=PIPE)
    assert process.stdin is not None
    assert process.stdout is not None

    def ask(leave_after: float | None = None) -> int:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(question)
        process.stdin.flush()
        if leave_after is not None:
            time.sleep(leave_after)  # not a wait for something: the moment at which the reader leaves
            process.send_signal(SIGUSR1)
        head = json.loads(process.stdout.readline())
        assert len(process.stdout.read(head["length"])) == head["length"]
        return int(head["status"])

    try:
        process.stdin.write(json.dumps(url).encode() + b"\n")
        assert ask() == 200
        left: set[int] = set()
        for attempt in range(MOST_ATTEMPTS):  # a busy machine can answer before or after every moment of one pass
            left.add(ask(leave_after=0.0002 * (attempt % 25)))
            if attempt >= 25 and GIVEN_UP in left:
                break
        assert left <= {200, GIVEN_UP}
        assert GIVEN_UP in left
        assert ask() == 200
    finally:
        process.kill()
        process.communicate()


def test_the_process_that_reads_cannot_write(tmp_path: Path, room: Room) -> None:
    database = ReadOnlyDatabase(room.database.engine.url.render_as_string(hide_password=False))
    with pytest.raises(SQLAlchemyError), database.read() as connection:
        connection.exec_driver_sql("DELETE FROM users")
    with pytest.raises(TypeError):
        database.write(lambda connection: None)
    database.close()


def test_a_room_in_memory_is_read_too() -> None:
    room = Room()
    try:
        operator = room.register("Olga", "correct horse").id
        table_id = room.open_table(TableSpec("pick-2-poker", seats=1), by=operator)

        async def work(desk: ArchiveDesk) -> None:
            answer = await desk.read(Source("192.0.2.1"), 1, task="verify", table=table_id)
            assert b'"ok":true' in answer.body

        with_desk(room, work)
    finally:
        room.close()
