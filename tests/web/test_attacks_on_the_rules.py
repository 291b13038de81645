"""What a stranger tried over the API: to void a round, to break the log with a bet, to make chips, to wedge a table."""

import logging
from collections.abc import Callable
from typing import Any

import pytest
from support.web_players import Player, Seat

from houseway.ranking.system import ranking_system
from houseway.room import Room
from houseway.room.opening import load

pytest_plugins = ["support.web_fixtures"]
VOIDS = ("shuffler-fault", "card-face-up", "wrong-number-of-cards", "dealer-card-exposed", "house-decision", "")
BILLION = 10**9
STARTING_CHIPS = 100_000


def bet(seat: Seat, wagers: dict[str, Any]) -> None:
    seat.say(type="bet", wagers=wagers)


def test_a_player_who_has_seen_the_cards_cannot_void_the_round(player: Player, room: Room) -> None:
    table_id = player.sign_in().open_table("pick-2-poker", seats=1)
    with player.at(table_id) as seat:
        seat.sit(0)
        bet(seat, {"ante": 1000, "three_five": 1000})
        move = seat.until(lambda state: bool(state["legal_actions"]))["move"]
        for option in VOIDS:
            action = {"kind": "void", "cards": "", "amount": 0, "option": option}
            seat.say(type="act", action=action, move=move)
            refused = seat.refused()
            assert refused["code"] == "illegal_action"
            assert "card-face-up" not in refused["message"].partition("legal:")[2]
        for kind in ("proceed", "deal", "settle"):
            seat.say(type="act", action={"kind": kind}, move=move)
            assert seat.refused()["code"] == "illegal_action"
    answer = player.call(
        "POST", f"/api/tables/{table_id}/irregularities", {"name": VOIDS[0], "reason": "I", "number": 1}
    )
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert player.call("GET", f"/api/tables/{table_id}/irregularities").status_code == 403
    assert player.call("GET", "/api/rulings").status_code == 403
    assert room.table(table_id).state.round is not None


@pytest.mark.parametrize(
    ("game", "wagers"),
    [
        ("pick-2-poker", {"ante": 500, "three_five": 500, "five_card_bonus": 500}),
        ("pick-2-poker", {"five_card_bonus": 500, "three_five": 500, "ante": 500}),
        ("double-draw-poker", {"bonus": 500, "ante": 500}),
    ],
)
def test_no_order_of_a_bet_keeps_the_room_from_opening_again(
    player: Player, room: Room, game: str, wagers: dict[str, int]
) -> None:
    table_id = player.sign_in().open_table(game, seats=1)
    with player.at(table_id) as seat:
        seat.sit(0)
        bet(seat, wagers)
        move = seat.until(lambda state: bool(state["legal_actions"]))["move"]
        seat.say(type="act", action={"kind": "fold"}, move=move)
        seat.until(lambda state: state["phase"] == "result")
    assert player.call("GET", f"/api/verify/{table_id}").json()["ok"]
    with room.database.read() as connection:
        opened_again = load(connection, table_id)
    assert (opened_again.head, opened_again.state) == (room.table(table_id).head, room.table(table_id).state)


def test_a_guest_with_a_pay_table_of_their_own_makes_no_chips_and_wedges_no_table(
    clients: Callable[[], Player], room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    player = clients().sign_in()
    rows = {str(category): BILLION for category in ranking_system("four-card").order}
    table_id = player.open_table(
        "two-hand-holdem",
        seats=1,
        readings={"2HH-R1": "four-card"},
        paytable={"name": "mine", "bonus": rows},
        jurisdiction="none",
    )
    with player.at(table_id) as seat, caplog.at_level(logging.WARNING):
        seat.sit(0)
        assert seat.state["table"]["practice"] is True
        for bonus in (10**12, 10**10):
            bet(seat, {"ante_1": 100, "ante_2": 100, "bonus": bonus})
            assert seat.refused()["code"] == "not_covered"
        for _ in range(2):
            bet(seat, {"ante_1": 100, "ante_2": 100, "bonus": 40_000})
            while seat.until(lambda state: state["phase"] != "betting")["phase"] == "playing":
                state = seat.until(lambda state: bool(state["legal_actions"]))
                seat.act(state["legal_actions"][0], state["move"])
                seat.until_after(state["move"])
        seat.until(lambda state: state["phase"] == "result")
        assert seat.state["seats"][0]["chips"] > 10**13
        room.tick()
        seat.say(type="leave")
        seat.until(lambda state: state["you"]["seat"] is None)
    assert player.call("GET", "/api/me").json()["user"]["chips"] == STARTING_CHIPS
    assert not [record for record in caplog.records if record.exc_info]
    assert player.call("DELETE", f"/api/tables/{table_id}").status_code == 200
    assert room.verify().ok
