"""Several server processes of one room, each as an application here: a browser may speak to any of them."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from support.postgres import empty_schema, needs_postgres
from support.web_players import UNHURRIED, Player, Seat, play_round

from houseway.room.shared import SharedRoom
from houseway.web import create_app
from houseway.web.settings import Settings

SLUG = "pick-2-poker"
FOR_EVER = 1e6
WORD = "a word of sixteen letters or more"


@pytest.fixture
def clients() -> Iterator[tuple[TestClient, TestClient]]:
    """A client of each of two servers."""
    settings = Settings(**UNHURRIED, metrics_word=WORD)  # type: ignore[arg-type]
    with empty_schema() as url, tempfile.TemporaryDirectory(prefix="houseway-") as folder:
        rooms = [SharedRoom(url, folder=Path(folder), lease=FOR_EVER) for _ in range(2)]
        try:
            with TestClient(create_app(rooms[0], settings)) as one, TestClient(create_app(rooms[1], settings)) as other:
                yield one, other
        finally:
            for room in rooms:
                room.close()


def browser_of(player: Player, client: TestClient) -> Player:
    """The same browser, whose connections happen to reach another process."""
    client.cookies = player.client.cookies
    return Player(client)


@needs_postgres
def test_two_people_play_at_one_table_through_two_processes(clients: tuple[TestClient, TestClient]) -> None:
    ann, bob = Player(clients[0]).sign_in(), Player(clients[1]).sign_in()
    table = ann.open_table(SLUG, seats=2)
    with ann.at(table) as first, bob.at(table) as second:
        first.sit(0)
        second.sit(1)
        for seat in (first, second):
            seat.until(lambda state: all(sitter and sitter["connected"] for sitter in state["seats"]))
            seat.bet(SLUG)
        play_round([first, second], lambda actions: actions[0])
        assert first.state["seq"] == second.state["seq"]
        first.say(type="phrase", phrase="hello")
        while (heard := second.hear())["type"] != "phrase":
            pass
        assert heard["words"] == "Hello"
        second.say(type="sit", seat=0)
        assert second.refused()["code"] == "not_allowed"
    assert [each["id"] for each in clients[1].get("/api/tables").json()["tables"]] == [table]
    shown = [client.get(f"/api/tables/{table}").json() for client in clients]
    assert shown[0]["seq"] == shown[1]["seq"]


@needs_postgres
def test_the_metrics_of_both_processes_are_read_at_either(clients: tuple[TestClient, TestClient]) -> None:
    ann = Player(clients[0]).sign_in()
    ann.open_table(SLUG, seats=2)
    for client in clients:
        assert client.get("/metrics").status_code in (401, 403)
        page = client.get("/metrics", headers={"Authorization": f"Bearer {WORD}"}).text
        held = [line for line in page.splitlines() if line.startswith("houseway_tables{process=")]
        assert sorted(line.rpartition(" ")[2] for line in held) == ["0", "1"]
        assert "houseway_ledger_sum_cents 0" in page.splitlines()
        assert page.count("houseway_chain_length{") == 2


@needs_postgres
def test_what_only_one_process_has_is_answered_through_the_other(clients: tuple[TestClient, TestClient]) -> None:
    ann = Player(clients[0]).sign_in()
    dealt = ann.call("POST", "/api/drill", {"game": SLUG, "seed": "aa", "level": 1}).json()
    there = browser_of(ann, clients[1])
    question = dealt["questions"][0]["id"]
    answer = {"question": question, "answer": "x"}
    given = there.call("POST", f"/api/drill/{dealt['id']}", answer)
    again = ann.call("POST", f"/api/drill/{dealt['id']}", answer)
    assert given.status_code in (200, 400), given.text
    assert (again.status_code, given.status_code) in ((404, 200), (400, 400))
    stranger = Player(TestClient(clients[1].app)).sign_in()
    assert stranger.call("POST", f"/api/drill/{dealt['id']}", answer).status_code == 404
    gone = dealt["id"][:16] + "0" * 8
    assert there.call("POST", f"/api/drill/{gone}", answer).status_code == 404


@needs_postgres
def test_signing_out_at_one_process_ends_the_connections_at_the_other(clients: tuple[TestClient, TestClient]) -> None:
    ann = Player(clients[0]).sign_in()
    table = ann.open_table(SLUG, seats=2)
    there = browser_of(ann, clients[1])
    with there.at(table) as seat:
        seat.sit(0)
        ann.call("DELETE", "/api/session")
        with pytest.raises(WebSocketDisconnect):
            hear_all(seat)


def hear_all(seat: Seat) -> None:
    while True:
        seat.hear()
