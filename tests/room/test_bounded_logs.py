"""Nobody fills the log for nothing: what costs no chips is bounded by person and by table; play is not."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from sqlalchemy import Connection, func, select
from support.every_game import EVERY_GAME
from support.room_play import PATIENT, WAGERS, FakeTime, actor_of, bet_all, opened, play_rounds, promise_of, seated

from houseway.errors import BadSetting, HousewayError, NotAllowed, TooOften
from houseway.games.engine.action import Action
from houseway.room import LiveTable, Room, RoomSettings, TableSpec, models, shared_room
from houseway.room.accounts import STARTING_CHIPS
from houseway.room.log import LARGEST_RECORD, Draft, Head, chain
from houseway.room.opening import StoredTable, load
from houseway.room.settings import OPENED_TABLE, SEAT, Quota

SLUG = "pick-2-poker"


@pytest.fixture(autouse=True)
def live_is_replay() -> None:
    """Not here, where a log grows long between two rounds: the whole of it is verified at the end."""


def records(room: Room) -> int:
    with room.database.read() as connection:
        return int(connection.execute(select(func.count()).select_from(models.records)).scalar_one())


def try_to(work: Callable[[], object]) -> bool:
    try:
        work()
    except TooOften:
        return False
    return True


class Guest:
    """Someone who does, over and over, what costs nothing."""

    def __init__(self, room: Room, table: LiveTable, generator: random.Random) -> None:
        self.room, self.table, self.generator = room, table, generator
        self.id = room.guest().id

    def fidget(self) -> bool:
        """One attempt to have something written; whether it was."""
        table, generator = self.table, self.generator
        seat = table.state.seat_of(self.id)
        if seat is None:
            free = [place for place, sitter in enumerate(table.state.seats) if sitter is None]
            return bool(free) and try_to(lambda: table.sit(self.id, generator.choice(free)))
        return try_to(
            generator.choice(
                [
                    lambda: table.sit_out(self.id, not table.state.at(seat).sitting_out),
                    lambda: table.bet(self.id, WAGERS[SLUG], generator.randbytes(32).hex()),
                    lambda: table.leave(self.id),
                    lambda: self._open_and_close(),
                ]
            )
        )

    def _open_and_close(self) -> None:
        number = self.room.open_table(TableSpec(SLUG), by=self.id)
        self.room.table(number).close(self.id)
        self.room.tick()


def test_hours_of_fidgeting_by_ten_guests_leave_a_bounded_log_and_others_play_on() -> None:
    time, generator = FakeTime(), random.Random(4)
    hours, tries_an_hour = 3, 60
    with opened(time=time, settings=replace(PATIENT, changes_of_a_person=Quota(30, 60.0))) as room:
        table = seated(room, SLUG, {4: room.guest().id}, seats=5)  # who is waited for, and never bets
        others = seated(room, SLUG, {0: room.guest().id, 1: room.guest().id})
        guests = [Guest(room, table, generator) for _ in range(10)]
        before, refused = records(room), 0
        for _ in range(hours):
            for _ in range(tries_an_hour):
                refused += sum(not guest.fidget() for guest in guests)
                time.now += 3600 / tries_an_hour
            played = records(room)
            play_rounds(others, 1, generator)
            before += records(room) - played
        person = room.settings.changes_of_a_person
        assert refused > hours * tries_an_hour
        assert records(room) - before <= 10 * (person.at_once + hours * 3600 / person.every)
        assert others.state.number == hours + 1
        assert room.verify().ok


@pytest.mark.parametrize(
    "loop",
    [
        lambda room, table, ann, n: table.sit_out(ann, n % 2 == 0),
        lambda room, table, ann, n: table.bet(ann, WAGERS[SLUG], f"{n:064x}"),
        lambda room, table, ann, n: table.leave(ann) if n % 2 == 0 else table.sit(ann, 0),
        lambda room, table, ann, n: room.table(room.open_table(TableSpec(SLUG), by=ann)).close(ann),
    ],
    ids=["sitting out", "bets replaced", "seats", "tables"],
)
def test_each_thing_that_costs_nothing_is_refused_in_the_end_and_later_allowed_again(
    loop: Callable[[Room, LiveTable, int, int], None],
) -> None:
    time = FakeTime()
    with opened(time=time) as room:
        ann, bob = room.guest().id, room.guest().id
        table = seated(room, SLUG, {0: ann, 1: bob})
        before = records(room)
        tries = 0

        def go_on() -> None:
            nonlocal tries
            while tries < 1000:
                loop(room, table, ann, tries)
                tries += 1

        with pytest.raises(TooOften, match=r"in a short time. Try again in") as refusal:
            go_on()
        written = records(room) - before
        assert written <= room.settings.changes_of_a_person.at_once
        with pytest.raises(TooOften):
            loop(room, table, ann, tries)
        assert records(room) - before == written
        time.now += refusal.value.seconds + 0.001
        loop(room, table, ann, tries)
        assert records(room) - before > written


def test_chips_are_bought_so_often_and_no_more() -> None:
    with opened(settings=RoomSettings(changes_of_a_person=Quota(20, 10.0))) as room:
        ann = room.guest().id
        table = seated(room, SLUG, {0: ann}, seats=1)
        bought = 0

        def play_and_buy() -> None:
            nonlocal bought
            while bought < 100:
                play_rounds(table, 1, random.Random(bought))
                if room.user(ann).chips < STARTING_CHIPS:
                    room.rebuy(ann)
                    bought += 1

        with pytest.raises(TooOften, match="Too many chips bought"):
            play_and_buy()
        assert bought == 20 - OPENED_TABLE - SEAT
        play_rounds(table, 3, random.Random(1))
        assert room.verify().ok


def test_who_asks_for_chips_in_vain_is_not_looked_after_for_ever() -> None:
    with opened(settings=RoomSettings(changes_of_a_person=Quota(20, 10.0))) as room:
        ann = room.guest().id
        for _ in range(20):
            with pytest.raises(NotAllowed, match="once you have less"):
                room.rebuy(ann)
        with pytest.raises(TooOften, match="Too many chips bought"):
            room.rebuy(ann)


def test_chips_on_tables_are_read_again_only_where_a_log_has_grown(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[int] = []

    def counted(connection: Connection, table_id: int) -> StoredTable:
        loaded.append(table_id)
        return load(connection, table_id)

    monkeypatch.setattr(shared_room, "load", counted)
    with opened() as room:
        ann, bob = room.guest().id, room.guest().id
        tables = [seated(room, SLUG, {0: ann}, seats=1) for _ in range(2)]
        for table in tables:
            table.bet(ann, {"ante": 1000, "three_five": 1000})
        chips = shared_room.ChipsInPlay()

        def on_tables(user_id: int, *aside: int) -> int:
            with room.database.read() as connection:
                return chips.of(connection, user_id, aside)

        assert (on_tables(ann), on_tables(ann), on_tables(bob)) == (4000, 4000, 0)
        assert loaded == [table.id for table in tables]
        tables[0].act(ann, Action("fold"), tables[0].state.moves)
        assert (on_tables(ann), on_tables(ann, tables[1].id)) == (2000, 0)
        assert loaded == [tables[0].id, tables[1].id, tables[0].id]


def test_all_people_at_a_table_together_are_bounded_and_may_still_bet_and_leave() -> None:
    few = RoomSettings(changes_at_a_table=Quota(20, 10.0))
    with opened(settings=few) as room:
        ann, bob = room.guest().id, room.guest().id
        table = seated(room, SLUG, {0: ann, 1: bob})

        def fidget() -> None:
            for number in range(100):
                table.sit_out(bob, number % 2 == 0)

        with pytest.raises(TooOften, match="at this table"):
            fidget()
        assert seated(room, SLUG, {0: bob}).state.seat_of(bob) == 0
        table.bet(ann, WAGERS[SLUG])
        table.leave(bob)
        assert table.state.round is not None


def test_whoever_may_do_no_more_uses_up_nothing_of_the_table_s_allowance() -> None:
    with opened() as room:
        ann, bob = room.guest().id, room.guest().id
        table = seated(room, SLUG, {0: ann, 1: bob})
        for number in range(2000):
            try_to(lambda value=number % 2 == 0: table.sit_out(ann, value))  # type: ignore[misc]
        for number in range(100):
            table.sit_out(bob, number % 2 == 0)


def test_promises_that_are_never_kept_are_refused_in_the_end() -> None:
    time = FakeTime()
    with opened(time=time) as room:
        ann = room.guest().id
        table = seated(room, SLUG, {0: ann})

        def bet_and_withhold(times: int) -> None:
            for _ in range(times):
                table.bet(ann, WAGERS[SLUG], promise_of(table, 0))
                time.now += room.settings.reveal_time + 1
                table.tick()

        bet_and_withhold(5)
        with pytest.raises(TooOften, match="promises not kept"):
            bet_and_withhold(100)
        assert table.state.round is None
        assert room.verify().ok


def test_what_changes_nothing_writes_nothing() -> None:
    with opened() as room:
        ann, bob = room.guest().id, room.guest().id
        operator = room.register("Olga", "correct horse").id
        room.make_operator("Olga")
        table = seated(room, SLUG, {0: ann, 1: bob})
        changes: list[Callable[[], object]] = [
            lambda: table.sit_out(bob, True),
            lambda: table.sit_out(bob, False),
            lambda: table.bet(ann, WAGERS[SLUG], "00ff" * 16),
            lambda: table.set_limits(operator, 100, 5000),
            lambda: table.bet(bob, WAGERS[SLUG], "00ff" * 16),
            lambda: table.leave(ann),
            lambda: room.make_operator("Olga"),
        ]
        for change in changes[:-1]:
            change()
            before = records(room)
            for _ in range(3):
                try_it_again(change)
            assert records(room) == before
        changes[-1]()
        assert records(room) == before
        assert room.verify().ok


def try_it_again(change: Callable[[], object]) -> None:
    """The same once more: nothing, or a refusal where it is too late for it."""
    try:
        change()
    except HousewayError:
        return


def test_quick_play_meets_no_bound() -> None:
    few = RoomSettings(changes_of_a_person=Quota(20, 1e9), changes_at_a_table=Quota(20, 1e9))
    with opened(time=FakeTime(), settings=few) as room:
        people = [room.guest().id, room.guest().id]
        table = seated(room, SLUG, dict(enumerate(people)))
        for _ in range(60):
            bet_all(table)
            while table.state.round is not None:
                table.act(actor_of(table), Action("fold"), table.state.moves)
        assert table.state.number == 61


@pytest.mark.parametrize("slug", EVERY_GAME)
def test_records_stay_small(slug: str) -> None:
    with opened(time=FakeTime()) as room:
        people = {seat: room.guest().id for seat in range(max(TableSpec(slug).make_game().seats))}
        table = seated(room, slug, people, seats=len(people))
        play_rounds(table, 3, random.Random(3))
        with room.database.read() as connection:
            sizes = select(models.records.c.kind, func.length(models.records.c.body))
            largest = max(size for _, size in connection.execute(sizes))
        assert largest < LARGEST_RECORD / 5


def test_a_record_that_is_too_large_is_refused_whole() -> None:
    too_much = Draft("sat", {"name": "n" * LARGEST_RECORD})
    with pytest.raises(BadSetting, match="A log record can have at most 64 KiB"):
        chain(1, Head(), [too_much], 0)
