"""An operator declares an irregularity: the round is void, every chip goes back, and everyone can read why."""

import random
from pathlib import Path

import pytest
from support.asking import EVERY_ASKING_GAME
from support.room_play import PATIENT, actor_of, bet_all, database_file, opened, play_rounds, seated

from houseway.errors import BadSetting, IllegalAction, NotAllowed, StaleMove
from houseway.games.engine.action import Action
from houseway.room import Room
from houseway.room.ruling import check_reason
from houseway.room.verify import verify_lines

HOUSE = "house-decision"


def operator(room: Room) -> int:
    return room.make_operator(room.register("Frances", "correct horse").name).id


@pytest.mark.slow
@pytest.mark.parametrize("slug", EVERY_ASKING_GAME)
def test_the_house_stops_a_round_and_every_chip_goes_back(slug: str, tmp_path: Path) -> None:
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        ann, bob, boss = room.guest().id, room.guest().id, operator(room)
        table = seated(room, slug, {0: ann, 3: bob}, bots={1: "random"})
        before = {user: room.user(user).chips for user in (ann, bob)}
        bet_all(table)
        assert table.state.round is not None
        stays = next(action for action, _ in table.state.round.prices if action.kind != "fold")
        table.act(actor_of(table), stays, table.state.moves)
        assert table.state.round is not None
        stacks = {seat: table.state.stacks[seat] + table.state.round.staked[seat] for seat in (0, 1, 3)}
        table.declare(boss, HOUSE, "the server was restored from a backup", 1)
        for user, seat in ((ann, 0), (bob, 3)):
            assert room.user(user).chips + table.state.stacks[seat] == before[user]
            void = table.snapshot(user)["round"]["void"]
            assert void == {
                "irregularity": HOUSE,
                "clause": None,
                "finding": "the house stops the round",
                "reason": "the server was restored from a backup",
            }
            assert set(table.snapshot(user)["results"].values()) == {0}
        if table.state.between_players:
            assert {seat: table.state.stacks[seat] for seat in stacks} == stacks
        assert table.snapshot(None)["round"]["void"] is not None
        assert table.history()[0]["void"]["reason"] == "the server was restored from a backup"
        assert verify_lines(table.export().splitlines(keepends=True)).ok
        shown = {user: table.snapshot(user) for user in (ann, bob, None)}
        number = table.id
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        table = room.table(number)
        for viewer, snapshot in shown.items():
            assert table.snapshot(viewer)["round"]["void"] == snapshot["round"]["void"]
        play_rounds(table, 1, random.Random(4))
        assert table.snapshot(ann)["round"]["void"] is None
        assert room.verify().ok
        assert [ruling["number"] for ruling in room.rulings(boss)] == [1]


def test_P2_12_an_operator_declares_what_the_letter_has_at_that_moment() -> None:
    with opened(settings=PATIENT) as room:
        ann, boss = room.guest().id, operator(room)
        by_hand = seated(room, "pick-2-poker", {0: ann}, options={"shuffler": False})
        bet_all(by_hand)
        with pytest.raises(IllegalAction, match=r"void shuffler-fault is not legal now"):
            by_hand.declare(boss, "shuffler-fault", "it hums")
        by_hand.declare(boss, HOUSE, "the floor")
        table = seated(room, "pick-2-poker", {0: ann})
        bet_all(table)
        table.declare(boss, "dealer-card-exposed", "Kd was seen")
        void = table.snapshot(ann)["round"]["void"]
        assert (void["clause"], void["finding"]) == ("P2-12", "a dealer card was seen too early")
        assert room.user(ann).chips == table.snapshot(ann)["you"]["chips"] == 100_000
        assert room.verify().ok


def test_only_an_operator_declares_and_only_of_a_round_that_is_on() -> None:
    with opened(settings=PATIENT) as room:
        ann, boss = room.guest().id, operator(room)
        table = seated(room, "pick-2-poker", {0: ann})
        with pytest.raises(NotAllowed, match="No round is in progress"):
            table.declare(boss, HOUSE, "too early")
        bet_all(table)
        before = table.head
        for user_id in (ann, 10**9):
            with pytest.raises(NotAllowed):
                table.declare(user_id, "shuffler-fault", "I do not like my cards")
        with pytest.raises(StaleMove):
            table.declare(boss, HOUSE, "meant for another round", 2)
        for name in ("", "void", "two-hand", "shuffler-fault "):
            with pytest.raises(IllegalAction):
                table.declare(boss, name, "of a name that is none")
        assert table.head == before
        table.declare(boss, HOUSE, "the floor")
        with pytest.raises(NotAllowed, match="No round is in progress"):
            table.declare(boss, HOUSE, "twice")


def test_an_answer_to_the_decision_that_was_open_is_no_answer_in_the_next_round() -> None:
    with opened(settings=PATIENT) as room:
        ann, boss = room.guest().id, operator(room)
        table = seated(room, "pick-2-poker", {0: ann})
        bet_all(table)
        move = table.state.moves
        table.declare(boss, HOUSE, "the floor")
        with pytest.raises(StaleMove):
            table.act(ann, Action("fold"), move)
        bet_all(table)
        with pytest.raises(StaleMove):
            table.act(ann, Action("fold"), move)


def test_who_leaves_during_a_round_that_is_voided_has_all_chips_back() -> None:
    with opened(settings=PATIENT) as room:
        ann, bob, boss = room.guest().id, room.guest().id, operator(room)
        table = seated(room, "five-card-holdout", {0: ann, 1: bob})
        bet_all(table)
        other = ({ann, bob} - {actor_of(table)}).pop()
        table.leave(other)
        length = table.head.length
        table.leave(other)
        assert table.head.length == length
        table.declare(boss, HOUSE, "the floor")
        assert room.user(other).chips == 100_000
        assert table.state.seat_of(other) is None
        assert room.verify().ok


@pytest.mark.slow
@pytest.mark.parametrize("reason", ["", "   ", "x" * 201, "a\nb", "a\x00b", "\x1b[2J", "a\u202eb", "\ud800", 7, None])
def test_a_reason_is_a_line_of_plain_text(reason: object) -> None:
    with opened(settings=PATIENT) as room:
        ann, boss = room.guest().id, operator(room)
        table = seated(room, "pick-2-poker", {0: ann})
        bet_all(table)
        with pytest.raises(BadSetting, match="reason"):
            table.declare(boss, HOUSE, reason)  # type: ignore[arg-type]
        assert table.state.round is not None


@pytest.mark.slow
@pytest.mark.parametrize(
    "reason", ["Wörter", "e\u0301", "\u3000シャッフラー ", "<b>&amp;</b>", '"\\', "🃏", "\u0645\u06cc\u200c\u062e"]
)
def test_a_reason_has_one_form(reason: str) -> None:
    with opened(settings=PATIENT) as room:
        ann, boss = room.guest().id, operator(room)
        table = seated(room, "pick-2-poker", {0: ann})
        bet_all(table)
        table.declare(boss, HOUSE, reason)
        assert table.history()[0]["void"]["reason"] == check_reason(reason) == check_reason(check_reason(reason))
        assert room.verify().ok
