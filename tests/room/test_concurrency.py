"""Many threads at once: on many tables, at one table, with one account."""

import random
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import DatabaseError
from support.room_play import PATIENT, act_once, bet_all, database_file, opened, seated

from houseway.errors import BadSetting, HousewayError, NotAllowed, NotEnoughChips
from houseway.room import LiveTable, Room, User
from houseway.room.accounts import STARTING_CHIPS

THREADS = 8


def play_two_rounds(table: LiveTable, seed: int) -> int:
    generator = random.Random(seed)
    for _ in range(2):
        bet_all(table)
        while table.state.round is not None:
            act_once(table, generator)
    return table.head.length


def test_tables_played_by_many_threads_keep_their_logs_and_all_chips(tmp_path: Path) -> None:
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        ann = room.guest().id
        tables = [seated(room, "pick-2-poker", {0: ann}, bots={1: "random"}) for _ in range(THREADS)]
        with ThreadPoolExecutor(THREADS) as pool:
            lengths = list(pool.map(play_two_rounds, tables, range(THREADS)))
        assert min(lengths) > 2
        report = room.verify()
        assert report.ok, str(report.problem)
        assert report.rounds == 2 * THREADS


def test_of_many_who_want_one_seat_one_gets_it(tmp_path: Path) -> None:
    with opened(database_file(tmp_path)) as room:
        people = [room.guest().id for _ in range(THREADS)]
        table = seated(room, "pick-2-poker", {0: people[0]})

        def try_to_sit(user_id: int) -> bool:
            try:
                table.sit(user_id, 4)
            except NotAllowed:
                return False
            return True

        with ThreadPoolExecutor(THREADS) as pool:
            assert sum(pool.map(try_to_sit, people[1:])) == 1
        assert room.verify().ok


def test_one_account_is_never_spent_twice(tmp_path: Path) -> None:
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        ann, bob = room.guest().id, room.guest().id
        tables = [seated(room, "pick-2-poker", {0: ann, 1: bob}) for _ in range(THREADS)]
        stake = 30_000

        def try_to_bet(table: LiveTable) -> bool:
            try:
                table.bet(ann, {"ante": stake // 2, "three_five": stake // 2})
            except NotEnoughChips:
                return False
            return True

        with ThreadPoolExecutor(THREADS) as pool:
            assert sum(pool.map(try_to_bet, tables)) == STARTING_CHIPS // stake
        assert room.user(ann).chips == STARTING_CHIPS % stake
        assert room.verify().ok


def test_chips_that_go_onto_a_table_are_not_bought_again_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bet is written, and its table does not have it yet: just then its maker asks for chips."""
    with opened(database_file(tmp_path), settings=PATIENT) as room, ThreadPoolExecutor() as pool:
        ann, ben = room.guest().id, room.guest().id
        table = seated(room, "pick-2-poker", {0: ann, 1: ben})
        write = room.database.write
        bought: list[Future[User]] = []

        def write_and_buy(job: Callable[[Connection], object]) -> object:
            result = write(job)
            monkeypatch.setattr(room.database, "write", write)
            bought.append(pool.submit(room.rebuy, ann))
            wait(bought, timeout=0.3)
            return result

        monkeypatch.setattr(room.database, "write", write_and_buy)
        table.bet(ann, {"ante": 500, "three_five": 500})
        with pytest.raises(NotAllowed, match="including chips on tables"):
            bought[0].result()
        assert room.user(ann).chips + table.state.chips_of(ann) == STARTING_CHIPS
        assert room.verify().ok


def test_a_write_that_fails_takes_no_other_with_it(tmp_path: Path) -> None:
    with opened(database_file(tmp_path)) as room:

        def write(number: int) -> None:
            def job(connection: Connection) -> None:
                user = {"id": 100 + number, "name": f"N{number}"}
                columns = "(id, name, folded_name, skeleton, role)"
                connection.execute(
                    text(f"INSERT INTO users {columns} VALUES (:id, :name, :name, :name, 'player')"), user
                )
                if number % 2:
                    raise BadSetting("an odd number")

            room.database.write(job)

        def outcome(number: int) -> bool:
            try:
                write(number)
            except HousewayError:
                return False
            return True

        with ThreadPoolExecutor(THREADS) as pool:
            assert list(pool.map(outcome, range(40))) == [number % 2 == 0 for number in range(40)]
        with room.database.read() as connection:
            written = connection.execute(text("SELECT id FROM users ORDER BY id")).scalars().all()
        assert written == [100 + number for number in range(40) if number % 2 == 0]


def written_together(room: Room, *jobs: Callable[[Connection], None]) -> list[Future[None]]:
    """What becomes of jobs that one transaction writes, in this order: each waits while another job is written."""
    written, others_wait = Event(), Event()

    def hold_up(connection: Connection) -> None:
        written.set()
        others_wait.wait(30)

    with ThreadPoolExecutor(1 + len(jobs)) as pool:
        first = pool.submit(room.database.write, hold_up)
        assert written.wait(30)
        outcomes: list[Future[None]] = []
        for job in jobs:
            outcomes.append(pool.submit(room.database.write, job))
            while len(room.database._waiting) < len(outcomes):
                time.sleep(0.001)
        others_wait.set()
        first.result()
    return outcomes


def insert_user_7(connection: Connection) -> None:
    connection.execute(text("INSERT INTO users (id, name, folded_name, role) VALUES (7, 'Ann', 'ann', 'player')"))


def check_user_7_is_not_there_and_others_can_come(room: Room) -> None:
    with room.database.read() as connection:
        assert connection.execute(text("SELECT count(*) FROM users WHERE id = 7")).scalar() == 0
    assert room.guest().chips == STARTING_CHIPS


def test_where_the_database_gives_up_a_transaction_no_write_in_it_is_called_done(tmp_path: Path) -> None:
    """As SQLite does when the disk is full: what was written before in the same transaction is gone too."""

    def lose_everything(connection: Connection) -> None:
        connection.connection.cursor().execute("ROLLBACK")
        raise BadSetting("disk full")

    with opened(database_file(tmp_path)) as room:
        inserted, lost = written_together(room, insert_user_7, lose_everything)
        with pytest.raises(DatabaseError):
            inserted.result()
        with pytest.raises(BadSetting, match="disk full"):
            lost.result()
        check_user_7_is_not_there_and_others_can_come(room)


def test_where_a_write_is_interrupted_no_write_in_its_transaction_is_called_done(tmp_path: Path) -> None:
    def interrupt(connection: Connection) -> None:
        raise SystemExit("the program is stopped")

    with opened(database_file(tmp_path)) as room:
        for outcome in written_together(room, insert_user_7, interrupt):
            with pytest.raises(SystemExit, match="stopped"):
                outcome.result()
        check_user_7_is_not_there_and_others_can_come(room)


def test_a_table_goes_on_after_a_write_that_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sqlalchemy.exc import OperationalError

    with opened(database_file(tmp_path)) as room:
        ann = room.guest().id
        table = seated(room, "pick-2-poker", {0: ann})

        def full_disk(job: object) -> None:
            raise OperationalError("COMMIT", {}, Exception("disk full"))

        with monkeypatch.context() as patched:
            patched.setattr(room.database, "write", full_disk)
            with pytest.raises(OperationalError):
                bet_all(table)
        assert table.state.round is None
        bet_all(table)
        assert table.state.round is not None
        assert room.verify().ok
