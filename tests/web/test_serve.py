"""`houseway serve`: the command opens a room on the loopback and closes it at Ctrl-C."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from support.ports import free_port

from houseway.cli.serve import make_operator, serve
from houseway.errors import BadSetting
from houseway.games.catalogue import GAMES
from houseway.room import Room, TableSpec

PROGRAM = "import typer; from houseway.cli.serve import serve; typer.run(serve)"


@pytest.mark.slow
def test_the_command_serves_pages_and_the_api_and_ends_at_ctrl_c(tmp_path: Path) -> None:
    port, database = free_port(), f"sqlite:///{tmp_path / 'room.sqlite'}"
    room = Room(database)
    room.register("Olga", "correct horse")
    table = playing(room)
    room.close()
    command = [sys.executable, "-c", PROGRAM, "--port", str(port), "--operator", "Olga", "--restored"]
    environment = {**os.environ, "HOUSEWAY_DATABASE": database}
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        address = f"http://127.0.0.1:{port}"
        client = httpx.Client(base_url=address, timeout=60)
        for _ in range(600):
            try:
                games = client.get("/api/games").json()["games"]
                break
            except httpx.TransportError:
                time.sleep(0.1)
        assert len(games) == len(GAMES)
        assert client.get("/").headers["content-type"].startswith("text/html")
        assert client.get("/api/games", headers={"Host": "evil.example"}).status_code == 400
        csrf = client.get("/api/me").json()["csrf"]
        signed_in = client.post(
            "/api/session", json={"name": "Olga", "password": "correct horse"}, headers={"X-CSRF-Token": csrf}
        )
        assert signed_in.json()["user"]["role"] == "operator"
    finally:
        server.send_signal(signal.SIGINT)
        words, _ = server.communicate(timeout=60)
    assert server.returncode in (0, 130)
    assert address in words
    room = Room(database)
    (voided,) = room.table(table).history()
    room.close()
    assert voided["void"]["reason"] == "the database was restored from a copy"


def playing(room: Room) -> int:
    """A table with a round on, whose cards someone may know."""
    ann = room.guest().id
    table = room.table(room.open_table(TableSpec("pick-2-poker"), by=ann))
    table.sit(ann, 0)
    table.bet(ann, {"ante": 1000, "three_five": 1000})
    assert table.state.round is not None
    return table.id


def test_a_new_operator_is_asked_for_a_password(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room(f"sqlite:///{tmp_path / 'room.sqlite'}")
    monkeypatch.setattr("typer.prompt", lambda *_, **__: "correct horse")
    make_operator(room, "Olga")
    assert room.sign_in("Olga", "correct horse").role == "operator"
    room.close()


def test_a_port_in_use_is_refused_before_a_room_is_made(tmp_path: Path) -> None:
    database = tmp_path / "room.sqlite"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(BadSetting, match=rf"Cannot listen on 127\.0\.0\.1:{port}: .*Choose another --port"):
            serve(port=port, database=f"sqlite:///{database}", operator="Olga")
    assert not database.exists()
