"""What the API says of games, and what a finished round leaves: history, proof, export, hands in PHH."""

import tomllib
from typing import Any

import pytest
from support.every_game import EVERY_GAME
from support.web_players import Player, play_round

from houseway.adapters.phh import from_phhs, to_phh
from houseway.games.catalogue import GAMES
from houseway.games.engine.sheet import read_sheet_data, sheet
from houseway.room.verify import verify_bytes
from houseway.web.routes import games

pytest_plugins = ["support.web_fixtures"]

MOVES = {"fold": "f", "check": "cc", "call": "cc", "bet": "cbr", "raise": "cbr", "discard": "sd"}
"""What a seat does, in the words of PHH."""


@pytest.mark.parametrize("slug", EVERY_GAME)
def test_a_game_is_described_as_its_sheet_has_it(player: Player, slug: str) -> None:
    facts, answer = sheet(slug), player.call("GET", f"/api/games/{slug}").json()
    assert answer["clauses"] == dict(facts.clauses)
    assert set(answer["readings"]) == set(facts.readings)
    assert set(answer["tables"]) == set(facts.pay_sets)
    for name, pay_set in facts.pay_sets.items():
        for form, table in pay_set.tables.items():
            assert [row["label"] for row in answer["tables"][name][form]] == [row.label for row in table.rows]
    assert len(answer["published"]) == len(facts.published)
    assert (answer["house_way"] is not None) == bool({"house_way", "setting"} & read_sheet_data(slug).keys())


def test_the_list_of_games_is_looked_up_once(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every visitor of the lobby asks for it, on the loop that the tables are told by."""
    first = player.call("GET", "/api/games").json()
    for part in ("plain_choice", "_shipped_edge"):
        monkeypatch.delattr(games, part)
    assert player.call("GET", "/api/games").json() == first


def test_the_letter_of_a_game_is_told_item_by_item(player: Player) -> None:
    told = player.call("GET", "/api/games/five-card-holdout").json()["concordance"]
    items = {item["item"]: item for part in told["parts"] for item in part["items"]}
    assert any("FCH-3c" in item["by"] for item in items.values())
    assert all(item["by"] or item["why"] for item in items.values())
    both = [
        [part["part"] for part in player.call("GET", f"/api/games/{slug}").json()["concordance"]["parts"]]
        for slug in ("fast-action-holdem", "fast-action-holdem-multi")
    ]
    assert both[0][0] == both[1][0]
    assert both[0][1] != both[1][1]


def test_the_66_titles_are_listed_with_the_games_that_are_here(player: Player) -> None:
    answer = player.call("GET", "/api/titles").json()
    assert [title["number"] for title in answer["titles"]] == list(range(1, 67))
    assert answer["titles"][22]["title"] == "Fast Action Hold'Em"
    assert {title["game"] for title in answer["titles"]} - {None} <= set(GAMES)
    assert {title["family"] for title in answer["titles"]} <= set(answer["families"])


def test_all_games_are_listed_in_short(player: Player) -> None:
    games = player.call("GET", "/api/games").json()["games"]
    assert [game["slug"] for game in games] == list(GAMES)
    assert all(game["strategies"] and game["wagers"] and game["letter"] for game in games)
    assert player.call("GET", "/api/games/pick-3-poker").status_code == 404


def test_the_log_of_a_table_verifies_and_a_changed_byte_does_not(player: Player) -> None:
    player.sign_in()
    table_id = player.open_table("fast-action-holdem", seats=2, bots={"1": "random"})
    with player.at(table_id) as seat:
        seat.sit(0)
        seat.bet("fast-action-holdem")
        play_round([seat], lambda actions: actions[0])
    answer = player.call("GET", f"/api/tables/{table_id}/export")
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    report = verify_bytes(answer.content)
    assert report.ok
    assert report.rounds == 1
    broken = bytearray(answer.content)
    broken[len(broken) // 2] ^= 1
    assert not verify_bytes(bytes(broken)).ok
    served = player.call("GET", f"/api/verify/{table_id}").json()
    assert served["ok"]
    assert served["head"] == seat.state["round"]["head"]


def test_a_table_is_closed_by_whoever_opened_it_and_is_alone(player: Player) -> None:
    player.sign_in()
    table_id = player.open_table("pick-2-poker", seats=1)
    assert player.call("DELETE", f"/api/tables/{table_id}").json()["phase"] == "closed"
    assert player.call("GET", "/api/tables").json()["tables"] == []
    with player.client.websocket_connect(f"/api/tables/{table_id}/ws") as socket:
        assert '"phase":"closed"' in socket.receive_text()


def test_hands_of_holdout_in_the_poker_hand_history_format(player: Player) -> None:
    player.sign_in()
    game = "five-card-holdout"
    table_id = player.open_table(game, seats=3, bots={"1": "random", "2": "random"})
    with player.at(table_id) as seat:
        seat.sit(0)
        for _ in range(4):
            number = seat.state["next"]["number"]
            seat.place({"stack": 20000} if not seat.state["results"] else {})
            # A round in which all others fold at once is over when it is first heard of.
            seat.until(lambda state, number=number: has_been_dealt(state, number))  # type: ignore[misc]
            play_round([seat], lambda actions: next(each for each in actions if each["kind"] != "fold"))
    rounds = player.call("GET", f"/api/tables/{table_id}/hands.json").json()["rounds"]
    answer = player.call("GET", f"/api/tables/{table_id}/hands.phh")
    hands = tomllib.loads(answer.text)
    assert [hand["hand"] for hand in hands.values()] == [over["number"] for over in reversed(rounds)] == [1, 2, 3, 4]
    for hand, over in zip(hands.values(), reversed(rounds), strict=True):
        check_hand(hand, over)
    for again, over, hand in zip(from_phhs(answer.text), reversed(rounds), hands.values(), strict=True):
        assert [again.result(place) for place in range(3)] == [over["results"][str(seat)] for seat in over["seats"]]
        decided = [event for event in again.events if event.action is not None and event.action.kind in MOVES]
        assert [(over["seats"][event.seat or 0], event.action.to_dict()) for event in decided if event.action] == [
            (made["seat"], made["action"]) for made in over["actions"]
        ]
        written_again = tomllib.loads(to_phh(again))
        assert written_again == {name: hand[name] for name in written_again}
    other = player.open_table("pick-2-poker")
    assert player.call("GET", f"/api/tables/{other}/hands.phh").status_code == 404


def has_been_dealt(state: dict[str, Any], number: int) -> bool:
    return state["phase"] in ("playing", "result") and state["round"]["number"] == number


def check_hand(hand: dict[str, Any], over: dict[str, Any]) -> None:
    assert hand["variant"] == "F5HO"
    assert sorted(hand["blinds_or_straddles"]) == [0, 100, 200]
    assert (hand["small_bet"], hand["big_bet"]) == (200, 400)
    button = over["seats"].index(over["button"])
    assert hand["seats"] == [over["seats"][(button + 1 + place) % 3] + 1 for place in range(3)]
    assert hand["starting_stacks"] == [over["bets"][(button + 1 + place) % 3]["stack"] for place in range(3)]
    actions = hand["actions"]
    assert [action.split()[2] for action in actions[:3]] == ["p1", "p2", "p3"]
    assert all(action.startswith("d dh ") and len(action.split()[3]) == 10 for action in actions[:3])
    moves = [action.split() for action in actions[3:]]
    decisions = [move for move in moves if move[1] in ("f", "cc", "cbr", "sd")]
    assert len(decisions) == len(over["actions"])
    assert [move[1] for move in decisions] == [MOVES[action["action"]["kind"]] for action in over["actions"]]
    boards = [move for move in moves if move[:2] == ["d", "db"]]
    assert all(len(move[2]) == 4 for move in boards)
    shown = {move[0] for move in moves if move[1] == "sm"}
    assert not shown or len(boards) == 2
