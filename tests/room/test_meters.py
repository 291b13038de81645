"""Meters at live tables: fed, frozen, hit and kept in the ledger, whoever sends what in whatever order."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from threading import Thread

import pytest
from alembic import command
from sqlalchemy import update
from support.meter_room import (
    BETS,
    GAME,
    SEEDS,
    amounts,
    begin,
    decide,
    lucky,
    meter_table,
    operator,
    play,
    rules,
    three_meters,
)
from support.postgres import empty_schema, needs_postgres
from support.room_play import PATIENT, FakeTime, actor_of, database_file, opened, user_at

from houseway.cards.seed import Seed
from houseway.errors import BadBet, BadName, BadSetting, MeterMoved, NotAllowed, StaleMove, UnknownName
from houseway.games.engine.action import Action
from houseway.games.engine.event import HOUSE_DECISION
from houseway.games.engine.meter import Meter
from houseway.room import LiveTable, Room, RoomSettings, TableSpec, models
from houseway.room.database import Database, alembic_config
from houseway.room.verify import verify_lines


@pytest.fixture(autouse=True)
def known_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same seeds in every run, so that it is known which contribution leads to a hit."""
    numbers = count()
    monkeypatch.setattr(Seed, "fresh", lambda: Seed.of(f"meters/{next(numbers)}"))


@pytest.fixture
def room() -> Iterator[Room]:
    with opened(settings=PATIENT) as made:
        yield made


def holds(room: Room) -> None:
    """Everything verifies, and every cent is somewhere."""
    report = room.verify()
    assert report.ok, report.problems
    assert room.ledger(operator_of(room))["sum"] == 0


def operator_of(room: Room) -> int:
    return room.sign_in("Olga", "correct horse battery").id


def two_tables(room: Room) -> tuple[LiveTable, LiveTable]:
    """Two tables with the same three meters, a person at each."""
    by = operator(room)
    linked = three_meters(room, by)
    return tuple(meter_table(room, by, linked, {seat: room.guest().id}) for seat in (0, 1))  # type: ignore[return-value]


def held(room: Room, kind: str) -> dict[str, int]:
    accounts = room.ledger(operator_of(room))["accounts"]
    return {row["name"]: row["balance"] for row in accounts if row["kind"] == kind}


# Bets and prizes.


@pytest.mark.slow
def test_a_dollar_feeds_three_meters_and_the_house_gets_the_rest(room: Room) -> None:
    """Four rounds: 95 cents and 5 cents of reserve to each of three meters, of 4 dollars."""
    table, _ = two_tables(room)
    chips = room.user(user_at(table, 0)).chips
    for _ in range(4):
        play(table)
    assert amounts(room) == {"Mega": 1_000_095, "Major": 100_095, "Minor": 20_095}
    assert set(held(room, "reserve").values()) == {5}
    assert held(room, "house")[f"house:{table.id}"] == 4 * 500 + 400 - 3 * 100
    assert chips - room.user(user_at(table, 0)).chips == 4 * 600
    holds(room)


def test_who_does_not_bet_on_the_meter_does_not_feed_it(room: Room) -> None:
    table, _ = two_tables(room)
    begin(table, bets={"ante": 500})
    decide(table)
    assert amounts(room) == {"Mega": 1_000_000, "Major": 100_000, "Minor": 20_000}
    assert "meters" not in table.history(1)[0]
    holds(room)


def test_two_tables_hit_in_the_same_moment_and_the_second_takes_what_is_left(room: Room) -> None:
    """Both close their bets at 300.23 dollars. The first to be written takes them, and leaves three quarters of a cent;
    the second takes the seed that the meter started again from, with its own bet in it: 200.24 dollars.
    """
    first, second = two_tables(room)
    room.meters.correct(3, 30_000, "a promotion", operator_of(room))
    begin(first, lucky(first, start=170))
    begin(second, lucky(second, start=860))
    decide(first)
    assert amounts(room)["Minor"] == 20_000
    (paid,) = [each for each in first.history(1)[0]["settlements"] if "meter" in each]
    assert (paid["returned"], paid["takes_all"]) == (30_023, True)
    decide(second)
    (paid,) = [each for each in second.history(1)[0]["settlements"] if "meter" in each]
    assert paid["returned"] == 20_024
    assert amounts(room)["Minor"] == 20_000
    assert second.history(1)[0]["meters"]["minor"] == {"amount": 20_024, "seed": 20_000}
    holds(room)
    for table in (first, second):
        assert verify_lines(table.export().splitlines(keepends=True)).ok


def test_what_others_add_after_the_bets_are_closed_is_not_won(room: Room) -> None:
    """Who sees a prize and waits gets the meter as it was shown, and what came later stays in it."""
    first, second = two_tables(room)
    begin(first, lucky(first, start=170))
    for _ in range(8):
        play(second)
    decide(first)
    (paid,) = [each for each in first.history(1)[0]["settlements"] if "meter" in each]
    assert paid["returned"] == 20_023
    assert amounts(room)["Minor"] == 20_000 + 190
    holds(room)


def test_a_void_round_gives_the_bet_back_and_feeds_no_meter(room: Room) -> None:
    table, _ = two_tables(room)
    user = user_at(table, 0)
    chips = room.user(user).chips
    begin(table)
    table.declare(operator_of(room), HOUSE_DECISION.name, "a card fell")
    assert room.user(user).chips == chips
    assert amounts(room)["Minor"] == 20_000
    holds(room)


def test_the_clock_decides_for_who_is_gone_and_the_prize_is_paid() -> None:
    time = FakeTime()
    with opened(settings=RoomSettings(alone_time=10.0), time=time) as room:
        table, _ = two_tables(room)
        user = user_at(table, 0)
        begin(table, lucky(table, start=170))
        chips = room.user(user).chips
        time.now += 11
        assert table.tick()
        assert room.user(user).chips == chips + 20_023
        holds(room)


def test_messages_that_come_twice_or_late_move_no_meter(room: Room) -> None:
    table, _ = two_tables(room)
    begin(table)
    actor, move = actor_of(table), table.state.moves
    table.act(actor, Action("fold"), move)
    before = amounts(room)
    for _ in range(3):
        with pytest.raises(StaleMove):
            table.act(actor, Action("fold"), move)
    with pytest.raises(BadBet, match="must be exactly"):
        table.bet(actor, {**BETS, "progressive": 300})
    with pytest.raises(BadBet):
        table.bet(actor, {**BETS, "progressive": -100})
    table.bet(actor, BETS)
    for _ in range(3):
        with pytest.raises(StaleMove):
            table.bet(actor, BETS)
    assert amounts(room) == before
    holds(room)


@pytest.mark.slow
def test_many_tables_at_once_lose_no_cent_and_take_no_turn_twice(tmp_path: Path) -> None:
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        by = operator(room)
        linked = three_meters(room, by)
        tables = [meter_table(room, by, linked, {0: room.guest().id}) for _ in range(4)]
        wrong: list[Exception] = []

        def work(table: LiveTable) -> None:
            try:
                for _ in range(8):
                    play(table)
            except Exception as error:
                wrong.append(error)

        threads = [Thread(target=work, args=(table,)) for table in tables]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not wrong
        assert {info.meter.turn for info in room.meters.all()} == {32}
        assert amounts(room)["Minor"] == 20_000 + 32 * 95 // 4
        holds(room)


# Tables and operators.


def test_only_operators_open_tables_with_meters_and_practice_chips_have_none(room: Room) -> None:
    by = operator(room)
    linked = three_meters(room, by)
    options = {"prizes": "PA-C"}
    with pytest.raises(NotAllowed, match="Only an operator can open a table with meters"):
        room.open_table(TableSpec(GAME, options=options, meters=linked), by=room.guest().id)
    with pytest.raises(BadSetting, match="practice table cannot have meters"):
        room.open_table(TableSpec(GAME, options=options, meters=linked, practice=True), by=by)
    with pytest.raises(BadSetting, match="Give a meter for each of: mega, major, minor; got none"):
        room.open_table(TableSpec(GAME, options=options), by=by)
    with pytest.raises(BadSetting, match="Give a meter for each of: none; got mega"):
        room.open_table(TableSpec(GAME, meters={"mega": 1}), by=by)
    with pytest.raises(BadSetting, match="each meter once"):
        room.open_table(TableSpec(GAME, options=options, meters=dict.fromkeys(linked, 1)), by=by)
    with pytest.raises(UnknownName, match="Unknown meter 9"):
        room.open_table(TableSpec(GAME, options=options, meters={**linked, "minor": 9}), by=by)
    holds(room)


def test_automatic_players_never_bet_on_a_meter(room: Room) -> None:
    by = operator(room)
    table = meter_table(room, by, three_meters(room, by), {0: room.guest().id}, bots={1: "random"})
    table.set_limits(by, 100, 100)
    begin(table, bets={"ante": 100, "progressive": 100})
    assert table.state.round is not None
    assert [dict(bet) for bet in table.state.round.bets] == [{"ante": 100, "progressive": 100}, {"ante": 100}]


def test_WAC_230_15_685_every_change_has_its_reason_and_a_cap_is_never_under_the_meter(room: Room) -> None:
    by, guest = operator(room), room.guest().id
    meter = room.meters.open("Grand", rules(50_000, cap=60_000), by)
    with pytest.raises(NotAllowed, match="Only an operator can change meters"):
        room.meters.correct(meter, 1, "mine", guest)
    with pytest.raises(NotAllowed, match="Only an operator can see the ledger"):
        room.meters.ledger(guest, meter)
    with pytest.raises(BadSetting, match="A reason must have 1 to 200 characters"):
        room.meters.correct(meter, 55_000, "  ", by)
    with pytest.raises(BadSetting, match="over the meter's cap"):
        room.meters.correct(meter, 60_001, "counted again", by)
    room.meters.correct(meter, 55_000, "counted again", by)
    with pytest.raises(BadSetting, match="WAC 230-15-685"):
        room.meters.cap(meter, 54_999, "cheaper", by)
    room.meters.cap(meter, 55_000, "the sign has five digits", by)
    told = [(row["account"], row["amount"], row["memo"], row["reason"]) for row in room.meters.ledger(by, meter)]
    assert told == [
        (f"meter:{meter}", 5_000, "meter: correction", "counted again"),
        (f"meter:{meter}", 50_000, "meter: seed", None),
    ]
    with pytest.raises(BadName, match="already"):
        room.meters.open("Grand", rules(1), by)
    holds(room)


def test_WAC_230_15_671_a_meter_is_closed_into_another_and_the_players_keep_their_money(room: Room) -> None:
    by = operator(room)
    linked = three_meters(room, by)
    table = meter_table(room, by, linked, {0: room.guest().id})
    play(table)
    with pytest.raises(NotAllowed, match="Close the tables of meter"):
        room.meters.close(linked["minor"], "no more", by, into=linked["major"])
    table.close(by)
    with pytest.raises(NotAllowed, match="Choose a meter to transfer it to"):
        room.meters.close(linked["minor"], "no more", by)
    with pytest.raises(NotAllowed, match="to itself"):
        room.meters.close(linked["minor"], "no more", by, into=linked["minor"])
    room.meters.close(linked["minor"], "no more", by, into=linked["major"])
    assert amounts(room) == {"Mega": 1_000_023, "Major": 100_047}  # 23.75 and 23.75 cents are 47.5
    assert held(room, "house")["house:0"] == -sum(SEEDS.values()) + SEEDS["minor"] - 1
    with pytest.raises(NotAllowed, match="is closed"):
        meter_table(room, by, linked, {})
    holds(room)


def test_WAC_230_15_695_the_house_takes_its_seed_back_once_players_have_filled_the_meter(room: Room) -> None:
    by = operator(room)
    meter = room.meters.open("Grand", rules(50, increment="0.71", reserve="0"), by)
    with pytest.raises(BadSetting, match=r"can recover at most \$0 of its seed"):
        room.meters.recover_seed(meter, 50, "lent", by)
    table = meter_table(room, by, {"meter": meter}, {0: room.guest().id}, options={"prizes": "PA-A"})
    play(table)
    room.meters.recover_seed(meter, 50, "players have filled it", by)
    assert amounts(room) == {"Grand": 71}
    assert held(room, "house")["house:0"] == 0
    holds(room)


def test_linked_tables_and_the_lobby_see_a_meter_rise(room: Room) -> None:
    first, second = two_tables(room)
    told: list[int] = []
    room.subscribe(second.id, told.append)
    play(first)
    assert told
    (minor,) = [each for each in second.snapshot()["meters"] if each["name"] == "minor"]
    assert (minor["title"], minor["amount"], minor["played_for"]) == ("Minor", 20_023, None)
    info = next(info for info in room.meters.all() if info.title == "Minor")
    assert info.to_dict()["tables"] == [first.id, second.id]
    assert "reserve" not in info.to_dict()


# Restarts, and what does not hold.


def test_meters_and_rounds_on_them_are_the_same_after_a_restart(tmp_path: Path) -> None:
    url = database_file(tmp_path)
    with opened(url, settings=PATIENT) as room:
        table, _ = two_tables(room)
        begin(table, lucky(table, start=170))
    with opened(url, settings=PATIENT) as room:
        again = room.table(table.id)
        assert amounts(room)["Minor"] == 20_000
        decide(again)
        assert again.history(1)[0]["settlements"][-1]["returned"] == 20_023
        holds(room)


def test_a_restored_room_voids_the_round_and_leaves_the_meter(tmp_path: Path) -> None:
    url = database_file(tmp_path)
    with opened(url, settings=PATIENT) as room:
        table, _ = two_tables(room)
        chips = room.user(user_at(table, 0)).chips
        begin(table)
    with opened(url, settings=PATIENT, restored=True) as room:
        assert amounts(room)["Minor"] == 20_000
        assert room.user(user_at(room.table(table.id), 0)).chips == chips
        holds(room)


def test_a_meter_that_moved_meanwhile_stops_the_write_and_nothing_else(room: Room) -> None:
    table, _ = two_tables(room)
    begin(table)
    meter = models.meters
    turn = {"turn": meter.c.turn + 1}

    def move_first(connection: object, meter_id: int, after: Meter) -> None:
        raise MeterMoved("Meter 1 has changed; try again")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("houseway.room.meters.advance", move_first)
        with pytest.raises(MeterMoved):
            decide(table)
    assert not table.is_quarantined
    assert table.state.round is not None
    decide(table)
    holds(room)
    room.database.write(lambda connection: connection.execute(update(meter).where(meter.c.id == 1).values(**turn)))
    begin(table)
    with pytest.raises(MeterMoved, match="Meter 1 has changed"):
        decide(table)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("column", "value", "words"),
    [
        ("now", '{"amount":1}', "meter 3 is not as the logs lead to"),
        ("turn", 7, "meter 3 is not as the logs lead to"),
        ("title", "Mine", "meter 3 is not as the logs lead to"),
        ("open", False, "meter 3 is not as the logs lead to"),
    ],
)
def test_an_audit_finds_a_meter_that_is_not_what_the_logs_say(
    room: Room, column: str, value: object, words: str
) -> None:
    table, _ = two_tables(room)
    play(table)
    holds(room)
    changed = update(models.meters).where(models.meters.c.id == 3).values(**{column: value})
    room.database.write(lambda connection: connection.execute(changed))
    assert [problem.what for problem in room.verify().problems] == [words]


def test_an_audit_finds_a_table_that_is_given_another_meter(room: Room) -> None:
    two_tables(room)
    link = models.meter_links
    gone = link.delete().where(link.c.meter_id == 2, link.c.chain_id == 1)
    room.database.write(lambda connection: connection.execute(gone))
    (problem,) = room.verify().problems
    assert problem.what == "meter 2 is table 1's by its first record or by the database, not by both"


def test_a_database_from_before_there_were_meters_gets_them(tmp_path: Path) -> None:
    url = database_file(tmp_path)
    with opened(url) as room:
        table = room.table(room.open_table(TableSpec("three-card-poker", seats=2), by=room.guest().id))
        table.sit(1, 0)
    database = Database(url)
    with database.engine.begin() as connection:
        config = alembic_config()
        config.attributes["connection"] = connection
        command.downgrade(config, "0002")
    database.close()
    with opened(url) as room:
        three_meters(room, operator(room))
        assert amounts(room)["Mega"] == 1_000_000
        holds(room)


@pytest.mark.slow
@needs_postgres
def test_postgresql_keeps_meters_too() -> None:
    with empty_schema() as url, opened(url, settings=PATIENT) as room:
        first, second = two_tables(room)
        begin(first, lucky(first, start=170))
        begin(second)
        decide(first)
        decide(second)
        assert amounts(room)["Minor"] == 20_024  # the seed, three quarters of a cent that the hit left, and 23.75 cents
        room.meters.correct(3, 30_000, "counted again", operator_of(room))
        holds(room)
