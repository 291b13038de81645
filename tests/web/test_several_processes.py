"""Several server processes of one room, each as an application here: a browser may speak to any of them."""

import json
import tempfile
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from support.postgres import empty_schema, needs_postgres
from support.web_players import UNHURRIED, Player, Seat, play_round

from houseway.room import Room
from houseway.room.shared_room import SharedRoom
from houseway.web import create_app
from houseway.web.calculations import carry_out
from houseway.web.forwarding import Errands
from houseway.web.settings import Settings
from houseway.web.worker import Worker

SLUG = "pick-2-poker"
FOR_EVER = 1e6
TOKEN = "a word of sixteen letters or more"


@pytest.fixture
def clients() -> Iterator[tuple[TestClient, TestClient]]:
    """A client of each of two servers."""
    settings = Settings(**UNHURRIED, metrics_token=TOKEN)  # type: ignore[arg-type]
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
        page = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).text
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


NAME = "^[0-9a-f]{24}$"
"""What the routes ask of the name of something that one process has."""


def routes_of_one_process(app: FastAPI) -> set[tuple[str, str]]:
    """Every method and path in which a job, a drill or a spot is named."""
    return {
        (method.upper(), path)
        for path, methods in app.openapi()["paths"].items()
        for method, described in methods.items()
        if any(each["schema"].get("pattern") == NAME for each in described.get("parameters", ()))
    }


def test_every_route_that_names_something_of_one_process_is_handed_to_that_process(tmp_path: Path) -> None:
    room = Room(f"sqlite:///{tmp_path / 'room.sqlite'}")
    asked: list[tuple[str, str, str]] = []

    def send(mark: str, errand: dict[str, Any]) -> dict[str, Any]:
        asked.append((mark, errand["scope"]["method"], errand["scope"]["path"]))
        return {"status": 200, "headers": [], "body": b64encode(b"from there").decode()}

    try:
        app = create_app(room, Settings(warm=False))
        routes = routes_of_one_process(app)
        peers = SimpleNamespace(send=send, handle=lambda what, answer: None)
        there = Errands(app, room, peers, app.state.server.hub, app)  # type: ignore[arg-type]
        client = TestClient(there)
        mark = "0" * 8 if room.mark != "0" * 8 else "1" * 8
        for method, path in sorted(routes):
            named = path.partition("{")[0] + "a" * 16 + mark
            assert client.request(method, named).content == b"from there"
            assert asked[-1] == (mark, method, named)
        assert client.get("/api/games").status_code == 200
        assert len(asked) == len(routes) == 4
    finally:
        room.close()


@needs_postgres
def test_a_spot_a_drill_and_a_job_of_one_process_are_answered_at_the_other(
    clients: tuple[TestClient, TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    def call(worker: Worker, request: dict[str, Any], *_: object, **__: object) -> Any:
        return json.loads(json.dumps(carry_out(request, lambda *_: None)))

    monkeypatch.setattr(Worker, "call", call)
    ann = Player(clients[0]).sign_in()
    there = browser_of(ann, clients[1])
    spot = ann.call("POST", "/api/training/games/three-card-poker/spots", {}).json()
    drill = ann.call("POST", "/api/drill", {"game": SLUG, "level": 1}).json()
    job = ann.call("POST", "/api/lab/jobs", {"game": "three-card-poker"}).json()
    fold = {"action": {"kind": "fold", "cards": "", "amount": 0, "option": ""}}
    question = drill["questions"][0]["id"]
    done = {
        ("POST", "/api/training/spots/{spot_id}"): (spot["id"], fold),
        ("POST", "/api/drill/{drill_id}"): (drill["id"], {"question": question, "answer": "x"}),
        ("GET", "/api/lab/jobs/{job_id}"): (job["id"], None),
        ("DELETE", "/api/lab/jobs/{job_id}"): (job["id"], None),
    }
    app = clients[0].app
    assert isinstance(app, FastAPI)
    assert set(done) == routes_of_one_process(app)
    for (method, path), (name, body) in done.items():
        answer = there.call(method, path.partition("{")[0] + name, body)
        # The drill's answer may be refused as malformed; only its own process can know that.
        assert answer.status_code in (200, 400), f"{method} {path}: {answer.text}"
    assert there.call("GET", "/api/training/games/three-card-poker").json()["answers"] == 1


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
