"""Nobody mints chips: what the house does not answer for is played with chips that stay at their table."""

import random
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from support.every_game import EVERY_GAME, EVERY_HOUSE_GAME
from support.room_play import PATIENT, WAGERS, act_once, bet_all, database_file, opened, play_rounds, seated

from houseway.analysis.operations.exposure import largest_bet
from houseway.errors import BadBet, BadSetting, BrokenLog, NotAllowed, NotCovered
from houseway.games.catalogue import GAMES, game
from houseway.games.engine.action import Action
from houseway.ranking.system import ranking_system
from houseway.room import LiveTable, Room, RoomSettings, TableSpec
from houseway.room.accounts import STARTING_CHIPS
from houseway.room.ledger import Transfer, house_account, seat_account, stakes_account
from houseway.room.log import Record
from houseway.room.quarantine import released_chips
from houseway.room.spec import departures
from houseway.room.store import balances
from houseway.room.verify import TableCheck

BILLION = 10**9
UNLIMITED: dict[str, Any] = {"jurisdiction": "none"}


def operator(room: Room) -> int:
    return room.make_operator(room.register("Frances", "correct horse").name).id


def held(room: Room, table: LiveTable) -> dict[str, int]:
    own = [stakes_account(table.id), house_account(table.id)]
    own += [seat_account(table.id, seat) for seat in range(len(table.state.seats))]
    with room.database.read() as connection:
        return balances(connection, own)


@pytest.fixture
def attacked() -> Iterator[tuple[Room, int, LiveTable]]:
    """A guest at a table of 2 Hand Hold 'Em where the Bonus pays every hand a billion to one."""
    with opened(settings=PATIENT) as room:
        ann = room.guest().id
        readings = {"2HH-R1": "four-card"}
        paytable = {"bonus": {str(category): BILLION for category in ranking_system("four-card").order}}
        spec = TableSpec("two-hand-holdem", seats=1, readings=readings, paytable=paytable, **UNLIMITED)
        table = room.table(room.open_table(spec, by=ann))
        table.sit(ann, 0)
        yield room, ann, table


def play(table: LiveTable, user_id: int, bonus: int) -> None:
    table.bet(user_id, {"ante_1": 100, "ante_2": 100, "bonus": bonus})
    while table.state.round is not None:
        act_once(table, random.Random(1))


def test_a_guest_wins_nothing_with_a_pay_table_of_their_own(attacked: tuple[Room, int, LiveTable]) -> None:
    room, ann, table = attacked
    play(table, ann, 40_000)
    assert table.state.stacks[0] > 4 * 10**12
    assert room.user(ann).chips == STARTING_CHIPS
    assert table.snapshot(ann)["table"]["practice"] is True
    assert table.snapshot(ann)["seats"][0]["chips"] == table.state.stacks[0]
    assert sum(held(room, table).values()) == 0
    assert room.verify().ok
    table.leave(ann)
    assert room.user(ann).chips == STARTING_CHIPS
    assert set(held(room, table).values()) == {0}, "a practice table that everyone has left has won and lost nothing"
    assert room.verify().ok


def test_no_bet_is_taken_that_could_pass_what_the_ledger_holds(
    attacked: tuple[Room, int, LiveTable], capsys: pytest.CaptureFixture[str]
) -> None:
    room, ann, table = attacked
    for bonus in (10**10, 10**12, 2**62, 2**63, 10**30):
        head = table.head
        with pytest.raises(NotCovered, match="could win more than the largest balance of an account"):
            table.bet(ann, {"ante_1": 100, "ante_2": 100, "bonus": bonus})
        assert table.head == head
    for _ in range(5):
        play(table, ann, 400_000_000)
    with pytest.raises(NotCovered):
        play(table, ann, 400_000_000)
    play(table, ann, 100)
    room.tick()
    assert "Traceback" not in capsys.readouterr().err
    table.leave(ann)
    assert set(held(room, table).values()) == {0}
    table.close(ann)
    assert room.verify().ok


@pytest.mark.slow
@pytest.mark.parametrize("slug", EVERY_GAME)
def test_practice_chips_go_round_at_a_table_of_every_game(slug: str, tmp_path: Path) -> None:
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        ann, bob = room.guest().id, room.guest().id
        table = seated(room, slug, {0: ann, 3: bob}, bots={1: "random"}, **UNLIMITED)
        assert table.state.practice
        play_rounds(table, 3, random.Random(7))
        assert {room.user(user).chips for user in (ann, bob)} == {STARTING_CHIPS}
        assert sum(held(room, table).values()) == 0
        number = table.id
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        table = room.table(number)
        bet_all(table)
        table.leave(bob)
        while table.state.round is not None:
            act_once(table, random.Random(8))
        assert room.verify().ok
        table.sit_out(ann)
        table.bet(ann, {} if table.state.stacks[0] and table.state.between_players else WAGERS[slug])
        while table.state.round is not None:
            act_once(table, random.Random(9))
        with room.database.read() as connection:
            released = released_chips(connection, table.id)
        assert {transfer.target for transfer in released} <= {house_account(table.id)}
        table.leave(ann)
        table.close(operator(room))
        assert set(held(room, table).values()) == {0}
        assert {room.user(user).chips for user in (ann, bob)} == {STARTING_CHIPS}
        assert room.verify().ok


def test_a_bet_of_practice_chips_is_withdrawn_to_the_table() -> None:
    with opened(settings=PATIENT) as room:
        ann, bob = room.guest().id, room.guest().id
        table = seated(room, "pick-2-poker", {0: ann, 1: bob}, **UNLIMITED)
        table.bet(ann, {"ante": 500_000, "three_five": 500_000})
        assert not table.is_short(ann)
        table.bet(ann, {"ante": 500, "three_five": 500})
        table.sit_out(ann)
        table.bet(ann, {"ante": 700, "three_five": 700})
        table.leave(ann)
        assert set(held(room, table).values()) == {0}
        assert room.verify().ok


def test_a_log_in_which_practice_chips_reach_a_person_does_not_verify(attacked: tuple[Room, int, LiveTable]) -> None:
    _, ann, table = attacked
    check = TableCheck(table.id, {}, [])
    check.state = table.state
    moved = (Transfer(house_account(table.id), f"user:{ann}", 5, "cash out"),)
    with pytest.raises(BrokenLog, match="practice chips stay at their table"):
        check.take(Record(table.id, 1, 0, "left", {}, moved, "", ""))


# What the house answers for.


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "spec", "practice"),
    [
        *[(slug, {}, False) for slug in GAMES],
        *[(slug, {"jurisdiction": "washington-high-limit"}, False) for slug in GAMES],
        *[(slug, {"jurisdiction": "none"}, True) for slug in GAMES],
        ("pick-2-poker", {"readings": {"P2-R1": "both-pay"}}, True),
        ("double-draw-poker", {"readings": {"DD-R1": "wild"}}, True),
        ("double-draw-poker", {"paytable": {"base": "1", "bonus": {"royal flush": 10**9}}}, True),
        ("five-card-holdout", {"readings": {"FCH-R1": "no-limit"}}, False),
    ],
)
def test_what_the_house_does_not_answer_for_is_played_with_practice_chips(
    slug: str, spec: dict[str, Any], practice: bool
) -> None:
    with opened(settings=PATIENT) as room:
        ann, boss = room.guest().id, operator(room)
        assert room.table(room.open_table(TableSpec(slug, **spec), by=ann)).state.practice is practice
        assert not room.table(room.open_table(TableSpec(slug, **spec), by=boss)).state.practice


def test_a_day_before_any_limit_is_a_table_without_limits() -> None:
    assert departures(game("pick-2-poker", on=date(1950, 1, 1)))
    assert not departures(game("pick-2-poker", on=date(2025, 1, 1)))


@pytest.mark.slow
@pytest.mark.parametrize("slug", EVERY_HOUSE_GAME)
def test_every_approved_table_takes_its_largest_legal_bets_from_every_seat(slug: str) -> None:
    for jurisdiction in ("washington", "washington-high-limit"):
        for paytable in (*game(slug).sheet.pay_sets, None):
            table = game(slug, paytable=paytable, jurisdiction=jurisdiction, on=date(2025, 1, 1))
            most = sum(table.largest_returns([largest_bet(table)] * table.seats[-1]))
            assert 1000 * most <= RoomSettings().bankroll


def test_the_house_takes_no_bet_that_it_could_not_pay() -> None:
    with opened(settings=RoomSettings(bankroll=100_000, bet_time=1e6, decision_time=1e6, alone_time=1e6)) as room:
        ann, boss = room.guest().id, operator(room)
        table = seated(room, "pick-2-poker", {0: ann})
        head = table.head
        with pytest.raises(NotCovered, match=r"could win \$.*the house can pay \$1,000 here"):
            table.bet(ann, {"ante": 500, "three_five": 500})
        assert table.head == head
        table.set_limits(boss, 10, 100)
        table.bet(ann, {"ante": 10, "three_five": 10})
        table.act(ann, Action("fold"), 0)
        assert room.verify().ok


@pytest.mark.parametrize(
    "options", [{"big_blind": 10**30}, {"time_fee": 2**63}, {"rake_cap": 10**13}, {"small_blind": -(10**13)}]
)
def test_no_setting_of_a_table_is_larger_than_any_amount(options: dict[str, int]) -> None:
    with opened(settings=PATIENT) as room, pytest.raises(BadSetting):
        room.open_table(TableSpec("five-card-holdout", options=options, jurisdiction="none"), by=room.guest().id)


def test_a_stack_is_brought_within_what_the_ledger_holds() -> None:
    with opened(settings=PATIENT) as room:
        ann, bob = room.guest().id, room.guest().id
        table = seated(room, "five-card-holdout", {0: ann, 1: bob}, options={"big_blind": 10**12}, **UNLIMITED)
        for stack in (2**62, 10**30):
            with pytest.raises(NotCovered):
                table.bet(ann, {"stack": stack})
        with pytest.raises(BadBet):
            table.bet(ann, {"stack": 10})
        table.bet(ann, {"stack": 10**13})
        table.leave(ann)
        assert set(held(room, table).values()) == {0}


def test_limits_of_the_house_have_a_bound() -> None:
    with opened(settings=PATIENT) as room:
        boss = operator(room)
        table = room.table(room.open_table(TableSpec("pick-2-poker"), by=boss))
        with pytest.raises(BadSetting):
            table.set_limits(boss, 0, 2**63)


def test_chips_on_a_table_are_not_bought_again() -> None:
    """Bring the chips to a table, buy new ones, leave with both: a way to make chips, one click each."""
    with opened(settings=PATIENT) as room:
        ann, bob = room.guest().id, room.guest().id
        table = seated(room, "five-card-holdout", {0: ann, 1: bob})
        table.bet(ann, {"stack": STARTING_CHIPS})
        assert room.user(ann).chips == 0
        with pytest.raises(NotAllowed):
            room.rebuy(ann)
        table.leave(ann)
        assert room.user(ann).chips == STARTING_CHIPS
        pick_2 = seated(room, "pick-2-poker", {0: ann, 1: bob})
        pick_2.bet(ann, {"ante": 500, "three_five": 500})
        with pytest.raises(NotAllowed):
            room.rebuy(ann)
