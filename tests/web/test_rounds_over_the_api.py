"""Whole rounds of every game over the WebSocket, and that nobody is ever sent a card that is not theirs to see."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from support.asking import EVERY_ASKING_GAME
from support.every_game import EVERY_GAME
from support.web_players import BETS, Player, Seat, play_round, until_dealt

from houseway.games.catalogue import GAMES, game_class
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import DEALER, Hand
from houseway.room import Room, TableSpec
from houseway.room.log import read_line, read_record
from houseway.room.round_check import VERIFIED, check_round

pytest_plugins = ["support.web_fixtures"]

PUBLIC_PILES = {"board", "community"}


def chooser(seed: str) -> Callable[[list[dict[str, Any]]], dict[str, Any]]:
    generator = random.Random(seed)

    def choose(actions: list[dict[str, Any]]) -> dict[str, Any]:
        stay = [action for action in actions if action["kind"] != "fold"]
        return generator.choice(stay or actions)

    return choose


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_full_round_of_each_game_alone_with_an_automatic_player(game: str, player: Player) -> None:
    player.sign_in()
    table_id = player.open_table(game, seats=2, bots={"1": "random"})
    with player.at(table_id) as seat:
        seat.sit(0)
        commitment = seat.until(lambda state: state["phase"] == "betting")["round"]["commitment"]
        seat.bet(game)
        play_round([seat], chooser(game))
        state = seat.state
    assert state["round"]["commitment"] == commitment
    assert state["round"]["server_seed"] is not None
    assert state["settlements"]
    assert all(event["clause"] in state["clauses"] for event in state["events"] if "-R" not in event["clause"])
    if game != "five-card-holdout":
        assert state["you"]["chips"] == 100_000 + state["results"]["0"]
    proof = player.call("GET", f"/api/rounds/{table_id}/1/proof").json()
    assert proof["server_seed"] == state["round"]["server_seed"]
    log = player.call("GET", f"/api/rounds/{table_id}/1/records").json()
    assert check_round(log["lines"], table_id, 1, None, log) == VERIFIED
    assert len(player.call("GET", f"/api/rounds/{table_id}/1/records?after=0").json()["lines"]) > len(log["lines"])
    assert player.call("GET", f"/api/rounds/{table_id}/2/records").status_code == 404
    history = player.call("GET", f"/api/tables/{table_id}/history").json()["rounds"]
    assert [over["number"] for over in history] == [1]


@pytest.mark.slow
@pytest.mark.parametrize("game", EVERY_ASKING_GAME)
def test_hidden_cards_are_in_no_message_and_no_answer_before_they_are_shown(
    game: str, clients: Callable[[], Player]
) -> None:
    ann, ben, watcher = clients().sign_in(), clients().sign_in(), clients()
    table_id = ann.open_table(game, seats=2)
    with ann.at(table_id) as first, ben.at(table_id) as second, watcher.at(table_id) as third:
        first.sit(0)
        second.sit(1)
        first.bet(game)
        second.bet(game, "abcd" * 16)
        until_dealt([first, second, third])
        assert {seat.state["phase"] for seat in (first, second, third)} == {"playing"}
        for person in (ann, ben, watcher):
            kinds = exported_kinds(person.call("GET", f"/api/tables/{table_id}/export").text)
            assert "started" not in kinds
            assert kinds[-1] == "bet"
            assert person.call("GET", f"/api/tables/{table_id}/history").json()["rounds"] == []
            assert person.call("GET", f"/api/rounds/{table_id}/1/proof").status_code == 404
        play_round([first, second], chooser(game))
        third.until(lambda state: state["phase"] == "result")
    for place, person in enumerate((ann, ben, watcher)):
        check_messages(person, place if place < 2 else None, dealt_face_up(game))
    assert any(pile["cards"] for pile in first.state["piles"])


def exported_kinds(export: str) -> list[str]:
    """What the records of an exported log are about."""
    return [read_record(read_line(line)[0]).kind for line in export.splitlines()]


def dealt_face_up(slug: str) -> int:
    """How many of the dealer's cards a title deals face up."""
    title = game_class(slug)
    if not issubclass(title, DeclaredGame):
        return 0
    return sum(hand.up for hand in title.every(Hand) if hand.owner == DEALER)


def check_messages(person: Player, place: int | None, face_up: int) -> None:
    """A viewer's own cards may be seen at once; any other card only once the round's last decision is made.

    The dealer's cards, but for so many face up, and the other seats' hands are shown by the procedure after all
    decisions. Public piles are seen as they are dealt.
    """
    playing = [message for message in person.received if message.get("phase") == "playing"]
    assert playing
    for message in playing:
        own: set[str] = set()
        public: set[str] = set()
        for pile in message["piles"]:
            shown = {card for card in pile["cards"] if card != "??"}
            if pile["seat"] is not None and pile["seat"] == place:
                own |= shown
            elif (pile["seat"] is None and pile["name"] in PUBLIC_PILES) or (
                pile["seat"] is None and 0 < len(shown) <= face_up
            ):
                public |= shown
            else:
                assert not shown, (pile, place)
        for event in message["events"]:
            assert {card for card in event["cards"].split() if card != "??"} <= own | public, event
        for action in message["legal_actions"]:
            assert set(action["cards"].split()) <= own
        assert message["round"]["server_seed"] is None


def test_an_export_asked_for_just_before_a_round_tells_nothing_of_it(room: Room) -> None:
    user = room.guest()
    table = room.table(room.open_table(TableSpec("two-hand-holdem", seats=1), by=user.id))
    table.sit(user.id, 0)
    asked_before = table.archive
    table.bet(user.id, BETS["two-hand-holdem"])
    assert table.snapshot(user.id)["phase"] == "playing"
    kinds = exported_kinds(asked_before.export())
    assert "started" not in kinds
    assert kinds[-1] == "bet"


def test_two_people_and_an_envy_bonus_at_one_table_see_the_same_state(clients: Callable[[], Player]) -> None:
    ann, ben = clients().sign_in(), clients().sign_in()
    game = "fast-action-holdem"
    table_id = ann.open_table(game, seats=2)
    with ann.at(table_id) as first, ben.at(table_id) as second:
        first.sit(0)
        second.sit(1)
        for _ in range(3):
            first.bet(game)
            second.bet(game)
            until_dealt([first, second])
            play_round([first, second], chooser("envy"))
            first.until(lambda state: state["seq"] >= second.state["seq"])
            second.until(lambda state: state["seq"] >= first.state["seq"])
            for key in ("round", "results", "settlements", "wagers", "seq"):
                assert first.state[key] == second.state[key]


def test_a_reconnected_browser_is_back_at_its_seat_and_decision(player: Player) -> None:
    player.sign_in()
    table_id = player.open_table("two-hand-holdem", seats=1)
    with player.at(table_id) as seat:
        seat.sit(0)
        seat.bet("two-hand-holdem")
        before = seat.until(lambda state: bool(state["legal_actions"]))
    with player.at(table_id) as again:
        state = again.until(lambda state: bool(state["legal_actions"]))
    for key in ("you", "move", "piles", "legal_actions", "round"):
        assert state[key] == before[key]


def test_a_restarted_server_continues_the_round_for_the_same_session(player: Player, room: Any) -> None:
    from fastapi.testclient import TestClient

    from houseway.room import Room
    from houseway.web import create_app

    player.sign_in()
    table_id = player.open_table("pick-2-poker", seats=1)
    with player.at(table_id) as seat:
        seat.sit(0)
        seat.bet("pick-2-poker")
        before = seat.until(lambda state: bool(state["legal_actions"]))
    again = Room(str(room.database.engine.url), alone=False)
    try:
        with TestClient(create_app(again), cookies=player.client.cookies) as client:
            state = client.get(f"/api/tables/{table_id}").json()
    finally:
        again.close()
    for key in ("you", "move", "piles", "legal_actions", "round"):
        assert state[key] == before[key]


def test_every_game_has_a_bet_in_these_tests() -> None:
    assert set(BETS) == set(GAMES)


def test_the_spectators_state_names_no_seat_as_their_own(clients: Callable[[], Player]) -> None:
    table_id = clients().sign_in().open_table("pick-2-poker", seats=1)
    watcher = clients()
    with watcher.at(table_id) as seat:
        state = seat.until(lambda state: True)
    assert state["you"] == {"seat": None, "user_id": None, "chips": 0}
    assert isinstance(seat, Seat)
